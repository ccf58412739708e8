"""The planner: one Monte Carlo search, four questions.

| question | option | answers |
|---|---|---|
| What is hidden from me? | `hidden` | `Nothing` |
| What will the others do? | `others` | `Themselves` |
| What do I try next? | `bandit` | `UCB1` |
| How do I judge where I stopped? | `rollout` | `Uniform` |

Each answer is a small frozen value. A `Search` holds one answer to each, the limits of the
tree and a budget; it is a recipe that can be run on a state or sit in a seat.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.agents import Player
from otherminds.errors import OptionError
from otherminds.games import CHANCE, Game, State

__all__ = [
    "UCB1",
    "ActionValue",
    "Nothing",
    "Search",
    "SearchResult",
    "Themselves",
    "Tree",
    "Uniform",
]


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """``hidden``: the world is as it is shown.

    Right for games of perfect information. In a game that hides facts it would be cheating, so an
    agent must ask for it by ``peek=True``, which shows in its name.
    """

    peek: bool = False


@dataclass(frozen=True, kw_only=True)
class Themselves:
    """``others``: every seat searches for itself, as we do (max-n; Luckhardt and Irani 1986).

    With two seats whose returns are opposite this is minimax.
    """


@dataclass(frozen=True, kw_only=True)
class UCB1:
    """``bandit``: the greatest ``mean + exploration * sqrt(ln parent_visits / visits)``.

    Auer, Cesa-Bianchi and Fischer 2002; on trees Kocsis and Szepesvári 2006. Means are scaled to
    [0, 1] by the game's ``return_range``. Actions never tried come first, in random order.

    Attributes:
        exploration: the square root of 2 by default, as in the original bound for [0, 1].
    """

    exploration: float = math.sqrt(2.0)


@dataclass(frozen=True, kw_only=True)
class Uniform:
    """``rollout``: uniformly random moves to the end of the game."""


@dataclass(frozen=True, kw_only=True)
class Tree:
    """The limits of the tree.

    Attributes:
        max_nodes: at this size the tree stops growing; iterations go on and roll out from its rim.
            A node of Othello takes about 200 bytes with its edges.
    """

    max_nodes: int = 4_000_000


@dataclass(frozen=True)
class ActionValue:
    """What a search knows of one action.

    Attributes:
        action: its id.
        visits: how many iterations went through it.
        value: mean return of the searching seat, in the game's units; 0 without visits.
    """

    action: int
    visits: int
    value: float


@dataclass(frozen=True)
class SearchResult:
    """What a search found out.

    Attributes:
        game: the game that was searched.
        action: the move to make: most visits, then greatest total, then at random.
        seat: who is to move.
        actions: every legal action, ascending.
        line: the most visited continuation, chance outcomes included.
        values: mean return of every seat.
        iterations: how many were made.
        nodes: how many the tree has.
        depth: moves from the root to the deepest node.
        seconds: how long it took.
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
    seconds: float

    @classmethod
    def from_native(cls, game: Game, native: _core.NativeSearchResult) -> SearchResult:
        """Take over what the core returned."""
        return cls(
            game=game,
            action=native.action,
            seat=native.seat,
            actions=tuple(ActionValue(a.action, a.visits, a.value) for a in native.actions),
            line=tuple(native.line),
            values=tuple(native.values[: game.seats]),
            iterations=native.iterations,
            nodes=native.nodes,
            depth=native.depth,
            seconds=native.seconds,
        )

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


def _answer(value: Any) -> dict[str, Any]:
    return {"answer": type(value).__name__, **asdict(value)}


@dataclass(frozen=True, kw_only=True)
class Search(Player):
    """A Monte Carlo tree search: an answer to each of the four questions and a budget.

    Attributes:
        hidden: what is hidden from me?
        others: what will the others do?
        bandit: what do I try next?
        rollout: how do I judge where I stopped?
        tree: the limits of the tree.
        iterations: stop after so many iterations; reproducible from the seed.
        seconds: stop after this time. With both, whichever comes first.

    Examples:
        >>> from otherminds import load
        >>> game = load("tic_tac_toe")
        >>> result = Search(iterations=2000).run(game.initial_state(), seed=1)
        >>> game.action_text(result.action)
        'b2'
    """

    hidden: Nothing = Nothing()
    others: Themselves = Themselves()
    bandit: UCB1 = UCB1()
    rollout: Uniform = Uniform()
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
        questions = {"hidden": Nothing, "others": Themselves, "bandit": UCB1, "rollout": Uniform}
        for question, answer in questions.items():
            given = getattr(self, question)
            if not isinstance(given, answer):
                raise OptionError(
                    f"{question} must be an answer such as {answer.__name__}(), not {given!r}."
                )
        if not isinstance(self.tree, Tree):
            raise OptionError(f"tree must be a Tree, not {self.tree!r}.")
        return {
            **{question: _answer(getattr(self, question)) for question in questions},
            "tree": asdict(self.tree),
            "iterations": self.iterations or 0,
            "seconds": float(self.seconds or 0),
        }

    def run(
        self,
        state: State,
        *,
        seed: int | Stream = 0,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> SearchResult:
        """Search from a state in which a seat acts, seeing all of it.

        The interpreter lock is released for native games, so searches in several threads run side
        by side.

        Args:
            state: where to start; it is copied first.
            seed: decides everything random in the search.
            progress: called about twenty times a second with iterations and seconds so far;
                returning False ends the search early with what it has.
        """
        native = _core.search(state, self._native(), seed, progress)
        return SearchResult.from_native(state.game, native)

    def agent(self, game: Game) -> NativeAgent:
        """A player that keeps its seat's belief and searches at each move."""
        return _core.search_agent(game, self._native())

    def __repr__(self) -> str:
        """Only what differs from the defaults: ``Search(iterations=100)``."""
        chosen = [
            f"{option.name}={getattr(self, option.name)!r}"
            for option in fields(self)
            if getattr(self, option.name) != option.default
        ]
        return f"Search({', '.join(chosen)})"
