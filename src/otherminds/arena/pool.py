"""Worker processes that play matches.

Each worker is a spawned process with a pipe of its own, over which it gets chunks of work, of one
tournament or of many, and sends finished matches several times per second as bytes that the core
packed. What a dead worker had not sent is played again, match by match, so that it is known which
one a second death is due to: that match is given up, and nothing more. Workers end when the arena
is gone, however it went.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import queue
import signal
import struct
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Self

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.seating import Clock, SeatFiller
from otherminds.arena.work import Chunk, Overdue
from otherminds.contracts import OptionError, OthermindsError

__all__ = ["Pool", "Progress", "play_chunk", "play_chunks"]

FLUSH_SECONDS = 0.1
"""How often a worker sends what it has; well below the second that the store promises."""

GRACE_SECONDS = 1.0
"""How much longer than its limit a call may take before its worker is ended; the worker itself
interrupts most agents in time."""

WATCH_SECONDS = 0.1
"""How often calls are looked at, where there is a limit."""

STARTS = 3
"""When this many workers in a row die before they can play, something is wrong with all."""

TOURNAMENTS_AT_HAND = 4
"""For this many tournaments a worker keeps its agents, which may be large."""

_READY, _DONE, _ROWS, _ERROR = b"S", b"D", b"R", b"E"
_SECONDS = struct.Struct("<d")


@dataclass(frozen=True)
class Progress:
    """What came in of one tournament."""

    tournament: int
    """Its place among those that are played."""
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    """For the store."""
    seconds: float = 0.0
    """How long a worker has played for these rows."""
    lost: tuple[tuple[int, int, int], ...] = ()
    """Matches that cannot be played: two workers died."""
    broken: tuple[tuple[int, int], ...] = ()
    """Line-up and block of series that are played again from their start."""


def play_chunk(
    tournament: Tournament, filler: SeatFiller, chunk: Chunk
) -> Iterator[tuple[bytes, float]]:
    """Play the matches of a chunk in order; packed rows and how long they took, now and then.

    Where a worker has died, or may have to be ended, a batch is a single match.
    """
    alone = chunk.deaths or filler.watched
    planned = tournament.block(chunk.line_up, 0)
    seatings = [planned[match].seats for match in chunk.matches]
    overdue = {each.place: each for each in chunk.overdue}
    while len(chunk):
        filler.begin(overdue.get(chunk.played))
        start = time.perf_counter()
        packed, played = _core.play_batch(
            tournament.loaded_game,
            filler.sources(),
            tournament.seed,
            (chunk.line_up, chunk.first_block, chunk.blocks, list(chunk.matches), seatings),
            chunk.played,
            tournament.series,
            tournament.move_seconds or 0.0,
            0.0 if alone else FLUSH_SECONDS,
        )
        chunk = chunk.after(played)
        yield packed, time.perf_counter() - start


def play_chunks(tournament: Tournament, chunks: Iterable[Chunk]) -> Iterator[Progress]:
    """Play chunks of one tournament in this process."""
    filler = SeatFiller(tournament)
    for chunk in chunks:
        for packed, seconds in play_chunk(tournament, filler, chunk):
            yield Progress(chunk.tournament, _core.unpack_rows(packed), seconds)


class _Tables:
    """The tournaments that a worker has been told of, and agents for those played last."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pickled: dict[int, bytes] = {}
        self._made: dict[int, tuple[Tournament, SeatFiller]] = {}

    def learn(self, place: int, pickled: bytes) -> None:
        self._pickled[place] = pickled

    def of(self, place: int) -> tuple[Tournament, SeatFiller]:
        made = self._made.pop(place, None)
        if made is None:
            tournament: Tournament = pickle.loads(self._pickled[place])
            made = tournament, SeatFiller(tournament, self._clock)
        self._made[place] = made  # the last in the order of use
        if len(self._made) > TOURNAMENTS_AT_HAND:
            del self._made[next(iter(self._made))]
        return made


