"""Damaged results files: every command ends with results or a sentence."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store
from otherminds.cli import cli
from otherminds.contracts import OthermindsError
from tests.arena.runs import AGENTS
from tests.arena.test_damage import as_older_layout

FULL = 2_400

Rng = random.Random

OTHELLO = ("tournament", "othello(size=4)", "--agents", "max_value, random", "--workers", "0")
COMMANDS: list[Callable[[Rng], list[str]]] = [
    lambda _: ["report", "r.db"],
    lambda rng: ["report", "r.db", "--to", rng.choice(["r.md", "r.json", "r.csv"])],
    lambda rng: ["replay", "r.db", "--all", "--match", str(rng.randrange(12))],
    lambda rng: [
        *("analyse", "--store", "r.db", "--agent", "search(iterations=5)"),
        *("--match", str(rng.randrange(12)), "--ply", str(rng.randrange(4))),
    ],
    lambda _: ["learn", "--from", "r.db", "--player", "iggi", "--restarts", "1"],
    lambda _: [*OTHELLO, "--games", "14", "--store", "r.db"],
    lambda _: [*OTHELLO, "--games", "8", "--series", "4", "--store", "r.db"],
    lambda _: ["check", "r.db"],
    lambda _: ["check", "r.db", "--repair"],
]


def _flip(data: bytearray, rng: Rng) -> None:
    for _ in range(rng.choice([1, 1, 1, 3, 20])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _flip_text(data: bytearray, rng: Rng) -> None:
    """Where rows are, which is a small part of the file."""
    places = [place for place in range(len(data)) if data[place : place + 9] == b'"returns"']
    place = (rng.choice(places) if places else 0) + rng.randrange(-60, 120)
    data[place % len(data)] ^= 1 << rng.randrange(8)


def _cut(data: bytearray, rng: Rng) -> None:
    del data[rng.randrange(len(data)) :]


def _zero(data: bytearray, rng: Rng) -> None:
    start = rng.randrange(len(data))
    end = min(len(data), start + rng.choice([1, 16, 4096, 20_000]))
    data[start:end] = bytes(end - start)


def _value(rng: Rng) -> Any:
    return rng.choice(
        [
            *(None, -1, 0, 1, 2**40, 1.5, float("inf"), b"\xff\x00", "", "[]", "{}", "null"),
            *("nan", "[-1,9]", '{"returns": 1}', '{"seats": [0, 1], "returns": [null, 1]}'),
            *("[" * 3_000, "\x1b[2J", "9" * 5_000, '{"game": "os.path.x", "players": ["a.b"]}'),
        ]
    )


COLUMNS = {
    "matches": ["experiment", "line_up", "block", "match", "result", "moves", "reason", "checksum"],
    "experiments": ["key", "description", "recipe", "version", "created", "checksum"],
    "leases": ["holder"],
}


def _cell(path: Path, rng: Rng) -> None:
    table = rng.choice([*["matches"] * 4, "experiments", "experiments", "leases"])
    column = rng.choice(COLUMNS[table])
    value = _value(rng)
    if table != "leases" and rng.random() < 0.4:
        value = _changed_json(path, table, column, rng)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        with contextlib.suppress(sqlite3.Error):  # some columns refuse some values
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE rowid = 1"
                if table == "experiments"
                else f"UPDATE {table} SET {column} = ? WHERE block = {rng.randrange(4)}",
                (value,),
            )
            if rng.random() < 0.5:  # so that what is behind the checksum is reached, too
                connection.execute("PRAGMA user_version = 2")
            connection.commit()


def _changed_json(path: Path, table: str, column: str, rng: Rng) -> Any:
    """A value of the table in which one part is another."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            found = connection.execute(f"SELECT {column} FROM {table}").fetchone()
        values = json.loads(found[0])
        name = rng.choice(sorted(values))
        values[name] = rng.choice([None, 1, -1, "x", [], {}, [1], [0, 1], 10**30, 1e308, "1.x"])
        return json.dumps(values)
    except (sqlite3.Error, TypeError, ValueError, IndexError, AttributeError, KeyError):
        return None


def _bytes(damage: Callable[[bytearray, Rng], None]) -> Callable[[Path, Rng], None]:
    def apply(path: Path, rng: Rng) -> None:
        data = bytearray(path.read_bytes())
        damage(data, rng)
        path.write_bytes(data)

    return apply


DAMAGES = [_bytes(_flip), _bytes(_flip_text), _bytes(_cut), _bytes(_zero), _cell, _cell, _cell]


def sound_stores(folder: Path) -> list[bytes]:
    """Sound files: of both layouts, with forfeits, a series and a game to learn from."""
    found = []
    for older in (False, True):
        path = folder / f"sound{older}.db"
        faulty = f"{AGENTS}.Faulty(where='act', one_in=3)"
        with Store(path) as store:
            for planned in (
                plan_tournament("hanabi", ["iggi", "random"], options={"players": 2}),
                plan_tournament("othello", [faulty, "random"], options={"size": 4}),
                plan_tournament("othello", ["max_value", "random"], options={"size": 4}, series=4),
                plan_tournament("othello", ["max_value", "random"], options={"size": 4}),
            ):
                running.run(planned, store, games=8, workers=0)
        if older:
            as_older_layout(path)
        found.append(path.read_bytes())
    return found


def _run(arguments: list[str]) -> str:
    """How a command ended; whatever is neither a result nor a sentence is raised."""
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    error = result.exception
    if error is None:
        return "results"
    if isinstance(error, OthermindsError | click.ClickException | OSError | SystemExit):
        return "sentences"
    raise error


def fuzz(count: int, seed: int) -> str:
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        sound = sound_stores(Path())
        for number in range(count):
            rng = random.Random(f"{seed} {number}")
            path = Path("r.db")
            for left in Path().glob("r.*"):
                left.unlink()
            path.write_bytes(rng.choice(sound))
            rng.choice(DAMAGES)(path, rng)
            for make in rng.sample(COMMANDS, 2):
                arguments = make(rng)
                try:
                    ends[_run(arguments)] += 1
                except Exception as error:
                    raise AssertionError(f"seed {seed}, input {number}: {arguments}") from error
    return f"{ends['results']:,} results and {ends['sentences']:,} sentences"
