"""What every planner can do: plan once, sit in a seat, model another seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.contracts import Belief, Game, Recipe, State
from otherminds.search.answers import Answer
from otherminds.search.quirks import Quirks
from otherminds.search.results import SearchResult

__all__ = ["Planner"]


class Planner(Recipe, Answer):
    """A recipe for planning: a frozen value that answers questions and has a budget."""

    _checked: _core.PlannerOptions

    def __post_init__(self) -> None:
        """Read answers given as text, and refuse impossible options before the search runs."""
        super().__post_init__()
        if getattr(self, "quirks", None) == Quirks():
            object.__setattr__(self, "quirks", None)
        self._check()

    def _check(self) -> None:
        """Have the core read and check the options, once: what it made goes with this value."""
        object.__setattr__(self, "_checked", _core.PlannerOptions(self._native()))

    def __getstate__(self) -> dict[str, Any]:
        """The options alone: what the core made of them stays in its process."""
        return {name: value for name, value in self.__dict__.items() if name != "_checked"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The same options, checked anew."""
        self.__dict__.update(state)
        self._check()

    def _policy(self) -> dict[str, Any]:
        """This planner as the model of another seat."""
        return {"policy": "search", "options": self._checked, "label": repr(self)}

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
        native = _core.search(start, game, self._checked, seed, progress)
        assert game is not None, "the core has refused what has no game"
        return SearchResult.from_native(game, native)

    def agent(self, game: Game) -> NativeAgent:
        """A player that keeps its seat's belief and plans each move."""
        return _core.search_agent(game, self._checked)
