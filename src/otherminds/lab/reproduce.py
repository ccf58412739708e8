"""The command ``otherminds reproduce``: run the claims of a source and judge them."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence

import click
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from otherminds.arena.running import Forecast
from otherminds.arena.store import Store, StoreError
from otherminds.cli import Interrupted
from otherminds.cli.arena import on_option, workers_option
from otherminds.cli.records import read_records
from otherminds.cli.terminal import Terminal
from otherminds.contracts import OptionError
from otherminds.lab import SCALES, Claim, choose_claims, claims_of, run_claims
from otherminds.lab import report as reports
from otherminds.lab.kept import Kept
from otherminds.lab.running import Run, core_hours, games_needed, judge_kept, note_measured
from otherminds.lab.unfinished import keep_leftovers, store_path
from otherminds.lab.verify import verify

__all__ = ["reproduce"]

KEPT = "kept"
"""The scale that plays nothing."""

RECORDS = {"smoke": 10, "quick": 300, "standard": 1_500, "full": 100_000}
"""How many recorded games are looked at, evenly spaced over the files."""


def progress_text(progress: Forecast) -> str:
    """How far it is, and when it will be done."""
    text = f"{progress.done:,} of {progress.total:,} games"
    if progress.seconds_left is None:
        return text
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    return f"{text}, about {minutes} min {seconds} s to go"


SIZES = {
    "stevinson": ("othello", 59, (1_274, 23_662, 179_800, 1_609_000)),
    "walton-rivers": ("hanabi, tiny_coop", 151, (4_070, 77_584, 600_239, 1_692_547)),
    "ledford": ("cluedo", 63, (256, 11_680, 64_600, 216_000)),
    "dobre": ("catan", 105, (44, 6_276, 103_872, 332_000)),
    "karamalegkos": ("catan", 36, (16, 992, 12_360, 50_000)),
}
"""The games, the number of claims, and how many matches they take at each scale. Counting would
take half a minute: every tournament of every claim has to be planned."""


def _sources() -> Group:
    """What can be reproduced, and what that costs."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in ("source", "game", "claims", *SCALES):
        left = name in ("source", "game")
        table.add_column(name, justify="left" if left else "right", no_wrap=name != "game")
    for source, (games, claims, counts) in SIZES.items():
        table.add_row(source, games, str(claims), *(f"{count:,}" for count in counts))
    return Group(
        Text("Sources, and how many games of each are played at each scale:"),
        table,
        Text(
            "Smoke only shows that everything runs. Quick takes minutes, standard a good part of "
            "an hour, full many hours. Some claims also play games that are not stored."
        ),
        Text("Start with: otherminds reproduce stevinson"),
    )


@click.command()
@click.argument("source", metavar="[SOURCE]", default="")
@click.option("--claims", "text", default="", help="Which ones, like S3,S9-S12; all by default.")
@click.option("--scale", type=click.Choice((*SCALES, KEPT)), default="quick", show_default=True)
@click.option(
    "--results", "folder", default="results", show_default=True, help="Folder where games are kept."
)
@workers_option
@on_option
@click.option(
    "--games", "files", multiple=True, help="Games of people, a WTHOR file (.wtb); repeatable."
)
@click.option("--report", "report_path", help="Also write a report to this .html or .md file.")
@click.option(
    "--verify",
    "sample",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=200,
    metavar="[N]",
    help="Play N of the kept games again, 200 by default, and compare their moves.",
)
def reproduce(
    source: str,
    text: str,
    scale: str,
    folder: str,
    workers: int,
    on: str,
    files: tuple[str, ...],
    report_path: str | None,
    sample: int | None,
) -> None:
    """Run the claims of a source and judge them; run it again to continue.

    Without a source, list the sources and how many games each takes.

    Quick takes minutes, standard a good part of an hour, full many hours; smoke only shows that
    everything runs; kept plays nothing and judges by the games that are there. A .md file with the
    marks of a report keeps what stands around them.

    Every match goes to the folder of results, which belongs under version control: what is there is
    not played again. Several processes may play different claims at once.

    Example: otherminds reproduce stevinson --claims S3,S9 --scale quick --report found.html
    """
    kept = Kept(folder)
    if sample is not None:
        _verify(kept, sample)
        return
    if not source:
        Terminal().print(_sources())
        return
    claims = choose_claims(claims_of(source), text)
    if report_path:
        reports.check_report(report_path)
    if files and not any(claim.recorded for claim in claims):
        raise OptionError("None of these claims is about games of people: leave out --games.")
    if scale == KEPT:
        run = judge_kept(source, claims, kept)
    else:
        records = read_records(files, RECORDS[scale])
        run = _played(source, claims, kept, scale, (workers, on), records)
    _print(source, scale, run)
    if report_path:
        reports.write_report(report_path, source, scale, run)


