"""The games: rules, views, beliefs, drawings and notations; who plays them is in `agents`.

A module or package here that has a function ``make`` is a game, under the module's own name.

| module | what it is for |
|---|---|
| `registry` | games by name: `load`, `game_names`, `register`, `parse_game` |
| `python` | the base classes of games that are written in Python |
| `exact` | a belief by enumeration, for games that hide few things |

What every game promises stands in `otherminds.contracts.games`.
"""

from otherminds.games.registry import game_names, game_of, game_parts, load, parse_game, register

__all__ = ["game_names", "game_of", "game_parts", "load", "parse_game", "register"]
