"""Threads that share states and agents, the end of the process, and Ctrl-C."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from otherminds import (
    AgentError,
    Observation,
    OptionError,
    Policy,
    Search,
    Stream,
    load,
    play_match,
)
from otherminds.contracts import NativeAgent
from tests.safety.coin_tic_tac_toe import (
    LIVELY,
    ROOT,
    CoinTicTacToe,
    First,
    fingerprint,
    in_threads,
    native_state,
    survives,
)

pytestmark = pytest.mark.usefixtures("unharmed")


# Threads ------------------------------------------------------------------------------------------


def test_a_state_goes_on_while_eight_threads_search_it() -> None:
    state = native_state()
    done = threading.Event()

    def search(number: int) -> None:
        while not done.is_set():
            if state.actor() < 0:
                continue
            try:
                result = Search(iterations=200).run(state, seed=number)
            except OptionError:
                assert state.is_terminal()
                continue
            assert sum(a.visits for a in result.actions) == 200

    def play(_: int) -> None:
        rng = random.Random(1)
        start = state.to_bytes()
        try:
            while not state.is_terminal():
                state.view(0).tensor()
                str(state)
                state.apply_action(rng.choice(state.legal_actions()))
                assert state.to_bytes() != start
                time.sleep(0.0005)
        finally:
            done.set()

    in_threads(9, lambda number: play(0) if number == 8 else search(number))


def test_threads_share_a_python_game() -> None:
    game = CoinTicTacToe()
    state = game.initial_state()
    want = [fingerprint(Search(iterations=60).run(state, seed=n)) for n in range(4)]
    match = play_match(game, [Search(iterations=8), First()], seed=5)

    def work(number: int) -> None:
        for _ in range(4):
            assert fingerprint(Search(iterations=60).run(state, seed=number)) == want[number]
            again = play_match(game, [Search(iterations=8), First()], seed=5)
            assert again.moves == match.moves

    in_threads(4, work)


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_an_agent_in_two_matches_at_once(name: str) -> None:
    game = load(name)
    agent = Search(iterations=200).agent(game)
    inside, leave = threading.Event(), threading.Event()

    class Waits(First):
        def act(self, view: Any) -> int:
            inside.set()
            leave.wait(LIVELY)
            return super().act(view)

    def work(number: int) -> None:
        if number == 0:
            play_match(game, [agent, Waits()])
            return
        inside.wait(LIVELY)
        view = game.initial_state().view(0)
        try:
            for ask in (
                lambda: play_match(game, [First(), agent]),
                lambda: agent.begin(0, view, Stream(0)),
                lambda: agent.observe(Observation(0, 0), view),
                lambda: agent.act(view),
                lambda: agent.end([0.0, 0.0]),
                lambda: agent.last_result,
                lambda: agent.current_type,
            ):
                with pytest.raises(AgentError, match="one match at a time"):
                    ask()
        finally:
            leave.set()

    in_threads(2, work)
    first = play_match(game, [agent, First()], seed=2)
    assert first.moves == play_match(game, [Search(iterations=200), First()], seed=2).moves


def test_an_agent_asked_from_all_sides() -> None:
    game = load("othello", size=4)
    agent = Search(iterations=400).agent(game)
    state = game.initial_state()
    view = state.view(0)
    agent.begin(0, view, Stream(1))
    refused = []

    def work(number: int) -> None:
        asks: list[Callable[[], Any]] = [
            lambda: agent.act(view),
            lambda: agent.observe(Observation(1, 3), view),
            lambda: agent.last_result,
            lambda: agent.begin(0, view, Stream(2)),
        ]
        for _ in range(100):
            try:
                asks[number]()
            except AgentError as error:
                refused.append(str(error))

    in_threads(4, work)
    assert agent.act(view) in view.legal_actions()


def test_the_thread_of_a_match_may_look_at_its_agents() -> None:
    game = load("othello", size=4)
    other = Policy("agent5").agent(game)

    class Curious(First):
        def act(self, view: Any) -> int:
            assert other.current_type in ("max_disk", "max_value", "mobility")
            assert isinstance(other, NativeAgent)
            assert other.last_result is None
            return super().act(view)

    play_match(game, [Curious(), other])


# The end of the process and Ctrl-C ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
@pytest.mark.parametrize("how", ["search", "match", "agent"])
def test_the_interpreter_ends_while_daemon_threads_search(name: str, how: str) -> None:
    """Several times: the threads are met in another place each time."""
    code = f"""
import threading, time
from otherminds import Policy, Search, Stream, load, play_match
from tests.safety.coin_tic_tac_toe import First
game = load({name!r})
state = game.initial_state()
def search():
    Search(seconds=0.02).run(state, progress=lambda *_: None)
def match():
    play_match(game, [Search(iterations=20), First()])
def agent():
    player = Search(iterations=20).agent(game)
    player.begin(0, state.view(0), Stream(1))
    player.act(state.view(0))
def work():
    while True:
        {how}()
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""
    for _ in range(3):
        survives(code)


@pytest.mark.parametrize(
    "work",
    [
        "Search(seconds=600).run(load('othello').initial_state())",
        "Search(iterations=4_000_000_000, tree=Tree(max_nodes=9)).run(load('othello')"
        ".initial_state())",
        "Search(seconds=600).run(load('tic_tac_toe').initial_state())",
        "play_match(load('othello'), [Search(seconds=600), Search(seconds=600)])",
        "[play_match(load('othello'), [Search(iterations=300), Search(iterations=300)])"
        " for _ in range(10**9)]",
        "play_match(load('tic_tac_toe'), [Search(seconds=600), Search(seconds=600)])",
        "load('othello').initial_state().perft(40)",
        "load('othello').playouts(10**12)",
        "play_batch(load('othello'), [[Policy('random').agent(load('othello')) for _ in range(2)]],"
        " 1, (0, 0, 10**12, [0], [[0, 0]]), 0, 0, 0.0, 600.0)",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    # A shell that runs the tests in the background has its children ignore the signal.
    code = f"""
import signal
from otherminds import Policy, Search, load, play_match
from otherminds._core import play_batch
from otherminds.search import Tree
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=LIVELY)[0] == "interrupted\n"
            assert process.returncode == 0
        finally:
            process.kill()
