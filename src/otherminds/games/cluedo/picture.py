"""Cluedo as a picture: the board, the pawns, and the sheet of the seat that looks."""

from __future__ import annotations

from functools import cache
from typing import Any

from otherminds import _core
from otherminds.contracts import NOBODY, Drawing
from otherminds.games.cluedo.beliefs import counts_of, names_of
from otherminds.games.cluedo.sheet_picture import sheet_rows
from otherminds.games.svg import Sketch, group, shape, shortened, text, title

__all__ = ["drawing"]

_SIDE, _LEFT, _TOP, _WIDTH = 16, 13, 48, 410
_ROOM, _FLOOR, _TILE, _WALL = "#e7d9bf", "#fbf6ea", "#d9cdb2", "#5b4a33"
_INK = "#231d14"
_PAWNS = ("#c92a2a", "#e8b10c", "#f6f6f1", "#0b8457", "#1c6fd1", "#7b3fb5")
_ON_PAWNS = ("#fff", "#1b1b1b", "#1b1b1b", "#fff", "#fff", "#fff")
_SQUARES = 188  # places below this are squares, those from it on rooms
_PASSAGES = {0: 4, 4: 0, 2: 6, 6: 2}
# The corners of each room in the order of the cards, in squares; the last is no room.
_OUTLINES = (
    ((0, 0), (7, 0), (7, 4), (0, 4)),
    ((9, 0), (15, 0), (15, 7), (9, 7)),
    ((17, 0), (24, 0), (24, 6), (17, 6)),
    ((16, 9), (24, 9), (24, 16), (19, 16), (19, 15), (16, 15)),
    ((18, 18), (24, 18), (24, 25), (18, 25)),
    ((8, 17), (16, 17), (16, 23), (14, 23), (14, 25), (10, 25), (10, 23), (8, 23)),
    ((0, 19), (5, 19), (5, 20), (6, 20), (6, 25), (0, 25)),
    ((0, 12), (6, 12), (6, 17), (0, 17)),
    ((0, 6), (6, 6), (6, 7), (7, 7), (7, 10), (6, 10), (6, 11), (0, 11)),
    ((9, 8), (14, 8), (14, 15), (9, 15)),
)
_MIDDLES = (
    *((3.5, 1.0), (12.0, 2.0), (20.5, 1.5), (20.0, 11.0), (21.0, 20.0)),
    *((12.0, 18.7), (3.0, 21.3), (3.0, 13.0), (3.3, 7.3)),
)
_FEET = {0: 3.4, 2: 5.4, 4: 24.3, 6: 24.3}  # of rooms with a passage


def drawing(position: Any) -> Drawing:
    """A view or a state as a picture.

    The sheet says where each card is: a disc where it certainly is, a cross where it certainly is
    not, and the chance in percent elsewhere, all as the view alone tells. Squares and rooms stand
    for moves, a card of the sheet for showing it.

    Examples:
        >>> from otherminds import load
        >>> drawing(load("cluedo").initial_state().view(0)).svg[:4]
        '<svg'
    """
    sketch = Sketch(position)
    (cards, seats), counts = names_of(position.game), counts_of(position.game)
    table = sketch.facts["table"]
    rooms = cards[counts[0] + counts[1] :]
    moves = _moves(sketch, rooms, cards, seats)
    lines = _captions(table, cards, seats, position.actor())
    parts = [
        text(_LEFT, 15 + 18 * row, shortened(line, 52), size=14, anchor="start", bold=row == 0)
        for row, line in enumerate(lines)
    ]
    board = [shape("rect", width=24 * _SIDE, height=25 * _SIDE, rx=4, fill=_WALL)]
    board += [_square(sketch, point, moves.get(point, [])) for point in _points()]
    board += [_room(sketch, room, rooms, moves) for room in range(len(_OUTLINES))]
    board += [_door(*door) for door in _doors()]
    board.append(_pawns(table["places"], cards[: counts[0]]))
    parts.append(group(*board, x=_LEFT, y=_TOP))
    y = _TOP + 25 * _SIDE + 12
    rows, height = sheet_rows(sketch, y=y, width=_WIDTH)
    return sketch.drawing(_WIDTH, y + height + 10, f"Cluedo: {lines[0]}", *parts, *rows)


def _captions(table: dict[str, Any], cards: list[str], seats: list[str], actor: int) -> list[str]:
    who = seats[table["current"]]
    if actor == NOBODY:
        won = table["winner"]
        return [f"over: {f'{seats[won]} has won' if won >= 0 else 'nobody has found out'}"]
    rolled = f" rolled {table['roll']}" if table["roll"] else ""
    first = f"turn {table['turn'] + 1}: {who}{rolled}"
    asked = [card for card in table["suggestion"].values() if card < len(cards)]
    if not asked:
        return [first]
    named = ", ".join(cards[card] for card in asked)
    return [f"{first} asks {seats[table['asked']]}", f"for {named}"]


def _official() -> _core.Game:
    """The game whose moves and texts name every square; the board is the same in all."""
    return _core.make_game("cluedo", {})


@cache
def _board() -> tuple[str, ...]:
    """The lines of the board as the game prints it, two letters per square."""
    lines = str(_official().initial_state()).splitlines()[1:26]
    return tuple(line[3:].ljust(49) for line in lines)


