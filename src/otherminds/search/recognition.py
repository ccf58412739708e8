"""Which type does a player look like? The beliefs of `Types`, read off a finished game.

A search with `Types` forms beliefs about the other seats while it plays. `recognise` forms the same
beliefs about one seat of a game that somebody else has played: people, or agents whose moves are
in a store. It sees everything, so in games that hide facts it knows what each seat knew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from otherminds import _core
from otherminds._core import Stream
from otherminds.contracts import Game, OptionError, Policy, State
from otherminds.games import game_of
from otherminds.search.answers import answer_of
from otherminds.search.others import Product, Switching, TimeWeighted, Types
from otherminds.search.policies import PolicyLike, PythonPolicy, is_by_seat, policy_spec

__all__ = ["Recognition", "recognise", "recognise_instead", "runs_of"]

Floats = npt.NDArray[np.float64]


class _Model(Protocol):
    """A type that follows a game: what it would do, and what it remembers."""

    def begin(self, seat: int, stream: Stream) -> None: ...

    def chances(self, view: Any, legal: Sequence[int]) -> dict[int, float]: ...

    def observe(self, observation: Any, view: Any) -> None: ...


class _Native:
    def __init__(self, policy: _core.NativePolicy) -> None:
        self._policy = policy

    def begin(self, seat: int, stream: Stream) -> None:
        self._memory = _core.Memory()
        self._policy.begin(self._memory, seat, stream.rng())

    def chances(self, view: Any, legal: Sequence[int]) -> dict[int, float]:
        del legal
        return self._policy.probabilities(view, self._memory)

    def observe(self, observation: Any, view: Any) -> None:
        self._policy.observe(self._memory, observation, view)


class _Written:
    """A `PythonPolicy`, which remembers nothing."""

    def __init__(self, probabilities: Callable[[Any, Sequence[int]], Sequence[float]]) -> None:
        self._probabilities = probabilities

    def begin(self, seat: int, stream: Stream) -> None:
        pass

    def chances(self, view: Any, legal: Sequence[int]) -> dict[int, float]:
        weights = [float(weight) for weight in self._probabilities(view, legal)]
        return {a: weight / sum(weights) for a, weight in zip(legal, weights, strict=True)}

    def observe(self, observation: Any, view: Any) -> None:
        pass


def _model(policy: Any, game: Game) -> _Model:
    if isinstance(policy, PythonPolicy):
        return _Written(policy.probabilities)
    spec = policy_spec(policy)
    if isinstance(game, _core.Game) and spec["policy"] != "search":
        return _Native(game.policy(spec["policy"], spec["options"]))
    if policy == Policy("random"):
        return _Written(lambda _, legal: [1.0] * len(legal))
    raise OptionError(f"{policy!r} gives no probabilities by which a player could be recognised.")


@dataclass(frozen=True)
class Recognition:
    """What a seat's moves say about its type. Rows are moves, columns are types.

    Attributes:
        names: of the types.
        plies: when each move was made, counting all actions of the game from 0.
        actions: the moves themselves.
        choices: how many legal actions there were.
        chances: the probability that each type gave to the move.
        posterior: the belief after it.

    Iterating gives the belief after each move as a dict.
    """

    names: tuple[str, ...]
    plies: tuple[int, ...]
    actions: tuple[int, ...]
    choices: tuple[int, ...]
    chances: Floats
    posterior: Floats

    def __len__(self) -> int:
        """How many moves are evidence."""
        return len(self.actions)

    def __iter__(self) -> Iterator[dict[str, float]]:
        """The belief after each move."""
        for row in self.posterior:
            yield dict(zip(self.names, map(float, row), strict=True))

    def believed(self, types: Types) -> Recognition:
        """The same moves under another posterior, prior or likelihood of the same types."""
        posterior = _posterior(self.chances, self.choices, types)
        shared = (self.names, self.plies, self.actions, self.choices, self.chances)
        return Recognition(*shared, posterior)

    @cached_property
    def fitting(self) -> npt.NDArray[np.int64]:
        """How many types could have made each move."""
        return np.asarray((self.chances > 0).sum(axis=1), dtype=np.int64)

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The most believed type after each move, by its place; a tie keeps the one before."""
        best: list[int] = []
        for row in self.posterior.tolist():
            enough = max(row) - 1e-12
            kept = bool(best) and row[best[-1]] >= enough
            best.append(best[-1] if kept else next(i for i, b in enumerate(row) if b >= enough))
        return tuple(best)

    def overlap(self, likelihood: str = "probability") -> float:
        """The average overlap of the types, from 0 (never share a move) to 1 (are the same).

        Over all moves the mean of the types' probabilities of the move, counting only moves that
        two or more could have made. With ``"indicator"`` a probability above 0 counts as 1.
        """
        if not len(self):
            return float("nan")
        chances = (self.chances > 0).astype(float) if likelihood == "indicator" else self.chances
        return float(((self.fitting >= 2) * chances.mean(axis=1)).mean())


