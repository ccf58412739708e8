"""Where results live: one SQLite file, one row per finished match.

Rows are committed within a second of the match's end and survive a kill at any instant; a row is
identified by its place in the tournament, so playing a match again writes the same row. Several
processes may use one file. The column ``result`` is JSON (seats, returns, acts, seconds, forfeit),
so that ``sqlite3`` alone can read it: ``SELECT result ->> '$.returns[0]' FROM matches``.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from otherminds import __version__
from otherminds.arena.plan import Tournament, key_of
from otherminds.contracts import OthermindsError

__all__ = ["Row", "Store", "StoreError", "StoredTournament"]

# Marks the file as ours ("OTHM") and its layout; both are checked before anything is read.
_APPLICATION = 0x4F54484D
_LAYOUT = 2
_OLDER = 1
"""A layout that differs in how players are written; it is read, and rewritten before it grows."""

_PATIENCE = 60.0
"""Seconds to wait while other processes write."""

_PAGE_BYTES = 16_384
"""Of new files; a quicker size than SQLite's own when tens of thousands of rows come at a time."""

_ROWS_AT_ONCE = 100
"""Rows of one statement, which is half the time of a statement each; SQLite allows 999 values."""

# A tournament was once called an experiment. The tables keep that name, so that older files are
# read, and new ones by older versions.
_TABLES = """
CREATE TABLE experiments (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    recipe TEXT NOT NULL,
    version TEXT NOT NULL,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE matches (
    experiment INTEGER NOT NULL REFERENCES experiments,
    line_up INTEGER NOT NULL,
    block INTEGER NOT NULL,
    match INTEGER NOT NULL,
    result TEXT NOT NULL,
    moves BLOB NOT NULL,
    reason TEXT,
    PRIMARY KEY (experiment, line_up, block, match)
) WITHOUT ROWID;
"""


class StoreError(OthermindsError):
    """A store that cannot be opened, read or written."""


@dataclass(frozen=True)
class Row:
    """One finished match."""

    line_up: int
    block: int
    match: int
    seats: tuple[int, ...]
    returns: tuple[float, ...]
    acts: tuple[int, ...]
    """Moves made by each seat."""
    seconds: tuple[float, ...]
    """Thinking time of each seat; policies are not timed."""
    moves: tuple[int, ...]
    """Every action and chance outcome in order."""
    forfeit: int | None
    """The seat that forfeited."""
    reason: str | None


