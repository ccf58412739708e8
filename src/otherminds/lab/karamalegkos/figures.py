"""His tables of eleven metrics, from the games of this run."""

from __future__ import annotations

import math
import statistics

from otherminds.arena.results import Results, win_shares
from otherminds.lab import catan_numbers as measures
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Run

__all__ = ["figures"]


def figures(run: Run) -> list[Figure | Table]:
    """One table: a row for each planner, opponent and budget of which there are games."""
    rows = []
    for results in run.found().values():
        players = results.tournament.players
        if len(players) == 2 and results.rows:
            rows.append(_row(results))
    if not rows:
        return []
    head = ("player", "against", "games", "wins", *(name for name, _ in measures.METRICS))
    return [
        Table(
            "Metrics of his tables",
            (*head, "deviation of points", "distance to the game's mean"),
            sorted(rows),
            "Means per game; the last two are the deviation of the points over games, and the root "
            "of the mean squared distance of the points to the mean of their game.",
        )
    ]


def _row(results: Results) -> list[str]:
    values: dict[str, list[float]] = {name: [] for name, _ in measures.METRICS}
    wins, distances = [], []
    for row in results.rows:
        seat = row.seats.index(0)
        for name, number in measures.METRICS:
            values[name].append(number(results, row, seat))
        own, others = values["points"][-1], values["points of the others"][-1]
        mean = (own + others * (len(row.seats) - 1)) / len(row.seats)
        distances.append((own - mean) ** 2)
        wins.append(win_shares(row.returns)[seat])
    shown = [f"{statistics.fmean(of):.2f}" for of in values.values()]
    spread = statistics.pstdev(values["points"])
    player, other = results.tournament.players
    return [
        player,
        other,
        str(len(results.rows)),
        f"{statistics.fmean(wins):.1%}",
        *shown,
        f"{spread:.2f}",
        f"{math.sqrt(statistics.fmean(distances)):.2f}",
    ]
