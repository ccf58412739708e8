"""Numbers that are read off stored games: discs, colours, beliefs, overlap; and speed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from otherminds.arena.match import play_match
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.arena.store import Row
from otherminds.contracts import Policy
from otherminds.games import load
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.lab.numbers import numbers_of
from otherminds.lab.replays import published_types, seen_in
from otherminds.lab.statistics import (
    GameNumber,
    bootstrap,
    strata_mean,
    strata_share,
    unit_means,
    won,
)
from otherminds.lab.stevinson import arms
from otherminds.search import Search

__all__ = [
    "belief_in_truth",
    "between",
    "colour_gap",
    "discs",
    "drawn",
    "fits_several",
    "half_for_draws",
    "held_beliefs",
    "less",
    "overlap",
    "rank_correlation",
    "share_of_draws",
    "speed_ratio",
    "strongest_belief",
    "true_types",
    "white_lead",
]

Floats = npt.NDArray[np.float64]
_PASS = 64


def _discs(tournament: Tournament, row: Row) -> tuple[float, float]:
    """Discs of Black and White at the end."""
    found = numbers_of(tournament, row)
    return found["black"], found["white"]


def discs(results: Results, row: Row, seat: int) -> float:
    """Discs of the seat at the end."""
    return _discs(results.tournament, row)[seat]


def drawn(results: Results, row: Row, seat: int) -> float:
    """1 for a draw, whatever the rules make of it."""
    del seat
    black, white = _discs(results.tournament, row)
    return float(black == white)


def half_for_draws(results: Results, row: Row, seat: int) -> float:
    """The win share of the seat if a draw is half a win for each, not a win for White."""
    return 0.5 if drawn(results, row, seat) else won(results, row, seat)


def _by_colour(results: Results, number: GameNumber) -> list[float]:
    """For each block, player 0's number as White less that as Black."""
    gaps = []
    for rows in results.blocks.values():
        colours: tuple[list[float], list[float]] = ([], [])
        for row in rows:
            seat = row.seats.index(0)
            colours[seat].append(number(results, row, seat))
        if all(colours):
            gaps.append(float(np.mean(colours[1]) - np.mean(colours[0])))
    return gaps


def colour_gap(number: GameNumber, *names: str) -> Statistic:
    """How much greater a number is as White than as Black, over all games of these arms."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        found = [results for name in names for results in evidence.arms[name]]
        # One heap: alone, an arm that wins everything would seem to be sure of its zero.
        return strata_mean([[gap for each in found for gap in _by_colour(each, number)]], null)

    return statistic


def white_lead(*names: str) -> Statistic:
    """How much greater the win share is as White; beside it with draws as halves."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        lead = colour_gap(won, *names)(evidence, null)
        half = colour_gap(half_for_draws, *names)(evidence, null)
        return Estimate(lead.value, lead.p_value, f"with draws as half wins {half.value:+.1%}")

    return statistic


def share_of_draws(*names: str) -> Statistic:
    """The share of drawn games among all games of these arms."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        found = [results for name in names for results in evidence.arms[name]]
        units = [value for results in found for value in unit_means(results, drawn).values()]
        return Estimate(strata_share([units], sum(len(results.rows) for results in found)))

    return statistic


# Beliefs ---------------------------------------------------------------------------------------


def held_beliefs(tournament: Tournament, row: Row, seat: int, c: float) -> Floats:
    """The belief held before each own move of the seat, passes left out; the prior at first."""
    recognised = seen_in(tournament, row, arms.types(), seat).believed(arms.types(c=c))
    plies = np.array(recognised.plies)
    prior = np.full(len(arms.TYPES), 1 / len(arms.TYPES))
    rows = []
    for ply in range(seat, len(row.moves), 2):
        if row.moves[ply] != _PASS:
            before = int(np.searchsorted(plies, ply))
            rows.append(recognised.posterior[before - 1] if before else prior)
    return np.array(rows)


def _opponent(row: Row) -> int:
    return row.seats.index(1)


@lru_cache(maxsize=64)
def _truths(results: Results) -> dict[tuple[int, int, int], list[str]]:
    return dict(published_types(results, 1))


def true_types(results: Results, row: Row) -> list[int]:
    """The type that decided each move of player 1, as its place; passes left out."""
    seat = _opponent(row)
    published = _truths(results)[row.line_up, row.block, row.match]
    own = row.moves[seat::2]
    return [
        arms.TYPES.index(name) for name, move in zip(published, own, strict=True) if move != _PASS
    ]


def belief_in_truth(c: float) -> GameNumber:
    """The mean belief in the type that decides the opponent's next move."""

    def number(results: Results, row: Row, seat: int) -> float:
        del seat
        held = held_beliefs(results.tournament, row, _opponent(row), c)
        truth = true_types(results, row)
        return float(np.mean([belief[place] for belief, place in zip(held, truth, strict=True)]))

    return number


