"""The planners of Walton-Rivers' experiments with Hanabi, each a setting of the search.

And one of ours, which plays well with itself and with strangers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from otherminds.search import (
    UCB1,
    InformationSets,
    Particles,
    Played,
    Policies,
    PolicyLike,
    Search,
    Tree,
    Types,
)

__all__ = [
    "STRANGERS",
    "TEAM",
    "is_mcts",
    "mcs",
    "planner",
    "policy_mcts",
    "predictor",
    "team_player",
]

_EXPLORATION = 2**0.5


def is_mcts(
    iterations: int | None = 1000, *, exploration: float = _EXPLORATION, **more: Any
) -> Search:
    """IS-MCTS: one world per iteration, every seat searches, random roll-outs, the best mean moves.

    Examples:
        >>> is_mcts(100).iterations
        100
    """
    return Search(
        hidden=InformationSets(),
        bandit=UCB1(exploration=exploration),
        tree=Tree(final="mean"),
        iterations=iterations,
        **more,
    )


def predictor(
    partner: PolicyLike | Mapping[int, PolicyLike] = "iggi",
    iterations: int | None = 1000,
    *,
    error: float = 0.0,
    exploration: float = _EXPLORATION,
    **more: Any,
) -> Search:
    """Predictor IS-MCTS: the partners' moves by a model, in the tree and in roll-outs.

    Args:
        partner: the policy of all partners, or a mapping from seats to policies.
        iterations: how many; None where ``seconds`` are the budget.
        error: the probability that the model is replaced by a random move: 1 minus its accuracy.
        exploration: of UCB1.
        more: further options of `Search`, such as a roll-out for the own moves.
    """
    return is_mcts(
        iterations,
        exploration=exploration,
        others=Policies(partner, error=error),
        **more,
    )


def policy_mcts(
    policy: PolicyLike = "iggi", iterations: int = 1000, *, exploration: float = _EXPLORATION
) -> Search:
    """IS-MCTS Policy: the tree of IS-MCTS, roll-outs by a fixed policy for everybody."""
    return is_mcts(iterations, exploration=exploration, rollout=Played(policy))


def mcs(
    policy: PolicyLike = "iggi", iterations: int = 1000, *, exploration: float = _EXPLORATION
) -> Search:
    """MCS: one layer of UCB1 over its own moves, then 18 moves of a policy for everybody."""
    return Search(
        hidden=InformationSets(),
        bandit=UCB1(exploration=exploration),
        rollout=Played(policy, depth=18, evaluation="score"),
        tree=Tree(depth=1, final="mean"),
        iterations=iterations,
    )


STRANGERS = ("pointer", "iggi", "piers", "van_den_bergh", "outer", "internal")
"""Who `planner` thinks its partners may be: the rules it follows itself, and those of the source.

Not among them are ``flawed`` and ``random``, whom nothing helps: held for possible, they would
explain every unusual move of a better partner.
"""


def planner(
    iterations: int = 2000, *, partners: Sequence[PolicyLike] = STRANGERS, margin: float = 0.5
) -> Search:
    """A player of ours: it finds out who its partners are, and what their moves say of its cards.

    It follows the rules of ``pointer`` unless another move promises more. What a move promises is
    the mean score of games played on from it by ``pointer`` in its own seat and by each partner's
    type in theirs, in worlds weighed by how well those types explain all that was done so far.

    Args:
        iterations: games that are played on at each decision.
        partners: the types that its partners may be of; the first is expected, nine to one.
        margin: the points by which another move must promise more.

    Examples:
        >>> from otherminds import load, play_match
        >>> from otherminds.agents.hanabi import piers
        >>> play_match(load("hanabi"), [planner(50), piers], seed=1).returns[0] >= 0
        True
    """
    others = [0.1 / (len(partners) - 1)] * (len(partners) - 1) if len(partners) > 1 else []
    return Search(
        hidden=Particles(count=400, belief="history"),
        others=Types(tuple(partners), prior=[0.9, *others] if others else "uniform", error=0.02),
        bandit=UCB1(exploration=0.1),
        rollout=Played("pointer"),
        tree=Tree(depth=1, margin=margin),
        iterations=iterations,
    )


TEAM = ("conventions", *STRANGERS, "flawed")
"""Who `team_player` thinks its partners may be: players by conventions, and strangers."""


def team_player(
    iterations: int | None = 500,
    *,
    seconds: float | None = None,
    partners: Sequence[PolicyLike] = TEAM,
    significance: float = 2.0,
) -> Search:
    """A player of ours: plays by conventions, and leaves them where that gains significantly.

    What a move promises is the mean score of games played on from it, by ``conventions`` in its own
    seat and by each partner's type in theirs, in worlds that fit the whole history of the match:
    those in which such partners would have done what they did. All moves are compared in the same
    worlds (single-agent search over a blueprint; Lerer, Hu, Foerster and Brown 2020).

    Args:
        iterations: games that are played on at most at each decision.
        seconds: or the time for each decision.
        partners: the types that its partners may be of; the first is expected, nine to one.
        significance: by how many standard errors another move must be better.

    Examples:
        >>> from otherminds import load, play_match
        >>> from otherminds.agents.hanabi import conventions
        >>> play_match(load("hanabi"), [team_player(50), conventions], seed=1).returns[0] >= 0
        True
    """
    others = [0.1 / (len(partners) - 1)] * (len(partners) - 1) if len(partners) > 1 else []
    return Search(
        hidden=Particles(count=100, belief="history", attempts=50),
        others=Types(tuple(partners), prior=[0.9, *others] if others else "uniform", error=0.02),
        rollout=Played("conventions"),
        tree=Tree(depth=1, margin=0.0, significance=significance),
        iterations=iterations,
        seconds=seconds,
    )
