"""What a search found out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from otherminds import _core
from otherminds.contracts import CHANCE, Game, OptionError, State
from otherminds.contracts.thoughts import Thought, TypeBelief
from otherminds.search.thoughts import Mind, of_search

__all__ = ["ActionValue", "SearchResult", "TypeBelief"]


@dataclass(frozen=True)
class ActionValue:
    """What a search knows of one action.

    Attributes:
        action: its id.
        visits: how many iterations went through it.
        value: mean return of the searching seat, in the game's units; 0 without visits.
        prior: what the prior gave it, where there is one.
    """

    action: int
    visits: int
    value: float
    prior: float = 0.0


@dataclass(frozen=True)
class SearchResult:
    """What a search found out, by numbers; ``thought()`` says it in words and as JSON.

    Attributes:
        game: the game that was searched.
        action: the move to make.
        seat: who is to move.
        actions: every legal action, ascending.
        line: the most visited continuation, chance outcomes included; where facts are hidden it
            ends where it would depend on them.
        values: mean return of every seat.
        iterations: how many were made.
        nodes: how many the tree has.
        depth: moves from the root to the deepest node.
        mean_depth: moves from the root to where an iteration left the tree, on average.
        breadth: moves tried in a node where any were, on average.
        seconds: how long it took.
        posterior: beliefs over the types of the other seats, where they have some.
        reused: visits that came from the search before.
    """

    game: Game = field(repr=False)
    action: int
    seat: int
    actions: tuple[ActionValue, ...]
    line: tuple[int, ...]
    values: tuple[float, ...]
    iterations: int
    nodes: int
    depth: int
    mean_depth: float
    breadth: float
    seconds: float
    posterior: tuple[TypeBelief, ...] = ()
    reused: int = 0
    _source: tuple[_core.NativeSearchResult, Mind | None] | None = field(
        default=None, repr=False, compare=False
    )
    _told: Thought | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_native(
        cls, game: Game, native: _core.NativeSearchResult, mind: Mind | None = None
    ) -> SearchResult:
        """Take over what the core returned."""
        return cls(
            game=game,
            action=native.action,
            seat=native.seat,
            actions=tuple(
                ActionValue(a.action, a.visits, a.value, a.prior) for a in native.actions
            ),
            line=tuple(native.line),
            values=tuple(native.values[: game.seats]),
            iterations=native.iterations,
            nodes=native.nodes,
            depth=native.depth,
            mean_depth=native.mean_depth,
            breadth=native.breadth,
            seconds=native.seconds,
            posterior=tuple(
                TypeBelief(belief.seat, belief.type, belief.probability)
                for belief in native.posterior
            ),
            reused=native.reused,
            _source=(native, mind),
        )

    def thought(self, *, worlds: int = 0) -> Thought:
        """What the search can tell about its decision.

        Args:
            worlds: how many worlds that the seat holds possible to include.

        Raises:
            OptionError: worlds are asked of a result that comes out of a pickle.
        """
        if worlds == 0 and self._told is not None:
            return self._told
        if self._source is None:
            raise OptionError("A result out of a pickle knows no worlds; ask before it is pickled.")
        native, mind = self._source
        told = of_search(self.game, native, mind, worlds=worlds)
        if worlds == 0:
            object.__setattr__(self, "_told", told)
        return told

    def explain(self, *, actions: int = 5) -> str:
        """Why this move, in sentences for people: the thought's.

        Examples:
            >>> from otherminds import Search, load
            >>> result = Search(iterations=500).run(load("tic_tac_toe").initial_state(), seed=1)
            >>> print(result.explain(actions=2))
            Seat 0 plays a3: 500 iterations, 501 nodes, 4 moves deep.
            a3: 84 visits (17 %), worth +0.452 [+0.245, +0.620].
            b2: 76 visits (15 %), worth +0.434 [+0.215, +0.612].
            7 more actions had 340 visits.
            Expected line: a3, c1, a2, b3.
            Expected returns: seat 0 +0.296, seat 1 -0.296.
        """
        return self.thought().explain(actions=actions)

    def _repr_html_(self) -> str:
        """The thought as a table, for notebooks."""
        return self.thought()._repr_html_()

    def __getstate__(self) -> dict[str, Any]:
        """All but what the core made, which the thought has said by then."""
        return {**self.__dict__, "_told": self.thought(), "_source": None}

    def line_text(self, state: State) -> list[str]:
        """The principal line as texts, from the state that was searched."""
        position, texts = state.copy(), []
        for action in self.line:
            chance = position.actor() == CHANCE
            texts.append((self.game.outcome_text if chance else self.game.action_text)(action))
            position.apply_action(action)
        return texts

    def __str__(self) -> str:
        """A table of the actions, most visited first."""
        head = f"{self.iterations} iterations, {self.nodes} nodes, depth {self.depth}"
        rows = [
            f"{self.game.action_text(a.action):>20}  {a.visits:>9} visits  {a.value:+.3f}"
            for a in sorted(self.actions, key=lambda a: -a.visits)
        ]
        return "\n".join([head, *rows])
