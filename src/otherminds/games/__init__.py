"""The games: rules, views, beliefs, drawings and notations; who plays them is in `agents`.

The package itself can be called: ``otherminds.games()`` lists the names that `load` takes.
A module or package here that has a function ``make`` is a game, under the module's own name.

| module | what it is for |
|---|---|
| `registry` | games by name: `load`, `game_names`, `register`, `parse_game` |
| `python` | the base classes of games that are written in Python |
| `drawings`, `svg` | the drawing of any position; what drawings are built of |
| `exact` | a belief by enumeration, for games that hide few things |
| `marginals` | what a seat believes about hidden facts, in the words of the game |
| `words`, `seat_notes` | words about a game for people; what a seat is told and may look up |
| one module or package per game | its options, and what else it offers: beliefs, drawings |

What every game promises stands in `otherminds.contracts.games`.
"""

import sys
from types import ModuleType

from otherminds.games.registry import game_names, game_of, game_parts, load, parse_game, register

__all__ = ["game_names", "game_of", "game_parts", "load", "parse_game", "register"]


class _Callable(ModuleType):
    """A module that answers with the names of all games."""

    __call__ = staticmethod(game_names)


sys.modules[__name__].__class__ = _Callable
