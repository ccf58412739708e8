"""How do I judge where I stopped? The answers to ``rollout``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from otherminds.contracts import OptionError, State, player_of
from otherminds.contracts.writing import Written
from otherminds.search.answers import Answer, pairs_of
from otherminds.search.policies import (
    PolicyLike,
    TypeDistribution,
    TypePrior,
    canonical,
    policy_spec,
    seat_specs,
)

__all__ = ["Evaluated", "Evaluation", "Played", "Rollout", "Typed", "Uniform"]


class Rollout(Answer):
    """An answer to ``rollout``."""


@dataclass(frozen=True, repr=False)
class Evaluation(Written):
    """A function that judges positions that are not over.

    Attributes:
        function: from a state to one value a seat, in the units of the game's returns; or the
            path of such a function, ``"package.function"``.
        batched: the function takes a list of states and returns a list instead; with
            ``Tree(batch=n)`` it is asked about so many at once.
        priors: it returns, for each state, the values and one weight for each legal action, which
            `PUCT` uses.
    """

    function: Callable[..., Any] | str
    _: KW_ONLY
    batched: bool = False
    priors: bool = False

    def __call__(self, states: list[State]) -> list[tuple[list[float], list[float] | None]]:
        """What the core asks."""
        function = _imported(self.function) if isinstance(self.function, str) else self.function
        answers = function(states) if self.batched else [function(state) for state in states]
        if not self.priors:
            return [(_floats(values), None) for values in answers]
        return [(_floats(values), _floats(priors)) for values, priors in answers]


def _floats(numbers: Any) -> list[float]:
    return [float(number) for number in numbers]


EvaluationLike = str | Evaluation | Callable[[State], Sequence[float]]
"""The name of one of the game's evaluations, the path of a function, or a function."""


def _evaluation(given: Any) -> Any:
    if given is None or isinstance(given, Evaluation):
        return given
    if isinstance(given, str):
        if "." not in given:
            return given
        _imported(given)  # refuses a wrong path now rather than in the search
        return Evaluation(given)
    if callable(given):
        return Evaluation(given)
    raise OptionError(f"An evaluation is a name or something to call, not {given!r}.")


def _imported(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # importing runs the module, which may raise anything
        raise OptionError(f"There is no evaluation {path}: {error}.") from error
    if not callable(found):
        raise OptionError(f"{path} is not something to call.")
    function: Callable[..., Any] = found
    return function


class _Limited(Rollout):
    depth: int | None
    from_root: bool
    evaluation: EvaluationLike | None
    searcher_first: bool
    skips_new_move: bool
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...]

    def __post_init__(self) -> None:
        """Keep options as a value that can be compared."""
        object.__setattr__(self, "under", pairs_of("under", self.under))

    def _limit(self) -> dict[str, Any]:
        return {
            "depth": -1 if self.depth is None else self.depth,
            "from_root": self.from_root,
            "evaluation": _evaluation(self.evaluation),
            "searcher_first": self.searcher_first,
            "skips_new_move": self.skips_new_move,
            "under": dict(self.under) if self.under else None,
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class Uniform(_Limited):
    """``rollout``: uniformly random moves to the end of the game.

    Attributes:
        depth: stop after so many moves of seats; None plays to the end.
        from_root: the moves in the tree count towards the depth as well.
        evaluation: what judges a position at that depth.
        searcher_first: the searching seat has the first move, whoever's turn it is: a defect of
            Walton-Rivers' program, for games that can change the turn (Hanabi).
        skips_new_move: a move that is tried for the first time at its node is not made, so its
            roll-out starts before it: another defect of that program.
        under: options of the game that are different in roll-outs, where the game allows it:
            ``{"exchange": "drawn"}`` makes offers in Catan into exchanges drawn by chance.
    """

    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    searcher_first: bool = False
    skips_new_move: bool = False
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()

    def _options(self) -> dict[str, Any]:
        return self._limit()


@dataclass(frozen=True, repr=False)
class Played(_Limited):
    """``rollout``: moves of a policy, the same for all seats or one a seat.

    Attributes:
        policies: a policy for all seats, or a mapping from seats to policies; seats without one
            move at random.
        depth: as in `Uniform`, like ``from_root``, ``evaluation``, ``searcher_first``,
            ``skips_new_move`` and ``under``.
        opens: in the tree, too, the policy says what to try as long as a legal move of the node has
            never been tried, whether its own has or not. With a policy that proposes one move
            nothing else is ever tried: the MCS of Walton-Rivers' program.
        misses_hand: the policy takes only the deck for unseen, not the mover's own hand, as in
            roll-outs of that program (Hanabi).
    """

    policies: PolicyLike | Mapping[int, PolicyLike] | tuple[tuple[int, PolicyLike], ...]
    _: KW_ONLY
    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    searcher_first: bool = False
    skips_new_move: bool = False
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()
    opens: bool = False
    misses_hand: bool = False

    def __post_init__(self) -> None:
        """Keep the policies and options as values that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "policies", canonical(self.policies, several=False))

    def _options(self) -> dict[str, Any]:
        return {
            **self._limit(),
            "policies": seat_specs(self.policies),
            "opens": self.opens,
            "misses_hand": self.misses_hand,
        }


@dataclass(frozen=True, repr=False)
class Typed(_Limited):
    """``rollout``: a kind of action is drawn, then an action of that kind (Dobre 2018).

    Attributes:
        distribution: of the kinds; without one every legal kind counts alike.
        depth: as in `Uniform`, like ``from_root``, ``evaluation``, ``searcher_first``,
            ``skips_new_move`` and ``under``.
    """

    distribution: TypeDistribution | TypePrior = TypeDistribution()
    _: KW_ONLY
    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    searcher_first: bool = False
    skips_new_move: bool = False
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Read a distribution given as text."""
        super().__post_init__()
        if isinstance(self.distribution, str):
            object.__setattr__(self, "distribution", player_of(self.distribution))

    def _native(self) -> dict[str, Any]:
        policies = [{"seat": -1, "policies": [policy_spec(self.distribution)]}]
        return {"answer": "Played", **self._limit(), "policies": policies}


@dataclass(frozen=True, repr=False)
class Evaluated(Rollout):
    """``rollout``: no roll-out at all; an evaluation judges each new position at once.

    Attributes:
        evaluation: the name of one of the game's evaluations, a function, or an `Evaluation`.
    """

    evaluation: EvaluationLike

    def _native(self) -> dict[str, Any]:
        return Uniform(depth=0, evaluation=self.evaluation)._native()
