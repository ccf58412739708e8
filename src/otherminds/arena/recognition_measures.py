"""Which types do players look like? Recognition of many games, summed up next to controls.

A posterior always believes something: a type that allows many moves is believed more often,
whoever plays. So what is found about players is shown next to what the same count says of movers
whose type is known, in the same positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from otherminds._core import Stream
from otherminds.arena.statistics import Interval, effective_wilson, mean_interval
from otherminds.contracts import Game, State
from otherminds.search import Recognition, Types, recognise, recognise_instead
from otherminds.search.policies import PolicyLike
from otherminds.search.recognition import runs_of

__all__ = ["PHASES", "Resemblance", "recognise_all", "resemblance"]

PHASES = ("early", "middle", "late")
"""Thirds of a game, by its plies."""

SELF = "players"


@dataclass(frozen=True)
class Resemblance:
    """What a group of games says about who played them; intervals are over games.

    Attributes:
        name: who played.
        types: the hypotheses.
        games: how many.
        leading: by phase, the share of moves after which each type is the most believed.
        posterior: by phase, the mean belief in each type.
        runs: maximal runs of the same most believed type, a seat and game.
        duration: moves per run.
        fits_none: share of moves that no type could have made.
        fits_several: share of moves that two or more types could have made.
        overlap: average overlap of the types, by the form of likelihood.
    """

    name: str
    types: tuple[str, ...]
    games: int
    leading: Mapping[str, Mapping[str, Interval]]
    posterior: Mapping[str, Mapping[str, Interval]]
    runs: Interval
    duration: Interval
    fits_none: Interval
    fits_several: Interval
    overlap: Mapping[str, Interval]


Seen = tuple[Recognition, int]
"""What was recognised of one seat, and how many plies its game had."""


def _phases(seen: Seen) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    recognition, length = seen
    plies = np.asarray(recognition.plies, dtype=np.int64)
    return np.minimum(3 * plies // max(length, 1), 2)


def leading_share(seats: Sequence[Seen], phase: int, place: int) -> float:
    """How often a type is the most believed in a phase of one game; NaN without moves there."""
    hits = moves = 0
    for seen in seats:
        leaders = np.asarray(seen[0].leaders, dtype=np.int64)[_phases(seen) == phase]
        hits, moves = hits + int((leaders == place).sum()), moves + len(leaders)
    return hits / moves if moves else math.nan


def _mean_belief(seats: Sequence[Seen], phase: int, place: int) -> float:
    values = [seen[0].posterior[_phases(seen) == phase, place] for seen in seats]
    joined = np.concatenate(values) if values else np.array([])
    return float(joined.mean()) if len(joined) else math.nan


def _known(
    games: Sequence[Sequence[Seen]], number: Callable[[Sequence[Seen]], float]
) -> list[float]:
    return [value for seats in games if not math.isnan(value := number(seats))]


def _share(games: Sequence[Sequence[Seen]], number: Callable[[Sequence[Seen]], float]) -> Interval:
    """The mean of one share per game; where all are 0 or all are 1, Wilson's interval."""
    values = _known(games, number)
    if values and max(values) == min(values) and values[0] in (0.0, 1.0):
        return effective_wilson(values[0], len(values))
    return mean_interval(values, limits=(0.0, 1.0))


def _count(games: Sequence[Sequence[Seen]], number: Callable[[Sequence[Seen]], float]) -> Interval:
    return mean_interval(_known(games, number), limits=(1.0, math.inf))


def run_count(seats: Sequence[Seen]) -> float:
    """Runs of the most believed type, the mean of the seats that had a choice at all."""
    counts = [len(runs_of(seen.leaders)) for seen, _ in seats if len(seen)]
    return float(np.mean(counts)) if counts else math.nan


def _duration(seats: Sequence[Seen]) -> float:
    lengths = [float(np.mean(runs_of(seen.leaders))) for seen, _ in seats if len(seen)]
    return float(np.mean(lengths)) if lengths else math.nan


def _mean_moves(seats: Sequence[Seen], test: Callable[[Recognition], Iterable[float]]) -> float:
    values = [float(value) for seen, _ in seats for value in test(seen)]
    return float(np.mean(values)) if values else math.nan


def resemblance(name: str, games: Sequence[Sequence[Seen]]) -> Resemblance:
    """Sum up what was recognised; for each game its recognised seats."""
    first = next((seen for seats in games for seen, _ in seats), None)
    types = first.names if first else ()
    return Resemblance(
        name=name,
        types=types,
        games=len(games),
        leading={
            phase: {
                kind: _share(games, lambda s, p=at, k=place: leading_share(s, p, k))  # type: ignore[misc]
                for place, kind in enumerate(types)
            }
            for at, phase in enumerate(PHASES)
        },
        posterior={
            phase: {
                kind: _share(games, lambda s, p=at, k=place: _mean_belief(s, p, k))  # type: ignore[misc]
                for place, kind in enumerate(types)
            }
            for at, phase in enumerate(PHASES)
        },
        runs=_count(games, run_count),
        duration=_count(games, _duration),
        fits_none=_share(games, lambda s: _mean_moves(s, lambda r: r.fitting == 0)),
        fits_several=_share(games, lambda s: _mean_moves(s, lambda r: r.fitting >= 2)),
        overlap={
            form: _share(games, lambda s, f=form: _mean_overlap(s, f))  # type: ignore[misc]
            for form in ("probability", "indicator")
        },
    )


def _mean_overlap(seats: Sequence[Seen], form: str) -> float:
    values = [seen.overlap(form) for seen, _ in seats if len(seen)]
    return float(np.mean(values)) if values else math.nan


def recognise_all(
    game: Game,
    records: Sequence[Sequence[int]],
    types: Types,
    controls: Mapping[str, PolicyLike],
    *,
    seats: Sequence[Sequence[int]] | None = None,
    starts: Sequence[State] | None = None,
    seed: int = 0,
    watch: Callable[[int], None] | None = None,
) -> dict[str, list[list[Seen]]]:
    """Recognise the players of recorded games, and each control in the same positions.

    Args:
        game: what was played.
        records: games as sequences of actions.
        types: the hypotheses.
        controls: policies by name.
        seats: whom to recognise in each game; by default everybody.
        starts: the state before the first action of each game; by default the initial state.
        seed: decides what the controls draw.
        watch: called with the number of games that are done.
    """
    groups: dict[str, list[list[Seen]]] = {name: [] for name in (SELF, *controls)}
    for number, record in enumerate(records):
        moves = tuple(record)
        start = None if starts is None else starts[number]
        found: dict[str, list[Seen]] = {name: [] for name in groups}
        for seat in range(game.seats) if seats is None else seats[number]:
            found[SELF].append((recognise(game, moves, types, seat, start=start), len(moves)))
            stream = Stream(seed).child(number).child(seat)
            drawn = recognise_instead(game, moves, types, seat, controls, seed=stream, start=start)
            for name, recognition in drawn.items():
                found[name].append((recognition, len(moves)))
        for name, each in found.items():
            groups[name].append(each)
        if watch:
            watch(number + 1)
    return groups