def _work(pipe: Connection, clock: Clock) -> None:
    """What a worker process does until the arena is gone."""
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    # A pipe holds little: without a thread that waits for it, playing would wait for the store.
    outbox: queue.Queue[bytes] = queue.Queue(maxsize=8)
    threading.Thread(target=_send, args=(pipe, outbox), daemon=True).start()
    tables = _Tables(clock)
    try:
        while (order := _receive(pipe)) is not None:
            chunk, pickled = order
            if pickled is not None:
                tables.learn(chunk.tournament, pickled)
            tournament, filler = tables.of(chunk.tournament)
            outbox.put(_READY)
            outbox.join()  # sent before an agent can end the process
            for packed, seconds in play_chunk(tournament, filler, chunk):
                outbox.put(_ROWS + _SECONDS.pack(seconds) + packed)
                if chunk.deaths or filler.watched:  # the arena must know which match was the last
                    outbox.join()
            outbox.put(_DONE)
    except Exception as error:
        outbox.put(_ERROR + _portable(error))
        outbox.join()


def _send(pipe: Connection, outbox: queue.Queue[bytes]) -> None:
    while True:
        try:
            pipe.send_bytes(outbox.get())
        except OSError:  # the arena is gone
            os._exit(1)
        outbox.task_done()


def _outlive_nobody() -> None:
    """End a worker when its arena has gone without a word; waits for that, so give it a thread."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _receive(pipe: Connection) -> tuple[Chunk, bytes | None] | None:
    """The next work, with its tournament where that is new; None when the arena is gone."""
    try:
        order: tuple[Chunk, bytes | None] = pipe.recv()
    except (EOFError, OSError):
        return None
    return order


def _portable(error: Exception) -> bytes:
    """An error that survives the way to another process."""
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return data


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    clock: Sequence[float]
    """What `otherminds.arena.seating.Clock` says."""
    chunks: deque[Chunk] = field(default_factory=deque)
    """What it has to do: the first is under way, the second waits so that it is never idle."""
    ready: bool = False
    """Whether it has begun to play the first."""
    told: set[int] = field(default_factory=set)
    """The tournaments that it knows."""
    ended: bool = False
    """Whether it was ended for a call that did not come back."""

    def end_if_overdue(self) -> None:
        """End the process of an agent that does not come back and does not hear signals."""
        if self.clock[0] and time.monotonic() > self.clock[0] + GRACE_SECONDS:
            self.ended = True
            self.process.kill()

    def overdue(self, place: int) -> Overdue | None:
        """The call for which it was ended, if it was; its memory outlives it."""
        if not self.ended:
            return None
        player, copy, call = map(int, self.clock[1:4])
        return Overdue(place, player, copy, call)


class Pool:
    """Some worker processes; use it in a with statement."""

    def __init__(self, tournaments: Sequence[Tournament], workers: int) -> None:
        """Start the workers."""
        self._tournaments = tournaments
        self._timed = any(tournament.move_seconds for tournament in tournaments)
        self._pickled: dict[int, bytes] = {}
        self._pickle(0)  # what cannot be sent is better known before processes are started
        self._failed_starts: Counter[int] = Counter()
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(self._start())
        except BaseException:
            self._end()
            raise

    def _pickle(self, place: int) -> bytes:
        tournament = self._tournaments[place]
        if place not in self._pickled:
            try:
                self._pickled[place] = pickle.dumps(tournament)
            except Exception as error:
                raise OptionError(
                    f"{tournament.game} cannot be sent to other processes ({error}); play it "
                    "without workers."
                ) from error
        return self._pickled[place]

    def _order(self, worker: _Worker, chunk: Chunk) -> None:
        place = chunk.tournament
        pickled = None if place in worker.told else self._pickle(place)
        worker.chunks.append(chunk)
        worker.told.add(place)
        with suppress(OSError):  # it has just died: wait() will say so
            worker.pipe.send((chunk, pickled))

    def _start(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        clock = context.RawArray("d", 4)
        process = context.Process(target=_work, args=(theirs, clock), daemon=True)
        # One thread per worker: the processes are the parallelism.
        limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        before = {name: os.environ.get(name) for name in limits}
        os.environ.update(limits)
        # Ctrl-C is for the arena, which ends its workers; they inherit what is blocked. The tracker
        # that the first start brings along would unblock it, so it starts before.
        resource_tracker.ensure_running()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        theirs.close()
        return _Worker(process, ours, clock)

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the workers; what they have not sent is played again another time."""
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(timeout=2)
            worker.process.kill()  # where an agent has caught the signal
            worker.process.join()

    def run(self, chunks: Iterator[Chunk]) -> Iterator[Progress]:
        """Play all chunks, yielding results as they come in, in no particular order."""
        again: deque[Chunk] = deque()

        def feed(worker: _Worker) -> None:
            while len(worker.chunks) < 2:
                chunk = again.popleft() if again else next(chunks, None)
                if chunk is None:
                    break
                self._order(worker, chunk)

        for worker in self._workers:
            feed(worker)
        while busy := {worker.pipe: worker for worker in self._workers if worker.chunks}:
            if self._timed:
                for worker in busy.values():
                    worker.end_if_overdue()
            for pipe in wait(list(busy), timeout=WATCH_SECONDS if self._timed else None):
                worker = busy[pipe]  # type: ignore[index]
                try:
                    message = worker.pipe.recv_bytes()
                except (EOFError, OSError):
                    yield self._bury(worker, again)
                    feed(worker)
                    continue
                if message[:1] == _READY:
                    worker.ready = True
                    del self._failed_starts[worker.chunks[0].tournament]
                elif message[:1] == _ROWS:
                    (seconds,) = _SECONDS.unpack_from(message, 1)
                    rows = _core.unpack_rows(message[1 + _SECONDS.size :])
                    worker.chunks[0] = worker.chunks[0].after(len(rows))
                    yield Progress(worker.chunks[0].tournament, rows, seconds)
                elif message[:1] == _DONE:
                    worker.chunks.popleft()
                    worker.ready = False
                    feed(worker)
                else:
                    raise pickle.loads(message[1:])

    def _bury(self, dead: _Worker, again: deque[Chunk]) -> Progress:
        """Replace a dead worker, and see to it that its work is done."""
        dead.pipe.close()
        dead.process.join()
        chunk, *waiting = dead.chunks
        again.extend(waiting)
        was_ready = dead.ready
        overdue = dead.overdue(chunk.played)
        if not was_ready:
            self._count_failed_start(chunk.tournament)
        fresh = self._start()
        dead.process, dead.pipe, dead.clock = fresh.process, fresh.pipe, fresh.clock
        dead.ready = dead.ended = False
        dead.chunks, dead.told = deque(), set()
        if not was_ready:
            again.append(chunk)
            return Progress(chunk.tournament)
        if not len(chunk):  # it died between two chunks
            return Progress(chunk.tournament)
        chunk, progress = self._after_death(chunk, overdue)
        if len(chunk):
            again.append(chunk)
        return progress

    def _after_death(self, chunk: Chunk, overdue: Overdue | None) -> tuple[Chunk, Progress]:
        """What is left of a chunk whose worker died, and what that means for the store.

        Args:
            chunk: what it had to do.
            overdue: the call of the match under way for which it was ended, if it was.
        """
        series = self._tournaments[chunk.tournament].series
        place = chunk.next_match()
        known = {each.place for each in chunk.overdue}
        more = (overdue,) if overdue is not None and overdue.place not in known else ()
        if chunk.deaths == 0 or more:
            begun = chunk.begun() if series else 0  # its agents' memories died with the worker
            broken = (place[:2],) if begun else ()
            again = replace(chunk.after(-begun), deaths=1, overdue=(*chunk.overdue, *more))
            return again, Progress(chunk.tournament, broken=broken)
        # Played match by match, so it is this one. The rest of a series cannot do without it.
        left = len(chunk.matches) - chunk.begun() if series else 1
        lost = tuple(chunk.after(number).next_match() for number in range(left))
        return replace(chunk.after(left), deaths=0), Progress(chunk.tournament, lost=lost)

    def _count_failed_start(self, place: int) -> None:
        self._failed_starts[place] += 1
        if self._failed_starts[place] >= STARTS:
            raise OthermindsError(
                f"{STARTS} worker processes in a row ended before they could play; their reasons "
                "are above. A script that starts workers needs if __name__ == '__main__': around "
                "what it does."
            )
