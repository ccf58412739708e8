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
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from otherminds import __version__
from otherminds.arena.leases import Holder
from otherminds.arena.plan import Tournament, key_of
from otherminds.arena.recorded import RecordedTournament, StoredTournament, StoreError, recipe_text
from otherminds.arena.rows import Damaged, Row, RowReader, checksum
from otherminds.contracts import OthermindsError
from otherminds.contracts.importing import only_imports

__all__ = ["Damaged", "Row", "Store", "StoreError", "StoredTournament"]

# Marks the file as ours ("OTHM") and its layout; both are checked before anything is read.
_APPLICATION = 0x4F54484D
_LAYOUT = 3
_OLDEST = 1
_WITHOUT_CHECKSUMS = 2
"""Layouts up to this one have neither checksums nor leases, and 1 writes players otherwise. Older
files are read as they are, and rewritten before they grow."""

_PATIENCE = 60.0
"""Seconds to wait while other processes write."""

_PAGE_BYTES = 16_384
"""Of new files; a quicker size than SQLite's own when tens of thousands of rows come at a time."""

_ROWS_AT_ONCE = 100
"""Rows of one statement, which is half the time of a statement each; SQLite allows 999 values."""

# A tournament was once called an experiment. The tables keep that name, so that older files are
# read.
_TABLES = """
CREATE TABLE experiments (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    recipe TEXT NOT NULL,
    version TEXT NOT NULL,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    checksum INTEGER
);
CREATE TABLE matches (
    experiment INTEGER NOT NULL REFERENCES experiments,
    line_up INTEGER NOT NULL,
    block INTEGER NOT NULL,
    match INTEGER NOT NULL,
    result TEXT NOT NULL,
    moves BLOB NOT NULL,
    reason TEXT,
    checksum INTEGER,
    PRIMARY KEY (experiment, line_up, block, match)
) WITHOUT ROWID;
"""
_LEASES = """
CREATE TABLE leases (
    experiment INTEGER NOT NULL,
    line_up INTEGER NOT NULL,
    block INTEGER NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (experiment, line_up, block)
) WITHOUT ROWID;
"""

Place = tuple[int, int]
"""Line-up and block."""


