"""What a second thread gives a single search by the clock on the wall, for docs/threads.md.

One thread, two in one tree and two with a tree each take turns, with the same number of iterations.
A repetition in which the single thread had no core of its own is thrown away: then the machine was
busy. A pair that had less than two cores counts, since threads that wait for each other look so.

    python benchmarks/tree_threads.py --repetitions 7
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a file, not as a module

import otherminds as om

CORE_OF_ITS_OWN = 0.97
"""Share of the time on the wall that a single thread must have had a core."""

KINDS: dict[str, dict[str, Any]] = {
    "one thread": {},
    "one tree": {"threads": 2},
    "one tree each": {"threads": 2, "parallel": "root"},
}


Hidden = om.search.InformationSets | om.search.Particles | None


@dataclass(frozen=True)
class Subject:
    """A search whose threads are compared, from the first decision of a game."""

    title: str
    game: str
    iterations: int
    hidden: Hidden = None
    transpositions: bool = False

    def runner(self) -> Callable[[str, int], tuple[float, float]]:
        """A function that searches and tells the seconds on the wall and of the processor."""
        game = om.load(self.game)
        root = _first_decision(game)

        def run(kind: str, seed: int) -> tuple[float, float]:
            tree = om.search.Tree(transpositions=self.transpositions, **KINDS[kind])
            search = om.Search(hidden=self.hidden, tree=tree, iterations=self.iterations)
            wall, cpu = time.perf_counter(), time.process_time()
            search.run(root, seed=seed)
            return time.perf_counter() - wall, time.process_time() - cpu

        return run


def _first_decision(game: Any) -> Any:
    """The position, or what the seat to move believes of it."""
    state, stream = game.initial_state(), om.Stream(1)
    while state.actor() < 0:
        state.apply_action(state.sample_outcome(stream))
    return state if game.perfect_information else game.belief(state.view(state.actor()))


SUBJECTS = (
    Subject("Othello", "othello", 400_000),
    Subject("Othello, transpositions", "othello", 400_000, transpositions=True),
    Subject("Hanabi, information sets", "hanabi", 400_000, om.search.InformationSets()),
    Subject("Hanabi, particles", "hanabi", 400_000, om.search.Particles()),
    Subject("Cluedo, information sets", "cluedo", 150_000, om.search.InformationSets()),
    Subject("Catan, information sets", "catan", 2_000, om.search.InformationSets()),
)


@dataclass(frozen=True)
class Measured:
    """The repetitions that counted: times as fast as one thread, and microseconds per iteration."""

    subject: Subject
    single: list[float]
    gains: dict[str, list[float]]
    costs: dict[str, list[float]]
    disturbed: int


def measured(subject: Subject, repetitions: int) -> Measured:
    """Take turns until so many repetitions had the machine to themselves, or it stays busy."""
    run = subject.runner()
    kinds = [kind for kind in KINDS if kind != "one thread"]
    gains: dict[str, list[float]] = {kind: [] for kind in kinds}
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    single: list[float] = []
    disturbed = 0
    run("one thread", 0)  # warms up
    for number in range(1, 5 * repetitions):
        times = {kind: run(kind, number) for kind in KINDS}
        wall, cpu = times["one thread"]
        if cpu / wall < CORE_OF_ITS_OWN:
            disturbed += 1
            continue
        single.append(1e6 * wall / subject.iterations)
        for kind in kinds:
            gains[kind].append(wall / times[kind][0])
            costs[kind].append(times[kind][1] / cpu)
        if len(single) == repetitions:
            break
    return Measured(subject, single, gains, costs, disturbed)


def _spread(numbers: list[float]) -> str:
    return f"{median(numbers):.2f} ({min(numbers):.2f}–{max(numbers):.2f})" if numbers else "?"


@click.command()
@click.option("--repetitions", default=7, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, writable=True), help="Write all numbers."
)
def main(repetitions: int, file: str | None) -> None:
    """Measure what a second thread gives one search, on an idle machine with two cores."""
    table = Table("search", "µs", "one tree", "one tree each", "CPU, one tree", "N")
    found = []
    for subject in SUBJECTS:
        each = measured(subject, repetitions)
        found.append(each)
        table.add_row(
            subject.title,
            _spread(each.single),
            _spread(each.gains["one tree"]),
            _spread(each.gains["one tree each"]),
            _spread(each.costs["one tree"]),
            str(len(each.single)),
        )
        print(f"{subject.title}: done, {each.disturbed} repetitions thrown away", file=sys.stderr)
    Console(width=120).print(table)
    if file:
        rows = [
            {
                "title": each.subject.title,
                "iterations": each.subject.iterations,
                "microseconds": each.single,
                "gains": each.gains,
                "cpu": each.costs,
                "disturbed": each.disturbed,
            }
            for each in found
        ]
        Path(file).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