def runs_of(leaders: Iterable[int]) -> list[int]:
    """The lengths of the maximal runs of equal values.

    Examples:
        >>> runs_of([0, 0, 2, 2, 2, 0])
        [2, 3, 1]
    """
    runs: list[int] = []
    last = None
    for leader in leaders:
        if leader == last:
            runs[-1] += 1
        else:
            runs.append(1)
        last = leader
    return runs


@lru_cache(maxsize=64)
def _weights(types_posterior: TimeWeighted | None, moves: int) -> Floats:
    """Row i: how much each of the moves counts after move i; None counts all alike."""
    ages = np.arange(moves)[:, None] - np.arange(moves)[None, :]  # 0 for the newest
    if types_posterior is None:
        return (ages >= 0).astype(float)
    p = types_posterior
    faded = p.a - p.b * np.power(np.maximum(ages, 0).astype(float), p.c)  # 0 ** 0 is 1
    return np.where(ages >= 0, np.maximum(faded, 0.0), 0.0)


def _posterior(chances: Floats, choices: Sequence[int], types: Types) -> Floats:
    moves, count = chances.shape
    prior = _prior(types, count)
    if types.frozen or not moves:
        return np.tile(prior, (moves, 1))
    if types.likelihood == "indicator":
        seen = (chances > 0).astype(float)
    else:
        legal = np.asarray(choices, dtype=float)[:, None]
        seen = (1 - types.error) * chances + types.error / legal
    if isinstance(types.posterior, Switching):
        return _filtered(seen, prior, types)
    if isinstance(types.posterior, Product):
        weights = np.empty_like(seen)
        product = np.ones(count)
        for place, row in enumerate(seen):
            product = product * row
            product /= product.max() or 1.0  # only the ratios count
            weights[place] = product
    else:
        fading = types.posterior if isinstance(types.posterior, TimeWeighted) else None
        weights = _weights(fading, moves) @ seen
    return _normalised(weights * prior, prior)


def _prior(types: Types, count: int) -> Floats:
    """The prior, the reserve last."""
    if types.prior == "random":
        raise OptionError("A random prior is drawn in a match; give weights to recognise somebody.")
    own = count - (types.reserve > 0)
    prior = np.ones(own) if isinstance(types.prior, str) else np.array(types.prior)
    if len(prior) != own:
        raise OptionError(f"The prior has {len(prior)} weights for {own} types.")
    prior = prior / prior.sum() * (1 - types.reserve)
    return np.append(prior, types.reserve) if types.reserve else prior


def _normalised(weights: Floats, prior: Floats) -> Floats:
    """Rows that sum to 1; where no type explains anything, the prior."""
    sums = weights.sum(axis=-1, keepdims=True)
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1.0), prior)


def _filtered(seen: Floats, prior: Floats, types: Types) -> Floats:
    """The forward filter of `Switching`."""
    assert isinstance(types.posterior, Switching)
    changes = _changes(prior, types.posterior, reserve=types.reserve > 0)
    beliefs, now = np.empty_like(seen), prior
    for place, row in enumerate(seen):
        now = _normalised(row * (now @ changes), prior)
        beliefs[place] = now
    return beliefs


def _changes(prior: Floats, switching: Switching, *, reserve: bool) -> Floats:
    """How likely a seat of one type (row) is of another (column) at its next move."""
    types = len(prior) - reserve
    fresh = prior[:types] / prior[:types].sum()
    changes = np.zeros((len(prior), len(prior)))
    changes[:types, :types] = switching.rate * fresh + (1 - switching.rate) * np.eye(types)
    if reserve:
        changes[:types] *= 1 - switching.reserve_rate
        changes[:types, -1] = switching.reserve_rate
        changes[-1, :types] = switching.reserve_rate * fresh
        changes[-1, -1] = 1 - switching.reserve_rate
    return changes


