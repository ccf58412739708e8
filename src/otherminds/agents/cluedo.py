"""The planners of Ledford's experiments with Cluedo, each a setting of the search, and ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from otherminds.agents.catalogue import listed, recipe
from otherminds.contracts import Player, Policy
from otherminds.search import (
    PUCT,
    UCB1,
    BeliefGame,
    BeliefTree,
    InformationSets,
    Particles,
    Played,
    Policies,
    PolicyLike,
    Search,
    Themselves,
    Tree,
    Typed,
)

__all__ = [
    "CATALOGUE",
    "Sheets",
    "ablation",
    "best",
    "bmcts",
    "detective",
    "heuristic",
    "is_mcts",
    "ld_bmcts",
    "naive",
    "plausible",
    "pomcp",
    "program_bmcts",
    "rooms",
]

detective = Policy("detective")
"""Ours: knows exactly what can be known, asks what tells most, shows what tells least."""

plausible = Policy("plausible")
"""What a sensible player might do, judged from its view alone; made for priors."""

naive = Policy("naive")
"""Knows the cards it has seen, walks to random rooms and asks for cards it does not know."""

heuristic = Policy("heuristic")
"""Keeps a sheet of where each card may be and asks for what it knows least of (Ledford 2018)."""

ablation = Policy("heuristic", belief="none")
"""The Heuristic that ignores every query between two others."""


rooms = Policy("rooms")
"""Random play in which each room to walk to counts as a kind of action of its own."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sheets(BeliefGame):
    """The belief game of Cluedo: the table and a sheet for every seat (Ledford 2018).

    What seats answer is drawn from one more sheet, which nobody sees and which keeps the answers of
    a walk consistent; whether an accusation is right, from the sheet of the one who accuses.

    Attributes:
        belief: how sheets are marked when others show each other a card: ``"factored"`` (Bayes'
            rule for independent cards), ``"thesis"``, ``"program"`` or ``"none"``.
        root: what the planner's own sheet says at the root: the ``"exact"`` belief card by card, or
            the ``"sheet"`` that it has marked.
        fixed: how many cards have a drawn place in each iteration, the envelope's first: 0 is full
            belief, 3 light determinization, all of them determinization. -1: 3 when ``light``,
            else 0.
        drawn: they are drawn once an ``"iteration"`` or once a ``"decision"``.
        drawn_by: by their ``"belief"``, or evenly among what is possible (``"support"``).
        answers: what others show is left to ``"chance"``, or to the ``"search"`` with each answer
            weighed by how likely it is possible.
        consistent: answers fit each other and the sizes of hands. Without it each is drawn from the
            sheet of the seat that answers, and most simulated games never end.
        accuse: the planner may accuse when it is right with this chance or more.
        guess_below: another seat may accuse its best guess when its sheet has fewer bits in doubt.
            A defect of Ledford's program, at 4.
        forgetful: every step starts from the sheets of the root. Another one.
        certain_wins: another seat that becomes certain has won at once. Another one.
        uniform_outcomes: accusations and answers in roll-outs turn out each way with the same
            chance. Another one.
    """

    belief: str = "factored"
    root: str = "exact"
    fixed: int = -1
    drawn: str = "iteration"
    drawn_by: str = "belief"
    answers: str = "chance"
    consistent: bool = True
    accuse: float = 1.0
    guess_below: float = 0.0
    forgetful: bool = False
    certain_wins: bool = False
    uniform_outcomes: bool = False


def bmcts(
    iterations: int | None = 800,
    *,
    light: bool = False,
    others: PolicyLike = "heuristic",
    exploration: float = 1.0,
    sheets: Sheets | None = None,
    **more: Any,
) -> Search:
    """Ledford's BMCTS corrected: MCTS in the belief game against Heuristic opponents.

    Beliefs are carried down the tree and through typed roll-outs. With ``light`` it is LD-BMCTS:
    the envelope is drawn anew each iteration and restricts who can hold its cards, nothing more.
    The plan starts from the exact belief. His text starts it from the sheet that the Heuristic
    keeps as well, which is much weaker: ``sheets=Sheets(root="sheet", belief="thesis",
    drawn="decision", drawn_by="support")``.

    Examples:
        >>> bmcts(100, light=True).iterations
        100
    """
    return Search(
        hidden=BeliefTree(light=light, belief_game=sheets or Sheets()),
        others=Policies(others),
        bandit=UCB1(exploration=exploration),
        rollout=Typed(),
        tree=Tree(final="mean"),
        iterations=iterations,
        **more,
    )


