"""Play a random sample of the kept games again, and see whether they come out the same.

Games count whose signature is that of this build, and of whom a seed decides every move. The others
are counted and named: those of older builds, those with a budget in seconds, and those of which a
player or an option is not there any more.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import play_chunk
from otherminds.arena.rows import decode_moves
from otherminds.arena.seating import SeatFiller
from otherminds.arena.work import Chunk
from otherminds.lab.kept import Kept, KeptFile, readable
from otherminds.lab.kept_rows import KeptRow, digest
from otherminds.lab.signature import signature

__all__ = ["Verified", "verify"]


@dataclass
class Verified:
    """What a sample has shown.

    Attributes:
        games: how many can be replayed by this build.
        replayed: how many of them were.
        different: those whose moves or returns were others, in words.
        older: games of older builds, by game and signature.
        timed: games with budgets in seconds.
        gone: games that this version plans otherwise, or cannot plan any more.
    """

    games: int = 0
    replayed: int = 0
    different: list[str] = field(default_factory=list)
    older: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    timed: int = 0
    gone: int = 0


def verify(
    kept: Kept, count: int, *, seed: int = 0, watch: Callable[[int], None] | None = None
) -> Verified:
    """Replay so many games, drawn evenly from all that this build can replay.

    Args:
        kept: the results that last.
        count: how many; all of them if there are fewer.
        seed: of the sample.
        watch: called with the number of games replayed so far.
    """
    found = Verified()
    places: list[tuple[KeptFile, int]] = []
    for file in kept.files():
        lines = kept.builds_of(file)
        if not file.replayable:
            found.timed += len(lines)
            continue
        tournament = readable(file)
        if tournament is None:
            found.gone += len(lines)
            continue
        now = signature(tournament.game)
        for place, build in enumerate(lines):
            if build == now:
                places.append((file, place))
            else:
                found.older[tournament.game, build] += 1
    found.games = len(places)
    drawn = random.Random(seed).sample(places, min(count, len(places)))
    wanted: dict[KeptFile, list[int]] = defaultdict(list)
    for file, place in drawn:
        wanted[file].append(place)
    for file, own in wanted.items():
        tournament = file.tournament()
        rows = kept.rows(tournament)
        for place in own:
            told = _compared(tournament, rows[place])
            if told:
                found.different.append(told)
            found.replayed += 1
            if watch is not None:
                watch(found.replayed)
    return found


@lru_cache(maxsize=4)
def _filler(tournament: Tournament) -> SeatFiller:
    return SeatFiller(tournament)


def _compared(tournament: Tournament, row: KeptRow) -> str:
    """What is different in a replay, in words; empty for nothing."""
    # The agents of a series remember the matches before.
    matches = tuple(range(row.match + 1)) if tournament.series else (row.match,)
    chunk = Chunk(0, row.line_up, row.block, 1, matches)
    played = [
        values
        for packed, _ in play_chunk(tournament, _filler(tournament), chunk)
        for values in _core.unpack_rows(packed)
    ]
    moves = digest(decode_moves(played[-1][4]))
    if moves == row.digest:
        return ""
    return (
        f"{tournament.game}, {' - '.join(tournament.players)}, line-up {row.line_up}, block "
        f"{row.block}, match {row.match}: moves {moves}, kept {row.digest}"
    )
