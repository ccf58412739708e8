"""The panels below a drawing of Catan: what is known of each seat, and the bank."""

from __future__ import annotations

from typing import Any

from otherminds.games.catan.board import RESOURCES
from otherminds.games.catan.symbols import LAND, symbol
from otherminds.games.svg import SEATS, Sketch, group, placard, shape, text, title

__all__ = ["NAMES", "building", "panels", "road_marks"]

NAMES = ("red", "blue", "green", "yellow")
"""The colours of the seats by name."""

_INK, _ON = "#1b2430", ("#ffffff", "#ffffff", "#ffffff", "#1b1b1b")
_HOUSE = "-10,10 -10,-3 0,-12 10,-3 10,10"
_CITY = "-15,11 -15,-6 -7,-14 1,-6 1,-3 15,-3 15,11"
_SHORT = ("knight", "point", "roads", "plenty", "monopoly")
_HEIGHT, _GAP = 134, 8


def building(seat: int, city: bool, *, x: float = 0, y: float = 0) -> str:
    """A settlement or a city with the number of its seat."""
    points, middle = (_CITY, (0, 4)) if city else (_HOUSE, (0, 2))
    outline = {"stroke": _INK, "stroke_width": 1.8, "stroke_linejoin": "round"}
    kind = "city" if city else "settlement"
    return group(
        title(f"{kind} of seat {seat}"),
        shape("polygon", points=points, fill=SEATS[seat], **outline),
        text(*middle, seat, size=13, fill=_ON[seat], bold=True),
        x=x,
        y=y,
    )


def road_marks(seat: int, ax: float, ay: float, bx: float, by: float) -> str:
    """As many dots as the number of the seat, along a road."""
    places = [(dot + 1) / (seat + 1) for dot in range(seat)]
    return "".join(
        shape("circle", cx=ax + at * (bx - ax), cy=ay + at * (by - ay), r=2.3, fill=_ON[seat])
        for at in places
    )


def panels(sketch: Sketch, *, y: float, width: float) -> tuple[list[str], float]:
    """The panels of all seats in two columns, and the height that the drawing then has."""
    seats = sketch.position.game.seats
    half = (width - 20 - _GAP) / 2
    found = [
        group(
            _panel(sketch, seat, half),
            x=10 + seat % 2 * (half + _GAP),
            y=y + seat // 2 * (_HEIGHT + _GAP),
        )
        for seat in range(seats)
    ]
    rows = (seats + 1) // 2
    bottom = y + rows * (_HEIGHT + _GAP)
    bank = sketch.facts["bank"]
    if any(bank.values()):
        found.append(group(_bank(bank, width - 20), x=10, y=bottom))
        bottom += 40 + _GAP
    return found, bottom + 2


def _panel(sketch: Sketch, seat: int, width: float) -> str:
    position, facts = sketch.position, sketch.facts
    table, is_state = facts["table"], "seat" not in facts
    own = not is_state and facts["seat"] == seat
    shown = is_state or own or position.game.perfect_information
    hand, held = facts["hands"][seat], facts["held"][seat]
    size = sum(hand.values()) if is_state else facts["hand_sizes"][seat]
    acts = position.actor() == seat
    name = f"seat {seat} {NAMES[seat]}" + (" (you)" if own else "")
    inside = [
        placard(0, 0, width, _HEIGHT),
        shape("rect", width=7, height=_HEIGHT, rx=3.5, fill=SEATS[seat]),
        building(seat, False, x=26, y=21),
        text(43, 19, name, size=15, anchor="start", bold=True),
        text(width - 12, 22, table["points"][seat], size=24, anchor="end", bold=True),
        _awards(table, seat, width),
    ]
    if acts:
        frame = {"x": 1, "y": 1, "width": width - 2, "height": _HEIGHT - 2, "rx": 8}
        inside.append(shape("rect", **frame, fill="none", stroke="mark", stroke_width=2.5))
    if shown:
        inside += [
            _card(sketch, resource, hand[name], 16 + 46 * resource, acts)
            for resource, name in enumerate(RESOURCES)
        ]
        words = [(120, _held(held, table["cards"][seat]))]
    else:
        points = f" ({_held(held, 0)})" if any(held) else ""  # where points are shown
        cards = _counted(table["cards"][seat], "development card") + points
        words = [(78, _counted(size, "resource card")), (102, cards)]
    inside += [text(16, at, line, size=13.5, anchor="start") for at, line in words]
    return "".join(inside)


def _counted(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def _awards(table: dict[str, Any], seat: int, width: float) -> str:
    """The longest road and the army, bold where they are worth points."""
    road, army = table["road_lengths"][seat], table["played"][seat][0]
    longest, largest = table["longest_road"] == seat, table["largest_army"] == seat
    awards = {True: "ink", False: "soft"}
    return "".join(
        text(x, 49, words, size=13.5, fill=awards[won], anchor=anchor, bold=won)
        for x, anchor, words, won in (
            (16, "start", f"{'longest road' if longest else 'road'} {road}", longest),
            (width - 12, "end", f"{'largest army' if largest else 'knights'} {army}", largest),
        )
    )


def _card(sketch: Sketch, resource: int, count: int, x: float, acts: bool) -> str:
    """How many cards of a resource, on a card of its colour with its sign."""
    game = sketch.position.game
    discard = {"type": "discard", "resource": RESOURCES[resource]}
    actions = [game.action_from_parts(discard)] if acts else []
    opacity = 1 if count else 0.35
    return group(
        sketch.part(
            actions,
            shape("rect", width=41, height=40, rx=6, fill=LAND[resource], fill_opacity=opacity),
            shape("g", symbol(resource, x=15, y=20, size=0.85), opacity=opacity),
            text(33, 20, count, size=16, fill=_INK if count else "soft", bold=bool(count)),
        ),
        x=x,
        y=64,
    )


def _held(held: list[int], count: int) -> str:
    """The development cards that are held, by name."""
    named = [
        f"{number} × {name}" if number > 1 else name
        for name, number in zip(_SHORT, held, strict=True)
        if number
    ]
    if named:
        return ", ".join(named)
    return _counted(count, "development card")


def _bank(bank: dict[str, int], width: float) -> str:
    inside = [placard(0, 0, width, 38), text(14, 19, "bank", size=15, anchor="start", bold=True)]
    for place, name in enumerate(RESOURCES):
        tile = shape("rect", x=-17, y=-15, width=34, height=30, rx=6, fill=LAND[place])
        inside.append(group(tile, symbol(place), x=90 + 88 * place, y=19))
        inside.append(text(114 + 88 * place, 19, bank[name], size=15, anchor="start"))
    return "".join(inside)
