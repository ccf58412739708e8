"""The planners of Walton-Rivers' experiments with Hanabi, each a setting of the search."""

from __future__ import annotations

from typing import Any

from otherminds.search import UCB1, InformationSets, Played, Policies, Search, Tree

__all__ = ["is_mcts", "mcs", "policy_mcts", "predictor"]

_EXPLORATION = 2**0.5


def is_mcts(
    iterations: int | None = 1000, *, exploration: float = _EXPLORATION, **more: Any
) -> Search:
    """IS-MCTS: a world an iteration, every seat searches, random roll-outs, the best mean moves.

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
    partner: Any,
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
        error: the chance that the model is replaced by a random move: one less its accuracy.
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
    policy: Any = "iggi", iterations: int = 1000, *, exploration: float = _EXPLORATION
) -> Search:
    """IS-MCTS Policy: the tree of IS-MCTS, roll-outs by a fixed policy for everybody."""
    return is_mcts(iterations, exploration=exploration, rollout=Played(policy))


def mcs(policy: Any, iterations: int = 1000, *, exploration: float = _EXPLORATION) -> Search:
    """MCS: one layer of UCB1 over the own moves, then 18 moves of a policy for everybody."""
    return Search(
        hidden=InformationSets(),
        bandit=UCB1(exploration=exploration),
        rollout=Played(policy, depth=18, evaluation="score"),
        tree=Tree(depth=1, final="mean"),
        iterations=iterations,
    )
