"""What everything else agrees on; imports nothing of the other rooms.

| module | subject |
|---|---|
| `games` | what a game, a state, a view and a belief promise |
| `players` | what an agent and a player promise; named policies; asking an agent for its move |
| `grammar` | how players and games are written as text, whatever their names mean |
| `errors` | everything that goes wrong on purpose |
"""

from otherminds._core import CHANCE, NOBODY, NativeAgent, Observation, Rng, Stream
from otherminds.contracts.errors import (
    AgentError,
    FormatError,
    GameError,
    IllegalActionError,
    LimitError,
    OptionError,
    OthermindsError,
)
from otherminds.contracts.games import Belief, Game, State, View
from otherminds.contracts.players import (
    Agent,
    AnyAgent,
    Composite,
    Player,
    Policy,
    ask,
    make_agent,
    peeks,
)

__all__ = [
    "CHANCE",
    "NOBODY",
    "Agent",
    "AgentError",
    "AnyAgent",
    "Belief",
    "Composite",
    "FormatError",
    "Game",
    "GameError",
    "IllegalActionError",
    "LimitError",
    "NativeAgent",
    "Observation",
    "OptionError",
    "OthermindsError",
    "Player",
    "Policy",
    "Rng",
    "State",
    "Stream",
    "View",
    "ask",
    "make_agent",
    "peeks",
]
