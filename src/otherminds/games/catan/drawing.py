"""Catan as a picture."""

from __future__ import annotations

from typing import Any

from otherminds.games.catan.board import EDGES, HEXES, PORTS, RESOURCES, VERTICES

__all__ = ["svg"]

_COLUMN, _STEEP, _STRAIGHT = 40, 23, 46  # between columns, and down the two kinds of edges
_LEFT, _TOP = 110, 62  # of column 0 and line 0
_SEA_WIDTH, _HEIGHT, _PANEL = 540, 492, 250
_LAND = ("#c8744a", "#97a1ae", "#b5d67c", "#f2cf63", "#4f8f57", "#e8dcb5")
_SEATS = ("#d42a2a", "#2563eb", "#0f8a4b", "#f5b50a")
_NAMES = ("red", "blue", "green", "yellow")
_INK = "#1e293b"
_HOUSE = "-8,8 -8,-2 0,-10 8,-2 8,8"
_CITY = "-13,9 -13,-6 -6,-13 1,-6 1,-2 13,-2 13,9"


def svg(position: Any, *, numbers: bool = False) -> str:
    """A state or a view as an SVG picture.

    Args:
        position: a state, or a view: then only its own hand is shown, unless nothing is hidden.
        numbers: write the numbers of hexes and vertices, by which actions name them.

    Examples:
        >>> from otherminds import load
        >>> svg(load("catan").initial_state())[:4]
        '<svg'
    """
    game = position.game
    facts = position.to_dict() if hasattr(position, "to_dict") else dict(position.facts)
    table = facts["table"]
    seats = range(game.seats)
    parts = [_hex(hex_number, table, numbers) for hex_number in range(len(HEXES))]
    parts += [_port(edge, kind) for edge, kind in zip(PORTS, table["layout"]["ports"], strict=True)]
    parts.append(_robber(table["robber"]))
    parts += [_road(edge, seat) for seat in seats for edge in _edges(table["roads"][seat])]
    for seat in seats:
        parts += [_building(at, seat, _HOUSE) for at in _bits(table["settlements"][seat])]
        parts += [_building(at, seat, _CITY) for at in _bits(table["cities"][seat])]
    if numbers:
        built = {at for kind in ("settlements", "cities") for of in table[kind] for at in _bits(of)}
        parts += [_vertex_number(vertex, vertex in built) for vertex in range(len(VERTICES))]
    caption = _caption(table)
    width = _SEA_WIDTH + _PANEL
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_HEIGHT}" '
        f'viewBox="0 0 {width} {_HEIGHT}" font-family="sans-serif" text-anchor="middle">'
        f'<title>{caption}</title><rect width="{width}" height="{_HEIGHT}" fill="#fff"/>'
        f'<rect width="{_SEA_WIDTH}" height="{_HEIGHT}" rx="18" fill="#cde5f2"/>'
        + "".join(parts)
        + f'<g transform="translate({_SEA_WIDTH + 18} 0)" text-anchor="start" fill="{_INK}">'
        f'<text y="34" font-size="16" font-weight="bold">{caption}</text>'
        + "".join(_seat(seat, facts, position) for seat in seats)
        + f'<text y="{_HEIGHT - 18}" font-size="12">{table["deck_size"]} development cards are '
        "left</text></g></svg>"
    )


def _bits(word: str) -> list[int]:
    number = int(word, 16)
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def _edges(words: dict[str, Any]) -> list[int]:
    low, high = words["words"]
    return _bits(low) + [64 + edge for edge in _bits(high)]


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


def _hex(hex_number: int, table: dict[str, Any], numbers: bool) -> str:
    column, row = HEXES[hex_number]
    corners = [(0, 0), (1, 1), (1, 2), (0, 3), (-1, 2), (-1, 1)]
    places = [_point(column + across, 2 * row + down) for across, down in corners]
    x, y = _middle(hex_number)
    points = " ".join(f"{px:g},{py:g}" for px, py in places)
    terrain, token = (table["layout"][name][hex_number] for name in ("terrain", "numbers"))
    picture = (
        f'<polygon points="{points}" fill="{_LAND[terrain]}" stroke="#fdf6e3" stroke-width="4"/>'
    )
    if terrain < len(RESOURCES):
        picture += (
            f'<text x="{x:g}" y="{y - 22:g}" font-size="11" fill="{_INK}" fill-opacity=".75">'
            f"{RESOURCES[terrain]}</text>"
        )
    if numbers:
        picture += (
            f'<text x="{x:g}" y="{y + 34:g}" font-size="10" fill="{_INK}" fill-opacity=".75">'
            f"#{hex_number}</text>"
        )
    return picture + (_token(x, y, token) if token else "")


def _token(x: float, y: float, number: int) -> str:
    """The number, with a dot for each of the 36 rolls that give it."""
    ways = 6 - abs(7 - number)
    colour = "#c1121f" if ways == 5 else _INK
    dots = "".join(
        f'<circle cx="{x + 4 * dot - 2 * (ways - 1):g}" cy="{y + 10:g}" r="1.5"/>'
        for dot in range(ways)
    )
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="#fdf6e3" stroke="{_INK}" stroke-opacity=".3"/>'
        f'<g fill="{colour}"><text x="{x:g}" y="{y + 5:g}" font-size="16" font-weight="bold">'
        f"{number}</text>{dots}</g>"
    )


