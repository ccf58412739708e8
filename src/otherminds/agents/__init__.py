"""Who plays: the agents of every game, players combined, and players as text.

The package itself can be called: ``otherminds.agents("catan")`` is the catalogue of Catan.

| module | subject |
|---|---|
| `catalogue` | the agents of a game by name: `agents`; what an entry is, and how to add some |
| `options`, `costs` | what can be set in an agent, and what its moves cost |
| `delegate` | players combined by the kind of move |
| `player_texts` | what the names in player texts mean |
| `imported`, `code` | players of other packages by their path, and the code behind them |
| `program`, `process` | players that are programs of their own, and how one is run |
| `language`, `prompts` | language models as players, and what they read |
| `catanatron` | bots of Catanatron as players |
| `catanatron_package`, `catanatron_agent` | its program where it is installed, and who asks it |
| `catanatron_boards`, `catanatron_games` | its boards, moves and games, and ours |
| `lines`, `othello_engines` | what such programs speak: lines of JSON; GTP and NBoard |
| one module or package per game | its named policies, and the planners of the sources |

What an agent and a player promise stands in `otherminds.contracts.players`.
"""

import sys
from types import ModuleType

from otherminds.agents.careless import Careless
from otherminds.agents.catalogue import Catalogue, Entry, agents, listed, recipe
from otherminds.agents.costs import Cost
from otherminds.agents.delegate import Delegate
from otherminds.agents.imported import ImportedPlayer
from otherminds.agents.language import LanguageModel
from otherminds.agents.options import AgentOption
from otherminds.agents.player_texts import (
    parse_player,
    parse_players,
    player_options,
    player_text,
    recipes_behind,
)
from otherminds.agents.program import Program
from otherminds.contracts import Agent, Player, Policy

__all__ = [
    "Agent",
    "AgentOption",
    "Careless",
    "Catalogue",
    "Cost",
    "Delegate",
    "Entry",
    "ImportedPlayer",
    "LanguageModel",
    "Player",
    "Policy",
    "Program",
    "agents",
    "listed",
    "parse_player",
    "parse_players",
    "player_options",
    "player_text",
    "recipe",
    "recipes_behind",
]


class _Callable(ModuleType):
    """A module that answers like its function of the same name."""

    __call__ = staticmethod(agents)


sys.modules[__name__].__class__ = _Callable
