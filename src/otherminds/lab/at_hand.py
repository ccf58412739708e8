"""The games at hand: those that are kept and those that were just played, as one."""

from __future__ import annotations

from collections.abc import Iterable

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.report import damage_text
from otherminds.arena.results import Results
from otherminds.arena.rows import Row
from otherminds.arena.store import Store, StoreError
from otherminds.lab.claims import Arm
from otherminds.lab.kept import Kept
from otherminds.lab.signature import signature

__all__ = ["Games"]

Place = tuple[int, int, int]
"""Line-up, block and match."""


class Games:
    """What there is of each tournament.

    Args:
        store: where games go while they are played; None where nothing is played.
        kept: the results that last; None where nothing lasts.
    """

    def __init__(self, store: Store | None, kept: Kept | None) -> None:
        self._store = store
        self._kept = kept
        self._whole: dict[Tournament, Results] = {}
        self._first: dict[tuple[Tournament, int], Results] = {}

    def places(self, tournament: Tournament) -> set[Place]:
        """The matches that are kept."""
        rows = self._kept.rows(tournament) if self._kept else []
        return {(row.line_up, row.block, row.match) for row in rows}

    def of(self, tournament: Tournament) -> Results:
        """All matches; one that is kept stands for the same one in the store."""
        if tournament not in self._whole:
            rows: dict[Place, Row] = {}
            if self._store is not None:
                for row in self._stored(tournament).rows:
                    rows[row.line_up, row.block, row.match] = row
            if self._kept is not None:
                for row in self._kept.rows(tournament):
                    rows[row.line_up, row.block, row.match] = row
            self._whole[tournament] = Results(tournament, (rows[place] for place in sorted(rows)))
        return self._whole[tournament]

    def _stored(self, tournament: Tournament) -> Results:
        assert self._store is not None, "asked only where there is one"
        found = running.results(tournament, self._store)
        if found.damaged:
            raise StoreError(
                f"{damage_text(found)} Play what is damaged again by: otherminds check "
                f"{self._store.path} --repair"
            )
        return found

    def first(self, tournament: Tournament, games: int) -> Results:
        """The first so many games, where other claims or a greater scale have left more.

        Arms that are compared then have the same blocks, and a scale means the same everywhere.
        """
        if (tournament, games) not in self._first:
            blocks = -(-games // tournament.games_in_round())
            whole = self.of(tournament)
            rows = [row for row in whole.rows if row.block < blocks]
            self._first[tournament, games] = Results(tournament, rows)
        return self._first[tournament, games]

    def whole_arm(self, arm: Arm, scale: str) -> list[Results] | None:
        """The games of an arm at a scale; None where some of them are missing."""
        found = []
        for tournament in arm.tournaments:
            results = self.first(tournament, arm.games[scale])
            blocks = -(-arm.games[scale] // tournament.games_in_round())
            if len(results.rows) < blocks * tournament.games_in_round():
                return None
            found.append(results)
        return found

    def keep(self, tournaments: Iterable[Tournament]) -> int:
        """Let what the store has of these last; how many matches were new."""
        if self._store is None or self._kept is None:
            return 0
        added = 0
        for tournament in tournaments:
            rows = self._stored(tournament).rows
            if rows:
                added += self._kept.keep(tournament, rows, signature(tournament.game))
        self._whole.clear()
        self._first.clear()
        return added
