"""The games that tests run on, all that are registered with the options worth a run; a guard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import otherminds
from otherminds.contracts import Game
from tests.games.variants import variants
from tests.safety.coin_tic_tac_toe import Guard

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "-".join([name, *(f"{option}={value}" for option, value in options.items())]): (name, options)
    for name in otherminds.game_names()
    for options in variants(name)
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
