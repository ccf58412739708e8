"""The file of a store: one SQLite database, opened, checked and switched to write-ahead logging.

A file that somebody else wrote, or a later version of this package, is refused before anything is
read. One on a read-only medium is read all the same. What SQLite says about a file becomes a
sentence that names it. What the tables hold is the subject of `otherminds.arena.store`.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from otherminds import __version__
from otherminds.arena.recorded import StoreError

__all__ = [
    "LAYOUT",
    "LEASES",
    "OLDEST",
    "WITHOUT_CHECKSUMS",
    "StoreFile",
    "is_store_file",
    "shown",
]

# Marks the file as ours ("OTHM") and its layout; both are checked before anything is read.
_APPLICATION = 0x4F54484D
LAYOUT = 3
OLDEST = 1
WITHOUT_CHECKSUMS = 2
"""Layouts up to this one have neither checksums nor leases, and 1 writes players otherwise. Older
files are read as they are, and rewritten before they grow."""

_SQLITE = b"SQLite format 3\0"

_PATIENCE = 60.0
"""Seconds to wait while other processes write."""

_PAGE_BYTES = 16_384
"""Of new files; a quicker size than SQLite's own when tens of thousands of rows come at a time."""
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
LEASES = """
CREATE TABLE leases (
    experiment INTEGER NOT NULL,
    line_up INTEGER NOT NULL,
    block INTEGER NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (experiment, line_up, block)
) WITHOUT ROWID;
"""


def is_store_file(path: str | Path) -> bool:
    """Whether a file begins as one of SQLite does."""
    with open(path, "rb") as opened:
        return opened.read(len(_SQLITE)) == _SQLITE


def shown(value: Any) -> str:
    """A text of the file, readable whatever became of it."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


class StoreFile:
    """An open file with the tables of a store."""

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        """Open the file.

        Args:
            path: the file; one that is not there is created.
            reading: only read; the file has to be there, and may be on a read-only medium.

        Raises:
            StoreError: it cannot be opened, or is not a store.
        """
        self.path = str(path)
        self._copy: tempfile.TemporaryDirectory[str] | None = None
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
        name = f"file:{quote(os.fsencode(os.path.abspath(self.path)))}"
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
                        for statement in (_TABLES + LEASES).split(";\n"):
                            run(statement)
                        run(f"PRAGMA application_id = {_APPLICATION}")
                        run(f"PRAGMA user_version = {LAYOUT}")
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
        if not OLDEST <= layout <= LAYOUT:
            raise StoreError(
                f"{self.path} is a store of layout {layout}{self._written_by()}; version "
                f"{__version__} reads layouts {OLDEST} to {LAYOUT}."
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
                return f", written by version {shown(first[0])} of otherminds"
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
            with suppress(sqlite3.ProgrammingError):  # closed meanwhile, which rolls back as well
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
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
