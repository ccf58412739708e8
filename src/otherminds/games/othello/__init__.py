"""Othello: place discs and turn the other's, on boards of 4, 6 or 8 squares per side.

Seat 0 is Black and moves first. A pass is an action, legal only when nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds.contracts import OptionError
from otherminds.games.othello.narration import ending, goal, seat_name, told
from otherminds.games.othello.picture import drawing

__all__ = ["Solution", "drawing", "ending", "goal", "make", "seat_name", "solve", "told"]


def make(**options: Any) -> _core.Game:
    """Othello; options are ``size`` (4, 6 or 8) and ``draw_is_white_win``.

    Examples:
        >>> make(size=4).seats
        2
    """
    return _core.make_game("othello", options)


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What perfect play of both sides leads to.

    Attributes:
        score: Discs of the side to move less those of the other at the end. As in the rules of the
            game, squares that stay empty count for nobody.
        line: Perfect moves of both sides to the end, passes included; empty if the game is over.
        nodes: How many positions were looked at.
    """

    score: int
    line: tuple[int, ...]
    nodes: int

    @property
    def action(self) -> int | None:
        """A best action, or None if the game is over."""
        return self.line[0] if self.line else None


def solve(state: Any, *, memory: int = 256, nodes: int | None = None) -> Solution:
    """Search to the end of the game and say what perfect play leads to.

    The answer is exact. With 20 empty squares it takes about a second on the 8x8 board, less on
    smaller ones; each further square about doubles that. Ctrl-C ends it.

    Args:
        state: A state of Othello, of any size.
        memory: Mebibytes at most for the table of positions; more make long searches shorter.
        nodes: Give up after this many positions.

    Raises:
        LimitError: The answer takes more than ``nodes``.
        OptionError: This is not a state of Othello, or a limit is not a whole number above 0.

    Examples:
        >>> game = make(size=4)
        >>> solution = solve(game.initial_state())
        >>> solution.score  # White wins by eight discs
        -8
        >>> [game.action_text(action) for action in solution.line[:4]]
        ['a2', 'a1', 'b1', 'a3']
    """
    for name, limit in (("memory", memory), ("nodes", nodes)):
        if limit is not None and (type(limit) is not int or not 0 < limit < 2**40):
            raise OptionError(f"{name} must be a whole number above 0, not {limit!r}.")
    found = _core.solve_othello(state, memory << 20, 2**60 if nodes is None else nodes)
    return Solution(score=found.score, line=tuple(found.line), nodes=found.nodes)