def strongest_belief(c: float) -> GameNumber:
    """The mean of the greatest belief before each of the opponent's moves."""

    def number(results: Results, row: Row, seat: int) -> float:
        del seat
        return float(held_beliefs(results.tournament, row, _opponent(row), c).max(axis=1).mean())

    return number


def less(first: GameNumber, second: GameNumber) -> GameNumber:
    """How much greater the first number of a game is than the second."""
    return lambda *game: first(*game) - second(*game)


def between(c: float, low: float, high: float) -> GameNumber:
    """The share of all beliefs, of every type and before every move, that lie in a range."""

    def number(results: Results, row: Row, seat: int) -> float:
        del seat
        held = held_beliefs(results.tournament, row, _opponent(row), c)
        return float(((held >= low) & (held <= high)).mean())

    return number


def overlap(likelihood: str) -> GameNumber:
    """The average overlap of the types over the opponent's moves."""

    def number(results: Results, row: Row, seat: int) -> float:
        del seat
        return seen_in(results.tournament, row, arms.types(), _opponent(row)).overlap(likelihood)

    return number


def fits_several(results: Results, row: Row, seat: int) -> float:
    """The share of the opponent's moves that two or more types could have made."""
    del seat
    return float(
        (seen_in(results.tournament, row, arms.types(), _opponent(row)).fitting >= 2).mean()
    )


# Across arms -----------------------------------------------------------------------------------


def rank_correlation(first: GameNumber, second: GameNumber) -> Statistic:
    """Spearman's correlation of two means across all arms and opponents of the evidence."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        tables = []
        for found in evidence.arms.values():
            for results in found:
                pairs = [unit_means(results, number) for number in (first, second)]
                tables.append(np.array([[p[unit] for p in pairs] for unit in sorted(pairs[0])]))

        from scipy import stats  # which takes a second to import

        def spearman(means: Sequence[Floats]) -> float:
            ranks = np.asarray(stats.rankdata(np.array(means), axis=0))
            return float(np.asarray(np.corrcoef(ranks.T))[0, 1])

        if len(tables) < 3:
            return UNKNOWN
        estimate = bootstrap(tables, spearman, null)
        return Estimate(estimate.value, estimate.p_value, f"over {len(tables)} pairings")

    return statistic


# Speed -----------------------------------------------------------------------------------------

PHASES = {"early": 8, "middle": 30, "late": 48}
"""The plies after which speed is measured; he does not say where in his game."""


def speed_ratio(*, seconds: float = 0.02, games: int = 6) -> Statistic:
    """How many times as many play-outs MCTS makes as HBA in the same time, measured here and now.

    The interval is over games, on the scale of logarithms; it knows nothing of other machines.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del evidence, null
        othello = load("othello", draw_is_white_win=True)
        plain = Search(seconds=seconds)
        typed = Search(others=arms.types(horizon=10), seconds=seconds)
        ratios: dict[str, list[float]] = {phase: [] for phase in PHASES}
        counts: dict[str, list[tuple[int, int]]] = {phase: [] for phase in PHASES}
        for index in range(games):
            players = [Policy("max_value"), Policy("agent5")]
            match = play_match(othello, players, seed=arms.SEED, block=index)
            states = list(match.states())
            for phase, ply in PHASES.items():
                state = states[min(ply, len(states) - 10)]
                made = [search.run(state, seed=index).iterations for search in (plain, typed)]
                ratios[phase].append(math.log(made[0] / made[1]))
                counts[phase].append((made[0], made[1]))
        means = [float(np.mean(values)) for values in zip(*ratios.values(), strict=True)]
        middle = mean_interval(means)
        value = Interval(*(math.exp(x) for x in (middle.estimate, middle.low, middle.high)))
        told = ", ".join(f"{phase} {math.exp(np.mean(r)):.1f}" for phase, r in ratios.items())
        speeds = np.mean([pair for pairs in counts.values() for pair in pairs], axis=0) / seconds
        return Estimate(
            value,
            None,
            f"{told}; MCTS {speeds[0]:,.0f} and HBA {speeds[1]:,.0f} play-outs per second",
        )

    return statistic
