"""Tables without a server: in this process, in a file of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from otherminds.web.messages import read_request
from otherminds.web.requests import CreateTable
from otherminds.web.settings import ServerOptions, TableSettings
from otherminds.web.sitting import Sitting
from otherminds.web.store import Keeper
from otherminds.web.table import Table
from otherminds.web.tables import Tables

PATIENCE = 120.0


def nobody() -> None:
    """A listener that does not listen."""


def opened(path: Path, **options: Any) -> Tables:
    """The tables of a file."""
    return Tables(ServerOptions(store=str(path), thinkers=2, **options), Keeper(str(path)))


def closed(tables: Tables) -> None:
    tables.close()
    tables.keeper.close()


def wanted(**parts: Any) -> CreateTable:
    """A request for a table, checked as one that came from a browser."""
    made = CreateTable.model_validate({"type": "create_table", **parts})
    again = read_request(made.model_dump_json())
    assert isinstance(again, CreateTable)
    return again


def created(tables: Tables, game: str, *kinds: str, **parts: Any) -> TableSettings:
    """A table with these seats: ``me``, ``person`` or the text of an agent."""
    seats = [
        {"kind": kind} if kind in ("me", "person") else {"kind": "agent", "player": kind}
        for kind in kinds
    ]
    return tables.create(wanted(game=game, seats=seats, **parts))


def sat(tables: Tables, token: str) -> Sitting:
    """Somebody with this token at their table."""
    table, place = tables.join(token, nobody)
    return Sitting(tables, table, place, nobody)


def waits_for(table: Table, seat: int) -> bool:
    """Whether the table waits for this seat's choice, or is over."""
    return table.over or (
        table.state.actor() == seat and len(table.state.view(seat).legal_actions()) > 1
    )


def until(true: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.002)


def play_out(table: Table, seat: int, choose: Callable[[list[int]], int] = min) -> None:
    """Play a seat's moves to the end of the game."""
    while True:
        until(lambda: waits_for(table, seat))
        if table.over:
            return
        turn = len(table.moves)
        table.act(seat, turn, choose(table.state.view(seat).legal_actions())).result(PATIENCE)
