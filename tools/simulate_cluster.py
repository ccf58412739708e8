"""How many workers one driver feeds: the simulation behind ``docs/integrations/clusters.md``.

    python -m tools.simulate_cluster

It measures on this machine what a cluster is made of: how long tasks of real tournaments take and
how large their results are, how long the driver needs to write them into a results file, and how
much of its processor it spends on Ray per task, with few tasks under way and with thousands. Then
it plays runs on clusters of many sizes in simulated time: a worker plays a task whose time is drawn
from the measured ones and hands it to the driver, which takes one after another. What was found is
written to ``docs/integrations/clusters.json``, and the tables of the page are made from it.

Needs Ray (``pip install 'otherminds[ray]'``); takes some minutes.
"""

from __future__ import annotations

import heapq
import importlib.util
import json
import os
import pickle
import random
import statistics
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from otherminds import _core
from otherminds.arena.on_ray import WAITING, RayPool
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.pool import play_chunk
from otherminds.arena.seating import SeatFiller
from otherminds.arena.store import Store
from otherminds.arena.work import Chunk, Chunks
from otherminds.contracts import OptionError
from tools import generated_docs

RESULTS = generated_docs.DOCS / "integrations" / "clusters.json"
SIZES = (1, 10, 100, 300, 500, 1_000, 3_000)
TASKS = 60
"""So many tasks of each tournament are played to draw from."""
UNDER_WAY = (4, 200, 2_000)
"""With so many Ray tasks under way the driver is measured."""
RAY_TASKS = 400
ROUNDS = 30
"""Tasks per worker of a simulated run."""
WHOLE = 0.95
"""A cluster is fed where workers play for this share of their time."""

TOURNAMENTS = {
    "Hanabi, rule agents": ("hanabi", ("iggi", "piers")),
    "Othello, 500 iterations per move": ("othello", ("search(iterations=500)", "mobility")),
    "Othello, 20,000 iterations per move": ("othello", ("search(iterations=20000)", "mobility")),
}


@dataclass(frozen=True)
class Costs:
    """What tasks and the driver cost, as measured.

    Attributes:
        tasks: seconds that tasks took on a worker.
        writing: seconds that the driver needed to write the results of each.
        ray: processor seconds of the driver per task, by how many tasks are under way, ascending.
    """

    tasks: Sequence[float]
    writing: Sequence[float]
    ray: Sequence[tuple[int, float]]

    def ray_seconds(self, under_way: int) -> float:
        """The same for any number, on the line between those that were measured."""
        place = min(max(bisect_right(self.ray, (under_way, float("inf"))), 1), len(self.ray) - 1)
        (few, low), (many, high) = self.ray[place - 1 : place + 1]
        return max(low + (high - low) * (under_way - few) / (many - few), 0.0)


@dataclass
class Outcome:
    """What a simulated run came to.

    Attributes:
        workers: how many there were.
        play: the share of their time that workers played while there was work to hand out.
        drives: the share of that time that the driver worked.
    """

    workers: int
    play: float
    drives: float


@dataclass
class _Run:
    """A run in simulated time.

    A worker has one task besides the one it plays, so it waits only where the driver is a whole
    task behind.
    """

    workers: int
    costs: Costs
    draw: random.Random
    now: float = 0.0
    played: float = 0.0
    served: float = 0.0
    driver_free: float = 0.0
    events: list[tuple[float, bool, int]] = field(default_factory=list)

    def start(self, worker: int) -> None:
        seconds = self.draw.choice(self.costs.tasks)
        self.played += seconds
        heapq.heappush(self.events, (self.now + seconds, False, worker))

    def outcome(self) -> Outcome:
        """Play until the last task has been handed out."""
        waiting = [WAITING - 1] * self.workers
        left = self.workers * ROUNDS
        under_way = self.workers * WAITING
        ray = self.costs.ray_seconds(under_way)
        for worker in range(self.workers):
            self.start(worker)
        while left:
            self.now, is_served, worker = heapq.heappop(self.events)
            if not is_served:  # a task is played; its results stand in line at the driver
                seconds = ray + self.draw.choice(self.costs.writing)
                self.driver_free = max(self.driver_free, self.now) + seconds
                self.served += seconds
                heapq.heappush(self.events, (self.driver_free, True, worker))
                waiting[worker] -= 1
                if waiting[worker] >= 0:
                    self.start(worker)
                continue
            left -= 1
            waiting[worker] += 1
            if waiting[worker] == 0:  # it has been idle
                self.start(worker)
        beyond = sum(at - self.now for at, is_served, _ in self.events if not is_served)
        behind = max(self.driver_free - self.now, 0.0)
        return Outcome(
            self.workers,
            (self.played - beyond) / (self.workers * self.now),
            (self.served - behind) / self.now,
        )


def simulate(workers: int, costs: Costs) -> Outcome:
    """A run of so many workers, as long as ROUNDS tasks of each."""
    return _Run(workers, costs, random.Random(workers)).outcome()


