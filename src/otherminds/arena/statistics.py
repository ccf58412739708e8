"""Statistics that hold: intervals, paired tests on blocks, early stopping, power.

The unit is a block: one deal played in all seatings. Games inside a block depend on each other
(they share the deal), blocks do not; so everything that is resampled or tested is a block. The
page on designing tournaments says when to use which.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from otherminds.contracts import OptionError

__all__ = [
    "Interval",
    "PairedTest",
    "SequentialTest",
    "check_confidence",
    "effective_wilson",
    "games_needed",
    "holm",
    "mean_interval",
    "paired_test",
    "share_interval",
    "wilson",
]

# SciPy's statistics take a second to import, which every worker of a command-line tournament would
# wait for; they are imported where they are needed.

Floats = npt.NDArray[np.float64]

_normal_quantile = NormalDist().inv_cdf


@dataclass(frozen=True)
class Interval:
    """An estimate and the range that covers the truth with the stated confidence."""

    estimate: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        """``f"{interval:.1%}"`` prints ``52.0% [48.1%, 55.9%]``."""
        low, high = format(self.low, spec), format(self.high, spec)
        return f"{format(self.estimate, spec)} [{low}, {high}]"


def check_confidence(confidence: float) -> None:
    """Refuse what is not a confidence."""
    if not 0 < confidence < 1:
        raise OptionError(f"A confidence is between 0 and 1, not {confidence}.")


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval for a proportion of independent trials.

    Examples:
        >>> f"{wilson(61, 100):.1%}"
        '61.0% [51.2%, 70.0%]'
    """
    check_confidence(confidence)
    if not 0 <= successes <= trials:
        raise OptionError(f"{successes} successes in {trials} trials are not possible.")
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0)
    from scipy import stats

    bounds = stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    return Interval(successes / trials, float(bounds.low), float(bounds.high))


def share_interval(blocks: Sequence[float], games: int, confidence: float = 0.95) -> Interval:
    """Wilson's interval for a win share whose games depend on each other within blocks.

    Uses the number of independent games that would give the spread seen between blocks (the
    effective sample size), at most ``games``; blocks that are all equal count one game each.

    Examples:
        >>> f"{share_interval([1.0, 0.5, 0.5, 1.0, 0.0, 1.0], 12):.1%}"
        '66.7% [33.9%, 88.6%]'
    """
    check_confidence(confidence)
    if not len(blocks):
        return Interval(math.nan, 0.0, 1.0)
    if games < 1:
        raise OptionError("Blocks without games have no win share.")
    share = float(np.mean(blocks))
    variance = float(np.var(blocks, ddof=1)) if len(blocks) > 1 else 0.0
    effective = share * (1 - share) * len(blocks) / variance if variance else float(len(blocks))
    return effective_wilson(share, min(effective, float(games)), confidence)


def effective_wilson(share: float, trials: float, confidence: float = 0.95) -> Interval:
    """Wilson's interval for a share that is worth a number of independent trials, whole or not.

    Examples:
        >>> f"{effective_wilson(0.61, 100):.1%}"
        '61.0% [51.2%, 70.0%]'
    """
    z = _normal_quantile(0.5 + confidence / 2)
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials)
    half *= math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(
    blocks: Sequence[float], confidence: float = 0.95, limits: tuple[float, float] | None = None
) -> Interval:
    """Student's interval for the mean of one number per block.

    Exact for normal numbers; the page on how far the statistics hold says what it covers for
    others. Blocks that are all equal have no spread to go by. All that is known then is that few
    blocks can differ: the interval has the means that are possible if that share of blocks, which
    would have shown itself with the stated confidence, is anywhere within ``limits``; without
    limits it is unbounded.

    Examples:
        >>> f"{mean_interval([1.0, 0.5, 0.5, 0.0]):.2f}"
        '0.50 [-0.15, 1.15]'
        >>> f"{mean_interval([25.0] * 100, limits=(0.0, 25.0)):.2f}"
        '25.00 [24.25, 25.00]'
    """
    check_confidence(confidence)
    values = np.asarray(blocks, dtype=float)
    low, high = limits or (-math.inf, math.inf)
    if not len(values):
        return Interval(math.nan, low, high)
    mean = float(values.mean())
    if float(np.ptp(values)) <= 1e-12 * abs(mean):
        # At most (1 - share) ** (n - 1) of all series of n blocks are equal if no number has more
        # than 1 - share of the blocks.
        share = 1 - (1 - confidence) ** (1 / (len(values) - 1)) if len(values) > 1 else 1.0
        return Interval(mean, mean - share * (mean - low), mean + share * (high - mean))
    from scipy import special

    spread = float(values.std(ddof=1))
    half = float(special.stdtrit(len(values) - 1, 0.5 + confidence / 2)) * spread
    half /= math.sqrt(len(values))
    return Interval(mean, max(mean - half, low), min(mean + half, high))


