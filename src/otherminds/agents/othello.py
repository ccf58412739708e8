"""The agents of Othello: types, agents that change their type, and HBA with its controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from otherminds.agents.catalogue import listed, recipe
from otherminds.contracts import Player, Policy
from otherminds.search import (
    UCB1,
    Exhaustive,
    PolicyLike,
    Search,
    Sum,
    Switching,
    TimeWeighted,
    Types,
)

__all__ = [
    "CATALOGUE",
    "TYPES",
    "agent4",
    "agent4_perturb",
    "agent5",
    "agent5_perturb",
    "agent6",
    "agent6_perturb",
    "alpha_beta",
    "best",
    "frontier",
    "hba",
    "hba_correct",
    "hba_exhaustive",
    "max_disk",
    "max_value",
    "mcts",
    "min_disk",
    "minimax",
    "mobility",
    "robust_hba",
]

max_disk = Policy("max_disk")
"""Flips as many discs as possible now."""

max_value = Policy("max_value")
"""Takes the square of the best class: corner, edge, neutral, next to a corner, diagonal to one."""

mobility = Policy("mobility")
"""Leaves the opponent the fewest replies."""

min_disk = Policy("min_disk")
"""Flips as few discs as possible now."""

frontier = Policy("frontier")
"""Has the fewest discs next to empty squares."""

agent4 = Policy("agent4")
"""``max_disk`` for its first 7 moves, ``mobility`` for the next 7, then ``max_value``."""

agent5 = Policy("agent5")
"""A random type for 5 to 8 moves, then another one."""

agent6 = Policy("agent6")
"""Draws a type per move from a mixture that it changes after a lost game."""

TYPES = ("max_disk", "max_value", "mobility")
"""Whom HBA takes its opponent for."""


def mcts(iterations: int = 3_000, *, exploration: float = 2**0.5) -> Search:
    """MCTS: UCT with random roll-outs, which takes its opponent for another search."""
    return Search(bandit=UCB1(exploration=exploration), iterations=iterations)


def hba(
    iterations: int = 340,
    *,
    types: Sequence[PolicyLike] = TYPES,
    horizon: int | None = 10,
    exponent: float = 5.0,
) -> Search:
    """HBA: MCTS with roll-outs by the type that the opponent's last moves suggest.

    Args:
        iterations: for each move; by default as many as in the source's experiments.
        types: whom the opponent may be.
        horizon: the opponent follows its type for this many plies of a roll-out, then it moves at
        random; none is no limit.
        exponent: how fast old moves lose weight, ``c`` of `TimeWeighted`.
    """
    return _hba(iterations, types, horizon, exponent, informed=False)


def hba_correct(
    iterations: int = 340,
    *,
    types: Sequence[PolicyLike] = TYPES,
    horizon: int | None = 10,
    exponent: float = 5.0,
) -> Search:
    """HBA that is told the type which really decides the opponent's next move, as a control.

    Its options are those of `hba`.
    """
    return _hba(iterations, types, horizon, exponent, informed=True)


def _hba(
    iterations: int,
    types: Sequence[PolicyLike],
    horizon: int | None,
    exponent: float,
    *,
    informed: bool,
) -> Search:
    return Search(
        others=Types(
            tuple(types),
            posterior=TimeWeighted(10.0, 0.01, exponent),
            likelihood="indicator",
            where="rollout",
            horizon=horizon,
            informed=informed,
        ),
        iterations=iterations,
    )


def robust_hba(iterations: int = 1_000, *, types: Sequence[PolicyLike] = TYPES) -> Search:
    """HBA that survives wrong types: it allows for errors, for changes and for no type at all."""
    return Search(
        others=Types(tuple(types), posterior=Switching(0.15), error=0.1, redraw=0.15, reserve=0.3),
        iterations=iterations,
    )


def alpha_beta(
    positions: int = 300_000, *, evaluation: Literal["patterns", "mobility", "disks"] = "patterns"
) -> Exhaustive:
    """Looks one move deeper at a time, judges by learned patterns, and ends in perfect play.

    Args:
        positions: to look at for each move.
        evaluation: what judges the positions where it stops.
    """
    return Exhaustive(deepening=True, positions=positions, evaluation=evaluation)


def minimax(depth: int = 4, *, evaluation: Literal["mobility", "disks"] = "mobility") -> Exhaustive:
    """Looks a few moves ahead and judges the positions there by mobility or by discs."""
    return Exhaustive(depth=depth, evaluation=evaluation)


def best() -> Player:
    """An honest agent for play, at about a second per move or less: alpha-beta search."""
    return Policy("alpha_beta")


def hba_exhaustive(depth: int = 4, *, types: Sequence[PolicyLike] = TYPES) -> Exhaustive:
    """The planner of the original HBA: it looks at everything that can follow, to a depth.

    The types are weighed by the sum of what they foretold, and positions judged by mobility.
    """
    return Exhaustive(
        others=Types(tuple(types), posterior=Sum()), depth=depth, evaluation="mobility"
    )


def agent4_perturb(perturb: float = 0.1) -> Player:
    """agent4 with one move in ten at random."""
    return agent4(perturb=perturb)


def agent5_perturb(perturb: float = 0.1) -> Player:
    """agent5 with one move in ten at random."""
    return agent5(perturb=perturb)


def agent6_perturb(perturb: float = 0.1) -> Player:
    """agent6 with one move in ten at random."""
    return agent6(perturb=perturb)


_SOURCE = "Stevinson"

CATALOGUE = (
    recipe(best),
    recipe(mcts, source=_SOURCE),
    recipe(hba, source=f"{_SOURCE}, HBA(gtw)"),
    recipe(hba_correct, source=f"{_SOURCE}, HBA(cor)", peeks=True),
    recipe(hba_exhaustive, source=f"{_SOURCE}, the exhaustive planner"),
    recipe(robust_hba),
    recipe(alpha_beta),
    recipe(minimax),
    *listed("max_disk", "max_value", "mobility", "agent4", "agent5", "agent6", source=_SOURCE),
    *(recipe(make, source=_SOURCE) for make in (agent4_perturb, agent5_perturb, agent6_perturb)),
    *listed("random", source=_SOURCE),
    *listed("min_disk", "frontier"),
)
