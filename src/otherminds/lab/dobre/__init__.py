"""Dobre's experiments with Settlers of Catan.

docs/sources/dobre.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `shape` | random games and their numbers, measured at once |
| `random_play` | D1, D3, D4: what random games look like |
| `heuristic` | D2, D5, D6: games of the plan-based player |
| `planners` | P1 to P5: planners against it |
| `strength` | S1 to S7: how strong both are, by figures from elsewhere |
| `figures` | the tables of the report |
"""

from otherminds.lab.claims import Claim
from otherminds.lab.dobre import heuristic, planners, random_play, strength
from otherminds.lab.dobre.figures import figures

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *random_play.SIZES,
    *heuristic.LENGTHS,
    *random_play.KINDS,
    *random_play.TYPED,
    *heuristic.WINS,
    *planners.CLAIMS,
    *strength.CLAIMS,
)
