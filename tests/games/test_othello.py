"""Othello: published counts, whole games, passes, both notations, numbers and pictures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import FormatError, IllegalActionError, OptionError, _core

# Published: a pass is a ply, and a finished game stays a leaf.
PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]

DRAW = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3"
    "A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
SIZES = (4, 6, 8)


def othello(size: int = 8, **options: Any) -> _core.Game:
    game = otherminds.load("othello", size=size, **options)
    assert isinstance(game, _core.Game)
    return game


def play(transcript: str, size: int = 8, **options: Any) -> _core.State:
    """The position after a transcript, which leaves out passes."""
    game = othello(size, **options)
    state = game.initial_state()
    for at in range(0, len(transcript), 2):
        if state.legal_actions() == [size * size]:
            state.apply_action(size * size)
        state.apply_action(game.parse_action(transcript[at : at + 2]))
    return state


def board_of(state: _core.State) -> list[str]:
    """The rows of the printed board without its labels and hints: X, O and dots."""
    size = state.game.options["size"]
    lines = str(state).splitlines()[1 : size + 1]
    return ["".join(line[1:].split()).replace("*", ".") for line in lines]


def discs(state: _core.State) -> tuple[int, int]:
    count = Counter("".join(board_of(state)))
    return count["X"], count["O"]


def position(rows: list[str], to_move: int) -> _core.State:
    """A state from a picture; what the rules make of it is found by a slow search of its own."""
    size = len(rows)
    black = sum(
        1 << (8 * y + x) for y, row in enumerate(rows) for x, disc in enumerate(row) if disc == "X"
    )
    white = sum(
        1 << (8 * y + x) for y, row in enumerate(rows) for x, disc in enumerate(row) if disc == "O"
    )
    own, opponent = (black, white) if to_move == 0 else (white, black)
    mine, theirs = ("X", "O") if to_move == 0 else ("O", "X")
    moves = sum(1 << (8 * y + x) for x, y in placements(rows, mine, theirs))
    over = not moves and not placements(rows, theirs, mine)
    values = {
        "own": hex(own),
        "opponent": hex(opponent),
        "moves": hex(moves),
        "to_move": to_move,
        "over": int(over),
    }
    return othello(size).state_from_dict(values)


def placements(rows: list[str], mine: str, theirs: str) -> list[tuple[int, int]]:
    """The squares where ``mine`` encloses something, by walking in all eight directions."""
    size = len(rows)
    found = []
    for y in range(size):
        for x in range(size):
            if rows[y][x] != ".":
                continue
            for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
                steps, column, row = 0, x + dx, y + dy
                while 0 <= column < size and 0 <= row < size and rows[row][column] == theirs:
                    steps, column, row = steps + 1, column + dx, row + dy
                inside = 0 <= column < size and 0 <= row < size
                if steps and inside and rows[row][column] == mine:
                    found.append((x, y))
                    break
    return found


# Counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(PERFT, 1)))
def test_perft(depth: int, leaves: int) -> None:
    assert othello().initial_state().perft(depth) == leaves


def test_perft_of_depth_zero_and_of_bad_depths() -> None:
    state = othello().initial_state()
    assert state.perft(0) == 1
    for depth in (-1, 101):
        with pytest.raises(OptionError):
            state.perft(depth)


def test_all_games_on_the_small_board() -> None:
    """60,060 complete games, counted one by one over positions that are met again."""
    counts: dict[int, int] = {}

    def games(state: _core.State) -> int:
        if state.is_terminal():
            return 1
        key = state.key()
        if key not in counts:
            total = 0
            for action in state.legal_actions():
                after = state.copy()
                after.apply_action(action)
                total += games(after)
            counts[key] = total
        return counts[key]

    assert games(othello(4).initial_state()) == 60060


def test_black_loses_the_small_board_by_eight() -> None:
    """Perfect play on 4x4, solved by negamax over the whole game."""
    values: dict[int, int] = {}

    def lead(state: _core.State) -> int:
        """Black's discs less White's under perfect play."""
        if state.is_terminal():
            black, white = discs(state)
            return black - white
        key = state.key()
        if key not in values:
            best = max if state.actor() == 0 else min
            leads = []
            for action in state.legal_actions():
                after = state.copy()
                after.apply_action(action)
                leads.append(lead(after))
            values[key] = best(leads)
        return values[key]

    assert lead(othello(4).initial_state()) == -8


# Starts and ends ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "moves"),
    [
        (4, ["b1", "a2", "d3", "c4"]),
        (6, ["c2", "b3", "e4", "d5"]),
        (8, ["d3", "c4", "f5", "e6"]),
    ],
)
def test_start_positions(size: int, moves: list[str]) -> None:
    game = othello(size)
    state = game.initial_state()
    assert state.actor() == 0
    assert [game.action_text(action) for action in state.legal_actions()] == moves
    middle = size // 2
    rows = ["." * size] * (middle - 1)
    centre = ["O" + "X", "X" + "O"]
    rows += ["." * (middle - 1) + pair + "." * (middle - 1) for pair in centre]
    rows += ["." * size] * (middle - 1)
    assert board_of(state) == rows
    assert position(rows, to_move=0) == state
    assert game.action_count == size * size + 1
    assert game.initial_state(99) == state


@pytest.mark.parametrize("size", [0, 2, 5, 10, -8, 2**40, "8", 8.0, None])
def test_other_sizes_are_refused(size: Any) -> None:
    with pytest.raises(OptionError):
        otherminds.load("othello", size=size)


def test_the_drawn_game() -> None:
    state = play(DRAW)
    assert state.is_terminal()
    assert discs(state) == (32, 32)
    assert state.returns() == [0.0, 0.0]
    assert str(state).endswith("X Black 32, O White 32; game over")


def test_a_draw_may_count_for_white() -> None:
    state = play(DRAW, draw_is_white_win=True)
    assert state.returns() == [-1.0, 1.0]
    lost = play(WIPE_OUT, draw_is_white_win=True)
    assert lost.returns() == [1.0, -1.0]


def test_the_wipe_out() -> None:
    state = play(WIPE_OUT)
    assert state.is_terminal()
    assert discs(state) == (13, 0)
    assert state.returns() == [1.0, -1.0]
    assert state.legal_actions() == []
    with pytest.raises(IllegalActionError, match="over"):
        state.apply_action(0)


# Passes ------------------------------------------------------------------------------------------


def test_a_pass_is_the_only_action_where_nothing_else_is_legal() -> None:
    game = othello(4)
    state = position(["XO..", "....", "....", "...."], to_move=1)
    assert state.legal_actions() == [16]
    assert game.action_text(16) == "pass"
    assert game.action_types[game.type_of(16)] == "pass"
    assert [game.action_types[kind] for kind in state.legal_types()] == ["pass"]
    assert str(state).endswith("White to move must pass")
    with pytest.raises(IllegalActionError):
        state.apply_action(2)
    before = board_of(state)
    state.apply_action(16)
    assert (state.actor(), board_of(state)) == (0, before)
    assert state.legal_actions() == [2]
    state.apply_action(2)
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_a_pass_is_illegal_where_a_square_can_be_taken() -> None:
    state = othello().initial_state()
    with pytest.raises(IllegalActionError, match=r"64 \(pass\) is not possible"):
        state.apply_action(64)


def test_nobody_passes_twice_in_a_row() -> None:
    """A position in which neither side can move is over, it does not wait for two passes."""
    state = position(["XX..", "XX..", "....", "..OO"], to_move=0)
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


# Rules against a slow second opinion ------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn) -> _core.State:
    """A position of a random game."""
    state = othello(draw(st.sampled_from(SIZES))).initial_state()
    for choice in draw(st.lists(st.integers(0, 30), max_size=70)):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(legal[choice % len(legal)])
    return state


SLOWLY = settings(deadline=None)  # whole games take their time under the sanitizers


@SLOWLY
@given(positions())
def test_legal_moves_are_those_that_enclose_something(state: _core.State) -> None:
    if state.is_terminal():
        return
    size = state.game.options["size"]
    mine, theirs = ("X", "O") if state.actor() == 0 else ("O", "X")
    expected = [size * y + x for x, y in placements(board_of(state), mine, theirs)]
    assert state.legal_actions() == (expected or [size * size])


def rotated(rows: list[str]) -> list[str]:
    return ["".join(row[x] for row in reversed(rows)) for x in range(len(rows))]


def mirrored(rows: list[str]) -> list[str]:
    return [row[::-1] for row in rows]


@SLOWLY
@given(positions(), st.booleans(), st.integers(0, 3))
def test_turning_the_board_changes_nothing(state: _core.State, mirror: bool, turns: int) -> None:
    rows = mirrored(board_of(state)) if mirror else board_of(state)
    for _ in range(turns):
        rows = rotated(rows)
    side = state.to_dict()["to_move"]
    turned = position(rows, side)
    assert turned.actor() == state.actor()
    assert len(turned.legal_actions()) == len(state.legal_actions())
    assert turned.perft(3) == state.perft(3)
    assert discs(turned) == discs(state)
    if state.is_terminal():
        assert turned.returns() == state.returns()


@SLOWLY
@given(positions())
def test_swapping_the_colours_swaps_the_returns(state: _core.State) -> None:
    rows = [row.translate(str.maketrans("XO", "OX")) for row in board_of(state)]
    swapped = position(rows, 1 - state.to_dict()["to_move"])
    assert swapped.legal_actions() == state.legal_actions()
    if state.is_terminal():
        assert swapped.returns() == state.returns()[::-1]


@SLOWLY
@given(positions())
def test_a_move_adds_one_disc_and_turns_at_least_one(state: _core.State) -> None:
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        placed = 0 if action == state.game.action_count - 1 else 1
        assert sum(discs(after)) == sum(discs(state)) + placed
        mover = state.actor()
        assert discs(after)[mover] >= discs(state)[mover] + 2 * placed


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"own": "0x1", "opponent": "0x1"}, "two discs"),
        ({"own": "0x10"}, "outside the board"),
        ({"moves": "0x0"}, "do not follow"),
        ({"over": 1}, "do not follow"),
        ({"to_move": 2}, "neither Black nor White"),
        ({"to_move": 2**31}, "from -2147483648 to 2147483647"),
        ({"own": 3}, "hexadecimal"),
        ({"own": "3"}, "hexadecimal"),
        ({"own": "0x1ffffffffffffffff"}, "hexadecimal"),
    ],
)
def test_impossible_states_are_refused(change: dict[str, Any], sentence: str) -> None:
    game = othello(4)
    with pytest.raises(FormatError, match=sentence):
        game.state_from_dict({**game.initial_state().to_dict(), **change})


# For people and networks -------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_squares_are_named_by_column_and_row(size: int) -> None:
    game = othello(size)
    names = [f"{'abcdefgh'[x]}{y + 1}" for y in range(size) for x in range(size)] + ["pass"]
    assert [game.action_text(action) for action in range(game.action_count)] == names
    assert [game.parse_action(name.upper()) for name in names] == list(range(game.action_count))
    for text in ("", "a0", f"a{size + 1}", "i1", "a1 ", "1a", "aa"):
        with pytest.raises(FormatError):
            game.parse_action(text)


def test_the_board_prints_as_people_draw_it() -> None:
    state = othello(4).initial_state()
    state.apply_action(1)
    assert str(state) == (
        "  a b c d \n1 * X * .\n2 . X X .\n3 * X O .\n4 . . . .\n"
        "X Black 4, O White 1; White to move (*)"
    )
    assert str(state.view(0)) == str(state)


@pytest.mark.parametrize("size", SIZES)
def test_tensor_planes(size: int) -> None:
    """Own discs, the other's discs, ones where the seat is to move."""
    state = othello(size).initial_state()
    state.apply_action(state.legal_actions()[0])
    rows = board_of(state)
    black = np.array([[disc == "X" for disc in row] for row in rows], dtype=np.float32)
    white = np.array([[disc == "O" for disc in row] for row in rows], dtype=np.float32)
    ones = np.ones((size, size), dtype=np.float32)
    assert state.game.tensor_shape == (3, size, size)
    assert np.array_equal(state.view(0).tensor(), np.stack([black, white, 0 * ones]))
    assert np.array_equal(state.view(1).tensor(), np.stack([white, black, ones]))


def test_the_tensor_of_a_finished_game_is_nobodys_turn() -> None:
    state = play(WIPE_OUT)
    for seat in (0, 1):
        assert not state.view(seat).tensor()[2].any()


# Random games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_playouts_are_random_games_of_their_seed(size: int) -> None:
    game = othello(size)
    assert game.playouts(50, 3) == game.playouts(50, 3)
    assert game.playouts(0) == [0.0, 0.0]
    black, white = game.playouts(200, 4)
    assert black == -white
    with pytest.raises(OptionError):
        game.playouts(-1)


def test_random_games_favour_white_a_little() -> None:
    """As other programs find, Black wins 45.5 % and loses 50.5 % of random games on 8x8.

    The bounds are 6 standard deviations of the mean of 20,000 games away from -0.05; the error
    rate is 2e-9.
    """
    black, _ = othello().playouts(20_000, 11)
    assert abs(black / 20_000 + 0.05) < 0.042
