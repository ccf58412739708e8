"""Catanatron's boards, places and moves, and ours: two names of the same things.

Catanatron numbers the corners of its hexes by the order in which it lays them; a hex is a triple of
coordinates. All of its full-size boards have the same places.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from otherminds.agents.catanatron_package import imported, own_randomness
from otherminds.contracts import Game, OptionError
from otherminds.games import load
from otherminds.games.catan import EDGES, HEXES, PORTS, VERTICES

__all__ = [
    "THEIR_RESOURCES",
    "Places",
    "knight_of",
    "laid_out",
    "layout_of",
    "parts_of",
    "places",
    "rules_of",
]

THEIR_RESOURCES = {
    "BRICK": "clay",
    "ORE": "ore",
    "SHEEP": "sheep",
    "WHEAT": "wheat",
    "WOOD": "wood",
}
"""Our names of their resources, in our order."""

_LETTERS = dict(zip(THEIR_RESOURCES, "coswf", strict=True))
_CORNERS = {  # by how many columns and lines away from the hex
    "NORTH": (0, 0),
    "NORTHEAST": (1, 1),
    "SOUTHEAST": (1, 2),
    "SOUTH": (0, 3),
    "SOUTHWEST": (-1, 2),
    "NORTHWEST": (-1, 1),
}
_ROW_STARTS = (0, 3, 7, 12, 16)
"""The first hex of each row."""


class Places(NamedTuple):
    """Our numbers of their places, and the way back."""

    hexes: dict[Any, int]
    vertices: dict[int, int]
    their_hexes: dict[int, Any]
    their_vertices: dict[int, int]

    def edge(self, theirs: Any) -> list[int]:
        """Our edge of theirs, as the two vertices that parts of actions name."""
        return sorted(self.vertices[node] for node in theirs)


@cache
def places() -> Places:
    """The places of a full-size board."""
    with own_randomness():
        return _places_of(_new_map())


def _new_map() -> Any:
    models = imported().models.map
    return models.CatanMap.from_template(models.BASE_MAP_TEMPLATE)


def _places_of(catan_map: Any) -> Places:
    vertex_at = {place: vertex for vertex, place in enumerate(VERTICES)}
    hexes: dict[Any, int] = {}
    vertices: dict[int, int] = {}
    for place, tile in catan_map.land_tiles.items():
        x, _, z = place
        hexes[place] = _ROW_STARTS[z + 2] + x - max(-2, -2 - z)
        column, row = HEXES[hexes[place]]
        for reference, node in tile.nodes.items():
            right, down = _CORNERS[reference.value]
            vertices[node] = vertex_at[column + right, 2 * row + down]
    return Places(
        hexes,
        vertices,
        {ours: theirs for theirs, ours in hexes.items()},
        {ours: theirs for theirs, ours in vertices.items()},
    )


def layout_of(catan_map: Any) -> str:
    """The layout of one of their boards, as our option ``board`` takes it.

    Raises:
        OptionError: it is not one of 19 hexes.
    """
    if len(catan_map.land_tiles) != len(HEXES):
        raise OptionError("Catan has 19 hexes here; Catanatron's MINI map has fewer.")
    here = _places_of(catan_map)
    terrain = [""] * len(HEXES)
    for place, tile in catan_map.land_tiles.items():
        letter = "d" if tile.resource is None else _LETTERS[tile.resource]
        terrain[here.hexes[place]] = f"{letter}{tile.number or ''}"
    ports = [""] * len(PORTS)
    for tile, port in _ports(catan_map, here):
        ports[port] = "3" if tile.resource is None else _LETTERS[tile.resource]
    return f"{' '.join(terrain)} / {' '.join(ports)}"


def _ports(catan_map: Any, here: Places) -> Iterator[tuple[Any, int]]:
    """Their ports, and the place of each among ours."""
    ends = imported().models.map.PORT_DIRECTION_TO_NODEREFS
    at = {EDGES[edge]: port for port, edge in enumerate(PORTS)}
    for tile in catan_map.tiles.values():
        if hasattr(tile, "direction"):
            first, second = (here.vertices[tile.nodes[end]] for end in ends[tile.direction])
            yield tile, at[min(first, second), max(first, second)]


def laid_out(layout: dict[str, list[int]]) -> Any:
    """One of their boards with our layout, as the facts of a view have it."""
    models = imported().models.map
    with own_randomness():
        catan_map = _new_map()
    here, names = places(), [*THEIR_RESOURCES, None]
    for place, tile in catan_map.land_tiles.items():
        tile.resource = names[layout["terrain"][here.hexes[place]]]
        tile.number = layout["numbers"][here.hexes[place]] or None
    for tile, port in _ports(catan_map, here):
        tile.resource = names[layout["ports"][port]]
    return models.CatanMap.from_tiles(catan_map.tiles)


_PLAIN = {
    "ROLL": "roll",
    "END_TURN": "end turn",
    "BUY_DEVELOPMENT_CARD": "buy card",
    "PLAY_ROAD_BUILDING": "road building",
}


def parts_of(kind: str, value: Any, seats: dict[Any, int]) -> dict[str, Any] | None:
    """The parts of our action that is one of theirs; None where it is only half of one, or none.

    Args:
        kind: the name of its type.
        value: what it consists of.
        seats: our seats by their colours.
    """
    here = places()
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    match kind:
        case "BUILD_ROAD":
            return {"type": "build road", "edge": here.edge(value)}
        case "BUILD_SETTLEMENT":
            return {"type": "build settlement", "vertex": here.vertices[value]}
        case "BUILD_CITY":
            return {"type": "build city", "vertex": here.vertices[value]}
        case "MOVE_ROBBER":
            return _robbery("move robber", value, seats)
        case "PLAY_YEAR_OF_PLENTY" if len(value) == 2:
            got = [THEIR_RESOURCES[name] for name in value]
            return {"type": "year of plenty", "get": {name: got.count(name) for name in got}}
        case "PLAY_MONOPOLY":
            return {"type": "play monopoly", "resource": THEIR_RESOURCES[value]}
        case "MARITIME_TRADE":
            give, get = THEIR_RESOURCES[value[0]], THEIR_RESOURCES[value[-1]]
            return {"type": "bank trade", "give": give, "get": get}
        case "DISCARD_RESOURCE":
            return {"type": "discard", "resource": THEIR_RESOURCES[value]}
    return None


def _robbery(kind: str, value: Any, seats: dict[Any, int]) -> dict[str, Any]:
    victim = "nobody" if value[1] is None else seats[value[1]]
    return {"type": kind, "hex": places().hexes[value[0]], "from": victim}


def knight_of(value: Any, seats: dict[Any, int]) -> dict[str, Any]:
    """The parts of our knight, whose second half is a move of their robber."""
    return _robbery("play knight", value, seats)


def rules_of(layout: str, players: int, points: int) -> Game:
    """Our rules for one of their games."""
    return load("catan", board=layout, players=players, points=points, trades="none")
