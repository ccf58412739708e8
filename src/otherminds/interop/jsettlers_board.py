"""The board of a JSettlers server: its layout, and its names of places.

Hexes, corners and sides share one grid of two numbers: the first grows to the south-east, the
second to the north-east. Both stand in one byte. The board of four players has 37 hexes, of which
those of the sea carry the ports.
"""

from __future__ import annotations

from collections.abc import Sequence

from otherminds.contracts import FormatError
from otherminds.games.catan import EDGES, HEXES, PORTS, VERTICES

__all__ = ["JSettlersBoard"]

_ROWS = (  # the first hex of each row and how many there are; along a row both numbers grow by 2
    (0x17, 4),
    (0x15, 5),
    (0x13, 6),
    (0x11, 7),
    (0x31, 6),
    (0x51, 5),
    (0x71, 4),
)
_IDS = [first + 0x22 * place for first, count in _ROWS for place in range(count)]
_CORNERS = (0x01, 0x12, 0x21, 0x10, -0x01, -0x10)
"""From the top on, clockwise."""
_TERRAIN = "dcoswf"
_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
_SEA, _FIRST_ANY_PORT, _LAST_ANY_PORT = 6, 7, 12


def _vertex_of(node: int, place_of: dict[tuple[int, int], int], shift: int) -> int | None:
    first, second = divmod(node, 16)
    row = (first - second + 5) // 2
    return place_of.get(((first + second - 1) // 2 + shift, 2 * row + (first + 1) % 2))


class JSettlersBoard:
    """What a server's layout means in ours.

    Args:
        hexes: what lies on each of the 37 hexes, row by row.
        numbers: their tokens.

    Attributes:
        layout: as our option ``board`` takes it.

    Raises:
        FormatError: it is not a layout of the board of four players.
    """

    def __init__(self, hexes: Sequence[int], numbers: Sequence[int]) -> None:
        if len(hexes) != len(_IDS) or len(numbers) != len(_IDS):
            raise FormatError("A JSettlers server describes its board by 37 hexes and 37 numbers.")
        land = [place for place, what in enumerate(hexes) if 0 <= what < _SEA]
        if len(land) != len(HEXES):
            raise FormatError(f"This JSettlers server has {len(land)} hexes of land, not 19.")
        self._hex_ids = [_IDS[place] for place in land]
        self._hexes = {hex_: number for number, hex_ in enumerate(self._hex_ids)}
        first, second = divmod(self._hex_ids[0], 16)
        shift = HEXES[0][0] - (first + second) // 2
        place_of = {place: vertex for vertex, place in enumerate(VERTICES)}
        corners = {hex_ + corner for hex_ in self._hex_ids for corner in _CORNERS}
        found = {node: _vertex_of(node, place_of, shift) for node in corners}
        self._vertices = {node: vertex for node, vertex in found.items() if vertex is not None}
        self._nodes = {vertex: node for node, vertex in self._vertices.items()}
        terrain = [
            _TERRAIN[hexes[place]] + (str(_NUMBERS[numbers[place]]) if hexes[place] else "")
            for place in land
        ]
        self.layout = f"{' '.join(terrain)} / {' '.join(self._ports(hexes))}"

    def _ports(self, hexes: Sequence[int]) -> list[str]:
        ports = [""] * len(PORTS)
        place_of = {EDGES[edge]: place for place, edge in enumerate(PORTS)}
        for hex_, what in zip(_IDS, hexes, strict=True):
            if what < _FIRST_ANY_PORT:
                continue
            any_kind = what <= _LAST_ANY_PORT
            facing, kind = (what - _SEA, 0) if any_kind else divmod(what, 16)
            ends = (hex_ + _CORNERS[facing - 1], hex_ + _CORNERS[facing % 6])
            first, second = sorted(self._vertices[end] for end in ends)
            ports[place_of[first, second]] = "3" if any_kind else _TERRAIN[kind]
        return ports

    def hex(self, theirs: int) -> int:
        """Our hex."""
        return self._hexes[theirs]

    def vertex(self, theirs: int) -> int:
        """Our vertex."""
        return self._vertices[theirs]

    def edge(self, theirs: int) -> list[int]:
        """Our edge, as the two vertices that parts of actions name."""
        upright = sum(divmod(theirs, 16)) % 2 == 0
        ends = (theirs + 0x01, theirs + 0x10) if upright else (theirs, theirs + 0x11)
        return sorted(self._vertices[end] for end in ends)

    def their_hex(self, ours: int) -> int:
        """Their hex."""
        return self._hex_ids[ours]

    def their_vertex(self, ours: int) -> int:
        """Their corner."""
        return self._nodes[ours]

    def their_edge(self, ours: Sequence[int]) -> int:
        """Their side of a hex."""
        low, high = sorted(self._nodes[vertex] for vertex in ours)
        return low if high - low == 0x11 else low - 0x01
