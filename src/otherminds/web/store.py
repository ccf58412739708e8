"""Where tables live: in a results file, beside its tournaments.

A finished game is a match of a tournament, so that every command that reads results reads it. What
goes on at tables is in tables of its own: settings, every move when it is made, participants of
studies. A file with them is a results file like any other.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from otherminds import __version__
from otherminds.arena.plan import key_of
from otherminds.arena.recorded import PERSON, RecordedTournament
from otherminds.arena.rows import encode_moves
from otherminds.arena.store import Store
from otherminds.contracts import Thought
from otherminds.contracts.streams import STREAMS
from otherminds.web.settings import TableSettings

__all__ = ["Keeper", "Kept", "Participant", "player_name", "streams_of", "tournament_of"]

T = TypeVar("T")

_TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    settings TEXT NOT NULL,
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS table_tokens (
    token TEXT PRIMARY KEY,
    id TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS table_moves (
    id TEXT NOT NULL,
    game INTEGER NOT NULL,
    place INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    action INTEGER NOT NULL,
    seconds REAL NOT NULL,
    thought TEXT,
    PRIMARY KEY (id, game, place)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS table_results (
    id TEXT NOT NULL,
    game INTEGER NOT NULL,
    returns TEXT NOT NULL,
    forfeit INTEGER,
    reason TEXT,
    PRIMARY KEY (id, game)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS participants (
    token TEXT PRIMARY KEY,
    study TEXT NOT NULL,
    number INTEGER NOT NULL,
    code TEXT NOT NULL UNIQUE,
    step INTEGER NOT NULL,
    progress TEXT NOT NULL,
    created REAL NOT NULL,
    UNIQUE (study, number)
) WITHOUT ROWID
"""


Result = tuple[tuple[float, ...], int | None, str | None]
"""Returns, the seat that forfeited, and why."""


class Participant:
    """Somebody who takes part in a study, under an anonymous code."""

    def __init__(self, token: str, study: str, number: int, code: str, step: int, progress: Any):
        self.token, self.study, self.number, self.code = token, study, number, code
        self.step = step
        self.progress: dict[str, Any] = progress
        """``answers`` by question; ``tables``: the ids of those that were played at, in order."""


class Kept:
    """A game at a table as it is kept."""

    def __init__(
        self, moves: list[tuple[int, int]], seconds: list[float], result: Result | None
    ) -> None:
        self.moves, self.seconds, self.result = moves, seconds, result


