"""Exhaustive look-ahead: a planner for small games and a reference for the search."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds.contracts import Game, OptionError
from otherminds.search.evaluations import EvaluationLike
from otherminds.search.others import Others, Themselves
from otherminds.search.planner import Planner

__all__ = ["Exhaustive"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Exhaustive(Planner):
    """The exact best reply: everything that can follow is looked at.

    Chance and modelled seats are averaged by their probabilities, all other seats take what is
    best for themselves. With `Types` it is the exhaustive planner of HBA (Albrecht and
    Ramamoorthy 2013): the posterior from what really happened weighs the types at every step.

    Attributes:
        others: what will the others do?
        depth: look this many moves of seats ahead; None looks to the end of the game.
        evaluation: what judges positions at that depth.
        positions: refuse to look at more positions than this, or with ``deepening`` stop there.
        deepening: alpha-beta search one move deeper at a time, until the positions or the time are
            used up or nothing is left to see; for games of two seats that see everything, without
            chance, in which one wins what the other loses. Values of moves other than the best are
            upper bounds. A game that knows its endings, such as Othello, plays them perfectly.
        peek: look at the true state of a game that hides facts.

    Examples:
        >>> from otherminds import load
        >>> from otherminds.search import Random
        >>> game = load("tic_tac_toe")
        >>> state = game.initial_state()
        >>> for move in ("a1", "b1", "a2"):
        ...     state.apply_action(game.parse_action(move))
        >>> result = Exhaustive(others=Random()).run(state)
        >>> game.action_text(result.action), round(result.values[1], 3)
        ('a3', 0.733)
    """

    others: Others = Themselves()
    depth: int | None = None
    evaluation: EvaluationLike | None = None
    positions: int = 10_000_000
    deepening: bool = False
    peek: bool = False

    @property
    def _peeks(self) -> bool:
        return self.peek

    def _refusal(self, game: Game) -> OptionError:
        return OptionError(
            f"{game.name} hides facts from its seats: plan from what a seat knows by "
            "Search(hidden=InformationSets()), or look at everything by Exhaustive(peek=True)."
        )
