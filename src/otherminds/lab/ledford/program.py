"""The planner of Ledford's released program, with the defects that decide its strength."""

from __future__ import annotations

from typing import Any

from otherminds.agents.cluedo import Sheets
from otherminds.contracts import Policy
from otherminds.search import UCB1, BeliefTree, Played, Quirks, Search, Themselves, Tree

__all__ = ["program_bmcts"]


def program_bmcts(
    iterations: int | None = 800, *, light: bool = False, seats: int = 4, **more: Any
) -> Search:
    """BMCTS as Ledford's released program has it, with its defects.

    Every seat is searched in the tree; each step starts from the sheets of the root; the planner is
    taken to sit in seat 0, so that in roll-outs seat 0 plays at random, with each room counted as
    an action type, and everybody else, including the planner, plays as a Heuristic that accuses
    below 4 bits; a seat that becomes certain has won; answers and accusations turn out evenly; the
    envelope is drawn once per decision, evenly among what is possible.

    Args:
        iterations: for each decision.
        light: LD-BMCTS.
        seats: of the game.
        more: further options of `Search`.
    """
    model = Policy("heuristic", belief="program", ties="first", accuse_below=4.0)
    players = {0: Policy("rooms"), **dict.fromkeys(range(1, seats), model)}
    return Search(
        hidden=BeliefTree(
            light=light,
            belief_game=Sheets(
                belief="program",
                root="sheet",
                drawn="decision",
                drawn_by="support",
                answers="search",
                quirks=Quirks(
                    inconsistent=True,
                    guess_below=4.0,
                    forgetful=True,
                    certain_wins=True,
                    uniform_outcomes=True,
                ),
            ),
        ),
        others=Themselves(),
        bandit=UCB1(exploration=1.0),
        rollout=Played(players),
        tree=Tree(final="mean", transpositions=True, max_nodes=500_000),
        iterations=iterations,
        **more,
    )
