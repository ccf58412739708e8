"""Cluedo: who, with what, where."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.cluedo.players import (
    Sheets,
    ablation,
    bmcts,
    detective,
    heuristic,
    is_mcts,
    naive,
    plausible,
    pomcp,
    program_bmcts,
)

__all__ = [
    "Sheets",
    "ablation",
    "bmcts",
    "detective",
    "heuristic",
    "is_mcts",
    "make",
    "naive",
    "plausible",
    "pomcp",
    "program_bmcts",
]


def make(**options: Any) -> _core.Game:
    """Cluedo."""
    return _core.make_game("cluedo", options)
