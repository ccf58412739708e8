"""Who plays: the agents of every game, players combined, and players as text.

| module | subject |
|---|---|
| `delegate` | players combined by the kind of move |
| `player_texts` | what the names in player texts mean |
| `imported` | players of other packages by their path |
| one module or package per game | its named policies, and the planners of the sources |

What an agent and a player promise stands in `otherminds.contracts.players`.
"""

from otherminds.agents.delegate import Delegate
from otherminds.agents.imported import ImportedPlayer
from otherminds.agents.player_texts import (
    parse_player,
    parse_players,
    player_options,
    player_text,
    recipes_behind,
)
from otherminds.contracts import Agent, Player, Policy

__all__ = [
    "Agent",
    "Delegate",
    "ImportedPlayer",
    "Player",
    "Policy",
    "parse_player",
    "parse_players",
    "player_options",
    "player_text",
    "recipes_behind",
]
