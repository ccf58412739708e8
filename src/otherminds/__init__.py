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
from otherminds.delegate import Delegate
from otherminds.errors import (
    AgentError,
    FormatError,
    GameError,
    IllegalActionError,
    LimitError,
    OptionError,
    OthermindsError,
)
from otherminds.games import Belief, Game, State, View, game_names, load, register
from otherminds.match import Match, play_match
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
    "game_names",
    "load",
    "play_match",
    "register",
]
