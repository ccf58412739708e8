"""The games that tests run on, all that are registered with the options worth a run; a guard."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import settings

import otherminds
from otherminds.contracts import Game
from tests.games.variants import variants
from tests.safety.coin_tic_tac_toe import Guard

settings.register_profile("otherminds", deadline=None)  # a busy machine is slow, and not at fault
settings.load_profile("otherminds")

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


CASES = 25
"""Of one test under the sanitizers."""
CASES_OF_GAMES = 150
"""The same of the tests that hand every game every kind of good and bad input."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run some cases of each test only where the sanitizers slow it down several times.

    A test has hundreds where it goes through all players or all games, most of which take the
    same way through native code. The choice is arbitrary but always the same.
    """
    if "OTHERMINDS_SANITIZE" not in os.environ:
        return
    of_test: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        name = getattr(item, "originalname", item.name)
        of_test[str(item.path), name].append(item)
    kept: set[pytest.Item] = set()
    for (_, name), cases in of_test.items():
        most = CASES_OF_GAMES if name == "test_games_keep_their_promises" else CASES
        kept.update(sorted(cases, key=lambda case: blake2b(case.nodeid.encode()).digest())[:most])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
