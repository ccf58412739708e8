"""Othello as a picture."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import CHANCE, NOBODY, Drawing
from otherminds.games.svg import Sketch, group, shape, text

__all__ = ["drawing"]

_SIDE, _LEFT, _TOP = 44, 30, 30
_CLOTH, _GRID = "#2f7a55", "#1d5239"
_BLACK, _WHITE = "#15181c", "#f8f8f3"


def drawing(position: Any) -> Drawing:
    """A view or a state as a picture; squares where a disc may be placed have a ring.

    Examples:
        >>> from otherminds import load
        >>> drawn = drawing(load("othello", size=4).initial_state())
        >>> drawn.svg[:4], drawn.listed
        ('<svg', {})
    """
    sketch = Sketch(position)
    facts, size = sketch.facts, position.game.options["size"]
    of_mover, of_other = (int(facts[name], 16) for name in ("own", "opponent"))
    black, white = (of_other, of_mover) if facts["to_move"] else (of_mover, of_other)
    board = _SIDE * size
    parts = [shape("rect", x=_LEFT, y=_TOP, width=board, height=board, rx=4, fill=_CLOTH)]
    for line in range(1, size):
        at = _SIDE * line
        parts.append(
            shape(
                "path",
                d=f"M{_LEFT + at} {_TOP}v{board}M{_LEFT} {_TOP + at}h{board}",
                stroke=_GRID,
                stroke_width=1.5,
            )
        )
    for place in range(size):
        middle = _SIDE * place + _SIDE / 2
        parts.append(text(_LEFT + middle, _TOP / 2, "abcdefgh"[place], size=15, fill="soft"))
        parts.append(text(_LEFT / 2, _TOP + middle, place + 1, size=15, fill="soft"))
    for square in range(size * size):
        disc = _BLACK if black >> square & 1 else _WHITE if white >> square & 1 else ""
        parts.append(_square(sketch, square, size, disc))
    counts = [side.bit_count() for side in (black, white)]
    words = _turn(position, counts)
    parts += _footer(counts, words, _TOP + board + 22, _LEFT + board)
    title = f"Othello: Black {counts[0]}, White {counts[1]}; {words}"
    return sketch.drawing(_LEFT + board + 14, _TOP + board + 44, title, *parts)


def _square(sketch: Sketch, square: int, size: int, disc: str) -> str:
    row, column = divmod(square, size)
    x, y, half = _LEFT + _SIDE * column, _TOP + _SIDE * row, _SIDE / 2
    if disc:
        return shape(
            "circle", cx=x + half, cy=y + half, r=18, fill=disc, stroke="#0d1410", stroke_width=1
        )
    if square not in sketch.legal:
        return ""
    ground = shape("rect", x=x, y=y, width=_SIDE, height=_SIDE, fill="#fff", fill_opacity=0)
    ring = {"r": 8, "fill": "#fff", "fill_opacity": 0.18, "stroke": "#ffe08a", "stroke_width": 2.5}
    return sketch.part([square], ground, shape("circle", cx=x + half, cy=y + half, **ring))


def _turn(position: Any, counts: list[int]) -> str:
    actor = position.actor()
    if actor not in (CHANCE, NOBODY):
        return ("Black", "White")[actor] + " to move"
    if counts[0] == counts[1]:
        return "over, a draw"
    return ("Black" if counts[0] > counts[1] else "White") + " has won"


def _footer(counts: list[int], words: str, y: float, right: float) -> list[str]:
    found = []
    for place, (count, disc) in enumerate(zip(counts, (_BLACK, _WHITE), strict=True)):
        found.append(
            group(
                shape("circle", r=10, fill=disc, stroke="soft", stroke_width=1.5),
                text(16, 0, count, size=17, anchor="start", bold=True),
                x=_LEFT + 12 + 62 * place,
                y=y,
            )
        )
    return [*found, text(right, y, words, size=16, anchor="end")]
