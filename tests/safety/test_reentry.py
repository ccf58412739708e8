"""Searches within searches, and things that go away while they are searched."""

from __future__ import annotations

import gc
import sys
import time
import weakref
from typing import Any

import pytest

from otherminds import (
    AgentError,
    GameError,
    Observation,
    Policy,
    Search,
    Stream,
    _core,
    load,
    play_match,
)
from tests.safety.coin_tic_tac_toe import (
    LIVELY,
    CoinTicTacToe,
    CoinTicTacToeState,
    First,
    Guard,
    altered,
    in_threads,
    native_state,
    survives,
)

pytestmark = pytest.mark.usefixtures("unharmed")


# Re-entry -----------------------------------------------------------------------------------------


def test_a_game_that_searches_itself_three_deep() -> None:
    depth = searches = 0

    def legal(self: Any) -> list[int]:
        nonlocal depth, searches
        if depth < 3 and searches < 60:
            searches += 1
            depth += 1
            own = Search(iterations=2).run(self, seed=depth)
            native = Search(iterations=20).run(native_state(), seed=depth)
            assert own.action in CoinTicTacToeState.legal_actions(self)
            assert native.action in native_state().legal_actions()
            play_match(load("othello", size=4), [Search(iterations=5), First()])
            depth -= 1
        return CoinTicTacToeState.legal_actions(self)

    nested = Search(iterations=4).run(altered("legal_actions", legal).initial_state(), seed=1)
    plain = Search(iterations=4).run(CoinTicTacToe().initial_state(), seed=1)
    assert nested.actions == plain.actions


def nest_without_end() -> None:
    def legal(self: Any) -> list[int]:
        Search(iterations=2).run(self)
        return CoinTicTacToeState.legal_actions(self)

    guard = Guard()
    with pytest.raises(RecursionError):
        Search(iterations=2).run(altered("legal_actions", legal).initial_state())

    class Mirror(First):
        def act(self, view: Any) -> int:
            play_match(load("othello"), [Mirror(), Mirror()])
            return super().act(view)

    with pytest.raises(RecursionError):
        play_match(load("othello"), [Mirror(), Mirror()])
    guard.check()


def test_searches_within_searches_without_end_are_a_recursion_error() -> None:
    survives("from tests.safety.test_reentry import nest_without_end; nest_without_end()")


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_progress_may_search_play_and_raise(name: str) -> None:
    game = load(name)
    state = game.initial_state()
    seen: list[int] = []

    def progress(iterations: int, seconds: float) -> bool:
        assert seconds > 0
        seen.append(iterations)
        Search(iterations=10).run(state)
        play_match(game, [Search(iterations=2), Policy("random")])
        return len(seen) < 3

    result = Search(seconds=LIVELY).run(state, progress=progress)
    assert len(seen) == 3
    assert result.iterations == seen[-1]

    for kind in (ValueError, KeyboardInterrupt, SystemExit):

        def fail(*_: Any, kind: type[BaseException] = kind) -> None:
            raise kind("on purpose")

        with pytest.raises(kind, match="on purpose"):
            Search(seconds=LIVELY).run(state, progress=fail)
    wrong: Any
    for wrong in (5, "yes", object()):
        with pytest.raises(TypeError):
            Search(iterations=1).run(state, progress=wrong)
    with pytest.raises(TypeError):
        Search(seconds=LIVELY).run(state, progress=lambda: None)  # type: ignore[arg-type,misc]


def test_an_agent_cannot_be_asked_while_it_acts() -> None:
    agent: Any = None
    refused = 0

    def legal(self: Any) -> list[int]:
        nonlocal refused
        if agent is not None:
            view = CoinTicTacToe().initial_state().view(0)
            for ask in (
                lambda: agent.act(view),
                lambda: agent.begin(0, view, Stream(0)),
                lambda: agent.observe(Observation(0, 0), view),
                lambda: agent.end([0.0, 0.0]),
                lambda: play_match(CoinTicTacToe(), [agent, First()]),
            ):
                with pytest.raises(AgentError):
                    ask()
                refused += 1
            assert agent.last_result is None
            assert agent.peeks is False
        return CoinTicTacToeState.legal_actions(self)

    game = altered("legal_actions", legal)
    made = Search(iterations=3).agent(game)
    view = game.initial_state().view(0)
    made.begin(0, view, Stream(1))
    agent = made
    action = made.act(view)
    agent = None
    assert refused > 0
    assert made.last_result is not None
    assert made.last_result.action == action


