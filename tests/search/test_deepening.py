"""Alpha-beta search by deepening: held to the search that looks at everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds as om
from otherminds.contracts import OptionError, State
from otherminds.examples.tic_tac_toe import TicTacToe, TicTacToeState
from otherminds.games.othello import solve
from otherminds.search import Exhaustive


def played(game: om.Game, moves: int, seed: int) -> State:
    state = game.initial_state(seed)
    rng = om.Stream(seed).rng()
    for _ in range(moves):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.below(len(legal)))])
    return state


@settings(max_examples=20, deadline=None)
@given(moves=st.integers(0, 25), seed=st.integers(0, 1000), depth=st.integers(1, 3))
def test_its_value_is_that_of_looking_at_everything(moves: int, seed: int, depth: int) -> None:
    state = played(om.load("othello"), moves, seed)
    plain = Exhaustive(depth=depth, evaluation="mobility").run(state)
    found = Exhaustive(depth=depth, evaluation="mobility", deepening=True).run(state)
    seat = state.actor()
    assert found.values[seat] == pytest.approx(plain.values[seat])
    exact = {action.action: action.value for action in plain.actions}
    assert exact[found.action] == pytest.approx(plain.values[seat])
    for action in found.actions:  # bounds from above
        assert action.value >= exact[action.action] - 1e-9


def nothing(state: State) -> list[float]:
    """A position says nothing."""
    return [0.0, 0.0]


@settings(max_examples=15, deadline=None)
@given(moves=st.integers(1, 8), seed=st.integers(0, 1000))
def test_a_game_in_python_is_solved(moves: int, seed: int) -> None:
    state = played(om.load("tic_tac_toe"), moves, seed)
    if state.is_terminal():
        return
    found = Exhaustive(deepening=True, evaluation=nothing).run(state)
    assert found.values == pytest.approx(Exhaustive().run(state).values)


def test_small_boards_are_played_perfectly() -> None:
    # White wins Othello on 4x4 by eight discs: exhaustive searches have long found that.
    state = om.load("othello", size=4).initial_state()
    found = Exhaustive(deepening=True, evaluation="disks").run(state, seed=1)
    assert found.values == (-1.0, 1.0)


def test_endings_are_solved_within_the_positions() -> None:
    state = played(om.load("othello"), 46, 3)
    found = Exhaustive(deepening=True, evaluation="disks", positions=100_000).run(state)
    score = solve(state).score
    assert found.values[state.actor()] == (score > 0) - (score < 0)
    after = state.copy()
    after.apply_action(found.action)
    left = solve(after).score
    assert (left if after.actor() == state.actor() else -left) == score


def test_the_positions_are_a_budget() -> None:
    state = om.load("othello").initial_state()
    for positions in (1, 1_000, 20_000):
        found = Exhaustive(deepening=True, evaluation="patterns", positions=positions).run(state)
        assert found.iterations <= positions + 1024
        assert found.action in state.legal_actions()


def test_the_same_search_twice_is_the_same() -> None:
    state = played(om.load("othello"), 12, 5)
    planner = Exhaustive(deepening=True, evaluation="patterns", positions=20_000)
    first, second = planner.run(state, seed=1), planner.run(state, seed=2)
    assert first.action == second.action
    assert [each.value for each in first.actions] == [each.value for each in second.actions]


class SharedState(TicTacToeState):
    """Both win together."""

    def _returns(self) -> list[float]:
        return [abs(each) for each in super()._returns()]


class Shared(TicTacToe):
    """Three in a row together."""

    name = "shared"
    state_class = SharedState


def test_it_is_for_games_in_which_one_wins_what_the_other_loses() -> None:
    state = Shared().initial_state()
    for move in ("a1", "b1", "a2", "b2"):
        state.apply_action(state.game.parse_action(move))
    with pytest.raises(OptionError, match="one seat wins what the other loses"):
        Exhaustive(deepening=True, evaluation=nothing).run(state)


@pytest.mark.parametrize("name", ["catan", "hanabi", "leduc", "bazaar"])
def test_games_that_hide_facts_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="two seats that see everything"):
        Exhaustive(deepening=True, evaluation=nothing, peek=True).run(
            om.load(name).initial_state(1)
        )
