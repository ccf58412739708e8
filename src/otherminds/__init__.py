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

from typing import TYPE_CHECKING

from otherminds._core import CHANCE, NOBODY, Observation, Rng, Stream
from otherminds.agents import Delegate
from otherminds.arena.match import Match, play_match
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
    View,
)
from otherminds.games import game_names, load, register
from otherminds.search import (
    PUCT,
    UCB1,
    VPI,
    BayesianUCB,
    BeliefTree,
    Correlated,
    Evaluated,
    Evaluation,
    Evolve,
    Exhaustive,
    InformationSets,
    Nothing,
    Particles,
    Played,
    Policies,
    Product,
    PythonPolicy,
    Random,
    Search,
    SearchResult,
    Sum,
    Switching,
    Themselves,
    Thompson,
    TimeWeighted,
    Tree,
    Typed,
    TypeDistribution,
    TypePrior,
    Types,
    UCB1Tuned,
    Uniform,
    Worlds,
)

if TYPE_CHECKING:  # the package of agents can be called, which type checkers cannot see
    from otherminds.agents.catalogue import agents

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "PUCT",
    "UCB1",
    "VPI",
    "Agent",
    "AgentError",
    "BayesianUCB",
    "Belief",
    "BeliefTree",
    "Correlated",
    "Delegate",
    "Evaluated",
    "Evaluation",
    "Evolve",
    "Exhaustive",
    "FormatError",
    "Game",
    "GameError",
    "IllegalActionError",
    "InformationSets",
    "LimitError",
    "Match",
    "Nothing",
    "Observation",
    "OptionError",
    "OthermindsError",
    "Particles",
    "Played",
    "Player",
    "Policies",
    "Policy",
    "Product",
    "PythonPolicy",
    "Random",
    "Rng",
    "Search",
    "SearchResult",
    "State",
    "Stream",
    "Sum",
    "Switching",
    "Themselves",
    "Thompson",
    "TimeWeighted",
    "Tree",
    "TypeDistribution",
    "TypePrior",
    "Typed",
    "Types",
    "UCB1Tuned",
    "Uniform",
    "View",
    "Worlds",
    "agents",
    "game_names",
    "load",
    "play_match",
    "register",
]
