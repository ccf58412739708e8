"""What only a game knows, its belief game or planning model: Python is held to the core."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from typing import Any

import pytest

import otherminds as om
from otherminds import _core
from otherminds.agents.catan import Builds, Factored
from otherminds.agents.cluedo import Sheets
from otherminds.search import Quirks
from tests.search.positions import random_positions

SEARCHES: dict[str, tuple[str, om.Search]] = {
    "Sheets": (
        "cluedo",
        om.Search(
            hidden=om.BeliefTree(belief_game=Sheets()),
            others=om.Policies("heuristic"),
            rollout=om.Typed(),
            iterations=40,
        ),
    ),
    "Factored": (
        "catan",
        om.Search(hidden=om.BeliefTree(belief_game=Factored()), rollout=om.Typed(), iterations=40),
    ),
    "Builds": ("catan", om.Search(hidden=om.InformationSets(), model=Builds(), iterations=40)),
}
OF_SHEETS = [option.name for option in fields(Quirks)]
OF_SHEETS = OF_SHEETS[OF_SHEETS.index("inconsistent") : OF_SHEETS.index("uniform_outcomes") + 1]


def _class(kind: str) -> Any:
    return {"Sheets": Sheets, "Factored": Factored, "Builds": Builds}[kind]


def _given(search: om.Search, options: dict[str, Any]) -> _core.PlannerOptions:
    """The search with these options of its game alone, as the core reads them."""
    native = search._native()
    if search.model is None:
        native["hidden"]["belief_game"] = options
    else:
        native["model"] = options
    return _core.PlannerOptions(native)


def _refused(kind: str, options: dict[str, Any]) -> list[str]:
    """The names that the core accepts instead."""
    name, search = SEARCHES[kind]
    with pytest.raises(om.OptionError) as refused:
        _core.search_agent(om.load(name), _given(search, options))
    found = re.search("accepted: (.*?)\\.", str(refused.value))
    assert found, refused.value
    return found[1].split(", ")


@pytest.mark.parametrize("kind", SEARCHES)
def test_python_has_the_options_of_the_core_in_their_order(kind: str) -> None:
    assert [option.name for option in fields(_class(kind))] == _refused(kind, {"nonsense": 1})


def test_quirks_of_sheets_are_those_of_the_core() -> None:
    assert _refused("Sheets", {"quirks": {"nonsense": True}}) == OF_SHEETS


@pytest.mark.parametrize("kind", SEARCHES)
def test_docstrings_name_every_choice(kind: str) -> None:
    told = inspect.getdoc(_class(kind)) or ""
    for option in fields(_class(kind)):
        if isinstance(option.default, str):
            for choice in _refused(kind, {option.name: "nonsense"}):
                assert f'"{choice}"' in told, option.name


def _planned_in(game: om.Game) -> list[Any]:
    """Positions of a random game in which both models decide something."""
    found = []
    for position in random_positions(game, 1):
        texts = map(game.action_text, position.state.legal_actions())
        if game.name != "catan" or "end turn" in texts:
            found.append(position)
    assert found
    return found


@pytest.mark.parametrize("kind", SEARCHES)
def test_python_has_the_defaults_of_the_core(kind: str) -> None:
    """A search that leaves every option out plans as one that names them all."""
    name, search = SEARCHES[kind]
    game = om.load(name)
    for position in _planned_in(game)[::40]:
        told = [
            _core.search(position.belief, game, given, 1, None, None)
            for given in (_given(search, {}), search._checked)
        ]
        visits = [[(move.action, move.visits) for move in each.actions] for each in told]
        assert visits[0] == visits[1]
