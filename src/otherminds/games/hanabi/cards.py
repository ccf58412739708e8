"""Cards of Hanabi as texts and as the numbers that states and views use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from otherminds.contracts import OptionError

__all__ = ["COLOURS", "HIDDEN", "NO_CARD", "card_text", "parse_card", "parse_cards"]

COLOURS = ("red", "yellow", "green", "blue", "white")
"""The colours in their order; a card is written with the first letter: ``r1``."""

_RANKS: Final = 5
HIDDEN: Final = 30
"""In a view, a card that its seat does not see."""

NO_CARD: Final = 31
"""A slot without a card, or a place of the deck whose card is drawn."""


def card_text(card: int) -> str:
    """A card's number as text: 0 is ``r1``, 24 is ``w5``; ``??`` is hidden and ``--`` not there.

    Examples:
        >>> [card_text(card) for card in (0, 7, 24, 30, 31)]
        ['r1', 'y3', 'w5', '??', '--']
    """
    if card in (HIDDEN, NO_CARD):
        return "??" if card == HIDDEN else "--"
    if not 0 <= card < len(COLOURS) * _RANKS:
        raise OptionError(f"{card} is not a card; those are 0 to 24, 30 and 31.")
    return f"{COLOURS[card // _RANKS][0]}{card % _RANKS + 1}"


def parse_card(text: str | int) -> int:
    """The number of a card.

    Args:
        text: its colour's first letter and its rank, in either case; a number stays as it is.

    Raises:
        OptionError: this is not a card.

    Examples:
        >>> parse_card("y3")
        7
    """
    if type(text) is int and 0 <= text < len(COLOURS) * _RANKS:
        return text
    if type(text) is str and len(text) == 2:
        colour = "".join(name[0] for name in COLOURS).find(text[0].lower())
        rank = "12345".find(text[1])
        if colour >= 0 and rank >= 0:
            return _RANKS * colour + rank
    raise OptionError(
        f"{text!r} is not a card; a card is one of r, y, g, b, w and a rank from 1 to 5: 'r1'."
    )


def parse_cards(cards: str | Iterable[str | int]) -> list[int]:
    """The numbers of several cards, given as one text or as a list.

    Examples:
        >>> parse_cards("r1 w5"), parse_cards(["r1", 24])
        ([0, 24], [0, 24])
    """
    given = cards.split() if isinstance(cards, str) else cards
    try:
        return [parse_card(card) for card in given]
    except TypeError:
        raise OptionError(f"Cards are a text or a list of texts, not {cards!r}.") from None
