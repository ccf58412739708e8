"""Ctrl-C and budgets are answered at once, whatever a search is busy with.

The limits here are generous: without any answer, each of these would take minutes.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import otherminds as om
from otherminds import Evolve, Search, Stream
from otherminds.contracts import Player
from otherminds.search import (
    UCB1,
    BeliefTree,
    Particles,
    Played,
    Tree,
    Types,
    Worlds,
    play_bandit,
)

AT_ONCE = 5.0
"""Seconds; a hundredth of what the work would take, many times what an answer takes."""

LONG = Search(iterations=10_000_000)
LONG_PLANS = Evolve(iterations=10_000_000)

PATIENT: dict[str, tuple[str, Player]] = {
    "models that search": ("othello", Search(others=Types([LONG]), seconds=0.2)),
    "models that search in models that search": (
        "othello",
        Search(
            others=Types([Search(others=Types([LONG]), iterations=10_000_000)]),
            seconds=0.2,
        ),
    ),
    "models that breed plans": ("tiny_coop", Search(others=Types([LONG_PLANS]), seconds=0.2)),
    "plans against models that search": (
        "tiny_coop",
        Evolve(others=Types([LONG]), seconds=0.2),
    ),
    "models that search, in two threads": (
        "othello",
        Search(others=Types([LONG]), seconds=0.2, tree=Tree(threads=2, parallel="tree")),
    ),
    "models that search, in two trees": (
        "othello",
        Search(others=Types([LONG]), seconds=0.2, tree=Tree(threads=2, parallel="root")),
    ),
    "roll-outs that search": ("othello", Search(rollout=Played(LONG), seconds=0.2)),
    "many worlds": ("hanabi", Search(hidden=Worlds(count=1_000_000), seconds=0.2)),
    "many particles": ("hanabi", Search(hidden=Particles(count=10_000_000), seconds=0.2)),
    "large beliefs": ("hanabi", Search(hidden=BeliefTree(count=1_000_000), seconds=0.2)),
    "types weighed in many worlds": (
        "hanabi",
        Search(others=Types(["iggi", "piers"], samples=1_000_000), seconds=0.2),
    ),
}


def to_a_decision(game: om.Game, agents: list[Any]) -> Any:
    """Everybody has seen some moves, and the first seat is to act."""
    state: Any = game.initial_state(1)
    rng = Stream(2).rng()
    for seat, agent in enumerate(agents):
        agent.begin(seat, state.view(seat), Stream(seat))
    for _ in range(2 * game.seats):
        actor = state.actor()
        action = state.sample_outcome(rng) if actor < 0 else state.legal_actions()[0]
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(agents):
            agent.observe(seen[seat], state.view(seat))
    while state.actor() != 0:
        action = state.legal_actions()[0] if state.actor() > 0 else state.sample_outcome(rng)
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(agents):
            agent.observe(seen[seat], state.view(seat))
    return state


@pytest.mark.parametrize("name", PATIENT)
def test_budgets_bind_inside_of_an_iteration(name: str) -> None:
    where, player = PATIENT[name]
    game = om.load(where)
    start = time.monotonic()
    agent: Any = player.agent(game)
    state = to_a_decision(game, [agent])
    events = 1 + 3 * game.seats  # each may take as long as a move
    assert time.monotonic() - start < AT_ONCE + 0.2 * events
    start = time.monotonic()
    action = agent.act(state.view(0))
    assert time.monotonic() - start < AT_ONCE
    assert action in state.legal_actions()
    result = agent.last_result
    assert result.action == action
    assert {each.action for each in result.actions} == set(state.legal_actions())


@contextmanager
def interrupted(after: float = 0.3) -> Iterator[threading.Event]:
    """Ctrl-C, in a moment; sets the event if the work ends by it, and at once."""
    heard = threading.Event()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield heard
        assert time.monotonic() - start < AT_ONCE
        heard.set()
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)


def without_limit(player: Any) -> Any:
    return dataclasses.replace(player, seconds=None, iterations=10_000_000)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", [name for name in PATIENT if name != "many worlds"])
def test_ctrl_c_is_heard_inside_of_an_iteration(name: str) -> None:
    where, player = PATIENT[name]
    game = om.load(where)
    agent: Any = without_limit(player).agent(game)
    with interrupted() as heard:
        state = to_a_decision(game, [agent])
        agent.act(state.view(0))
    assert heard.is_set()


OTHERS: dict[str, Callable[[], object]] = {
    "a bandit": lambda: play_bandit(UCB1(), [0.4, 0.6], rounds=100_000_000, seed=1),
    "a search from a state": lambda: Search(others=Types([LONG]), iterations=10**7).run(
        om.load("othello").initial_state()
    ),
    "worlds": lambda: Search(hidden=Worlds(count=1_000_000), iterations=10**7).run(
        om.load("catan").belief(om.load("catan").initial_state().view(0))
    ),
}


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", OTHERS)
def test_ctrl_c_is_heard_elsewhere(name: str) -> None:
    with interrupted() as heard:
        OTHERS[name]()
    assert heard.is_set()


def test_a_budget_of_no_time_at_all_still_gives_a_move() -> None:
    game = om.load("othello")
    result = Search(others=Types([LONG]), seconds=0.001).run(game.initial_state(), seed=1)
    assert result.iterations == 0
    assert result.action in game.initial_state().legal_actions()
    assert [each.visits for each in result.actions] == [0] * len(result.actions)
    assert list(result.line) == [result.action]


@pytest.mark.parametrize("parallel", ["tree", "root"])
@pytest.mark.parametrize("hidden", [Worlds(count=10), Worlds(count=2), None])
def test_nodes_are_counted_over_all_worlds_and_trees(parallel: str, hidden: Any) -> None:
    game = om.load("hanabi")
    belief = game.belief(game.initial_state(1).view(0))
    search = Search(
        hidden=hidden,
        iterations=3000,
        tree=Tree(max_nodes=200, threads=3, parallel=parallel),
    )
    result = search.run(belief, seed=1)
    assert 100 < result.nodes <= 200


@pytest.mark.parametrize("name", [each for each in om.games() if "." not in each])
def test_long_texts_are_refused_in_no_time(name: str) -> None:
    game = om.load(name)
    start = time.monotonic()
    for text in ("a" * 1_000_000, "build " * 200_000, "(" * 1_000_000, "1" * 1_000_000):
        with pytest.raises(om.OthermindsError):
            game.parse_action(text)
    assert time.monotonic() - start < AT_ONCE