class Store:
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
        self.path = str(path)
        self._reading = reading
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self._holder = Holder("" if self.path == ":memory:" else self.path)
        if reading:
            self._open_to_read()
            return
        self._connect(self.path)
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _connect(self, path: str, *, uri: bool = False) -> None:
        try:
            self._connection = sqlite3.connect(
                path, timeout=_PATIENCE, isolation_level=None, uri=uri
            )
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        except ValueError as error:  # of a zero byte
            raise StoreError(f"{self.path!r} is not the name of a file.") from error
        self._connection.text_factory = bytes  # damaged text need not be text

    def _open_to_read(self) -> None:
        if not os.path.exists(self.path):
            raise StoreError(f"There is no file {self.path}.")
        if not os.path.isfile(self.path):
            raise StoreError(f"{self.path} is not a file.")
        if not os.path.getsize(self.path):
            raise StoreError(f"{self.path} is empty: nothing has been stored in it.")
        name = f"file:{quote(os.path.abspath(self.path))}"
        self._connect(f"{name}?mode=rw", uri=True)
        try:
            try:
                self._begin_reading()
            except sqlite3.OperationalError as error:
                # Write-ahead logging needs files beside the store, also to read it.
                if error.sqlite_errorcode & 0xFF not in (
                    sqlite3.SQLITE_CANTOPEN,
                    sqlite3.SQLITE_READONLY,
                ):
                    raise
                self._connection.close()
                self._open_read_only(name)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self.close()
            raise self._unusable(error) from error
        except BaseException:
            self.close()
            raise

    def _open_read_only(self, name: str) -> None:
        """Open a file beside which nothing can be written; nobody else can either."""
        log = f"{self.path}-wal"
        if os.path.exists(log) and os.path.getsize(log):  # it has rows that the file has not
            self._copy = tempfile.TemporaryDirectory()
            copied = os.path.join(self._copy.name, "copy.db")
            try:
                shutil.copyfile(self.path, copied)
                shutil.copyfile(log, f"{copied}-wal")
            except OSError as error:
                raise StoreError(f"The store {self.path} cannot be copied: {error}.") from error
            name = f"file:{quote(copied)}"
            self._connect(f"{name}?mode=rw", uri=True)
        else:
            self._connect(f"{name}?immutable=1", uri=True)
        self._begin_reading()

    def _begin_reading(self) -> None:
        self._connection.execute("PRAGMA query_only = ON")
        with self._transaction("BEGIN"):
            self._check()

    def _prepare(self) -> None:
        with self._sentences():
            run = self._connection.execute
            # With WAL a kill loses nothing at this level; a power cut may lose the last second.
            run("PRAGMA synchronous = NORMAL")
            with self._transaction("BEGIN"):
                empty = self._check()
            if empty:
                run(f"PRAGMA page_size = {_PAGE_BYTES}")
                # Before the file is switched to write-ahead logging, which would make it a database
                # that nobody could tell from somebody else's.
                with self._transaction():
                    if self._check():
                        for statement in (_TABLES + _LEASES).split(";\n"):
                            run(statement)
                        run(f"PRAGMA application_id = {_APPLICATION}")
                        run(f"PRAGMA user_version = {_LAYOUT}")
                self._write_ahead()

    def _write_ahead(self) -> None:
        """Switch to write-ahead logging, which unlike all else does not wait for others itself."""
        if self._connection.execute("PRAGMA journal_mode").fetchone()[0] != b"delete":
            return
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

    def _layout(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _check(self) -> bool:
        """Whether the file is still empty; refuses what is not a store that we can read."""
        run = self._connection.execute
        run("PRAGMA page_count").fetchone()  # undoes what a kill left half done
        if self._empty():
            return True
        if run("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            raise StoreError(f"{self.path} is a database, but not a store of otherminds.")
        layout = self._layout()
        if not _OLDEST <= layout <= _LAYOUT:
            raise StoreError(
                f"{self.path} is a store of layout {layout}{self._written_by()}; version "
                f"{__version__} reads layouts {_OLDEST} to {_LAYOUT}."
            )
        return False

    def _empty(self) -> bool:
        """Whether nobody has written anything, not even a database without tables."""
        if self.path == ":memory:":
            return self._connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        return os.path.getsize(self.path) == 0

    def _written_by(self) -> str:
        """Which version wrote the file, as far as it says so."""
        with suppress(sqlite3.Error):
            found = self._connection.execute("SELECT version FROM experiments ORDER BY number DESC")
            if (first := found.fetchone()) is not None:
                return f", written by version {_shown(first[0])} of otherminds"
        return ""

    def _unusable(self, error: Exception) -> StoreError:
        if isinstance(error, UnicodeDecodeError):  # in what SQLite says about a damaged schema
            return StoreError(f"The store {self.path} cannot be used: its schema is damaged.")
        return StoreError(f"The store {self.path} cannot be used: {error}.")

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence that names the file."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unusable(error) from error

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        self._connection.execute(begin)
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file; what was added is already in it."""
        if self._holder.name:
            with suppress(StoreError):
                self.release()
        self._connection.close()
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Self:
        """Use it in a with statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

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
        words = "" if found is None else _shown(found[0])
        return "" if words == "ok" else " ".join(words.split())

    def renew(self) -> None:
        """Bring an older file to today's layout."""
        with self._sentences(), self._transaction():
            self._renew(())

    def _renew(self, paths: Iterable[str]) -> None:
        """Bring an older file to today's layout; of modules only those of these are imported."""
        run, layout = self._connection.execute, self._layout()
        if layout == _LAYOUT:
            return
        if layout == _OLDEST:
            self._rename_players(paths)
        run("ALTER TABLE experiments ADD COLUMN checksum INTEGER")
        run("ALTER TABLE matches ADD COLUMN checksum INTEGER")
        run(_LEASES)
        run(f"PRAGMA user_version = {_LAYOUT}")
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

    def add(self, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add finished matches at once; one that is there already stays as it is.

        A row is what the workers send: line_up, block, match, result (JSON), moves (bytes) and
        the reason of a forfeit.
        """
        self._write("INSERT OR IGNORE", number, rows)

    def replace(self, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put matches that were played again in the place of damaged rows."""
        self._write("INSERT OR REPLACE", number, rows)

    def _write(self, how: str, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
        row = f"({number}, ?, ?, ?, ?, ?, ?, ?)"
        insert = f"{how} INTO matches VALUES "
        many = insert + ", ".join([row] * _ROWS_AT_ONCE)
        rest = len(rows) - len(rows) % _ROWS_AT_ONCE
        sealed = [(*given, _sealed(number, given)) for given in rows]
        with self._sentences(), self._transaction():
            self._connection.executemany(
                many,
                (
                    tuple(itertools.chain.from_iterable(sealed[start : start + _ROWS_AT_ONCE]))
                    for start in range(0, rest, _ROWS_AT_ONCE)
                ),
            )
            self._connection.executemany(insert + row, sealed[rest:])

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
        if holder is not None and _shown(holder[0]) == self._holder.name:
            return "ours"
        if holder is not None and self._holder.lives(_shown(holder[0])):
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
                if found is not None and self._holder.lives(_shown(found[0])):
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
        sealed = "NULL" if layout <= _WITHOUT_CHECKSUMS else "checksum"
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

    def _read(self, number: int, tournament: Tournament | None) -> Iterator[Row | Damaged]:
        with self._sentences():
            layout = self._layout()
            plan = tournament or self._plan(number)
            reader = RowReader(
                number,
                None if plan is None else plan.seats_of,
                (-math.inf, math.inf) if plan is None else plan.loaded_game.return_range,
                checked=layout > _WITHOUT_CHECKSUMS,
            )
            sealed = "NULL" if layout <= _WITHOUT_CHECKSUMS else "checksum"
            found = self._connection.execute(
                f"SELECT line_up, block, match, result, moves, reason, {sealed} FROM matches "
                "WHERE experiment = ? ORDER BY line_up, block, match",
                (number,),
            )
            yield from map(reader.read, found)

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


def _shown(value: Any) -> str:
    """A text of the file, readable whatever became of it."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _stored(values: Sequence[Any], layout: int) -> StoredTournament:
    number, key, recipe, version, created, description, sealed = values
    stored = StoredTournament(
        number=number,
        key=_shown(key),
        recipe=_shown(recipe),
        version=_shown(version),
        created=_shown(created),
        matches=0,
        description=_shown(description),
        older=layout == _OLDEST,
    )
    if not all(isinstance(text, bytes) for text in (key, recipe, version, description)):
        return replace(stored, damage="its entry in the file has columns of another type")
    if layout > _WITHOUT_CHECKSUMS and sealed != stored.checksum():
        return replace(stored, damage="its entry in the file does not fit its checksum")
    return stored
