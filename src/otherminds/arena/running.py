"""Run a tournament: plan what is missing, play it, store it, stop when enough is known."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache

from otherminds import _core
from otherminds.agents import parse_player, player_text
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import Chunk, Pool, Progress, play_chunk
from otherminds.arena.results import Results
from otherminds.arena.seating import SeatFiller
from otherminds.arena.statistics import SequentialTest
from otherminds.arena.store import Store
from otherminds.contracts import OptionError
from otherminds.contracts.grammar import split_specs

__all__ = ["Status", "Until", "parse_until", "results", "run"]

CHUNK_SECONDS = 1.0
"""A worker gets about this much work at a time: enough to be quick, little enough to share."""

LOOK_SECONDS = 1.0
"""How often a run with a question looks whether it is answered."""


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
    """How far a run is; handed to the callback several times a second."""

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


class _Chunks:
    """What has to be played, in chunks of about CHUNK_SECONDS, learning the speed on the way.

    Line-ups take turns, so that they grow together.
    """

    def __init__(
        self,
        tournament: Tournament,
        blocks: int,
        finished: set[tuple[int, int, int]],
        stop: Callable[[], bool],
    ) -> None:
        self._whole = [
            tuple(match.index for match in tournament.block(line_up, 0))
            for line_up in range(len(tournament.seatings))
        ]
        self._blocks = blocks
        self._stop = stop
        self.matches = 2
        """How many matches a chunk should have."""
        self._parts = itertools.chain(self._holes(finished), self._rest(finished))

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        if self._stop():
            raise StopIteration
        return next(self._parts)

    def _holes(self, finished: set[tuple[int, int, int]]) -> Iterator[Chunk]:
        """Blocks that earlier runs left out or left incomplete."""
        for block in range(min(self._first_untouched(finished), self._blocks)):
            for line_up, matches in enumerate(self._whole):
                left = tuple(m for m in matches if (line_up, block, m) not in finished)
                if left:
                    yield Chunk(line_up, block, 1, left)

    def _rest(self, finished: set[tuple[int, int, int]]) -> Iterator[Chunk]:
        """Blocks that nobody has touched, many at a time."""
        first = self._first_untouched(finished)
        while first < self._blocks:
            count = min(max(1, self.matches // len(self._whole[0])), self._blocks - first)
            for line_up, matches in enumerate(self._whole):
                yield Chunk(line_up, first, count, matches)
            first += count

    @staticmethod
    def _first_untouched(finished: set[tuple[int, int, int]]) -> int:
        return max((block + 1 for _, block, _ in finished), default=0)


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
        watch: called several times a second.
    """
    if games < 1:
        raise OptionError("At least one game has to be played.")
    if workers < 0:
        raise OptionError("The number of workers must not be negative.")
    number = store.add_tournament(tournament)
    finished = store.finished(number)
    blocks = -(-games // tournament.games_in_round())
    if tournament.series:
        finished = _whole_series(tournament, store, number, finished)
    there = sum(block < blocks for _, block, _ in finished)
    status = Status(total=blocks * tournament.games_in_round(), done=there, resumed=there)
    if until:
        status.decision = _decide(until, tournament, store, number, status.lost)
    chunks = _Chunks(tournament, blocks, finished, lambda: status.decision is not None)
    start = time.perf_counter()
    next_look = 0.0
    with ExitStack() as stack:
        results = _play(tournament, chunks, workers, stack)
        for progress in results:
            for line_up, block in progress.broken:
                _uncount(status, store, number, line_up, block)
            if progress.rows:
                store.add(number, progress.rows)
            _count(status, progress, time.perf_counter() - start)
            speed = (status.done - status.resumed) / max(status.seconds, 1e-9)
            chunks.matches = max(2, min(100_000, int(speed * CHUNK_SECONDS / max(workers, 1))))
            if until and status.seconds >= next_look:
                status.decision = _decide(until, tournament, store, number, status.lost)
                took = time.perf_counter() - start - status.seconds
                next_look = status.seconds + max(LOOK_SECONDS, 10 * took)
            if watch:
                watch(status)
            if status.decision:
                break
    if until and status.decision is None:
        status.decision = _decide(until, tournament, store, number, status.lost)
    return status


def _whole_series(
    tournament: Tournament, store: Store, number: int, finished: set[tuple[int, int, int]]
) -> set[tuple[int, int, int]]:
    """Forget series that a kill cut short: their agents' memories are gone, so they start anew."""
    lengths = Counter((line_up, block) for line_up, block, _ in finished)
    broken = {place for place, length in lengths.items() if length < tournament.series}
    for line_up, block in broken:
        store.forget_block(number, line_up, block)
    return {match for match in finished if match[:2] not in broken}


def _play(
    tournament: Tournament, chunks: _Chunks, workers: int, stack: ExitStack
) -> Iterator[Progress]:
    if workers:
        pool = stack.enter_context(Pool(tournament, workers))
        yield from pool.run(iter(chunks))
        return
    filler = SeatFiller(tournament)
    for chunk in chunks:
        for packed in play_chunk(tournament, filler, chunk):
            yield Progress(_core.unpack_rows(packed))


@lru_cache(maxsize=10_000)
def _outcome(result: str) -> Outcome:
    """The seats and returns of a row's result; policies are not timed, so theirs repeat often."""
    values = json.loads(result)
    return tuple(values["seats"]), tuple(map(float, values["returns"]))


def _count(status: Status, progress: Progress, seconds: float) -> None:
    status.done += len(progress.rows)
    status.lost.extend(progress.lost)
    status.seconds = seconds
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
