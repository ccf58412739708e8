"""In which phase of a game a seat decides, in the words of the game.

The module of a game that has phases names them in ``PHASES`` and says by ``phase(view)`` of which
one a view is.
"""

from __future__ import annotations

from otherminds.contracts import Game, OptionError, View
from otherminds.games.registry import module_of

__all__ = ["phase_of", "phases_of"]


def phases_of(game: Game) -> tuple[str, ...]:
    """The names of a game's phases; none where it has no words for them.

    Examples:
        >>> from otherminds import load
        >>> phases_of(load("catan"))[:2]
        ('first settlement', 'first road')
        >>> phases_of(load("othello"))
        ()
    """
    return tuple(getattr(module_of(game), "PHASES", ()))


def phase_of(game: Game, view: View) -> str:
    """The phase that a view is of.

    Raises:
        OptionError: the game names none.
    """
    tell = getattr(module_of(game), "phase", None)
    if tell is None:
        raise OptionError(f"{game.name} names no phases.")
    return str(tell(view))
