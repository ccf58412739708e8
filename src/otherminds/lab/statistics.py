"""Numbers of arms, with intervals over blocks.

An arm has one tournament per opponent, or per level. Every opponent counts the same, whatever the
number of its games; blocks of one opponent are resampled among themselves. Arms that are compared
play the same blocks: seed, colour and the opponent's random stream are the same in both, so their
differences are taken unit by unit. A unit is a series of games that depend on each other, or a deal
in all its seatings; in a game that has no deal the games of a block share nothing, and each is a
unit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results, win_shares
from otherminds.arena.statistics import Interval, effective_wilson, mean_interval, paired_test
from otherminds.arena.store import Row
from otherminds.contracts.streams import is_dealt
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic

__all__ = [
    "GameNumber",
    "bootstrap",
    "difference",
    "games_are_independent",
    "least_lead",
    "least_share",
    "least_step",
    "mean",
    "not_significant",
    "ratio",
    "sample_for",
    "share",
    "smallest",
    "strata_mean",
    "strata_share",
    "t_over_opponents",
    "unit_means",
    "welch",
    "won",
]

Floats = npt.NDArray[np.float64]
GameNumber = Callable[[Results, Row, int], float]
"""A number of one game: from the results, the row and the seat of player 0."""
ToldTest = Callable[[Evidence, str, str], str]
"""A test of two arms, in words, told beside an estimate."""

RESAMPLES = 2_000
_Z = NormalDist().inv_cdf(0.975)


def won(results: Results, row: Row, seat: int) -> float:
    """The win share of the seat."""
    del results
    return win_shares(row.returns)[seat]


Unit = tuple[int, int]
"""A block and a match of it, or a block as a whole and -1."""


@lru_cache(maxsize=10_000)
def games_are_independent(tournament: Tournament) -> bool:
    """Whether games of one block share nothing: no series, and no deal that differs by block."""
    return not tournament.series and not is_dealt(tournament.loaded_game)


@lru_cache(maxsize=4_096)
def unit_means(results: Results, number: GameNumber = won) -> Mapping[Unit, float]:
    """For each unit the mean of a number over its games; NaN leaves a game out."""
    values: dict[Unit, list[float]] = defaultdict(list)
    alone = games_are_independent(results.tournament)
    for row in results.rows:
        for seat, player in enumerate(row.seats):
            if player == 0 and not math.isnan(value := number(results, row, seat)):
                values[row.block, row.match if alone else -1].append(value)
    return {unit: sum(own) / len(own) for unit, own in values.items()}


@dataclass(frozen=True)
class _Mean:
    """A mean over opponents, and the variance of that mean."""

    value: float
    variance: float
    units: int


def _mean_of(strata: Sequence[Sequence[float]]) -> _Mean:
    """Equal weight to each opponent; opponents of whom nothing is known are left out."""
    parts = [np.asarray(values, dtype=float) for values in strata if len(values)]
    if not parts:
        return _Mean(math.nan, math.nan, 0)
    variance = sum(float(v.var(ddof=1)) / len(v) if len(v) > 1 else 0.0 for v in parts)
    value = float(np.mean([v.mean() for v in parts]))
    return _Mean(value, variance / len(parts) ** 2, sum(map(len, parts)))


def strata_share(strata: Sequence[Sequence[float]], games: int) -> Interval:
    """Wilson's interval for a share, every opponent counting the same.

    Like `share_interval`, with the number of independent games that would show the spread seen
    between the blocks of each opponent.

    Examples:
        >>> f"{strata_share([[1.0, 0.5, 1.0, 0.5], [0.5, 0.5, 1.0, 0.0]], 16):.1%}"
        '62.5% [37.9%, 82.0%]'
    """
    mean = _mean_of(strata)
    if not mean.units:
        return Interval(math.nan, 0.0, 1.0)
    return effective_wilson(mean.value, _trials(mean, games))


def _trials(mean: _Mean, games: int) -> float:
    """The number of independent games that a share is worth."""
    spread = mean.value * (1 - mean.value)
    effective = spread / mean.variance if mean.variance and spread else float(mean.units)
    return min(effective, float(games))


def _strata(evidence: Evidence, arm: str, number: GameNumber = won) -> list[Mapping[Unit, float]]:
    return [unit_means(results, number) for results in evidence.arms[arm]]


def _games(evidence: Evidence, arm: str) -> int:
    return sum(len(results.rows) for results in evidence.arms[arm])


def _two_sided(distance: float, error: float) -> float:
    """The p-value of a normal deviate."""
    if error == 0 or math.isnan(distance):
        return 1.0
    return 2 * NormalDist().cdf(-abs(distance) / error)


def _per_opponent(evidence: Evidence, arm: str, number: GameNumber = won) -> list[float]:
    return [float(np.mean(list(v.values()))) for v in _strata(evidence, arm, number) if v]


def sample_for(share: float, null: float, *, power: float = 0.8) -> int:
    """Games that show a share to be another than the null, two-sided at 5 %; a multiple of four.

    Examples:
        >>> sample_for(0.30, 0.25)
        612
    """
    spread = _Z * math.sqrt(null * (1 - null))
    spread += NormalDist().inv_cdf(power) * math.sqrt(share * (1 - share))
    return 4 * math.ceil((spread / (share - null)) ** 2 / 4)


def share(
    arm: str,
    *,
    number: GameNumber = won,
    strata_name: str = "opponent",
    also: Mapping[str, GameNumber] | None = None,
) -> Statistic:
    """The win share of player 0, or another number from 0 to 1, every opponent counting the same.

    ``also`` names other ways to count a game, whose shares are told beside.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        strata = [list(blocks.values()) for blocks in _strata(evidence, arm, number)]
        games = _games(evidence, arm)
        value = strata_share(strata, games)
        if math.isnan(value.estimate):
            return UNKNOWN
        error = math.sqrt(null * (1 - null) / _trials(_mean_of(strata), games))
        p_value = _two_sided(value.estimate - null, error)
        rates = _per_opponent(evidence, arm, number)
        details = []
        if len(rates) > 1:
            details.append(f"by {strata_name} " + ", ".join(f"{rate:.1%}" for rate in rates))
        for name, counted in (also or {}).items():
            other = float(np.mean(_per_opponent(evidence, arm, counted)))
            details.append(f"{name} {other:.1%}")
        return Estimate(value, p_value, "; ".join(details))

    return statistic


