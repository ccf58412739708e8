"""Othello on boards of 4, 6 or 8 squares a side, and the players of Stevinson's experiments.

Seat 0 is Black and moves first. A pass is an action of its own, legal only when nothing else is.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.agents import Policy

__all__ = ["agent4", "agent5", "agent6", "make", "max_disk", "max_value", "mobility"]


def make(**options: Any) -> _core.Game:
    """Othello; options are ``size`` (4, 6 or 8) and ``draw_is_white_win``.

    Examples:
        >>> make(size=4).seats
        2
    """
    return _core.make_game("othello", options)


max_disk = Policy("max_disk")
"""Flips as many discs as possible now."""

max_value = Policy("max_value")
"""Takes the square of the best class: corner, edge, neutral, next to a corner, diagonal to one."""

mobility = Policy("mobility")
"""Leaves the opponent the fewest replies."""

agent4 = Policy("agent4")
"""``max_disk`` for its first 7 moves, ``mobility`` for the next 7, then ``max_value``."""

agent5 = Policy("agent5")
"""A random type for 5 to 8 moves, then another one."""

agent6 = Policy("agent6")
"""Draws a type a move from a mixture that it changes after a lost game."""
