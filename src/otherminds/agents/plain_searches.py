"""Searches that suit any game: the recipes that small games list in their catalogues."""

from __future__ import annotations

from otherminds.search import UCB1, Exhaustive, InformationSets, Particles, Search

__all__ = ["is_mcts", "mcts", "minimax", "pomcp"]


def mcts(iterations: int = 10_000, *, exploration: float = 1.4) -> Search:
    """UCT: every seat searches for itself, random roll-outs, for games that hide nothing."""
    return Search(bandit=UCB1(exploration=exploration), iterations=iterations)


def is_mcts(iterations: int = 10_000, *, exploration: float = 1.4) -> Search:
    """IS-MCTS: one world per iteration, every seat searches for itself, random roll-outs."""
    return Search(
        hidden=InformationSets(), bandit=UCB1(exploration=exploration), iterations=iterations
    )


def pomcp(iterations: int = 10_000, *, exploration: float = 1.4) -> Search:
    """POMCP: particles from the exact belief, every seat searches for itself, random roll-outs."""
    return Search(
        hidden=Particles(belief="game"), bandit=UCB1(exploration=exploration), iterations=iterations
    )


def minimax() -> Exhaustive:
    """Looks at everything that can follow and takes what is best for itself."""
    return Exhaustive()
