"""The agents of Hanabi.

| module | subject |
|---|---|
| `rules` | players made of rules: the library, your own lists, and named players |
| `planners` | Walton-Rivers' planners as settings of the search, and ours |
| `names` | the catalogue |
"""

from otherminds.agents.hanabi.entries import CATALOGUE, best
from otherminds.agents.hanabi.planners import (
    STRANGERS,
    TEAM,
    is_mcts,
    mcs,
    planner,
    policy_mcts,
    predictor,
    team_player,
)
from otherminds.agents.hanabi.rules import (
    LIBRARY,
    MASTER_LIST,
    DiscardProbablyUseless,
    Hint,
    If,
    LibraryRule,
    PlayProbablySafe,
    answers,
    cautious,
    conventions,
    flawed,
    hat_guessing,
    iggi,
    internal,
    outer,
    piers,
    pointer,
    rules,
    van_den_bergh,
)

__all__ = [
    "CATALOGUE",
    "LIBRARY",
    "MASTER_LIST",
    "STRANGERS",
    "TEAM",
    "DiscardProbablyUseless",
    "Hint",
    "If",
    "LibraryRule",
    "PlayProbablySafe",
    "answers",
    "best",
    "cautious",
    "conventions",
    "flawed",
    "hat_guessing",
    "iggi",
    "internal",
    "is_mcts",
    "mcs",
    "outer",
    "piers",
    "planner",
    "pointer",
    "policy_mcts",
    "predictor",
    "rules",
    "team_player",
    "van_den_bergh",
]
