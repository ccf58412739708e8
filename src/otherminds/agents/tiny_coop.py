"""The named players of Tiny Co-Op: policies, Walton-Rivers' planners, and one that plays well.

docs/sources/walton-rivers.md reports what is known about them and what these settings cannot
express.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from otherminds.agents.catalogue import listed, recipe
from otherminds.contracts import Player, Policy
from otherminds.search import (
    UCB1,
    Evaluated,
    Evolve,
    InformationSets,
    Particles,
    Policies,
    PolicyLike,
    Random,
    Search,
    Themselves,
    Tree,
    Uniform,
)

__all__ = [
    "CATALOGUE",
    "HIGH",
    "LOW",
    "MEDIUM",
    "Budget",
    "BudgetLike",
    "best",
    "bias_random",
    "cooperator",
    "duct",
    "follow_the_flare",
    "ga",
    "mcts",
    "planner",
    "predictor",
    "vari_ga",
    "wait",
]

wait = Policy("wait")
"""Never does anything."""

bias_random = Policy("bias_random")
"""Three times in four one of the four moves at random, else a random flare."""

follow_the_flare = Policy("follow_the_flare")
"""Moves where its partner flared at the last tick, otherwise waits."""

cooperator = Policy("cooperator")
"""Plays its part of the first joint move that begins a shortest way to win."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What a search of the source may spend on a move.

    Attributes:
        iterations: how many.
        depth: own decisions in the tree.
        ticks: look-ahead from the root, tree included.
    """

    iterations: int
    depth: int
    ticks: int


LOW = Budget(iterations=75, depth=3, ticks=15)
MEDIUM = Budget(iterations=200, depth=5, ticks=30)
HIGH = Budget(iterations=500, depth=10, ticks=45)

_BUDGETS = {"low": LOW, "medium": MEDIUM, "high": HIGH}

BudgetLike = Budget | Literal["low", "medium", "high"]
"""A budget, or the name of one of the source's."""


def _budget(given: BudgetLike, iterations: int | None) -> Budget:
    budget = _BUDGETS[given] if isinstance(given, str) else given
    return budget if iterations is None else replace(budget, iterations=iterations)


def _ahead(budget: Budget, seats: int) -> Uniform:
    """Random moves to the border; it counts choices, of which a tick has one per seat."""
    return Uniform(depth=seats * budget.ticks, from_root=True, evaluation="score")


def mcts(budget: BudgetLike = "medium", *, iterations: int | None = None, seats: int = 2) -> Search:
    """MCTS: an open loop over its own actions, the partner at random in tree and roll-out.

    The move is that of the greatest total.

    Args:
        budget: what a move may cost.
        iterations: in place of those of the budget.
        seats: of the game.
    """
    budget = _budget(budget, iterations)
    return Search(
        hidden=InformationSets(availability=False),
        others=Random(),
        rollout=_ahead(budget, seats),
        tree=Tree(loop="open", depth=budget.depth, final="total"),
        iterations=budget.iterations,
    )


def predictor(
    partner: PolicyLike = "follow_the_flare",
    budget: BudgetLike = "medium",
    *,
    iterations: int | None = None,
    recall: int = 0,
    seats: int = 2,
) -> Search:
    """Predictor MCTS: the same, the partner's moves by a copy of its policy.

    Particles weigh by that policy what a partner who has chosen already may have chosen.

    Args:
        partner: the policy, which can be a search.
        budget: what a move may cost, not counting searches of the partner's.
        iterations: in place of those of the budget.
        recall: answers that such a search has for one position; 0 lets it plan anew each time, as
            in the source.
        seats: of the game.
    """
    budget = _budget(budget, iterations)
    return Search(
        hidden=Particles(),
        others=Policies(partner, recall=recall),
        rollout=_ahead(budget, seats),
        tree=Tree(loop="open", depth=budget.depth, final="total"),
        iterations=budget.iterations,
    )


def duct(budget: BudgetLike = "medium", *, iterations: int | None = None, seats: int = 2) -> Search:
    """DUCT: every seat searches, keyed by what it has witnessed itself."""
    budget = _budget(budget, iterations)
    return Search(
        hidden=InformationSets(observers="each", availability=False),
        rollout=_ahead(budget, seats),
        tree=Tree(depth=seats * budget.depth),
        iterations=budget.iterations,
    )


def ga(iterations: int = 90) -> Evolve:
    """GA: ten plans of 15 genes, each for three ticks, bred for ten generations at each tick."""
    return Evolve(
        hidden=InformationSets(),
        others=Random(),
        rollout=Evaluated("score"),
        population=10,
        length=15,
        macro=3,
        elites=2,
        tournament=3,
        distinct=True,
        crossover="uniform",
        mutation=0.2,
        shift=False,
        iterations=iterations,  # 90: the first ten plans, then eight in each of ten generations
    )


def vari_ga(iterations: int = 501) -> Evolve:
    """VariGA: one plan of up to nine genes of one to four ticks, 500 children per decision.

    Its fitness is cut to whole numbers in the source, so only complete wins count.
    """
    return Evolve(
        hidden=InformationSets(),
        others=Random(),
        rollout=Evaluated("win"),
        population=1,
        length=9,
        turns=4,
        varying=True,
        mutation=0.75,
        samples=3,
        shift=False,
        commit=True,
        iterations=iterations,
    )


def planner(
    budget: BudgetLike = "medium",
    *,
    partner: PolicyLike | None = None,
    evaluation: Literal["exact", "distance"] = "exact",
    iterations: int | None = None,
    seats: int = 2,
) -> Search:
    """A search that judges positions instead of rolling out, and so plays well at any budget.

    Args:
        budget: iterations and depth of the tree.
        partner: the policy that the others are taken to follow; without one they search too.
        evaluation: ``"exact"`` or, where a level is too large for that, ``"distance"``.
        iterations: in place of those of the budget.
        seats: of the game.
    """
    budget = _budget(budget, iterations)
    return Search(
        hidden=InformationSets(availability=False) if partner is None else Particles(),
        others=Themselves() if partner is None else Policies(partner),
        bandit=UCB1(exploration=0.05),  # a tick is worth about a twentieth of what is left
        rollout=Evaluated(evaluation),
        tree=Tree(depth=budget.depth * (seats if partner is None else 1)),
        iterations=budget.iterations,
    )


def best() -> Player:
    """An honest agent for play, at about a second per move or less: our planner."""
    return Policy("planner", budget="high")


_SOURCE = "Walton-Rivers 2022"

CATALOGUE = (
    recipe(best),
    recipe(planner),
    recipe(mcts, source=f"{_SOURCE}, MCTS"),
    recipe(predictor, source=f"{_SOURCE}, Predictor MCTS"),
    recipe(duct, source=f"{_SOURCE}, DUCT"),
    recipe(ga, source=f"{_SOURCE}, GAController"),
    recipe(vari_ga, source=f"{_SOURCE}, VariGA"),
    *listed("random", "bias_random", "follow_the_flare", source=_SOURCE),
    *listed("cooperator", "wait"),
)
