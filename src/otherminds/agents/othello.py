"""The named players of Othello: those of Stevinson's experiments, and two more."""

from __future__ import annotations

from otherminds.contracts import Policy

__all__ = [
    "agent4",
    "agent5",
    "agent6",
    "frontier",
    "max_disk",
    "max_value",
    "min_disk",
    "mobility",
]

max_disk = Policy("max_disk")
"""Flips as many discs as possible now."""

max_value = Policy("max_value")
"""Takes the square of the best class: corner, edge, neutral, next to a corner, diagonal to one."""

mobility = Policy("mobility")
"""Leaves the opponent the fewest replies."""

min_disk = Policy("min_disk")
"""Flips as few discs as possible now."""

frontier = Policy("frontier")
"""Has the fewest discs next to empty squares."""

agent4 = Policy("agent4")
"""``max_disk`` for its first 7 moves, ``mobility`` for the next 7, then ``max_value``."""

agent5 = Policy("agent5")
"""A random type for 5 to 8 moves, then another one."""

agent6 = Policy("agent6")
"""Draws a type a move from a mixture that it changes after a lost game."""
