"""How far the statistics hold: the simulations behind ``docs/statistics.md``.

    python -m tools.simulate_statistics

Draws blocks whose truth is known, asks the statistics of the arena about them, and counts how often
they are wrong. It takes the processors that nobody else wants (idle priority) and keeps what is
done in ``build/simulations.jsonl``: run the command again to go on. After each part it writes
``docs/statistics.json`` and makes the tables of the page from it. The tests run the same
simulations at a small size.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import click
import numpy as np

from otherminds.arena import ratings as ratings_module
from otherminds.arena import statistics as statistics_module
from otherminds.arena.ratings import ELO, Choice, choices, ratings
from otherminds.arena.statistics import (
    Floats,
    Interval,
    SequentialTest,
    mean_interval,
    paired_test,
    share_interval,
)
from tools import generated_docs

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs" / "statistics.json"
KEPT = ROOT / "build" / "simulations.jsonl"
BLOCKS = (5, 10, 20, 40, 80, 160)
FEW_BLOCKS = (5, 8, 11, 14, 20, 40, 80, 160)
MARGINS = (0.05, 0.1, 0.2, 0.3)


AT_ONCE = 500
"""So many runs are simulated together, which bounds the memory."""


# ---- ratings ----


@dataclass(frozen=True)
class Table:
    """Blocks in which players of known strength meet.

    Attributes:
        strengths: on the Elo scale, of every player.
        seats: at a table; every set of players that fills it plays once in each rotation.
        luck: what the games of a block share: ``none``, they are independent; ``deal``, every block
            makes each player stronger or weaker by ``SWING``; ``seat``, every block does so with
            each seat, so that rotating balances it; ``all``, all games of a line-up end alike.
    """

    strengths: tuple[float, ...]
    seats: int
    luck: str

    @cached_property
    def _line_ups(self) -> list[tuple[tuple[int, ...], ...]]:
        """For each set of players its seatings."""
        sets = itertools.combinations(range(len(self.strengths)), self.seats)
        return [tuple(own[at:] + own[:at] for at in range(self.seats)) for own in sets]

    def _lucky(self) -> int:
        """How many things have luck of their own."""
        return self.seats if self.luck == "seat" else len(self.strengths)

    def _with_luck(self, seating: Sequence[int], luck: Sequence[float]) -> list[float]:
        """The strength at each seat in a block, as a logarithm."""
        return [
            self.strengths[player] / ELO + luck[seat if self.luck == "seat" else player]
            for seat, player in enumerate(seating)
        ]

    def draw(self, blocks: int, rng: np.random.Generator) -> list[Mapping[Choice, float]]:
        """What each block adds to the ratings."""
        swing = SWING if self.luck in ("deal", "seat") else 0.0
        lucks = rng.choice([-swing, swing], size=(blocks, self._lucky()))
        # The greatest of strength plus noise of this kind is who the model draws.
        shape = (blocks, len(self._line_ups), self.seats, len(self.strengths))
        noise = rng.gumbel(size=shape)
        if self.luck == "all":
            noise[:] = noise[:, :, :1]
        drawn: list[Mapping[Choice, float]] = []
        for luck, of_block in zip(lucks.tolist(), noise.tolist(), strict=True):
            counts: Counter[Choice] = Counter()
            for seatings, of_line_up in zip(self._line_ups, of_block, strict=True):
                for seating, of_game in zip(seatings, of_line_up, strict=True):
                    strengths = self._with_luck(seating, luck)
                    values = [
                        strength + of_game[player]
                        for player, strength in zip(seating, strengths, strict=True)
                    ]
                    order = sorted(zip(values, seating, strict=True), reverse=True)
                    counts.update(_finished(tuple(player for _, player in order)))
            drawn.append(counts)
        return drawn

    @cached_property
    def truth(self) -> list[float]:
        """The ratings of endlessly many blocks."""
        if self.luck not in ("deal", "seat"):
            return [own - float(np.mean(self.strengths)) for own in self.strengths]
        counts: Counter[Choice] = Counter()
        for luck in itertools.product((-SWING, SWING), repeat=self._lucky()):
            for seating in itertools.chain(*self._line_ups):
                strengths = dict(zip(seating, self._with_luck(seating, luck), strict=True))
                for order in itertools.permutations(seating):
                    weights = [math.exp(strengths[player]) for player in order]
                    chance = math.prod(
                        weight / sum(weights[place:]) for place, weight in enumerate(weights)
                    )
                    for choice, number in _finished(order).items():
                        counts[choice] += 1e9 * chance * number  # type: ignore[assignment]
        return [value.estimate for value in ratings(len(self.strengths), [counts])]


SWING = 0.8
"""Of luck, as a logarithm of strength: about 140 on the Elo scale."""


@lru_cache(maxsize=1_000)
def _finished(order: tuple[int, ...]) -> Mapping[Choice, float]:
    return choices(order, tuple(-float(place) for place in range(len(order))))


TABLES = {
    "two even players": Table((0.0, 0.0), 2, "none"),
    "two players, 200 apart": Table((100.0, -100.0), 2, "none"),
    "two players, 400 apart": Table((200.0, -200.0), 2, "none"),
    "two players, 800 apart": Table((400.0, -400.0), 2, "none"),
    "two even players, the deal matters": Table((0.0, 0.0), 2, "deal"),
    "two players, 200 apart, the deal matters": Table((100.0, -100.0), 2, "deal"),
    "two even players, the seat matters": Table((0.0, 0.0), 2, "seat"),
    "two even players, all or nothing": Table((0.0, 0.0), 2, "all"),
    "two players, 200 apart, all or nothing": Table((100.0, -100.0), 2, "all"),
    "two players, 800 apart, all or nothing": Table((400.0, -400.0), 2, "all"),
    "four players at tables for two": Table((150.0, 50.0, -50.0, -150.0), 2, "none"),
    "four players at tables for two, the deal matters": Table(
        (150.0, 50.0, -50.0, -150.0), 2, "deal"
    ),
    "four players at tables for two, all or nothing": Table((150.0, 50.0, -50.0, -150.0), 2, "all"),
    "four players at tables for two, up to 800 apart": Table(
        (400.0, 100.0, -100.0, -400.0), 2, "none"
    ),
    "four even players at one table": Table((0.0, 0.0, 0.0, 0.0), 4, "none"),
    "four players at one table": Table((150.0, 50.0, -50.0, -150.0), 4, "none"),
    "four players at one table, the deal matters": Table((150.0, 50.0, -50.0, -150.0), 4, "deal"),
    "four players at one table, the seat matters": Table((150.0, 50.0, -50.0, -150.0), 4, "seat"),
    "four players at one table, all or nothing": Table((150.0, 50.0, -50.0, -150.0), 4, "all"),
}


def rating_runs(name: str, blocks: int, runs: int, rng: np.random.Generator) -> Floats:
    """For each player in how many runs its rating had an interval, and one that covers."""
    table = TABLES[name]
    counts = np.zeros((len(table.strengths), 2))
    for _ in range(runs):
        found = ratings(len(table.strengths), table.draw(blocks, rng))
        for count, value, truth in zip(counts, found, table.truth, strict=True):
            count += _verdict(value, truth)
    return counts


def _verdict(value: Interval, truth: float) -> tuple[bool, bool]:
    """Whether there is an interval, if only to one side, and one that covers the truth."""
    given = math.isfinite(value.low) or math.isfinite(value.high)
    return given, given and value.low <= truth <= value.high


# ---- numbers of blocks ----

Shares = Callable[[float, tuple[int, ...], np.random.Generator], Floats]
"""Draws win shares of blocks, by their mean."""


def all_or_nothing(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """One side wins the whole block."""
    return rng.binomial(1, mean, size=shape).astype(float)


def two_games(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Two independent games per block."""
    return rng.binomial(2, mean, size=shape) / 2


