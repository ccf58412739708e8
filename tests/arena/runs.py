"""Tournaments as the tests of the arena play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.running import Status
from otherminds.arena.store import Row, Store

AGENTS = "tests.arena.agents"
SMALL = {"size": 4}


def play(
    planned: Tournament, games: int, workers: int = 0, **more: Any
) -> tuple[list[Row], Status]:
    with Store(":memory:") as store:
        status = running.run(planned, store, games=games, workers=workers, **more)
        return running.results(planned, store).rows, status


def facts(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Everything but the times."""
    return [
        (r.line_up, r.block, r.match, r.seats, r.returns, r.acts, r.moves, r.forfeit, r.reason)
        for r in rows
    ]


def place(row: Row) -> tuple[int, int, int]:
    return row.line_up, row.block, row.match
