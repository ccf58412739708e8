"""How many workers one driver feeds: a simulation with measured times.

A worker plays a task and hands its matches to the driver, which writes them and sends the next one,
task by task. Two tasks per worker are under way, so a worker waits only where the driver is a whole
task behind. Task times are drawn from a list, here those that a tournament had.

    python benchmarks/scale.py --task-seconds 1 --driver-seconds 0.002
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

import click
from rich.console import Console
from rich.table import Table

WORKERS = (1, 10, 100, 300, 1_000, 3_000)


@dataclass(frozen=True)
class Outcome:
    """What a simulated run came to."""

    workers: int
    busy: float
    """The share of their time that workers played."""
    driver: float
    """The share of its time that the driver worked."""


def simulate(workers: int, tasks: list[float], driver_seconds: float, rounds: int = 30) -> Outcome:
    """Play so many rounds of tasks on each worker."""
    draw = random.Random(workers).choice
    waiting = dict.fromkeys(range(workers), 1)  # tasks that a worker has besides the one it plays
    total = workers * rounds
    begun, done, now, played, served = workers * 2, 0, 0.0, 0.0, 0.0
    driver_free = 0.0
    events: list[tuple[float, str, int]] = []
    idle: set[int] = set()

    def start(worker: int, at: float) -> None:
        nonlocal played
        seconds = draw(tasks)
        played += seconds
        heapq.heappush(events, (at + seconds, "played", worker))

    for worker in range(workers):
        start(worker, 0.0)
    while done < total:
        now, kind, worker = heapq.heappop(events)
        if kind == "played":
            driver_free = max(driver_free, now) + driver_seconds
            served += driver_seconds
            heapq.heappush(events, (driver_free, "served", worker))
            if waiting[worker]:
                waiting[worker] -= 1
                start(worker, now)
            else:
                idle.add(worker)
            continue
        done += 1
        if begun < total:
            begun += 1
            if worker in idle:
                idle.remove(worker)
                start(worker, now)
            else:
                waiting[worker] += 1
    return Outcome(workers, min(1.0, played / (workers * now)), min(1.0, served / now))


@click.command()
@click.option("--task-seconds", default=1.0, show_default=True, help="Mean of a task.")
@click.option("--spread", default=0.5, show_default=True, help="Tasks differ by so much of it.")
@click.option("--driver-seconds", default=0.002, show_default=True, help="Of the driver, per task.")
def main(task_seconds: float, spread: float, driver_seconds: float) -> None:
    """Simulate clusters of several sizes."""
    draw = random.Random(1).uniform
    tasks = [task_seconds * draw(1 - spread, 1 + spread) for _ in range(1_000)]
    table = Table("workers", "workers play %", "driver works %")
    for workers in WORKERS:
        found = simulate(workers, tasks, driver_seconds)
        table.add_row(f"{workers:,}", f"{100 * found.busy:.0f}", f"{100 * found.driver:.0f}")
    Console().print(table)
    print(f"One driver feeds about {task_seconds / driver_seconds:,.0f} workers.")


if __name__ == "__main__":
    main()