@dataclass(frozen=True)
class PairedTest:
    """The difference of two arms over common blocks."""

    difference: Interval
    p_value: float
    """Two-sided; how often signs assigned by chance differ at least as much."""
    blocks: int


def paired_test(differences: Sequence[float], seed: int = 0) -> PairedTest:
    """Test whether the mean difference per block is 0, by flipping signs.

    Exact for up to 13 blocks, by 9,999 seeded drawings of signs beyond that.

    Examples:
        >>> paired_test([1.0, 1.0, 0.5, 1.0, 0.5, 1.0, 1.0, 0.5]).p_value < 0.01
        True
    """
    values = np.asarray(differences, dtype=float)
    interval = mean_interval(differences)
    if len(values) < 2 or not values.any():  # one block cannot tell a difference from luck
        return PairedTest(interval, 1.0, len(values))
    if len(values) <= 13:
        signs = np.array(list(itertools.product((-1.0, 1.0), repeat=len(values))))
        sums, observed_too = signs @ values, 0
    else:
        sums, observed_too = _random_sums(values, 9_999, np.random.default_rng(seed)), 1
    observed = abs(float(values.sum()))
    as_great = int((np.abs(sums) >= observed * (1 - 1e-9)).sum())
    return PairedTest(interval, (as_great + observed_too) / (len(sums) + observed_too), len(values))


