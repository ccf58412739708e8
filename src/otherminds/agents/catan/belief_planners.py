"""Dobre's planners in beliefs: the belief game of Catan, and the agents that search it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from otherminds.agents.catan.planners import EXCHANGES, TREE
from otherminds.search import UCB1, BeliefGame, BeliefTree, Search, Typed

__all__ = ["Factored", "tbmcts", "tbmctsor"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Factored(BeliefGame):
    """The belief game of Catan: what is public, and the possible hands of each other seat.

    Beliefs are factored (Dobre 2018, chapter 6): the hands of the seats and their development cards
    are independent of each other. A move of another seat is possible where some of its hands allow
    it, and drops the hands that do not. Chance brings what the planner would witness: cards that
    one other seat steals from another or discards stay unseen, what a monopoly takes is drawn seat
    by seat, and whoever could have won with hidden victory points has won, or holds fewer. Up to 64
    hands per seat are kept apart; where they would become more, the planner sees the card.

    Attributes:
        types_by: a roll-out draws the type of a move by the best chance of being legal that one of
            that type has, ``"legality"``, or any type that is possible alike, ``"possibility"``.
        discards: what others discard in roll-outs is ``"shown"``, which keeps the possible hands
            few, or ``"unseen"``.
    """

    types_by: str = "legality"
    discards: str = "shown"


def tbmcts(
    iterations: int = 10_000,
    *,
    legality: bool = True,
    temperature: float = 1.0,
    weighted_returns: bool = False,
    types_by: str = "legality",
) -> Search:
    """TBMCTS: the tree and the roll-outs are in beliefs; no world is ever drawn.

    Others' moves count by how likely they are legal. Equal beliefs share a node as far as the
    fewest and the most of each resource and the number of possible hands tell.

    Args:
        iterations: for each decision.
        legality: weigh the others' moves in the tree by the probability of being legal.
        temperature: that probability to the power ``1 / temperature``.
        weighted_returns: returns count by the legality of the moves that led to them.
        types_by: how roll-outs draw types of moves; see `Factored`.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [tbmcts(20), Policy("stac")], seed=1).returns)
        2
    """
    return Search(
        hidden=BeliefTree(
            belief_game=Factored(types_by=types_by),
            legality=legality,
            temperature=temperature,
            weighted_returns=weighted_returns,
        ),
        bandit=UCB1(exploration=0.5),
        rollout=Typed(under=EXCHANGES),
        tree=TREE,
        iterations=iterations,
    )


def tbmctsor(
    iterations: int = 10_000,
    *,
    legality: bool = True,
    temperature: float = 1.0,
    weighted_returns: bool = False,
) -> Search:
    """TBMCTSOR: the tree is in beliefs, the roll-out in a world that is drawn at its leaf.

    Args:
        iterations: for each decision.
        legality: weigh the others' moves in the tree by the probability of being legal.
        temperature: that probability to the power ``1 / temperature``.
        weighted_returns: returns count by the legality of the moves that led to them.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [tbmctsor(20), Policy("stac")], seed=1).returns)
        2
    """
    planner = tbmcts(
        iterations,
        legality=legality,
        temperature=temperature,
        weighted_returns=weighted_returns,
    )
    assert isinstance(planner.hidden, BeliefTree)
    return replace(planner, hidden=replace(planner.hidden, observable=True))
