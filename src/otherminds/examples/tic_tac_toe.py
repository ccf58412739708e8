"""Tic-tac-toe: the smallest complete game, a template for games that hide nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from otherminds.contracts import NOBODY, Drawing
from otherminds.games.python import PythonGame, PythonState, PythonView, replaced
from otherminds.games.svg import Sketch, group, shape, text, turn_of

LINES = (
    *((row, row + 1, row + 2) for row in (0, 3, 6)),
    *((column, column + 3, column + 6) for column in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)
LINES_THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))
EMPTY = -1
PEN = {"fill": "none", "stroke_width": 10, "stroke_linecap": "round"}
MARKS = (
    shape("path", d="M26 26L66 66M66 26L26 66", stroke="mark", **PEN),
    shape("circle", cx=46, cy=46, r=22, stroke="soft", **PEN),
)


@dataclass(eq=False)
class TicTacToeState(PythonState):
    """Nine squares, each empty or held by a seat. Whoever fills a line wins."""

    game: TicTacToe
    board: tuple[int, ...] = (EMPTY,) * 9
    to_move: int = 0
    winner: int = EMPTY
    moves: int = 0

    def actor(self) -> int:
        """The seat to move, or nobody once a line or the board is full."""
        return self.to_move if self.winner == EMPTY and self.moves < 9 else NOBODY

    def legal_actions(self) -> list[int]:
        """The empty squares."""
        if self.winner != EMPTY:
            return []
        return [square for square, owner in enumerate(self.board) if owner == EMPTY]

    def _apply_action(self, action: int) -> None:
        self.board = board = replaced(self.board, action, self.to_move)
        for a, b, c in LINES_THROUGH[action]:
            if board[a] == board[b] == board[c]:
                self.winner = self.to_move
        self.to_move = 1 - self.to_move
        self.moves += 1

    def _returns(self) -> list[float]:
        if self.winner == EMPTY:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def _problem(self) -> str:
        if len(self.board) != 9 or not set(self.board) <= {EMPTY, 0, 1}:
            return "the board needs nine squares, each -1, 0 or 1."
        counts = [self.board.count(seat) for seat in (0, 1)]
        if counts[0] - counts[1] not in (0, 1) or self.to_move != counts[0] - counts[1]:
            return "the seats do not alternate."
        filled = {
            self.board[a] for a, b, c in LINES if self.board[a] == self.board[b] == self.board[c]
        }
        if self.moves != sum(counts) or self.winner not in (filled - {EMPTY} or {EMPTY}):
            return "the number of moves or the winner does not follow from the board."
        return ""

    def __str__(self) -> str:
        """The board as three lines."""
        return "\n".join(rows_of(self.board))


def rows_of(board: Sequence[int]) -> list[str]:
    """The rows of a board as texts."""
    marks = ["XO."[owner] for owner in board]
    return [" ".join(marks[row : row + 3]) for row in (0, 3, 6)]


class TicTacToe(PythonGame):
    """Two seats in turn take a square of a 3x3 board; three in a line win."""

    name = "tic_tac_toe"
    seats = 2
    action_names = tuple(column + row for row in "123" for column in "abc")
    state_class = TicTacToeState

    def _action_parts(self, action: int) -> dict[str, object]:
        return {"square": self.action_names[action]}

    def text(self, view: PythonView) -> str:
        """The board with the names of its squares, and which mark is whose."""
        rows = [f"{number} {row}" for number, row in enumerate(rows_of(view.facts["board"]), 1)]
        return "\n".join(["  a b c", *rows, f"you are {'XO'[view.seat]}; {turn_of(view)}"])

    def drawing(self, position: Any) -> Drawing:
        """The board; an empty square stands for taking it."""
        sketch = Sketch(position)
        parts = []
        for square, owner in enumerate(sketch.facts["board"]):
            x, y = 20 + 100 * (square % 3), 20 + 100 * (square // 3)
            ground = shape("rect", width=92, height=92, rx=10, fill="panel")
            mark = MARKS[owner] if owner != EMPTY else text(46, 46, self.action_names[square])
            parts.append(group(sketch.part([square], ground, mark), x=x, y=y))
        words = turn_of(position)
        parts.append(text(166, 340, words, size=16))
        return sketch.drawing(332, 364, f"tic-tac-toe: {words}", *parts)


make = TicTacToe
