"""Numbers of games of Tiny Co-Op, and statistics that only this source needs."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from dataclasses import replace

import numpy as np

from otherminds.agents.tiny_coop import Budget
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.arena.store import Row
from otherminds.games import load
from otherminds.lab.claims import Estimate, Evidence, Statistic
from otherminds.lab.statistics import strata_mean
from otherminds.lab.walton_rivers import arms
from otherminds.lab.walton_rivers.agents import mcts, predictor
from otherminds.search import Search

__all__ = ["missing", "nested_cost", "score", "seat_gap", "solved", "ticks"]


def score(results: Results, row: Row, seat: int) -> float:
    """The shared score."""
    del results
    return row.returns[seat]


def missing(results: Results, row: Row, seat: int) -> float:
    """What the score lacks."""
    return 1 - score(results, row, seat)


def solved(results: Results, row: Row, seat: int) -> float:
    """1 for a level that was won."""
    return float(score(results, row, seat) > 1 - 1e-9)


def ticks(results: Results, row: Row, seat: int) -> float:
    """How long it took; the source calls them moves."""
    del results
    return float(row.acts[seat])


def seat_gap(arm: str) -> Statistic:
    """How much higher the score is with player 0 in the first seat than in the second."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        strata = []
        for results in evidence.arms[arm]:
            scores: dict[int, dict[int, float]] = defaultdict(dict)
            for row in results.rows:
                scores[row.block][row.seats.index(0)] = row.returns[0]
            strata.append([both[0] - both[1] for both in scores.values() if len(both) == 2])
        return strata_mean(strata, null)

    return statistic


MEASURED_ITERATIONS = 5
"""Of the Predictor; all cost alike, and a whole move takes up to a minute."""

_GAME_TICKS = {"High": 90.23, "Medium": 175.93, "Low": 1013.13}
"""How long a game of the Predictor with MCTS High takes in the source, relative flares."""


def nested_cost() -> Statistic:
    """How many times as long Predictor High takes for a move as its model does, here and now.

    Measured at the start of each level, where no roll-out is cut short by a win. The interval is
    over levels, on the scale of logarithms; it knows nothing of other machines.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del evidence, null
        logarithms = []
        seconds: dict[str, list[float]] = defaultdict(list)
        for level in arms.FEWER_LEVELS:
            plain = _seconds(mcts(arms.BUDGETS["High"]), level)
            for name, budget in arms.BUDGETS.items():
                seconds[name].append(_nested_seconds(budget, level))
            logarithms.append(math.log(seconds["High"][-1] / plain))
        middle = mean_interval(logarithms)
        value = Interval(*(math.exp(x) for x in (middle.estimate, middle.low, middle.high)))
        told = []
        for name, budget in arms.BUDGETS.items():
            mean = float(np.mean(seconds[name]))
            told.append(
                f"{name} {mean:.1f} s per move for up to {budget.iterations * budget.ticks:,} "
                f"nested searches, {mean * _GAME_TICKS[name] / 60:.0f} min per game "
                "of the source's length"
            )
        return Estimate(value, None, "; ".join(told))

    return statistic


def _seconds(search: Search, level: str) -> float:
    game = load("tiny_coop", level=level, actions="relative")
    belief = game.belief(game.initial_state().view(0))
    start = time.process_time()  # so that other programs do not count
    search.run(belief, seed=arms.SEED)
    return time.process_time() - start


def _nested_seconds(budget: Budget, level: str) -> float:
    few = replace(predictor(arms.NESTED, budget), iterations=MEASURED_ITERATIONS)
    return _seconds(few, level) * budget.iterations / MEASURED_ITERATIONS
