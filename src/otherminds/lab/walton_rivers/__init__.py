"""Walton-Rivers' tournaments with partner models, in Tiny Co-Op and Hanabi.

docs/sources/walton-rivers.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | agents, partners, levels and numbers of games |
| `reported` | the tables of the thesis |
| `measures` | scores and ticks of stored games, and what nested searches cost |
| `baseline` | E1, W1 to W9: searches and genetic controllers |
| `flares` | E2, W10 to W13: what flares cost |
| `prediction` | E3, W14 to W24: models of partners |
| `controls` | C: what the program's choices explain |
| `figures` | the plots and tables of the report |
| `hanabi` | the same for Hanabi: E4 to E11, W25 to W47 |
"""

from otherminds.lab.claims import Claim
from otherminds.lab.walton_rivers import baseline, controls, flares, hanabi, prediction
from otherminds.lab.walton_rivers.figures import figures

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *baseline.CLAIMS,
    *flares.CLAIMS,
    *prediction.CLAIMS,
    *hanabi.CLAIMS,
    *controls.CLAIMS,
    *hanabi.CONTROLS,
)
