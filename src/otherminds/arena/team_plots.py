"""The plots of a report on a co-operative game, as SVG text."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from otherminds.arena.cross_play import CrossPlay
from otherminds.arena.plots import BLUE, GRID, INK, ORANGE, svg_text, wrapped
from otherminds.arena.results import Results

__all__ = ["company_plot", "cross_play_plot", "scores_plot"]

_MOST_BINS = 40
"""Scores that are told apart; where there are more, neighbours share a bar."""


def company_plot(played: CrossPlay) -> str:
    """Two intervals for each player: with itself, and with strangers."""
    standings = [s for s in played.standings if s.mirror or s.strangers]
    if not standings:
        return ""
    names = [wrapped(standing.player) for standing in standings]
    height = 1.3 + sum(0.42 + 0.18 * name.count("\n") for name in names)
    drawn = Figure(figsize=(8, height))
    axes = drawn.subplots()
    kinds = (("with itself", "o", BLUE, 0.13), ("with strangers", "s", ORANGE, -0.13))
    for label, mark, colour, shift in kinds:
        for row, standing in enumerate(standings):
            value = standing.mirror if label == "with itself" else standing.strangers
            if value is not None:
                place = len(standings) - 1 - row + shift
                axes.plot([value.low, value.high], [place] * 2, color=colour, linewidth=2.5)
                axes.plot(value.estimate, place, mark, color=colour, markersize=7)
        axes.plot([], [], mark + "-", color=colour, label=label)
    axes.set_yticks(range(len(names) - 1, -1, -1), names, parse_math=False)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("mean score, 95 % interval", color=INK)
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    return svg_text(drawn)


def cross_play_plot(results: Results, played: CrossPlay) -> str:
    """A matrix of mean scores with half the widths of their intervals, by the row's number."""
    if len(results.players) < 2 or not played.teams:
        return ""
    order = [results.players.index(standing.player) for standing in played.standings]
    size = len(order)
    scores = np.full((size, size), np.nan)
    for row, first in enumerate(order):
        for column, second in enumerate(order):
            if (team := played.teams.get((first, second))) is not None:
                scores[row, column] = team.score.estimate
    drawn = Figure(figsize=(8, min(10, 0.72 * size + 1)))
    axes = drawn.subplots()
    edges = np.arange(size + 1) - 0.5
    low, high = np.nanmin(scores), np.nanmax(scores)
    span = max(float(high - low), 1e-9)
    axes.pcolormesh(
        edges, edges, scores, cmap="YlGnBu", vmin=low, vmax=low + span * 1.15, edgecolors="white"
    )
    axes.invert_yaxis()
    axes.set_aspect("equal")
    small = 9.5 if size <= 8 else 7
    for row, first in enumerate(order):
        for column, second in enumerate(order):
            if (team := played.teams.get((first, second))) is not None:
                value = team.score
                colour = "white" if (value.estimate - low) / span > 0.6 else INK
                half = max(value.high - value.estimate, value.estimate - value.low)
                axes.text(
                    column,
                    row - 0.12,
                    f"{value.estimate:.1f}",
                    ha="center",
                    va="center",
                    color=colour,
                    fontsize=small + 1.5,
                )
                axes.text(
                    column,
                    row + 0.24,
                    f"±{half:.1f}" if np.isfinite(half) else "±?",
                    ha="center",
                    va="center",
                    color=colour,
                    fontsize=small - 2,
                )
    names = [wrapped(results.players[player]) for player in order]
    axes.xaxis.tick_top()
    axes.set_xticks(range(size), [str(number) for number in range(1, size + 1)])
    rows = [f"{name}  {number}" for number, name in enumerate(names, start=1)]
    axes.set_yticks(range(size), rows, parse_math=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return svg_text(drawn)


def scores_plot(results: Results, played: CrossPlay) -> str:
    """For each player how often each score came up, with itself and with strangers."""
    found = [
        (standing.player, played.scores(place, mirror=True), played.scores(place, mirror=False))
        for standing in played.standings
        for place in [results.players.index(standing.player)]
        if standing.games
    ]
    if not found:
        return ""
    every = [score for _, mirror, strangers in found for score in (*mirror, *strangers)]
    whole = all(score == int(score) for score in every)
    width = max(1.0 if whole else 0.0, (max(every) - min(every)) / _MOST_BINS) or 1.0
    edges = np.arange(min(every) - width / 2, max(every) + width, width)
    drawn = Figure(figsize=(8, 0.9 + 0.85 * len(found)))
    several = drawn.subplots(len(found), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, mirror, strangers) in zip(several, found, strict=True):
        for scores, style in ((mirror, "bar"), (strangers, "step")):
            if scores:
                axes.hist(
                    scores,
                    edges,
                    weights=np.full(len(scores), 1 / len(scores)),
                    histtype=style,
                    color=BLUE if style == "bar" else ORANGE,
                    alpha=0.75 if style == "bar" else 1,
                    linewidth=1.6 if style == "step" else 0,
                )
        axes.set_yticks([])
        axes.set_ylabel(
            wrapped(name), rotation=0, ha="right", va="center", color=INK, parse_math=False
        )
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        axes.tick_params(axis="x", length=0)
    several[-1].set_xlabel("score", color=INK)
    several[-1].tick_params(axis="x", length=3)
    if whole:
        several[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    return svg_text(drawn)
