"""The pictures of the documentation: a fixed position of each game, drawn for one seat.

``make generate`` writes them to ``docs/pictures``; a test compares. No position depends on what a
seed deals.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from otherminds import drawing, load
from otherminds.contracts import State, View
from otherminds.games import catan, hanabi

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def _after(state: State, moves: str) -> State:
    """The position after some moves, written between commas."""
    for move in moves.split(","):
        state.apply_action(state.game.parse_action(move.strip()))
    return state


def _catan() -> View:
    return catan.position(
        "o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11 / 3 w o 3 s 3 3 c f; "
        "robber 14; "
        "0 s7 s46 c8 r4-8 r7-12 r8-12 r41-46 hand 2co played 2k; "
        "1 s0 s2 s9 r0-4 r1-4 r1-5 r2-5 r2-6 r5-9 hand 3s held v played r; "
        "2 s45 c52 r41-45 r44-48 r45-49 r48-52 hand c4w held k played 3k; "
        "3 s35 c17 r17-22 r17-23 r29-35 r35-40 r40-44 hand 2c2swf held vy; "
        "longest 1; army 2; turn 75 of 3; roll 6; playing"
    ).view(3)


def _cards(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def _cluedo() -> View:
    """Scarlett stands in the hall, was shown two cards and has rolled a five."""
    game = load("cluedo")
    start = game.initial_state().to_dict()
    table, shown = start["table"], start["shown"]
    table |= {"turn": 8, "phase": 2, "roll": 5, "places": [189, 62, 187, 193, 153, 196]}
    table["lacks"] = [0, _cards(2, 10), _cards(8), _cards(9, 15), 0, 0]
    shown[0] = [0, _cards(7), _cards(2), 0, 0, 0]
    hands = [(0, 6, 12, 13, 14), (1, 7, 8, 15, 16), (2, 3, 10, 17), (4, 11, 18, 19)]
    state = game.state_from_dict(
        {
            "table": table,
            "shown": shown,
            "hands": [*(_cards(*hand) for hand in hands), 0, 0],
            "envelope": _cards(5, 9, 20),
        }
    )
    return state.view(0)


def _hanabi() -> View:
    game = load("hanabi")
    first = "r1 y3 g1 b4 w2"
    second = "b1 r2 y1 w5 g4"
    rest = (
        "r1 r1 r2 r3 r3 r4 r4 r5 y1 y1 y2 y2 y3 y4 y4 y5 g1 g1 g2 g2 g3 g3 g4 g5 b1 b1 b2 b2 b3 b3 "
        "b4 b5 w1 w1 w1 w2 w3 w3 w4 w4"
    )
    moves = "hint blue to seat 1, play slot 0, hint 2 to seat 1, hint 1 to seat 0, play slot 0"
    return _after(hanabi.deal(game, f"{first} {second} {rest}"), moves).view(1)


def _kuhn_poker() -> View:
    state = load("kuhn_poker").state_from_dict({"cards": (1, 2), "history": (0, 1)})
    return state.view(0)


def _leduc() -> View:
    bets = [[1, 2, 1, -1], [-1, -1, -1, -1]]
    start = load("leduc").initial_state().to_dict()
    state = load("leduc").state_from_dict(
        {**start, "cards": [2, 4], "board": 3, "paid": [3, 3], "bets": bets}
    )
    return state.view(0)


def _othello() -> View:
    moves = "f5, d6, c3, d3, c4, f4, f6, f3, e6, e7, f7, c5, b6"
    return _after(load("othello").initial_state(), moves).view(1)


def _tic_tac_toe() -> View:
    return _after(load("tic_tac_toe").initial_state(), "b2, a1, b1, b3").view(0)


def _tiny_coop() -> View:
    moves = "right, up, wait, left, wait, left"
    return _after(load("tiny_coop", level="butterfly").initial_state(), moves).view(0)


PICTURES: dict[str, Callable[[], View]] = {
    "catan": _catan,
    "cluedo": _cluedo,
    "hanabi": _hanabi,
    "kuhn_poker": _kuhn_poker,
    "leduc": _leduc,
    "othello": _othello,
    "tic_tac_toe": _tic_tac_toe,
    "tiny_coop": _tiny_coop,
}
"""What is drawn, by the name of the game."""


def picture(name: str) -> str:
    """The picture of a game as a file has it."""
    drawn = drawing(PICTURES[name]())
    assert drawn is not None
    return drawn.svg + "\n"


def main() -> None:
    """Write the pictures that have changed."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        path = FOLDER / f"{name}.svg"
        if not path.exists() or path.read_text(encoding="utf-8") != picture(name):
            path.write_text(picture(name), encoding="utf-8")
            print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
