"""Tournaments on the command line: run, continue, report."""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections import Counter
from pathlib import Path

import click
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from otherminds.arena import running
from otherminds.arena.plan import DESIGNS, MOST_GAMES, Tournament, plan_tournament
from otherminds.arena.report import FORMATS, code_text, damage_text, percent, terminal_table
from otherminds.arena.results import Results, win_shares
from otherminds.arena.running import MOST_WORKERS, Status, Until, parse_until
from otherminds.arena.statistics import wilson
from otherminds.arena.store import Store, StoredTournament, StoreError
from otherminds.cli import Interrupted
from otherminds.cli.stored import allow_imports, choose_tournament, repair_hint
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import OptionError
from otherminds.contracts.grammar import split_specs
from otherminds.contracts.streams import MATCHES_OF_LINE_UP

__all__ = ["OLD_NAMES", "demo", "report", "tournament", "workers_option", "write_report"]

GAMES = Count(1, MOST_GAMES)
workers_option = click.option(
    "--workers",
    type=Count(0, MOST_WORKERS),
    default=os.cpu_count() or 1,
    show_default=True,
    help="Processes.",
)

DRAW_SECONDS = 0.25
"""Between two drawings of the display: drawing takes time from writing."""


class Display:
    """A bar with a forecast and the current table, redrawn while a tournament runs."""

    def __init__(self, tournament: Tournament, total: int) -> None:
        """Nothing is shown until ``update``."""
        self._names = tournament.players
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games, time left"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns)
        self._task = self._progress.add_task(tournament.game, total=total)

    def show(self, status: Status) -> Group:
        """The bar and the table as they are now."""
        self._progress.update(self._task, total=status.total, completed=status.done)
        parts: list[RenderableType] = [self._progress, self._table(status)]
        if status.elsewhere:
            parts.append(f"{status.elsewhere:,} games are being played by another process.")
        return Group(*parts)

    def _table(self, status: Status) -> Table:
        games: Counter[int] = Counter()
        won: Counter[int] = Counter()
        for (seats, returns), times in status.tally.items():
            for player, share in zip(seats, win_shares(returns), strict=True):
                games[player] += times
                won[player] += times * (share == 1.0)
        table = Table("player", "games", "won", "won % [95 %]", box=None, pad_edge=False)
        for player in sorted(games, key=lambda p: -won[p] / games[p]):
            text = percent(wilson(won[player], games[player]))
            table.add_row(self._names[player], str(games[player]), str(won[player]), text)
        return table


def _run(
    planned: Tournament, store: Store, games: int, workers: int, until: Until | None
) -> Status:
    """Run with a live display; on Ctrl-C say where things stand and how to continue."""
    console = Terminal(stderr=True)
    display = Display(planned, games)
    drawn = -math.inf
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def watch(status: Status) -> None:
            nonlocal drawn
            if console.is_terminal and time.monotonic() > drawn + DRAW_SECONDS:
                live.update(display.show(status), refresh=True)
                drawn = time.monotonic()

        try:
            return running.run(
                planned, store, games=games, workers=workers, until=until, watch=watch
            )
        except KeyboardInterrupt:
            number = store.number(planned)
            done = len(store.finished(number)) if number is not None else 0
            raise Interrupted(
                f"Stopped: {store.path} has {done} games of this tournament. Run the same command "
                f"to continue, or look at them with: otherminds report {store.path}"
            ) from None


def _check_report(path: str | None) -> None:
    """Refuse before anything is played what could not be written afterwards."""
    if path and Path(path).suffix not in FORMATS:
        raise OptionError(f"The ending of {path!r} is not one of {', '.join(FORMATS)}.")
    if path and not Path(path).absolute().parent.is_dir():
        raise OptionError(f"There is no folder for {path!r}.")


