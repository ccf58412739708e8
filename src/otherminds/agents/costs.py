"""What a move of each agent costs at its defaults, as it was measured.

``otherminds agents GAME --measure`` measures and writes the file that is read here. A measurement
belongs to a recipe: of an agent whose recipe has changed since, the cost is not known. Where an
agent cannot play by its defaults, the file has the reason.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["FILE", "Cost", "costs", "unmeasured", "write_costs"]

FILE = Path(__file__).with_name("costs.json")
"""The measurements that come with the package."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a move costs.

    Attributes:
        seconds: the median processor time of decisions, on one core of the machine that measured.
        moves: how many decisions were measured.
        iterations: of the search in a decision, the same on every machine; none where no search
            decides, or where time is the budget.
        recipe: the mark of the recipe that was measured, see `Entry.recipe_mark`.
    """

    seconds: float
    moves: int
    iterations: int | None = None
    recipe: str = ""

    def __str__(self) -> str:
        """For people: ``0.31 s, 2,000 iterations``."""
        if self.seconds < 0.0005:
            shown = "under 1 ms"
        elif self.seconds < 0.0995:
            shown = f"{1000 * self.seconds:.0f} ms"
        else:
            shown = f"{self.seconds:.1f} s"
        return shown if self.iterations is None else f"{shown}, {self.iterations:,} iterations"

    def to_dict(self) -> dict[str, Any]:
        """The cost as plain values, ready for JSON."""
        return {
            "seconds": self.seconds,
            "moves": self.moves,
            "iterations": self.iterations,
            "recipe": self.recipe,
        }


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored


@cache
def costs(game: str) -> dict[str, Cost]:
    """The cost of a move of each agent of a game that has been measured."""
    stored = _stored()["games"].get(game, {})
    return {name: Cost(**values) for name, values in stored.items() if "reason" not in values}


@cache
def unmeasured(game: str) -> dict[str, str]:
    """Why the cost of an agent of a game is not known, in a sentence, by the agent's name."""
    stored = _stored()["games"].get(game, {})
    return {name: values["reason"] for name, values in stored.items() if "reason" in values}


def write_costs(
    game: str, measured: Mapping[str, Cost], reasons: Mapping[str, str], machine: str
) -> None:
    """Keep new measurements of a game, and why there are none, in place of the old ones."""
    told = {name: cost.to_dict() for name, cost in measured.items()}
    told |= {name: {"reason": reason} for name, reason in reasons.items()}
    games = {**_stored()["games"], game: told}
    stored = {
        "measured": "the median processor time of up to 15 decisions of a match against random "
        "players, at the agent's default options and budget",
        "machine": machine,
        "games": dict(sorted(games.items())),
    }
    FILE.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    _stored.cache_clear()
    costs.cache_clear()
    unmeasured.cache_clear()
