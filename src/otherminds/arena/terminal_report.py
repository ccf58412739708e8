"""Results in the terminal: what was found, the standings, and who plays well with whom.

However narrow the terminal is, a player's name stays; columns go first, the least telling ones.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from otherminds.arena.cross_play import CrossPlay
from otherminds.arena.findings import forfeits, found_text
from otherminds.arena.report import is_unknown, rows_of, title
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval

__all__ = ["terminal_report", "terminal_table"]

_NAME = 24
"""Columns of the terminal that the names have at the least, where one is as long."""

_DISPENSABLE = ("tied", "ms/move", "mean return [95 %]", "won", "games", "forfeits")
"""Columns that go where there is no room, the first of these first."""

_REASONS = 3
"""Reasons of forfeits that are named; the reports in files have all."""


def terminal_report(results: Results, width: int = 80) -> Group:
    """All that the terminal shows of a tournament, for a terminal so wide."""
    parts: list[RenderableType] = [Text(found_text(results)), terminal_table(results, width)]
    if (played := results.cross_play) is not None and len(results.players) > 1 and played.teams:
        parts.append(_matrix(results, played, width))
    told = forfeits(results)
    for each in told[:_REASONS]:
        games = "1 game" if each.games == 1 else f"{each.games:,} games"
        reason = each.reason.rstrip(".")
        parts.append(
            Text(f"{each.player} forfeited {games}, such as match {each.match}: {reason}.")
        )
    if len(told) > _REASONS:
        parts.append(Text(f"{len(told) - _REASONS} more reasons of forfeits are in a report."))
    return Group(*parts)


def terminal_table(results: Results, width: int = 80) -> Table:
    """The standings as a table for a terminal so wide."""
    rows = rows_of(results)
    rated = {standing.player: standing.rating for standing in results.standings}
    for row in rows:
        if row.pop("rating [95 %]", None) is not None:  # half the width of the interval fits better
            row["rating ±95 %"] = _half_width(rated[row["player"]])
    rows = _narrowed(rows, width)
    table = Table(title=Text(title(results)), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in rows[0] if rows else ():
        left = name == "player"
        least = min(_NAME, max(cell_len(row[name]) for row in rows)) if left else None
        table.add_column(
            name,
            justify="left" if left else "right",
            no_wrap=not left,
            overflow="fold",
            min_width=least,
        )
    for row in rows:
        # Text, because square brackets in a plain string are markup.
        table.add_row(*map(Text, row.values()))
    if any("±?" in cell for row in rows for cell in row.values()):
        table.caption = Text("±?: too few blocks for an interval")
    return table


def _narrowed(rows: Sequence[dict[str, str]], width: int) -> list[dict[str, str]]:
    """The same rows with as many columns as there is room for beside the names."""
    narrowed = [dict(row) for row in rows]
    for name in _DISPENSABLE:
        if not narrowed or _width(narrowed) <= width:
            break
        for row in narrowed:
            row.pop(name, None)
    return narrowed


def _width(rows: Sequence[dict[str, str]]) -> int:
    """How wide a table is if names take no more than they must."""
    columns = {name: [name, *(row[name] for row in rows)] for name in rows[0]}
    widths = {name: max(map(cell_len, cells)) for name, cells in columns.items()}
    widths["player"] = min(_NAME, widths["player"])
    return sum(widths.values()) + 2 * len(widths) + 1  # padding and edges


def _half_width(rating: Interval | None) -> str:
    """The rating with half the width of its interval, or with the bound that it has."""
    if rating is None:
        return "-"
    if is_unknown(rating):
        return f"{rating.estimate:+.0f} ±?"
    half = max(rating.high - rating.estimate, rating.estimate - rating.low)
    if half < math.inf:
        return f"{rating.estimate:+.0f} ±{half:.0f}"
    return f"≥ {rating.low:+.0f}" if rating.high == math.inf else f"≤ {rating.high:+.0f}"


def _matrix(results: Results, played: CrossPlay, width: int) -> RenderableType:
    """Mean scores of everybody with everybody, by number; nothing where it would not fit."""
    order = [results.players.index(standing.player) for standing in played.standings]
    cells = {pair: f"{team.score.estimate:.1f}" for pair, team in played.teams.items()}
    wide = max(map(len, cells.values())) + 2
    names = min(_NAME, max(cell_len(player) for player in results.players))
    if names + 7 + wide * len(order) > width:
        return Text("Who scores what with whom is in a report: --report or --to, a .html file.")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("player", overflow="fold", min_width=names)
    for number in range(1, len(order) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, row in enumerate(order, start=1):
        scores = [Text(cells.get((row, column), "-")) for column in order]
        table.add_row(Text(str(number)), Text(results.players[row]), *scores)
    return Group(Text("Mean scores of the row's player with the column's:"), table)
