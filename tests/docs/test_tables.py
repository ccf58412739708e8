"""Tables in the documentation that follow from the code are as the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

import otherminds
from tests.docs import tables

PAGES = sorted(tables.PAGES.glob("*.md"))


def test_every_game_has_a_page() -> None:
    assert {page.stem for page in PAGES} >= set(otherminds.game_names()) - {"bazaar_python"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_of_a_game_has_the_table_of_its_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert page.stem in [block[2] for block in tables.BLOCK.finditer(text)]
    assert tables.written(page) == text, "make golden writes the tables anew"
