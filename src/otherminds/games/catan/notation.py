"""Positions as one line of text."""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["notation", "position"]


def notation(state: Any) -> str:
    """A whole state as one line, which `position` reads.

    Sections with semicolons between them: the layout, the robber's hex, each seat with what it has
    built, holds and has played, and then what is particular to the moment.

    Examples:
        >>> from otherminds import load
        >>> state = load("catan", players=2, board="beginner").initial_state()
        >>> state.apply_action(state.game.parse_action("build settlement at 17"))
        >>> notation(state).partition(" / ")[2]
        '3 w o 3 s 3 3 c f; robber 9; 0 s17; 1; turn 0 of 0; paving; placed 17'
    """
    return _core.catan_notation(state)


def position(text: str, game: Any = None) -> _core.State:
    """The state that a line of `notation` describes.

    Args:
        text: such a line. What it does not mention is as at the start, and what nobody has is in
            the bank and in the deck.
        game: whose state it is; by default the official rules for the seats that are mentioned.

    Raises:
        FormatError: it is not a position of this game.

    Examples:
        >>> board = "o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11"
        >>> seats = "0 s17 s44 r17-23 r39-44 hand 2co; 1 s9 c36 r9-13 r31-36 hand 2w3o held k"
        >>> state = position(f"{board} / 3 w o 3 s 3 3 c f; {seats}; turn 6 of 1; roll 8; playing")
        >>> [state.game.action_text(action) for action in state.actions_of_type(2)]
        ['build city at 9']
    """
    if game is None:
        seats = {section.split()[0] for section in text.split(";")[1:] if section.split()}
        players = sum(seat.isdecimal() for seat in seats)
        game = _core.make_game("catan", {"players": min(4, max(2, players))})
    return _core.catan_position(game, text)
