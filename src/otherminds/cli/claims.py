"""Reproducing the sources on the command line."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from otherminds.arena.report import markdown_table
from otherminds.arena.store import Store
from otherminds.arena.tournament import Status
from otherminds.experiments import SCALES, SOURCES, Claim, choose_claims, claims_of, run_claims

__all__ = ["reproduce"]

HEAD = ("claim", "what it says", "source", "ours [95 %]", "games", "verdict")


@click.command()
@click.argument("source", default=SOURCES[0])
@click.option("--claims", "text", default="", help="Which ones, like S3,S9-S12; all by default.")
@click.option("--scale", type=click.Choice(SCALES), default="quick", show_default=True)
@click.option("--store", "path", default="claims.db", show_default=True, help="Results file.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--report", "report_path", help="Also write the table as Markdown to this file.")
def reproduce(
    source: str, text: str, scale: str, path: str, workers: int, report_path: str | None
) -> None:
    """Run the claims of a source and judge them; run it again to go on.

    Example: otherminds reproduce stevinson --claims S3,S9 --scale quick
    """
    claims = choose_claims(claims_of(source), text)
    console = Console(stderr=True)
    with console.status("") as shown, Store(path) as store:

        def watch(claim: Claim, status: Status) -> None:
            shown.update(f"{claim.id}: {status.done} of {status.total} games")

        try:
            findings = run_claims(claims, store, scale=scale, workers=workers, watch=watch)
        except KeyboardInterrupt:
            raise click.ClickException(
                f"Stopped; what was played is in {path}. Run the same command to go on."
            ) from None
    table = Table(*HEAD, title=f"{source}, scale {scale}", box=box.SIMPLE_HEAD)
    for finding in findings:
        table.add_row(*finding.row())
    Console().print(table)
    if report_path:
        text = markdown_table(HEAD, [finding.row() for finding in findings])
        Path(report_path).write_text(f"# {source}, scale {scale}\n\n{text}\n", encoding="utf-8")
