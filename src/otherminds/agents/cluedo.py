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
    Quirks,
    Search,
    Tree,
    Typed,
)
from otherminds.search.quirks import native_quirks

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
        accuse: the planner may accuse when it is right with this chance or more.
        quirks: defects of Ledford's program to repeat; for experiments about it only.
    """

    belief: str = "factored"
    root: str = "exact"
    fixed: int = -1
    drawn: str = "iteration"
    drawn_by: str = "belief"
    answers: str = "chance"
    accuse: float = 1.0
    quirks: Quirks | None = None

    def __post_init__(self) -> None:
        """No quirk at all is written in one way."""
        if self.quirks == Quirks():
            object.__setattr__(self, "quirks", None)

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "quirks": native_quirks(self.quirks)}


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


def is_mcts(
    iterations: int | None = 1000,
    *,
    others: PolicyLike = "heuristic",
    rollout: PolicyLike = "heuristic",
    exploration: float = 1.0,
    **more: Any,
) -> Search:
    """Information sets: one deal per iteration, models for the others, roll-outs by a policy.

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
    """An honest agent for play, at about a second per move or less: our detective."""
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
