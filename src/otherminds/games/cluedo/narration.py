"""Cluedo at the table: what a person is told, their sheet, and reasons on demand."""

from __future__ import annotations

from typing import Any

from otherminds._core import unknown_name
from otherminds.contracts import CHANCE, OptionError
from otherminds.games.cluedo.beliefs import (
    chances,
    deals,
    deductions,
    hidden_facts,
    names_of,
    sheet,
)

__all__ = ["certainties", "ending", "goal", "notes", "seat_name", "told", "why"]

FINISHING = 5  # the phase in which all that is left of a turn is to accuse or not


def told(view: Any, seen: Any) -> str:
    """What a seat witnesses of an action, as a sentence; empty where the next one says it all.

    Args:
        view: the seat's, before the action.
        seen: what the seat witnesses of it.

    Examples:
        >>> from otherminds import load
        >>> state = load("cluedo", rules="ledford").initial_state(2)
        >>> told(state.view(0), state.observation(4, 0))
        'You rolled 4.'
        >>> told(state.view(1), state.observation(4, 1))
        'Scarlett rolled 4.'
    """
    game, table = view.game, view.facts["table"]
    if not CHANCE <= seen.actor < game.seats or (seen.actor == CHANCE and seen.action is None):
        raise OptionError(f"Nobody at a table of Cluedo witnesses {seen!r}.")
    seats = list(names_of(game)[1])
    seats[view.seat] = "you"
    who = seats[table["current"] if seen.actor == CHANCE else seen.actor]
    if seen.facts[0] == 0 and _goes_without_saying(view, seen):
        return ""
    if seen.actor == CHANCE:
        text = f"{who} {game.outcome_text(seen.action)}."
    elif seen.facts[0] == 1:
        text = f"{who} {_answer(game, view.seat, seen, seats[seen.facts[1]])}."
    else:
        text = f"{who} {_deed(game, view.seat, seen)}"
    return text[0].upper() + text[1:]


def _goes_without_saying(view: Any, seen: Any) -> bool:
    """That the die is taken, and that a turn is over."""
    if seen.actor == CHANCE or seen.action is None:
        return False
    text: str = view.game.action_text(seen.action)
    return text == "roll" or (text == "wait" and int(view.facts["table"]["phase"]) == FINISHING)


def _answer(game: Any, seat: int, seen: Any, asker: str) -> str:
    own = seen.actor == seat
    if seen.action is None:
        return f"shows {asker} a card"
    text = game.action_text(seen.action)
    if text == "no card":
        return ("have" if own else "has") + " none of them"
    return f"{'show' if own else 'shows'} {asker}: {text.removeprefix('show ')}"


def _deed(game: Any, seat: int, seen: Any) -> str:
    own = seen.actor == seat
    if seen.action is None:  # only accusations that failed
        return "accuses, and is wrong."
    verb, _, rest = game.action_text(seen.action).partition(" ")
    text = f"{verb if own else _third_person(verb)} {rest}".strip()
    if seen.facts[0] != 2:
        return f"{text}."
    verdict = "right" if seen.facts[1] else "wrong"
    return f"{text}, and {'are' if own else 'is'} {verdict}."


def _third_person(verb: str) -> str:
    return {"go": "goes"}.get(verb, f"{verb}s")


def notes(belief: Any) -> str:
    """The sheet of a detective who forgets nothing.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> notes(game.belief(game.initial_state(2).view(0))).splitlines()[-1]
        '3,638,250 deals are possible'
    """
    count = deals(belief)
    return f"{sheet(belief)}\n{count:,} {'deal is' if count == 1 else 'deals are'} possible"


def certainties(belief: Any) -> dict[str, str]:
    """The cards whose place is certain, each with its sentence.

    Where a card is not, the sheet says.
    """
    return {found.card: found.text for found in deductions(belief) if found.holds}


def why(belief: Any, text: str) -> str:
    """What is certain about a card, with the reasons.

    Raises:
        OptionError: there is no such card, or none is named.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> why(game.belief(game.initial_state(2).view(0)), "scarlett")
        'Scarlett lies open.'
        >>> why(game.belief(game.initial_state(2).view(0)), "plum")
        'Nothing is certain about Plum.'
    """
    cards = list(chances(belief))
    card = {name.casefold(): name for name in cards}.get(text.strip().casefold())
    if card is None:
        if not text.strip():
            raise OptionError(f"Say about which card, as in: why {cards[0]}.")
        raise OptionError(unknown_name("card", text.strip(), cards))
    found = [each for each in deductions(belief) if each.card == card]
    placed = [each for each in found if each.holds]
    if not any(chances(belief)[card].values()):
        return f"{card} lies open."
    return "\n".join(each.text for each in placed or found) or f"Nothing is certain about {card}."


def seat_name(game: Any, seat: int) -> str:
    """What a seat is called."""
    return names_of(game)[1][seat]


def goal(game: Any, seat: int) -> str:
    """What a seat plays for."""
    del game, seat
    return "Find out which suspect, weapon and room lie in the envelope, and accuse first."


def ending(state: Any, seat: int | None) -> str:
    """How a finished game ended, for a seat or for onlookers (None)."""
    cards, seats = names_of(state.game)
    where = hidden_facts(state, state.game.seats)
    suspect, weapon, room = (
        card for card in cards if where.get(f"where {card} is") == "in the envelope"
    )
    deed = f"{suspect} did it with the {weapon} in the {room}"
    table = state.to_dict()["table"]
    if max(state.returns()) <= 0:
        return f"{deed}. Nobody found out in {table['turn']:,} turns."
    winner = state.returns().index(max(state.returns()))
    who = "you" if winner == seat else seats[winner]
    verb = "win" if winner == seat else "wins"
    if table["out"].bit_count() == state.game.seats - 1:
        return f"{deed}: {who} {verb} in turn {table['turn']:,}, as all others accused wrongly."
    return f"{deed}: {who} found out in turn {table['turn']:,}."
