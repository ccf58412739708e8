"""Statistics that hold: checked against other implementations, by enumeration and by simulation.

Simulations are seeded, so they give the same answer each time. Their bounds are three standard
errors of the simulation wide unless a test says otherwise; a correct method would fail such a bound
for about one seed in 400.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from otherminds import OptionError
from otherminds.arena.statistics import (
    Floats,
    Interval,
    SequentialTest,
    games_needed,
    holm,
    mean_interval,
    paired_test,
    share_interval,
    wilson,
)
from tools import simulate_statistics

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow


def three_errors(rate: float, runs: int) -> float:
    return 3 * math.sqrt(rate * (1 - rate) / runs)


# Intervals -----------------------------------------------------------------------------------


@given(st.integers(0, 300), st.integers(1, 300), st.sampled_from([0.8, 0.95, 0.99]))
@settings(max_examples=40, deadline=None)
def test_wilson_agrees_with_its_formula_and_with_scipy(
    successes: int, more: int, confidence: float
) -> None:
    trials = successes + more
    ours = wilson(successes, trials, confidence)
    theirs = stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    z, p = stats.norm.ppf(0.5 + confidence / 2), successes / trials
    for bound in (ours.low, ours.high):  # where the score test has exactly this confidence
        assert abs(p - bound) == pytest.approx(
            z * math.sqrt(bound * (1 - bound) / trials), abs=1e-9
        )


def test_independent_games_get_wilsons_interval() -> None:
    """With one game per block the spread between blocks is that of independent games."""
    games = [1.0] * 61 + [0.0] * 39
    ours, plain = share_interval(games, 100), wilson(61, 100)
    assert ours.estimate == plain.estimate
    # The sample variance divides by n - 1, hence a trifle wider.
    assert (ours.low, ours.high) == pytest.approx((plain.low, plain.high), abs=1e-3)


def independent(rng: np.random.Generator, blocks: int) -> Floats:
    return rng.binomial(4, 0.6, size=blocks) / 4


def same_deal(rng: np.random.Generator, blocks: int) -> Floats:
    """The deal decides much, in the same direction in all seatings."""
    return rng.binomial(4, rng.choice([0.3, 0.9], size=blocks)) / 4


def seats_balance(rng: np.random.Generator, blocks: int) -> Floats:
    """Two seatings: the better seat wins 90 %; games of a block balance each other."""
    return (rng.binomial(1, 0.9, size=blocks) + rng.binomial(1, 0.3, size=blocks)) / 2


@pytest.mark.parametrize("play", [independent, same_deal, seats_balance])
@pytest.mark.parametrize("blocks", [20, 100])
def test_share_intervals_cover_the_truth(play: Callable[..., Floats], blocks: int) -> None:
    """True share .6. Nominal 95 %; at least 93 % are asked for, since 20 blocks are few."""
    rng, runs = np.random.default_rng(1), 1_000
    games = {"independent": 4, "same_deal": 4, "seats_balance": 2}[play.__name__] * blocks
    covered = 0
    for _ in range(runs):
        interval = share_interval(play(rng, blocks).tolist(), games)
        covered += interval.low <= 0.6 <= interval.high
    assert covered / runs > 0.93 - three_errors(0.93, runs)
    if play is not seats_balance:  # there an interval that never claims more games is wider
        assert covered / runs < 0.97 + three_errors(0.97, runs)


def test_games_of_one_deal_are_not_counted_as_independent() -> None:
    """What the interval is for: Wilson's alone would be far too narrow here."""
    rng, runs = np.random.default_rng(2), 300
    covered = 0
    for _ in range(runs):
        won = same_deal(rng, 100).sum() * 4
        interval = wilson(round(won), 400)
        covered += interval.low <= 0.6 <= interval.high
    assert covered / runs < 0.87


