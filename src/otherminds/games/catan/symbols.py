"""What each kind of land yields, as a small sign: drawings must not rely on colours alone."""

from __future__ import annotations

from otherminds.games.catan.board import RESOURCES
from otherminds.games.svg import group, shape, title

__all__ = ["LAND", "symbol"]

LAND = ("#cf7d52", "#a3adba", "#b7d97f", "#f3d064", "#5fa268", "#e9ddb8")
"""The colours of the lands, in the order of `RESOURCES`; the last is the desert's."""

_INK = "#2a2f36"


def symbol(kind: int, *, x: float = 0, y: float = 0, size: float = 1) -> str:
    """The sign of a resource: bricks, a rock, a sheep, wheat, a tree; none for the desert.

    Examples:
        >>> "<title>wheat</title>" in symbol(3)
        True
    """
    if kind >= len(RESOURCES):
        return ""
    scale = {} if size == 1 else {"transform": f"scale({size:g})"}
    drawn = (_clay, _ore, _sheep, _wheat, _wood)[kind]()
    return group(title(RESOURCES[kind]), shape("g", drawn, **scale), x=x, y=y)


def _clay() -> str:
    return "".join(
        shape("rect", x=bx, y=by, width=11, height=6, rx=1, fill="#8c3f1d", stroke="#fff3e6")
        for bx, by in ((-12, 1), (0, 1), (-6, -6))
    )


def _ore() -> str:
    return shape(
        "path", d="M-12 8L-7-3L-2 1L3-8L12 8Z", fill="#4c5663", stroke="#eef1f5", stroke_width=1.2
    ) + shape("path", d="M3-8L5.5-2L1-3.4Z", fill="#eef1f5")


def _sheep() -> str:
    wool = "".join(shape("circle", cx=cx, cy=cy, r=5) for cx, cy in ((-5, 0), (0, -3), (5, 0)))
    legs = shape("path", d="M-4 3V9M4 3V9", stroke=_INK, stroke_width=1.8)
    head = shape("circle", cx=9.5, cy=-3, r=3.4, fill=_INK)
    return legs + shape("g", wool, fill="#fff") + head


def _wheat() -> str:
    leaves = "M0 9V-9M0 4L-6-1M0 4L6-1M0-1L-6-6M0-1L6-6M0-5L-4-9.5M0-5L4-9.5"
    return shape(
        "path", d=leaves, fill="none", stroke="#7a4f05", stroke_width=2.4, stroke_linecap="round"
    )


def _wood() -> str:
    return shape("rect", x=-1.7, y=4, width=3.4, height=6, fill="#4a2f14") + shape(
        "path", d="M0-11L8 1H4L9 6H-9L-4 1H-8Z", fill="#144d2a", stroke="#dff0dc"
    )