def _random_sums(values: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Sums of the values with random signs."""
    sizes, counts = np.unique(np.abs(values), return_counts=True)
    sums = np.empty(draws)
    step = max(1, 1_000_000 // len(sizes))  # bounds the memory
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        if 4 * len(sizes) < len(values):  # values of one size share a binomial draw
            plus = rng.binomial(counts, 0.5, size=(rows, len(sizes)))
            sums[start : start + rows] = (2 * plus - counts) @ sizes
        else:
            signs = rng.integers(0, 2, size=(rows, len(values)), dtype=np.int8)
            sums[start : start + rows] = (2.0 * signs - 1.0) @ values
    return sums


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values for a family of tests (Holm 1979).

    Examples:
        >>> holm([0.01, 0.04, 0.03])
        [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = worst
    return adjusted


STAKE = 0.75
"""No bet of a sequential test puts more than this share of its capital at risk."""

CAUTION = 50
"""So many imaginary blocks at the mean worth detecting keep a sequential test from betting more on
the word of its first blocks."""


@dataclass(frozen=True)
class SequentialTest:
    """A test on the mean of one number per block that may be looked at after every block.

    Decides between "the mean is ``worse`` or less" and "the mean is ``better`` or more". Against
    each of the two a capital of 1 bets on the next block, again and again, at odds that are fair or
    unfavourable wherever that hypothesis is true. Such a capital ever reaches 1 / ``error`` with a
    probability of at most ``error`` (Ville 1939). A hypothesis that loses so much is rejected.
    Hence neither wrong decision is more frequent than ``error``, whatever the distribution of
    blocks between the limits, however many are played and however often somebody looks; only the
    mean of each block, given those before it, has to be as the hypothesis says.

    What is staked is what would let the capital grow fastest if mean and variance were those of the
    blocks so far (Waudby-Smith and Ramdas 2024); it decides how soon the test ends, not how often
    it errs. If every block is all or nothing, this is nearly Wald's test.

    Attributes:
        worse: the mean under the hypothesis that is rejected when ``better`` is accepted.
        better: the mean that is worth detecting.
        limits: least and greatest number a block can give.
        error: rate of wrong decisions in either direction.
    """

    worse: float
    better: float
    limits: tuple[float, float]
    error: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what could never be decided."""
        if not self.worse < self.better:
            raise OptionError("A sequential test needs a better mean above the worse one.")
        if not 0 < self.error < 0.5:
            raise OptionError("The error rate of a sequential test is between 0 and 0.5.")
        if not self.limits[0] <= self.worse < self.better <= self.limits[1]:
            raise OptionError("The limits of a sequential test must enclose both means.")

    def log_capitals(self, blocks: npt.ArrayLike) -> tuple[Floats, Floats]:
        """The logarithms of what betting against ``worse`` and ``better`` has made of 1 so far.

        One number for each block, after it. Of an array with several axes, blocks are along the
        last.
        """
        values = np.asarray(blocks, dtype=float)
        low, high = self.limits
        if values.size and not (low <= values.min() and values.max() <= high):
            raise OptionError(f"Blocks of this sequential test are between {low:g} and {high:g}.")
        return (
            self._log_capital(values - self.worse, self.worse - low),
            self._log_capital(self.better - values, high - self.better),
        )

    def _log_capital(self, gains: Floats, risk: float) -> Floats:
        """Of bets on numbers whose mean is at most 0 under the hypothesis, none below -risk."""
        gap, width = self.better - self.worse, self.limits[1] - self.limits[0]
        # A bet knows the blocks before its own; an imaginary one at each limit starts the spread.
        ends = np.array([-risk, width - risk])
        before = np.arange(gains.shape[-1])
        sums = gains.cumsum(axis=-1) - gains
        squares = np.square(gains).cumsum(axis=-1) - np.square(gains)
        variances = (squares + np.square(ends).sum()) / (before + 2)
        variances -= np.square((sums + ends.sum()) / (before + 2))
        expected = np.maximum((sums + CAUTION * gap) / (before + CAUTION), gap)
        stakes = expected / (variances + expected**2)
        if risk:
            stakes = np.minimum(stakes, STAKE / risk)
        return np.asarray(np.log1p(stakes * gains).cumsum(axis=-1))

    def decision(self, blocks: Sequence[float]) -> str | None:
        """``"better"``, ``"worse"`` or None while undecided; the first decision stands."""
        against_worse, against_better = self.log_capitals(blocks)
        decided = np.maximum(against_worse, against_better) >= -math.log(self.error)
        if not decided.any():
            return None
        first = int(decided.argmax())
        return "better" if against_worse[first] > against_better[first] else "worse"


def games_needed(first: float, second: float, *, power: float = 0.8, error: float = 0.05) -> int:
    """Games for each of two arms to tell two win shares apart (two-sided, fixed size).

    The usual formula, rounded up: the difference of two equal shares has the variance of their
    mean, that of two different shares the variance of each. Taking the first variance for both, as
    is also done, asks for about one game more.

    Examples:
        >>> games_needed(0.81, 0.73)
        434
    """
    if not (0 < first < 1 and 0 < second < 1) or first == second:
        raise OptionError("Two different win shares between 0 and 1 are needed.")
    if not (0 < power < 1 and 0 < error < 1):
        raise OptionError("Power and error rate are between 0 and 1.")
    pooled = (first + second) / 2
    null = _normal_quantile(1 - error / 2) * math.sqrt(2 * pooled * (1 - pooled))
    alternative = _normal_quantile(power) * math.sqrt(first * (1 - first) + second * (1 - second))
    return math.ceil(((null + alternative) / (first - second)) ** 2)