# Deletion while searching -------------------------------------------------------------------------


def test_the_last_reference_may_go_while_the_search_runs() -> None:
    held: list[Any] = []
    dead: list[Any] = []

    def legal(self: Any) -> list[int]:
        if held:
            held.clear()
            gc.collect()
        return CoinTicTacToeState.legal_actions(self)

    game = altered("legal_actions", legal)
    dead.append(weakref.ref(game))
    held.append(game.initial_state())
    dead.append(weakref.ref(held[0]))
    del game
    held.append("something to clear")
    assert Search(iterations=20).run(held.pop(0)).iterations == 20
    gc.collect()
    assert [reference() for reference in dead] == [None, None]

    game = altered("legal_actions", legal)
    held.extend((Search(iterations=5).agent(game), game))
    del game
    play_match(held[1], [held[0], First()])
    assert held == []


def test_players_and_lists_may_go_while_a_match_runs() -> None:
    native = load("othello", size=4)
    for game in (native, CoinTicTacToe()):
        agents: list[Any] = []

        class Wrecker(First):
            def begin(self, seat: int, view: Any, stream: Stream, agents: Any = agents) -> None:
                super().begin(seat, view, stream)
                agents.clear()
                gc.collect()

        agents[:] = [Wrecker(), Search(iterations=20).agent(game)]
        moves, returns, _ = _core.play_match(game, agents, 0, 0, 0)
        assert moves
        assert len(returns) == 2


def test_another_thread_drops_what_is_searched() -> None:
    state: Any = native_state()
    box = [state, Search(seconds=0.3)]
    del state

    def work(number: int) -> None:
        if number == 0:
            assert box[1].run(box.pop(0)).iterations > 0
        else:
            time.sleep(0.1)
            box.clear()
            gc.collect()

    in_threads(2, work)


def test_what_a_match_handed_out_outlives_it() -> None:
    for game in (load("othello", size=4), CoinTicTacToe()):
        kept: list[Any] = []

        class Keeper(First):
            def begin(self, seat: int, view: Any, stream: Stream, kept: Any = kept) -> None:
                super().begin(seat, view, stream)
                kept.extend((view, stream, stream.rng()))

            def observe(self, observation: Observation, view: Any, kept: Any = kept) -> None:
                kept.extend((view, observation))

            def act(self, view: Any, kept: Any = kept) -> int:
                kept.append(view)
                return super().act(view)

        first = game.initial_state().view(0)
        play_match(game, [Keeper(), Policy("random")])
        del game
        gc.collect()
        assert kept[0] == first
        assert 0 <= kept[2].unit() < 1
        for thing in kept:
            str(thing)
            if hasattr(thing, "legal_actions"):
                thing.legal_actions()
                thing.key()
                thing.tensor()


def test_searches_leave_nothing_behind() -> None:
    game = CoinTicTacToe()
    state = game.initial_state()
    failing = altered("_returns", lambda *_: None)
    failing_state = failing.initial_state()
    watched = [game, state, CoinTicTacToeState, failing, failing_state, None.__class__, First]

    def work() -> None:
        for seed in range(10):
            Search(iterations=10).run(state, seed=seed, progress=lambda *_: None)
            play_match(game, [Search(iterations=2), First()], seed=seed)
            agent = Search(iterations=3).agent(game)
            agent.begin(0, state.view(0), Stream(seed))
            agent.act(state.view(0))
            with pytest.raises(GameError):
                Search(iterations=10).run(failing_state)
            with pytest.raises(GameError):
                play_match(failing, [Search(iterations=2), First()], seed=seed)

    def counts() -> list[int]:
        gc.collect()
        return [len(gc.get_objects()), *map(sys.getrefcount, watched)]

    work()
    before = counts()
    for _ in range(3):
        work()
    after = counts()
    assert after[1:] == before[1:]
    assert after[0] - before[0] < 100  # 30 rounds with a leak of one object in each use leave 150


def test_a_game_and_its_agent_are_collected_together() -> None:
    for player in (Search(iterations=3), Policy("random")):
        game = CoinTicTacToe()
        agent = player.agent(game)
        agent.begin(0, game.initial_state().view(0), Stream(0))
        game.friend = agent  # type: ignore[attr-defined]
        gone = weakref.ref(game)
        del game, agent
        gc.collect()
        assert gone() is None
