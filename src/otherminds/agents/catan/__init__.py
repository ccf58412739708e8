"""The agents of Catan.

| module | subject |
|---|---|
| `players` | named policies: Stac, the robots of JSettlers, and simple ones |
| `planners` | Dobre's planners and those he compares with, as settings of the search |
| `human_types` | how often people choose each type of action |
| `belief_planners` | Dobre's planners in beliefs, and the belief game that they plan in |
| `builds` | Karamalegkos's agents, and the build game that they plan in |
| `names` | the catalogue |
"""

from otherminds.agents.catan.belief_planners import Factored, tbmcts, tbmctsor
from otherminds.agents.catan.builds import Builds, karamalegkos, karamalegkos_random
from otherminds.agents.catan.entries import CATALOGUE, best
from otherminds.agents.catan.human_types import HumanTypes, human_types
from otherminds.agents.catan.planners import (
    BUILDING,
    EXCHANGES,
    SHIPPED_ROLLOUT,
    VIRTUAL_WINS,
    guided,
    mcts,
    pilot,
    smart_settlers,
    tismcts,
    tmcts,
    tpomcp,
    tpomcp_ts_cr,
)
from otherminds.agents.catan.players import (
    jsettlers_fast,
    jsettlers_mix,
    jsettlers_smart,
    people,
    stac,
    stac_2015,
    stac_original,
    turn_typed,
    typed,
    value,
)

__all__ = [
    "BUILDING",
    "CATALOGUE",
    "EXCHANGES",
    "SHIPPED_ROLLOUT",
    "VIRTUAL_WINS",
    "Builds",
    "Factored",
    "HumanTypes",
    "best",
    "guided",
    "human_types",
    "jsettlers_fast",
    "jsettlers_mix",
    "jsettlers_smart",
    "karamalegkos",
    "karamalegkos_random",
    "mcts",
    "people",
    "pilot",
    "smart_settlers",
    "stac",
    "stac_2015",
    "stac_original",
    "tbmcts",
    "tbmctsor",
    "tismcts",
    "tmcts",
    "tpomcp",
    "tpomcp_ts_cr",
    "turn_typed",
    "typed",
    "value",
]
