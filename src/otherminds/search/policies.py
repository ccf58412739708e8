"""Policies as a search uses them: models of other seats, roll-outs and priors.

A policy is named by a text or a `Policy`, described by a `TypeDistribution`, written in Python as
a `PythonPolicy`, or is itself a `Search`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.contracts import (
    Agent,
    Game,
    OptionError,
    Player,
    Policy,
    Recipe,
    Thought,
    View,
    make_agent,
    peeks,
    player_of,
)
from otherminds.contracts.grammar import brief
from otherminds.contracts.writing import Pairs, Written, text
from otherminds.search.thoughts import of_policy

__all__ = [
    "PolicyLike",
    "PythonPolicy",
    "TypeDistribution",
    "TypePrior",
    "canonical",
    "policy_spec",
]

Weights = tuple[tuple[str, float], ...]
WeightsLike = Mapping[str, float] | Iterable[tuple[str, float]]
"""Weights by name: a mapping, or pairs."""


def _weights(given: WeightsLike) -> Weights:
    items = given.items() if isinstance(given, Mapping) else given
    try:
        return Pairs.of((str(name), float(weight)) for name, weight in items)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(
            f"Weights are a number for each action type by its name, not {brief(given)}."
        ) from error


@dataclass(frozen=True, init=False, repr=False)
class TypeDistribution(Recipe):
    """How often each kind of action is chosen when it can be (typed play, Dobre 2018).

    A kind is drawn by its weight among the legal kinds, then an action of that kind uniformly.
    Without weights every kind counts alike. As a player it plays that way.

    Attributes:
        weights: a weight for each action type by name; those not named have none.
        conditioned: weights that hold when exactly these types are legal.
        backoff: ``"unseen"`` uses the general weights when the set of legal types has no entry;
            ``"per_type"`` does so too for a type that has no weight in its entry.
        temperature: weights to the power ``1 / temperature``.

    Examples:
        >>> from otherminds import load, play_match
        >>> keen = TypeDistribution({"bid": 1, "steal": 3, "offer": 1, "answer": 1, "pass": 1})
        >>> len(play_match(load("bazaar"), [keen, keen, keen], seed=1).returns)
        3
    """

    weights: Weights = ()
    _: KW_ONLY
    conditioned: tuple[tuple[tuple[str, ...], Weights], ...] = ()
    backoff: str = "per_type"
    temperature: float = 1.0

    def __init__(
        self,
        weights: WeightsLike = (),
        *,
        conditioned: Mapping[Any, WeightsLike] | Iterable[tuple[Sequence[str], WeightsLike]] = (),
        backoff: str = "per_type",
        temperature: float = 1.0,
    ) -> None:
        """Weights are a mapping, or pairs of a name and a weight."""
        entries = conditioned.items() if isinstance(conditioned, Mapping) else conditioned
        set_ = object.__setattr__
        set_(self, "weights", _weights(weights))
        set_(
            self,
            "conditioned",
            Pairs.of((tuple(sorted(types)), _weights(given)) for types, given in entries),
        )
        set_(self, "backoff", backoff)
        set_(self, "temperature", temperature)

    def _policy(self, temperature: float | None = None) -> dict[str, Any]:
        options = {
            "weights": dict(self.weights),
            "conditioned": [
                {"types": list(types), "weights": dict(weights)}
                for types, weights in self.conditioned
            ],
            "backoff": self.backoff,
            "temperature": self.temperature if temperature is None else temperature,
        }
        return {"policy": "typed", "options": options, "label": repr(self)}

    def agent(self, game: Game) -> NativeAgent:
        """A player that draws an action type, then an action of that type."""
        return _core.policy_agent(game, "typed", self._policy()["options"])


@dataclass(frozen=True, repr=False)
class TypePrior(Written):
    """A prior for `PUCT` from a `TypeDistribution`, smoothed by a temperature.

    Attributes:
        distribution: of the kinds of action; each kind's share is split among its legal actions.
        temperature: shares to the power ``1 / temperature``; Dobre 2018 used 5 and 7.
    """

    distribution: TypeDistribution
    temperature: float = 1.0

    def __post_init__(self) -> None:
        """Read a distribution given as text."""
        distribution = player_of(self.distribution)
        if not isinstance(distribution, TypeDistribution):
            raise OptionError(f"A prior is made of a TypeDistribution, not of {distribution!r}.")
        object.__setattr__(self, "distribution", distribution)

    def _policy(self) -> dict[str, Any]:
        return self.distribution._policy(self.temperature)


class PythonPolicy(Player):
    """A policy written in Python: subclass it and answer ``probabilities``.

    It can sit in a seat, model another seat, roll out, or be a prior. It sees the view of its seat
    and remembers nothing between calls.

    Examples:
        >>> class Eager(PythonPolicy):
        ...     def probabilities(self, view, legal):
        ...         return [1 + action for action in legal]
        >>> from otherminds import Search, load
        >>> from otherminds.search import Policies
        >>> game = load("tic_tac_toe")
        >>> search = Search(others=Policies(Eager()), iterations=200)
        >>> search.run(game.initial_state(), seed=1).action in range(9)
        True
    """

    def probabilities(self, view: View, legal: Sequence[int]) -> Sequence[float]:
        """One weight of 0 or more for each legal action, in that order; they need not sum to 1."""
        raise OptionError(f"{type(self).__name__} has no method probabilities.")

    def agent(self, game: Game) -> Agent:
        """A player that draws from the probabilities."""
        del game
        return _PolicyAgent(self)

    def _policy(self) -> dict[str, Any]:
        return {
            "policy": "python",
            "options": {"object": _Asked(self)},
            "label": text(self),
        }


@dataclass(frozen=True)
class _Asked:
    """What the core calls: plain floats, whatever the policy returned."""

    policy: PythonPolicy

    def __call__(self, view: View, legal: list[int]) -> list[float]:
        return [float(weight) for weight in self.policy.probabilities(view, legal)]

    def __repr__(self) -> str:
        return f"probabilities() of {type(self.policy).__name__}"


class _PolicyAgent(Agent):
    def __init__(self, policy: PythonPolicy) -> None:
        self._policy = policy

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._rng = stream.rng()
        self._decision: tuple[Game, int, list[int], list[float]] | None = None

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        weights = [float(weight) for weight in self._policy.probabilities(view, legal)]
        if len(weights) != len(legal) or min(weights) < 0 or not sum(weights) > 0:
            raise OptionError(
                f"probabilities() of {type(self._policy).__name__} must return one weight of 0 or "
                "more for each legal action, not all 0."
            )
        action = self._drawn(legal, weights)
        self._decision = view.game, action, legal, weights
        return action

    def _drawn(self, legal: Sequence[int], weights: Sequence[float]) -> int:
        point = self._rng.unit() * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            if point < weight:
                return action
            point -= weight
        return next(a for a, weight in reversed(list(zip(legal, weights, strict=True))) if weight)

    def thought(self, *, worlds: int = 0) -> Thought | None:
        del worlds  # a policy believes nothing
        if self._decision is None:
            return None
        game, action, legal, weights = self._decision
        chances = {a: weight / sum(weights) for a, weight in zip(legal, weights, strict=True)}
        return of_policy(game, self.seat, action, chances)


class AgentModel:
    """Any player as a policy: an agent of it is asked what it would do from what its seat sees.

    Each time it is asked a new agent begins at the view at hand and acts once, so it knows nothing
    of what happened before, and a question costs what a move of that agent costs. Its random
    numbers follow from the view.
    """

    def __init__(self, player: Player) -> None:
        self._player = player

    def _policy(self) -> dict[str, Any]:
        return {
            "policy": "python",
            "options": {"object": _AskedAgent(self._player)},
            "label": repr(self._player),
        }


@dataclass(frozen=True)
class _AskedAgent:
    """What the core calls: 1 for the move of the agent, 0 for all others."""

    player: Player

    def __call__(self, view: View, legal: list[int]) -> list[float]:
        agent = make_agent(self.player, view.game)
        if peeks(agent):
            raise OptionError(
                f"{self.player!r} peeks, so it cannot be the model of another seat: a model is "
                "asked what it would do from what that seat sees."
            )
        agent.begin(view.seat, view, Stream(view.key()))
        chosen = agent.act(view)
        return [1.0 if action == chosen else 0.0 for action in legal]

    def __repr__(self) -> str:
        return f"the agent of {self.player!r}"


PolicyLike = str | Policy | TypeDistribution | TypePrior | PythonPolicy | Player
"""What can be a policy inside a search."""


def policy_spec(given: Any) -> dict[str, Any]:
    """A policy as the core reads it; OptionError for anything else."""
    if isinstance(given, str):
        given = player_of(given)
    if isinstance(given, Policy):
        return {"policy": given.name, "options": given.native_options, "label": repr(given)}
    if isinstance(given, type | Agent | NativeAgent):
        raise _no_policy(given)
    describe: Callable[[], dict[str, Any]] | None = getattr(given, "_policy", None)
    if describe is not None and callable(describe):
        return describe()
    if callable(getattr(given, "agent", None)):
        return AgentModel(given)._policy()
    raise _no_policy(given)


def _no_policy(given: Any) -> OptionError:
    return OptionError(
        f"{given!r} is not a policy that a search could ask; give the name of one, a Policy, a "
        "TypeDistribution, a PythonPolicy, a Search or another player."
    )


def canonical(given: Any, *, several: bool) -> Any:
    """Policies as a value that can be compared: for all seats, or pairs of a seat and policies.

    Texts become players, so that one is equal however it was written.
    """

    def one(policy: Any) -> Any:
        return player_of(policy) if isinstance(policy, str) else policy

    def some(policies: Any) -> Any:
        if not several:
            return one(policies)
        if not isinstance(policies, list | tuple):
            raise OptionError(f"Types are a list of policies, not {policies!r}.")
        return tuple(map(one, policies))

    if isinstance(given, Mapping):
        given = tuple(sorted(given.items()))
    if not is_by_seat(given):
        return some(given)
    return Pairs((seat, some(policies)) for seat, policies in given)


def is_by_seat(given: Any) -> bool:
    """Whether the policies are given as pairs of a seat and what sits there."""
    return (
        isinstance(given, tuple)
        and bool(given)
        and all(
            isinstance(pair, tuple) and len(pair) == 2 and type(pair[0]) is int for pair in given
        )
    )


def seat_specs(given: Any) -> list[dict[str, Any]]:
    """Canonical policies as the core reads them."""
    pairs = given if is_by_seat(given) else ((None, given),)
    return [
        {
            "seat": seat,
            "policies": [
                policy_spec(policy)
                for policy in (policies if isinstance(policies, tuple) else (policies,))
            ],
        }
        for seat, policies in pairs
    ]