def ld_bmcts(
    iterations: int | None = 800,
    *,
    others: PolicyLike = "heuristic",
    exploration: float = 1.0,
) -> Search:
    """LD-BMCTS: `bmcts` with light determinization, the envelope drawn anew each iteration."""
    return bmcts(iterations, light=True, others=others, exploration=exploration)


def program_bmcts(iterations: int | None = 800, *, light: bool = False, **more: Any) -> Search:
    """BMCTS as Ledford's released program has it, with its defects.

    Every seat is searched in the tree; each step starts from the sheets of the root; the planner is
    taken to sit in seat 0, so that in roll-outs seat 0 plays at random, a room a kind of action,
    and everybody else, the planner too, as a Heuristic that accuses below 4 bits; who becomes
    certain has won; answers and accusations turn out evenly; the envelope is drawn once a decision,
    evenly among what is possible.
    """
    model = Policy("heuristic", belief="program", ties="first", accuse_below=4.0)
    seats = {0: Policy("rooms"), 1: model, 2: model, 3: model}
    return Search(
        hidden=BeliefTree(
            light=light,
            belief_game=Sheets(
                belief="program",
                root="sheet",
                drawn="decision",
                drawn_by="support",
                answers="search",
                consistent=False,
                guess_below=4.0,
                forgetful=True,
                certain_wins=True,
                uniform_outcomes=True,
            ),
        ),
        others=Themselves(),
        bandit=UCB1(exploration=1.0),
        rollout=Played(seats),
        tree=Tree(final="mean", transpositions=True, max_nodes=500_000),
        iterations=iterations,
        **more,
    )


def is_mcts(
    iterations: int | None = 1000,
    *,
    others: PolicyLike = "heuristic",
    rollout: PolicyLike = "heuristic",
    exploration: float = 1.0,
    **more: Any,
) -> Search:
    """Information sets: a deal an iteration, models for the others, roll-outs by a policy.

    Nodes are what the planner has witnessed, so that an accusation is worth what the deals that fit
    say: it is judged by the belief. Of the accusations only the best guess has a prior.

    Examples:
        >>> is_mcts(100).iterations
        100
    """
    return Search(
        hidden=InformationSets(),
        others=Policies(others),
        bandit=PUCT(prior=plausible, exploration=exploration),
        rollout=Played(rollout),
        iterations=iterations,
        **more,
    )


def pomcp(
    iterations: int | None = 1000,
    *,
    others: PolicyLike = "heuristic",
    rollout: PolicyLike = "heuristic",
    exploration: float = 1.0,
    **more: Any,
) -> Search:
    """POMCP whose particles are drawn from the exact belief at every move; else as `is_mcts`."""
    return Search(
        hidden=Particles(belief="game"),
        others=Policies(others),
        bandit=PUCT(prior=plausible, exploration=exploration),
        rollout=Played(rollout),
        iterations=iterations,
        **more,
    )


def best() -> Player:
    """The strongest honest agent that answers within about a second: our detective."""
    return detective


def _ablation() -> Player:
    """The heuristic that ignores every question between two others."""
    return ablation


_SOURCE = "Ledford 2018"

CATALOGUE = (
    recipe(best),
    *listed("detective"),
    recipe(bmcts, source=f"{_SOURCE}, BMCTS"),
    recipe(ld_bmcts, source=f"{_SOURCE}, LD-BMCTS"),
    recipe(is_mcts),
    recipe(pomcp),
    *listed("heuristic", "naive", source=_SOURCE),
    recipe(_ablation, name="ablation", source=_SOURCE),
    *listed("plausible"),
    *listed("rooms", source=f"{_SOURCE}, roll-outs of his program"),
)