@dataclass(frozen=True)
class StoredTournament:
    """A tournament as a store knows it."""

    number: int
    key: str
    recipe: str
    """What it was made of, as JSON."""
    version: str
    created: str
    matches: int

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament itself; raises StoreError if its game or a player is no longer there."""
        try:
            values = json.loads(self.recipe)
            line_ups = values["line_ups"]
            return Tournament(
                game=values["game"],
                players=tuple(values["players"]),
                options=tuple(sorted(values["options"].items())),
                line_ups=line_ups if isinstance(line_ups, str) else tuple(map(tuple, line_ups)),
                seed=values["seed"],
                series=values["series"],
                move_seconds=values["move_seconds"],
            )
        except Exception as error:  # making players runs code of others, which may raise anything
            raise StoreError(
                f"Tournament {self.key}, played by {self.version}, cannot be read here: {error}"
            ) from error


def _recipe(tournament: Tournament) -> str:
    """What a tournament is made of, as JSON; see `StoredTournament.tournament`."""
    return json.dumps(
        {
            "game": tournament.game,
            "players": tournament.players,
            "options": dict(tournament.options),
            "line_ups": tournament.line_ups,
            "seed": tournament.seed,
            "series": tournament.series,
            "move_seconds": tournament.move_seconds,
        }
    )


def encode_moves(moves: Iterable[int]) -> bytes:
    """Action ids as bytes, seven bits each, the lowest first (LEB128)."""
    out = bytearray()
    for move in moves:
        while move > 127:
            out.append(move & 127 | 128)
            move >>= 7
        out.append(move)
    return bytes(out)


def decode_moves(data: bytes) -> tuple[int, ...]:
    """The ids that `encode_moves` wrote."""
    moves, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            moves.append(number)
            number = shift = 0
    return tuple(moves)


class Store:
    """A file of results.

    Examples:
        >>> with Store(":memory:") as store:
        ...     store.tournaments()
        []
    """

    def __init__(self, path: str | Path) -> None:
        """Open the file, or create it."""
        self.path = str(path)
        with self._sentences():
            self._connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        with self._sentences():
            run = self._connection.execute
            # With WAL a kill loses nothing at this level; a power cut may lose the last second.
            run("PRAGMA synchronous = NORMAL")
            with self._transaction("BEGIN"):
                empty = self._check()
            if not empty:
                return  # and nothing is written by those who only read
            run(f"PRAGMA page_size = {_PAGE_BYTES}")
            self._write_ahead()
            with self._transaction():
                if self._check():
                    for statement in _TABLES.split(";\n"):
                        run(statement)
                    run(f"PRAGMA application_id = {_APPLICATION}")
                    run(f"PRAGMA user_version = {_LAYOUT}")

    def _write_ahead(self) -> None:
        """Switch to write-ahead logging, which unlike all else does not wait for others itself."""
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

    def _check(self) -> bool:
        """Whether the file is still empty; refuses what is not a store that we can read."""
        run = self._connection.execute
        application = run("PRAGMA application_id").fetchone()[0]
        layout = run("PRAGMA user_version").fetchone()[0]
        tables = run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables == 0 and application == 0:
            return True
        if application != _APPLICATION:
            raise StoreError(f"{self.path} is a database, but not a store of otherminds.")
        if layout not in (_OLDER, _LAYOUT):
            raise StoreError(
                f"{self.path} is a store of layout {layout}; version {__version__} of otherminds "
                f"reads layouts {_OLDER} and {_LAYOUT}."
            )
        return False

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence that names the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"The store {self.path} cannot be used: {error}.") from error

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
        self._connection.close()

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
        """The tournament's number in this file, under which its matches go; it may be there."""
        description = tournament.description()
        texts = json.dumps(description), _recipe(tournament)
        with self._sentences():
            with self._transaction():
                self._rewrite_older()
                self._connection.execute(
                    "INSERT OR IGNORE INTO experiments (key, description, recipe, version) "
                    "VALUES (?, ?, ?, ?)",
                    (tournament.key, *texts, __version__),
                )
                self._check_recipes(tournament.key, description["recipes"])
            return int(self._numbers(tournament.key)[0])

    def _rewrite_older(self) -> None:
        """Give the tournaments of an older file the names that players have now.

        One whose players or game are not there any more stays as it is.
        """
        run = self._connection.execute
        if run("PRAGMA user_version").fetchone()[0] != _OLDER:
            return
        for stored in self.tournaments():
            try:
                tournament = stored.tournament
            except StoreError:
                continue
            found = run("SELECT description FROM experiments WHERE number = ?", (stored.number,))
            old = json.loads(found.fetchone()[0])
            played = {part: old[part] for part in ("otherminds", "game")}
            description = {**tournament.description(), **played}
            texts = json.dumps(description), _recipe(tournament)
            run(
                "UPDATE OR IGNORE experiments SET key = ?, description = ?, recipe = ? "
                "WHERE number = ?",
                (key_of(description), *texts, stored.number),
            )
        run(f"PRAGMA user_version = {_LAYOUT}")

    def _check_recipes(self, key: str, recipes: dict[str, Any]) -> None:
        """Refuse to continue where the recipe behind a name of a catalogue has changed."""
        found = self._connection.execute(
            "SELECT description FROM experiments WHERE key = ?", (key,)
        )
        before = json.loads(found.fetchone()[0]).get("recipes", {})
        for name, now in recipes.items():
            then = before.get(name, now)
            if then["options"] != now["options"]:
                part = "text" if then["text"] != now["text"] else "options"
                raise StoreError(
                    f"In the games of tournament {key} in {self.path} {name} was {then[part]}; now "
                    f"it is {now[part]}. Results of the two must not be mixed: use another file, "
                    "or name the recipe that you want."
                )

    def add(self, number: int, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add finished matches at once; one that is there already stays as it is.

        A row is what the workers send: line_up, block, match, result (JSON), moves (bytes) and
        the reason of a forfeit.
        """
        row = f"({number}, ?, ?, ?, ?, ?, ?)"
        insert = "INSERT OR IGNORE INTO matches VALUES "
        many = insert + ", ".join([row] * _ROWS_AT_ONCE)
        rest = len(rows) - len(rows) % _ROWS_AT_ONCE
        with self._sentences(), self._transaction():
            self._connection.executemany(
                many,
                (
                    tuple(itertools.chain.from_iterable(rows[start : start + _ROWS_AT_ONCE]))
                    for start in range(0, rest, _ROWS_AT_ONCE)
                ),
            )
            self._connection.executemany(insert + row, rows[rest:])

    def forget_block(self, number: int, line_up: int, block: int) -> None:
        """Remove the matches of one block, before a broken series is played again."""
        with self._sentences(), self._transaction():
            self._connection.execute(
                "DELETE FROM matches WHERE experiment = ? AND line_up = ? AND block = ?",
                (number, line_up, block),
            )

    # Reading -----------------------------------------------------------------------------------

    def number(self, tournament: Tournament) -> int | None:
        """The tournament's number in this file; None if nobody has played it."""
        with self._sentences():
            return next(iter(self._numbers(tournament.key)), None)

    def _numbers(self, key: str) -> list[int]:
        found = self._connection.execute("SELECT number FROM experiments WHERE key = ?", (key,))
        return [number for (number,) in found]

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments in the file, oldest first."""
        with self._sentences():
            found = self._connection.execute(
                "SELECT e.number, e.key, e.recipe, e.version, e.created, count(m.experiment) "
                "FROM experiments e LEFT JOIN matches m ON m.experiment = e.number "
                "GROUP BY e.number ORDER BY e.number"
            ).fetchall()
        return [StoredTournament(*values) for values in found]

    def finished(self, number: int) -> set[tuple[int, int, int]]:
        """Which matches are there: line-up, block, match."""
        with self._sentences():
            return set(
                self._connection.execute(
                    "SELECT line_up, block, match FROM matches WHERE experiment = ?", (number,)
                )
            )

    def rows(self, number: int) -> Iterator[Row]:
        """The finished matches of a tournament, by line-up, block and match."""
        with self._sentences():
            found = self._connection.execute(
                "SELECT line_up, block, match, result, moves, reason FROM matches "
                "WHERE experiment = ? ORDER BY line_up, block, match",
                (number,),
            )
            for line_up, block, match, text, moves, reason in found:
                result = json.loads(text)
                yield Row(
                    line_up,
                    block,
                    match,
                    tuple(result["seats"]),
                    tuple(map(float, result["returns"])),
                    tuple(result["acts"]),
                    tuple(map(float, result["seconds"])),
                    decode_moves(moves),
                    result.get("forfeit"),
                    reason,
                )
