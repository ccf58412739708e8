"""Dobre's experiments with Settlers of Catan.

docs/sources/dobre.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `shape` | random games and their numbers, measured at once |
| `random_play` | D1, D3, D4: what random games look like |
| `heuristic` | D2, D5, D6: games of the plan-based player |
| `agents` | the planners of all chapters by name, and what their games cost |
| `chapters` | D7 to D81: what they claim about play |
| `planners` | P1 to P5: planners against it |
| `strength` | S1 to S7: how strong both are, by figures from elsewhere |
| `figures` | the tables of the report |
| `contents` | every claim, in the order of the source, and its figures |
"""