def _played(
    source: str,
    claims: Sequence[Claim],
    kept: Kept,
    scale: str,
    team: tuple[int, str],
    records: Sequence[Sequence[int]],
) -> Run:
    """Play what is missing, with a forecast, and judge; ``team`` are workers and where they are."""
    workers, on = team
    console = Terminal(stderr=True)
    kept.folder.mkdir(parents=True, exist_ok=True)
    games = {tournament.game for tournament in games_needed(claims, scale)}
    if hours := core_hours(claims, scale):
        console.print(
            Text(f"About {hours:.2g} core-hours for all games; what is kept is not played again.")
        )
    with console.status(Text("")) as shown, Store(store_path(kept.folder, games)) as store:

        def watch(progress: Forecast) -> None:
            shown.update(Text(progress_text(progress)))

        try:
            keep_leftovers(kept)
            run = run_claims(
                claims,
                store,
                scale=scale,
                workers=workers,
                on=on,
                kept=kept,
                records=records,
                watch=watch,
            )
        except KeyboardInterrupt:
            raise Interrupted(
                f"Stopped; what was played is in {kept.folder}. Run the same command to continue."
            ) from None
    note_measured(source, run, kept)
    return run


def _print(source: str, scale: str, run: Run) -> None:
    """The table of findings, what else was measured, and how often each verdict was given."""
    table = Table(title=Text(f"{source}, scale {scale}"), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in reports.HEAD:
        table.add_column(name, justify="right" if name in ("games", "p (Holm)") else "left")
    for finding in run.findings:
        # Text, because square brackets in a plain string are markup.
        table.add_row(*map(Text, reports.row(finding)))
    output = Terminal()
    output.print(table)
    for finding in run.findings:
        if finding.beside:
            output.print(Text(f"{finding.claim.id}: {finding.beside}."))
        elif math.isnan(finding.judged.estimate.value.estimate):
            detail = finding.judged.estimate.detail
            output.print(Text(f"{finding.claim.id}: {detail or 'too few games'}."))
    output.print(Text(f"Verdicts: {reports.summary(run.findings)}"))
    for line in reports.marks(run.findings):
        output.print(Text(line))


def _verify(kept: Kept, sample: int) -> None:
    """Replay a sample, and end with an error where a game came out otherwise."""
    console = Terminal(stderr=True)
    with console.status(Text("Reading what is kept")) as shown:
        found = verify(
            kept,
            sample,
            seed=secrets.randbits(32),
            watch=lambda done: shown.update(Text(f"{done:,} games replayed")),
        )
    output = Terminal()
    if not found.games:
        raise OptionError(f"Nothing in {kept.folder} can be replayed by this build.")
    same = found.replayed - len(found.different)
    output.print(
        Text(
            f"{same:,} of {found.replayed:,} games replayed move by move, drawn from "
            f"{found.games:,} that this build has played."
        )
    )
    for (game, build), count in sorted(found.older.items()):
        output.print(Text(f"{count:,} games of {game} are of another build, {build}."))
    if found.timed:
        output.print(Text(f"{found.timed:,} games had budgets in seconds: not replayable."))
    if found.gone:
        output.print(Text(f"{found.gone:,} games are of players that this version has otherwise."))
    if found.different:
        raise StoreError("Came out otherwise: " + "; ".join(found.different) + ".")
