"""The games that tests run on, all that are registered with the options worth a run; a guard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import otherminds
from otherminds.contracts import Game
from tests.safety.coin_tic_tac_toe import Guard

# A level of Tiny Co-Op so small, with a cap so early, that every position of many games can be
# looked at, and that random play scores: a search without rewards would have nothing to give away.
TINY = "######\n#0a.1#\n#.A.G#\n######"

# A game that is not listed is tested with its default options.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "othello": [{"size": 4}, {"size": 6}, {"size": 8}, {"size": 4, "draw_is_white_win": True}],
    "bazaar": [{}, {"rounds": 1}, {"rounds": 6}],
    "bazaar_python": [{}, {"rounds": 1}],
    "tiny_coop": [
        {"level": TINY, "ticks": 12},
        {"level": TINY, "edition": 1, "actions": "relative", "ticks": 10},
        {"level": "#####\n#0G1#\n#####", "actions": "full", "collision": "block", "ticks": 8},
        {"level": "#####\n#0.1#\n#2G3#\n#####", "actions": "relative", "ticks": 8},
    ],
    "hanabi": [
        {},
        {"players": 5, "bombed": "kept"},
        {"colours": 2, "ranks": 3, "hand": 2, "empty_clues": True, "last_round": "none"},
        {"players": 3, "colours": 3, "hand": 3, "lives": 9, "open_hand": True},
    ],
    # Random players accuse almost at once; the caps are for those who do not.
    "cluedo": [
        {"turns": 40},
        {"rules": "ledford", "turns": 60},
        {"cards": "A, B, C; d, e; F, G", "players": 3, "dice": 2, "turns": 20},
    ],
    # Random players trade cards to and fro for thousands of moves; the caps keep games short.
    "catan": [
        {"turns": 12, "offers": 2},
        {"rules": "dobre", "players": 3, "turns": 8, "offers": 2, "hidden": "points shown"},
        {"rules": "dobre", "turns": 12, "offers": 2, "exchange": "drawn", "drawn_discards": 2},
    ],
    "tiger": [{}, {"horizon": 2}, {"horizon": 8, "discount": 1.0, "accuracy": 1.0}],
}

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "-".join([name, *(f"{option}={value}" for option, value in options.items())]): (name, options)
    for name in otherminds.game_names()
    for options in OPTIONS.get(name, [{}])
}
"""Every registered game in each of its variants, by an id for people."""


def make(variant: str) -> Game:
    name, options = VARIANTS[variant]
    return otherminds.load(name, **options)


@pytest.fixture(scope="module")
def unharmed() -> Iterator[None]:
    """Around a module's misuse: everything works as before."""
    guard = Guard()
    yield
    guard.check()
