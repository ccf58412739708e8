"""What a tournament costs beyond its games: random Othello through the store.

Worker processes play, the arena's own process unpacks and writes, all at the same time. The clock
runs from the first rows in the store to the last, so that starting Python is not counted. The store
is a file in the folder for temporary files.

One worker is compared with the loop that it runs, alone in a process and without a store. Time in
which the worker could have played but had no core is taken off, where the system tells it (Linux
does): other programs took it. Time in which it waited for the arena stays, whatever the reason.

Two workers are compared with one. With the arena's process they are three, so that two cores are
not enough to be twice as fast. Repetitions in which all of them together had less than 1.8 cores
are thrown away.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Disturbed, Measure, Task, cpu_speed
from otherminds.arena import running
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.pool import Chunk, play_chunk
from otherminds.arena.running import Status
from otherminds.arena.seating import SeatFiller
from otherminds.arena.store import Store

CORES = 2
CORES_NEEDED = 1.8


def _random_othello(seed: int) -> Tournament:
    return plan_tournament("othello", ["random"], line_ups=[[0, 0]], seed=seed)


def bare(games: int, plan: Callable[[int], Tournament] = _random_othello) -> Task:
    """The loop of a worker."""

    def run(repetition: int) -> int:
        planned = plan(repetition)
        for _ in play_chunk(planned, SeatFiller(planned), Chunk(0, 0, games, (0,))):
            pass
        return games

    return cpu_speed(run)


def _core_seconds(pid: int | None) -> tuple[float, float]:
    """How long the first thread of a process had a core, and how long it waited for one."""
    try:
        had, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except OSError:
        return 0.0, 0.0
    return float(had) / 1e9, float(waited) / 1e9


@dataclass(frozen=True)
class Moment:
    """How far a tournament was, and what it had used until then."""

    games: int
    wall: float
    cpu: float
    """Of all processes."""
    waited: float
    """Of all workers, for a core."""

    @classmethod
    def now(cls, status: Status) -> Moment:
        workers = [_core_seconds(worker.pid) for worker in multiprocessing.active_children()]
        cpu = time.process_time() + sum(had for had, _ in workers)
        return cls(status.done, time.perf_counter(), cpu, sum(waited for _, waited in workers))


def _run(workers: int, games: int, repetition: int) -> tuple[Moment, Moment]:
    """When the first rows were stored, two or so, and when the last were."""
    moments: list[Moment] = []

    def watch(status: Status) -> None:
        moments.append(Moment.now(status))

    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        planned = _random_othello(repetition)
        running.run(planned, store, games=games, workers=workers, watch=watch)
    return moments[0], moments[-1]


def through_the_store(workers: int, games: int) -> Task:
    def task(repetition: int) -> float:
        first, last = _run(workers, games, repetition)
        seconds = last.wall - first.wall
        if workers == 1:
            seconds -= last.waited - first.waited
        elif 0 < last.cpu - first.cpu < CORES_NEEDED * seconds:
            raise Disturbed
        return (last.games - first.games) / seconds

    return task


def measures(scale: float) -> list[Measure]:
    games = round(500_000 * scale)
    one = through_the_store(1, games)
    return [
        Measure(
            name="store",
            title="Othello, random games, stored",
            unit="games",
            ours=one,
            theirs=bare(games // 4),
            peer="the loop without a store",
            target=0.9,
            clock="wall",
            cores=CORES,
        ),
        Measure(
            name="store_two",
            title="the same, two workers",
            unit="games",
            ours=through_the_store(2, games),
            theirs=one,
            peer="one worker",
            clock="wall",
            cores=CORES,
        ),
    ]
