"""What every planner can do: plan once, sit in a seat, model another seat."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Self, SupportsIndex

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.contracts import Belief, Game, OptionError, Recipe, State, known_game
from otherminds.contracts.thoughts import Thought
from otherminds.games.registry import views_tell_all
from otherminds.search.answers import Answer
from otherminds.search.hidden import InformationSets, Nothing, Particles, hides_facts
from otherminds.search.quirks import Quirks
from otherminds.search.resolving import resolved
from otherminds.search.results import SearchResult
from otherminds.search.thoughts import Mind, of_search
from otherminds.search.tree import Tree

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
        """Have the core read and check the options, once: what it made goes with this value.

        Where ``hidden`` is open, they have to be possible with one of the answers that may follow.
        """
        native = self._native()
        try:
            checked = _core.PlannerOptions(native)
        except OptionError as refused:
            if getattr(self, "hidden", Nothing()) is not None:
                raise
            try:
                checked = _core.PlannerOptions({**native, "hidden": InformationSets()._native()})
            except OptionError:
                raise refused from None
        object.__setattr__(self, "_checked", checked)

    def __getstate__(self) -> dict[str, Any]:
        """The options alone: what the core made of them stays in its process."""
        kept = ("_checked", "_resolved")
        return {name: value for name, value in self.__dict__.items() if name not in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The same options, checked anew."""
        self.__dict__.update(state)
        self._check()

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Refuse in a sentence what Python cannot pickle, such as a lambda."""
        try:
            pickle.dumps(self.__getstate__(), int(protocol))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionError(
                f"{self!r} cannot be pickled, because Python cannot pickle a part of it ({error}): "
                "use functions and classes that stand by their names in a module."
            ) from error
        return super().__reduce_ex__(protocol)

    def __copy__(self) -> Self:
        """Itself: a planner never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same options copied, whether they can be pickled or not."""
        options = {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        copied: Self = replace(self, **copy.deepcopy(options, memo))  # type: ignore[type-var]
        return copied

    def _policy(self) -> dict[str, Any]:
        """This planner as the model of another seat."""
        return {"policy": "search", "options": self._checked, "label": repr(self)}

    def as_model(self, game: Game) -> Planner:
        """This planner as it can plan for another seat in a simulated world.

        Where a view tells all that its seat can believe, it plans from the view, without a history.
        In other games that hide facts it plans in the simulated world, which our belief has drawn.
        """
        hidden = getattr(self, "hidden", Nothing())
        if game.perfect_information or isinstance(hidden, Nothing):
            return self
        tree = getattr(self, "tree", None)
        changed: dict[str, Any] = {}
        if isinstance(tree, Tree) and tree.significance is not None:
            # Races take the worlds that an agent keeps; without them the margin has to do.
            changed["tree"] = tree = replace(tree, significance=None)
        if not views_tell_all(game):
            changed["hidden"] = Nothing()
            if isinstance(tree, Tree):
                changed["tree"] = replace(tree, same_belief=False)
        elif isinstance(hidden, Particles) and hidden.belief == "history":
            changed["hidden"] = InformationSets()
        if not changed:
            return self
        return replace(self, **changed)  # type: ignore[type-var]

    def run(
        self,
        start: State | Belief,
        *,
        game: Game | None = None,
        seed: int | Stream = 0,
        progress: Callable[[int, float], bool | None] | None = None,
        on_thought: Callable[[Thought], bool | None] | None = None,
    ) -> SearchResult:
        """Plan for the seat that acts.

        In a game that hides facts planning starts from what the seat believes: from the belief
        that is given, or from a state's view where the game's views tell all that a seat knows.
        Only ``Nothing(peek=True)`` sees the state itself. The interpreter lock is released for
        native games, so searches in several threads run side by side.

        Args:
            start: a state or a belief; it is copied first.
            game: the game of a belief that does not say its game itself.
            seed: decides everything random.
            progress: called about twenty times per second with iterations and seconds so far;
                returning False ends the search early with what it has.
            on_thought: called about ten times a second with what the search thinks by now, and
                with its last `Thought` at the end; returning False ends the search as well.
        """
        if game is None:
            game = getattr(start, "game", None)
        planner: Planner = self
        if getattr(self, "hidden", Nothing()) is None and not hasattr(start, "apply_action"):
            planner = replace(self, hidden=InformationSets())  # type: ignore[type-var]  # a dataclass
        if game is not None:
            planner = planner._in(game)
            start = planner._seen(start, game) if hasattr(start, "apply_action") else start
        mind: list[Mind] = []

        def believes(native: _core.NativeSearchResult) -> Mind:
            if not mind:
                belief: Any = None if hasattr(start, "apply_action") else start
                mind.append(Mind(known, native.seat, None if belief is None else belief.copy()))
            return mind[0]

        def hear(native: _core.NativeSearchResult, finished: bool) -> bool | None:
            assert on_thought is not None
            return on_thought(of_search(known, native, believes(native), finished=finished))

        if on_thought is not None and not callable(on_thought):
            raise TypeError("on_thought must be something to call, or None.")
        known: Any = game  # without one the core refuses to start
        told = None if on_thought is None else hear
        native = _core.search(start, game, planner._checked, seed, progress, told)
        result = SearchResult.from_native(known, native, believes(native))
        if on_thought is not None:
            on_thought(result.thought())
        return result

    def _in(self, game: Game) -> Planner:
        """This planner with all that follows from a game, found out once for each game in turn."""
        known_game(game)
        rules = f"{type(game).__qualname__} {game.name} {game.options}"  # keeps no game alive
        known: tuple[str, Planner] | None = self.__dict__.get("_resolved")
        if known is None or known[0] != rules:
            known = rules, resolved(self, game)
            object.__setattr__(self, "_resolved", known)
        return known[1]

    @property
    def _peeks(self) -> bool:
        """Whether it is to look at what is hidden."""
        hidden = getattr(self, "hidden", None)
        return isinstance(hidden, Nothing) and hidden.peek

    def _check_honest(self, game: Game) -> None:
        """Refuse to take a game for one that hides nothing, unless peeking is asked for."""
        looks = isinstance(getattr(self, "hidden", Nothing()), Nothing)
        if looks and not self._peeks and not game.perfect_information:
            raise self._refusal(game)

    def _refusal(self, game: Game) -> OptionError:
        """What is said about a game that hides facts; the honest way comes first."""
        return hides_facts(game)

    def _seen(self, state: Any, game: Game) -> State | Belief:
        """What planning from a state starts with: the state only where nothing is hidden."""
        self._check_honest(game)
        if game.perfect_information or self._peeks or state.actor() < 0:
            position: State = state
            return position
        if not views_tell_all(game):
            raise OptionError(
                f"A state of {game.name} does not say what its seats have witnessed: start from a "
                "belief, such as game.belief(view) kept up to date by update(), or "
                "otherminds.arena.match.witness(match, seat). Only hidden=Nothing(peek=True) looks "
                "at the state itself."
            )
        belief: Belief = game.belief(state.view(state.actor()))
        return belief

    def agent(self, game: Game) -> NativeAgent:
        """A player that keeps its seat's belief and plans each move."""
        planner = self._in(game)
        planner._check_honest(game)
        return _core.search_agent(game, planner._checked)
