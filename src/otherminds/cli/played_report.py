"""What a file of played games says: how people fared, in whose company."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from rich import box
from rich.table import Table
from rich.text import Text

from otherminds.arena.cross_play import is_cooperative
from otherminds.arena.findings import game_words
from otherminds.arena.results import win_shares
from otherminds.arena.statistics import mean_interval
from otherminds.interop.played import PlayedGame, read_played

__all__ = ["played_table"]


def played_table(path: str) -> Table:
    """The games of a file, one row per game and company."""
    groups: dict[tuple[str, str], list[PlayedGame]] = defaultdict(list)
    for played in read_played(path):
        others = " + ".join(dict.fromkeys(text for text in played.players if text))
        groups[game_words(played.game), others].append(played)
    table = Table(title=Text(f"games of people in {path}"), box=box.SIMPLE_HEAD)
    for name in ("game", "with or against", "games", "won", "mean return [95 %]", "broken off"):
        left = name in ("game", "with or against")
        table.add_column(name, justify="left" if left else "right")
    for (game, others), games in groups.items():
        table.add_row(*map(Text, (game, others, *_row(games))))
    return table


def _row(games: list[PlayedGame]) -> tuple[str, str, str, str]:
    over = [(played, played.returns) for played in games if played.returns is not None]
    own = [returns[played.person] for played, returns in over]
    low, high = games[0].game.return_range
    if is_cooperative(games[0].game):
        won = sum(value >= high for value in own)  # all that can be got
    else:
        won = sum(win_shares(returns)[played.person] == 1.0 for played, returns in over)
    mean = "-"
    if len(own) > 1:
        mean = f"{mean_interval(own, limits=(low, high)):.2f}"
    elif own:
        mean = f"{fmean(own):.2f}"
    return str(len(over)), str(won), mean, str(len(games) - len(over))
