"""The search itself: a recipe of four answers, a tree and a budget."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds.search.bandits import UCB1, Bandit
from otherminds.search.hidden import Hidden
from otherminds.search.model import PlanningModel
from otherminds.search.others import Others, Themselves
from otherminds.search.planner import Planner
from otherminds.search.quirks import Quirks
from otherminds.search.rollouts import Rollout, Uniform
from otherminds.search.tree import Tree

__all__ = ["Search"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Search(Planner):
    """A Monte Carlo tree search: an answer to each of the four questions, a tree and a budget.

    Attributes:
        hidden: what is hidden from me? None follows the game: `Nothing` where nothing is hidden,
            `InformationSets` where something is.
        others: what will the others do?
        bandit: what do I try next?
        rollout: how do I judge where I stopped?
        tree: how the tree grows and is used.
        model: plan in this game's planning model instead of in the game itself; None for none.
        iterations: stop after this many iterations; reproducible from the seed.
        seconds: stop after this time. With both, whichever comes first.
        quirks: defects of a published program to repeat; for experiments about it only.

    Examples:
        >>> from otherminds import load
        >>> game = load("tic_tac_toe")
        >>> result = Search(iterations=2000).run(game.initial_state(), seed=1)
        >>> game.action_text(result.action)
        'b2'
    """

    hidden: Hidden | None = None
    others: Others = Themselves()
    bandit: Bandit = UCB1()
    rollout: Rollout = Uniform()
    tree: Tree = Tree()
    model: PlanningModel | None = None
    iterations: int | None = None
    seconds: float | None = None
    quirks: Quirks | None = None
