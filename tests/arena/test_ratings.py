"""Ratings: closed forms, another implementation, and strengths that are known from simulation."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherminds import OptionError
from otherminds.arena.plan import plan_tournament
from otherminds.arena.ratings import Choice, choices, ratings
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.arena.store import Row
from tools import simulate_statistics

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

ELO = 400 / math.log(10)


def order(*players: int) -> Mapping[Choice, float]:
    """The choices of a match in which the players finished so, each in a seat of its own."""
    return choices(players, tuple(-float(place) for place in range(len(players))))


def add_up(matches: Sequence[Mapping[Choice, float]]) -> Mapping[Choice, float]:
    counts: Counter[Choice] = Counter()
    for match in matches:
        for choice, count in match.items():
            counts[choice] += count  # type: ignore[assignment]
    return counts


def finish(seats: Sequence[int], strengths: Sequence[float], rng: np.random.Generator) -> list[int]:
    """A finishing order drawn from the model; strengths on the Elo scale."""
    left, finished = list(seats), []
    while left:
        weights = np.array([10 ** (strengths[player] / 400) for player in left])
        finished.append(left.pop(rng.choice(len(left), p=weights / weights.sum())))
    return finished


def tables(
    strengths: Sequence[float], seats: int, blocks: int, rng: np.random.Generator
) -> list[Mapping[Choice, float]]:
    """Every set of players that fills a table plays twice a block."""
    line_ups = list(itertools.combinations(range(len(strengths)), seats))
    return [
        add_up([order(*finish(line_up, strengths, rng)) for line_up in 2 * line_ups])
        for _ in range(blocks)
    ]


# Choices ---------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=5))
def test_a_tie_is_all_its_orders_in_equal_parts(seats: list[tuple[int, int]]) -> None:
    players, returns = zip(*seats, strict=True)
    orders = [
        seated
        for seated in itertools.permutations(seats)
        if [got for _, got in seated] == sorted(returns, reverse=True)
    ]
    expected: Counter[Choice] = Counter()
    for seated in orders:
        names = [player for player, _ in seated]
        for place, first in enumerate(names):
            if len(set(names[place:])) > 1:
                expected[first, tuple(sorted(names[place:]))] += Fraction(1, len(orders))  # type: ignore[assignment]
    found = choices(players, tuple(map(float, returns)))
    assert found == pytest.approx({choice: float(count) for choice, count in expected.items()})


# Closed forms ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "lost", "tied"), [(7, 3, 0), (0, 12, 0), (5, 1, 4), (0, 0, 3)])
def test_at_a_table_for_two_the_odds_are_the_strengths(won: int, lost: int, tied: int) -> None:
    matches = [order(0, 1)] * won + [order(1, 0)] * lost + [choices((1, 0), (2.0, 2.0))] * tied
    first, second = ratings(2, matches)
    odds = (won + tied / 2 + 0.5) / (lost + tied / 2 + 0.5)  # half a win and half a loss are added
    assert first.estimate - second.estimate == pytest.approx(ELO * math.log(odds), abs=1e-6)
    assert first.estimate + second.estimate == pytest.approx(0.0, abs=1e-9)


def test_orders_as_often_as_the_model_says_give_the_strengths_of_the_model() -> None:
    strengths = (1, 2, 3, 4)
    counts: Counter[Choice] = Counter()
    for finished in itertools.permutations(range(4)):
        chance, rest = Fraction(1), sum(strengths)
        for player in finished:
            chance *= Fraction(strengths[player], rest)
            rest -= strengths[player]
        for choice, count in order(*finished).items():
            counts[choice] += 1e6 * float(chance) * count  # type: ignore[assignment]
    found = ratings(4, [counts])
    logs = ELO * np.log(strengths)
    expected = logs - logs.mean()
    assert [value.estimate for value in found] == pytest.approx(expected, abs=0.01)
    assert all(value.low == -math.inf and value.high == math.inf for value in found)


def test_copies_at_a_table_share_their_players_strength() -> None:
    """One player against two copies of the other, three times as strong: first 3 times in 5."""
    alone_first = choices((1, 0, 0), (2.0, 1.0, 0.0))
    alone_second = choices((0, 1, 0), (2.0, 1.0, 0.0))
    alone_last = choices((0, 0, 1), (2.0, 1.0, 0.0))
    matches = [alone_first] * 60_000 + [alone_second] * 30_000 + [alone_last] * 10_000
    found = ratings(2, [add_up(matches)])
    assert found[1].estimate - found[0].estimate == pytest.approx(ELO * math.log(3), abs=0.1)


def test_a_match_among_copies_says_nothing() -> None:
    assert choices((4, 4, 4), (3.0, 2.0, 1.0)) == {}


# Another implementation --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_estimates_agree_with_choix(seats: int) -> None:
    """It knows no weights: taken eight times, what is added to each pair is a whole game."""
    players, rng = 5, np.random.default_rng(3)
    strengths = rng.normal(0, 200, size=players)
    orders = [
        finish(rng.permutation(players)[:seats].tolist(), strengths.tolist(), rng)
        for _ in range(80)
    ]
    pairs = itertools.permutations(range(players), 2)
    theirs = choix.ilsr_rankings(players, [*map(tuple, 8 * orders), *pairs])
    found = ratings(players, [order(*finished) for finished in orders])
    assert [value.estimate for value in found] == pytest.approx(ELO * theirs, abs=1e-3)


# Simulation --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_recover_known_strengths(seats: int) -> None:
    """Four players, 400 blocks; standard errors are 5 to 12, the bound is 40."""
    strengths = [-200.0, -50.0, 50.0, 200.0]
    found = ratings(4, tables(strengths, seats, 400, np.random.default_rng(8)))
    assert [value.estimate for value in found] == pytest.approx(strengths, abs=40)
    assert sum(value.estimate for value in found) == pytest.approx(0.0, abs=1e-6)
    assert all(15 < value.high - value.low < 80 for value in found)


@pytest.mark.parametrize("blocks", [5, 20])
@pytest.mark.parametrize(
    "name",
    [
        "two players, 200 apart, the deal matters",
        "two players, 200 apart, all or nothing",
        "four players at one table, all or nothing",
    ],
)
def test_rating_intervals_cover_known_strengths(name: str, blocks: int) -> None:
    """Nominal 95 %; the bound is three standard errors of the runs, as if a run were one number."""
    runs = 60
    counts = simulate_statistics.rating_runs(name, blocks, runs, np.random.default_rng(9))
    given, covered = counts.mean(axis=0) / runs
    assert given > 0.95
    assert covered / given > 0.95 - 3 * math.sqrt(0.95 * 0.05 / runs)


@pytest.mark.parametrize("name", [name for name in simulate_statistics.TABLES if "800" in name])
def test_intervals_are_found_where_hardly_anything_is_lost(name: str) -> None:
    table, rng = simulate_statistics.TABLES[name], np.random.default_rng(15)
    for blocks in (2, 3, 5, 40):
        for value in ratings(len(table.strengths), table.draw(blocks, rng)):
            assert value.low <= value.estimate <= value.high


def test_rating_intervals_of_many_blocks_are_those_of_the_share() -> None:
    """Two players: what is asked is how often one wins, on another scale."""
    blocks = [add_up([order(0, 1), order(0, 1)])] * 350 + [add_up([order(1, 0), order(0, 1)])] * 300
    blocks += [add_up([order(1, 0), order(1, 0)])] * 150
    first, second = ratings(2, blocks)
    shares = [1.0] * 350 + [0.5] * 300 + [0.0] * 150
    share = mean_interval(shares)
    for ours, theirs in ((first.low, share.low), (first.high, share.high)):
        assert ours == pytest.approx(ELO / 2 * math.log(theirs / (1 - theirs)), abs=0.2)
    assert (first.low, first.high) == pytest.approx((-second.high, -second.low), abs=0.1)


# Edges -------------------------------------------------------------------------------------------


def test_ratings_stay_finite_when_somebody_wins_everything() -> None:
    """The estimates do; nothing bounds from above how much better the first is."""
    always = order(0, 1, 2)
    few, many = ratings(3, [always] * 5), ratings(3, [always] * 500)
    for found in (few, many):
        estimates = [value.estimate for value in found]
        assert estimates == sorted(estimates, reverse=True)
        assert all(map(math.isfinite, estimates))
        assert found[0].high == math.inf
        assert found[2].low == -math.inf
    assert 0 < many[0].low < many[0].estimate
    assert few[0].estimate < many[0].estimate


def test_one_loss_bounds_a_rating_on_both_sides() -> None:
    found = ratings(2, [order(0, 1)] * 40 + [order(1, 0)])
    assert 0 < found[0].low < found[0].estimate < found[0].high < math.inf
    assert found[0].high - found[0].estimate > 1.5 * (found[0].estimate - found[0].low)


def test_ratings_of_hardly_anything() -> None:
    assert ratings(3, []) == []
    (one,) = ratings(1, [{}] * 3)
    assert one == Interval(0.0, 0.0, 0.0)
    apart = ratings(2, [{}] * 3)  # they never met
    assert apart == [Interval(0.0, -math.inf, math.inf)] * 2


def test_a_confidence_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        ratings(2, [order(0, 1)], confidence=2.0)


def test_results_are_rated_by_whole_finishing_orders() -> None:
    """Pair by pair, the second and the third player of these are even; whole orders differ."""
    planned = plan_tournament("bazaar", ["greedy", "random", "tests.arena.agents.Chooser"])
    finished = [(1, 2, 0)] * 20 + [(2, 1, 0)] * 10 + [(0, 2, 1)] * 30 + [(0, 1, 2)] * 20
    rows = [
        Row(0, block, 0, seats, (3.0, 2.0, 1.0), (1, 1, 1), (0.0, 0.0, 0.0), (), None, None)
        for block, seats in enumerate(finished)
    ]
    results = Results(planned, rows)
    found = [value.estimate for value in results.ratings]
    pairs = choix.ilsr_rankings(
        3, [pair for seats in finished for pair in itertools.combinations(seats, 2)]
    )
    assert pairs[1] == pytest.approx(pairs[2], abs=1e-6)
    orders = choix.ilsr_rankings(3, finished)
    assert found == pytest.approx(ELO * orders, abs=2.0)  # without what keeps ratings finite
    assert found[2] - found[1] > 15
