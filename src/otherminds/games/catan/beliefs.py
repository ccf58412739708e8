"""What a seat can know of the cards of others."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.catan.board import CARDS, RESOURCES

__all__ = ["cards", "counts", "expected"]


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
