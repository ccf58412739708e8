"""Matches and tournaments, and what may be concluded from them.

| module | subject |
|---|---|
| `match` | one match, and what a seat could know of it |
| `plan` | tournaments before they are played: who meets whom |
| `running` | playing a tournament up to a number of games, or until a question is answered |
| `pool`, `seating` | worker processes, and the agents in them |
| `store` | where results live |
| `results`, `metrics` | what the matches of a tournament say |
| `statistics`, `ratings` | intervals, tests, ratings |
| `report`, `plots` | tables and pages |
| `resemblance` | which types the players of recorded games look like |

Some of these load numerical libraries, so that each is imported by itself.
"""