@cache
def _points() -> tuple[tuple[int, int], ...]:
    """Where each square of the corridors is, by its number."""
    places = _official().action_schema()["move"]["place"]
    return tuple((place[0], place[1]) for place in places if not isinstance(place, str))


@cache
def _doors() -> tuple[tuple[int, int, int, int], ...]:
    """The square inside each door, and the step into the room."""
    steps = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}
    return tuple(
        (x, y, *steps[line[2 * x + 1]])
        for y, line in enumerate(_board())
        for x in range(24)
        if line[2 * x] == " " and line[2 * x + 1] in steps and line[2 * x + 2] in " #"
    )


def _moves(
    sketch: Sketch, rooms: list[str], cards: list[str], seats: list[str]
) -> dict[int | tuple[int, int], list[int]]:
    """The legal moves by room or by square, and the passage by the room at its end."""
    found: dict[int | tuple[int, int], list[int]] = {}
    table = sketch.facts["table"]
    for action in sorted(sketch.legal):
        parts = sketch.position.game.action_parts(action)
        place: int | tuple[int, int]
        if parts["type"] == "passage":
            here = table["places"][cards.index(seats[table["current"]])]
            place = _PASSAGES[here - _SQUARES]
        elif parts["type"] != "move":
            continue
        elif isinstance(parts["place"], str):
            place = rooms.index(parts["place"])
        else:
            place = parts["place"][0], parts["place"][1]
        found.setdefault(place, []).append(action)
    return found


def _square(sketch: Sketch, point: tuple[int, int], actions: list[int]) -> str:
    x, y = _SIDE * point[0], _SIDE * point[1]
    tile = shape("rect", x=x, y=y, width=_SIDE, height=_SIDE, fill=_FLOOR, stroke=_TILE)
    if not actions:
        return tile
    dot = shape("circle", cx=x + _SIDE / 2, cy=y + _SIDE / 2, r=4.5, fill="#c2410c")
    return sketch.part(actions, tile, dot)


def _room(
    sketch: Sketch, room: int, rooms: list[str], moves: dict[int | tuple[int, int], list[int]]
) -> str:
    corners = " ".join(f"{_SIDE * x},{_SIDE * y}" for x, y in _OUTLINES[room])
    actions = moves.get(room, [])
    outline = {"stroke": _WALL, "stroke_width": 2.5, "stroke_linejoin": "round"}
    if room >= len(rooms):
        return shape("polygon", points=corners, fill="#c9b998", **outline)
    if actions:
        outline |= {"stroke": "#c2410c", "stroke_width": 3.5}
    x, y = (_SIDE * place for place in _MIDDLES[room])
    inside = [
        shape("polygon", points=corners, fill=_ROOM, **outline),
        text(x, y, shortened(rooms[room], 14), size=12, fill=_INK, bold=True),
    ]
    end = _PASSAGES.get(room, len(rooms))
    if end < len(rooms):
        inside.append(_passage(x, _SIDE * _FEET[room], rooms[end]))
    return sketch.part(actions, *inside)


def _passage(x: float, y: float, end: str) -> str:
    """Where the secret passage of a room leads."""
    return text(x, y, f"↘ {shortened(end, 12)}", size=11, fill="#6b5a3f")


def _door(x: int, y: int, right: int, down: int) -> str:
    """A gap in the wall, and a wedge that points into the room."""
    middle = _SIDE * (x + 0.5), _SIDE * (y + 0.5)
    edge = middle[0] - right * _SIDE / 2, middle[1] - down * _SIDE / 2
    across = 6.5 * down, 6.5 * right
    gap = (
        f"M{edge[0] - across[0]:g} {edge[1] - across[1]:g}"
        f"L{edge[0] + across[0]:g} {edge[1] + across[1]:g}"
    )
    tip = f"{edge[0] + 8 * right:g} {edge[1] + 8 * down:g}"
    return shape("path", d=gap, stroke=_FLOOR, stroke_width=5) + shape(
        "path", d=f"{gap}L{tip}Z", fill=_WALL
    )


def _pawns(places: list[int], suspects: list[str]) -> str:
    found, met = [], dict[int, int]()
    for pawn, (place, name) in enumerate(zip(places, suspects, strict=False)):
        if place < _SQUARES:
            x, y = (_SIDE * (each + 0.5) for each in _points()[place])
            found.append(_pawn(pawn, name, x, y, 8.5, 9.5))
        elif place - _SQUARES < len(_MIDDLES):
            count = met[place] = met.get(place, -1) + 1
            middle = _MIDDLES[place - _SQUARES]
            x = _SIDE * middle[0] + 25 * (count % 3 - 1)
            y = _SIDE * middle[1] + 21 + 23 * (count // 3)
            found.append(_pawn(pawn, name, x, y, 11, 11.5))
    return "".join(found)


def _pawn(pawn: int, name: str, x: float, y: float, r: float, size: float) -> str:
    return group(
        title(name),
        shape("circle", r=r, fill=_PAWNS[pawn], stroke="#1b1b1b", stroke_width=1.3),
        text(0, 0, name[:2], size=size, fill=_ON_PAWNS[pawn], bold=True),
        x=x,
        y=y,
    )
