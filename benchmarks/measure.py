"""How a measure is taken: both sides in turn, speeds, ratios with their spread.

A repetition runs ours and theirs one right after the other, so that whatever else the machine
does hits both; the ratio is formed within a repetition and only then summarised. A task that can
tell that the machine was too busy for its number to mean anything raises :class:`Disturbed`, and
the repetition is taken again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

Task = Callable[[int], float]
"""Does some work and returns how many units of it per second; the argument is the number of
the repetition, from which seeds follow."""

PATIENCE = 10
"""How many repetitions may be disturbed for each that is wanted."""


class Disturbed(Exception):  # noqa: N818  not an error: something that happens
    """Other work on the machine spoiled a repetition."""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """What is compared: units per second of ours and, where there is one, of a peer."""

    name: str
    title: str
    unit: str
    ours: Task
    theirs: Task | None = None
    peer: str = ""
    target: float | None = None
    """The ratio ours / theirs that we want to reach at least."""
    clock: str = "CPU"
    cores: int = 1


@dataclass(frozen=True)
class Spread:
    """A sample in three numbers."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(median(values), min(values), max(values))


@dataclass
class Outcome:
    """Units per second of each side, one number per repetition."""

    measure: Measure
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    disturbed: int = 0
    """Repetitions that were thrown away."""

    def ratios(self) -> list[float]:
        if not self.theirs:
            return []
        return [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        measure, ratios = self.measure, self.ratios()
        return {
            "name": measure.name,
            "title": measure.title,
            "unit": measure.unit,
            "peer": measure.peer or None,
            "clock": measure.clock,
            "cores": measure.cores,
            "target": measure.target,
            "repetitions": len(self.ours),
            "disturbed_repetitions": self.disturbed,
            "ours_per_second": self.ours,
            "theirs_per_second": self.theirs,
            "ratios": ratios,
            "ratio_median": median(ratios) if ratios else None,
        }


def cpu_speed(work: Callable[[int], int]) -> Task:
    """A task from work that returns its number of units, by the CPU time of this process.

    CPU time does not run while another process has the core, so neighbours disturb it only through
    shared caches and the processor's clock.
    """

    def task(repetition: int) -> float:
        start = time.process_time()
        units = work(repetition)
        return units / (time.process_time() - start)

    return task


@contextmanager
def pinned(cores: int) -> Iterator[None]:
    """Keep this thread, and what it starts, on so many cores; nothing where that is impossible."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[-cores:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def take(measure: Measure, repetitions: int, done: Callable[[], None]) -> Outcome:
    """Run a measure; ``done`` is called after each repetition that counts.

    A first run warms up caches, imports and the processor's clock and is not counted. On a machine
    that stays busy the outcome has fewer repetitions than were asked for, perhaps none.
    """
    outcome, number = Outcome(measure), 0
    with pinned(measure.cores):
        while len(outcome.ours) < repetitions and outcome.disturbed < PATIENCE * repetitions:
            try:
                ours = measure.ours(number)
                theirs = [measure.theirs(number)] if measure.theirs else []
            except Disturbed:
                outcome.disturbed += 1
                continue
            if number > 0:
                outcome.ours.append(ours)
                outcome.theirs.extend(theirs)
                done()
            number += 1
    return outcome
