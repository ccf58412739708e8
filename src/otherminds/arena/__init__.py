"""Matches and tournaments, and what may be concluded from them.

| module | subject |
|---|---|
| `match` | one match, and what a seat could know of it |
| `tournaments` | a whole tournament in one call |
| `plan` | tournaments before they are played: who meets whom |
| `running` | playing a tournament up to a number of games, or until a question is answered |
| `work`, `pool`, `seating` | chunks of work, worker processes, and the agents in them |
| `on_ray` | workers of a Ray cluster |
| `shards`, `merging` | parts of a tournament, and one file of theirs |
| `store`, `store_file` | where results live, and the file that they live in |
| `rows`, `leases` | what a row of results says, and who is playing what |
| `recorded`, `checking` | what stores say without running anything, and mending damaged rows |
| `results`, `metrics` | what the matches of a tournament say |
| `statistics`, `ratings` | intervals, tests, ratings |
| `report`, `terminal_report`, `pages` | what people read: in files, in the terminal, as pages |
| `findings`, `cross_play` | what was found, in a sentence; what co-operative games say |
| `plots`, `team_plots`, `replay_page` | pictures, and a match to step through |
| `advice`, `review`, `hindsight` | what to do, what cost most, what could have been known |
| `suites` | the same players against the same opponents on the same deals, each time |
| `recognition_measures` | which types the players of recorded games look like |

Some of these load numerical libraries, so that each is loaded when it is first used: as a module,
``otherminds.arena.statistics``, or by one of the names below.
"""

from typing import TYPE_CHECKING

from otherminds.contracts.lazily import lazily

if TYPE_CHECKING:
    from otherminds.arena.match import Match, play_match, witness
    from otherminds.arena.plan import Tournament, plan_tournament
    from otherminds.arena.results import Results
    from otherminds.arena.running import run, run_all
    from otherminds.arena.store import Store
    from otherminds.arena.tournaments import tournament

__all__ = [
    "Match",
    "Results",
    "Store",
    "Tournament",
    "plan_tournament",
    "play_match",
    "run",
    "run_all",
    "tournament",
    "witness",
]

__getattr__ = lazily(
    __name__,
    {
        "Match": "match",
        "Results": "results",
        "Store": "store",
        "Tournament": "plan",
        "plan_tournament": "plan",
        "play_match": "match",
        "run": "running",
        "run_all": "running",
        "tournament": "tournaments",
        "witness": "match",
    },
)
