"""What every planner can do: plan once, sit in a seat, model another seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.contracts import Belief, Game, OptionError, Recipe, State
from otherminds.search.answers import Answer, answer_of
from otherminds.search.bandits import Bandit
from otherminds.search.hidden import Hidden
from otherminds.search.model import PlanningModel
from otherminds.search.others import Others
from otherminds.search.quirks import Quirks
from otherminds.search.results import SearchResult
from otherminds.search.rollouts import Rollout
from otherminds.search.tree import Tree

__all__ = ["Planner"]

_QUESTIONS: dict[str, tuple[type[Answer], str]] = {
    "hidden": (Hidden, "Nothing"),
    "others": (Others, "Themselves"),
    "bandit": (Bandit, "UCB1"),
    "rollout": (Rollout, "Uniform"),
    "tree": (Tree, "Tree"),
    "model": (PlanningModel, "catan.Builds"),
}


class Planner(Recipe, Answer):
    """A recipe for planning: a frozen value that answers questions and has a budget."""

    def __post_init__(self) -> None:
        """Read answers given as text, and refuse impossible options before the search runs."""
        if getattr(self, "quirks", None) == Quirks():
            object.__setattr__(self, "quirks", None)
        for question, (kind, example) in _QUESTIONS.items():
            given = getattr(self, question, None)
            if given is not None or (hasattr(self, question) and question != "model"):
                object.__setattr__(self, question, answer_of(question, given, kind, example))
        _core.check_search_options(self._native())

    def _questions(self, *questions: str) -> dict[str, Any]:
        return {question: getattr(self, question)._native() for question in questions}

    def _budget(self) -> dict[str, Any]:
        budgets: dict[str, Any] = {}
        for name, kind in (("iterations", int), ("seconds", int | float)):
            number = getattr(self, name)
            right = isinstance(number, kind) and not isinstance(number, bool)
            if number is not None and not (right and number > 0):
                raise OptionError(f"A budget of {name} must be a number above 0, not {number!r}.")
            budgets[name] = number or 0
        try:
            budgets["seconds"] = float(budgets["seconds"])
        except OverflowError as error:
            raise OptionError("A budget of seconds is too large.") from error
        return budgets

    def _policy(self) -> dict[str, Any]:
        """This planner as the model of another seat."""
        return {"policy": "search", "options": self._native(), "label": repr(self)}

    def run(
        self,
        start: State | Belief,
        *,
        game: Game | None = None,
        seed: int | Stream = 0,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> SearchResult:
        """Plan for the seat that acts.

        With `Nothing` hidden planning starts from a state and sees all of it; the other answers
        to ``hidden`` start from the seat's belief and see only that. The interpreter lock is
        released for native games, so searches in several threads run side by side.

        Args:
            start: a state or a belief; it is copied first.
            game: the game of a belief that does not say its game itself.
            seed: decides everything random.
            progress: called about twenty times a second with iterations and seconds so far;
                returning False ends the search early with what it has.
        """
        if game is None:
            game = getattr(start, "game", None)
        native = _core.search(start, game, self._native(), seed, progress)
        assert game is not None, "the core has refused what has no game"
        return SearchResult.from_native(game, native)

    def agent(self, game: Game) -> NativeAgent:
        """A player that keeps its seat's belief and plans each move."""
        return _core.search_agent(game, self._native())
