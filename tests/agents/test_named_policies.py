"""Every policy of a native game is a value in the module of the game's agents."""

from __future__ import annotations

import importlib

import pytest

import otherminds
from otherminds import Policy, _core

NATIVE = [name for name in otherminds.game_names() if isinstance(otherminds.load(name), _core.Game)]
EVERYWHERE = {"random", "typed"}
"""Policies that every game has."""


@pytest.mark.parametrize("name", NATIVE)
def test_every_policy_is_a_value(name: str) -> None:
    game, agents = otherminds.load(name), importlib.import_module(f"otherminds.agents.{name}")
    assert isinstance(game, _core.Game)
    exports = {export: getattr(agents, export) for export in agents.__all__}
    values = {value.name for value in exports.values() if isinstance(value, Policy)}
    functions = {export for export, value in exports.items() if callable(value)}
    assert values <= set(game.policies())
    assert set(game.policies()) <= EVERYWHERE | values | functions
    assert all(map(game.has_policy, game.policies()))
    assert not game.has_policy("nobody")
