"""The search itself: a recipe of four answers, a tree and a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.agents import Player
from otherminds.errors import OptionError
from otherminds.games import Belief, Game, State
from otherminds.search.answers import Answer, check_answer
from otherminds.search.bandits import UCB1, Bandit
from otherminds.search.hidden import Hidden, Nothing
from otherminds.search.others import Others, Themselves
from otherminds.search.results import SearchResult
from otherminds.search.rollouts import Rollout, Uniform
from otherminds.search.tree import Tree

__all__ = ["Search"]

_QUESTIONS: dict[str, tuple[type[Answer], str]] = {
    "hidden": (Hidden, "Nothing"),
    "others": (Others, "Themselves"),
    "bandit": (Bandit, "UCB1"),
    "rollout": (Rollout, "Uniform"),
    "tree": (Tree, "Tree"),
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Search(Answer, Player):
    """A Monte Carlo tree search: an answer to each of the four questions, a tree and a budget.

    Attributes:
        hidden: what is hidden from me?
        others: what will the others do?
        bandit: what do I try next?
        rollout: how do I judge where I stopped?
        tree: how the tree grows and is used.
        iterations: stop after so many iterations; reproducible from the seed.
        seconds: stop after this time. With both, whichever comes first.

    Examples:
        >>> from otherminds import load
        >>> game = load("tic_tac_toe")
        >>> result = Search(iterations=2000).run(game.initial_state(), seed=1)
        >>> game.action_text(result.action)
        'b2'
    """

    hidden: Hidden = Nothing()
    others: Others = Themselves()
    bandit: Bandit = UCB1()
    rollout: Rollout = Uniform()
    tree: Tree = Tree()
    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse impossible options at once, not when the search runs."""
        budgets: tuple[tuple[str, Any, Any], ...] = (
            ("iterations", self.iterations, int),
            ("seconds", self.seconds, int | float),
        )
        for name, number, kind in budgets:
            right = isinstance(number, kind) and not isinstance(number, bool)
            if number is not None and not (right and number > 0):
                raise OptionError(f"A budget of {name} must be a number above 0, not {number!r}.")
        _core.check_search_options(self._native())

    def _native(self) -> dict[str, Any]:
        for question, (kind, example) in _QUESTIONS.items():
            check_answer(question, getattr(self, question), kind, example)
        try:
            seconds = float(self.seconds or 0)
        except OverflowError as error:
            raise OptionError("A budget of seconds is too large.") from error
        return {
            **{question: getattr(self, question)._native() for question in _QUESTIONS},
            "iterations": self.iterations or 0,
            "seconds": seconds,
        }

    def _policy(self) -> dict[str, Any]:
        """This search as the model of another seat."""
        return {"policy": "search", "options": self._native(), "label": "search"}

    def run(
        self,
        start: State | Belief,
        *,
        game: Game | None = None,
        seed: int | Stream = 0,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> SearchResult:
        """Search for the seat that acts.

        With `Nothing` hidden the search starts from a state and sees all of it; the other answers
        to ``hidden`` start from the seat's belief and see only that. The interpreter lock is
        released for native games, so searches in several threads run side by side.

        Args:
            start: a state or a belief; it is copied first.
            game: the game of a belief that does not say its game itself.
            seed: decides everything random in the search.
            progress: called about twenty times a second with iterations and seconds so far;
                returning False ends the search early with what it has.
        """
        if game is None:
            game = getattr(start, "game", None)
        native = _core.search(start, game, self._native(), seed, progress)
        assert game is not None, "the core has refused what has no game"
        return SearchResult.from_native(game, native)

    def agent(self, game: Game) -> NativeAgent:
        """A player that keeps its seat's belief and searches at each move."""
        return _core.search_agent(game, self._native())
