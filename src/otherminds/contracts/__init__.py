"""The contracts that all rooms share; imports nothing from the other rooms.

| module | subject |
|---|---|
| `games` | what a game, a state, a view and a belief promise |
| `players` | what an agent and a player promise; named policies; asking an agent for its move |
| `drawings` | what a drawing is: SVG whose parts name the actions they stand for |
| `tables` | tables of HTML, for reports and notebooks |
| `thoughts` | what an agent can tell about a decision, as a value that becomes JSON and back |
| `streams` | the random streams of matches and tournaments |
| `grammar` | how players and games are written as text |
| `writing` | values that print as their text |
| `reading` | where texts become values |
| `importing` | what is named by a path, and when it may be imported |
| `files` | files that are written whole or not at all |
| `lazily` | packages whose parts are loaded when they are first used |
| `errors` | the errors that otherminds raises |
"""

from otherminds._core import CHANCE, NOBODY, NativeAgent, Observation, Rng, Stream
from otherminds.contracts.drawings import Drawing
from otherminds.contracts.errors import (
    AgentError,
    FormatError,
    GameError,
    IllegalActionError,
    LimitError,
    OptionError,
    OthermindsError,
)
from otherminds.contracts.games import Belief, Game, State, View, known_game
from otherminds.contracts.players import (
    Agent,
    AnyAgent,
    Composite,
    Player,
    PlayerLike,
    Policy,
    Recipe,
    agent_of,
    ask,
    find_recipes_by,
    make_agent,
    peeks,
    player_of,
)
from otherminds.contracts.thoughts import Thought

__all__ = [
    "CHANCE",
    "NOBODY",
    "Agent",
    "AgentError",
    "AnyAgent",
    "Belief",
    "Composite",
    "Drawing",
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
    "PlayerLike",
    "Policy",
    "Recipe",
    "Rng",
    "State",
    "Stream",
    "Thought",
    "View",
    "agent_of",
    "ask",
    "find_recipes_by",
    "known_game",
    "make_agent",
    "peeks",
    "player_of",
]
