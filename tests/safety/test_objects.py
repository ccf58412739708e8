"""Memories of other policies, objects that were never made, options that change."""

from __future__ import annotations

import gc
import itertools
import math
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from otherminds import (
    IllegalActionError,
    Observation,
    OptionError,
    OthermindsError,
    Search,
    Stream,
    _core,
    load,
)
from tests.safety.coin_tic_tac_toe import (
    CoinTicTacToe,
    First,
    Guard,
    Unspeakable,
    altered,
    foreign_views,
    native_state,
    survives,
    use,
)

pytestmark = pytest.mark.usefixtures("unharmed")


# Memories of other policies -----------------------------------------------------------------------


def test_policies_with_memories_of_others() -> None:
    game: Any = load("othello")
    state = game.initial_state()
    policies = {name: game.policy(name, {}) for name in game.policies()}
    for writer, reader in itertools.product(policies.values(), repeat=2):
        memory = _core.Memory()
        for step in range(12):
            if step % 3 == 0:
                writer.begin(memory, step % 2, Stream(step).rng())
            writer.observe(memory, Observation(0, step), state.view(0))
            reader.observe(memory, Observation(0, step), state.view(0))
            reader.current_type(memory)
            assert sum(reader.probabilities(state.view(0), memory).values()) == pytest.approx(1)
            reader.end(memory, 0, [-1.0, 1.0])
            writer.end(memory, 1, [math.nan, math.inf])
        reader.begin(memory, 1, Stream(0).rng())
        assert sum(reader.probabilities(state.view(0), memory).values()) == pytest.approx(1)


def test_policies_with_wrong_things() -> None:
    game: Any = load("othello", size=4)
    policy = game.policy("agent6", {})
    memory, rng, view = _core.Memory(), Stream(0).rng(), game.initial_state().view(0)
    wrong: Any
    for wrong in foreign_views():
        with pytest.raises((OptionError, TypeError)):
            policy.probabilities(wrong, memory)
        with pytest.raises((OptionError, TypeError)):
            policy.observe(memory, Observation(0, 1), wrong)
    with pytest.raises(IllegalActionError):
        policy.probabilities(game.initial_state().view(1), memory)
    for seat in (-1, 2):
        with pytest.raises(OptionError):
            policy.begin(memory, seat, rng)
        with pytest.raises(OptionError):
            policy.end(memory, seat, [0.0, 0.0])
    for wrong in ([], [1.0], [1.0] * 9):
        with pytest.raises(OptionError):
            policy.end(memory, 0, wrong)
    for wrong in (None, 5, b"0" * 64):
        with pytest.raises(TypeError):
            policy.probabilities(view, wrong)
        with pytest.raises(TypeError):
            policy.begin(wrong, 0, rng)


# Objects that were never made ---------------------------------------------------------------------


