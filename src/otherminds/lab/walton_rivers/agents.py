"""The agents of Walton-Rivers' programs for Tiny Co-Op, with the defects that they have.

`otherminds.agents.tiny_coop` has the same agents as they should be. The page of the source says
which defect each of these repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from otherminds._core import Observation, Stream
from otherminds.agents import tiny_coop
from otherminds.agents.tiny_coop import BudgetLike, ga
from otherminds.contracts import Agent, AnyAgent, Game, State, View
from otherminds.contracts.thoughts import Thought
from otherminds.search import Evolve, PolicyLike, Quirks, Search
from otherminds.search.thoughts import of_policy

__all__ = ["GAController", "mcts", "predictor", "vari_ga"]


def mcts(budget: BudgetLike = "medium", *, edition: int = 2, seats: int = 2) -> Search:
    """MCTS of the program, whose bound counts one visit more at the parent.

    Among equal final moves it takes the first in the first edition, so that an agent that saw no
    reward stands still; in the second a coin is thrown at each equal in the order of the actions,
    so that such an agent prefers the last ones, which are flares where there are some.

    Args:
        budget: what a move may cost.
        edition: of the program, 1 or 2.
        seats: of the game.
    """
    search = tiny_coop.mcts(budget, seats=seats)
    if edition == 1:
        tree = replace(search.tree, final_ties="first")
        return replace(search, tree=tree, quirks=Quirks(extra_visit=True))
    return replace(search, quirks=Quirks(extra_visit=True, coin_ties=True))


def predictor(
    partner: PolicyLike = "follow_the_flare",
    budget: BudgetLike = "medium",
    *,
    seats: int = 2,
    recall: int = 0,
) -> Search:
    """Predictor MCTS of the program's second edition; options as those of ``predictor``."""
    search = tiny_coop.predictor(partner, budget, seats=seats, recall=recall)
    return replace(search, quirks=Quirks(extra_visit=True, coin_ties=True))


def vari_ga() -> Evolve:
    """VariGA of the program, whose mutation by a mistake keeps most plans short.

    Most of them have five genes or fewer.
    """
    return replace(tiny_coop.vari_ga(), quirks=Quirks(mutates_parts=True, equals=0.25))


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
        inner = _ForFirstSeat(game) if self.first_seat else ga().agent(game)
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
        return ga().run(belief, seed=self.stream.child(self._decisions)).action


class _EveryThirdTick(_Wrapped):
    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._tick = self._next = 0

    def act(self, view: View) -> int:
        self._tick += 1
        self._view, self._made = view, 0
        if self._tick % 3 == 0:
            self._made, self._next = self._next, self._inner.act(view)
        return self._made

    def thought(self, *, worlds: int = 0) -> Thought | None:
        """Its move, which follows a plan of three ticks before: the newest is for another one."""
        del worlds
        return of_policy(self._view.game, self.seat, self._made, {self._made: 1.0})
