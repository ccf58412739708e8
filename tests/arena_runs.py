"""Tournaments as the tests of the arena play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from otherminds.arena import tournament
from otherminds.arena.plan import Experiment
from otherminds.arena.store import Row, Store
from otherminds.arena.tournament import Status

AGENTS = "tests.arena_agents"
SMALL = {"size": 4}


def play(
    planned: Experiment, games: int, workers: int = 0, **more: Any
) -> tuple[list[Row], Status]:
    with Store(":memory:") as store:
        status = tournament.run(planned, store, games=games, workers=workers, **more)
        return tournament.results(planned, store).rows, status


def facts(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Everything but the times."""
    return [
        (r.line_up, r.block, r.match, r.seats, r.returns, r.acts, r.moves, r.forfeit, r.reason)
        for r in rows
    ]


def place(row: Row) -> tuple[int, int, int]:
    return row.line_up, row.block, row.match