def difference(
    first: str, second: str, *, number: GameNumber = won, test: ToldTest | None = None
) -> Statistic:
    """How much greater the win share of player 0 is in the first arm than in the second.

    ``number`` is another share of a game to compare, ``test`` another test to tell beside than the
    one over opponents.

    The interval recovers the variances of the two Wilson intervals and the correlation of the
    arms over common blocks (Newcombe 1998, Zou and Donner 2008), so that it keeps its meaning
    near 0 and 100 %. The p-value flips the signs of block differences where both arms have played
    the same blocks; otherwise it is a normal one.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        pair = [_strata(evidence, arm, number) for arm in (first, second)]
        if not all(all(strata) for strata in pair):
            return UNKNOWN
        shares = [
            strata_share([list(blocks.values()) for blocks in strata], _games(evidence, arm))
            for arm, strata in zip((first, second), pair, strict=True)
        ]
        means = [_mean_of([list(blocks.values()) for blocks in strata]) for strata in pair]
        covariance = _covariance(pair[0], pair[1])
        scale = math.sqrt(means[0].variance * means[1].variance)
        r = max(-1.0, min(1.0, covariance / scale)) if scale else 0.0
        value = _recovered(shares[0], shares[1], r)
        paired = all(a.keys() == b.keys() for a, b in zip(*pair, strict=True))
        if paired:
            p_value = _flipped(pair[0], pair[1], null)
        else:
            variance = means[0].variance + means[1].variance - 2 * covariance
            error = math.sqrt(max(variance, 0.0))
            if not error:  # all games of each arm ended alike; the interval still has a width
                towards = value.low if value.estimate > null else value.high
                error = abs(value.estimate - towards) / _Z
            p_value = _two_sided(value.estimate - null, error)
        told = (test or t_over_opponents)(evidence, first, second)
        return Estimate(value, p_value, told, at_limit=_at_limit(shares))

    return statistic


LIMIT = 0.95
"""Beyond it, and below what is left, shares are so near their limit that differences are small
whatever the players are."""


def _at_limit(shares: Sequence[Interval]) -> bool:
    """Whether all shares stand at the same end."""
    estimates = [share.estimate for share in shares]
    return min(estimates) > LIMIT or max(estimates) < 1 - LIMIT


def _recovered(first: Interval, second: Interval, r: float) -> Interval:
    """The interval of a difference from those of its parts and their correlation."""
    d = first.estimate - second.estimate
    down, up = first.estimate - first.low, first.high - first.estimate
    other_down, other_up = second.estimate - second.low, second.high - second.estimate
    low = math.sqrt(max(0.0, down**2 + other_up**2 - 2 * r * down * other_up))
    high = math.sqrt(max(0.0, up**2 + other_down**2 - 2 * r * up * other_down))
    return Interval(d, d - low, d + high)


def _covariance(
    first: Sequence[Mapping[Unit, float]], second: Sequence[Mapping[Unit, float]]
) -> float:
    """Of the two means over opponents, from the blocks that both have."""
    total = 0.0
    for a, b in zip(first, second, strict=True):
        common = sorted(a.keys() & b.keys())
        if len(common) > 1:
            sample = np.cov([a[k] for k in common], [b[k] for k in common])[0, 1]
            total += float(sample) * len(common) / (len(a) * len(b))
    return total / len(first) ** 2


def _flipped(
    first: Sequence[Mapping[Unit, float]], second: Sequence[Mapping[Unit, float]], null: float
) -> float:
    """Two-sided p-value by flipping signs of block differences, opponents weighted alike."""
    weighted: list[float] = []
    for a, b in zip(first, second, strict=True):
        weighted += [(a[block] - b[block] - null) / len(a) for block in sorted(a)]
    return paired_test(weighted).p_value


def t_over_opponents(evidence: Evidence, first: str, second: str) -> str:
    """The paired one-sided t-test on one win rate per opponent, in words."""
    rates = [np.array(_per_opponent(evidence, arm)) for arm in (first, second)]
    t, p_value = (float(found) for found in _student(rates[0] - rates[1]))
    if math.isnan(t):
        return ""
    return f"t over {len(rates[0])} opponents {t:.2f}, one-sided p {p_value:.3f}"


def _student(differences: Floats) -> tuple[Floats, Floats]:
    """Student's t and its one-sided p-value along the first axis; no spread, no finding."""
    from scipy import special

    count = len(differences)
    spread = differences.std(axis=0, ddof=1) if count > 1 else np.zeros(differences.shape[1:])
    with np.errstate(divide="ignore", invalid="ignore"):
        t = differences.mean(axis=0) / (spread / math.sqrt(count))
    known = spread > 1e-12
    return np.where(known, t, np.nan), np.where(known, 1 - special.stdtr(count - 1, t), 1.0)