def test_share_intervals_of_few_and_equal_blocks() -> None:
    assert math.isnan(share_interval([], 0).estimate)
    for share in (0.0, 0.5, 1.0):
        one = share_interval([share], 2)
        assert one.estimate == share
        assert one.low <= share <= one.high
        assert one.high - one.low > 0.7
        many = share_interval([share] * 50, 100)
        assert many == pytest.approx(share_interval([share] * 50, 5_000))
        assert 0.05 < many.high - many.low < 0.3
        assert 0.0 <= many.low <= many.high <= 1.0


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_share_intervals_enclose_their_estimate(blocks: list[float]) -> None:
    interval = share_interval(blocks, 4 * len(blocks))
    assert 0.0 <= interval.low <= interval.estimate + 1e-12
    assert interval.estimate - 1e-12 <= interval.high <= 1.0
    mirrored = share_interval([1 - share for share in blocks], 4 * len(blocks))
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((interval.low, interval.high))


def test_mean_intervals_are_students() -> None:
    rng = np.random.default_rng(3)
    for count in (2, 5, 40):
        values = rng.normal(3.0, 2.0, size=count)
        ours = mean_interval(values.tolist(), 0.9)
        low, high = stats.t.interval(0.9, count - 1, values.mean(), stats.sem(values))
        assert (ours.estimate, ours.low, ours.high) == pytest.approx((values.mean(), low, high))


def test_mean_intervals_without_spread_claim_little() -> None:
    assert mean_interval([2.0, 2.0, 2.0]) == Interval(2.0, -math.inf, math.inf)
    assert mean_interval([0.1] * 3).low == -math.inf  # the sum of these is not three times one
    assert mean_interval([2.0], limits=(0.0, 25.0)) == Interval(2.0, 0.0, 25.0)
    assert math.isnan(mean_interval([]).estimate)
    for count in (2, 5, 60):
        found = mean_interval([2.0] * count, 0.95, limits=(0.0, 25.0))
        share = found.high - 2.0  # of blocks at 25 instead, by which the mean is 23 times greater
        share /= 23
        assert (1 - share) ** (count - 1) == pytest.approx(0.05)
        assert found.low == pytest.approx(2.0 * (1 - share))


def test_equal_blocks_bound_what_others_may_be() -> None:
    """Of all distributions whose mean such an interval misses, 5 % of the series at most are equal.

    The worst has one number in a share of the blocks, another in the rest, at the far limit.
    """
    for blocks in (2, 6, 40):
        found = mean_interval([0.0] * blocks, limits=(0.0, 1.0))
        missed = found.high + 1e-9  # the share of ones, which is their mean
        assert (1 - missed) ** blocks < 0.05


def test_intervals_print_as_people_read_them() -> None:
    assert f"{Interval(0.5, 0.25, 0.75):.0%}" == "50% [25%, 75%]"


# Tests ---------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=9))
@settings(max_examples=60, deadline=None)
def test_the_paired_test_is_exact_for_few_blocks(differences: list[float]) -> None:
    observed = abs(sum(differences))
    flipped = [
        abs(sum(sign * value for sign, value in zip(signs, differences, strict=True)))
        for signs in itertools.product((-1, 1), repeat=len(differences))
    ]
    exact = sum(value >= observed for value in flipped) / len(flipped)
    test = paired_test(differences)
    assert test.p_value == pytest.approx(exact)
    assert test.blocks == len(differences)
    assert test.difference == mean_interval(differences)


def test_the_paired_test_is_nearly_exact_for_many_blocks() -> None:
    """Differences of one size: the number of signs is binomial. Bound: four standard errors."""
    for plus, minus in ((10, 5), (60, 40), (50, 50), (1_080, 1_000)):
        exact = stats.binomtest(plus, plus + minus).pvalue
        drawn = paired_test([0.5] * plus + [-0.5] * minus).p_value
        assert drawn == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 9_999) + 2e-4)


def test_the_paired_test_agrees_with_scipy_on_uneven_differences() -> None:
    values = np.random.default_rng(4).normal(0.25, 1.0, size=60)
    theirs = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", rng=np.random.default_rng(0)
    )
    assert paired_test(values.tolist()).p_value == pytest.approx(float(theirs.pvalue), abs=0.02)


@pytest.mark.parametrize("blocks", [8, 40])
def test_p_values_are_uniform_when_nothing_differs(blocks: int) -> None:
    rng, runs = np.random.default_rng(5), 200
    values = [paired_test(rng.normal(size=blocks).tolist()).p_value for _ in range(runs)]
    for level in (0.05, 0.2, 0.5):
        rate = sum(value <= level for value in values) / runs
        assert rate == pytest.approx(level, abs=three_errors(level, runs) + 1 / 2**blocks)


