"""The drawing of any position: where a game says how it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from otherminds.contracts import Drawing, State, View
from otherminds.games.registry import module_of

__all__ = ["Drawing", "drawing"]


def drawing(position: View | State) -> Drawing | None:
    """A view as a picture whose parts name the legal actions they stand for.

    A game that is written in Python has a method ``drawing(position)``; the module of any other has
    a function of that name.

    Args:
        position: a view, or a state, of which everything is shown.

    Returns:
        The drawing, or None for a game that has none: it is shown as text.

    Examples:
        >>> from otherminds import load
        >>> drawn = drawing(load("othello", size=4).initial_state().view(0))
        >>> drawn.svg.count("data-actions"), drawn.listed
        (4, {})
        >>> drawing(load("tiger").initial_state()) is None
        True
    """
    game = position.game
    draw: Callable[[Any], Drawing | None] | None = getattr(game, "drawing", None)
    if draw is None:
        draw = getattr(module_of(game), "drawing", None)
    return draw(position) if draw else None
