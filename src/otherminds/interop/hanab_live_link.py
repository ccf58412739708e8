"""The links of hanab.live: a whole game in the address.

A code has three parts between commas: the number of players, the least and the greatest rank, and
a letter for each card of the deck; the least and the greatest type of the actions, and two letters
for each of them; the number of the variant. Hyphens are only there to break lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from otherminds.contracts import FormatError

__all__ = ["PREFIX", "SiteAction", "SiteGame", "read_link", "write_link"]

PREFIX: Final = "https://hanab.live/shared-replay-json/"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LINE: Final = 20


@dataclass(frozen=True, slots=True)
class SiteAction:
    """What somebody did, in the site's numbers.

    Attributes:
        type: 0 play, 1 discard, 2 a hint of a colour, 3 of a rank, 4 the end of the game.
        target: the place of the card in the deck, or a seat.
        value: of a hint, its colour from 0 or its rank; None where there is none.
    """

    type: int
    target: int
    value: int | None


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game in the site's numbers; cards are suit and rank, both as on the site."""

    players: int
    deck: Sequence[tuple[int, int]]
    actions: Sequence[SiteAction]
    variant: int


def write_link(game: SiteGame) -> str:
    """The address of a game.

    Raises:
        FormatError: a number is too large for the alphabet of the site.

    Examples:
        >>> actions = [SiteAction(3, 1, 2), SiteAction(0, 0, None)]
        >>> write_link(SiteGame(2, [(0, 1), (1, 2)], actions, 0))
        'https://hanab.live/shared-replay-json/212ad,03pbaa,0'
    """
    ranks = [rank for _, rank in game.deck] or [1]
    low, span = min(ranks), max(ranks) - min(ranks) + 1
    cards = "".join(_letter(suit * span + rank - low) for suit, rank in game.deck)
    types = [action.type for action in game.actions] or [0]
    first, kinds = min(types), max(types) - min(types) + 1
    actions = ""
    for action in game.actions:
        value = 0 if action.value is None else action.value + 1
        actions += _letter(value * kinds + action.type - first) + _letter(action.target)
    code = f"{game.players}{low}{max(ranks)}{cards},{first}{max(types)}{actions},{game.variant}"
    return PREFIX + "-".join(code[at : at + _LINE] for at in range(0, len(code), _LINE))


def read_link(text: str) -> SiteGame:
    """The game of an address, or of its last part alone.

    What follows a ``#``, the turn at which the site opens the game, is left out; so is the seed
    that some links have as a fourth part.

    Raises:
        FormatError: this is not such a link.
    """
    code = text.split("#")[0].rsplit("/", 1)[-1].replace("-", "")
    parts = code.split(",")
    if len(parts) not in (3, 4):
        raise FormatError(
            f"{text[:80]!r} is not a game of hanab.live: its JSON starts with '{{', its links with "
            f"{PREFIX} and have three parts between commas."
        )
    cards, actions, variant = parts[:3]
    players, low, high = (_digit(cards, at, "of players and ranks") for at in range(3))
    first, last = (_digit(actions, at, "of actions") for at in range(2))
    if low > high or first > last or len(actions) % 2 or not variant.isdecimal():
        raise FormatError("The link is damaged: its parts do not fit together.")
    span, kinds = high - low + 1, last - first + 1
    deck = [(place // span, place % span + low) for place in map(_place, cards[3:])]
    said = []
    for at in range(2, len(actions), 2):
        value, kind = divmod(_place(actions[at]), kinds)
        said.append(SiteAction(kind + first, _place(actions[at + 1]), value - 1 if value else None))
    return SiteGame(players, deck, said, int(variant))


def _digit(part: str, at: int, what: str) -> int:
    if at >= len(part) or part[at] not in "0123456789":
        raise FormatError(f"The link is damaged: the numbers {what} are missing.")
    return int(part[at])


def _letter(place: int) -> str:
    if not 0 <= place < len(_LETTERS):
        raise FormatError(f"A link has no letter for the number {place}.")
    return _LETTERS[place]


def _place(letter: str) -> int:
    place = _LETTERS.find(letter)
    if place < 0:
        raise FormatError(f"The link is damaged: {letter!r} is not a letter of its alphabet.")
    return place
