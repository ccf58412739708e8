"""Whether a store can be believed, and how it is repaired.

Reading a row compares its checksum and its numbers with the plan. To check a store replays the
moves of every row by the rules of the game as well, which needs no players. To repair one plays the
damaged matches again, which does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import play_chunk
from otherminds.arena.recorded import StoredTournament, StoreError
from otherminds.arena.rows import Damaged, Row
from otherminds.arena.seating import SeatFiller
from otherminds.arena.store import Store
from otherminds.arena.work import Chunk
from otherminds.contracts import NOBODY

__all__ = ["Checked", "Repaired", "check", "repair"]

_SLACK = 1e-9


@dataclass(frozen=True)
class Checked:
    """What was found in one tournament of a store.

    Attributes:
        stored: its entry.
        rows: how many rows are sound.
        last: the last block that has a sound row; -1 without one.
        damaged: the others.
        unread: why the tournament could not be read, so that its rows were looked at only as far
            as that goes without it; None where it could.
    """

    stored: StoredTournament
    rows: int
    last: int
    damaged: list[Damaged]
    unread: str | None = None


@dataclass
class Repaired:
    """What became of damaged rows.

    Attributes:
        played: how many matches were played again.
        removed: how many rows stood where no match can be, or after all others: a match that
            belongs there is missing now, and is played when the tournament is gone on with.
        left: how many could not be repaired: another process plays their series, or not even
            their place can be read.
    """

    played: int = 0
    removed: int = 0
    left: int = 0


def check(
    store: Store, *, allow_imports: bool = False, watch: Callable[[int], None] | None = None
) -> Iterator[Checked]:
    """Look at every row of every tournament.

    Args:
        store: an open store.
        allow_imports: import the modules of games that are named by path.
        watch: called with the number of rows so far, now and then.
    """
    seen = 0
    for stored in store.tournaments():
        try:
            tournament: Tournament | None = stored.read(allow_imports=allow_imports)
            unread = None
        except StoreError as error:
            tournament, unread = None, str(error)
        rows, damaged = store.read(stored.number, tournament)
        sound = 0
        last = -1
        for row in rows:
            wrong = None if tournament is None else _wrong(tournament, row)
            if wrong is None:
                sound += 1
                last = max(last, row.block)
            else:
                damaged.append(Damaged(row.line_up, row.block, row.match, wrong))
            seen += 1
            if watch and seen % 100 == 0:
                watch(seen)
        damaged.sort(key=lambda row: (row.line_up, row.block, row.match))
        yield Checked(stored, sound, last, damaged, unread)


def _wrong(tournament: Tournament, row: Row) -> str | None:
    """What is wrong with the moves of a row, by the rules; None for nothing."""
    try:
        state = tournament.initial_state(row.line_up, row.block, row.match)
        acts = [0] * len(row.seats)
        for move in row.moves:
            if (actor := state.actor()) >= 0:
                acts[actor] += 1
            state.apply_action(move)
        if row.forfeit is not None:
            return None
        if state.actor() != NOBODY:
            return "its match is not over"
        returns = state.returns()
    except StoreError:  # seeds meant other deals: its checksum has to do
        return None
    except Exception:  # of a game written in Python, too
        return "its moves cannot be played"
    if any(abs(one - two) > _SLACK for one, two in zip(returns, row.returns, strict=True)):
        return "its returns are not those of its moves"
    return None if tuple(acts) == row.acts else "its counts are not those of its moves"


def repair(store: Store, found: Checked, *, allow_imports: bool = False) -> Repaired:
    """Play the damaged matches of a tournament again.

    A series is played again as a whole, since its agents remember.

    Args:
        store: open for writing.
        found: what `check` has found.
        allow_imports: import the modules that game and players name.

    Raises:
        StoreError: the tournament itself cannot be read.
        OptionError: a player is not there any more, or would have to be imported.
    """
    done = Repaired()
    tournament = found.stored.read(allow_imports=allow_imports).planned(allow_imports=allow_imports)
    if tournament.key != found.stored.key:
        raise StoreError(
            f"Tournament {found.stored.key} was played by version {found.stored.version} or with "
            "other code, so that its matches cannot be played again here."
        )
    number = store.add_tournament(tournament)
    filler = SeatFiller(tournament)
    series: set[tuple[int, int]] = set()
    for row in found.damaged:
        place = (row.line_up, row.block)
        known = tournament.seats_of(row.line_up, row.match) is not None
        if not known or not 0 <= row.block <= found.last:
            removed = store.remove(number, row)
            done.removed += removed
            done.left += not removed
        elif not tournament.series:
            _play(store, number, tournament, filler, Chunk(0, *place, 1, (row.match,)))
            done.played += 1
        elif place not in series:
            series.add(place)
            if not store.take(number, place):
                done.left += 1
                continue
            matches = tuple(range(tournament.series))
            _play(store, number, tournament, filler, Chunk(0, *place, 1, matches))
            done.played += len(matches)
    store.release()
    return done


def _play(
    store: Store, number: int, tournament: Tournament, filler: SeatFiller, chunk: Chunk
) -> None:
    """Play a chunk, then put its rows in their places all at once."""
    rows = [
        row
        for packed, _ in play_chunk(tournament, filler, chunk)
        for row in _core.unpack_rows(packed)
    ]
    store.replace(number, rows)