def fed(costs: Costs) -> int:
    """The most workers that one driver feeds, to two digits; each plays WHOLE of its time."""
    tens = [first * zeros for zeros in (1, 10, 100, 1_000) for first in range(10, 100)]
    sizes: list[int] = [*range(1, 10), *tens]
    starved = bisect_left(sizes, True, key=lambda workers: simulate(workers, costs).play < WHOLE)
    most: int = sizes[max(starved - 1, 0)]
    return most


# ---- what is measured ----


def _tasks(
    tournament: Tournament, count: int
) -> Iterator[tuple[Chunk, float, list[tuple[bytes, float]]]]:
    """Tasks as they would be handed out, how long each takes, and what a worker sends of it."""
    chunks, filler = Chunks(tournament, 0, 1_000_000, set()), SeatFiller(tournament)
    matches = seconds = 0.0
    for number, chunk in enumerate(chunks):
        start = time.process_time()
        sent = list(play_chunk(tournament, filler, chunk))
        taken = time.process_time() - start
        matches, seconds = matches + len(chunk), seconds + taken
        chunks.expect(matches / seconds)
        if number >= len(tournament.seatings):  # the first are there to find out the size
            yield chunk, taken, sent
            count -= 1
        if count == 0:
            return


def measure_tasks(game: str, players: Sequence[str], count: int) -> dict[str, Any]:
    """Play tasks of a tournament, and write what comes of them as the driver does."""
    tournament = plan_tournament(game, list(players), seed=1)
    tasks, writing, sizes, matches = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "r.db") as store:
        number = store.add_tournament(tournament)
        for chunk, taken, sent in _tasks(tournament, count):
            tasks.append(taken)
            data = pickle.dumps(sent)
            start = time.process_time()
            received = pickle.loads(data)
            rows = [row for packed, _ in received for row in _core.unpack_rows(packed)]
            store.add(number, rows)
            writing.append(time.process_time() - start)
            sizes.append(len(data))
            matches += len(chunk)
    return {"tasks": tasks, "writing": writing, "bytes": statistics.mean(sizes), "matches": matches}


class _Wide(RayPool):
    """A pool that has as many tasks under way as a large cluster would."""

    wide = 0

    def _room(self) -> int:
        return self.wide


def measure_ray(under_way: Sequence[int], count: int) -> list[tuple[int, float]]:
    """Processor seconds of the driver per task, all its threads, without writing."""
    tournament = plan_tournament("othello(size=4)", ["random", "mobility"], seed=1)
    found = []
    with _Wide([tournament], len(os.sched_getaffinity(0)), "local") as pool:
        for wide in (0, *under_way):  # the first starts the workers
            pool.wide = max(wide, 4)
            total = count + pool.wide
            chunks = (Chunk(0, 0, block, 1, (0,)) for block in range(total))
            taken = pool.run(chunks)
            for _ in range(pool.wide // 2):
                next(taken)
            start, before = time.process_time(), total - pool.wide // 2
            for _ in range(count):
                next(taken)
            if wide:
                found.append((wide, (time.process_time() - start) / min(count, before)))
            for _ in taken:
                pass
    return found


def measure(tasks: int = TASKS, ray_tasks: int = RAY_TASKS) -> dict[str, Any]:
    """Everything that the simulation draws from.

    Raises:
        OptionError: Ray is not installed.
    """
    if importlib.util.find_spec("ray") is None:
        raise OptionError("Ray is not installed: it comes with pip install 'otherminds[ray]'.")
    return {
        "ray": measure_ray(UNDER_WAY, ray_tasks),
        "tournaments": {name: measure_tasks(*what, tasks) for name, what in TOURNAMENTS.items()},
    }


# ---- what is written ----


def found_in(measured: Mapping[str, Any]) -> dict[str, Any]:
    """The simulations of what was measured, as the page tells of them."""
    ray = [(int(number), float(seconds)) for number, seconds in measured["ray"]]
    told = []
    for name, each in measured["tournaments"].items():
        costs = Costs(each["tasks"], each["writing"], ray)
        task, writing = statistics.mean(costs.tasks), statistics.mean(costs.writing)
        most = fed(costs)
        told.append(
            {
                "tournament": name,
                "tasks": len(costs.tasks),
                "matches": each["matches"],
                "task_seconds": task,
                "write_seconds": writing,
                "bytes": each["bytes"],
                "fed": most,
                "ray_seconds_there": costs.ray_seconds(most * WAITING),
                "fed_by_writing_alone": task / writing,
                "runs": [
                    [each.workers, each.play, min(each.drives, 1.0)]
                    for each in (simulate(workers, costs) for workers in SIZES)
                ],
            }
        )
    return {"ray": ray, "tournaments": told}


@click.command()
@click.option("--tasks", default=TASKS, show_default=True, help="Tasks of each tournament.")
def main(tasks: int) -> None:
    """Measure, simulate, and write the tables of the page."""
    found = found_in(measure(tasks))
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    generated_docs.main()
    for each in found["tournaments"]:
        print(f"{each['tournament']}: one driver feeds about {each['fed']:,} workers.")


if __name__ == "__main__":
    main()
