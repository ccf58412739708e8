"""What a seat can know of the hands of others."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.catan.board import RESOURCES
from otherminds.match import witness

__all__ = ["expected", "hands", "witness"]


def hands(belief: Any) -> list[dict[tuple[int, ...], float]]:
    """For each seat its possible hands, by their counts of `RESOURCES`, with probabilities.

    The own hand is certain. Hands of different seats are taken for independent.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan")
        >>> hands(game.belief(game.initial_state().view(0)))[1]
        {(0, 0, 0, 0, 0): 1.0}
    """
    return [
        {tuple(counts): probability for counts, probability in possible}
        for possible in _core.catan_hands(belief)
    ]


def expected(belief: Any) -> list[dict[str, float]]:
    """For each seat how many cards of each resource it holds on average."""
    return [
        {
            name: sum(counts[place] * chance for counts, chance in possible.items())
            for place, name in enumerate(RESOURCES)
        }
        for possible in hands(belief)
    ]
