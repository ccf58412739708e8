"""The command ``otherminds reproduce``: run the claims of a source and judge them."""

from __future__ import annotations

import math

import click
from rich import box
from rich.table import Table
from rich.text import Text

from otherminds.arena.running import Forecast
from otherminds.arena.store import Store
from otherminds.cli import Interrupted
from otherminds.cli.arena import workers_option
from otherminds.cli.records import read_records
from otherminds.cli.terminal import Terminal
from otherminds.contracts import OptionError
from otherminds.lab import SCALES, SOURCES, choose_claims, claims_of, run_claims
from otherminds.lab import report as reports

__all__ = ["reproduce"]

RECORDS = {"smoke": 10, "quick": 300, "standard": 1_500, "full": 100_000}
"""How many recorded games are looked at, evenly spaced over the files."""


def progress_text(progress: Forecast) -> str:
    """How far it is, and when it will be done."""
    text = f"{progress.done:,} of {progress.total:,} games"
    if progress.seconds_left is None:
        return text
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    return f"{text}, about {minutes} min {seconds} s to go"


@click.command()
@click.argument("source", default=SOURCES[0])
@click.option("--claims", "text", default="", help="Which ones, like S3,S9-S12; all by default.")
@click.option("--scale", type=click.Choice(SCALES), default="quick", show_default=True)
@click.option("--store", "path", default="claims.db", show_default=True, help="Results file.")
@workers_option
@click.option(
    "--games", "files", multiple=True, help="Games of people, a WTHOR file (.wtb); repeatable."
)
@click.option("--report", "report_path", help="Also write a report to this .html or .md file.")
def reproduce(
    source: str,
    text: str,
    scale: str,
    path: str,
    workers: int,
    files: tuple[str, ...],
    report_path: str | None,
) -> None:
    """Run the claims of a source and judge them; run it again to continue.

    Quick takes minutes, standard a good part of an hour, full many hours; smoke only shows that
    everything runs. A .md file with the marks of a report keeps what stands around them.

    Example: otherminds reproduce stevinson --claims S3,S9 --scale quick --report found.html
    """
    claims = choose_claims(claims_of(source), text)
    if report_path:
        reports.check_report(report_path)
    if files and not any(claim.recorded for claim in claims):
        raise OptionError("None of these claims is about games of people: leave out --games.")
    records = read_records(files, RECORDS[scale])
    console = Terminal(stderr=True)
    with console.status(Text("")) as shown, Store(path) as store:

        def watch(progress: Forecast) -> None:
            shown.update(Text(progress_text(progress)))

        try:
            run = run_claims(
                claims, store, scale=scale, workers=workers, records=records, watch=watch
            )
        except KeyboardInterrupt:
            raise Interrupted(
                f"Stopped; what was played is in {path}. Run the same command to continue."
            ) from None
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
    if report_path:
        reports.write_report(report_path, source, scale, run)