def recognise(
    game: Game | str,
    moves: Iterable[int],
    types: Types | str,
    seat: int,
    *,
    start: State | None = None,
) -> Recognition:
    """Form beliefs about one seat's type from the moves of a game.

    The belief after each move is the one that a search with the same `Types` would hold. Moves
    without a choice are left out. ``where``, ``horizon`` and the options of play do not matter
    here; `Correlated` is `Sum`, as only one seat is looked at.

    Args:
        game: what was played.
        moves: every action and chance outcome in order; they may stop before the end.
        types: the hypotheses, and how evidence adds up.
        seat: who is to be recognised.
        start: the state before the first move; by default the initial state.

    Raises:
        OptionError: a type gives no probabilities, or the prior does not fit.
        IllegalActionError: a move is not legal where it is made.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> from otherminds.search import TimeWeighted, Types
        >>> game = load("othello")
        >>> match = play_match(game, [Policy("mobility"), Policy("random")], seed=1)
        >>> types = Types(["max_disk", "max_value", "mobility"], posterior=TimeWeighted())
        >>> seen = recognise(game, [move for _, move in match.moves], types, seat=0)
        >>> {name: round(chance, 2) for name, chance in list(seen)[-1].items()}
        {'max_disk': 0.08, 'max_value': 0.3, 'mobility': 0.62}
        >>> runs_of(seen.leaders)
        [1, 17, 1, 11]
    """
    return _follow(game_of(game), moves, _types(types), seat, start, {}, Stream(0))[0]


def recognise_instead(
    game: Game | str,
    moves: Iterable[int],
    types: Types | str,
    seat: int,
    movers: Mapping[str, PolicyLike],
    *,
    seed: int | Stream = 0,
    start: State | None = None,
) -> dict[str, Recognition]:
    """Controls for `recognise`: what would be believed of others in the same positions.

    At each position in which the seat had a choice every mover draws a move by its policy, and
    that move is taken for the seat's. The game goes on with the move that was made, so all movers
    face what the seat faced; a mover that remembers is shown the game as it was.

    Args:
        game: what was played.
        moves: every action and chance outcome in order.
        types: the hypotheses, and how evidence adds up.
        seat: whose place they take.
        movers: policies by name.
        seed: decides what they draw.
        start: the state before the first move; by default the initial state.
    """
    stream = seed if isinstance(seed, Stream) else Stream(seed)
    return _follow(game_of(game), moves, _types(types), seat, start, movers, stream)[1]


def _types(given: Types | str) -> Types:
    types: Types = answer_of("others", given, Types, "Types")
    return types


class _Record:
    """The moves of one mover, and what the types say of them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._plies: list[int] = []
        self._actions: list[int] = []
        self._choices: list[int] = []
        self._chances: list[list[float]] = []

    def add(self, ply: int, action: int, choices: int, tables: Sequence[dict[int, float]]) -> None:
        self._plies.append(ply)
        self._actions.append(action)
        self._choices.append(choices)
        self._chances.append([table.get(action, 0.0) for table in tables])

    def recognition(self, types: Types) -> Recognition:
        chances = np.array(self._chances, dtype=float).reshape(len(self._plies), len(self._names))
        posterior = _posterior(chances, self._choices, types)
        columns = tuple(self._plies), tuple(self._actions), tuple(self._choices)
        return Recognition(self._names, *columns, chances, posterior)


def _follow(
    game: Game,
    moves: Iterable[int],
    types: Types,
    seat: int,
    start: State | None,
    movers: Mapping[str, PolicyLike],
    stream: Stream,
) -> tuple[Recognition, dict[str, Recognition]]:
    """Walk through a game once: the seat itself, and each mover in its place."""
    if not 0 <= seat < game.seats:
        raise OptionError(f"{game.name} has no seat {seat}.")
    given: Any = types.types
    policies: tuple[PolicyLike, ...] = dict(given).get(seat, ()) if is_by_seat(given) else given
    if not policies:
        raise OptionError(f"There are no types for seat {seat}.")
    names = tuple(policy_spec(policy)["label"] for policy in policies)
    models = [_model(policy, game) for policy in policies]
    if types.reserve:  # what is none of the types counts as likely as random moves
        names, models = (*names, "itself"), [*models, _model(Policy("random"), game)]
    others = {name: _model(policy, game) for name, policy in movers.items()}
    own, drawn = _Record(names), {name: _Record(names) for name in movers}
    rngs = {name: stream.child(name).rng() for name in movers}
    for model in models:
        model.begin(seat, Stream(0))
    for name, model in others.items():
        model.begin(seat, stream.child(name).child("begin"))
    watching = [*models, *others.values()]
    state: State = game.initial_state() if start is None else start.copy()
    for ply, action in enumerate(moves):
        if state.actor() == seat:
            legal = state.legal_actions()
            if len(legal) > 1:
                view = state.view(seat)
                tables = [model.chances(view, legal) for model in models]
                own.add(ply, action, len(legal), tables)
                for name, model in others.items():
                    draw = list(model.chances(view, legal).items())
                    instead = _core.sample_outcome(draw, rngs[name])
                    drawn[name].add(ply, instead, len(legal), tables)
        observation = state.observation(action, seat)
        state.apply_action(action)
        view = state.view(seat)
        for model in watching:
            model.observe(observation, view)
    controls = {name: record.recognition(types) for name, record in drawn.items()}
    return own.recognition(types), controls
