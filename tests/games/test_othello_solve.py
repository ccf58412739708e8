"""Perfect play in Othello: against plain minimax, and positions whose score is known."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import otherminds
from otherminds import LimitError, OptionError, Stream, _core
from otherminds.games.othello import Solution, solve

SIZES = (4, 6, 8)


def othello(size: int) -> Any:
    return otherminds.load("othello", size=size)


def discs(state: Any) -> tuple[int, int]:
    """Those of the side to move and those of the other."""
    values = state.to_dict()
    return int(values["own"], 16).bit_count(), int(values["opponent"], 16).bit_count()


def empties(state: Any) -> int:
    return int(state.game.options["size"] ** 2 - sum(discs(state)))


def after(state: Any, action: int) -> Any:
    state = state.copy()
    state.apply_action(action)
    return state


def final_lead(state: Any, to_move: int) -> int:
    """The lead of one side in a game that is over."""
    own, opponent = discs(state)
    return own - opponent if state.to_dict()["to_move"] == to_move else opponent - own


def minimax(state: Any, known: dict[bytes, int]) -> int:
    """The lead of the side to move under perfect play, from the rules of the game alone."""
    if state.is_terminal():
        own, opponent = discs(state)
        return own - opponent
    key = state.to_bytes()
    if key not in known:
        known[key] = max(-minimax(after(state, a), known) for a in state.legal_actions())
    return known[key]


def random_position(size: int, left: int, seed: int) -> Any:
    """A position of a random game with so many empty squares, or its end if that comes first."""
    rng = Stream(seed).rng()
    state = othello(size).initial_state()
    while not state.is_terminal() and empties(state) > left:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def picture(rows: str, to_move: int) -> Any:
    """An 8x8 position from a line of 64 signs."""
    game = othello(8)
    sets = {sign: sum(1 << i for i, found in enumerate(rows) if found == sign) for sign in "XO"}
    own, opponent = (sets["X"], sets["O"]) if to_move == 0 else (sets["O"], sets["X"])
    values = {"own": hex(own), "opponent": hex(opponent), "to_move": to_move, "over": 0}
    moves = 0
    for square in range(64):
        if (own | opponent) >> square & 1:
            continue
        for across, down in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            column, row, run = square % 8 + across, square // 8 + down, 0
            while 0 <= column < 8 and 0 <= row < 8 and opponent >> (8 * row + column) & 1:
                column, row, run = column + across, row + down, run + 1
            inside = 0 <= column < 8 and 0 <= row < 8
            if run and inside and own >> (8 * row + column) & 1:
                moves |= 1 << square
    return game.state_from_dict({**values, "moves": hex(moves)})


def check_line(state: Any, solution: Solution) -> None:
    """The line is legal, goes to the end and gives the score."""
    end, seat = state, state.to_dict()["to_move"]
    for action in solution.line:
        assert action in end.legal_actions()
        end = after(end, action)
    assert end.is_terminal()
    assert final_lead(end, seat) == solution.score
    assert solution.action == (solution.line[0] if solution.line else None)


# Against minimax ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("left", "games"), [(0, 20), (1, 200), (3, 300), (5, 200), (7, 60)])
def test_scores_are_those_of_minimax(size: int, left: int, games: int) -> None:
    for seed in range(games):
        state = random_position(size, left, 1000 * left + seed)
        solution = solve(state, memory=1)
        assert solution.score == minimax(state, {})
        check_line(state, solution)


@pytest.mark.parametrize(("size", "left"), [(4, 12), (6, 9), (8, 8)])
def test_scores_of_all_positions_on_the_way_are_those_of_minimax(size: int, left: int) -> None:
    """Positions that minimax met are asked again, so that passes and early ends are among them."""
    known: dict[bytes, int] = {}
    minimax(random_position(size, left, 7), known)
    game = othello(size)
    for data in list(known)[:: max(1, len(known) // 1500)]:
        state = game.state_from_bytes(data)
        assert solve(state, memory=1).score == known[data]


@pytest.mark.parametrize("size", [6, 8])
def test_the_table_changes_nothing_but_the_work(size: int) -> None:
    for seed in range(3):
        state = random_position(size, 14, seed)
        small, large = solve(state, memory=1), solve(state, memory=64)
        assert small.score == large.score
        assert large == solve(state, memory=64)


@pytest.mark.parametrize("size", [6, 8])
def test_the_score_is_that_of_the_best_move(size: int) -> None:
    """One move deeper than minimax could go: the score of a position from those after it."""
    for seed in range(6):
        state = random_position(size, 15, seed)
        solution = solve(state)
        scores = {a: -solve(after(state, a)).score for a in state.legal_actions()}
        if state.legal_actions() == [size * size]:
            continue
        assert solution.score == max(scores.values())
        assert solution.action is not None
        assert scores[solution.action] == solution.score
        check_line(state, solution)


# Known positions ---------------------------------------------------------------------------------


def test_white_wins_the_small_board_by_eight() -> None:
    state = othello(4).initial_state()
    solution = solve(state)
    assert solution.score == -8
    check_line(state, solution)
    for data in state.legal_actions():
        assert solve(after(state, data)).score == 8


def test_a_position_of_the_ffo_suite() -> None:
    """Number 40 of the endgame positions of the French federation: a2 wins by 38."""
    rows = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
    state = picture(rows, to_move=0)
    solution = solve(state)
    assert solution.score == 38
    assert state.game.action_text(solution.action) == "a2"
    check_line(state, solution)


# Perfect play on the 6x6 board, as `otherminds solve "othello(size=6)"` found it.
PERFECT = (
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 "
    "b6 a4 a3 a5 a6 a1 b5 a2 c6 e5 f1 e1 e6 pass f5 f6"
)


def test_white_wins_the_board_of_six_by_four_along_the_whole_line() -> None:
    """All positions with at most 22 empty squares; those before take minutes."""
    state = othello(6).initial_state()
    for move in PERFECT.split():
        if empties(state) <= 22:
            assert solve(state).score == (-4 if state.actor() == 0 else 4)
        state.apply_action(state.game.parse_action(move))
    assert state.is_terminal()
    assert sorted(discs(state)) == [16, 20]
    assert state.returns() == [-1.0, 1.0]


def test_squares_that_stay_empty_count_for_nobody() -> None:
    state = picture("XO" + "-" * 62, to_move=0)
    assert solve(state).score == 3
    state.apply_action(2)
    over = solve(state)
    assert (over.score, over.line, over.action) == (-3, (), None)


# Limits and bad input ----------------------------------------------------------------------------


def test_a_limit_of_nodes() -> None:
    state = random_position(8, 16, 3)
    taken = solve(state).nodes
    assert solve(state, nodes=taken).nodes == taken
    for nodes in (1, 100, taken - 1):
        with pytest.raises(LimitError, match=f"not solved within {nodes} nodes"):
            solve(state, nodes=nodes)


@pytest.mark.parametrize("limit", [0, -1, 2.0, True, "1", 2**70])
def test_bad_limits_are_refused(limit: Any) -> None:
    state = othello(4).initial_state()
    for name in ("memory", "nodes"):
        with pytest.raises(OptionError, match=f"{name} must be a whole number above 0"):
            solve(state, **{name: limit})


def test_other_states_are_refused() -> None:
    with pytest.raises(OptionError, match="not one of bazaar"):
        solve(otherminds.load("bazaar").initial_state())
    for other in (otherminds.load("tic_tac_toe").initial_state(), None, "e6"):
        with pytest.raises(OptionError, match="A state of Othello is needed"):
            solve(other)


def test_other_threads_run_meanwhile() -> None:
    state = random_position(8, 22, 1)
    ticks = 0
    done = threading.Event()

    def search() -> None:
        with pytest.raises(LimitError):
            solve(state, nodes=2_000_000)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert ticks > 5


def test_ctrl_c_ends_it() -> None:
    script = (
        "import signal, otherminds\n"
        "from otherminds.games.othello import solve\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    solve(otherminds.load('othello').initial_state(), memory=1)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"


def test_the_native_function_is_typed() -> None:
    found = _core.solve_othello(othello(4).initial_state(), 1 << 20, 2**60)
    assert (found.score, len(found.line)) == (-8, 10)
