"""Tiny Co-Op as a picture."""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["svg"]

_SIDE = 40
_AGENTS = ("#2563eb", "#db2777", "#059669", "#d97706")
_LETTERS = ("#7c3aed", "#0891b2", "#b45309", "#4d7c0f", "#be123c", "#475569")
_DIRECTIONS = ((0, 1), (0, -1), (-1, 0), (1, 0))  # of relative flares: down, up, left, right
_STAR = "0,-15 4,-5 15,-5 6,2 9,13 0,6 -9,13 -6,2 -15,-5 -4,-5"


def svg(position: Any) -> str:
    """A state or a view as an SVG picture.

    Doors and their buttons share a colour and a letter; an open door is an outline. A goal has a
    dot for each agent that has visited it. A flare is an arrow, or a ring around the cell that it
    names.

    Examples:
        >>> from otherminds import load
        >>> svg(load("tiny_coop").initial_state())[:4]
        '<svg'
    """
    game = position.game
    rows = _core.tiny_coop_map(game.initial_state()).splitlines()
    facts = position.to_dict() if hasattr(position, "to_dict") else dict(position.facts)
    height = len(rows)
    places = [divmod(cell, height) for cell in facts["cells"][: game.seats]]
    held = {rows[y][x] for x, y in places if rows[y][x].islower()}
    parts = []
    goal = 0
    for x in range(len(rows[0])):  # by columns, as goals are counted
        for y in range(height):
            square = rows[y][x]
            parts.append(_square(square, x, y, square.lower() in held))
            if square == "G":
                visitors = [a for a in range(game.seats) if facts["visited"][a] >> goal & 1]
                parts += [
                    f'<circle cx="{_SIDE * x + 6 + 9 * agent}" cy="{_SIDE * y + 35}" r="3.5" '
                    f'fill="{_AGENTS[agent]}"/>'
                    for agent in visitors
                ]
                goal += 1
    parts += [_agent(agent, x, y, places) for agent, (x, y) in enumerate(places)]
    relative = game.options["actions"] == "relative"
    for agent, flare in enumerate(facts["flares"][: game.seats]):
        if flare >= 0:
            parts.append(_flare(agent, places[agent], flare, relative, height))
    made = sum(visits.bit_count() for visits in facts["visited"])
    score = made / (game.seats * goal)
    width, bottom = _SIDE * len(rows[0]), _SIDE * height
    caption = f"tick {facts['tick']}, score {score:.4g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 24}" '
        f'viewBox="0 0 {width} {bottom + 24}" font-family="sans-serif" text-anchor="middle">'
        f'<title>{caption}</title><rect width="{width}" height="{bottom + 24}" fill="#fff"/>'
        + "".join(parts)
        + f'<text x="{width // 2}" y="{bottom + 17}" font-size="14" fill="#334155">{caption}</text>'
        + "</svg>"
    )


def _colour(letter: str) -> str:
    return _LETTERS[(ord(letter.lower()) - ord("a")) % len(_LETTERS)]


def _square(square: str, x: int, y: int, held: bool) -> str:
    left, top, middle = _SIDE * x, _SIDE * y, _SIDE // 2
    fill = "#334155" if square == "#" else "#f1f5f9"
    floor = (
        f'<rect x="{left}" y="{top}" width="{_SIDE}" height="{_SIDE}" fill="{fill}" '
        'stroke="#cbd5e1" stroke-width="0.5"/>'
    )
    at = f'transform="translate({left + middle} {top + middle})"'
    if square == "G":
        return floor + f'<polygon {at} points="{_STAR}" fill="#facc15" stroke="#a16207"/>'
    if not square.isalpha():
        return floor
    colour = _colour(square)
    letter = f'<text y="5" font-size="15" fill="{{}}">{square}</text></g>'
    if square.islower():
        ring = f'<circle r="14" fill="{colour}" fill-opacity="{0.9 if held else 0.35}"/>'
        return floor + f"<g {at}>{ring}" + letter.format("#fff" if held else colour)
    inside = "none" if held else colour
    dashes = ' stroke-dasharray="5 4"' if held else ""
    bar = (
        f'<rect x="-17" y="-17" width="34" height="34" rx="4" fill="{inside}" stroke="{colour}" '
        f'stroke-width="3"{dashes}/>'
    )
    return floor + f"<g {at}>{bar}" + letter.format(colour if held else "#fff")


def _agent(agent: int, x: int, y: int, places: list[tuple[int, int]]) -> str:
    """Agents that share a cell stand side by side."""
    together = [other for other, place in enumerate(places) if place == (x, y)]
    shift = 12 * together.index(agent) - 6 * (len(together) - 1)
    return (
        f'<g transform="translate({_SIDE * x + _SIDE // 2 + shift} {_SIDE * y + _SIDE // 2})">'
        f'<circle r="12" fill="{_AGENTS[agent]}" stroke="#fff" stroke-width="2"/>'
        f'<text y="5" font-size="14" font-weight="bold" fill="#fff">{agent}</text></g>'
    )


def _flare(agent: int, place: tuple[int, int], flare: int, relative: bool, height: int) -> str:
    colour, half = _AGENTS[agent], _SIDE // 2
    if not relative:
        x, y = divmod(flare, height)
        return (
            f'<circle cx="{_SIDE * x + half}" cy="{_SIDE * y + half}" r="18" fill="none" '
            f'stroke="{colour}" stroke-width="3" stroke-dasharray="4 3"/>'
        )
    dx, dy = _DIRECTIONS[flare]
    x, y = _SIDE * place[0] + half, _SIDE * place[1] + half
    tip = f"{x + 27 * dx},{y + 27 * dy}"
    base = [(x + 14 * dx + side * dy, y + 14 * dy + side * dx) for side in (-7, 7)]
    points = " ".join([tip, *(f"{bx},{by}" for bx, by in base)])
    return f'<polygon points="{points}" fill="{colour}" stroke="#fff"/>'
