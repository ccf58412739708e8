"""A view does not lead back to its state: no object that an agent is handed refers to one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import otherminds as om
from otherminds import _core
from otherminds.games.python import PythonState

HIDING = [name for name in om.game_names() if not om.load(name).perfect_information]


def _reached(start: Any) -> Iterator[Any]:
    """What can be reached from an object; classes, modules and functions belong to everybody."""
    waiting, seen = [start], {id(start)}
    while waiting:
        found = waiting.pop()
        yield found
        for part in gc.get_referents(found):
            shared = isinstance(part, type | ModuleType) or callable(part)
            if not shared and id(part) not in seen:
                seen.add(id(part))
                waiting.append(part)


class Handed(om.Agent):
    """Keeps all that it is handed."""

    def begin(self, seat: int, view: om.View, stream: om.Stream) -> None:
        super().begin(seat, view, stream)
        self.kept: list[Any] = [view]

    def observe(self, observation: om.Observation, view: om.View) -> None:
        self.kept += [observation, view]

    def act(self, view: om.View) -> int:
        self.kept.append(view)
        return self.stream.rng().choice(view.legal_actions())


@pytest.mark.parametrize("name", HIDING)
def test_an_agent_is_handed_views_alone(name: str) -> None:
    game = om.load(name)
    agent = Handed()
    om.play_match(game, [agent, *["random"] * (game.seats - 1)], seed=1)
    kept = agent.kept[:40]
    assert {type(each).__name__ for each in kept} <= {"View", "PythonView", "Observation"}
    for found in _reached(kept):
        assert not isinstance(found, _core.State | PythonState)


def test_a_state_would_be_found() -> None:
    state = om.load("kuhn_poker").initial_state(1)
    assert any(isinstance(found, PythonState) for found in _reached([{"a": (state,)}]))
