"""What a seat of Cluedo can know: probabilities, reasons, the detective's sheet."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from otherminds import _core
from otherminds._core import unknown_name
from otherminds.contracts import OptionError

__all__ = [
    "KINDS",
    "Deduction",
    "believed",
    "chances",
    "counts_of",
    "deals",
    "deductions",
    "entropy",
    "envelopes",
    "hidden_facts",
    "members",
    "names_of",
    "sheet",
]

KINDS = ("exact", "thesis", "factored", "program")
"""The beliefs that can be asked for; `chances` says what they are."""

Chances = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Deduction:
    """One thing that is certain.

    Attributes:
        card: which card.
        place: ``"envelope"``, or a seat as in ``"seat 2 Green"``.
        holds: whether the card is there.
        text: the claim with its reason, a sentence.
    """

    card: str
    place: str
    holds: bool
    text: str


def _places(seats: list[str]) -> list[str]:
    return ["envelope", *(f"seat {seat} {name}" for seat, name in enumerate(seats))]


def chances(belief: Any, kind: str = "exact") -> Chances:
    """For each card, how likely it is at each place.

    The places are ``"envelope"`` and each seat, as in ``"seat 2 Green"``. A card that lies open has
    chances of 0 everywhere; all others add up to 1.

    Args:
        belief: of a seat of Cluedo.
        kind: ``"exact"``: all deals that fit what the seat has witnessed, each weighed by how
            likely its holders would have shown what they did. The others are sheets on which
            cards have nothing to do with each other (Ledford 2018); they differ in what they make
            of a card that one seat shows another: ``"thesis"`` multiplies the chances of the cards
            named by unknown cards / candidates, ``"factored"`` is Bayes' rule for independent
            cards, and ``"program"`` is the rule of his planner.

    Raises:
        OptionError: this is no belief of Cluedo, or there is no such kind.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> belief = game.belief(game.initial_state(2).view(0))
        >>> {place: round(chance, 3) for place, chance in chances(belief)["rope"].items()}
        {'envelope': 0.2, 'seat 0 Scarlett': 0.0, 'seat 1 Mustard': 0.267, 'seat 2 Green': 0.267, \
'seat 3 Peacock': 0.267}
        >>> chances(belief, "thesis")["rope"]["envelope"]
        0.25
    """
    if kind not in KINDS:
        raise OptionError(unknown_name("kind of belief", str(kind), list(KINDS)))
    cards, seats = _core.cluedo_names(belief)
    places = _places(seats)
    rows = _core.cluedo_chances(belief, kind)
    return {
        card: dict(zip(places, row, strict=True)) for card, row in zip(cards, rows, strict=True)
    }


def envelopes(belief: Any) -> dict[tuple[str, str, str], float]:
    """Each envelope that is possible, suspect, weapon and room, with its exact probability.

    The most probable comes first.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", cards="Green, Plum; rope, dagger; hall, study", players=2)
        >>> belief = game.belief(game.initial_state(3).view(0))
        >>> sum(envelopes(belief).values())
        1.0
    """
    cards, _ = _core.cluedo_names(belief)
    return {
        (cards[suspect], cards[weapon], cards[room]): chance
        for (suspect, weapon, room), chance in _core.cluedo_envelopes(belief)
    }


def deals(belief: Any) -> int:
    """How many deals fit what the seat has witnessed, however probable they are.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> deals(game.belief(game.initial_state(2).view(0)))
        3638250
    """
    return round(_core.cluedo_deals(belief))


def entropy(belief: Any, kind: str = "exact") -> float:
    """How much is not known of where the cards are, in bits, summed over the cards.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> belief = game.belief(game.initial_state(2).view(0))
        >>> entropy(belief, "thesis")  # 15 cards in 4 places each
        30.0
    """
    return sum(
        -chance * math.log2(chance)
        for row in chances(belief, kind).values()
        for chance in row.values()
        if chance > 0
    )


def deductions(belief: Any) -> list[Deduction]:
    """All that is certain and why, in the order in which it follows.

    The seat's own hand comes first, then event by event what simple rules give, then what only all
    deals together show. Of a card whose place is listed, it is not said again that it is nowhere
    else. What a seat saw before its belief was begun counts for `chances`, but not here: there is
    no event to name.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", rules="ledford")
        >>> belief = game.belief(game.initial_state(2).view(0))
        >>> deductions(belief)[0].text
        'I hold Peacock.'
    """
    cards, seats = _core.cluedo_names(belief)
    places = _places(seats)
    return [
        Deduction(cards[card], places[place], holds, text)
        for card, place, holds, text in _core.cluedo_deductions(belief)
    ]


def _own_place(belief: Any) -> int:
    """The place that is the seat's own: every seat holds cards, and they are deduced first."""
    return _core.cluedo_deductions(belief)[0][1]


