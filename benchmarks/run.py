"""Measures our speed, and that of others on the same work in the same run.

``make bench`` installs what it needs and runs it; docs/benchmarks.md says what the numbers mean.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from importlib.metadata import version
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a file, not as a module

from benchmarks import absolute, stores, threads
from benchmarks.measure import Measure, Outcome, Spread, take

QUICK = (3, 0.2)
FULL = (11, 1.0)
"""Repetitions, and the share of the full work in each."""


def _measures(scale: float) -> list[Measure]:
    from benchmarks import (
        catan,
        environments,
        peers,
    )  # only here: the processes that a measure starts must not load them

    found = [*peers.measures(scale), *catan.measures(scale)]
    found += [*environments.measures(scale), *absolute.measures(scale)]
    if (os.cpu_count() or 1) >= threads.WORKERS:
        found += [*threads.measures(scale), *stores.measures(scale)]
    return found


def _chosen(measures: list[Measure], only: tuple[str, ...]) -> list[Measure]:
    names = [measure.name for measure in measures]
    for name in only:
        if name not in names:
            raise click.ClickException(f"There is no measure {name}; there are {', '.join(names)}.")
    return [measure for measure in measures if not only or measure.name in only]


def _machine() -> dict[str, Any]:
    packages = ("otherminds", "open_spiel", "catanatron", "pettingzoo")
    versions = {name: version(name) for name in packages}
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "versions": versions,
    }


def _number(value: float) -> str:
    """Three digits, which is more than a shared machine gives: 115 M, 352 k, 5.36."""
    for suffix, size in ((" M", 1e6), (" k", 1e3)):
        if value >= 0.9995 * size:
            return f"{float(f'{value / size:.3g}'):g}{suffix}"
    return f"{float(f'{value:.3g}'):g}"


def _verdict(outcome: Outcome) -> str:
    target = outcome.measure.target
    if target is None:
        return ""
    if not outcome.ours:
        return f"{target:g} [yellow]?[/]"
    met = Spread.of(outcome.ratios()).median >= target
    return f"{target:g} " + ("[green]met[/]" if met else "[red]missed[/]")


def _heading(measure: Measure) -> str:
    against = f"Against {measure.peer}" if measure.peer else "Ours alone"
    return f"{against}, {'CPU seconds of one core' if measure.cores == 1 else 'wall seconds'}"


def _row(outcome: Outcome) -> list[str]:
    speeds = [
        _number(Spread.of(values).median) if values else ""
        for values in (outcome.ours, outcome.theirs)
    ]
    ratio = ""
    if ratios := outcome.ratios():
        spread = Spread.of(ratios)
        ratio = f"{_number(spread.median)} ({_number(spread.low)}–{_number(spread.high)})"
    return [
        outcome.measure.title,
        *speeds,
        ratio,
        _verdict(outcome),
        str(len(outcome.ours)),
    ]


def _print(outcomes: list[Outcome]) -> None:
    console = Console()
    columns = (("ours", 6), ("theirs", 6), ("ratio", 18), ("target", 8), ("N", 2))
    for heading, group in groupby(outcomes, key=lambda outcome: _heading(outcome.measure)):
        table = Table(
            box=box.SIMPLE_HEAD,
            title=heading,
            title_justify="left",
            title_style="bold",
            pad_edge=False,
        )
        table.add_column("units per second", min_width=22)
        for name, width in columns:
            table.add_column(name, justify="right", min_width=width, no_wrap=True)
        for outcome in group:
            table.add_row(*_row(outcome))
        console.print(table)
    console.print("Medians of N repetitions, ours and theirs in turn; (least–greatest).")


@click.command()
@click.option("--repetitions", type=click.IntRange(min=1), help="Repetitions of each measure.")
@click.option("--only", multiple=True, metavar="NAME", help="Take this measure only; repeatable.")
@click.option("--quick", is_flag=True, help="Less work and fewer repetitions: noisier.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, writable=True), help="Write all numbers."
)
def main(repetitions: int | None, only: tuple[str, ...], quick: bool, file: str | None) -> None:
    """Measure our speed against other systems."""
    peers = ("pyspiel", "catanatron", "pettingzoo", "shimmy")
    if missing := [name for name in peers if find_spec(name) is None]:
        raise click.ClickException(
            f"The benchmarks compare with others, of whom {', '.join(missing)} is not installed: "
            "run `make bench`, or pip install 'otherminds[bench]'."
        )
    usual, scale = QUICK if quick else FULL
    repetitions = repetitions or usual
    measures = _chosen(_measures(scale), only)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    outcomes = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(measures) * repetitions)
        for measure in measures:
            progress.update(task, description=measure.title)
            outcomes.append(take(measure, repetitions, lambda: progress.advance(task)))
    _print(outcomes)
    for outcome in outcomes:
        if len(outcome.ours) < repetitions:
            name, got = outcome.measure.name, len(outcome.ours)
            print(f"{name}: only {got} of {repetitions} repetitions had both cores to themselves.")
    if file:
        report = {
            **_machine(),
            "repetitions": repetitions,
            "scale": scale,
            "measures": [outcome.to_dict() for outcome in outcomes],
        }
        Path(file).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
