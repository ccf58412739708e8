"""What a seat of Catan decides at the moment."""

from __future__ import annotations

from typing import Any

__all__ = ["PHASES", "phase"]

PHASES = (
    "first settlement",
    "first road",
    "second settlement",
    "second road",
    "before the roll",
    "discard",
    "robber",
    "turn",
    "free road",
    "answer",
)
"""In the order of the game."""

_LATER = {2: "before the roll", 4: "discard", 6: "robber", 8: "turn", 10: "free road", 11: "answer"}
"""By the number that a position has for it."""


def phase(view: Any) -> str:
    """The phase in which a seat decides.

    Examples:
        >>> from otherminds import load
        >>> phase(load("catan").initial_state().view(0))
        'first settlement'
    """
    table = view.facts["table"]
    number = table["phase"]
    if number in _LATER:
        return _LATER[number]
    built = int(table["settlements"][view.seat], 16).bit_count()
    if number == 0:
        return PHASES[2 * built]
    return PHASES[2 * built - 1]
