"""Two threads against two processes, on two cores, by the clock on the wall.

Two processes share nothing, so they are as fast as two workers can be; threads that reach the same
speed wait neither for the interpreter lock nor for each other. Both teams stand ready before the
clock starts and begin together at a barrier.

When other work leaves only one core, two processes are no faster than one and the ratio would be 1
whatever threads do. So the workers tell their CPU time, and repetitions in which the processes had
less than 1.8 cores are thrown away. Those in which the threads had less are kept: that is what is
measured.
"""

from __future__ import annotations

import multiprocessing
import queue
import threading
import time
from dataclasses import dataclass
from typing import Any

import otherminds
from benchmarks.measure import Disturbed, Measure, Task

WORKERS = 2
ITERATIONS = 10_000
CORES_NEEDED = 1.8
LONGEST_SECONDS = 600.0
"""A team that lost a worker breaks its barrier after this time instead of waiting for ever."""


@dataclass(frozen=True)
class Job:
    """What one worker does in one repetition: a plain value, so that it can go to a process."""

    kind: str
    amount: int
    seed: int

    def run(self) -> None:
        game: Any = otherminds.load("othello")
        if self.kind == "games":
            game.playouts(self.amount, seed=self.seed)
            return
        search, state = otherminds.Search(iterations=ITERATIONS), game.initial_state()
        for number in range(self.amount // ITERATIONS):
            search.run(state, seed=self.seed + number)


def _serve(jobs: Any, barrier: Any, cpu_seconds: Any) -> None:
    while True:
        job = jobs.get()
        barrier.wait(LONGEST_SECONDS)
        start = time.thread_time()
        job.run()
        cpu_seconds.put(time.thread_time() - start)
        barrier.wait(LONGEST_SECONDS)


class Workers:
    """Workers that start each job together with the one who measures."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._jobs: Any = None
        self._cpu_seconds: Any = None
        self._barrier: Any = None

    def _start(self) -> None:
        # Threads and processes offer the same things without a common type.
        make_queue: Any = queue.SimpleQueue
        make_barrier: Any = threading.Barrier
        make_worker: Any = threading.Thread
        if self._kind == "processes":
            context = multiprocessing.get_context("spawn")
            make_queue, make_barrier = context.SimpleQueue, context.Barrier
            make_worker = context.Process
        self._jobs, self._cpu_seconds = make_queue(), make_queue()
        self._barrier = make_barrier(WORKERS + 1)
        tools = (self._jobs, self._barrier, self._cpu_seconds)
        for _ in range(WORKERS):
            # Daemons: they wait for work until the benchmark ends.
            make_worker(target=_serve, args=tools, daemon=True).start()

    def speed(self, kind: str, amount: int, repetition: int) -> float:
        """Units per second of all workers, until the last of them is done."""
        if self._jobs is None:
            self._start()
        for worker in range(WORKERS):
            self._jobs.put(Job(kind, amount, seed=1_000_000 * worker + 1_000 * repetition))
        self._barrier.wait(LONGEST_SECONDS)
        start = time.perf_counter()
        self._barrier.wait(LONGEST_SECONDS)
        seconds = time.perf_counter() - start
        cores = sum(self._cpu_seconds.get() for _ in range(WORKERS)) / seconds
        if self._kind == "processes" and cores < CORES_NEEDED:
            raise Disturbed
        return WORKERS * amount / seconds

    def task(self, kind: str, amount: int) -> Task:
        return lambda repetition: self.speed(kind, amount, repetition)


def measures(scale: float) -> list[Measure]:
    threads, processes = Workers("threads"), Workers("processes")

    def compare(name: str, title: str, unit: str, amount: int) -> Measure:
        return Measure(
            name=name,
            title=title,
            unit=unit,
            ours=threads.task(unit, amount),
            theirs=processes.task(unit, amount),
            peer="two processes",
            target=0.85,
            clock="wall",
            cores=WORKERS,
        )

    return [
        compare(
            "threads_search",
            "Othello, UCT of 10,000",
            "simulations",
            round(1e5 * scale),
        ),
        compare("threads_games", "Othello, random games", "games", round(1e5 * scale)),
    ]
