"""Hanabi at the table: what a person is told, and how a game ended."""

from __future__ import annotations

from typing import Any

from otherminds.games.hanabi.cards import NO_CARD, card_text

__all__ = ["ending", "goal", "seat_name", "told"]

_CARD, _FITS, _SLOTS = 0, 1, 3  # places of an observation's facts


def seat_name(game: Any, seat: int) -> str:
    """What a seat is called."""
    del game
    return f"seat {seat}"


def goal(game: Any, seat: int) -> str:
    """What a seat plays for: all seats together."""
    del seat
    colours, ranks = game.options["colours"], game.options["ranks"]
    return f"Together, play the cards of each colour in order from 1: {colours * ranks} in all."


def told(view: Any, seen: Any) -> str:
    """What a seat witnesses of an action, as a sentence.

    Args:
        view: the seat's, before the action.
        seen: what the seat witnesses of it.

    Examples:
        >>> from otherminds.games.hanabi import deal, make
        >>> state = deal(make(colours=1, ranks=2, hand=1), "r2 r1 r1 r1")
        >>> told(state.view(0), state.observation(state.game.parse_action("hint 1 to seat 1"), 0))
        'You hint 1 to seat 1: slot 0.'
        >>> told(state.view(1), state.observation(state.game.parse_action("play slot 0"), 1))
        'Seat 0 plays slot 0: r2, which does not fit and costs a life.'
    """
    own = seen.actor == view.seat
    verb, _, rest = view.game.action_text(seen.action).partition(" ")
    text = f"{'You' if own else f'Seat {seen.actor}'} {verb if own else f'{verb}s'} {rest}"
    if verb == "hint":
        touched = [str(slot) for slot in range(5) if seen.facts[_SLOTS] >> slot & 1]
        slots = f"slot{'s' if len(touched) > 1 else ''} {', '.join(touched)}"
        text = text.replace(f"to seat {view.seat}", "to you")
        return f"{text}: {slots if touched else 'no card'}."
    card = seen.facts[_CARD]
    if card == NO_CARD:
        return f"{text}."
    fits = "fits" if seen.facts[_FITS] else "does not fit and costs a life"
    return f"{text}: {card_text(card)}{f', which {fits}' if verb == 'play' else ''}."


def ending(state: Any, seat: int | None) -> str:
    """How a finished game ended; the score is everybody's.

    Examples:
        >>> from otherminds import play_match
        >>> *_, last = play_match("hanabi", ["random", "random"], seed=1).states()
        >>> ending(last, None).startswith("Bombed after ")
        True
    """
    del seat
    values, options = state.to_dict(), state.game.options
    points, most = sum(values["stacks"]), options["colours"] * options["ranks"]
    moves = f"{values['turn']:,} move{'s' if values['turn'] != 1 else ''}"
    if values["lives"] > 0:
        why = "" if points == most else ": the deck has run out"
        return f"{points} of {most} after {moves}{why}."
    on_the_table = f"{points} point{'s' if points != 1 else ''} on the table"
    if options["bombed"] == "kept":
        return f"{points} of {most}: bombed after {moves}, and the points are kept."
    lost = ", which are lost" if points > 1 else ", which is lost" if points else ""
    return f"Bombed after {moves} with {on_the_table}{lost}: 0 of {most}."