def _robber(hex_number: int) -> str:
    x, y = _middle(hex_number)
    return (
        f'<g transform="translate({x + 23:g} {y:g})" fill="#2b2b33" stroke="#fff" '
        'stroke-width="1.5"><path d="M-9,15 Q-9,-2 0,-2 Q9,-2 9,15 Z"/>'
        '<circle cy="-7" r="6.5"/></g>'
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
    x, y = mx + 30 * nx / length, my + 30 * ny / length
    piers = "".join(
        f'<line x1="{x:g}" y1="{y:g}" x2="{px:g}" y2="{py:g}"/>' for px, py in ((ax, ay), (bx, by))
    )
    fill = _LAND[kind] if kind < len(RESOURCES) else "#fdf6e3"
    name = f'<text y="10" font-size="8">{RESOURCES[kind]}</text>' if kind < len(RESOURCES) else ""
    return (
        f'<g stroke="#8a6d3b" stroke-width="3" stroke-dasharray="5 3">{piers}</g>'
        f'<g transform="translate({x:g} {y:g})" fill="{_INK}"><circle r="15" fill="{fill}" '
        f'stroke="#8a6d3b" stroke-width="1.5"/><text y="{1 if name else 4}" font-size="11" '
        f'font-weight="bold">{2 if name else 3}:1</text>{name}</g>'
    )


def _road(edge: int, seat: int) -> str:
    """Shorter than its edge, so that buildings stand free."""
    (ax, ay), (bx, by) = (_at(vertex) for vertex in EDGES[edge])
    ends = [
        coordinate
        for share in (0.18, 0.82)
        for coordinate in (ax + share * (bx - ax), ay + share * (by - ay))
    ]
    line = 'x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}"'.format(*ends)
    return (
        f'<g stroke-linecap="round"><line {line} stroke="{_INK}" stroke-width="10"/>'
        f'<line {line} stroke="{_SEATS[seat]}" stroke-width="7"/></g>'
    )


def _building(vertex: int, seat: int, shape: str) -> str:
    x, y = _at(vertex)
    return (
        f'<polygon transform="translate({x:g} {y:g})" points="{shape}" fill="{_SEATS[seat]}" '
        f'stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round"/>'
    )


def _vertex_number(vertex: int, built: bool) -> str:
    """At the vertex, or below the building that stands there."""
    x, y = _at(vertex)
    y += 17 if built else 0
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="8" fill="#fff" fill-opacity=".85"/>'
        f'<text y="3.5" font-size="10" fill="{_INK}">{vertex}</text></g>'
    )


def _caption(table: dict[str, Any]) -> str:
    if table["winner"] >= 0:
        return f"seat {table['winner']} has won"
    if table["placed"] >= 0 or (table["turn"] == 0 and table["phase"] == 0):
        return f"seat {table['current']} sets up"
    rolled = f" rolled {table['roll']}" if table["roll"] else ""
    return f"turn {table['turn'] + 1}, seat {table['current']}{rolled}"


def _seat(seat: int, facts: dict[str, Any], position: Any) -> str:
    """What everybody sees of a seat, and its hand where that may be shown."""
    table = facts["table"]
    is_state = "seat" not in facts
    shown = is_state or position.game.perfect_information or facts["seat"] == seat
    hand = facts["hands"][seat]
    size = sum(hand.values()) if is_state else facts["hand_sizes"][seat]
    road = "longest road" if table["longest_road"] == seat else "road"
    army = "largest army" if table["largest_army"] == seat else "knights"
    lines = [
        f"{size} cards, {table['cards'][seat]} unplayed",
        f"{road} {table['road_lengths'][seat]}, {army} {table['played'][seat][0]}",
    ]
    turn = ' stroke="#1e293b" stroke-width="1.5"' if table["current"] == seat else ""
    written = "".join(
        f'<text x="40" y="{38 + 16 * row}" font-size="12">{line}</text>'
        for row, line in enumerate(lines)
    )
    cards = "".join(
        _card(58 + 34 * place, name, hand[name]) for place, name in enumerate(RESOURCES)
    )
    return (
        f'<g transform="translate(0 {54 + 98 * seat})"><rect width="214" height="92" rx="8" '
        f'fill="{_SEATS[seat]}" fill-opacity=".13"{turn}/>'
        f'<polygon transform="translate(19 21)" points="{_HOUSE}" fill="{_SEATS[seat]}" '
        f'stroke="{_INK}"/><text x="40" y="20" font-size="13" font-weight="bold">seat {seat} '
        f'{_NAMES[seat]}</text><text x="202" y="27" font-size="22" font-weight="bold" '
        f'text-anchor="end">{table["points"][seat]}</text>{written}'
        + (f'<g transform="translate(-20 76)" text-anchor="middle">{cards}</g>' if shown else "")
        + "</g>"
    )


def _card(x: int, name: str, count: int) -> str:
    fill = _LAND[RESOURCES.index(name)]
    return (
        f'<rect x="{x - 14}" y="-10" width="28" height="20" rx="4" fill="{fill}" '
        f'fill-opacity="{1 if count else 0.3}"><title>{name}</title></rect>'
        f'<text x="{x}" y="4" font-size="12" font-weight="bold" '
        f'fill-opacity="{1 if count else 0.3}">{count}</text>'
    )