def test_p_values_of_a_real_difference_are_small() -> None:
    rng = np.random.default_rng(6)
    values = [paired_test(rng.normal(0.5, 1, size=60).tolist()).p_value for _ in range(40)]
    assert sum(value < 0.05 for value in values) > 34


def test_a_paired_test_of_nothing_finds_nothing() -> None:
    for differences in ([], [1.0], [0.0] * 20):
        assert paired_test(differences).p_value == 1.0


def test_a_paired_test_of_many_blocks_is_quick() -> None:
    """All different, so that nothing can be counted together; memory stays bounded too."""
    values = np.random.default_rng(7).normal(size=2_000)
    assert paired_test(values.tolist()) == paired_test(values.tolist())
    assert paired_test(values.tolist(), seed=1) != paired_test(values.tolist(), seed=2)


def test_holm_does_as_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.6]) == [1.0, 1.0]
    assert holm([0.02]) == [0.02]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_what_the_step_down_procedure_rejects(values: list[float]) -> None:
    level, order = 0.05, sorted(range(len(values)), key=values.__getitem__)
    rejected = set()
    for rank, place in enumerate(order):
        if values[place] * (len(values) - rank) > level:
            break
        rejected.add(place)
    adjusted = holm(values)
    assert {place for place, value in enumerate(adjusted) if value <= level} == rejected
    assert all(adjusted[place] >= values[place] for place in range(len(values)))


# Sequential tests and power --------------------------------------------------------------------


@pytest.mark.parametrize("margin", [0.1, 0.3])
@pytest.mark.parametrize("name", ["all or nothing", "two games, the deal matters"])
def test_sequential_tests_keep_their_error_rates(name: str, margin: float) -> None:
    """At most 5 % in either direction, and not so few that games would be wasted."""
    runs = 3_000
    for lead, wrong in ((0.0, 0), (margin, 1)):
        rng = np.random.default_rng(10)
        *said, _ = simulate_statistics.question_runs(name, margin, lead, runs, rng)
        assert 0.01 < said[wrong] / runs < 0.05 + three_errors(0.05, runs)


@pytest.mark.parametrize("numbers", [(0.0, 1.0), (0.0, 0.5, 1.0), (0.2, 0.45, 0.9)])
@pytest.mark.parametrize("fair", ["worse", "better"])
def test_bets_against_what_is_true_are_fair(numbers: tuple[float, ...], fair: str) -> None:
    """Over all rows of seven blocks, what 1 is worth in the mean is 1: hence the error rates."""
    test = SequentialTest(0.5, 0.6, (0.0, 1.0))
    mean = getattr(test, fair)
    chances = np.full(len(numbers), 0.1)
    chances[-1] = (mean - numbers[0] - 0.1 * sum(n - numbers[0] for n in numbers[1:-1])) / (
        numbers[-1] - numbers[0]
    )
    chances[0] = 1 - chances[1:].sum()
    assert chances @ numbers == pytest.approx(mean)
    worth = 0.0
    for row in itertools.product(range(len(numbers)), repeat=7):
        against_worse, against_better = test.log_capitals([numbers[place] for place in row])
        capital = against_worse if fair == "worse" else against_better
        worth += math.prod(chances[place] for place in row) * math.exp(capital[-1])
    assert worth == pytest.approx(1.0)


def test_sequential_tests_save_games() -> None:
    """Against a test of fixed size with the same errors, a quarter of the games on average."""
    runs, rng = 200, np.random.default_rng(11)
    name = "two games, the deal matters"
    blocks = simulate_statistics.question_runs(name, 0.1, 0.1, runs, rng)[-1] / runs
    spread = 0.5 * (0.24 - 0.04) + 0.04  # variance of the mean of two dependent games
    fixed = spread * (2 * stats.norm.ppf(0.95) / 0.1) ** 2
    assert blocks < 0.75 * fixed


