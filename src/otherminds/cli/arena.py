"""Tournaments on the command line: run, continue, report."""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

import click
from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from otherminds.arena import running
from otherminds.arena.cross_play import is_cooperative
from otherminds.arena.findings import percent
from otherminds.arena.merging import Merged
from otherminds.arena.merging import merge as merge_stores
from otherminds.arena.plan import DESIGNS, MOST_GAMES, Tournament, plan_tournament
from otherminds.arena.report import FORMATS, code_text, damage_text
from otherminds.arena.results import Results, win_shares
from otherminds.arena.running import MOST_WORKERS, Status, Until, parse_until
from otherminds.arena.shards import WHOLE, Shard, parse_shard
from otherminds.arena.statistics import wilson
from otherminds.arena.store import Store, StoredTournament, StoreError
from otherminds.arena.terminal_report import terminal_report
from otherminds.cli import Interrupted
from otherminds.cli.played_report import played_table
from otherminds.cli.records import is_played
from otherminds.cli.stored import allow_imports, choose_tournament, repair_hint
from otherminds.cli.suites import show_suite
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import OptionError
from otherminds.contracts.grammar import split_specs
from otherminds.contracts.streams import MATCHES_OF_LINE_UP

__all__ = [
    "OLD_NAMES",
    "demo",
    "merge",
    "on_option",
    "report",
    "tournament",
    "workers_option",
    "write_report",
]

GAMES = Count(1, MOST_GAMES)
workers_option = click.option(
    "--workers",
    type=Count(0, MOST_WORKERS),
    default=os.cpu_count() or 1,
    show_default=True,
    help="Processes.",
)

on_option = click.option(
    "--on",
    default="pool",
    show_default=True,
    help="Where: pool (processes here), ray (a cluster on this machine), ray:ADDRESS.",
)

DRAW_SECONDS = 0.25
"""Between two drawings of the display: drawing takes time from writing."""


class Display:
    """A bar with a forecast and the current table, redrawn while a tournament runs."""

    def __init__(self, tournament: Tournament, total: int) -> None:
        """Nothing is shown until ``update``."""
        self._names = tournament.players
        self._cooperative = is_cooperative(tournament.loaded_game)
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
        if self._cooperative:
            return self._scores(status)
        table = Table("player", "games", "won", "won % [95 %]", box=None, pad_edge=False)
        for player in sorted(games, key=lambda p: -won[p] / games[p]):
            text = percent(wilson(won[player], games[player]))
            table.add_row(self._names[player], str(games[player]), str(won[player]), text)
        return table

    def _scores(self, status: Status) -> Table:
        """Of a co-operative game: what the teams of each player have scored so far."""
        games: Counter[int] = Counter()
        scored: defaultdict[int, float] = defaultdict(float)
        for (seats, returns), times in status.tally.items():
            for player in set(seats):
                games[player] += times
                scored[player] += times * min(returns)
        table = Table("player", "games", "mean score", box=None, pad_edge=False)
        for player in sorted(games, key=lambda p: -scored[p] / games[p]):
            mean = f"{scored[player] / games[player]:.2f}"
            table.add_row(self._names[player], str(games[player]), mean)
        return table


