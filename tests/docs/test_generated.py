"""What the documentation says about games and players is what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import otherminds
from otherminds import _core
from tools import generated_docs, notebook, pictures

GAMES = otherminds.game_names()
NATIVE = [name for name in GAMES if isinstance(otherminds.load(name), _core.Game)]
EVERYWHERE = {"random", "typed"}
"""Policies that every game has."""


@pytest.mark.parametrize("page", generated_docs.PAGES, ids=lambda page: page.name)
def test_generated_parts_are_up_to_date(page: Path) -> None:
    assert generated_docs.generated(page) == page.read_text(encoding="utf-8"), (
        f"{page.name} is out of date: run make generate."
    )


def test_pictures_are_up_to_date() -> None:
    assert {path.stem for path in pictures.FOLDER.glob("*.svg")} == set(pictures.PICTURES)
    for name in pictures.PICTURES:
        stored = (pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert stored == pictures.picture(name), f"{name}.svg is out of date: run make generate."


def test_the_notebook_is_up_to_date() -> None:
    for path, text in notebook.files().items():
        stored = path.read_text(encoding="utf-8")
        assert stored == text, f"{path.name} is out of date: run make generate."


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_opens_with_its_drawing(name: str) -> None:
    drawn = otherminds.drawing(otherminds.load(name).initial_state()) is not None
    assert drawn == (name in pictures.PICTURES)
    page = generated_docs.DOCS / "games" / f"{name}.md"
    if drawn:
        assert f"](../pictures/{name}.svg)" in page.read_text(encoding="utf-8").splitlines()[2]


def test_every_game_is_in_the_tables() -> None:
    for page in (generated_docs.ROOT / "README.md", generated_docs.DOCS / "index.md"):
        rows = generated_docs.BLOCK.search(page.read_text(encoding="utf-8"))
        assert rows is not None
        assert rows[0].count("\n| ") == len(GAMES) + 1


@pytest.mark.parametrize("path", sorted((generated_docs.DOCS / "best").glob("*.json")))
def test_best_is_the_leader_of_its_tournament(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    assert otherminds.agents(path.stem).best == found["stages"][-1]["standings"][0]["player"]
    page = generated_docs.DOCS / "games" / f"{path.stem}.md"
    assert "<!-- generated: best" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NATIVE)
def test_a_native_game_has_a_page_that_names_its_players(name: str) -> None:
    text = (generated_docs.DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    game = otherminds.load(name)
    assert isinstance(game, _core.Game)
    missing = {policy for policy in game.policies() if f"`{policy}" not in text}
    assert missing <= EVERYWHERE
