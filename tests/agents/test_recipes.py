"""What stands behind a name is kept beside it, so that results of two recipes are never mixed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import catalogue, recipe, recipes_behind
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store, StoreError
from otherminds.contracts import Game, Player, Policy


def test_every_name_has_its_recipe_with_all_options() -> None:
    game = om.load("othello")
    found = recipes_behind(om.Search(others=om.Types(["agent4", "hba(7)"]), iterations=5), game)
    assert found["agent4"] == Policy("agent4", perturb=0.0)
    assert found["hba(7)"] == Policy("hba", 7).recipe(game)
    assert found["max_disk"] == Policy("max_disk", perturb=0.0)  # one of the types of hba
    given = recipes_behind(Policy("agent4", perturb=0.25), game)
    assert given == {"agent4(perturb=0.25)": Policy("agent4", perturb=0.25)}
    assert recipes_behind(Policy("random"), game) == {}


def _refused(path: Path, players: list[str]) -> str:
    """What is said about going on with these players of Leduc."""
    with Store(path) as store, pytest.raises(StoreError) as refused:
        store.add_tournament(plan_tournament("leduc", players))
    return str(refused.value)


def test_a_changed_recipe_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def means(iterations: int) -> None:
        def caller() -> Player:
            """Calls."""
            return om.Search(iterations=iterations)

        own = {**catalogue._own(om.load("leduc")), "caller": recipe(caller)}
        monkeypatch.setitem(catalogue._ours, "leduc", own)

    path = tmp_path / "file.db"
    means(3)
    with Store(path) as store:
        store.add_tournament(plan_tournament("leduc", ["caller", "random"]))
    means(4)
    sentence = _refused(path, ["caller", "random"])
    assert "caller was search(iterations=3); now it is search(iterations=4)" in sentence


def test_a_changed_default_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The options of a policy belong to its recipe, named or not."""

    def means(default: Any) -> None:
        entries = dict(catalogue._own(game))
        (first, *others) = entries["agent4"].options
        entries["agent4"] = replace(
            entries["agent4"], options=(replace(first, default=default), *others)
        )
        monkeypatch.setitem(catalogue._ours, "othello", entries)

    game: Game = om.load("othello")
    path = tmp_path / "file.db"
    means(0.0)
    planned = plan_tournament("othello", ["agent4", "random"])
    with Store(path) as store:
        store.add_tournament(planned)
    means(0.5)
    with Store(path) as store, pytest.raises(StoreError, match=r"was agent4\(perturb=0\.0\)"):
        store.add_tournament(plan_tournament("othello", ["agent4", "random"]))