def _run(
    planned: Tournament,
    store: Store,
    games: int,
    workers: int,
    until: Until | None,
    shard: Shard = WHOLE,
    on: str = "pool",
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
                planned,
                store,
                games=games,
                workers=workers,
                until=until,
                shard=shard,
                on=on,
                watch=watch,
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
@click.argument("game_text", metavar="GAME", required=False)
@click.option("--agents", help="Players, separated by commas.")
@click.option("--games", type=GAMES, default=200, show_default=True, help="Games in all, at least.")
@click.option("--seed", default=0, show_default=True, help="Decides every game.")
@click.option("--store", "path", help="Results file.  [default: results.db, suite-NAME.db]")
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
@click.option("--shard", "part", help="Play one part of several, such as 3/16; then merge them.")
@on_option
@click.option("--until", "question", help="Stop once a test has decided whether 'a > b'.")
@click.option("--report", "report_path", help="Also write a report: .html, .md, .json or .csv.")
@click.option("--suite", "suite_name", help="Instead: the standing suite of that name, 'best'.")
@click.option("--full", is_flag=True, help="Of a suite, five times as many games.")
@click.option("--publish", "keep", is_flag=True, help="Of a suite, later ones compare with this.")
def tournament(
    game_text: str | None,
    agents: str | None,
    games: int,
    seed: int,
    path: str | None,
    workers: int,
    design: str,
    series: int,
    move_seconds: float | None,
    part: str | None,
    on: str,
    question: str | None,
    report_path: str | None,
    suite_name: str | None,
    full: bool,
    keep: bool,
) -> None:
    """Let agents play many games and report with intervals; run it again to continue.

    Example: otherminds tournament othello --agents "max_value, search(iterations=50)" --games 400
    """
    if suite_name is not None:
        if game_text is not None or agents is not None:
            raise click.UsageError(
                "A suite has its own games and players: leave out GAME and --agents."
            )
        show_suite(suite_name, path, full=full, workers=workers, keep=keep)
        return
    if full or keep:
        raise click.UsageError("--full and --publish are for suites: add --suite best.")
    if game_text is None:
        raise click.UsageError("Missing argument 'GAME'.")
    if agents is None:
        raise click.UsageError("Missing option '--agents'.")
    path = path or "results.db"
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
    shard = parse_shard(part) if part else WHOLE
    with Store(path) as store:
        status = _run(planned, store, games, workers, until, shard, on)
        results = running.results(planned, store)
    console = Terminal()
    console.print(terminal_report(results, console.width))
    if until and question:
        answers = {"better": "yes", "worse": "no"}
        decided = (
            f"{answers[status.decision]}, decided after {status.decided_after:,} games"
            if (status.decision)
            else f"not decided after {status.done:,} games; run the command again with more --games"
        )
        console.print(f"{question}: {decided}.")
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
    """Show what a results file says, or a file of games of yours (.jsonl).

    Example: otherminds report results.db --to report.html
    """
    console = Terminal()
    if is_played(path):
        if report_path:
            raise OptionError(f"{path} has games of people; --to writes about tournaments.")
        console.print(played_table(path))
        return
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
            console.print(terminal_report(results, console.width))
            _print_notes(console, results, path)
            console.print(f"Tournament {stored.key}, played by {stored.version}.", style="dim")


def _results(store: Store, stored: StoredTournament, imports: bool) -> Results:
    tournament = stored.read(allow_imports=imports)
    return Results(tournament, *store.read(stored.number, tournament))


@click.command()
@click.argument("target", metavar="INTO")
@click.argument("sources", metavar="FILES...", nargs=-1, required=True)
def merge(target: str, sources: tuple[str, ...]) -> None:
    """Put the results files of shards into one; done twice, it changes nothing.

    Example: otherminds merge results.db shard-1.db shard-2.db
    """

    def tell(one: Merged) -> None:
        damaged = f", {one.damaged:,} damaged left out" if one.damaged else ""
        say(
            f"{one.file}: tournament {one.key}, {one.added:,} new games, {one.known:,} known"
            f"{damaged}."
        )

    merge_stores(sources, target, watch=tell)


DEMO_PLAYERS = (
    "random",
    "max_disk",
    "max_value",
    "mobility",
    "agent5",
    "search(iterations=100)",
    "search(iterations=1000)",
)


def demo_players(games: int) -> list[str]:
    """As many players as can all meet in so many games, the weakest and the strongest included."""
    count = len(DEMO_PLAYERS)
    while count > 2 and count * (count - 1) > games:
        count -= 1
    last = len(DEMO_PLAYERS) - 1
    return [DEMO_PLAYERS[round(place * last / (count - 1))] for place in range(count)]


@click.command()
@click.option(
    "--games", type=GAMES, default=840, show_default=True, help="Games in all; few for few players."
)
@click.option("--seed", default=1, show_default=True, help="Decides every game.")
@click.option("--report", "report_path", default="demo.html", show_default=True, help="A page.")
def demo(games: int, seed: int, report_path: str) -> None:
    """A small tournament of Othello agents with a table and a page of plots.

    Example: otherminds demo --games 2000 --seed 7
    """
    _check_report(report_path)
    planned = plan_tournament("othello", demo_players(games), seed=seed)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "demo.db") as store:
        try:
            _run(planned, store, games, os.cpu_count() or 1, None)
        except Interrupted:  # its file is gone, so there is nothing to go on with
            raise KeyboardInterrupt from None
        results = running.results(planned, store)
    console = Terminal()
    console.print(terminal_report(results, console.width))
    write_report(results, report_path)
    console.print(f"Plots and pairings: {report_path}")
