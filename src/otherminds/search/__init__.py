"""The planner: one Monte Carlo search, four questions.

| question | option | answers |
|---|---|---|
| What is hidden from me? | `hidden` | `Nothing`, `Worlds`, `InformationSets`, `Particles`, `BeliefTree` |
| What will the others do? | `others` | `Themselves`, `Random`, `Policies`, `Types` |
| What do I try next? | `bandit` | `UCB1`, `UCB1Tuned`, `BayesianUCB`, `VPI`, `PUCT`, `Thompson` |
| How do I judge where I stopped? | `rollout` | `Uniform`, `Typed`, `Played`, `Evaluated` |

Each answer is a small frozen value. A `Search` holds one answer to each, a `Tree` and a budget; it
is a recipe that can be run on a state or a belief, sit in a seat, or model another seat.
"""  # noqa: E501

from otherminds.search.bandits import (
    PUCT,
    UCB1,
    VPI,
    BayesianUCB,
    Thompson,
    UCB1Tuned,
    play_bandit,
)
from otherminds.search.evolution import Evolve
from otherminds.search.exhaustive import Exhaustive
from otherminds.search.hidden import (
    BeliefGame,
    BeliefTree,
    InformationSets,
    Nothing,
    Particles,
    Worlds,
)
from otherminds.search.model import PlanningModel
from otherminds.search.others import (
    Correlated,
    Policies,
    Product,
    Random,
    Sum,
    Switching,
    Themselves,
    TimeWeighted,
    Types,
)
from otherminds.search.planner import Planner
from otherminds.search.policies import PolicyLike, PythonPolicy, TypeDistribution, TypePrior
from otherminds.search.recipe import Search
from otherminds.search.recognition import Recognition, recognise, recognise_instead
from otherminds.search.results import ActionValue, SearchResult, TypeBelief
from otherminds.search.rollouts import Evaluated, Evaluation, Played, Typed, Uniform
from otherminds.search.tree import Tree

__all__ = [
    "PUCT",
    "UCB1",
    "VPI",
    "ActionValue",
    "BayesianUCB",
    "BeliefGame",
    "BeliefTree",
    "Correlated",
    "Evaluated",
    "Evaluation",
    "Evolve",
    "Exhaustive",
    "InformationSets",
    "Nothing",
    "Particles",
    "Planner",
    "PlanningModel",
    "Played",
    "Policies",
    "PolicyLike",
    "Product",
    "PythonPolicy",
    "Random",
    "Recognition",
    "Search",
    "SearchResult",
    "Sum",
    "Switching",
    "Themselves",
    "Thompson",
    "TimeWeighted",
    "Tree",
    "TypeBelief",
    "TypeDistribution",
    "TypePrior",
    "Typed",
    "Types",
    "UCB1Tuned",
    "Uniform",
    "Worlds",
    "play_bandit",
    "recognise",
    "recognise_instead",
]
