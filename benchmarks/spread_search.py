"""What it costs to spread one search over Ray actors: a tree in each, added up at the root.

Each actor searches the same position with a seed of its own; the driver adds up the visits of the
first moves. Measured is a decision of a single iteration per tree, which is all message: the
position goes out, the moves with their visits come back. The actors are there and warm.

    python benchmarks/spread_search.py --actors 2
"""

from __future__ import annotations

import importlib.util
import logging
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import otherminds as om
from otherminds.contracts import OptionError, State

GAMES = ("othello", "hanabi")


class Searcher:
    """A tree in an actor, which may be on another machine."""

    def search(self, iterations: int, state: State, seed: int) -> list[tuple[int, int]]:
        """The moves that it has tried, each with its visits."""
        found = om.Search(iterations=iterations).run(state, seed=seed)
        return [(move.action, move.visits) for move in found.actions]


def seconds_of(decide: Callable[[], Any], decisions: int) -> tuple[float, float]:
    """The median of so many decisions, and the quickest."""
    taken = []
    for _ in range(decisions):
        start = time.perf_counter()
        decide()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken), min(taken)


@click.command()
@click.option("--actors", default=2, show_default=True, help="Trees, each in an actor.")
@click.option("--decisions", default=200, show_default=True, help="How many are timed.")
def main(actors: int, decisions: int) -> None:
    """Measure on this machine."""
    if importlib.util.find_spec("ray") is None:
        raise OptionError("Ray is not installed: it comes with pip install 'otherminds[ray]'.")
    import ray

    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(
        address="local",
        num_cpus=actors,
        include_dashboard=False,
        logging_level=logging.ERROR,
    )
    remote: Any = ray.remote(num_cpus=1)(Searcher)
    there = [remote.remote() for _ in range(actors)]
    table = Table("game", "spread, ms", "here, ms", title=f"{decisions} decisions, median (least)")

    def spread(iterations: int, state: State) -> int:
        parts = [each.search.remote(iterations, state, seed) for seed, each in enumerate(there)]
        visits: Counter[int] = Counter()
        for part in ray.get(parts):
            visits.update(dict(part))
        return max(visits, key=visits.__getitem__)

    for name in GAMES:
        state = om.load(name).initial_state(om.Stream(1))
        spread(1, state)
        shown = []
        for decide in (
            lambda state=state: spread(1, state),
            lambda state=state: om.Search(iterations=1).run(state, seed=1),
        ):
            median, least = seconds_of(decide, decisions)
            shown.append(f"{1000 * median:.2f} ({1000 * least:.2f})")
        table.add_row(name, *shown)
    Console().print(table)
    ray.shutdown()


if __name__ == "__main__":
    main()
