"""The tree of a search: its shape, its limits, its threads and the final move."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds.search.answers import Answer, later

__all__ = ["Tree"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Tree(Answer):
    """How the tree grows and is used.

    Attributes:
        max_nodes: at this size the tree stops growing; iterations continue and roll out from its
        leaves.
            A node of Othello takes about 200 bytes with its edges.
        loop: ``"closed"`` tells positions apart by all that happened; ``"open"`` by the moves that
            the search chose, averaging over everything else.
        depth: decisions in the tree at most; None for any number.
        transpositions: equal positions share a node; where facts are hidden, equal views do. A
            node counts once per iteration.
        same_belief: where facts are hidden, positions are equal only if the seat would believe the
            same in them as well, by a summary of its belief that the game gives (Dobre 2018; so
            far Catan).
        afterstates: a move counts as the position it leads to, wherever that was met (Dobre 2018).
        by_type: the bandit chooses the type of a move first, by what all moves of each type have
            earned together, then a move of that type; the final move likewise. Two hundred offers
            of a trade then compete with one end of the turn as one. For `UCB1` and `PUCT`.
        widening: ``ceil(widening * visits ** widening_exponent)`` moves are open at a node, by
            prior where there is one (Coulom 2007); None opens all.
        widening_exponent: see ``widening``.
        outcome_widening: the same for the outcomes of chance.
        reuse: an agent's next search goes on with what fits of the tree.
        threads: how many work on one search. With several, results vary from run to run.
        parallel: ``"tree"`` shares one tree, a visit counting as lost until its result is known
            (virtual loss); ``"root"`` grows one tree per thread and adds their votes.
        final: the move with the most ``"visits"``, the best ``"mean"``, the best ``"lower"`` bound
            of its mean (two standard errors below), the greatest ``"total"``, or the best mean of
            the bandit's ``"posterior"``, for bandits that have one.
        ties: among equals a ``"random"`` one or the ``"first"``; also the order of first tries.
        final_ties: the same for the final move alone, where it differs: ``"random"`` or
            ``"first"``; None for what ``ties`` says.
        margin: the search changes the move of the roll-out's policy only for one whose mean is
            greater by so much, in the units of the game's returns; None always takes the best.
            Others who follow that policy then seldom see a move that they do not expect (Lerer,
            Hu, Foerster and Brown 2020). Needs ``rollout=Played(...)``.
        significance: moves are not tried by a bandit but race: each world is played on after every
            move that is still in the race, by the same random numbers, and a move that is so many
            standard errors worse than the roll-out's policy's own leaves it. Another move than that
            is made only if it is better by more than so many standard errors, and by ``margin`` on
            top where that is given. Needs ``rollout=Played(...)``, `Particles` and ``depth=1``.
        next_best: after a move that another seat refused, such as an offer in Catan, the next best
            move of the same search is made; a new search only follows a move that was not refused
            (Dobre 2018).
        batch: positions that an `Evaluation` judges at once.
    """

    max_nodes: int = 4_000_000
    loop: str = "closed"
    depth: int | None = None
    transpositions: bool = False
    same_belief: bool = False
    afterstates: bool = False
    by_type: bool = later(False)
    widening: float | None = None
    widening_exponent: float = 0.5
    outcome_widening: float | None = None
    reuse: bool = False
    threads: int = 1
    parallel: str = "tree"
    final: str = "visits"
    ties: str = "random"
    final_ties: str | None = None
    margin: float | None = None
    significance: float | None = later(None)
    next_best: bool = False
    batch: int = 1
