"""What a search found out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from otherminds import _core
from otherminds.contracts import CHANCE, Game, State

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
class TypeBelief:
    """How likely the searching seat holds another seat to be of a type."""

    seat: int
    type: str
    probability: float


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@dataclass(frozen=True)
class SearchResult:
    """What a search found out.

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

    @classmethod
    def from_native(cls, game: Game, native: _core.NativeSearchResult) -> SearchResult:
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
        )

    def line_text(self, state: State) -> list[str]:
        """The principal line as texts, from the state that was searched."""
        position, texts = state.copy(), []
        for action in self.line:
            chance = position.actor() == CHANCE
            texts.append((self.game.outcome_text if chance else self.game.action_text)(action))
            position.apply_action(action)
        return texts

    def explain(self, *, actions: int = 5) -> str:
        """Why this move, in sentences for people.

        Examples:
            >>> from otherminds import Search, load
            >>> result = Search(iterations=500).run(load("tic_tac_toe").initial_state(), seed=1)
            >>> print(result.explain(actions=2))
            Seat 0 plays b2: 500 iterations, 501 nodes, 4 moves deep.
            b2: 123 visits (25 %), worth +0.618.
            a1: 66 visits (13 %), worth +0.364.
            7 more actions had 311 visits.
            Expected returns: seat 0 +0.322, seat 1 -0.322.
        """
        ranked = sorted(self.actions, key=lambda a: (a.action != self.action, -a.visits, a.action))
        all_visits = max(1, sum(a.visits for a in self.actions))
        lines = [
            f"Seat {self.seat} plays {self.game.action_text(self.action)}: "
            f"{_many(self.iterations, 'iteration')}, {_many(self.nodes, 'node')}, "
            f"{_many(self.depth, 'move')} deep."
        ]
        for each in ranked[:actions]:
            prior = f", prior {each.prior:.3f}" if each.prior else ""
            lines.append(
                f"{self.game.action_text(each.action)}: {_many(each.visits, 'visit')} "
                f"({100 * each.visits / all_visits:.0f} %), worth {each.value:+.3f}{prior}."
            )
        rest = ranked[actions:]
        if rest:
            visits = sum(a.visits for a in rest)
            lines.append(f"{_many(len(rest), 'more action')} had {_many(visits, 'visit')}.")
        returns = ", ".join(f"seat {seat} {value:+.3f}" for seat, value in enumerate(self.values))
        lines.append(f"Expected returns: {returns}.")
        for seat in sorted({belief.seat for belief in self.posterior}):
            types = sorted(
                (b for b in self.posterior if b.seat == seat), key=lambda b: -b.probability
            )
            shares = ", ".join(f"{b.type} {100 * b.probability:.0f} %" for b in types)
            lines.append(f"Seat {seat} is taken for {shares}.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values for programs, actions by id and by text."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "action": self.action,
            "action_text": self.game.action_text(self.action),
            "actions": [
                {
                    "action": a.action,
                    "text": self.game.action_text(a.action),
                    "visits": a.visits,
                    "value": a.value,
                    "prior": a.prior,
                }
                for a in self.actions
            ],
            "line": list(self.line),
            "values": list(self.values),
            "posterior": [
                {"seat": b.seat, "type": b.type, "probability": b.probability}
                for b in self.posterior
            ],
            "iterations": self.iterations,
            "nodes": self.nodes,
            "depth": self.depth,
            "reused": self.reused,
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """The same as JSON text."""
        return json.dumps(self.to_dict())

    def __str__(self) -> str:
        """A table of the actions, most visited first."""
        head = f"{self.iterations} iterations, {self.nodes} nodes, depth {self.depth}"
        rows = [
            f"{self.game.action_text(a.action):>20}  {a.visits:>9} visits  {a.value:+.3f}"
            for a in sorted(self.actions, key=lambda a: -a.visits)
        ]
        return "\n".join([head, *rows])
