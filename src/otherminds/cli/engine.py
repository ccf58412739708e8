"""The analysis engine on standard input and output."""

from __future__ import annotations

import os
import sys

import click

from otherminds.cli.terminal import Count

__all__ = ["engine"]


@click.command()
@click.option("--workers", type=Count(1, 1024), help="Positions thought about at once.")
def engine(workers: int | None) -> None:
    """Answer questions about positions: JSON lines in, thoughts out.

    A line such as {"id": "a", "game": "othello", "moves": ["d3"], "maxVisits": 1000} is answered by
    a line with the same id and a thought. Several are answered at once.

    Example: otherminds engine --workers 2 < queries.jsonl
    """
    from otherminds.interop.analysis_engine import AnalysisEngine

    def write(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    AnalysisEngine(write, workers=workers or os.cpu_count() or 1).run(sys.stdin)
