"""Run tournaments: plan what is missing, play it, store it, stop when enough is known."""

from __future__ import annotations

import itertools
import json
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache

from otherminds import _core
from otherminds.agents import parse_player, player_text
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import Pool, Progress, play_chunks
from otherminds.arena.results import Results
from otherminds.arena.statistics import SequentialTest
from otherminds.arena.store import Store
from otherminds.arena.work import Chunk, Chunks
from otherminds.contracts import OptionError
from otherminds.contracts.grammar import split_specs

__all__ = ["Forecast", "Status", "Until", "parse_until", "results", "run", "run_all"]

LOOK_SECONDS = 1.0
"""How often a run with a question checks whether it is answered."""


@dataclass(frozen=True)
class Until:
    """Stop as soon as it is known whether one player beats another.

    Attributes:
        first: index of the player that should be better.
        second: index of the other one.
        margin: how far above one half the share has to be to count as better.
    """

    first: int
    second: int
    margin: float = 0.05

    def test(self) -> SequentialTest:
        """Even shares against shares with the margin; 5 % errors in either direction."""
        return SequentialTest(worse=0.5, better=0.5 + self.margin, limits=(0.0, 1.0))


def parse_until(text: str, tournament: Tournament) -> Until:
    """Read ``a > b`` or ``a > b by 0.1``, where a and b are players of the tournament."""
    shape = re.fullmatch(r"(.+)>(.+?)(?:\sby\s*([0-9.]+))?\s*", text)
    if shape is None:
        raise OptionError(f"{text!r} is not a question; write 'a > b' or 'a > b by 0.1'.")
    names = [player_text(recipe) for recipe in tournament.recipes]
    places = []
    for given in shape.group(1, 2):
        if len(split_specs(given)) != 1:
            raise OptionError(f"{given.strip()!r} is not one player.")
        name = player_text(parse_player(given, tournament.loaded_game))
        if name not in names:
            raise OptionError(_core.unknown_name("player of this tournament", name, names))
        places.append(names.index(name))
    try:
        margin = float(shape.group(3) or Until.margin)
    except ValueError as error:
        raise OptionError(f"{shape.group(3)!r} is not a margin.") from error
    if places[0] == places[1] or not 0 < margin < 0.5:
        raise OptionError("Two different players and a margin between 0 and 0.5 are needed.")
    return Until(places[0], places[1], margin)


Outcome = tuple[tuple[int, ...], tuple[float, ...]]
"""Who sat where, and what each seat got."""


@dataclass
class Status:
    """How far a run is; handed to the callback several times per second."""

    total: int
    done: int = 0
    """Finished matches, those of earlier runs included."""
    resumed: int = 0
    """Matches that were in the store when the run began."""
    lost: list[tuple[int, int, int]] = field(default_factory=list)
    """Matches that could not be played because their worker died twice; of a series also those
    that would have come after."""
    forfeits: int = 0
    seconds: float = 0.0
    tally: Counter[Outcome] = field(default_factory=Counter)
    """How often each outcome came up in this run."""
    decision: str | None = None
    """``better`` or ``worse`` once a sequential test has decided."""


@dataclass(frozen=True)
class Forecast:
    """How far the playing of several tournaments is.

    Attributes:
        done: finished matches, those of earlier runs included.
        total: how many there will be.
        seconds_left: how long it will probably take; None while it is not known.
    """

    done: int
    total: int
    seconds_left: float | None = None


