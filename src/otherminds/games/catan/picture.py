"""Catan as a picture."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import Drawing
from otherminds.games.catan.board import EDGES, HEXES, PORTS, RESOURCES, VERTICES
from otherminds.games.catan.seats import NAMES, building, panels, road_marks
from otherminds.games.catan.symbols import LAND, symbol
from otherminds.games.svg import SEATS, Sketch, group, shape, text, title

__all__ = ["drawing"]

_COLUMN, _STEEP, _STRAIGHT = 40, 23, 46  # between columns, and down the two kinds of edges
_LEFT, _TOP = 110, 92  # of column 0 and line 0
_WIDTH, _SEA_TOP, _SEA_HEIGHT = 540, 44, 468
_CREAM, _INK, _WOOD = "#fdf6e3", "#1b2430", "#7a5c2e"
_SHOWN = {  # actions that parts of the board and of the panels stand for
    "build road": "edge",
    "build settlement": "vertex",
    "build city": "vertex",
    "play knight": "hex",
    "move robber": "hex",
}


def drawing(position: Any, *, numbers: bool = False) -> Drawing:
    """A view or a state as a picture.

    Every seat has a colour and a number: buildings show the number, roads as many dots. Rings and
    dashes are places where one may build, and a dashed outline is a hex that the robber may go to.
    Cards of the own hand stand for discarding them.

    Args:
        position: a state, or a view: then only its own hand is shown, unless nothing is hidden.
        numbers: write the numbers of hexes and vertices, by which actions name them.

    Examples:
        >>> from otherminds import load
        >>> drawing(load("catan").initial_state()).svg[:4]
        '<svg'
    """
    sketch = Sketch(position)
    table, seats = sketch.facts["table"], range(position.game.seats)
    ids = _ids(sketch)
    sea = {"x": 10, "y": _SEA_TOP, "width": _WIDTH - 20, "height": _SEA_HEIGHT, "rx": 16}
    parts = [_heading(table), shape("rect", **sea, fill="#b9d9ea")]
    parts += [_port(edge, kind) for edge, kind in zip(PORTS, table["layout"]["ports"], strict=True)]
    parts += [_hex(sketch, number, ids, numbers) for number in range(len(HEXES))]
    parts.append(_robber(table["robber"]))
    built = {edge: seat for seat in seats for edge in _edges(table["roads"][seat])}
    parts += [_road(edge, seat) for edge, seat in built.items()]
    parts += [_free_road(sketch, edge, ids) for edge in range(len(EDGES))]
    towns = _towns(table, seats)
    parts += [_vertex(sketch, vertex, towns.get(vertex), ids) for vertex in range(len(VERTICES))]
    if numbers:
        parts += [_vertex_number(vertex, vertex in towns) for vertex in range(len(VERTICES))]
    below, height = panels(sketch, y=_SEA_TOP + _SEA_HEIGHT + 8, width=_WIDTH)
    return sketch.drawing(_WIDTH, height, f"Catan: {_caption(table)}", *parts, *below)


def _ids(sketch: Sketch) -> dict[tuple[str, Any], list[int]]:
    """The legal actions by the part of the board that they name."""
    found: dict[tuple[str, Any], list[int]] = {}
    for action in sketch.legal:
        parts = sketch.position.game.action_parts(action)
        if (place := _SHOWN.get(parts["type"])) is not None:
            where = parts[place]
            key = place, tuple(where) if isinstance(where, list) else where
            found.setdefault(key, []).append(action)
    return found


def _bits(word: str) -> list[int]:
    number = int(word, 16)
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def _edges(words: dict[str, Any]) -> list[int]:
    low, high = words["words"]
    return _bits(low) + [64 + edge for edge in _bits(high)]


def _towns(table: dict[str, Any], seats: range) -> dict[int, tuple[int, bool]]:
    """The seat at each vertex that is built on, and whether it is a city."""
    return {
        vertex: (seat, kind == "cities")
        for kind in ("settlements", "cities")
        for seat in seats
        for vertex in _bits(table[kind][seat])
    }


def _point(column: float, line: int) -> tuple[float, float]:
    """Where a vertex is, in a picture whose lines are near and far in turn."""
    return (
        _LEFT + _COLUMN * column,
        _TOP + (line + 1) // 2 * _STEEP + line // 2 * _STRAIGHT,
    )


def _at(vertex: int) -> tuple[float, float]:
    return _point(*VERTICES[vertex])


def _middle(hex_number: int) -> tuple[float, float]:
    column, row = HEXES[hex_number]
    x, top = _point(column, 2 * row)
    return x, top + _STEEP + _STRAIGHT / 2


def _heading(table: dict[str, Any]) -> str:
    robbed = "" if table["winner"] >= 0 else f"{table['deck_size']} development cards left"
    return text(16, 24, _caption(table), size=17, anchor="start", bold=True) + text(
        _WIDTH - 16, 24, robbed, size=14, fill="soft", anchor="end"
    )


def _caption(table: dict[str, Any]) -> str:
    if table["winner"] >= 0:
        return f"seat {table['winner']} {NAMES[table['winner']]} has won"
    who = f"seat {table['current']} {NAMES[table['current']]}"
    if table["placed"] >= 0 or (table["turn"] == 0 and table["phase"] == 0):
        return f"{who} sets up"
    rolled = f" rolled {table['roll']}" if table["roll"] else ""
    return f"turn {table['turn'] + 1}, {who}{rolled}"


def _hex(
    sketch: Sketch, hex_number: int, ids: dict[tuple[str, Any], list[int]], numbers: bool
) -> str:
    table = sketch.facts["table"]
    column, row = HEXES[hex_number]
    corners = [(0, 0), (1, 1), (1, 2), (0, 3), (-1, 2), (-1, 1)]
    places = [_point(column + across, 2 * row + down) for across, down in corners]
    x, y = _middle(hex_number)
    points = " ".join(f"{px:g},{py:g}" for px, py in places)
    terrain, token = (table["layout"][name][hex_number] for name in ("terrain", "numbers"))
    actions = ids.get(("hex", hex_number), [])
    inside = [
        shape("polygon", points=points, fill=LAND[terrain], stroke=_CREAM, stroke_width=4),
        symbol(terrain, x=x, y=y - 22),
    ]
    if token:
        inside.append(_token(x, y + 10, token))
    if numbers:
        inside.append(text(x, y + 36, f"#{hex_number}", size=12, fill=_INK))
    if actions:
        ring = {"fill": "none", "stroke": "#8b1e0f", "stroke_width": 3, "stroke_dasharray": "7 5"}
        inner = " ".join(f"{x + 0.86 * (px - x):g},{y + 0.86 * (py - y):g}" for px, py in places)
        inside.append(shape("polygon", points=inner, **ring))
    return sketch.part(actions, *inside)


def _token(x: float, y: float, number: int) -> str:
    """The number, with a dot for each of the 36 rolls that give it."""
    ways = 6 - abs(7 - number)
    colour = "#a51111" if ways == 5 else _INK
    dots = [
        shape("circle", cx=x + 4.5 * dot - 2.25 * (ways - 1), cy=y + 11, r=1.7, fill=colour)
        for dot in range(ways)
    ]
    return "".join(
        [
            shape("circle", cx=x, cy=y, r=17.5, fill=_CREAM, stroke=_INK, stroke_opacity=0.35),
            text(x, y - 3, number, size=19, fill=colour, bold=True),
            *dots,
        ]
    )


def _robber(hex_number: int) -> str:
    x, y = _middle(hex_number)
    return group(
        title(f"the robber on hex {hex_number}"),
        shape("path", d="M-9,15Q-9,-2 0,-2Q9,-2 9,15Z"),
        shape("circle", cy=-7, r=6.5),
        x=x + 25,
        y=y + 6,
        fill="#22242b",
        stroke="#fff",
        stroke_width=1.6,
    )


def _port(edge: int, kind: int) -> str:
    """A disc off the coast, tied to the two vertices that it serves."""
    (ax, ay), (bx, by) = (_at(vertex) for vertex in EDGES[edge])
    mx, my = (ax + bx) / 2, (ay + by) / 2
    # The middle of the island is far enough from every edge to tell the sea from the land.
    cx, cy = _middle(len(HEXES) // 2)
    nx, ny = by - ay, ax - bx
    if (mx - cx) * nx + (my - cy) * ny < 0:
        nx, ny = -nx, -ny
    length = (nx * nx + ny * ny) ** 0.5
    x, y = mx + 33 * nx / length, my + 33 * ny / length
    piers = f"M{ax:g} {ay:g}L{x:g} {y:g}L{bx:g} {by:g}"
    special = kind < len(RESOURCES)
    inside = [
        shape("circle", r=19, fill=LAND[kind] if special else _CREAM, stroke=_WOOD, stroke_width=2),
        text(0, 8 if special else 0, "2:1" if special else "3:1", size=14, fill=_INK, bold=True),
        symbol(kind, y=-7, size=0.62) if special else "",
        title(f"port, {f'2 {RESOURCES[kind]}' if special else '3 alike'} for 1"),
    ]
    line = {"fill": "none", "stroke": _WOOD, "stroke_width": 3.5, "stroke_dasharray": "6 3"}
    return shape("path", d=piers, **line) + group(*inside, x=round(x, 1), y=round(y, 1))


def _ends(edge: int) -> tuple[float, float, float, float]:
    """Of a road: shorter than its edge, so that buildings stand free."""
    (ax, ay), (bx, by) = (_at(vertex) for vertex in EDGES[edge])
    dx, dy = 0.2 * (bx - ax), 0.2 * (by - ay)
    return ax + dx, ay + dy, bx - dx, by - dy


def _road(edge: int, seat: int) -> str:
    ax, ay, bx, by = _ends(edge)
    line = {"x1": ax, "y1": ay, "x2": bx, "y2": by, "stroke_linecap": "round"}
    return (
        shape("line", **line, stroke=_INK, stroke_width=11)
        + shape("line", **line, stroke=SEATS[seat], stroke_width=8)
        + road_marks(seat, ax, ay, bx, by)
    )


def _free_road(sketch: Sketch, edge: int, ids: dict[tuple[str, Any], list[int]]) -> str:
    actions = ids.get(("edge", tuple(EDGES[edge])))
    if not actions:
        return ""
    ax, ay, bx, by = _ends(edge)
    line = {"x1": ax, "y1": ay, "x2": bx, "y2": by}
    dashes = {"stroke_width": 5, "stroke_dasharray": "6 4"}
    return sketch.part(
        actions,
        shape("line", **line, stroke="#fff", stroke_opacity=0.75, stroke_width=9),
        shape("line", **line, stroke=_INK, **dashes),
    )


def _vertex(
    sketch: Sketch,
    vertex: int,
    town: tuple[int, bool] | None,
    ids: dict[tuple[str, Any], list[int]],
) -> str:
    x, y = _at(vertex)
    actions = ids.get(("vertex", vertex), [])
    ring = {"stroke": _INK, "stroke_width": 2.5}
    if town is None:
        if not actions:
            return ""
        free = shape("circle", cx=x, cy=y, r=8, fill="#fff", fill_opacity=0.9, **ring)
        return sketch.part(actions, free)
    shown = building(*town, x=x, y=y)
    if actions:
        shown += shape("circle", cx=x, cy=y, r=18, fill="none", stroke_dasharray="5 4", **ring)
    return sketch.part(actions, shown)


def _vertex_number(vertex: int, built: bool) -> str:
    """At the vertex, or below the building that stands there."""
    x, y = _at(vertex)
    y += 20 if built else 0
    ground = shape("circle", r=9, fill="#fff", fill_opacity=0.88)
    return group(ground, text(0, 0, vertex, size=11.5, fill=_INK), x=x, y=y)
