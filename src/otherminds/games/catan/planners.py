"""The planners of Dobre 2018 as settings of the search, with his parameters."""

from __future__ import annotations

from typing import Any

from otherminds.search import (
    UCB1,
    InformationSets,
    Nothing,
    Particles,
    Search,
    Tree,
    Typed,
    Uniform,
)
from otherminds.search.hidden import Hidden
from otherminds.search.rollouts import Rollout

__all__ = ["EXCHANGES", "mcts", "tismcts", "tmcts", "tpomcp"]

EXCHANGES: dict[str, Any] = {"exchange": "drawn", "offers": 0}
"""Rules of typed roll-outs in Dobre's program: who trades gets an exchange that chance draws, with
somebody who has cards, as often as it likes."""

_TREE = Tree(transpositions=True, afterstates=True, final="mean", next_best=True)


def _search(hidden: Hidden, rollout: Rollout, iterations: int) -> Search:
    return Search(
        hidden=hidden,
        bandit=UCB1(exploration=0.5),
        rollout=rollout,
        tree=_TREE,
        iterations=iterations,
    )


def tmcts(iterations: int = 10_000) -> Search:
    """TMCTS: search with typed roll-outs where nothing is hidden.

    Statistics belong to the positions that moves lead to, chance is drawn, each seat is for itself,
    and after an offer that was refused the next best move follows without a new search.

    Two things are not as in his program: roll-outs draw a type in every phase, not only in the
    midst of a turn, and discard any card alike; and without trades between players there are none
    in roll-outs either. The policy ``turn_typed`` plays as his roll-outs do.

    Examples:
        >>> from otherminds import load
        >>> tmcts(200).run(load("catan", rules="dobre").initial_state(), seed=1).iterations
        200
    """
    return _search(Nothing(), Typed(under=EXCHANGES), iterations)


def mcts(iterations: int = 10_000) -> Search:
    """The same with uniformly random roll-outs, in which offers are answered by a coin."""
    return _search(Nothing(), Uniform(), iterations)


def tismcts(iterations: int = 10_000) -> Search:
    """TISMCTS: the hidden game, one tree over what the searching seat sees.

    Worlds are drawn from the game's belief; a move counts only the visits in which it was legal.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [tismcts(20), Policy("stac")], seed=1).returns)
        2
    """
    return _search(InformationSets(), Typed(under=EXCHANGES), iterations)


def tpomcp(iterations: int = 10_000) -> Search:
    """TPOMCP: as `tismcts`, with all visits counted, legal or not.

    Dobre's nodes are told apart by a summary of the belief as well; here by what the seat sees.
    """
    return _search(Particles(belief="game"), Typed(under=EXCHANGES), iterations)
