"""The plots of a report, as SVG text. Every estimate is drawn with its interval."""

from __future__ import annotations

import io
import math
import textwrap
import warnings
from collections.abc import Mapping, Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval

__all__ = [
    "intervals_plot",
    "lines_plot",
    "pairing_plot",
    "ratings_plot",
    "shares_plot",
    "svg_text",
    "times_plot",
    "wrapped",
]

INK, BLUE, ORANGE, GREY, GRID = "#1c2733", "#2a6fb0", "#d55e00", "#8496a9", "#e6ebf0"
# Told apart by people who see few colours, and by their marks besides (Okabe and Ito 2008).
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b6b7b", "#1c2733")
_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")


def svg_text(figure: Figure) -> str:
    """The figure as SVG without the XML head; the same figure gives the same text."""
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with (
        mpl.rc_context({"svg.hashsalt": "otherminds", "svg.fonttype": "none"}),
        warnings.catch_warnings(),
    ):
        # The reader's fonts draw the text, so it does not matter what the fonts here lack.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(buffer, format="svg", bbox_inches="tight", metadata=nothing)
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def wrapped(name: str) -> str:
    """A long name on several lines, so that it leaves room for what is plotted."""
    return "\n".join(textwrap.wrap(name, 38))


def _height(names: Sequence[str]) -> float:
    """Inches for a plot with a line for each name."""
    return 1.1 + sum(0.27 + 0.18 * (1 + name.count("\n")) for name in names)


def _intervals(
    names: Sequence[str], values: Sequence[Interval], label: str, middle: float
) -> Figure:
    names = [wrapped(name) for name in names]
    figure = Figure(figsize=(8, _height(names)))
    axes = figure.subplots()
    places = np.arange(len(names))[::-1]
    for place, value in zip(places, values, strict=True):
        # What has one bound is an arrow that points away from it.
        ends = [end if math.isfinite(end) else value.estimate for end in (value.low, value.high)]
        axes.plot(ends, [place, place], color=BLUE, linewidth=2.5)
        mark = {(True, False): ">", (False, True): "<"}.get(
            (math.isfinite(value.low), math.isfinite(value.high)), "o"
        )
        axes.plot(value.estimate, place, mark, color=BLUE, markersize=7)
    axes.axvline(middle, color=GREY, linewidth=1, linestyle="--")
    axes.set_yticks(places, names, parse_math=False)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel(label, color=INK)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID)
    axes.set_axisbelow(True)
    return figure


def shares_plot(results: Results) -> str:
    """Win shares with their intervals; the dashed line is an equal share."""
    standings = [s for s in results.standings if s.games]
    if not standings:
        return ""
    equal = 1 / results.tournament.loaded_game.seats
    names, values = [s.player for s in standings], [s.share for s in standings]
    figure = _intervals(names, values, "win share, 95 % interval", equal)
    figure.axes[0].xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    return svg_text(figure)


def ratings_plot(results: Results) -> str:
    """Ratings with their intervals, where there are any."""
    rated = [(s.player, s.rating) for s in results.standings if s.rating]
    if len(rated) < 2:
        return ""
    rated.sort(key=lambda pair: -pair[1].estimate)
    names, values = [name for name, _ in rated], [value for _, value in rated]
    return svg_text(_intervals(names, values, "rating (Elo scale, mean 0), 95 % interval", 0.0))