def mean(
    arm: str, number: GameNumber, *, also: Mapping[str, GameNumber] | None = None
) -> Statistic:
    """The mean of a number of the arm's games, every opponent counting the same.

    ``also`` names other numbers whose means are told beside.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        strata = [list(blocks.values()) for blocks in _strata(evidence, arm, number)]
        if not any(strata):
            return UNKNOWN
        told = [
            f"{name} {np.mean(_per_opponent(evidence, arm, other)):.2f}"
            for name, other in (also or {}).items()
        ]
        return strata_mean(strata, null, ", ".join(told))

    return statistic


def strata_mean(strata: Sequence[Sequence[float]], null: float, detail: str = "") -> Estimate:
    """The mean of one number per unit, every stratum counting the same, with a sign-flip test."""
    mean = _mean_of(strata)
    if mean.units < 2:
        return UNKNOWN
    if len(strata) == 1:
        value = mean_interval(strata[0])
    else:
        half = _Z * math.sqrt(mean.variance)
        value = Interval(mean.value, mean.value - half, mean.value + half)
    weighted = [(x - null) / len(values) for values in strata for x in values]
    return Estimate(value, paired_test(weighted).p_value, detail)


def bootstrap(
    tables: Sequence[Floats], function: Callable[[Sequence[Floats]], float], null: float
) -> Estimate:
    """A function of the columns' means, resampling rows of each table among themselves.

    A table has one row per block and one column per arm; the function gets the column means of
    each table. The interval is the percentile one, the p-value twice the smaller tail beyond the
    null.
    """
    if any(len(table) < 2 for table in tables):
        return UNKNOWN
    rng = np.random.default_rng(0)
    drawn = []
    for table in tables:
        counts = rng.multinomial(len(table), np.full(len(table), 1 / len(table)), size=RESAMPLES)
        drawn.append(counts @ table / len(table))
    values = np.array([function([d[i] for d in drawn]) for i in range(RESAMPLES)])
    estimate = function([table.mean(axis=0) for table in tables])
    low, high = np.quantile(values, [0.025, 0.975])
    tail = min(int((values <= null).sum()), int((values >= null).sum()))
    return Estimate(
        Interval(estimate, float(low), float(high)), min(1.0, 2 * (tail + 1) / (RESAMPLES + 1))
    )


def _tables(evidence: Evidence, arms: Sequence[str], number: GameNumber = won) -> list[Floats]:
    """For each opponent the blocks that all arms have, as rows."""
    tables = []
    for strata in zip(*(_strata(evidence, arm, number) for arm in arms), strict=True):
        common = sorted(set.intersection(*(set(blocks) for blocks in strata)))
        tables.append(np.array([[blocks[k] for blocks in strata] for k in common]))
    return tables


def least_step(*arms: str, number: GameNumber = won) -> Statistic:
    """The smallest lead of an arm over the next: above 0, the arms stand in this order."""
    return _least(arms, [(i, i + 1) for i in range(len(arms) - 1)], number)


def least_lead(arm: str, *others: str, number: GameNumber = won) -> Statistic:
    """The smallest lead of one arm over the others: above 0, it is the best."""
    return _least((arm, *others), [(0, i + 1) for i in range(len(others))], number)


def _least(arms: Sequence[str], pairs: Sequence[tuple[int, int]], number: GameNumber) -> Statistic:
    """The smallest of several differences.

    All are above the null if each is: the greatest of their p-values counts (an intersection-union
    test). That one is below it takes the smallest of them times their number.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        found = [difference(arms[a], arms[b], number=number)(evidence, null) for a, b in pairs]
        return smallest(found, null, _told_shares(evidence, arms, number))

    return statistic