class _TableStore(Store):
    """A results file with tables in it. Used by one thread only."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        with self._sentences(), self._transaction():
            for statement in _TABLES.split(";\n"):
                self._connection.execute(statement)

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._sentences():
            return self._connection.execute(statement, values).fetchall()

    def together(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        with self._sentences(), self._transaction():
            for statement, values in statements:
                self._connection.execute(statement, values)


class Keeper:
    """The one thread that reads and writes the file of a server."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keeper")
        self._store: _TableStore = self._ask(lambda: _TableStore(path))

    def _ask(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

    def close(self) -> None:
        """Close the file; what was kept is in it."""
        self._ask(lambda: self._store.close())
        self._thread.shutdown()

    # Tables ------------------------------------------------------------------------------------

    def add_table(self, settings: TableSettings) -> None:
        """Keep a new table."""
        tokens = [*filter(None, settings.tokens), settings.watch]
        new = "INSERT INTO tables VALUES (?, ?, ?)"
        statements: list[tuple[str, Sequence[Any]]] = [
            (new, (settings.id, settings.model_dump_json(), time.time()))
        ]
        statements += [
            ("INSERT INTO table_tokens VALUES (?, ?)", (token, settings.id)) for token in tokens
        ]
        self._ask(lambda: self._store.together(statements))

    def change_table(self, settings: TableSettings) -> None:
        """Keep changed settings of a table."""
        change = "UPDATE tables SET settings = ? WHERE id = ?"
        values = (settings.model_dump_json(), settings.id)
        self._ask(lambda: self._store.run(change, values))

    def find_table(self, token: str) -> TableSettings | None:
        """The table to which a token leads."""
        found = self._ask(
            lambda: self._store.run(
                "SELECT settings FROM tables JOIN table_tokens USING (id) WHERE token = ?", (token,)
            )
        )
        return TableSettings.model_validate_json(found[0][0]) if found else None

    def game(self, table: str, number: int) -> Kept:
        """A game of a table, as far as it went."""
        where = "WHERE id = ? AND game = ?"

        def read() -> Kept:
            moves = self._store.run(
                f"SELECT actor, action, seconds FROM table_moves {where} ORDER BY place",
                (table, number),
            )
            results = self._store.run(
                f"SELECT returns, forfeit, reason FROM table_results {where}", (table, number)
            )
            result: Result | None = None
            if results:
                returns, forfeit, reason = results[0]
                text = None if reason is None else reason.decode()
                result = tuple(map(float, json.loads(returns))), forfeit, text
            return Kept([move[:2] for move in moves], [move[2] for move in moves], result)

        return self._ask(read)

    def add_move(
        self,
        table: str,
        number: int,
        place: int,
        move: tuple[int, int],
        seconds: float,
        thought: Thought | None,
    ) -> None:
        """Keep a move; it is in the file when this returns."""
        told = None if thought is None else thought.to_json()
        values = (table, number, place, *move, seconds, told)
        add = "INSERT OR REPLACE INTO table_moves VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._ask(lambda: self._store.run(add, values))

    def add_moves(self, table: str, number: int, moves: Sequence[tuple[int, int]]) -> None:
        """Keep an opening."""
        add = "INSERT INTO table_moves VALUES (?, ?, ?, ?, ?, 0, NULL)"
        rows = [(add, (table, number, place, *move)) for place, move in enumerate(moves)]
        self._ask(lambda: self._store.together(rows))

    def cut(self, table: str, number: int, place: int) -> None:
        """Forget the moves of a game from this one on."""
        cut = "DELETE FROM table_moves WHERE id = ? AND game = ? AND place >= ?"
        self._ask(lambda: self._store.run(cut, (table, number, place)))

    def thoughts(self, table: str, number: int) -> dict[int, Thought]:
        """What agents thought about their moves, by turn."""
        read = (
            "SELECT place, thought FROM table_moves WHERE id = ? AND game = ? AND thought NOT NULL"
        )
        found = self._ask(lambda: self._store.run(read, (table, number)))
        return {place: Thought.from_json(told) for place, told in found}

    def thought(self, table: str, number: int, place: int) -> Thought | None:
        """What an agent thought about one move."""
        read = "SELECT thought FROM table_moves WHERE id = ? AND game = ? AND place = ?"
        found = self._ask(lambda: self._store.run(read, (table, number, place)))
        return Thought.from_json(found[0][0]) if found and found[0][0] is not None else None

    def add_result(self, table: str, number: int, result: Result) -> None:
        """Keep how a match of another file ended."""
        add = "INSERT OR REPLACE INTO table_results VALUES (?, ?, ?, ?, ?)"
        returns, forfeit, reason = result
        values = (table, number, json.dumps(returns), forfeit, reason)
        self._ask(lambda: self._store.run(add, values))

    # Results -----------------------------------------------------------------------------------

    def finish(self, settings: TableSettings, number: int, kept: Kept) -> None:
        """Keep a finished game as a match of a tournament."""
        assert kept.result is not None, "the game is over"
        returns, forfeit, reason = kept.result
        tournament = tournament_of(settings)
        acts, seconds = [0] * settings.seats, [0.0] * settings.seats
        for (actor, _), spent in zip(kept.moves, kept.seconds, strict=True):
            if actor >= 0:
                acts[actor] += 1
                seconds[actor] += spent
        turned = _index_of(tournament, settings, number)
        result = {
            "seats": tournament.seats_of(0, turned),
            "returns": returns,
            "acts": acts,
            "seconds": [round(spent, 3) for spent in seconds],
            "forfeit": forfeit,
        }
        moves = encode_moves(action for _, action in kept.moves)
        row = (0, settings.blocks[number], turned, json.dumps(result), moves, reason)

        def write() -> None:
            self._store.add(self._store.add_tournament(tournament), [row])
            self._store.run(
                "INSERT OR REPLACE INTO table_results VALUES (?, ?, ?, ?, ?)",
                (settings.id, number, json.dumps(returns), forfeit, reason),
            )

        self._ask(write)

    # Studies -----------------------------------------------------------------------------------

    def add_participant(self, study: str, token: str, code: str) -> Participant:
        """Somebody new, with the next number."""

        def write() -> int:
            read = "SELECT coalesce(max(number) + 1, 0) FROM participants WHERE study = ?"
            number = int(self._store.run(read, (study,))[0][0])
            self._store.run(
                "INSERT INTO participants VALUES (?, ?, ?, ?, 0, '{}', ?)",
                (token, study, number, code, time.time()),
            )
            return number

        return Participant(token, study, self._ask(write), code, 0, {})

    def participant(self, token: str) -> Participant | None:
        """Who has this token."""
        read = "SELECT study, number, code, step, progress FROM participants WHERE token = ?"
        found = self._ask(lambda: self._store.run(read, (token,)))
        if not found:
            return None
        study, number, code, step, progress = found[0]
        return Participant(token, study.decode(), number, code.decode(), step, json.loads(progress))

    def change_participant(self, who: Participant) -> None:
        """Keep how far somebody is, with all answers."""
        change = "UPDATE participants SET step = ?, progress = ? WHERE token = ?"
        values = (who.step, json.dumps(who.progress), who.token)
        self._ask(lambda: self._store.run(change, values))


def player_name(settings: TableSettings, place: int) -> str:
    """Who somebody is in results: the text of an agent; people have a word and their place."""
    person = settings.people[place]
    if person.kind == "agent":
        return person.player
    people = [p for p, each in enumerate(settings.people) if each.kind == "person"]
    return PERSON if len(people) == 1 else f"{PERSON} {people.index(place) + 1}"


def tournament_of(settings: TableSettings) -> RecordedTournament:
    """The tournament to which the games of a table belong.

    All games of a study against the same agents are one tournament, and otherwise all games at one
    table. Its games are replayed from their moves.
    """
    game = settings.loaded_game
    names = [player_name(settings, place) for place in range(settings.seats)]
    players = tuple(dict.fromkeys(names))
    line_up = tuple(players.index(name) for name in names)
    description = {
        "otherminds": __version__,
        "game": {"name": settings.game, "version": game.version, "options": game.options},
        "players": list(players),
        "line_ups": [list(line_up)],
        "seed": settings.seed,
        "streams": STREAMS,
        "series": 0,
        "move_seconds": None,
        "table": f"study {settings.study}" if settings.study else settings.id,
    }
    return _TableTournament(
        game=settings.game,
        players=players,
        options=tuple(sorted(game.options.items())),
        line_ups=(line_up,),
        seed=settings.seed,
        recorded_key=key_of(description),
        recorded_description=json.dumps(description),
    )


class _TableTournament(RecordedTournament):
    """Its players are texts: some of them are people, whom nobody can make."""

    def paths(self) -> set[str]:
        """Nothing is imported to keep its games."""
        return set()


def streams_of(settings: TableSettings, number: int) -> tuple[int, int]:
    """The block and index by which ``play_match`` plays a game of a table."""
    tournament = tournament_of(settings)
    return tournament.streams(0, settings.blocks[number], _index_of(tournament, settings, number))


def _index_of(tournament: RecordedTournament, settings: TableSettings, number: int) -> int:
    """Which match of its block a game is: how far the table was turned."""
    return settings.turned[number] % len(tournament.block(0, 0))