def use_in_vain(thing: Any) -> int:
    """Hand something that was never made to whatever takes an argument; how often it is refused."""
    game, coin = load("othello"), CoinTicTacToe()
    state = game.initial_state()
    asked = 0
    agent = Search(iterations=5).agent(game)
    agent.begin(0, state.view(0), Stream(0))
    for ask in (
        lambda: Search(iterations=5).run(thing),
        lambda: Search(iterations=5).run(state, seed=thing),
        lambda: Search(iterations=5).agent(thing),
        lambda: _core.search(state, game, thing, 0, None, None),
        lambda: _core.search(thing, coin, Search(iterations=5)._checked, 0, None, None),
        lambda: _core.search_agent(game, thing),
        lambda: _core.search_agent(thing, Search(iterations=5)._checked),
        lambda: _core.policy_agent(thing, "random", {}),
        lambda: _core.restore_agent(game, thing, b"", []),
        lambda: _core.PlannerOptions({"answer": "Search", "others": thing}),
        lambda: _core.PlannerOptions({"answer": "Search", "iterations": 5, "bandit": thing}),
        lambda: _core.hash_text(thing),
        lambda: _core.sample_outcome([(0, 1.0)], thing),
        lambda: _core.play_match(thing, [First(), First()], 0, 0, 0),
        lambda: _core.play_match(game, [thing, First()], 0, 0, 0),
        lambda: _core.play_match(coin, [thing, First()], 0, 0, 0),
        lambda: _core.play_match(game, [First(), First()], thing, 0, 0),
        lambda: agent.begin(0, thing, Stream(0)),
        lambda: agent.begin(0, state.view(0), thing),
        lambda: agent.observe(thing, state.view(0)),
        lambda: agent.act(thing),
        lambda: agent.act(state.view(0), thing),
        lambda: game.belief(thing),
        lambda: state == thing,
        lambda: state.view(0) == thing,
        lambda: game == thing,
        lambda: state.sample_outcome(thing),
        lambda: Stream(0) == thing,
        lambda: Observation(0) == thing,
        lambda: use(altered("_observation", lambda *_: thing)),
        lambda: use(altered("_deal", lambda *_: thing)),
        lambda: use(altered("sample", lambda *_: thing)),
        lambda: use(altered("view", lambda *_: thing)),
        lambda: use(altered("copy", lambda *_: thing)),
    ):
        try:
            ask()
        except Exception as error:
            require_refusal(error)
            asked += 1
    return asked


def require_refusal(error: Exception) -> None:
    """What is raised is meant for people, not what C++ calls it."""
    native = isinstance(error, RuntimeError | SystemError) and not isinstance(
        error, OthermindsError
    )
    assert not native, repr(error)
    assert "std::" not in str(error), repr(error)


def use_the_unmade() -> None:
    """Every method of every class of the core, on objects that were never initialised."""
    guard = Guard()
    sys.unraisablehook = lambda _: None
    classes: list[Any] = [thing for thing in vars(_core).values() if isinstance(thing, type)]
    unmade: list[Any] = []
    for kind in classes:
        unmade.append(kind.__new__(kind))
        try:
            subclass: Any = type("Sub", (kind,), {"__init__": lambda self: None})
            unmade.append(subclass.__new__(subclass))
            unmade.append(subclass())
        except (TypeError, OthermindsError):
            pass
    state = native_state()
    arguments: list[tuple[Any, ...]] = [(), (0,), (state,), *((thing,) for thing in unmade)]
    arguments += [(0, thing, thing) for thing in unmade] + [(thing, thing) for thing in unmade]
    asked = 0
    for thing in unmade:
        for name in dir(type(thing)):
            if name in ("__init_subclass__", "__subclasshook__", "__class__", "__new__"):
                continue
            for args in arguments:
                try:
                    getattr(thing, name)(*args)
                except Exception as error:
                    require_refusal(error)
                    asked += 1
    asked += sum(use_in_vain(thing) for thing in unmade)
    assert asked > 1000
    guard.check()


@pytest.mark.parametrize("warnings", ["ignore", "error"])
def test_objects_that_were_never_made(warnings: str) -> None:
    survives(
        "from tests.safety.test_objects import use_the_unmade; use_the_unmade()",
        environment={"PYTHONWARNINGS": warnings},
    )


def test_options_that_change_while_they_are_read() -> None:
    options: dict[Any, Any] = {}
    value: Any

    class Clears(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            options.clear()
            gc.collect()
            return super().__iter__()

    class Shown:
        def __repr__(self) -> str:
            options.clear()
            gc.collect()
            return "shown"

    for value in (Clears([1]), Shown(), [Clears([1])], {"a": Clears([1]), "b": "c" * 99}):
        options.update({"size": value, "more": "text" * 9, Shown(): 1, "last": [1]})
        with pytest.raises(OptionError):
            _core.make_game("othello", options)
        options.update({"size": value, "more": "text" * 9})
        with pytest.raises(OptionError):
            _core.PlannerOptions(options)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, "\ud800", {"\ud800": 1}, 10**30, math.nan, Unspeakable()):
        with pytest.raises(OptionError):
            _core.make_game("othello", {"size": value})
    del value
    while deep:
        deep = deep[0]
