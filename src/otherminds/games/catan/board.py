"""The board as a graph, and what lies on it."""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["CARDS", "EDGES", "HEXES", "PORTS", "RESOURCES", "VERTICES", "layout", "table_of"]

RESOURCES = ("clay", "ore", "sheep", "wheat", "wood")
"""In the order of all lists of resources."""

CARDS = ("knight", "victory point", "road building", "year of plenty", "monopoly")
"""The kinds of development cards, in the order of all lists of them."""

_geometry = _core.catan_geometry()

HEXES: tuple[tuple[int, int], ...] = tuple(_geometry["hexes"])
"""Column and row of each hex. Neighbours in a row are two columns apart."""

VERTICES: tuple[tuple[int, int], ...] = tuple(_geometry["vertices"])
"""Column and line of each vertex: a hex has its top on twice its row, its foot three lines below,
and the others one column beside."""

EDGES: tuple[tuple[int, int], ...] = tuple(_geometry["edges"])
"""The two vertices of each edge."""

PORTS: tuple[int, ...] = tuple(_geometry["ports"])
"""The edges with a port, clockwise from the upper left."""


def table_of(position: Any) -> dict[str, Any]:
    """What everybody sees, of a state or a view, as named plain values."""
    facts = position.to_dict() if hasattr(position, "to_dict") else position.facts
    table: dict[str, Any] = facts["table"]
    return table


def layout(position: Any) -> str:
    """What lies on the board of a state or a view, as the option ``board`` takes it.

    Hexes are in reading order, a letter for the terrain and the number: c(lay), o(re), s(heep),
    w(heat), f(orest), d(esert). The ports follow, clockwise from the upper left: the letter of what
    they take two of, or a 3 for three of anything.

    Examples:
        >>> from otherminds import load
        >>> layout(load("catan", board="beginner").initial_state())
        'o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11 / 3 w o 3 s 3 3 c f'
    """
    drawn = table_of(position)["layout"]
    hexes = [
        f"{'coswfd'[terrain]}{number or ''}"
        for terrain, number in zip(drawn["terrain"], drawn["numbers"], strict=True)
    ]
    return f"{' '.join(hexes)} / {' '.join('coswf3'[port] for port in drawn['ports'])}"