def the_deal_matters(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Two games per block; the deal makes both more likely to be won, or less."""
    return rng.binomial(2, mean + rng.choice([-0.2, 0.2], size=shape)) / 2


def mostly_ties(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Few blocks are lost, few are won without a lead, the others are even."""
    drawn = rng.random(shape)
    return np.where(drawn < 0.05, 0.0, np.where(drawn < 0.1 + 2 * (mean - 0.5), 1.0, 0.5))


def seldom_lost(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """One block in ten is lost altogether, the others give a little more than the mean."""
    return np.where(rng.random(shape) < 0.1, 0.0, mean / 0.9)


def seldom_won(mean: float, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """One block in ten is won altogether, the others give a little less than the mean."""
    return np.where(rng.random(shape) < 0.1, 1.0, (mean - 0.1) / 0.9)


SHARES: dict[str, Shares] = {
    "all or nothing": all_or_nothing,
    "two games": two_games,
    "two games, the deal matters": the_deal_matters,
    "mostly ties": mostly_ties,
    "one block in ten is lost": seldom_lost,
    "one block in ten is won": seldom_won,
}


def question_runs(
    name: str, margin: float, lead: float, runs: int, rng: np.random.Generator
) -> Floats:
    """How often the test says ``better`` and ``worse``, and how many blocks all runs took."""
    test = SequentialTest(0.5, 0.5 + margin, (0.0, 1.0))
    counts = np.zeros(3)
    blocks = np.empty((runs, 0))
    while len(blocks):
        more = (len(blocks), max(blocks.shape[1], math.ceil(3 / margin**2)))
        blocks = np.hstack([blocks, SHARES[name](0.5 + lead, more, rng)])
        against_worse, against_better = test.log_capitals(blocks)
        decided = np.maximum(against_worse, against_better) >= -math.log(test.error)
        done = decided.any(axis=1)
        first = decided[done].argmax(axis=1)
        better = (against_worse > against_better)[done, first]
        counts += (better.sum(), (~better).sum(), (first + 1).sum())
        blocks = blocks[~done]
    return counts


def share_runs(name: str, mean: float, blocks: int, runs: int, rng: np.random.Generator) -> Floats:
    """In how many runs the interval of a win share covers it."""
    drawn = SHARES[name](mean, (runs, blocks), rng)
    found = [share_interval(shares.tolist(), 2 * blocks) for shares in drawn]
    return np.array(
        [sum(value.low <= mean + 1e-12 and mean <= value.high + 1e-12 for value in found)]
    )


Numbers = Callable[[tuple[int, int], np.random.Generator], Floats]
"""Draws numbers of blocks with a mean of 0."""

NUMBERS: dict[str, Numbers] = {
    "normal": lambda shape, rng: rng.normal(size=shape),
    "uniform": lambda shape, rng: rng.uniform(-1, 1, size=shape),
    "won, lost or even": lambda shape, rng: rng.integers(-1, 2, size=shape).astype(float),
    "won or lost": lambda shape, rng: rng.choice([-1.0, 1.0], size=shape),
    "skewed": lambda shape, rng: rng.exponential(size=shape) - 1,
    "very skewed": lambda shape, rng: rng.lognormal(size=shape) - math.exp(0.5),
    "one in ten": lambda shape, rng: np.where(rng.random(shape) < 0.1, 0.9, -0.1),
}


def mean_runs(name: str, blocks: int, runs: int, rng: np.random.Generator) -> Floats:
    """In how many runs the interval of a mean is bounded, and bounded and covers."""
    drawn = NUMBERS[name]((runs, blocks), rng)
    verdicts = [_verdict(mean_interval(numbers.tolist()), 0.0) for numbers in drawn]
    return np.asarray(np.sum(verdicts, axis=0), dtype=float)


def test_runs(name: str, blocks: int, runs: int, rng: np.random.Generator) -> Floats:
    """In how many runs the paired test finds a difference at 5 % that is not there."""
    drawn = NUMBERS[name]((runs, blocks), rng)
    return np.array([sum(paired_test(numbers.tolist()).p_value <= 0.05 for numbers in drawn)])


# ---- all of it ----

Cell = tuple[str | float, ...]
"""What a number of a table is about: a name, and blocks, a margin or a mean."""

PARTS: dict[str, tuple[Callable[..., Floats], int, list[Cell]]] = {
    "questions": (
        question_runs,
        20_000,
        [(name, margin, lead) for name in SHARES for margin in MARGINS for lead in (0.0, margin)],
    ),
    "means": (mean_runs, 10_000, [*itertools.product(NUMBERS, FEW_BLOCKS)]),
    "shares": (share_runs, 10_000, [*itertools.product(SHARES, (0.5, 0.7), BLOCKS)]),
    "tests": (test_runs, 2_000, [*itertools.product(NUMBERS, FEW_BLOCKS)]),
    "ratings": (rating_runs, 1_000, [*itertools.product(TABLES, BLOCKS)]),
}
"""What draws and counts, how many runs there are, and of what."""


def _run(part: str, place: int) -> list[Any]:
    """All runs of one cell, with random numbers of its own."""
    simulate, runs, cells = PARTS[part]
    rng = np.random.default_rng([sorted(PARTS).index(part), place])
    several = [simulate(*cells[place], AT_ONCE, rng) for _ in range(runs // AT_ONCE)]
    return [*cells[place], runs, np.sum(several, axis=0).astype(int).tolist()]


def _kept() -> dict[tuple[str, int], list[Any]]:
    """What earlier calls have simulated with the same code."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    return {
        (part, place): found
        for code, part, place, found in map(json.loads, lines)
        if code == _code()
    }


@lru_cache(maxsize=1)
def _code() -> str:
    """Stands for the simulations and what they simulate."""
    files = [__file__, ratings_module.__file__, statistics_module.__file__]
    return hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()


@click.command()
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
def main(workers: int) -> None:
    """Simulate everything that the page on the statistics says; run it again to go on."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    kept = _kept()
    KEPT.parent.mkdir(exist_ok=True)
    with ProcessPoolExecutor(workers) as pool, KEPT.open("a", encoding="utf-8") as file:
        for part, (_, _, cells) in PARTS.items():
            left = {
                pool.submit(_run, part, place): place
                for place in range(len(cells))
                if (part, place) not in kept
            }
            with click.progressbar(as_completed(left), length=len(left), label=part) as done:
                for future in done:
                    kept[part, left[future]] = future.result()
                    file.write(json.dumps([_code(), part, left[future], future.result()]) + "\n")
                    file.flush()
            _publish(kept)


def _publish(kept: Mapping[tuple[str, int], list[Any]]) -> None:
    """Write the parts that are whole, and the page."""
    parts = []
    for part, (_, _, cells) in PARTS.items():
        if all((part, place) in kept for place in range(len(cells))):
            lines = ",\n".join(f"  {json.dumps(kept[part, place])}" for place in range(len(cells)))
            parts.append(f' "{part}": [\n{lines}\n ]')
    RESULTS.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    generated_docs.main()


if __name__ == "__main__":
    main()
