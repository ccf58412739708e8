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
| `contents` | every claim, in the order of the source, and its figures |
"""