class _Course:
    """A tournament that is being played: what is left of it, and how far it is."""

    def __init__(self, tournament: Tournament, store: Store, games: int, place: int = 0) -> None:
        if games < 1:
            raise OptionError("At least one game has to be played.")
        self.tournament = tournament
        known = store.number(tournament)
        self.number = store.add_tournament(tournament) if known is None else known
        self._store = store
        finished = store.finished(self.number)
        if tournament.series:
            finished = _whole_series(tournament, store, self.number, finished)
        blocks = -(-games // tournament.games_in_round())
        there = sum(block < blocks for _, block, _ in finished)
        total = blocks * tournament.games_in_round()
        self.status = Status(total=total, done=there, resumed=there)
        self.chunks = Chunks(tournament, place, blocks, finished)
        self._worked = 0.0

    @property
    def speed(self) -> float | None:
        """Matches that a worker plays in a second."""
        return (self.status.done - self.status.resumed) / self._worked if self._worked else None

    def seconds(self, matches: int) -> float:
        """How long a worker needs for some matches; infinite where its speed is unknown."""
        return matches / self.speed if self.speed else math.inf

    def take(self, progress: Progress) -> None:
        """Store what came in and count it."""
        for line_up, block in progress.broken:
            _uncount(self.status, self._store, self.number, line_up, block)
        if progress.rows:
            self._store.add(self.number, progress.rows)
        _count(self.status, progress)
        self._worked += progress.seconds
        if self.speed:
            self.chunks.expect(self.speed)


def _check_workers(workers: int) -> None:
    if workers < 0:
        raise OptionError("The number of workers must not be negative.")


def run(
    tournament: Tournament,
    store: Store,
    *,
    games: int,
    workers: int = 1,
    until: Until | None = None,
    watch: Callable[[Status], None] | None = None,
) -> Status:
    """Play a tournament up to a number of games; what the store has is not played again.

    Args:
        tournament: what to play.
        store: where results go, and where earlier ones are.
        games: matches in all, rounded up to whole blocks of every line-up.
        workers: processes; 0 plays in this one, which agents in notebooks need.
        until: stop early once this is decided.
        watch: called several times per second.
    """
    _check_workers(workers)
    course = _Course(tournament, store, games)
    status = course.status

    def look() -> None:
        if until:
            status.decision = _decide(until, tournament, store, course.number, status.lost)

    look()
    chunks = itertools.takewhile(lambda _: status.decision is None, course.chunks)
    start = time.perf_counter()
    next_look = 0.0
    with ExitStack() as stack:
        if workers:
            played = stack.enter_context(Pool([tournament], workers)).run(chunks)
        else:
            played = play_chunks(tournament, chunks)
        for progress in played:
            course.take(progress)
            status.seconds = time.perf_counter() - start
            if until and status.seconds >= next_look:
                look()
                took = time.perf_counter() - start - status.seconds
                next_look = status.seconds + max(LOOK_SECONDS, 10 * took)
            if watch:
                watch(status)
            if status.decision:
                break
    if status.decision is None:
        look()
    return status


def run_all(
    games: Mapping[Tournament, int],
    store: Store,
    *,
    workers: int = 1,
    watch: Callable[[Forecast], None] | None = None,
) -> list[Status]:
    """Play several tournaments side by side; what the store has is not played again.

    Workers take chunks of the tournament with the most work left, so that all end together.

    Args:
        games: how many matches of each tournament, as `run` has it.
        store: where results go, and where earlier ones are.
        workers: processes; 0 plays in this one, one tournament after the other.
        watch: called several times per second.
    """
    _check_workers(workers)
    courses = [
        _Course(tournament, store, number, place)
        for place, (tournament, number) in enumerate(games.items())
    ]

    def tell() -> None:
        if watch:
            watch(_forecast(courses, workers))

    tell()
    if workers and any(course.chunks.left for course in courses):
        with Pool(list(games), workers) as pool:
            for progress in pool.run(_longest_first(courses)):
                courses[progress.tournament].take(progress)
                tell()
    else:
        for course in courses:
            for progress in play_chunks(course.tournament, course.chunks):
                course.take(progress)
                tell()
    return [course.status for course in courses]


def _longest_first(courses: Sequence[_Course]) -> Iterator[Chunk]:
    """Chunks of the tournament with the most work left, where nothing is known first."""
    while left := [course for course in courses if course.chunks.left]:
        yield next(max(left, key=lambda course: course.seconds(course.chunks.left)).chunks)


def _forecast(courses: Sequence[_Course], workers: int) -> Forecast:
    done = sum(course.status.done for course in courses)
    total = sum(course.status.total for course in courses)
    missing = [(course, course.status.total - course.status.done) for course in courses]
    seconds = sum(course.seconds(left) for course, left in missing if left > 0)
    return Forecast(done, total, seconds / max(workers, 1) if seconds < math.inf else None)


def _whole_series(
    tournament: Tournament, store: Store, number: int, finished: set[tuple[int, int, int]]
) -> set[tuple[int, int, int]]:
    """Forget series that a kill cut short: their agents' memories are gone, so they start anew."""
    lengths = Counter((line_up, block) for line_up, block, _ in finished)
    broken = {place for place, length in lengths.items() if length < tournament.series}
    for line_up, block in broken:
        store.forget_block(number, line_up, block)
    return {match for match in finished if match[:2] not in broken}


@lru_cache(maxsize=10_000)
def _outcome(result: str) -> Outcome:
    """The seats and returns of a row's result; policies are not timed, so theirs repeat often."""
    values = json.loads(result)
    return tuple(values["seats"]), tuple(map(float, values["returns"]))


def _count(status: Status, progress: Progress) -> None:
    status.done += len(progress.rows)
    status.lost.extend(progress.lost)
    for result, times in Counter(row[3] for row in progress.rows).items():
        status.tally[_outcome(result)] += times
    status.forfeits += sum(row[5] is not None for row in progress.rows)


def _uncount(status: Status, store: Store, number: int, line_up: int, block: int) -> None:
    """Forget the matches of a series that is played again."""
    for row in store.rows(number):
        if (row.line_up, row.block) == (line_up, block):
            status.done -= 1
            status.forfeits -= row.forfeit is not None
            status.tally[row.seats, row.returns] -= 1
    status.tally = +status.tally
    store.forget_block(number, line_up, block)


def _decide(
    until: Until,
    tournament: Tournament,
    store: Store,
    number: int,
    lost: list[tuple[int, int, int]],
) -> str | None:
    """Whole blocks only, in order: a block that is still being played must not be peeked at."""
    given_up = {block for _, block, _ in lost}
    sizes = [len(tournament.block(line_up, 0)) for line_up in range(len(tournament.seatings))]
    rows = list(store.rows(number))
    counts = Counter((row.line_up, row.block) for row in rows)
    complete = set()
    for block in itertools.count():
        if all(counts[line_up, block] == size for line_up, size in enumerate(sizes)):
            complete.add(block)
        elif block not in given_up:
            break
    results = Results(tournament, [row for row in rows if row.block in complete])
    return until.test().decision(results.pair_blocks(until.first, until.second))


def results(tournament: Tournament, store: Store) -> Results:
    """The results that a store has of a tournament."""
    number = store.number(tournament)
    return Results(tournament, store.rows(number) if number is not None else ())
