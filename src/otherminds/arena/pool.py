"""Worker processes that play matches.

Each worker is a spawned process with a pipe of its own, so the arena always knows which match a
worker is at: one that dies costs that match and nothing more. Workers send finished matches several
times a second as bytes that the core packed.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Self

from otherminds import _core
from otherminds.arena.plan import Experiment
from otherminds.arena.seating import SeatFiller

__all__ = ["Chunk", "Pool", "Progress", "play_chunk"]

FLUSH_SECONDS = 0.25
"""How often a worker sends what it has; well below the second that the store promises."""

_DONE, _ROWS, _ERROR = b"D", b"R", b"E"


@dataclass(frozen=True)
class Chunk:
    """Work for one worker: some matches of consecutive blocks of one line-up."""

    line_up: int
    first_block: int
    blocks: int
    matches: tuple[int, ...]
    """Which matches of each block."""
    played: int = 0
    """How many of them, block by block, are already done."""

    def __len__(self) -> int:
        """How many matches are left."""
        return self.blocks * len(self.matches) - self.played

    def next_match(self) -> tuple[int, int, int]:
        """Line-up, block and match that comes next."""
        block, place = divmod(self.played, len(self.matches))
        return self.line_up, self.first_block + block, self.matches[place]

    def after(self, played: int) -> Chunk:
        """The same work when so many more matches are done."""
        return replace(self, played=self.played + played)


@dataclass(frozen=True)
class Progress:
    """What came in: rows for the store, and matches that two workers died of."""

    rows: list[tuple[Any, ...]]
    lost: tuple[tuple[int, int, int], ...] = ()


def play_chunk(experiment: Experiment, filler: SeatFiller, chunk: Chunk) -> Iterator[bytes]:
    """Play the matches of a chunk in order; yields packed rows several times a second."""
    planned = experiment.block(chunk.line_up, 0)
    seatings = [planned[match].seats for match in chunk.matches]
    streams = experiment.streams(chunk.line_up, 0, 0)[1]
    while len(chunk):
        packed, played = _core.play_batch(
            experiment.loaded_game,
            filler.sources(),
            experiment.seed,
            (chunk.line_up, chunk.first_block, chunk.blocks, list(chunk.matches), seatings),
            chunk.played,
            streams,
            experiment.series,
            experiment.move_seconds or 0.0,
            FLUSH_SECONDS,
        )
        chunk = chunk.after(played)
        yield packed


def _work(pipe: Connection, experiment: Experiment) -> None:
    """What a worker process does until the arena is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which ends us
    filler = SeatFiller(experiment)
    while (chunk := _receive(pipe)) is not None:
        try:
            for packed in play_chunk(experiment, filler, chunk):
                pipe.send_bytes(_ROWS + packed)
            pipe.send_bytes(_DONE)
        except Exception as error:
            pipe.send_bytes(_ERROR + _portable(error))


def _receive(pipe: Connection) -> Chunk | None:
    """The next work; None when the arena is gone."""
    try:
        chunk: Chunk = pipe.recv()
    except (EOFError, OSError):
        return None
    return chunk


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
    chunks: deque[Chunk] = field(default_factory=deque)
    """What it has to do: the first is under way, the second waits so that it is never idle."""


class Pool:
    """Some worker processes; use it in a with statement."""

    def __init__(self, experiment: Experiment, workers: int) -> None:
        """Start the workers."""
        self._experiment = experiment
        self._deaths: Counter[tuple[int, int, int]] = Counter()
        self._workers = [self._start() for _ in range(workers)]

    def _start(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=_work, args=(theirs, self._experiment), daemon=True)
        # One thread a worker: the processes are the parallelism.
        limits = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        before = {name: os.environ.get(name) for name in limits}
        os.environ.update(limits)
        try:
            process.start()
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        theirs.close()
        return _Worker(process, ours)

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
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()

    def run(self, chunks: Iterator[Chunk]) -> Iterator[Progress]:
        """Play all chunks, yielding results as they come in, in no particular order."""
        again: deque[Chunk] = deque()

        def feed(worker: _Worker) -> None:
            while len(worker.chunks) < 2:
                chunk = again.popleft() if again else next(chunks, None)
                if chunk is None:
                    break
                worker.chunks.append(chunk)
                with suppress(OSError):  # it has just died: wait() will say so
                    worker.pipe.send(chunk)

        for worker in self._workers:
            feed(worker)
        while busy := {worker.pipe: worker for worker in self._workers if worker.chunks}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                try:
                    message = worker.pipe.recv_bytes()
                except (EOFError, OSError):
                    yield self._bury(worker, again)
                    feed(worker)
                    continue
                if message[:1] == _ROWS:
                    rows = _core.unpack_rows(message[1:])
                    worker.chunks[0] = worker.chunks[0].after(len(rows))
                    yield Progress(rows)
                elif message[:1] == _DONE:
                    worker.chunks.popleft()
                    feed(worker)
                else:
                    raise pickle.loads(message[1:])

    def _bury(self, dead: _Worker, again: deque[Chunk]) -> Progress:
        """Replace a dead worker; its match is tried once more, then given up."""
        dead.pipe.close()
        dead.process.join()
        chunk, *waiting = dead.chunks
        again.extend(waiting)
        fresh = self._start()
        dead.process, dead.pipe, dead.chunks = fresh.process, fresh.pipe, deque()
        if not len(chunk):  # it died between two chunks
            return Progress([])
        suspect = chunk.next_match()
        self._deaths[suspect] += 1
        lost: tuple[tuple[int, int, int], ...] = ()
        if self._deaths[suspect] == 2:
            lost = (suspect,)
            # The rest of a series cannot be played without it.
            length = len(chunk.matches)
            chunk = chunk.after(length - chunk.played % length if self._experiment.series else 1)
        elif self._experiment.series:  # its agents' memories died with the worker
            chunk = chunk.after(-(chunk.played % len(chunk.matches)))
        if len(chunk):
            again.append(chunk)
        return Progress([], lost)
