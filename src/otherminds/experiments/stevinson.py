"""Claims of Stevinson's experiments with type-based opponent modelling in Othello.

Listed here are the claims about the baselines and the opponents, which need no model of the
opponent: docs/sources/stevinson.md lists all of them and the readings chosen. The budget is 25
play-outs a move, where the source's figures for search appear; agent6 plays in series, because it
changes after a loss.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import stats

from otherminds.arena.plan import Experiment
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, wilson
from otherminds.experiments import Arm, Claim, Played, difference, share

__all__ = ["CLAIMS"]

PLAYOUTS = 25
SERIES = 10
MCTS = f"search(iterations={PLAYOUTS})"
OPTIONS = (("draw_is_white_win", True),)


def _against(
    player: str, perturb: float = 0.0, opponents: Sequence[str] = ("agent4", "agent5", "agent6")
) -> tuple[Experiment, ...]:
    """A player against the simulated opponents, half of the games with each colour."""
    option = f"(perturb={perturb})" if perturb else ""
    return tuple(
        Experiment(
            game="othello",
            players=(player, opponent + option),
            options=OPTIONS,
            seed=1,
            series=SERIES if opponent == "agent6" else 0,
        )
        for opponent in opponents
    )


def _arm(name: str, player: str, perturb: float = 0.0) -> Arm:
    return Arm(name, _against(player, perturb))


def _white_lead(played: Played) -> Interval:
    """How much greater the win share of player 0 is as White than as Black."""
    means, variances = [], []
    for results in played["MCTS"]:
        colours = []
        for seat in (1, 0):
            wins = [float(row.returns[seat] > 0) for row in results.rows if row.seats[seat] == 0]
            colours.append(np.asarray(wins))
        means.append(colours[0].mean() - colours[1].mean())
        variances.append(sum(c.var(ddof=1) / len(c) for c in colours))
    mean = float(np.mean(means))
    half = float(stats.norm.ppf(0.975)) * math.sqrt(sum(variances)) / len(means)
    return Interval(mean, mean - half, mean + half)


def _draws(played: Played) -> Interval:
    """The share of drawn games."""
    rows = [row for results in played["drawn"] for row in _rows(results)]
    return wilson(sum(row == (0.0, 0.0) for row in rows), len(rows))


def _rows(results: Results) -> list[tuple[float, ...]]:
    return [row.returns for row in results.rows]


CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="S3",
        text=f"MCTS wins 73 % against agents 4 to 6 (here with {PLAYOUTS} play-outs a move)",
        arms=(_arm("MCTS", MCTS),),
        statistic=share("MCTS"),
        direction=1,
        null=0.5,
        figure=0.73,
    ),
    Claim(
        id="S4",
        text="The maximum value player wins 61 % against agents 4 to 6",
        arms=(_arm("MV", "max_value"),),
        statistic=share("MV"),
        direction=1,
        null=0.5,
        figure=0.61,
        games={"quick": 2_000, "standard": 6_000, "full": 60_000},
    ),
    Claim(
        id="S9",
        text="MCTS wins more than maximum value",
        arms=(_arm("MCTS", MCTS), _arm("MV", "max_value")),
        statistic=difference("MCTS", "MV"),
        direction=1,
        figure=0.12,
        unit="+.1%",
    ),
    Claim(
        id="S12",
        text="10 % random moves of the opponents do not change what maximum value wins",
        arms=(_arm("perturbed", "max_value", 0.1), _arm("MV", "max_value")),
        statistic=difference("perturbed", "MV"),
        direction=0,
        margin=0.01,
        figure=0.0,
        games={"quick": 2_000, "standard": 6_000, "full": 60_000},
        unit="+.1%",
    ),
    Claim(
        id="S19",
        text="White wins about 3 % more than Black, a draw being a win for White",
        arms=(_arm("MCTS", MCTS),),
        statistic=_white_lead,
        direction=1,
        figure=0.03,
        games={"quick": 1_000, "standard": 10_000, "full": 100_000},
        unit="+.1%",
    ),
    Claim(
        id="S25",
        text="More play-outs play better (100 against 25)",
        arms=(_arm("100", "search(iterations=100)"), _arm("25", MCTS)),
        statistic=difference("100", "25"),
        direction=1,
        unit="+.1%",
    ),
    Claim(
        id="S26",
        text="Draws are negligible (below 3 % of the games of maximum value)",
        arms=(
            Arm(
                "drawn",
                tuple(
                    Experiment(game="othello", players=("max_value", opponent), seed=1)
                    for opponent in ("agent4", "agent5", "agent6")
                ),
            ),
        ),
        statistic=_draws,
        direction=-1,
        null=0.03,
        games={"quick": 2_000, "standard": 6_000, "full": 60_000},
    ),
)
