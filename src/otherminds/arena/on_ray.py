"""Tournaments on Ray: the chunks of a tournament as Ray tasks, on this machine or on a cluster.

A task plays whole chunks of about a second, because smaller ones would cost more than they play.
Only so many are under way that every processor has work and one chunk waits; the driver alone
writes the store. What a lost worker or node had not sent is played again match by match, so that a
match at which two workers died is given up and nothing else.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from types import TracebackType
from typing import Any, Self

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import Progress, play_chunk
from otherminds.arena.seating import SeatFiller
from otherminds.arena.work import Chunk
from otherminds.contracts import OptionError, OthermindsError

__all__ = ["RayPool", "parse_place"]

WAITING = 2
"""Chunks per processor that are under way or wait."""

DEATHS = 2
"""When so many workers have died at a single match, it is given up."""


def parse_place(text: str) -> str | None:
    """The address of a cluster in ``ray:ADDRESS``; ``local`` for ``ray``; None for ``pool``.

    Raises:
        OptionError: it is something else.

    Examples:
        >>> parse_place("pool"), parse_place("ray"), parse_place("ray:10.0.0.1:6379")
        (None, 'local', '10.0.0.1:6379')
    """
    kind, colon, address = text.partition(":")
    if text == "pool":
        return None
    if kind != "ray" or (colon and not address):
        raise OptionError(
            f"{text!r:.60} is no place to play; accepted: pool, ray (on this machine) and "
            "ray:ADDRESS (a cluster, for example ray:auto)."
        )
    return address or "local"


@lru_cache(maxsize=4)
def _table(pickled: bytes) -> tuple[Tournament, SeatFiller]:
    """A tournament with its agents, kept by a worker for those played last."""
    tournament: Tournament = pickle.loads(pickled)
    return tournament, SeatFiller(tournament)


def _play(pickled: bytes, chunk: Chunk) -> list[tuple[bytes, float]]:
    """What a worker does: all matches of a chunk."""
    tournament, filler = _table(pickled)
    return list(play_chunk(tournament, filler, chunk))


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise OptionError(
            "Ray is not installed: it comes with pip install 'otherminds[ray]'."
        ) from error
    return ray


class RayPool:
    """Workers of a Ray cluster; use it in a with statement, as `Pool`."""

    def __init__(self, tournaments: Sequence[Tournament], workers: int, address: str) -> None:
        """Connect to a cluster, or start one on this machine.

        Args:
            tournaments: what is played.
            workers: processors of a cluster that is started here; an existing one has its own.
            address: of an existing cluster, or ``local``.
        """
        ray = _ray()
        self._tournaments = tournaments
        self._pickled = [_pickled(tournament) for tournament in tournaments]
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere
        self._ours = not ray.is_initialized()
        if self._ours:
            size = {"num_cpus": workers} if address == "local" else {}
            try:
                ray.init(
                    address=address,
                    include_dashboard=False if address == "local" else None,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    **size,
                )
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise OthermindsError(f"Ray cannot be reached at {address}: {error}") from error
        self._ray = ray
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._task = ray.remote(num_cpus=1, max_retries=0, runtime_env={"env_vars": threads})(_play)
        self._sent: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the cluster, or end the one that was started; what is under way is given up."""
        if self._ours:
            self._ray.shutdown()

    def _room(self) -> int:
        """How many chunks may be under way: the cluster may have grown."""
        return WAITING * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _done(self, under_way: Iterable[Any]) -> list[Any]:
        """The tasks that are done, at least one; to ask for each alone would cost far more."""
        done, others = self._ray.wait(list(under_way), num_returns=1)
        if others:
            done += self._ray.wait(others, num_returns=len(others), timeout=0)[0]
        return list(done)

    def _start(self, chunk: Chunk) -> Any:
        if chunk.tournament not in self._sent:
            self._sent[chunk.tournament] = self._ray.put(self._pickled[chunk.tournament])
        return self._task.remote(self._sent[chunk.tournament], chunk)

    def run(self, chunks: Iterator[Chunk]) -> Iterator[Progress]:
        """Play all chunks, yielding results as they come in, in no particular order."""
        again: deque[Chunk] = deque()
        under_way: dict[Any, Chunk] = {}

        def fill(room: int) -> None:
            while len(under_way) < room:
                chunk = again.popleft() if again else next(chunks, None)
                if chunk is None:
                    return
                under_way[self._start(chunk)] = chunk

        try:
            while True:
                room = self._room()
                fill(room)
                if not under_way:
                    return
                for task in self._done(under_way):
                    yield from self._taken(task, under_way.pop(task), again)
                    fill(room)
        finally:
            for task in under_way:
                self._ray.cancel(task, force=True)

    def _taken(self, task: Any, chunk: Chunk, again: deque[Chunk]) -> Iterator[Progress]:
        errors = self._ray.exceptions
        try:
            batches = self._ray.get(task)
        except errors.RayTaskError as error:  # an error of ours, not of an agent
            raise error.cause from None
        except errors.RayError:
            yield from self._after_death(chunk, again)
            return
        # What has come together is written together.
        rows = [row for packed, _ in batches for row in _core.unpack_rows(packed)]
        yield Progress(chunk.tournament, rows, sum(seconds for _, seconds in batches))

    def _after_death(self, chunk: Chunk, again: deque[Chunk]) -> Iterator[Progress]:
        """A worker or a node has gone: play what it had one by one, give up what kills twice."""
        alone = [replace(part, deaths=chunk.deaths + 1) for part in self._parts(chunk)]
        if len(alone) == 1 and alone[0].deaths >= DEATHS:
            lost = tuple(alone[0].after(n).next_match() for n in range(len(alone[0])))
            yield Progress(chunk.tournament, lost=lost)
        else:
            again.extend(alone)

    def _parts(self, chunk: Chunk) -> Iterator[Chunk]:
        """The matches of a chunk, each a chunk of its own; a series stays whole."""
        for block in range(chunk.blocks):
            one = replace(chunk, first_block=chunk.first_block + block, blocks=1)
            if self._tournaments[chunk.tournament].series:
                yield one
            else:
                yield from (replace(one, matches=(match,)) for match in chunk.matches)


def _pickled(tournament: Tournament) -> bytes:
    try:
        return pickle.dumps(tournament)
    except Exception as error:
        raise OptionError(
            f"{tournament.game} cannot be sent to other processes ({error}); play it without "
            "workers."
        ) from error
