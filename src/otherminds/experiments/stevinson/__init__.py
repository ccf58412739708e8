"""Stevinson's experiments with type-based opponent modelling in Othello.

docs/sources/stevinson.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | agents, opponents and budgets |
| `measures` | numbers of his that are read off stored games |
| `people` | claims about people, from recorded games |
| `legacy` | the defects of the published program, as arms |
| `claims` | S1 to S26, the controls beside them and the defects |
| `figures` | the plots of the report |
"""

from otherminds.experiments.stevinson.claims import CLAIMS
from otherminds.experiments.stevinson.figures import figures

__all__ = ["CLAIMS", "figures"]
