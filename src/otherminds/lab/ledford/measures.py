"""Numbers of games of Cluedo, and statistics that only this source needs."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval
from otherminds.arena.store import Row
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.lab.ledford.suggestions import truncated_mean
from otherminds.lab.statistics import smallest

__all__ = [
    "Group",
    "Values",
    "group_mean",
    "group_steps",
    "solved",
    "spread",
    "stalled",
    "team_solved",
]

Floats = npt.NDArray[np.float64]
Values = Callable[[Tournament, Row, int], Sequence[float]]
"""Numbers of one player in one match, none or several."""


def solved(results: Results, row: Row, seat: int) -> float:
    """1 for the seat that has named the envelope; a game that nobody has won counts for nobody."""
    del results
    return float(row.returns[seat] > 0)


def team_solved(results: Results, row: Row, seat: int) -> float:
    """1 if a seat of the same player has."""
    del results
    player = row.seats[seat]
    return float(any(row.returns[i] > 0 for i, other in enumerate(row.seats) if other == player))


def stalled(results: Results, row: Row, seat: int) -> float:
    """1 for a game that was stopped before anybody had won."""
    del results, seat
    return float(not any(row.returns))


# Means over several things in a game --------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Whose numbers are meant: a player of some arms, every arm counting the same."""

    name: str
    arms: tuple[str, ...]
    player: int = 0


_Games = list[list[tuple[int, Floats]]]


def _games_of(evidence: Evidence, group: Group, values: Values) -> _Games:
    """For each arm the block and the numbers of every game that has some."""
    arms = []
    for arm in group.arms:
        games = [
            (row.block, np.asarray(values(results.tournament, row, group.player), dtype=float))
            for results in evidence.arms[arm]
            for row in results.rows
        ]
        arms.append([(block, numbers) for block, numbers in games if len(numbers)])
    return arms


@dataclass(frozen=True)
class _Ratio:
    """A mean over all numbers of an arm, with its variance over deals."""

    value: float
    variance: float
    freedom: int


def _ratio(arm: Sequence[tuple[int, Floats]]) -> _Ratio:
    """Deals have different numbers of suggestions, so each counts by what it adds to the mean."""
    sums: dict[int, Floats] = defaultdict(lambda: np.zeros(2))
    for block, numbers in arm:
        sums[block] += numbers.sum(), len(numbers)
    table = np.array(list(sums.values()))
    value = float(table[:, 0].sum() / table[:, 1].sum())
    added = (table[:, 0] - value * table[:, 1]) / table[:, 1].mean()
    deals = len(table)
    variance = float(added.var(ddof=1)) / deals if deals > 1 else math.inf
    return _Ratio(value, variance, deals - 1)


def _told(group: Group, games: _Games) -> str:
    """The mean over all numbers; where games have several, the source's ways to take it, too."""
    arms = [[numbers for _, numbers in arm] for arm in games]
    text = f"{group.name} {np.mean([_ratio(arm).value for arm in games]):.3f}"
    if all(len(numbers) == 1 for arm in arms for numbers in arm):
        return text
    ways = [np.mean([np.mean([numbers.mean() for numbers in arm]) for arm in arms])]
    if all(np.all(numbers == np.floor(numbers)) for arm in arms for numbers in arm):
        cut = [np.mean([truncated_mean(list(numbers)) for numbers in arm]) for arm in arms]
        ways.append(np.mean(cut))
    return f"{text} ({'; '.join(f'{way:.3f}' for way in ways)})"


def _student(weights: Sequence[tuple[_Ratio, float]], null: float) -> Estimate:
    """A weighted sum of means with Student's interval, degrees of freedom by Welch's rule."""
    from scipy import special

    value = sum(weight * ratio.value for ratio, weight in weights)
    parts = [(weight**2 * ratio.variance, ratio.freedom) for ratio, weight in weights]
    variance = sum(part for part, _ in parts)
    if not 0 < variance < math.inf:
        return UNKNOWN
    freedom = variance**2 / sum(part**2 / own for part, own in parts if own)
    error = math.sqrt(variance)
    half = error * float(special.stdtrit(freedom, 0.975))
    p_value = 2 * float(special.stdtr(freedom, -abs(value - null) / error))
    return Estimate(Interval(value, value - half, value + half), p_value)


def _weighed(
    games: Sequence[Sequence[tuple[int, Floats]]], sign: int
) -> list[tuple[_Ratio, float]]:
    return [(_ratio(arm), sign / len(games)) for arm in games]


def group_mean(group: Group, values: Values) -> Statistic:
    """The mean of a group's numbers."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        games = _games_of(evidence, group, values)
        if not all(games):
            return UNKNOWN
        found = _student(_weighed(games, 1), null)
        return Estimate(found.value, found.p_value, _told(group, games))

    return statistic


def group_steps(*groups: Group, values: Values) -> Statistic:
    """The smallest lead of a group over the next: above 0, they stand in this order.

    Told beside are each group's mean over all numbers and, in brackets, the mean of the means of
    games, for whole numbers also with means that are cut to whole numbers.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        games = [_games_of(evidence, group, values) for group in groups]
        if not all(all(arms) for arms in games):
            return UNKNOWN
        steps = [
            _student(_weighed(one, 1) + _weighed(next_, -1), null)
            for one, next_ in itertools.pairwise(games)
        ]
        return smallest(steps, null, ", ".join(map(_told, groups, games)))

    return statistic


def spread(numbers: Sequence[float]) -> str:
    """Mean, median, 5 to 95 % and the ends of some numbers.

    Examples:
        >>> spread([1, 2, 3, 4, 100])
        'mean 22.0, median 3, 5-95 % 1-81, from 1 to 100'
    """
    low, middle, high = np.quantile(numbers, [0.05, 0.5, 0.95])
    return (
        f"mean {np.mean(numbers):.1f}, median {middle:.0f}, 5-95 % {low:.0f}-{high:.0f}, "
        f"from {min(numbers):.0f} to {max(numbers):.0f}"
    )
