"""Agents that plan in games where nobody sees everything and nobody knows who they are playing.

Examples:
    >>> import otherminds
    >>> game = otherminds.load("othello")
    >>> match = otherminds.play_match(
    ...     game, [otherminds.Search(iterations=50), otherminds.Policy("max_value")], seed=1
    ... )
    >>> sum(match.returns)
    0.0
"""

from otherminds._core import CHANCE, NOBODY, Observation, Rng, Stream
from otherminds.agents import Agent, Player, Policy
from otherminds.errors import (
    AgentError,
    FormatError,
    GameError,
    IllegalActionError,
    OptionError,
    OthermindsError,
)
from otherminds.games import Belief, Game, State, View, game_names, load, register
from otherminds.match import Match, play_match
from otherminds.search import UCB1, Nothing, Search, SearchResult, Themselves, Tree, Uniform

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "UCB1",
    "Agent",
    "AgentError",
    "Belief",
    "FormatError",
    "Game",
    "GameError",
    "IllegalActionError",
    "Match",
    "Nothing",
    "Observation",
    "OptionError",
    "OthermindsError",
    "Player",
    "Policy",
    "Rng",
    "Search",
    "SearchResult",
    "State",
    "Stream",
    "Themselves",
    "Tree",
    "Uniform",
    "View",
    "game_names",
    "load",
    "play_match",
    "register",
]
