"""Run tournaments: plan what is missing, play it, store it, stop when enough is known."""

from __future__ import annotations

import bisect
import itertools
import json
import math
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import lru_cache

from otherminds import _core
from otherminds.agents import parse_player, player_text
from otherminds.arena.cross_play import is_cooperative
from otherminds.arena.on_ray import RayPool, parse_place
from otherminds.arena.plan import MOST_GAMES, Tournament
from otherminds.arena.pool import Pool, Progress, play_chunks
from otherminds.arena.results import Outcome, Results, share_above
from otherminds.arena.shards import WHOLE, Shard
from otherminds.arena.statistics import SequentialTest
from otherminds.arena.store import Place, Store
from otherminds.arena.work import Chunk, Chunks
from otherminds.contracts import OptionError
from otherminds.contracts.grammar import split_specs

__all__ = ["Forecast", "Status", "Until", "parse_until", "results", "run", "run_all"]

WAIT_SECONDS = 0.2
"""How often a run that has nothing left to play looks at what other processes play."""

MOST_WORKERS = 1_024
"""Processes on one machine."""


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
    if is_cooperative(tournament.loaded_game):
        raise OptionError(
            f"In {tournament.game} everybody gets the same, so nobody finishes above anybody; "
            "compare the scores in a report."
        )
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
    elsewhere: int = 0
    """Matches of series that another process plays; the run waits for them at its end."""
    decision: str | None = None
    """``better`` or ``worse`` once a sequential test has decided."""
    decided_after: int = 0
    """The games that the decision needed; some more may have been under way."""


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

    def __init__(
        self,
        tournament: Tournament,
        store: Store,
        games: int,
        place: int = 0,
        *,
        by_block: bool = False,
        there: Collection[tuple[int, int, int]] = (),
        shard: Shard = WHOLE,
    ) -> None:
        """With ``by_block``, what comes in is never more than one block of a line-up.

        ``there`` are matches that somebody else has, by line-up, block and match.
        """
        if not 1 <= games <= MOST_GAMES:
            raise OptionError(f"A tournament has from 1 to {MOST_GAMES:,} games.")
        self.tournament = tournament
        self.place = place
        self.number = store.add_tournament(tournament)
        self._store = store
        finished = _planned(tournament, store.finished(self.number).union(there))
        if tournament.series:
            finished = _whole_series(tournament, finished)
        blocks = -(-games // tournament.games_in_round())
        done = sum(block < blocks and shard.has(block) for _, block, _ in finished)
        total = shard.count(blocks) * tournament.games_in_round()
        self.status = Status(total=total, done=done, resumed=done)
        lease = self._lease if tournament.series else None
        self.chunks = Chunks(tournament, place, blocks, finished, lease, shard)
        self._elsewhere: dict[Place, Chunk] = {}
        self._by_block = by_block
        self._worked = 0.0

    def _lease(self, chunk: Chunk) -> list[Chunk]:
        """The series of a chunk that nobody else plays, which are ours from now on."""
        places = [(chunk.line_up, chunk.first_block + block) for block in range(chunk.blocks)]
        leased = []
        for place, state in self._store.lease(self.number, places, len(chunk.matches)).items():
            series = replace(chunk, first_block=place[1], blocks=1)
            self._elsewhere.pop(place, None)
            if state == "ours":
                leased.append(series)
            elif state == "whole":
                self.status.done += len(series)
                self.status.resumed += len(series)
            else:
                self._elsewhere[place] = series
        self.status.elsewhere = sum(map(len, self._elsewhere.values()))
        return _joined(leased)

    def look_elsewhere(self) -> None:
        """See what has become of the series that other processes play."""
        for series in list(self._elsewhere.values()):
            self.chunks.add(self._lease(series))

    @property
    def speed(self) -> float | None:
        """Matches that a worker plays in a second."""
        return (self.status.done - self.status.resumed) / self._worked if self._worked else None

    def seconds(self, matches: int) -> float:
        """How long a worker needs for some matches; infinite where its speed is unknown."""
        return matches / self.speed if self.speed else math.inf

    def take(self, progress: Progress) -> None:
        """Store what came in and count it."""
        for place in progress.broken:
            _uncount(self.status, self._store, self.number, place)
        if progress.rows:
            self._store.add(self.number, progress.rows)
        _count(self.status, progress)
        self._worked += progress.seconds
        if self.speed and not self._by_block:
            self.chunks.expect(self.speed)


def _joined(series: Sequence[Chunk]) -> list[Chunk]:
    """The same series, those that follow each other in one chunk."""
    joined: list[Chunk] = []
    for chunk in series:
        if joined and chunk.first_block == joined[-1].first_block + joined[-1].blocks:
            joined[-1] = replace(joined[-1], blocks=joined[-1].blocks + 1)
        else:
            joined.append(chunk)
    return joined


def _team(tournaments: Sequence[Tournament], workers: int, on: str) -> Pool | RayPool:
    """Who plays: processes of this machine, or a Ray cluster."""
    address = parse_place(on)
    return Pool(tournaments, workers) if address is None else RayPool(tournaments, workers, address)


def _check_workers(workers: int, on: str) -> None:
    if parse_place(on) is not None and not workers:
        raise OptionError("Ray plays in processes of its own, so it needs at least 1 worker.")
    if not 0 <= workers <= MOST_WORKERS:
        raise OptionError(f"The number of workers is from 0 to {MOST_WORKERS:,}, not {workers:,}.")


def _until_all_is_played(
    courses: Sequence[_Course], play: Callable[[], Iterator[Progress]]
) -> Iterator[Progress]:
    """Play what is to be played, then wait for others; what they leave undone is played here."""
    yield from play()
    while any(course.status.elsewhere for course in courses):
        time.sleep(WAIT_SECONDS)
        for course in courses:
            if course.status.elsewhere:
                course.look_elsewhere()
                yield Progress(course.place)
        yield from play()


def run(
    tournament: Tournament,
    store: Store,
    *,
    games: int,
    workers: int = 1,
    until: Until | None = None,
    shard: Shard = WHOLE,
    on: str = "pool",
    watch: Callable[[Status], None] | None = None,
) -> Status:
    """Play a tournament up to a number of games; what the store has is not played again.

    Args:
        tournament: what to play.
        store: where results go, and where earlier ones are.
        games: matches in all, rounded up to whole blocks of every line-up.
        workers: processes; 0 plays in this one, which agents in notebooks need.
        until: stop early once this is decided.
        shard: play only this part of the matches; others play the rest into files of their own.
        on: ``pool`` for processes of this machine, ``ray`` for a Ray cluster that is started on it
            with as many processors as workers, ``ray:ADDRESS`` for an existing one.
        watch: called several times per second.
    """
    _check_workers(workers, on)
    if until is not None and shard != WHOLE:
        raise OptionError(
            "A shard does not see the games of the others, so it cannot stop when a question is "
            "decided; merge the shards, then ask."
        )
    course = _Course(tournament, store, games, by_block=until is not None, shard=shard)
    status = course.status
    question = _Question(until, tournament) if until else None
    if question:
        question.read(store, course.number)
        question.tell(status)
    chunks = itertools.takewhile(lambda _: status.decision is None, course.chunks)
    start = time.perf_counter()
    with ExitStack() as stack:
        stack.callback(store.release)
        if workers:
            pool = _team([tournament], workers, on)
            stack.enter_context(pool)
            played = _until_all_is_played([course], lambda: pool.run(chunks))
        else:
            played = _until_all_is_played([course], lambda: play_chunks(tournament, chunks))
        for progress in played:
            course.take(progress)
            status.seconds = time.perf_counter() - start
            if question:
                question.take(progress)
                question.tell(status)
            if watch:
                watch(status)
            if status.decision:
                break
    if question and status.decision is None:  # what other processes have played counts as well
        question.read(store, course.number)
        question.tell(status)
    return status


def run_all(
    games: Mapping[Tournament, int],
    store: Store,
    *,
    workers: int = 1,
    there: Mapping[Tournament, Collection[tuple[int, int, int]]] | None = None,
    on: str = "pool",
    watch: Callable[[Forecast], None] | None = None,
) -> list[Status]:
    """Play several tournaments side by side; what the store has is not played again.

    Workers take chunks of the tournament with the most work left, so that all end together.

    Args:
        games: how many matches of each tournament, as `run` has it.
        store: where results go, and where earlier ones are.
        workers: processes; 0 plays in this one, one tournament after the other.
        there: matches that are kept elsewhere, by line-up, block and match.
        on: where the workers are, as `run` has it.
        watch: called several times per second.
    """
    _check_workers(workers, on)
    courses = [
        _Course(tournament, store, number, place, there=(there or {}).get(tournament, ()))
        for place, (tournament, number) in enumerate(games.items())
    ]

    def tell() -> None:
        if watch:
            watch(_forecast(courses, workers))

    tell()
    with ExitStack() as stack:
        stack.callback(store.release)
        if workers and any(course.chunks.left for course in courses):
            pool = _team(list(games), workers, on)
            stack.enter_context(pool)
            played = _until_all_is_played(courses, lambda: pool.run(_longest_first(courses)))
        else:
            played = _until_all_is_played(courses, lambda: _one_after_the_other(courses))
        for progress in played:
            courses[progress.tournament].take(progress)
            tell()
    return [course.status for course in courses]


def _one_after_the_other(courses: Sequence[_Course]) -> Iterator[Progress]:
    for course in courses:
        yield from play_chunks(course.tournament, course.chunks)


def _longest_first(courses: Sequence[_Course]) -> Iterator[Chunk]:
    """Chunks of the tournament with the most work left, where nothing is known first."""
    while left := [course for course in courses if course.chunks.left]:
        course = max(left, key=lambda course: course.seconds(course.chunks.left))
        if (chunk := next(course.chunks, None)) is not None:  # else others play all that is left
            yield chunk


def _forecast(courses: Sequence[_Course], workers: int) -> Forecast:
    done = sum(course.status.done for course in courses)
    total = sum(course.status.total for course in courses)
    missing = [(course, course.status.total - course.status.done) for course in courses]
    seconds = sum(course.seconds(left) for course, left in missing if left > 0)
    return Forecast(done, total, seconds / max(workers, 1) if seconds < math.inf else None)


def _planned(
    tournament: Tournament, finished: set[tuple[int, int, int]]
) -> set[tuple[int, int, int]]:
    """Those that the tournament has; a damaged row may stand anywhere."""
    there = {(line_up, match) for line_up, _, match in finished}
    known = {pair for pair in there if tournament.seats_of(*pair) is not None}
    return {place for place in finished if place[1] >= 0 and (place[0], place[2]) in known}


def _whole_series(
    tournament: Tournament, finished: set[tuple[int, int, int]]
) -> set[tuple[int, int, int]]:
    """Without series that are cut short: whether one is being played is seen by its lease."""
    lengths = Counter((line_up, block) for line_up, block, _ in finished)
    return {match for match in finished if lengths[match[:2]] == tournament.series}


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


def _uncount(status: Status, store: Store, number: int, place: Place) -> None:
    """Forget the matches of a series of ours that is played again."""
    for row in store.rows(number):
        if (row.line_up, row.block) == place:
            status.done -= 1
            status.forfeits -= row.forfeit is not None
            status.tally[row.seats, row.returns] -= 1
    status.tally = +status.tally
    store.restart(number, place)


class _Question:
    """What the blocks of a run say about a question.

    Whole blocks only, in order: a block that is still being played must not be peeked at.
    """

    def __init__(self, until: Until, tournament: Tournament) -> None:
        self._until = until
        self._tournament = tournament
        self._test = until.test()
        self._sizes = [
            len(tournament.block(line_up, 0)) for line_up in range(len(tournament.seatings))
        ]
        self._found: dict[int, dict[int, dict[int, Outcome]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        """By block, line-up and match what came in, of blocks that do not count yet."""
        self._given_up: set[int] = set()
        self._next = 0
        """The first block that does not count yet."""
        self._shares: list[float] = []

    def read(self, store: Store, number: int) -> None:
        """Count matches that were played before, or by others."""
        rows, damaged = store.read(number, self._tournament)
        for row in rows:
            self._found[row.block][row.line_up][row.match] = row.seats, row.returns
        self._given_up |= {row.block for row in damaged}

    def take(self, progress: Progress) -> None:
        """Count what came in."""
        for line_up, block in progress.broken:
            self._found[block].pop(line_up, None)
        for line_up, block, match, result, *_ in progress.rows:
            self._found[block][line_up][match] = _outcome(result)
        self._given_up |= {block for _, block, _ in progress.lost}

    def decision(self) -> str | None:
        """``better`` or ``worse``; None while it is open."""
        before = len(self._shares)
        while True:
            found = self._found.get(self._next, {})
            whole = all(len(found.get(place, ())) == n for place, n in enumerate(self._sizes))
            if not whole and self._next not in self._given_up:
                break
            if whole:
                matches = itertools.chain.from_iterable(own.values() for own in found.values())
                share = share_above(matches, self._until.first, self._until.second)
                self._shares += [] if share is None else [share]
            self._found.pop(self._next, None)
            self._next += 1
        # A decision stands, so nothing can have changed where no block was added.
        return self._test.decision(self._shares) if len(self._shares) > before else None

    def tell(self, status: Status) -> None:
        """Set the decision, and after how many games it stood."""
        status.decision = self.decision()
        if status.decision is None:
            return
        # It stands from some block on, which is looked for by halves.
        blocks = bisect.bisect_left(
            range(len(self._shares)),
            True,
            key=lambda block: self._test.decision(self._shares[: block + 1]) is not None,
        )
        status.decided_after = (blocks + 1) * self._tournament.games_in_round()


def results(tournament: Tournament, store: Store) -> Results:
    """The results that a store has of a tournament."""
    number = store.number(tournament)
    if number is None:
        return Results(tournament, ())
    return Results(tournament, *store.read(number, tournament))
