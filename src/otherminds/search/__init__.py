"""The planner: one Monte Carlo search, four questions.

| question | option | answers |
|---|---|---|
| What is hidden from me? | `hidden` | `Nothing`, `Worlds`, `InformationSets`, `Particles`, `BeliefTree` |
| What will the others do? | `others` | `Themselves`, `Random`, `Policies`, `Types` |
| What do I try next? | `bandit` | `UCB1`, `UCB1Tuned`, `BayesianUCB`, `VPI`, `PUCT`, `Thompson` |
| How do I judge where I stopped? | `rollout` | `Uniform`, `Typed`, `Played`, `Evaluated` |

Each answer is a small frozen value. A `Search` holds one answer to each, a `Tree` and a budget; it
is a recipe that can be run on a state or a belief, sit in a seat, or model another seat.

| module | subject |
|---|---|
| `recipe`, `planner` | `Search`, and what every planner can do |
| `evolution`, `exhaustive` | `Evolve` and `Exhaustive`, which share the questions |
| `hidden`, `others`, `bandits`, `rollouts` | the answers to each question |
| `tree`, `model`, `evaluations`, `policies` | the tree, planning models, evaluations, policies in a search |
| `results`, `thoughts` | what a search found out, and what it and any agent can tell |
| `networks` | learned models by their files |
| `counted_types` | type distributions from counts of what was chosen |
| `recognition` | which type a player looks like, from finished games |
| `answers`, `schema` | what answers share, and their declared options |
| `quirks`, `resolving` | defects to repeat; what follows from a game |
"""  # noqa: E501

from otherminds.search import bandits, hidden, others, rollouts
from otherminds.search.bandits import *  # noqa: F403 (the answers are listed where they are)
from otherminds.search.evaluations import Evaluation
from otherminds.search.evolution import Evolve
from otherminds.search.exhaustive import Exhaustive
from otherminds.search.hidden import *  # noqa: F403
from otherminds.search.model import PlanningModel
from otherminds.search.networks import Network
from otherminds.search.others import *  # noqa: F403
from otherminds.search.planner import Planner
from otherminds.search.policies import PolicyLike, PythonPolicy, TypeDistribution, TypePrior
from otherminds.search.quirks import Quirks
from otherminds.search.recipe import Search
from otherminds.search.recognition import Recognition, recognise, recognise_instead
from otherminds.search.results import ActionValue, SearchResult, TypeBelief
from otherminds.search.rollouts import *  # noqa: F403
from otherminds.search.schema import AnswerSchema, OptionSchema, Refusal, Schema, refusals, schema
from otherminds.search.thoughts import (
    BelievedFact,
    BelievedWorld,
    ConsideredMove,
    LineMove,
    Thought,
    listen,
    thought,
)
from otherminds.search.tree import Tree

__all__ = [
    "ActionValue",
    "AnswerSchema",
    "BelievedFact",
    "BelievedWorld",
    "ConsideredMove",
    "Evaluation",
    "Evolve",
    "Exhaustive",
    "LineMove",
    "Network",
    "OptionSchema",
    "Planner",
    "PlanningModel",
    "PolicyLike",
    "PythonPolicy",
    "Quirks",
    "Recognition",
    "Refusal",
    "Schema",
    "Search",
    "SearchResult",
    "Thought",
    "Tree",
    "TypeBelief",
    "TypeDistribution",
    "TypePrior",
    "listen",
    "recognise",
    "recognise_instead",
    "refusals",
    "schema",
    "thought",
]
__all__ += bandits.__all__
__all__ += hidden.__all__
__all__ += others.__all__
__all__ += rollouts.__all__
