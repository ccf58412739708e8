"""How a state or a view shows itself: a line in the interpreter, a drawing in a notebook."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import CHANCE, NOBODY, State, View
from otherminds.games import drawings

__all__ = ["drawing", "state_line", "view_line"]


def state_line(state: State) -> str:
    """A state in one line: its game, who acts, and the returns of a game that is over.

    Examples:
        >>> from otherminds import load
        >>> load("othello", size=4).initial_state()
        <State of othello: seat 0 acts, 4 legal actions>
    """
    if state.is_terminal():
        returns = ", ".join(f"{value:g}" for value in state.returns())
        return f"<State of {state.game.name}: over, returns {returns}>"
    return f"<State of {state.game.name}: {_turn(state.actor(), state.legal_actions())}>"


def view_line(view: View) -> str:
    """A view in one line: its game, its seat and who acts.

    Examples:
        >>> from otherminds import load
        >>> load("hanabi").initial_state().view(1)
        <View of hanabi by seat 1: seat 0 acts>
    """
    turn = _turn(view.actor(), view.legal_actions())
    return f"<View of {view.game.name} by seat {view.seat}: {turn}>"


def _turn(actor: int, legal: list[int]) -> str:
    if actor == NOBODY:
        return "over"
    who = "chance acts" if actor == CHANCE else f"seat {actor} acts"
    if not legal:
        return who
    return f"{who}, {len(legal)} legal action{'s' if len(legal) > 1 else ''}"


def drawing(position: Any) -> str | None:
    """What ``_repr_svg_`` of a state or a view answers: its drawing, where the game has one."""
    drawn = drawings.drawing(position)
    return drawn.svg if drawn else None
