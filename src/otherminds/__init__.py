"""Agents that plan in games where nobody sees everything and nobody knows who they are playing.

| name | what is in it |
|---|---|
| `load`, `games` | a game by its name or text; ``games()`` lists them, `games` is the package |
| `agents` | ``agents("catan")`` is the catalogue of a game; `agents` is the package |
| `Search`, `Evolve`, `search` | planners; the answers to the four questions are in `search` |
| `Policy`, `Delegate` | players by name, and players combined |
| `play_match`, `tournament`, `arena` | one match, many, and what may be concluded from them |
| `drawing` | a view as a picture whose parts name the actions they stand for |
| `Thought`, `thought` | what an agent can tell about a decision |
| `Game`, `State`, `View`, `Belief`, `Agent`, `Player` | what these promise |
| `learn`, `interop` | models from data; other people's formats |

Examples:
    >>> import otherminds as om
    >>> game = om.load("othello")
    >>> match = om.play_match(game, [om.Search(iterations=50), "max_value"], seed=1)
    >>> sum(match.returns)
    0.0
"""

import importlib
from typing import TYPE_CHECKING, Any

from otherminds._core import CHANCE, NOBODY, Observation, Rng, Stream
from otherminds.contracts import (
    Agent,
    AgentError,
    Belief,
    FormatError,
    Game,
    GameError,
    IllegalActionError,
    LimitError,
    OptionError,
    OthermindsError,
    Player,
    Policy,
    State,
    Thought,
    View,
)
from otherminds.games import load, register
from otherminds.games.drawings import drawing
from otherminds.search import Evolve, Search, thought

# isort: split
from otherminds.agents import Delegate
from otherminds.arena.match import Match, play_match

if TYPE_CHECKING:
    from otherminds import arena, interop, learn, search
    from otherminds.agents.catalogue import agents  # a package that can be called, as is games
    from otherminds.arena.tournaments import tournament
    from otherminds.games.registry import game_names as game_names
    from otherminds.games.registry import game_names as games
    from otherminds.search import *  # noqa: F403 (the names that this module once had)

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "Agent",
    "AgentError",
    "Belief",
    "Delegate",
    "Evolve",
    "FormatError",
    "Game",
    "GameError",
    "IllegalActionError",
    "LimitError",
    "Match",
    "Observation",
    "OptionError",
    "OthermindsError",
    "Player",
    "Policy",
    "Rng",
    "Search",
    "State",
    "Stream",
    "Thought",
    "View",
    "agents",
    "arena",
    "drawing",
    "games",
    "interop",
    "learn",
    "load",
    "play_match",
    "register",
    "search",
    "thought",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """What is loaded when it is first used, and names that have moved to `search` and `games`."""
    if name == "tournament":
        return importlib.import_module("otherminds.arena").tournament
    if name in ("conformance", "examples", "interop", "lab", "learn"):
        return importlib.import_module(f"otherminds.{name}")
    if name == "game_names":
        return importlib.import_module("otherminds.games").game_names
    search = importlib.import_module("otherminds.search")
    if name in search.__all__ and name != "Quirks":  # which only the laboratory uses
        return getattr(search, name)
    raise AttributeError(f"module 'otherminds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
