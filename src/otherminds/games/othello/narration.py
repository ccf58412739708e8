"""Othello at the table: what a person is told, and how a game ended."""

from __future__ import annotations

from typing import Any

__all__ = ["ending", "goal", "seat_name", "told"]

_SIDES = ("Black", "White")


def seat_name(game: Any, seat: int) -> str:
    """What a seat is called."""
    del game
    return _SIDES[seat]


def goal(game: Any, seat: int) -> str:
    """What a seat plays for."""
    draws = " A draw counts as a win for White." if game.options["draw_is_white_win"] else ""
    return f"Have more discs than {_SIDES[1 - seat]} when nobody can move.{draws}"


def told(view: Any, seen: Any) -> str:
    """What a seat witnesses of an action, as a sentence.

    Examples:
        >>> from otherminds import load
        >>> state = load("othello").initial_state()
        >>> told(state.view(1), state.observation(state.game.parse_action("f5"), 1))
        'Black plays f5.'
    """
    text = view.game.action_text(seen.action)
    passes = text == "pass"
    if seen.actor == view.seat:
        return "You pass: no square is open to you." if passes else f"You play {text}."
    name = _SIDES[seen.actor]
    return f"{name} passes and has no other choice." if passes else f"{name} plays {text}."


def ending(state: Any, seat: int | None) -> str:
    """How a finished game ended, for a seat or for onlookers (None).

    Examples:
        >>> from otherminds import play_match
        >>> *_, last = play_match("othello", ["random", "mobility"], seed=7).states()
        >>> told_to_white = ending(last, seat=1)
        >>> told_to_white.split()[:2] in (["You", "win"], ["You", "lose"], ["A", "draw,"])
        True
    """
    values = state.to_dict()
    discs = [int(values[name], 16).bit_count() for name in ("own", "opponent")]
    if values["to_move"] == 1:
        discs.reverse()
    if state.returns()[0] == 0:
        return f"A draw, {discs[0]} to {discs[1]}."
    winner = 0 if state.returns()[0] > 0 else 1
    if seat is not None:
        verb = "win" if seat == winner else "lose"
        return f"You {verb} {discs[seat]} to {discs[1 - seat]}."
    return f"{_SIDES[winner]} wins {discs[winner]} to {discs[1 - winner]}."
