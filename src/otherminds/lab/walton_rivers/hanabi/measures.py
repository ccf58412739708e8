"""Points of stored games: differences on common decks, by number of players and by partner."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval
from otherminds.arena.store import Row
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.lab.numbers import numbers_of
from otherminds.lab.statistics import smallest, strata_mean, unit_means

__all__ = [
    "apart",
    "distance",
    "gap",
    "least_gap",
    "least_partner",
    "lives",
    "moves",
    "points",
    "size_gap",
    "size_of",
    "steps",
    "trend",
]

_Z = 1.959964


def points(results: Results, row: Row, seat: int) -> float:
    """The shared score."""
    del results
    return row.returns[seat]


def lives(results: Results, row: Row, seat: int) -> float:
    """Lives that are left."""
    del seat
    return numbers_of(results.tournament, row)["lives"]


def moves(results: Results, row: Row, seat: int) -> float:
    """Moves of all players."""
    del seat
    return numbers_of(results.tournament, row)["moves"]


def size_of(results: Results) -> int:
    """The number of players."""
    return results.tournament.loaded_game.seats


def _mean(played: Sequence[Results]) -> float:
    """Of the points, every tournament counting the same."""
    means = [list(unit_means(each, points).values()) for each in played]
    return float(np.mean([np.mean(own) for own in means if own])) if any(means) else math.nan


def _told(evidence: Evidence, arms: Sequence[str]) -> str:
    return "; ".join(f"{arm} {_mean(evidence.arms[arm]):.2f}" for arm in arms)


def _leads(
    one: Sequence[Results], other: Sequence[Results], chosen: Callable[[Results], bool]
) -> list[list[float]]:
    """For each tournament the differences of two arms, deck by deck."""
    strata = []
    for a, b in zip(one, other, strict=True):
        if chosen(a):
            first, second = unit_means(a, points), unit_means(b, points)
            common = sorted(first.keys() & second.keys())
            strata.append([first[unit] - second[unit] for unit in common])
    return strata


def _enough(strata: Sequence[Sequence[float]]) -> bool:
    """Without two decks in each there is no spread to judge by."""
    return bool(strata) and all(len(values) > 1 for values in strata)


def gap(first: str, second: str) -> Statistic:
    """How many points more the first arm has than the second, on common decks."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        strata = _leads(evidence.arms[first], evidence.arms[second], lambda each: True)
        if not _enough(strata):
            return UNKNOWN
        return strata_mean(strata, null, _told(evidence, (first, second)))

    return statistic


def least_gap(arm: str, *others: str) -> Statistic:
    """The smallest lead of an arm over others: above the null, it leads all of them."""
    return _least([(arm, other) for other in others])


def steps(*arms: str) -> Statistic:
    """The smallest lead of an arm over the next: above the null, they stand in this order."""
    return _least(list(pairwise(arms)))


def _least(pairs: Sequence[tuple[str, str]]) -> Statistic:
    names = list(dict.fromkeys(name for pair in pairs for name in pair))

    def statistic(evidence: Evidence, null: float) -> Estimate:
        found = [gap(*pair)(evidence, null) for pair in pairs]
        return smallest(found, null, _told(evidence, names))

    return statistic


def apart(one: Interval, other: Interval, null: float, detail: str = "") -> Estimate:
    """The difference of two independent means, by their normal intervals."""
    value = one.estimate - other.estimate
    half = math.hypot(one.high - one.low, other.high - other.low) / 2
    p_value = math.erfc(_Z * abs(value - null) / half / math.sqrt(2)) if half else 1.0
    return Estimate(Interval(value, value - half, value + half), p_value, detail)


def trend(first: str, second: str) -> Statistic:
    """How much greater the lead of the first arm is with two players than with more."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        pair = evidence.arms[first], evidence.arms[second]
        two = _leads(*pair, lambda each: size_of(each) == 2)
        more = _leads(*pair, lambda each: size_of(each) > 2)
        if not (_enough(two) and _enough(more)):
            return UNKNOWN
        leads = strata_mean(two, 0.0).value, strata_mean(more, 0.0).value
        told = f"two players {leads[0].estimate:+.2f}, more {leads[1].estimate:+.2f}"
        return apart(*leads, null, told)

    return statistic


def size_gap(arm: str) -> Statistic:
    """How many points more an arm has with three to five players than with two."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        two: list[list[float]] = []
        more: list[list[float]] = []
        for results in evidence.arms[arm]:
            chosen = two if size_of(results) == 2 else more
            chosen.append(list(unit_means(results, points).values()))
        if not (_enough(two) and _enough(more)):
            return UNKNOWN
        means = strata_mean(more, 0.0).value, strata_mean(two, 0.0).value
        told = f"more {means[0].estimate:.2f}, two players {means[1].estimate:.2f}"
        return apart(*means, null, told)

    return statistic


def least_partner(*arms: str, of: str = "") -> Statistic:
    """The smallest mean of several arms, each standing for a partner."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        found = []
        for arm in arms:
            strata = [list(unit_means(each, points).values()) for each in evidence.arms[arm]]
            if not _enough(strata):
                return UNKNOWN
            found.append(strata_mean(strata, null))
        return smallest(found, null, of + _told(evidence, arms))

    return statistic


def distance(arm: str, reported: Sequence[float], error: float) -> Statistic:
    """The greatest distance of an arm's means from reported ones, in standard errors of both.

    It is a test itself, so its interval is a point.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        found, told = [], []
        for results, figure in zip(evidence.arms[arm], reported, strict=True):
            values = np.array(list(unit_means(results, points).values()))
            if len(values) < 2:
                return UNKNOWN
            gap = float(values.mean()) - figure
            both = math.hypot(float(values.std(ddof=1)) / math.sqrt(len(values)), error)
            found.append(abs(gap) / both)
            told.append(f"{size_of(results)} players {values.mean():.2f} ({figure:.2f})")
        value = max(found)
        return Estimate(Interval(value, value, value), None, ", ".join(told))

    return statistic
