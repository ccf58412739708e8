"""Numbers of games of Cluedo, and statistics that only this source needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from otherminds.arena.plan import Experiment
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, share_interval
from otherminds.arena.store import Row
from otherminds.experiments.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.experiments.ledford.suggestions import truncated_mean
from otherminds.experiments.statistics import bootstrap

__all__ = [
    "Group",
    "Values",
    "by_seat",
    "group_mean",
    "group_steps",
    "solved",
    "spread",
    "stalled",
    "team_solved",
    "worst_seat",
]

Floats = npt.NDArray[np.float64]
Values = Callable[[Experiment, Row, int], Sequence[float]]
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


# Seats --------------------------------------------------------------------------------------------


def by_seat(results: Results) -> list[Interval]:
    """For each seat, how often player 0 wins there."""
    shares = []
    for seat in range(results.experiment.loaded_game.seats):
        own = [row.returns[seat] for row in results.rows if row.seats[seat] == 0]
        shares.append(share_interval([float(value > 0) for value in own], len(own)))
    return shares


def worst_seat(arm: str) -> Statistic:
    """How far the seat that is farthest from its fair share is from it.

    The interval is that seat's own, so it does not know that the seat was picked.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        shares = by_seat(evidence.arms[arm][0])
        fair = 1 / len(shares)
        far = max(shares, key=lambda share: abs(share.estimate - fair))
        value = Interval(far.estimate - fair, far.low - fair, far.high - fair)
        told = ", ".join(f"{share.estimate:.1%}" for share in shares)
        return Estimate(value, None, f"by seat {told}")

    return statistic


# Means over several things in a game --------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Whose numbers are meant: a player of some arms, every arm counting the same."""

    name: str
    arms: tuple[str, ...]
    player: int = 0


def _games_of(evidence: Evidence, group: Group, values: Values) -> list[list[tuple[int, Floats]]]:
    """For each arm the block and the numbers of every game that has some."""
    arms = []
    for arm in group.arms:
        games = [
            (row.block, np.asarray(values(results.experiment, row, group.player), dtype=float))
            for results in evidence.arms[arm]
            for row in results.rows
        ]
        arms.append([(block, numbers) for block, numbers in games if len(numbers)])
    return arms


def _tables(games: Sequence[Sequence[tuple[int, Floats]]]) -> list[Floats]:
    """For each arm a row a deal: the sum of all numbers, and how many there are."""
    tables = []
    for arm in games:
        sums: dict[int, Floats] = defaultdict(lambda: np.zeros(2))
        for block, numbers in arm:
            sums[block] += numbers.sum(), len(numbers)
        tables.append(np.array([sums[block] for block in sorted(sums)]).reshape(-1, 2))
    return tables


def _told(group: Group, games: Sequence[Sequence[tuple[int, Floats]]]) -> str:
    """The mean over all numbers, and the two ways in which the source may have taken it."""
    by_game = np.mean([np.mean([numbers.mean() for _, numbers in arm]) for arm in games])
    cut = np.mean([np.mean([truncated_mean(list(numbers)) for _, numbers in arm]) for arm in games])
    plain = np.mean([table[:, 0].sum() / table[:, 1].sum() for table in _tables(games)])
    return f"{group.name} {plain:.3f} ({by_game:.3f}; {cut:.3f})"


def _of_groups(
    groups: Sequence[Group], values: Values, combine: Callable[[Sequence[float]], float]
) -> Statistic:
    def statistic(evidence: Evidence, null: float) -> Estimate:
        games = [_games_of(evidence, group, values) for group in groups]
        if not all(all(arms) for arms in games):
            return UNKNOWN
        tables = [_tables(arms) for arms in games]
        ends = np.cumsum([len(arms) for arms in tables])

        def function(means: Sequence[Floats]) -> float:
            ratios = [float(mean[0] / mean[1]) for mean in means]
            parts = np.split(np.array(ratios), ends[:-1])
            return combine([float(part.mean()) for part in parts])

        estimate = bootstrap([table for arms in tables for table in arms], function, null)
        told = ", ".join(map(_told, groups, games))
        return Estimate(estimate.value, estimate.p_value, f"{told}")

    return statistic


def group_mean(group: Group, values: Values) -> Statistic:
    """The mean of a group's numbers; the interval draws deals anew."""
    return _of_groups([group], values, lambda means: means[0])


def group_steps(*groups: Group, values: Values) -> Statistic:
    """The smallest lead of a group over the next: above 0, they stand in this order.

    Told beside are each group's mean over all numbers and, in brackets, the mean of the means of
    games, plain and cut to whole numbers as the source kept them.
    """
    return _of_groups(groups, values, lambda means: float(-np.max(np.diff(means))))


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