def pairing_plot(results: Results) -> str:
    """A matrix: how often the row's player finished above the column's, by the row's number."""
    if len(results.pairings) < 2:
        return ""
    order = [results.players.index(s.player) for s in results.standings]
    size = len(order)
    shares = np.full((size, size), np.nan)
    for pair in results.pairings:
        row, column = order.index(pair.first), order.index(pair.second)
        shares[row, column] = pair.share.estimate
        shares[column, row] = 1 - pair.share.estimate
    figure = Figure(figsize=(8, min(8, 0.6 * size + 1)))
    axes = figure.subplots()
    edges = np.arange(size + 1) - 0.5
    axes.pcolormesh(edges, edges, shares, cmap="RdBu", vmin=0, vmax=1, edgecolors="white")
    axes.invert_yaxis()
    axes.set_aspect("equal")
    for row in range(size):
        for column in range(size):
            if not np.isnan(shares[row, column]):
                strong = abs(shares[row, column] - 0.5) > 0.3
                text = f"{shares[row, column]:.0%}"
                colour = "white" if strong else INK
                axes.text(column, row, text, ha="center", va="center", color=colour)
    numbers = [str(number + 1) for number in range(size)]
    names = [wrapped(results.players[player]) for player in order]
    rows = [f"{name}  {number}" for name, number in zip(names, numbers, strict=True)]
    axes.xaxis.tick_top()
    axes.set_xticks(range(size), numbers)
    axes.set_yticks(range(size), rows, parse_math=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return svg_text(figure)


def times_plot(results: Results) -> str:
    """Milliseconds per move of the players that are timed."""
    timed = [(s.player, 1e3 * s.seconds_per_move) for s in results.standings if s.seconds_per_move]
    if not timed:
        return ""
    names = [wrapped(name) for name, _ in timed]
    figure = Figure(figsize=(8, _height(names)))
    axes = figure.subplots()
    places = np.arange(len(timed))[::-1]
    axes.barh(places, [time for _, time in timed], color=BLUE, height=0.55)
    axes.set_yticks(places, names, parse_math=False)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("milliseconds per move", color=INK)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return svg_text(figure)


def intervals_plot(values: Mapping[str, Interval], label: str, middle: float) -> str:
    """Named estimates with their intervals; the dashed line is where nothing would be claimed."""
    if not values:
        return ""
    return svg_text(_intervals(list(values), list(values.values()), label, middle))


def lines_plot(
    lines: Mapping[str, Mapping[float, Interval]],
    *,
    x: str,
    y: str,
    names: Mapping[float, str] | None = None,
    log: bool = False,
    percent: bool = True,
    marks: Mapping[float, str] | None = None,
    figures: Mapping[str, float] | None = None,
) -> str:
    """Estimates along one quantity, a line for each name, intervals as bars.

    Args:
        lines: by name, the estimate at each place of the horizontal axis.
        x: what the horizontal axis is.
        y: what the vertical axis is.
        names: labels of the places; by default the numbers themselves.
        log: whether equal ratios of ``x`` are equally far apart.
        percent: whether estimates are shares.
        marks: vertical lines with a text each.
        figures: levels that somebody else reports, dotted, in the colour of the line of that name.
    """
    lines = {name: line for name, line in lines.items() if line}
    if not lines:
        return ""
    figure = Figure(figsize=(8, 4.6))
    axes = figure.subplots()
    if log:
        axes.set_xscale("log")
    for place, (name, line) in enumerate(lines.items()):
        colour, mark = _LINES[place % len(_LINES)], _MARKS[place % len(_MARKS)]
        xs = sorted(line)
        ys = [line[each].estimate for each in xs]
        axes.plot(xs, ys, mark + "-", color=colour, label=name, markersize=5, linewidth=1.6)
        for each in xs:
            if math.isfinite(line[each].low) and math.isfinite(line[each].high):
                axes.plot([each, each], [line[each].low, line[each].high], color=colour, alpha=0.45)
        if figures and name in figures:
            axes.axhline(figures[name], color=colour, linewidth=1, linestyle=":")
    for each, text in (marks or {}).items():
        axes.axvline(each, color=GREY, linewidth=1, linestyle="--")
        axes.text(each, 1.01, text, transform=axes.get_xaxis_transform(), color=INK, fontsize=9)
    places = sorted({each for line in lines.values() for each in line})
    if names:
        axes.set_xticks(places, [names.get(each, f"{each:g}") for each in places])
        axes.minorticks_off()
    if percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.set_xlabel(x, color=INK)
    axes.set_ylabel(y, color=INK)
    axes.legend(frameon=False, bbox_to_anchor=(1.01, 1), loc="upper left", fontsize=9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(color=GRID)
    axes.set_axisbelow(True)
    return svg_text(figure)
