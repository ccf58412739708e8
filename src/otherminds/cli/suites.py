"""Standing suites on the command line: one table of every game's best player."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from otherminds.arena.running import Forecast
from otherminds.arena.store import Store
from otherminds.arena.suites import (
    PUBLISHED,
    Compared,
    Found,
    Trial,
    compare,
    play_suite,
    publish,
    published,
    suite,
)
from otherminds.cli import Interrupted
from otherminds.cli.terminal import Terminal

__all__ = ["show_suite"]

DRAW_SECONDS = 0.5


def show_suite(name: str, path: str | None, *, full: bool, workers: int, keep: bool) -> None:
    """Play a suite, or go on with it, and print its table."""
    suite(name)  # refused before a file is made
    file = path or f"suite-{name}.db"
    with Store(file) as store:
        found, missing = _played(name, store, full=full, workers=workers)
    compared = compare(found, published(name, PUBLISHED))
    console = Terminal()
    console.print(_table(name, compared))
    for each in missing:
        console.print(f"Left out, because {each.needs} is not installed: {each.name}.")
    console.print(_summary(compared))
    if keep:
        publish(name, found, PUBLISHED)
        console.print("These figures are now the published ones.")
    console.print(f"Stored in {Path(file)}; run the command again to go on.", style="dim")


def _played(
    name: str, store: Store, *, full: bool, workers: int
) -> tuple[list[Found], list[Trial]]:
    console = Terminal(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
    )
    bar = Progress(*columns)
    task = bar.add_task(f"suite {name}", total=None)
    drawn = -math.inf
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def watch(forecast: Forecast) -> None:
            nonlocal drawn
            if console.is_terminal and time.monotonic() > drawn + DRAW_SECONDS:
                left = forecast.seconds_left
                ahead = "" if left is None else f", {left / 60:.0f} minutes left"
                bar.update(
                    task,
                    total=forecast.total,
                    completed=forecast.done,
                    description=f"suite {name}{ahead}",
                )
                live.update(bar, refresh=True)
                drawn = time.monotonic()

        try:
            return play_suite(name, store, full=full, workers=workers, watch=watch)
        except KeyboardInterrupt:
            raise Interrupted(
                f"Stopped. Run the same command to go on; {store.path} has what was played."
            ) from None


def _table(name: str, compared: Sequence[Compared]) -> Table:
    table = Table(title=f"suite {name}", box=None, pad_edge=False, title_justify="left")
    table.add_column("game, and with or against whom")
    for column in ("games", "result [95 %]", "ms/move", "published"):
        table.add_column(column, justify="right")
    table.add_column("")
    for each in compared:
        cost = each.found.milliseconds
        table.add_row(
            each.found.name,
            f"{each.found.games:,}",
            each.found.text,
            "-" if cost is None else f"{cost:g}",
            each.before.text.split(" [")[0] if each.before else "-",
            each.verdict,
        )
    return table


def _summary(compared: Sequence[Compared]) -> str:
    """What the table says, in a sentence."""
    weaker = [each.found.name for each in compared if each.verdict == "weaker"]
    stronger = [each.found.name for each in compared if each.verdict == "stronger"]
    known = [each for each in compared if each.verdict]
    if not known:
        return "Nothing has been published to compare with."
    sentences = []
    if weaker:
        sentences.append(f"Weaker than published: {'; '.join(weaker)}.")
    if stronger:
        sentences.append(f"Stronger than published: {'; '.join(stronger)}.")
    if not sentences:
        sentences.append(
            f"None of {len(known)} trials differs from what was published (the same deals, 1 % "
            "after Holm's adjustment)."
        )
    return " ".join(sentences)
