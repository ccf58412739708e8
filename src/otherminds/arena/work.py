"""What is left to be played of a tournament, divided among workers."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from otherminds.arena.plan import Tournament
from otherminds.arena.shards import WHOLE, Shard

__all__ = ["Chunk", "Chunks", "Overdue"]

CHUNK_SECONDS = 1.0
"""A worker gets about this much work at a time: enough to be quick, little enough to share."""


@dataclass(frozen=True)
class Overdue:
    """A call of an agent that did not come back and could not be interrupted.

    Attributes:
        place: the match, counted within its chunk.
        player: whose agent it was, by the player's number in the tournament.
        copy: which of the player's agents at the table.
        call: the how-manyth call of that agent in the match.
    """

    place: int
    player: int
    copy: int
    call: int


@dataclass(frozen=True)
class Chunk:
    """Work for one worker: some matches of consecutive blocks of one line-up of a tournament."""

    tournament: int
    """Its place among those that are played."""
    line_up: int
    first_block: int
    blocks: int
    matches: tuple[int, ...]
    """Which matches of each block."""
    played: int = 0
    """How many of them, block by block, are already done."""
    deaths: int = 0
    """How many workers died at it since a match was last given up."""
    overdue: tuple[Overdue, ...] = ()
    """The calls that workers had to be ended for, which forfeit when they come up again."""

    def __len__(self) -> int:
        """How many matches are left."""
        return self.blocks * len(self.matches) - self.played

    def next_match(self) -> tuple[int, int, int]:
        """Line-up, block and match that comes next."""
        block, place = divmod(self.played, len(self.matches))
        return self.line_up, self.first_block + block, self.matches[place]

    def begun(self) -> int:
        """How many matches of the block that is under way are done."""
        return self.played % len(self.matches)

    def after(self, played: int) -> Chunk:
        """The same work when so many more matches are done."""
        return replace(self, played=self.played + played)


class Chunks:
    """What has to be played of a tournament, in chunks of about CHUNK_SECONDS.

    Line-ups take turns, so that they grow together.
    """

    def __init__(
        self,
        tournament: Tournament,
        place: int,
        blocks: int,
        finished: set[tuple[int, int, int]],
        lease: Callable[[Chunk], Iterable[Chunk]] | None = None,
        shard: Shard = WHOLE,
    ) -> None:
        """Look at what is there already.

        Args:
            tournament: what is played.
            place: the tournament's among several.
            blocks: how many of each line-up.
            finished: which matches are there.
            lease: says which parts of a chunk may be played; all of it without one.
            shard: only its blocks are played.
        """
        self._shard = shard
        self._place = place
        self._whole = [
            tuple(match.index for match in tournament.block(line_up, 0))
            for line_up in range(len(tournament.seatings))
        ]
        self._blocks = blocks
        self._matches = 2
        self.left = shard.count(blocks) * sum(map(len, self._whole)) - sum(
            block < blocks and shard.has(block) for _, block, _ in finished
        )
        """How many matches are not in any chunk yet."""
        self._lease = lease
        self._leased: deque[Chunk] = deque()
        self._parts = itertools.chain(self._holes(finished), self._rest(finished))

    def __iter__(self) -> Iterator[Chunk]:
        """Chunk after chunk."""
        return self

    def __next__(self) -> Chunk:
        """The next chunk."""
        while not self._leased:
            chunk = next(self._parts)
            self.left -= len(chunk)
            self.add(self._lease(chunk) if self._lease else [chunk])
        chunk = self._leased.popleft()
        self.left -= len(chunk)
        return chunk

    def add(self, chunks: Iterable[Chunk]) -> None:
        """Let these come next."""
        for chunk in chunks:
            self._leased.append(chunk)
            self.left += len(chunk)

    def expect(self, speed: float) -> None:
        """Fit the size of chunks to how many matches a worker plays in a second."""
        self._matches = max(2, min(100_000, int(speed * CHUNK_SECONDS)))

    def _holes(self, finished: set[tuple[int, int, int]]) -> Iterator[Chunk]:
        """Blocks that earlier runs left out or left incomplete."""
        for block in range(min(self._first_untouched(finished), self._blocks)):
            if not self._shard.has(block):
                continue
            for line_up, matches in enumerate(self._whole):
                left = tuple(m for m in matches if (line_up, block, m) not in finished)
                if left:
                    yield Chunk(self._place, line_up, block, 1, left)

    def _rest(self, finished: set[tuple[int, int, int]]) -> Iterator[Chunk]:
        """Blocks that nobody has touched, many at a time."""
        first = self._first_untouched(finished)
        if self._shard != WHOLE:  # its blocks do not follow each other
            for block in filter(self._shard.has, range(first, self._blocks)):
                for line_up, matches in enumerate(self._whole):
                    yield Chunk(self._place, line_up, block, 1, matches)
            return
        while first < self._blocks:
            count = min(max(1, self._matches // len(self._whole[0])), self._blocks - first)
            for line_up, matches in enumerate(self._whole):
                yield Chunk(self._place, line_up, first, count, matches)
            first += count

    @staticmethod
    def _first_untouched(finished: set[tuple[int, int, int]]) -> int:
        return max((block + 1 for _, block, _ in finished), default=0)
