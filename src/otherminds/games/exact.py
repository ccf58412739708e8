"""A belief by enumeration, for games written in Python that hide few things.

A game that can list the states a view may stand for needs nothing else for an exact belief: the
rules say what follows from each of them and what the seat would have witnessed.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from copy import copy
from fractions import Fraction
from itertools import accumulate
from typing import Any

from otherminds._core import CHANCE, Observation, Rng
from otherminds.contracts import OptionError
from otherminds.games.python import PythonState, PythonView

__all__ = ["ExactBelief"]


class ExactBelief:
    """The states that a seat holds possible, each with its exact probability.

    Evidence comes from chance and legality. The reasons behind another seat's moves are not used;
    an unseen move is each of its legal actions with the same probability.

    Attributes:
        states: The possible states and their probabilities, which add up to 1.

    Examples:
        >>> from otherminds.examples.kuhn_poker import KuhnPoker, KuhnState
        >>> game = KuhnPoker()
        >>> view = game.initial_state(1).view(0)
        >>> belief = ExactBelief(view, [(KuhnState(game, cards), 1) for cards in game.deals])
        >>> [str(weight) for _, weight in belief.states]
        ['1/2', '1/2']
    """

    def __init__(
        self, view: PythonView, states: Iterable[tuple[PythonState, Fraction | int]]
    ) -> None:
        """Keep of these states and their weights what is possible and looks like the view."""
        self._view = view
        self._keep((s, Fraction(n)) for s, n in states if self._fits(s, view) and not s._problem())

    @property
    def game(self) -> Any:
        """The game it belongs to; a search that starts from the belief asks for it."""
        return self._view.game

    def update(self, observation: Observation, view: PythonView, /) -> None:
        """Continue each state in every way that gives this observation and this view."""
        if (view.game, view.seat) != (self._view.game, self._view.seat):
            seat, game = self._view.seat, self._view.game
            raise OptionError(f"This belief is of seat {seat} of {game!r}; the view given is not.")
        self._keep(
            (after, weight * chance)
            for before, weight in self.states
            for after, chance in self._next(before, observation)
            if self._fits(after, view)
        )
        self._view = view

    def _next(
        self, state: PythonState, seen: Observation
    ) -> Iterable[tuple[PythonState, Fraction]]:
        """The states that may follow, with the probability of getting there."""
        legal = state.legal_actions()
        if state.actor() == CHANCE:
            ways = [(o, Fraction(p).limit_denominator(10**6)) for o, p in state.chance_outcomes()]
        else:
            ways = [
                (action, Fraction(1, 1 if seen.action == action else len(legal)))
                for action in legal
            ]
        for action, chance in ways:
            if state._observation(action, self._view.seat) == seen:
                after = state.copy()
                after._apply_action(action)
                yield after, chance

    @staticmethod
    def _fits(state: PythonState, view: PythonView) -> bool:
        return state.actor() == view.actor() and state._facts(view.seat) == view.facts

    def _keep(self, states: Iterable[tuple[PythonState, Fraction]]) -> None:
        """Add up the weights of equal states; change nothing if there are none."""
        weights: dict[Any, list[Any]] = {}
        for state, weight in states:
            weights.setdefault(tuple(state.to_dict().values()), [state, 0])[1] += weight
        total = sum(weight for _, weight in weights.values())
        if not total:
            raise OptionError(
                "No state fits both what this belief has witnessed and the observation and view "
                "given; a belief takes each observation of its own seat once, in order of play."
            )
        self.states = [(state, weight / total) for state, weight in weights.values()]

    def sample(self, rng: Rng, /) -> Any:
        """One of the states, by their probabilities."""
        ends = list(accumulate(float(weight) for _, weight in self.states))
        return self.states[min(bisect(ends, rng.unit()), len(ends) - 1)][0].copy()

    def worlds(self) -> list[tuple[Any, float]]:
        """All of them with their probabilities: where a search over weighted worlds starts."""
        return [(state.copy(), float(weight)) for state, weight in self.states]

    def copy(self) -> ExactBelief:
        """An independent copy: updates replace the states, they do not alter them."""
        return copy(self)
