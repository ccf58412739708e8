"""Nim: whoever takes the last stick wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from otherminds import NOBODY
from otherminds.games.python import PythonGame, PythonState, replaced

HEAPS = (3, 4, 5)


@dataclass(eq=False)
class NimState(PythonState):
    """Three heaps of sticks."""

    game: Nim
    heaps: tuple[int, ...] = HEAPS
    to_move: int = 0

    def actor(self) -> int:
        return self.to_move if any(self.heaps) else NOBODY

    def legal_actions(self) -> list[int]:
        return [
            heap * max(HEAPS) + taken - 1
            for heap, sticks in enumerate(self.heaps)
            for taken in range(1, sticks + 1)
        ]

    def _apply_action(self, action: int) -> None:
        heap, less = divmod(action, max(HEAPS))
        self.heaps = replaced(self.heaps, heap, self.heaps[heap] - less - 1)
        self.to_move = 1 - self.to_move

    def _returns(self) -> list[float]:
        return [-1.0, 1.0] if self.to_move == 0 else [1.0, -1.0]

    def _problem(self) -> str:
        fits = len(self.heaps) == len(HEAPS) and self.to_move in (0, 1)
        if not fits or not all(
            0 <= left <= full for left, full in zip(self.heaps, HEAPS, strict=True)
        ):
            return "three heaps of at most 3, 4 and 5 sticks are needed."
        return ""

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))


class Nim(PythonGame):
    """Two seats in turn take sticks from one of three heaps."""

    name: ClassVar[str] = "nim"
    seats = 2
    action_names = tuple(
        f"take {taken} of {heap}" for heap in "abc" for taken in range(1, max(HEAPS) + 1)
    )
    state_class = NimState