def test_a_clear_answer_takes_few_blocks() -> None:
    """Whoever wins everything need not wait until a small margin is measured."""
    test = SequentialTest(0.5, 0.55, (0.0, 1.0))
    for share, decision in ((1.0, "better"), (0.0, "worse")):
        assert test.decision([share] * 5) is None
        assert test.decision([share] * 20) == decision


def test_sequential_tests_survive_the_edges() -> None:
    for test in (SequentialTest(0.0, 1.0, (0.0, 1.0)), SequentialTest(-2.0, 3.0, (-2.0, 3.0))):
        assert test.decision([]) is None
        low, high = test.limits
        assert test.decision([high] * 50) == "better"
        assert test.decision([low] * 50) == "worse"
    tied = SequentialTest(0.5, 0.55, (0.0, 1.0))
    assert tied.decision([0.5] * 500) == "worse"  # nobody leads by the margin


def test_a_decision_stands() -> None:
    """What came after does not undo it, however often or seldom somebody looked."""
    test = SequentialTest(0.5, 0.6, (0.0, 1.0))
    good = [1.0, 0.5] * 60
    assert test.decision(good) == "better"
    assert test.decision([*good, *[0.0] * 500]) == "better"
    assert test.log_capitals([*good, *[0.0] * 500])[0][-1] < 0


@pytest.mark.parametrize(
    ("first", "second", "games", "one_variance"),
    [
        (0.81, 0.73, 434, 434),
        (0.89, 0.81, 312, 313),
        (0.81, 0.71, 286, 286),
        (0.73, 0.71, 7_911, 7_912),
    ],
)
def test_games_needed(first: float, second: float, games: int, one_variance: int) -> None:
    """One fewer has less power; with one variance for both hypotheses it is about one more."""
    assert games_needed(first, second) == games
    assert games_needed(second, first) == games
    assert games_needed(first, second, power=0.9) > games
    assert games_needed(first, second, error=0.01) > games
    mean, z = (first + second) / 2, np.asarray(stats.norm.ppf([0.975, 0.8]))
    equal, different = 2 * mean * (1 - mean), first * (1 - first) + second * (1 - second)

    def power(number: int) -> float:
        distance = abs(first - second) * math.sqrt(number) - z[0] * math.sqrt(equal)
        return float(stats.norm.cdf(distance / math.sqrt(different)))

    assert power(games - 1) < 0.8 <= power(games)
    assert round(z.sum() ** 2 * equal / (first - second) ** 2) == one_variance


def test_that_many_games_have_that_power() -> None:
    """The usual test of two proportions finds 81 against 73 % in four of five experiments."""
    rng, runs, games = np.random.default_rng(13), 20_000, games_needed(0.81, 0.73)
    one, two = (rng.binomial(games, share, size=runs) / games for share in (0.81, 0.73))
    pooled = (one + two) / 2
    z = np.abs(one - two) / np.sqrt(2 * pooled * (1 - pooled) / games)
    assert float((z > 1.96).mean()) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(
    "call",
    [
        lambda: wilson(5, 3),
        lambda: wilson(-1, 3),
        lambda: wilson(1, 3, 1.0),
        lambda: share_interval([0.5], 0),
        lambda: share_interval([0.5], 1, 0.0),
        lambda: mean_interval([0.5], 95),
        lambda: SequentialTest(0.6, 0.5, (0.0, 1.0)),
        lambda: SequentialTest(0.5, 0.5, (0.0, 1.0)),
        lambda: SequentialTest(0.5, 0.6, (0.0, 1.0), error=0.5),
        lambda: SequentialTest(0.5, 0.6, (0.0, 1.0), error=0.0),
        lambda: SequentialTest(0.5, 0.6, (1.0, 0.0)),
        lambda: SequentialTest(0.5, 1.6, (0.0, 1.0)),
        lambda: SequentialTest(0.5, 0.6, (0.0, 1.0)).decision([0.5, 1.1]),
        lambda: games_needed(0.5, 0.5),
        lambda: games_needed(0.0, 0.5),
        lambda: games_needed(0.5, 1.2),
        lambda: games_needed(0.5, 0.6, power=1.0),
        lambda: games_needed(0.5, 0.6, error=0.0),
        lambda: games_needed(math.nan, 0.6),
    ],
)
def test_bad_arguments_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        call()