def smallest(found: Sequence[Estimate], null: float, detail: str) -> Estimate:
    """The smallest of several estimates, with the p-value that all of them are above the null."""
    if any(math.isnan(each.value.estimate) for each in found):
        return UNKNOWN
    value = Interval(
        *(min(getattr(each.value, end) for each in found) for end in ("estimate", "low", "high"))
    )
    p_values = [each.p_value or 0.0 for each in found]
    if value.estimate > null:
        p_value = max(p_values)
    else:
        below = [p for p, each in zip(p_values, found, strict=True) if each.value.high < null]
        p_value = min(1.0, len(found) * min(below, default=1.0))
    return Estimate(value, p_value, detail)


def _told_shares(evidence: Evidence, arms: Sequence[str], number: GameNumber) -> str:
    rates = [_per_opponent(evidence, arm, number) for arm in arms]
    means = [float(np.mean(own)) if own else math.nan for own in rates]
    return ", ".join(f"{arm} {rate:.1%}" for arm, rate in zip(arms, means, strict=True))


def least_share(*arms: str, number: GameNumber = won) -> Statistic:
    """The smallest share of several arms: above the null, all of them are."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        found = [share(arm, number=number)(evidence, null) for arm in arms]
        return smallest(found, null, _told_shares(evidence, arms, number))

    return statistic


def ratio(first: str, second: str, *, number: GameNumber) -> Statistic:
    """The mean of a positive number in the first arm, divided by that in the second.

    The interval is Student's for the difference of the logarithms (delta method), common blocks
    taken into account.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        pair = [_strata(evidence, arm, number) for arm in (first, second)]
        freedom = sum(len(units) - 1 for strata in pair for units in strata)
        if not all(all(strata) for strata in pair) or not freedom:
            return UNKNOWN
        from scipy import special

        one, other = (_mean_of([list(units.values()) for units in strata]) for strata in pair)
        covariance = _covariance(pair[0], pair[1])
        variance = one.variance / one.value**2 + other.variance / other.value**2
        error = math.sqrt(max(0.0, variance - 2 * covariance / (one.value * other.value)))
        middle = math.log(one.value / other.value)
        half = error * float(special.stdtrit(freedom, 0.975))
        t = abs(middle - math.log(null)) / error if error else 0.0
        return Estimate(
            Interval(*map(math.exp, (middle, middle - half, middle + half))),
            2 * float(special.stdtr(freedom, -t)),
            f"{first} {one.value:.1f}, {second} {other.value:.1f}",
        )

    return statistic


