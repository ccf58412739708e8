"""The named players of Tiny Co-Op: policies, Walton-Rivers' planners, and one that plays well.

docs/sources/walton-rivers.md says what is known of them and what these settings cannot express.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from otherminds._core import Observation, Stream
from otherminds.agents.catalogue import listed, recipe
from otherminds.contracts import Agent, AnyAgent, Game, Player, Policy, State, View
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
    "GAController",
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


_BOUND = UCB1(extra_visit=True)
"""As in the source's program; for DUCT, which is not published, nothing is known."""


def _ahead(budget: Budget, seats: int) -> Uniform:
    """Random moves to the border; it counts choices, of which a tick has one a seat."""
    return Uniform(depth=seats * budget.ticks, from_root=True, evaluation="score")


def mcts(
    budget: BudgetLike = "medium",
    *,
    edition: int = 2,
    iterations: int | None = None,
    seats: int = 2,
) -> Search:
    """MCTS: an open loop over the own actions, the partner at random in tree and roll-out.

    The move is that of the greatest total. Among equals it is the first in the first edition, so
    that an agent that saw no reward stands still; in the second a coin is thrown at each equal in
    the order of the actions, so that such an agent prefers the last ones, which are flares where
    there are some.

    Args:
        budget: what a move may cost.
        edition: of the source's program.
        iterations: in place of those of the budget.
        seats: of the game.
    """
    budget = _budget(budget, iterations)
    ties = "first" if edition == 1 else "coin"
    return Search(
        hidden=InformationSets(availability=False),
        others=Random(),
        bandit=_BOUND,
        rollout=_ahead(budget, seats),
        tree=Tree(loop="open", depth=budget.depth, final="total", final_ties=ties),
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
        bandit=_BOUND,
        rollout=_ahead(budget, seats),
        tree=Tree(loop="open", depth=budget.depth, final="total", final_ties="coin"),
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


class _Wrapped(Agent):
    """Passes on what happens to an agent inside."""

    def __init__(self, inner: AnyAgent) -> None:
        self._inner = inner

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._inner.begin(seat, view, stream)

    def observe(self, observation: Observation, view: View) -> None:
        self._inner.observe(observation, view)

    def end(self, returns: Sequence[float]) -> None:
        self._inner.end(list(returns))


_EVOLVED = Evolve(
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
    iterations=90,  # the first ten plans, then eight in each of ten generations
)


@dataclass(frozen=True, kw_only=True)
class GAController:
    """The genetic controller of the source: 15 genes of three ticks each, ten plans.

    Attributes:
        flawed: as published, it acts at every third tick only, by the plan that it made three
            ticks before, and waits in between; otherwise it plans and acts at each tick.
        first_seat: as in the runs of the source's first experiment, it plans for seat 0 whatever
            its own seat is.
    """

    flawed: bool = True
    first_seat: bool = False

    def agent(self, game: Game) -> AnyAgent:
        """A new agent for a game."""
        inner = _ForFirstSeat(game) if self.first_seat else _EVOLVED.agent(game)
        return _EveryThirdTick(inner) if self.flawed else inner


class _ForFirstSeat(Agent):
    """Plans for seat 0 at the start of a tick, in a world that is replayed for the purpose."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._state: State = self._game.initial_state()
        self._decisions = 0

    def observe(self, observation: Observation, view: View) -> None:
        all_chosen, *choices = observation.facts
        if all_chosen:
            for choice in choices[: self._game.seats]:
                self._state.apply_action(choice)

    def act(self, view: View) -> int:
        self._decisions += 1
        belief = self._game.belief(self._state.view(0))
        return _EVOLVED.run(belief, seed=self.stream.child(self._decisions)).action


class _EveryThirdTick(_Wrapped):
    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._tick = self._next = 0

    def act(self, view: View) -> int:
        self._tick += 1
        if self._tick % 3:
            return 0
        action, self._next = self._next, self._inner.act(view)
        return action


def vari_ga(*, flawed: bool = True) -> Evolve:
    """VariGA: one plan of up to nine genes of one to four ticks, 500 children a decision.

    Its fitness is cut to whole numbers in the source, so only complete wins count.

    Args:
        flawed: mutate as the source does, which by a mistake holds most plans at five genes and
            less; otherwise genes are drawn anew, come and go anywhere, and a child replaces a
            parent that is as good.
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
        mutates="parts" if flawed else "genes",
        equals=0.25 if flawed else 1.0,
        samples=3,
        shift=False,
        commit=True,
        iterations=501,
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


def ga(iterations: int = 90) -> Evolve:
    """GAController without its flaw: ten plans of 15 genes, three ticks each, bred at each tick."""
    return replace(_EVOLVED, iterations=iterations)


def _vari_ga(iterations: int = 501) -> Evolve:
    """VariGA without its flaw: one plan of up to nine genes of one to four ticks, many children."""
    return replace(vari_ga(flawed=False), iterations=iterations)


def best() -> Player:
    """The strongest honest agent that answers within about a second: our planner."""
    return Policy("planner", budget="high")


_SOURCE = "Walton-Rivers 2022"

CATALOGUE = (
    recipe(best),
    recipe(planner),
    recipe(mcts, source=f"{_SOURCE}, MCTS"),
    recipe(predictor, source=f"{_SOURCE}, Predictor MCTS"),
    recipe(duct, source=f"{_SOURCE}, DUCT"),
    recipe(ga, source=f"{_SOURCE}, GAController"),
    recipe(_vari_ga, name="vari_ga", source=f"{_SOURCE}, VariGA"),
    *listed("wait", "bias_random", "follow_the_flare", source=_SOURCE),
    *listed("cooperator"),
)
