"""What rules of Hanabi answer in a position, as texts, and the games to ask them in."""

from __future__ import annotations

from typing import Any

import otherminds as om
from otherminds.agents import hanabi

TWO = om.load("hanabi", bombed="kept")
THREE: Any = om.load("hanabi", players=3, bombed="kept")
ANY = "w1 w2 w3 w4 y4"
"""A hand that no stack waits for once white has begun; of no interest."""


def moves(state: Any, rule: str, *, published: bool = False) -> dict[str, float]:
    """What a rule does, as texts."""
    (found,) = hanabi.answers(state, rule, published=published)
    return {state.game.action_text(action): chance for action, chance in found.items()}


def only(state: Any, rule: str, *, published: bool = False) -> str | None:
    """The one thing that a rule does, or None."""
    found = moves(state, rule, published=published)
    assert len(found) <= 1
    assert not found or list(found.values()) == [1.0]
    return next(iter(found), None)