def counts_of(game: Any) -> list[int]:
    """How many suspects, weapons and rooms there are."""
    text = game.options["cards"]
    return [6, 6, 9] if text in ("uk", "us") else [len(kind.split(",")) for kind in text.split(";")]


def _mark(chance: float) -> str:
    """What is certain is never a rounded number."""
    if chance in (0.0, 1.0):
        return "yes" if chance else "-"
    return f"{min(max(round(100 * chance), 1), 99)} %"


def sheet(belief: Any, kind: str = "exact") -> str:
    """The detective's sheet as a text: cards in rows, places in columns.

    ``yes`` and ``-`` are certain. Below it is the envelope that is most probable.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", cards="Green, Plum, White; rope, dagger; hall, study", players=2)
        >>> print(sheet(game.belief(game.initial_state(3).view(0))))
                envelope  you  Plum
        Green        yes    -     -
        Plum           -  yes     -
        White          -  yes     -
        <BLANKLINE>
        rope        50 %    -  50 %
        dagger      50 %    -  50 %
        <BLANKLINE>
        hall        50 %    -  50 %
        study       50 %    -  50 %
        <BLANKLINE>
        most probable envelope, 25 %:
        Green with the rope in the hall
    """
    _, seats = _core.cluedo_names(belief)
    heads = ["", "envelope", *seats]
    heads[1 + _own_place(belief)] = "you"
    rows = [heads]
    rows += [
        [card, *(map(_mark, row.values()) if any(row.values()) else ["open"] * len(row))]
        for card, row in chances(belief, kind).items()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    ]
    suspects, weapons = counts_of(belief.game)[:2]
    for first in (suspects + weapons, suspects):
        lines.insert(1 + first, "")
    (suspect, weapon, room), chance = next(iter(envelopes(belief).items()))
    title = "the envelope" if chance == 1 else f"most probable envelope, {_mark(chance)}"
    return "\n".join([*lines, "", f"{title}:", f"{suspect} with the {weapon} in the {room}"])


def _fact(card: str) -> str:
    return f"where {card} is"


def _where(place: str) -> str:
    return "in the envelope" if place == "envelope" else f"with {place}"


def believed(belief: _core.Belief, seat: int) -> dict[str, dict[str, float]]:
    """Where each card is that the seat does not see, exactly.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", cards="Green, Plum, White; rope, dagger; hall, study", players=2)
        >>> believed(game.belief(game.initial_state(3).view(0)), seat=0)["where hall is"]
        {'in the envelope': 0.5, 'with seat 1 Plum': 0.5}
    """
    _, names = _core.cluedo_names(belief)
    own = _places(names)[1 + seat]
    return {
        _fact(card): {_where(place): chance for place, chance in of.items() if chance > 0}
        for card, of in chances(belief).items()
        if any(of.values()) and of[own] < 1
    }


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """Where each card is that the seat does not see.

    Examples:
        >>> from otherminds import load
        >>> game = load("cluedo", cards="Green, Plum, White; rope, dagger; hall, study", players=2)
        >>> hidden_facts(game.initial_state(3), seat=0)["where rope is"]
        'in the envelope'
    """
    cards, names = names_of(state.game)
    places = _places(names)
    values = state.to_dict()
    held = dict.fromkeys(members(values["envelope"]), 0)
    for other, hand in enumerate(values["hands"][: len(names)]):
        held.update(dict.fromkeys(members(hand), 1 + other))
    return {
        _fact(card): _where(places[held[number]])
        for number, card in enumerate(cards)
        if number in held and held[number] != 1 + seat
    }


@lru_cache(maxsize=16)
def names_of(game: _core.Game) -> tuple[list[str], list[str]]:
    """The cards and the seats; they follow from the options."""
    return _core.cluedo_names(game.belief(game.initial_state().view(0)))


def members(cards: Any) -> list[int]:
    """The cards of a set, which a state gives as bits, or of a list."""
    if isinstance(cards, int):
        return [place for place in range(cards.bit_length()) if cards >> place & 1]
    return list(cards)
