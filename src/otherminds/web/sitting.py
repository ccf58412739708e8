"""What one connection has of a table: who it is, and what it has been sent."""

from __future__ import annotations

from collections.abc import Callable

from otherminds.web.news import joined, state_for
from otherminds.web.replies import OwnMind, Reply, SeatedThought
from otherminds.web.table import Table
from otherminds.web.tables import Tables

__all__ = ["Sitting"]


class Sitting:
    """A connection at a table.

    Args:
        tables: where the table is.
        table: the table.
        place: who this is; None for an onlooker.
        listener: what the table calls when something changes.
    """

    def __init__(
        self, tables: Tables, table: Table, place: int | None, listener: Callable[[], None]
    ) -> None:
        self.table = table
        self.place = place
        self.minds = False
        """Whether thoughts are wanted."""
        self._tables = tables
        self._listener = listener
        self._table_version = -1
        self._version = -1
        self._number = -1
        self._moves = 0
        """How many moves have been sent."""
        self._thoughts: dict[int, int] = {}
        """By seat, the number of the last thought that was sent."""
        self._known: dict[int, int] = {}
        """By seat, the turn at which what it could know was sent."""

    @property
    def seat(self) -> int | None:
        """Where this person sits in the game that is played."""
        if self.place is None:
            return None
        return self.table.settings.seat(self.place, self.table.number)

    def leave(self) -> None:
        """The connection is closed, or goes to another table."""
        self._tables.leave(self.table, self.place, self._listener)

    def news(self) -> list[Reply]:
        """Everything that is new, as this seat may know it."""
        table = self.table
        replies: list[Reply] = []
        if self._table_version != table.table_version:
            self._table_version = table.table_version
            replies.append(joined(table, self.place))
        if self._number != table.number:
            self._number, self._moves, self._thoughts, self._known = table.number, 0, {}, {}
            self._version = -1
        if self._version != table.version:
            replies.append(self._state())
        if self.minds:
            replies += self._thoughts_told()
            replies += self._known_minds()
        return replies

    def _state(self) -> Reply:
        with self.table.lock:
            since = min(
                [turn for version, turn in self.table.cuts if version > self._version],
                default=self._moves,
            )
            self._version = self.table.version
            state = state_for(self.table, self.seat, min(since, self._moves))
        self._moves = state.since + len(state.moves)
        return state

    def _thoughts_told(self) -> list[Reply]:
        table = self.table
        if table.settings.minds != "open" and not (table.over and table.settings.minds == "own"):
            return []
        told: list[Reply] = []
        for seat, (number, turn, thought) in list(table.latest.items()):
            if self._thoughts.get(seat) != number:
                self._thoughts[seat] = number
                told.append(SeatedThought(turn=turn, seat=seat, thought=thought.to_dict()))
        return told

    def _known_minds(self) -> list[OwnMind]:
        """What one's own seat could know; with open minds also what those of agents could."""
        table, own = self.table, self.seat
        if table.settings.minds == "none" or table.over:
            return []
        seats = [] if own is None else [own]
        if table.settings.minds == "open" and not table.game.perfect_information:
            seats += table.thinkers()
        told: list[OwnMind] = []
        for seat in seats:
            mind = table.known(seat)
            if self._known.get(seat) != mind.turn:
                self._known[seat] = mind.turn
                told.append(mind)
        return told