def welch(number: GameNumber) -> ToldTest:
    """Welch's t-test over all games of two arms, in words."""

    def test(evidence: Evidence, first: str, second: str) -> str:
        from scipy import special

        games = [
            np.array(
                [value for units in _strata(evidence, arm, number) for value in units.values()]
            )
            for arm in (first, second)
        ]
        told = ", ".join(
            f"{arm} {own.mean():.3f}" for arm, own in zip((first, second), games, strict=True)
        )
        if min(map(len, games)) < 2:
            return told
        errors = [float(own.var(ddof=1)) / len(own) for own in games]
        if not sum(errors):
            return told
        t = float(games[0].mean() - games[1].mean()) / math.sqrt(sum(errors))
        freedom = sum(errors) ** 2 / sum(
            error**2 / (len(own) - 1) for error, own in zip(errors, games, strict=True)
        )
        p_value = 2 * float(special.stdtr(freedom, -abs(t)))
        return f"{told}; Welch's t {t:.2f}, p {p_value:.3f}"

    return test


def not_significant(first: str, second: str, *, games: int) -> Statistic:
    """How often a t-test over opponents finds no lead of the first arm at 5 %.

    Tournaments of ``games`` games per opponent are drawn from the blocks that were played, and in
    each a one-sided paired t-test with one win rate per opponent is made. The interval draws the
    blocks themselves anew as well.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        tables = _tables(evidence, (first, second))
        if any(len(table) < 2 for table in tables):
            return UNKNOWN
        rng = np.random.default_rng(0)
        sizes = []
        for table, results in zip(tables, evidence.arms[first], strict=True):
            per_unit = len(results.rows) / len(unit_means(results))
            sizes.append((table[:, 0] - table[:, 1], max(1, round(games / per_unit))))

        def rate(samples: Sequence[tuple[Floats, int]], times: int) -> float:
            drawn = np.stack(
                [rng.choice(values, size=(times, size)).mean(axis=1) for values, size in samples]
            )
            return float((_student(drawn)[1] >= 0.05).mean())

        estimate = rate(sizes, RESAMPLES)
        again = [
            rate([(rng.choice(values, size=len(values)), size) for values, size in sizes], 100)
            for _ in range(100)
        ]
        low, high = np.quantile(again, [0.025, 0.975])
        detail = t_over_opponents(evidence, first, second)
        gap = difference(first, second)(evidence, 0.0)
        told = f"the lead itself {gap.value:+.1%}"
        low, high = min(float(low), estimate), max(float(high), estimate)
        return Estimate(
            Interval(estimate, low, high),
            None,
            "; ".join(filter(None, [told, detail])),
            at_limit=gap.at_limit,
        )

    return statistic