def write_report(results: Results, path: str) -> None:
    """Write a report in the format that the file's ending names."""
    _check_report(path)
    results.write_report(path)


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--agents", required=True, help="Players, separated by commas.")
@click.option("--games", type=GAMES, default=200, show_default=True, help="Games in all, at least.")
@click.option("--seed", default=0, show_default=True, help="Decides every game.")
@click.option("--store", "path", default="results.db", show_default=True, help="Results file.")
@workers_option
@click.option(
    "--design",
    type=click.Choice(list(DESIGNS)),
    default="round_robin",
    show_default=True,
    help="Who meets whom.",
)
@click.option(
    "--series",
    type=Count(0, MATCHES_OF_LINE_UP - 1),
    default=0,
    help="Matches in a row by the same living agents.",
)
@click.option("--move-seconds", type=float, help="A player that takes longer for a move forfeits.")
@click.option("--until", "question", help="Stop once a test has decided whether 'a > b'.")
@click.option("--report", "report_path", help="Also write a report: .html, .md, .json or .csv.")
def tournament(
    game_text: str,
    agents: str,
    games: int,
    seed: int,
    path: str,
    workers: int,
    design: str,
    series: int,
    move_seconds: float | None,
    question: str | None,
    report_path: str | None,
) -> None:
    """Let agents play many games and report with intervals; run it again to continue.

    Example: otherminds tournament othello --agents "max_value, search(iterations=50)" --games 400
    """
    _check_report(report_path)
    planned = plan_tournament(
        game_text,
        split_specs(agents),
        line_ups=design,
        seed=seed,
        series=series,
        move_seconds=move_seconds,
    )
    until = parse_until(question, planned) if question else None
    with Store(path) as store:
        status = _run(planned, store, games, workers, until)
        results = running.results(planned, store)
    console = Terminal()
    console.print(terminal_table(results))
    if until and question:
        answers = {"better": "yes", "worse": "no", None: "not decided yet"}
        console.print(f"{question}: {answers[status.decision]}.")
    if status.lost:
        console.print(f"{len(status.lost)} games could not be played: their process died twice.")
    _print_notes(console, results, path)
    console.print(f"Stored in {path}, tournament {planned.key}.", style="dim")
    if report_path:
        write_report(results, report_path)


def _print_notes(console: Terminal, results: Results, path: str) -> None:
    """What a reader of the table has to know beside it."""
    if damage := damage_text(results):
        console.print(f"{damage} {repair_hint(path)}")
    if code := code_text(results):
        console.print(code)


def _renamed(token: str) -> str:
    """Options by the names that they once had, too."""
    return {"experiment": "tournament"}.get(token, token)


OLD_NAMES = {"token_normalize_func": _renamed}
"""Settings of commands whose options have had other names."""


@click.command(context_settings=OLD_NAMES)
@click.argument("path", metavar="FILE")
@click.option("--tournament", "key", help="Which one, by the beginning of its key; else all.")
@click.option("--to", "report_path", help="Write a report: .html, .md, .json or .csv.")
@allow_imports
def report(path: str, key: str | None, report_path: str | None, imports: bool) -> None:
    """Show what a results file says.

    Example: otherminds report results.db --to report.html
    """
    console = Terminal()
    with Store(path, reading=True) as store:
        if report_path:
            results = _results(store, choose_tournament(store, key), imports)
            write_report(results, report_path)
            _print_notes(console, results, path)
            console.print(f"Wrote {report_path}.")
            return
        chosen = [choose_tournament(store, key)] if key else store.tournaments()
        if not chosen:
            console.print(f"{path} holds no tournaments.")
        for stored in chosen:
            try:
                results = _results(store, stored, imports)
            except StoreError as error:
                if key:
                    raise
                say(str(error), err=True)  # and the others are shown all the same
                continue
            console.print(terminal_table(results))
            _print_notes(console, results, path)
            console.print(f"Tournament {stored.key}, played by {stored.version}.", style="dim")


def _results(store: Store, stored: StoredTournament, imports: bool) -> Results:
    tournament = stored.read(allow_imports=imports)
    return Results(tournament, *store.read(stored.number, tournament))


DEMO_PLAYERS = (
    "random",
    "max_disk",
    "max_value",
    "mobility",
    "agent5",
    "search(iterations=100)",
    "search(iterations=1000)",
)


@click.command()
@click.option("--games", type=GAMES, default=840, show_default=True, help="Games in all.")
@click.option("--seed", default=1, show_default=True, help="Decides every game.")
@click.option("--report", "report_path", default="demo.html", show_default=True, help="A page.")
def demo(games: int, seed: int, report_path: str) -> None:
    """A small tournament of Othello agents with a table and a page of plots.

    Example: otherminds demo --games 2000 --seed 7
    """
    _check_report(report_path)
    planned = plan_tournament("othello", DEMO_PLAYERS, seed=seed)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "demo.db") as store:
        try:
            _run(planned, store, games, os.cpu_count() or 1, None)
        except Interrupted:  # its file is gone, so there is nothing to go on with
            raise KeyboardInterrupt from None
        results = running.results(planned, store)
    console = Terminal()
    console.print(terminal_table(results))
    write_report(results, report_path)
    console.print(f"Plots and pairings: {report_path}")
