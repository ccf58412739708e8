"""The agents of Catan.

| module | subject |
|---|---|
| `players` | named policies: Stac, the robots of JSettlers, and simple ones |
| `planners` | Dobre's planners and those he compares with, as settings of the search |
| `builds` | Karamalegkos's agents, and the build game that they plan in |
| `names` | the catalogue |
"""

from otherminds.agents.catan.builds import Builds, karamalegkos
from otherminds.agents.catan.names import CATALOGUE, best
from otherminds.agents.catan.planners import (
    BUILDING,
    EXCHANGES,
    SHIPPED_ROLLOUT,
    VIRTUAL_WINS,
    mcts,
    smart_settlers,
    tismcts,
    tmcts,
    tpomcp,
)
from otherminds.agents.catan.players import (
    jsettlers_fast,
    jsettlers_mix,
    jsettlers_smart,
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
    "best",
    "jsettlers_fast",
    "jsettlers_mix",
    "jsettlers_smart",
    "karamalegkos",
    "mcts",
    "smart_settlers",
    "stac",
    "stac_2015",
    "stac_original",
    "tismcts",
    "tmcts",
    "tpomcp",
    "turn_typed",
    "typed",
    "value",
]
