"""Walton-Rivers' tournaments with Hanabi.

docs/sources/walton-rivers-hanabi.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | agents, partners, budgets and numbers of games |
| `reported` | the tables of the thesis, and scores of the author's program |
| `measures` | points on common decks |
| `levels` | E4, W25, and M: rule agents with themselves |
| `battery` | E5 to E7, W26 to W36: planners among partners of one policy |
| `open_hands` | E8, W37 to W39 |
| `noise` | E9, W40 to W42: models that are sometimes wrong |
| `agreement` | what is learned from logs |
| `learned` | the learned models |
| `learning` | E10 and E11, W43 to W47: learned models |
| `recognition` | B: partners that are recognised |
| `figures` | the plots and tables of the report |
| `contents` | every claim, in the order of the source, and its figures |
"""
