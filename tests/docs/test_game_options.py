"""The page of a game has all of its options, with the defaults that the game has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import otherminds as om

pytestmark = pytest.mark.slow  # Python only

PAGES = Path(__file__).parents[2] / "docs" / "games"
COLUMNS = {"default": "", "official": "official", "Dobre": "dobre", "Ledford": "ledford"}
"""What a column of defaults is about: the option ``rules``."""


def _rows(page: str) -> Iterator[tuple[dict[str, str], str]]:
    """The cells of each table of options of the game by their heads, and the option."""
    heads: list[str] = []
    for line in page.partition("\n## Actions")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| option |"):
            heads = cells
        elif not line.startswith("|"):
            heads = []
        elif heads and not line.startswith("|-"):
            yield dict(zip(heads, cells, strict=False)), cells[0].strip("`")


def _value(cell: str) -> Any:
    text = cell.strip("`")
    return json.loads(text.lower() if text in ("True", "False") else text)


@pytest.mark.parametrize("name", om.game_names())
def test_the_page_has_the_options_of_the_game(name: str) -> None:
    path = PAGES / f"{name}.md"
    game = om.load(name)
    page = path.read_text() if path.exists() else ""
    told = set()
    for cells, option in _rows(page):
        assert option in game.options, f"{name} has no option {option}"
        told.add(option)
        for head, rules in COLUMNS.items():
            if head in cells:
                played = om.load(name, rules=rules) if rules else game
                assert _value(cells[head]) == played.options[option], f"{option}, {head}"
    for option in set(game.options) - told if page else ():
        assert re.search(rf"`{option}\b", page), f"the page of {name} does not name {option}"
