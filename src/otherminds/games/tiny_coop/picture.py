"""Tiny Co-Op as a picture."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.contracts import Drawing
from otherminds.games.svg import SEATS, Sketch, group, seat_badge, shape, text, turn_of

__all__ = ["drawing"]

_SIDE = 44
_WALL, _FLOOR, _GRID = "#3b4757", "#f4f1ea", "#d8d2c4"
_LETTERS = ("#6b35b8", "#0b7285", "#9a4b00", "#3f6b12", "#a8124a", "#3d4a5c")
_STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_FLARES = ((0, 1), (0, -1), (-1, 0), (1, 0))  # relative ones: down, up, left, right
_STAR = "0,-16 4,-5 16,-5 7,2 10,14 0,7 -10,14 -7,2 -16,-5 -4,-5"


def drawing(position: Any) -> Drawing:
    """A view or a state as a picture.

    Doors and their buttons share a colour and a letter; an open door is an outline. A goal has the
    number of each agent that has visited it. A flare is an arrow, or a ring around the cell that it
    names. The cells beside the acting agent stand for moves, its own cell for waiting, and a cell
    that a flare can name for that flare.

    Examples:
        >>> from otherminds import load
        >>> drawn = drawing(load("tiny_coop").initial_state())
        >>> drawn.svg[:4], drawn.listed
        ('<svg', {})
    """
    sketch = Sketch(position)
    game, facts = position.game, sketch.facts
    rows = _core.tiny_coop_map(game.initial_state()).splitlines()
    height = len(rows)
    places = [divmod(cell, height) for cell in facts["cells"][: game.seats]]
    held = {rows[y][x] for x, y in places if rows[y][x].islower()}
    actions = _by_cell(sketch, places)
    cells = [(x, y) for x in range(len(rows[0])) for y in range(height)]  # as goals are counted
    parts, goals = [], 0
    for x, y in cells:
        square = rows[y][x]
        inside = [_square(square, square.lower() in held)]
        if square == "G":
            inside.append(_visitors(facts["visited"][: game.seats], goals))
            goals += 1
        if ids := actions.get((x, y)):
            if any(game.action_parts(action)["type"] in ("move", "wait") for action in ids):
                inside.append(shape("circle", cx=36, cy=8, r=4, fill="#c2410c"))
            inside = [sketch.part(ids, *inside)]
        parts.append(group(*inside, x=_SIDE * x, y=_SIDE * y))
    parts += [_agent(agent, places) for agent in range(game.seats)]
    relative = game.options["actions"] == "relative"
    for agent, flare in enumerate(facts["flares"][: game.seats]):
        if flare >= 0:
            parts.append(_flare(agent, places[agent], flare, relative, height))
    made = sum(visits.bit_count() for visits in facts["visited"])
    width, bottom = _SIDE * len(rows[0]), _SIDE * height
    words = f"tick {facts['tick']}, score {made / (game.seats * goals):.4g}; {turn_of(position)}"
    caption = text(width / 2, bottom + 17, words, size=min(16.0, width / 20))
    return sketch.drawing(width, bottom + 34, f"Tiny Co-Op: {words}", *parts, caption)


def _by_cell(sketch: Sketch, places: list[tuple[int, int]]) -> dict[tuple[int, int], list[int]]:
    """The legal actions that name a cell, that of the acting agent included."""
    found: dict[tuple[int, int], list[int]] = {}
    for action in sorted(sketch.legal):
        parts = sketch.position.game.action_parts(action)
        x, y = places[sketch.position.actor()]
        if parts["type"] == "move":
            across, down = _STEPS[parts["direction"]]
            x, y = x + across, y + down
        elif parts["type"] != "wait":
            if "cell" not in parts:
                continue
            x, y = parts["cell"]
        found.setdefault((x, y), []).append(action)
    return found


def _colour(letter: str) -> str:
    return _LETTERS[(ord(letter.lower()) - ord("a")) % len(_LETTERS)]


def _square(square: str, held: bool) -> str:
    fill = _WALL if square == "#" else _FLOOR
    floor = shape("rect", width=_SIDE, height=_SIDE, fill=fill, stroke=_GRID, stroke_width=0.6)
    half = _SIDE / 2
    if square == "G":
        star = shape("polygon", points=_STAR, fill="#f5c518", stroke="#7a5b00", stroke_width=1.5)
        return floor + group(star, x=half, y=half)
    if not square.isalpha():
        return floor
    colour = _colour(square)
    if square.islower():
        inside = shape("circle", r=15, fill=colour if held else "#fff", stroke=colour)
    else:
        look: dict[str, object] = {"fill": "#fff", "stroke_dasharray": "6 4"} if held else {}
        frame = {"x": -18, "y": -18, "width": 36, "height": 36, "rx": 4, "stroke_width": 3}
        inside = shape("rect", **{"fill": colour, "stroke": colour, **frame, **look})
    ink = "#fff" if held == square.islower() else colour
    letter = text(0, 0, square, size=17, fill=ink, bold=True)
    return floor + group(inside, letter, x=half, y=half, stroke_width=2.5)


def _visitors(visited: list[int], goal: int) -> str:
    """A dot with its number for each agent that has been there."""
    here = [agent for agent, goals in enumerate(visited) if goals >> goal & 1]
    return "".join(
        seat_badge(agent, x=8 + 9.5 * place, y=_SIDE - 8, r=6) for place, agent in enumerate(here)
    )


def _agent(agent: int, places: list[tuple[int, int]]) -> str:
    """Agents that share a cell stand side by side."""
    x, y = places[agent]
    together = [other for other, place in enumerate(places) if place == (x, y)]
    shift = 13 * together.index(agent) - 6.5 * (len(together) - 1)
    size = 14 if len(together) == 1 else 11
    return seat_badge(agent, x=_SIDE * x + _SIDE / 2 + shift, y=_SIDE * y + _SIDE / 2, r=size)


def _flare(agent: int, place: tuple[int, int], flare: int, relative: bool, height: int) -> str:
    half = _SIDE // 2
    if not relative:
        x, y = divmod(flare, height)
        ring = {"r": 20, "fill": "none", "stroke_width": 3.5, "stroke_dasharray": "5 4"}
        return shape(
            "circle", cx=_SIDE * x + half, cy=_SIDE * y + half, **ring, stroke=SEATS[agent]
        )
    dx, dy = _FLARES[flare]
    x, y = _SIDE * place[0] + half, _SIDE * place[1] + half
    tip = f"{x + 30 * dx},{y + 30 * dy}"
    base = [(x + 16 * dx + side * dy, y + 16 * dy + side * dx) for side in (-8, 8)]
    points = " ".join([tip, *(f"{bx},{by}" for bx, by in base)])
    return shape("polygon", points=points, fill=SEATS[agent], stroke="#fff")
