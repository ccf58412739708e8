"""What import-linter does not see: imports of the package itself, and rooms without a map."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import otherminds

SOURCES = Path(otherminds.__file__).parent
ROOMS = [module.name for module in pkgutil.iter_modules(otherminds.__path__) if module.ispkg]
OWN = {"_core", "__version__"}
"""What a room may take from the package itself; everything else would be all rooms at once."""


def taken(path: Path) -> set[str]:
    """Names that a module imports from the package itself."""
    return {
        name.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "otherminds"
        for name in node.names
    }


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_takes_nothing_from_the_whole_package(room: str) -> None:
    if room == "examples":  # it is written as a reader would write it
        return
    for path in (SOURCES / room).rglob("*.py"):
        names = {name for name in taken(path) if name not in ROOMS}
        assert names <= OWN, path


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for(room: str) -> None:
    assert importlib.import_module(f"otherminds.{room}").__doc__


def test_the_contracts_have_everything_of_their_modules() -> None:
    """One import line serves all that know no more than the contracts."""
    contracts = importlib.import_module("otherminds.contracts")
    for name in ("errors", "games", "players"):
        module = importlib.import_module(f"otherminds.contracts.{name}")
        assert set(module.__all__) <= set(contracts.__all__)
