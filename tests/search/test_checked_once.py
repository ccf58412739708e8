"""Options are read and checked when a planner is made, and never again."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from dataclasses import fields, replace
from typing import Any

import pytest

import otherminds as om
from otherminds import _core
from otherminds.search import planner as planners

OTHELLO = om.load("othello", size=4)


class Counted:
    """Counts how often options are read."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, options: dict[str, Any]) -> _core.PlannerOptions:
        self.times += 1
        return _core.PlannerOptions(options)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counter = Counted()
    core = type("Core", (), {**vars(_core), "PlannerOptions": staticmethod(counter)})
    monkeypatch.setattr(planners, "_core", core)
    return counter


def test_options_are_read_once(counted: Counted) -> None:
    nested = om.Search(hidden=om.Nothing(), iterations=3)
    search = om.Search(hidden=om.Nothing(), others=om.Policies(nested), iterations=10)
    assert counted.times == 2
    for seed in range(3):
        search.run(OTHELLO.initial_state(), seed=seed)
    om.play_match(OTHELLO, [search, nested], seed=1)
    assert counted.times == 2


def test_what_follows_from_a_game_is_read_once_for_it(counted: Counted) -> None:
    search = om.Search(iterations=10)
    for seed in range(3):
        search.run(OTHELLO.initial_state(), seed=seed)
    search.agent(OTHELLO)
    assert counted.times == 2


def test_planners_that_were_copied_are_the_same() -> None:
    search = om.Search(others=om.Types(["random", "max_disk"]), iterations=20)
    again = [pickle.loads(pickle.dumps(search)), copy.copy(search), copy.deepcopy(search)]
    expected = search.run(OTHELLO.initial_state(), seed=1)
    for other in (*again, replace(search, iterations=20)):
        assert other == search
        assert hash(other) == hash(search)
        assert repr(other) == repr(search)
        assert other.run(OTHELLO.initial_state(), seed=1).actions == expected.actions
    assert "_checked" not in [field.name for field in fields(search)]
    assert b"PlannerOptions" not in pickle.dumps(search)


def test_a_planner_that_its_own_function_knows_is_collected() -> None:
    class Judge:
        def __call__(self, state: Any) -> list[float]:
            del state
            return [0.0, 0.0]

    judge = Judge()
    inner = om.Search(rollout=om.Evaluated(judge), iterations=3)
    outer = om.Search(others=om.Policies(inner), iterations=3)
    agent = outer.agent(OTHELLO)
    outer.run(OTHELLO.initial_state(), seed=1)
    vars(judge)["known"] = (inner, outer, agent)
    gone = weakref.ref(judge)
    gc.collect()  # while it is in use nothing goes
    assert outer.run(OTHELLO.initial_state(), seed=1).iterations == 3
    del judge, inner, outer, agent
    gc.collect()
    assert gone() is None


def test_options_are_refused_by_whom_they_are_not_for() -> None:
    with pytest.raises(TypeError):
        _core.search_agent(OTHELLO, {"iterations": 5})  # type: ignore[arg-type]
    with pytest.raises(om.OptionError, match="planner"):
        _core.PlannerOptions({"answer": "Guess"})
    with pytest.raises(om.OptionError, match="Search, Evolve or Exhaustive"):
        _core.PlannerOptions({})
