"""What a seat can know of the cards of others."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.catan.board import CARDS, RESOURCES

__all__ = ["believed", "cards", "counts", "expected", "hidden_facts"]


def counts(belief: Any) -> list[dict[str, list[float]]]:
    """For each seat and resource how likely it holds 0, 1, 2 and so on, up to what is possible.

    The seat's own hand is certain.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan")
        >>> counts(game.belief(game.initial_state().view(0)))[1]["ore"]
        [1.0]
    """
    return [dict(zip(RESOURCES, seat, strict=True)) for seat in _core.catan_counts(belief)]


def expected(belief: Any) -> list[dict[str, float]]:
    """For each seat how many cards of each resource it holds on average."""
    return [
        {name: sum(n * chance for n, chance in enumerate(of)) for name, of in seat.items()}
        for seat in counts(belief)
    ]


def cards(belief: Any) -> list[dict[str, float]]:
    """For each seat how likely it holds a development card of each kind.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan")
        >>> cards(game.belief(game.initial_state().view(0)))[2]["knight"]
        0.0
    """
    return [dict(zip(CARDS, seat, strict=True)) for seat in _core.catan_cards(belief)]


def _resource(name: str, seat: int) -> str:
    return f"{name} of seat {seat}"


def _card(name: str, seat: int) -> str:
    return f"whether seat {seat} holds a {name} card"


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """How much of each resource the others hold, and which kinds of development cards.

    Seats that hold no cards at all have nothing to hide.
    """
    values = state.to_dict()
    facts: dict[str, str] = {}
    for other in range(state.game.seats):
        hand, held = values["hands"][other], values["held"][other]
        if other != seat and any(hand.values()):
            facts |= {_resource(name, other): str(hand[name]) for name in RESOURCES}
        if other != seat and any(held):
            facts |= {
                _card(name, other): "yes" if n else "no"
                for name, n in zip(CARDS, held, strict=True)
            }
    return facts


def believed(belief: _core.Belief, seat: int) -> dict[str, dict[str, float]]:
    """The same with the exact probability of each answer.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan")
        >>> believed(game.belief(game.initial_state().view(0)), seat=0)  # all hands are empty
        {}
    """
    held, developed = counts(belief), cards(belief)
    facts: dict[str, dict[str, float]] = {}
    for other in range(belief.game.seats):
        if other == seat:
            continue
        if any(len(of) > 1 for of in held[other].values()):
            for name, of in held[other].items():
                facts[_resource(name, other)] = {str(n): chance for n, chance in enumerate(of)}
        if any(developed[other].values()):
            for name, chance in developed[other].items():
                facts[_card(name, other)] = {"yes": chance, "no": 1 - chance}
    return facts
