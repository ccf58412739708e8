"""Hanabi: everybody holds cards that only the others see (Bauza 2010).

Two to five players build a stack of each colour from 1 to 5. A hint costs a clue, a discard
returns one, and a card that does not fit costs a life.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from otherminds import _core
from otherminds.games.hanabi.cards import COLOURS, NO_CARD, card_text, parse_card, parse_cards
from otherminds.games.hanabi.narration import ending, goal, seat_name, told
from otherminds.games.hanabi.picture import drawing

__all__ = [
    "COLOURS",
    "believed",
    "card_text",
    "chances",
    "deal",
    "drawing",
    "ending",
    "goal",
    "hand_size",
    "hidden_facts",
    "make",
    "parse_card",
    "parse_cards",
    "seat_name",
    "told",
]


VIEWS_TELL_ALL = True
"""A view says what its seat believes; see `otherminds.games.registry.views_tell_all`."""


def make(**options: Any) -> _core.Game:
    """Hanabi.

    Options are ``players`` (2, to 5), ``colours`` and ``ranks`` (5, from 1), ``hand`` (0: five
    cards for two or three players, else four), ``clues`` (8), ``lives`` (3), ``bombed``
    (``"lost"``: no points without lives, or ``"kept"``), ``last_round`` (``"standard"``, or
    ``"none"``: the game ends with the deck), ``open_hand`` (everybody sees their own cards too) and
    ``empty_clues`` (a hint may touch no card).

    Examples:
        >>> make(players=5).action_count
        58
        >>> make(players=2).action_text(0)
        'play slot 0'
    """
    return _core.make_game("hanabi", options)


def hand_size(game: Any) -> int:
    """How many cards a seat holds.

    Examples:
        >>> hand_size(make(players=4))
        4
    """
    return int(game.parse_action("discard slot 0"))  # plays come first, one for each slot


def deal(game: Any, deck: str | Iterable[str | int]) -> _core.State:
    """The start of a game with a given deck.

    Args:
        game: of Hanabi.
        deck: all cards in the order of drawing, as a text or a list of cards such as ``r1``. Seat 0
            draws its whole hand first, then seat 1, and so on.

    Raises:
        OptionError: this is not a game of Hanabi, or these are not the cards of its deck.

    Examples:
        >>> game = make(colours=1, ranks=2, hand=1)
        >>> print(deal(game, "r2 r1 r1 r1").view(0))
        clues 8 of 8, lives 3 of 3, points 0 of 2, deck 2
        stacks: red 0
        discarded: nothing
                      slot 0
        seat 0 (you)  r?
        seat 1        r1
          was told    r?
        seat 0 to act
    """
    return _core.hanabi_deal(game, parse_cards(deck))


def chances(view: Any) -> list[dict[str, float]]:
    """What each card of the viewing seat can be, with its probability.

    It is exact: all ways to deal the unseen cards that fit the hints are equally likely. An empty
    slot has no entries.

    Raises:
        OptionError: this is not a view of Hanabi.

    Examples:
        >>> state = deal(make(colours=1, ranks=2, hand=1), "r2 r1 r1 r1")
        >>> [{card: round(chance, 3) for card, chance in slot.items()}
        ...  for slot in chances(state.view(0))]
        [{'r1': 0.667, 'r2': 0.333}]
    """
    return [{card_text(card): chance for card, chance in slot.items()} for slot in _chances(view)]


def _chances(known: Any) -> list[dict[int, float]]:
    """What each own card can be, from a view or a belief."""
    found = _core.hanabi_chances(known)
    return [
        {card: chance for card, chance in enumerate(slot) if chance > 0}
        for slot in found[: hand_size(known.game)]
    ]


def _words(card: int) -> str:
    return f"{COLOURS[card // 5]} {card % 5 + 1}"


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """The seat's own cards, by slot.

    Examples:
        >>> state = deal(make(colours=1, ranks=2, hand=1), "r2 r1 r1 r1")
        >>> hidden_facts(state, seat=0)
        {'your slot 0': 'red 2'}
    """
    if state.game.options["open_hand"]:
        return {}
    hand = state.to_dict()["hands"][seat]
    return {f"your slot {slot}": _words(card) for slot, card in enumerate(hand) if card != NO_CARD}


def believed(belief: _core.Belief, seat: int) -> dict[str, dict[str, float]]:
    """What each own card can be, exactly.

    Examples:
        >>> state = deal(make(colours=1, ranks=2, hand=1), "r2 r1 r1 r1")
        >>> believed(state.game.belief(state.view(0)), seat=0)
        {'your slot 0': {'red 1': 0.666..., 'red 2': 0.333...}}
    """
    del seat
    if belief.game.options["open_hand"]:
        return {}
    return {
        f"your slot {slot}": {_words(card): chance for card, chance in chances.items()}
        for slot, chances in enumerate(_chances(belief))
        if chances
    }
