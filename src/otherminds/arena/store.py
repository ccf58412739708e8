"""Where results live: one SQLite file, one row per finished match.

Rows are committed within a second of the match's end and survive a kill at any instant; a row is
identified by its place in the tournament, so playing a match again writes the same row. Several
processes may use one file: none removes what another has finished or is playing, see
`otherminds.arena.leases`. Rows have checksums and are checked when they are read, see
`otherminds.arena.rows`. The column ``result`` is JSON (seats, returns, acts, seconds, forfeit), so
that ``sqlite3`` alone can read it: ``SELECT result ->> '$.returns[0]' FROM matches``.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from otherminds import __version__
from otherminds.arena.leases import Holder
from otherminds.arena.plan import Tournament, key_of
from otherminds.arena.recorded import RecordedTournament, StoredTournament, StoreError, recipe_text
from otherminds.arena.rows import Damaged, Row, RowReader, checksum
from otherminds.arena.store_file import LAYOUT, LEASES, OLDEST, WITHOUT_CHECKSUMS, StoreFile, shown
from otherminds.contracts import OthermindsError
from otherminds.contracts.importing import only_imports

__all__ = ["Damaged", "Row", "Store", "StoreError", "StoredTournament"]
_ROWS_AT_ONCE = 100
"""Rows of one statement, which is half the time of a statement each; SQLite allows 999 values."""

Place = tuple[int, int]
"""Line-up and block."""

StoredRow = tuple[int, int, int, str, bytes, str | None]
"""Line-up, block, match, result (JSON), moves and the reason of a forfeit."""


class Store(StoreFile):
    """A file of results.

    Examples:
        >>> with Store(":memory:") as store:
        ...     store.tournaments()
        []
    """

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        """Open the file.

        Args:
            path: the file; one that is not there is created.
            reading: only read; the file has to be there, and may be on a read-only medium.

        Raises:
            StoreError: it cannot be opened, or is not a store.
        """
        self._holder = Holder("" if str(path) == ":memory:" else str(path))
        super().__init__(path, reading=reading)

    def close(self) -> None:
        """Close the file; what was added is already in it."""
        if self._holder.name:
            with suppress(StoreError):
                self.release()
        super().close()

    # Writing -----------------------------------------------------------------------------------

    def add_tournament(self, tournament: Tournament) -> int:
        """The tournament's number in this file, under which its matches go; it may be there.

        Raises:
            StoreError: it is there, but a name of a catalogue stood for something else.
        """
        description = tournament.description()
        texts = json.dumps(description), recipe_text(tournament)
        with self._sentences():
            if tournament.series:
                self._holder.sweep()
            self._write_ahead()  # where a kill has come between, or the file is an older one
            with self._transaction():
                self._renew(tournament.paths())
                added = self._connection.execute(
                    "INSERT OR IGNORE INTO experiments (key, description, recipe, version) "
                    "VALUES (?, ?, ?, ?)",
                    (tournament.key, *texts, __version__),
                ).rowcount
                number = next(iter(self._numbers(tournament.key)), None)
                if number is None:  # the index says that it is there
                    raise StoreError(
                        f"The store {self.path} is damaged: otherminds check says how."
                    )
                if added:
                    self._seal(number)
                self._check_recipes(tournament.key, description.get("recipes", {}))
            return number

    def _seal(self, number: int) -> None:
        """Give the entry of a tournament its checksum."""
        for stored in self._entries("WHERE number = ?", (number,)):
            self._connection.execute(
                "UPDATE experiments SET checksum = ? WHERE number = ?", (stored.checksum(), number)
            )

    def broken_pages(self) -> str:
        """What SQLite finds wrong with the file itself, in a few words; empty for nothing."""
        with self._sentences():
            found = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        words = "" if found is None else shown(found[0])
        return "" if words == "ok" else " ".join(words.split())

    def renew(self) -> None:
        """Bring an older file to today's layout."""
        with self._sentences(), self._transaction():
            self._renew(())

    def _renew(self, paths: Iterable[str]) -> None:
        """Bring an older file to today's layout; of modules only those of these are imported."""
        run, layout = self._connection.execute, self._layout()
        if layout == LAYOUT:
            return
        if layout == OLDEST:
            self._rename_players(paths)
        run("ALTER TABLE experiments ADD COLUMN checksum INTEGER")
        run("ALTER TABLE matches ADD COLUMN checksum INTEGER")
        run(LEASES)
        run(f"PRAGMA user_version = {LAYOUT}")
        for stored in self._entries():
            self._seal(stored.number)
        self._connection.create_function("row_checksum", 7, checksum, deterministic=True)
        run(
            "UPDATE matches SET checksum = row_checksum(experiment, line_up, block, match, "
            "CAST(result AS BLOB), moves, CAST(reason AS BLOB))"
        )

    def _rename_players(self, paths: Iterable[str]) -> None:
        """Give the tournaments of the first layout the names that players have now.

        One whose players or game are not there any more stays as it is.
        """
        run = self._connection.execute
        named = [path.rpartition(".")[0] for path in paths]
        for stored in self._entries():
            try:
                with only_imports(named):
                    tournament = Tournament(**stored.tournament.parts())
                old = json.loads(stored.description)
                played = {part: old[part] for part in ("otherminds", "game")}
            except (OthermindsError, ValueError, KeyError, TypeError):
                continue
            description = {**tournament.description(), **played}
            description.pop("streams")  # seeds meant something else
            texts = json.dumps(description), recipe_text(tournament)
            run(
                "UPDATE OR IGNORE experiments SET key = ?, description = ?, recipe = ? "
                "WHERE number = ?",
                (key_of(description), *texts, stored.number),
            )

    def _check_recipes(self, key: str, recipes: dict[str, Any]) -> None:
        """Refuse to continue where the recipe behind a name of a catalogue has changed."""
        found = self._connection.execute(
            "SELECT description FROM experiments WHERE key = ?", (key,)
        )
        try:
            before = json.loads(found.fetchone()[0]).get("recipes", {})
            for name, now in recipes.items():
                then = before.get(name, now)
                if then["options"] != now["options"]:
                    part = "text" if then["text"] != now["text"] else "options"
                    raise StoreError(
                        f"In the games of tournament {key} in {self.path} {name} was {then[part]}; "
                        f"now it is {now[part]}. Results of the two must not be mixed: use another "
                        "file, or name the recipe that you want."
                    )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(
                f"The entry of tournament {key} in {self.path} is damaged; use another file."
            ) from error

    def entry(self, number: int) -> StoredTournament:
        """What the file says of a tournament, by its number."""
        with self._sentences():
            for stored in self._entries("WHERE number = ?", (number,)):
                return stored
        raise StoreError(f"{self.path} has no tournament of the number {number}.")

    def adopt(self, stored: StoredTournament) -> int:
        """The number here of a tournament of another file, which is added if it is not there.

        Nothing that its entry names is looked at.

        Raises:
            StoreError: it is there, but a name of a catalogue stood for something else.
        """
        texts = stored.key, stored.description, stored.recipe, stored.version, stored.created
        with self._sentences():
            self._write_ahead()
            with self._transaction():
                self._renew(())
                added = self._connection.execute(
                    "INSERT OR IGNORE INTO experiments (key, description, recipe, version, created)"
                    " VALUES (?, ?, ?, ?, ?)",
                    texts,
                ).rowcount
                (number,) = self._numbers(stored.key)
                if added:
                    self._seal(number)
                self._check_recipes(stored.key, json.loads(stored.description).get("recipes", {}))
            return number

    def add(self, number: int, rows: Sequence[tuple[Any, ...]]) -> int:
        """Add finished matches at once; one that is there already stays as it is.

        A row is what the workers send: line_up, block, match, result (JSON), moves (bytes) and
        the reason of a forfeit. Returns how many were added.
        """
        return self._write("INSERT OR IGNORE", number, rows)

    def replace(self, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put matches that were played again in the place of damaged rows."""
        self._write("INSERT OR REPLACE", number, rows)

    def _write(self, how: str, number: int, rows: Sequence[tuple[Any, ...]]) -> int:
        row = f"({number}, ?, ?, ?, ?, ?, ?, ?)"
        insert = f"{how} INTO matches VALUES "
        many = insert + ", ".join([row] * _ROWS_AT_ONCE)
        rest = len(rows) - len(rows) % _ROWS_AT_ONCE
        sealed = [(*given, _sealed(number, given)) for given in rows]
        before = self._connection.total_changes
        with self._sentences(), self._transaction():
            self._connection.executemany(
                many,
                (
                    tuple(itertools.chain.from_iterable(sealed[start : start + _ROWS_AT_ONCE]))
                    for start in range(0, rest, _ROWS_AT_ONCE)
                ),
            )
            self._connection.executemany(insert + row, sealed[rest:])
        return self._connection.total_changes - before

    # Leases ------------------------------------------------------------------------------------

    def lease(self, number: int, places: Sequence[Place], length: int) -> dict[Place, str]:
        """Take series to play them, as far as nobody else plays or has finished them.

        What a series has of rows that were cut short is removed.

        Args:
            number: of the tournament.
            places: line-up and block of each series.
            length: how many matches a whole one has.

        Returns:
            For each place ``"ours"``, ``"whole"``, or ``"others"`` where another process plays it.
        """
        found: dict[Place, str] = {}
        with self._sentences():
            self._holder.begin()
            with self._transaction():
                for place in places:
                    found[place] = self._lease(number, place, length)
        return found

    def _lease(self, number: int, place: Place, length: int) -> str:
        run = self._connection.execute
        where, which = "WHERE experiment = ? AND line_up = ? AND block = ?", (number, *place)
        (rows,) = run(f"SELECT count(*) FROM matches {where}", which).fetchone()
        if rows >= length:
            return "whole"
        holder = run(f"SELECT holder FROM leases {where}", which).fetchone()
        if holder is not None and shown(holder[0]) == self._holder.name:
            return "ours"
        if holder is not None and self._holder.lives(shown(holder[0])):
            return "others"
        run(f"DELETE FROM matches {where}", which)
        run("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", (*which, self._holder.name))
        return "ours"

    def take(self, number: int, place: Place) -> bool:
        """Take a series to play it anew, whole or not; its rows stay until they are replaced.

        False where another process plays it.
        """
        run, which = self._connection.execute, (number, *place)
        with self._sentences():
            self._holder.begin()
            with self._transaction():
                found = run(
                    "SELECT holder FROM leases WHERE experiment = ? AND line_up = ? AND block = ?",
                    which,
                ).fetchone()
                if found is not None and self._holder.lives(shown(found[0])):
                    return False
                run(
                    "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", (*which, self._holder.name)
                )
        return True

    def remove(self, number: int, row: Damaged) -> bool:
        """Remove a damaged row; whether it was found."""
        with self._sentences(), self._transaction():
            removed = self._connection.execute(
                "DELETE FROM matches WHERE experiment = ? AND line_up = ? AND block = ? AND "
                "match = ?",
                (number, row.line_up, row.block, row.match),
            ).rowcount
        return removed > 0

    def restart(self, number: int, place: Place) -> None:
        """Remove the matches of a series that we play and have to begin anew."""
        with self._sentences(), self._transaction():
            self._connection.execute(
                "DELETE FROM matches WHERE experiment = ? AND line_up = ? AND block = ? AND EXISTS "
                "(SELECT 1 FROM leases l WHERE l.experiment = matches.experiment AND l.line_up = "
                "matches.line_up AND l.block = matches.block AND l.holder = ?)",
                (number, *place, self._holder.name),
            )

    def release(self) -> None:
        """Give all leases back."""
        if not self._holder.name:
            return
        try:
            with self._sentences(), self._transaction():
                self._connection.execute(
                    "DELETE FROM leases WHERE holder = ?", (self._holder.name,)
                )
        finally:
            self._holder.end()

    # Reading -----------------------------------------------------------------------------------

    def number(self, tournament: Tournament) -> int | None:
        """The tournament's number in this file; None if nobody has played it."""
        with self._sentences():
            return next(iter(self._numbers(tournament.key)), None)

    def _numbers(self, key: str) -> list[int]:
        found = self._connection.execute("SELECT number FROM experiments WHERE key = ?", (key,))
        return [number for (number,) in found if isinstance(number, int)]

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments in the file, oldest first."""
        with self._sentences():
            counts = dict(
                self._connection.execute(
                    "SELECT experiment, count(*) FROM matches GROUP BY experiment"
                ).fetchall()
            )
            return [
                replace(stored, matches=counts.get(stored.number, 0)) for stored in self._entries()
            ]

    def _entries(self, where: str = "", values: tuple[Any, ...] = ()) -> list[StoredTournament]:
        """The entries of tournaments, their matches not counted."""
        layout = self._layout()
        sealed = "NULL" if layout <= WITHOUT_CHECKSUMS else "checksum"
        found = self._connection.execute(
            f"SELECT number, key, recipe, version, created, description, {sealed} "
            f"FROM experiments {where} ORDER BY number",
            values,
        ).fetchall()
        return [_stored(entry, layout) for entry in found]

    def finished(self, number: int) -> set[tuple[int, int, int]]:
        """Which matches are there: line-up, block, match."""
        with self._sentences():
            found = self._connection.execute(
                "SELECT line_up, block, match FROM matches WHERE experiment = ?", (number,)
            )
            return {place for place in found if all(isinstance(part, int) for part in place)}

    def rows(self, number: int) -> Iterator[Row]:
        """The finished matches of a tournament, by line-up, block and match.

        Damaged rows are left out.
        """
        return (row for row in self._read(number, None) if isinstance(row, Row))

    def read(
        self, number: int, tournament: Tournament | None = None
    ) -> tuple[list[Row], list[Damaged]]:
        """The finished matches of a tournament, and the damaged rows that are left out.

        Args:
            number: of the tournament in this file.
            tournament: what the rows have to agree with; by default what the file says.
        """
        rows: list[Row] = []
        damaged: list[Damaged] = []
        for row in self._read(number, tournament):
            if isinstance(row, Row):
                rows.append(row)
            else:
                damaged.append(row)
        return rows, damaged

    def rows_as_stored(self, number: int) -> Iterator[tuple[Row, StoredRow] | tuple[Damaged, None]]:
        """The rows of a tournament, each with its columns as ``add`` takes them."""
        for row, (line_up, block, match, result, moves, reason) in self._columns(number, None):
            if isinstance(row, Row):
                text = None if reason is None else reason.decode()
                yield row, (line_up, block, match, result.decode(), moves, text)
            else:
                yield row, None

    def _read(self, number: int, tournament: Tournament | None) -> Iterator[Row | Damaged]:
        return (row for row, _ in self._columns(number, tournament))

    def _columns(
        self, number: int, tournament: Tournament | None
    ) -> Iterator[tuple[Row | Damaged, tuple[Any, ...]]]:
        with self._sentences():
            layout = self._layout()
            plan = tournament or self._plan(number)
            reader = RowReader(
                number,
                None if plan is None else plan.seats_of,
                (-math.inf, math.inf) if plan is None else plan.loaded_game.return_range,
                checked=layout > WITHOUT_CHECKSUMS,
            )
            sealed = "NULL" if layout <= WITHOUT_CHECKSUMS else "checksum"
            found = self._connection.execute(
                f"SELECT line_up, block, match, result, moves, reason, {sealed} FROM matches "
                "WHERE experiment = ? ORDER BY line_up, block, match",
                (number,),
            )
            for values in found:
                yield reader.read(values), values[:-1]

    def _plan(self, number: int) -> RecordedTournament | None:
        """The plan that rows have to agree with; None where it cannot be read."""
        for stored in self._entries("WHERE number = ?", (number,)):
            with suppress(StoreError):
                return stored.tournament
        return None


def _sealed(number: int, row: tuple[Any, ...]) -> int:
    """The checksum of a row as the workers send it."""
    line_up, block, match, result, moves, reason = row
    text = None if reason is None else reason.encode()
    return checksum(number, line_up, block, match, result.encode(), moves, text)


def _stored(values: Sequence[Any], layout: int) -> StoredTournament:
    number, key, recipe, version, created, description, sealed = values
    stored = StoredTournament(
        number=number,
        key=shown(key),
        recipe=shown(recipe),
        version=shown(version),
        created=shown(created),
        matches=0,
        description=shown(description),
        older=layout == OLDEST,
    )
    if not all(isinstance(text, bytes) for text in (key, recipe, version, description)):
        return replace(stored, damage="its entry in the file has columns of another type")
    if layout > WITHOUT_CHECKSUMS and sealed != stored.checksum():
        return replace(stored, damage="its entry in the file does not fit its checksum")
    return stored
