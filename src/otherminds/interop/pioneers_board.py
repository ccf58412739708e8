"""The board of a Pioneers server: its rules, its layout, and its names of places.

A server describes a game as lines: numbers by name, the tokens in order, and the map, row by row.
A place is a hex, by column and row, and a number from 0 to 5: of a corner, counted from the upper
right to the left, or of a side, counted from the right in the same sense. Rows with odd numbers
begin half a hex further right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from otherminds.contracts import OptionError
from otherminds.games.catan import EDGES, HEXES, PORTS, VERTICES

__all__ = ["PIONEERS_RESOURCES", "PioneersBoard"]

PIONEERS_RESOURCES = ("clay", "wheat", "ore", "sheep", "wood")
"""In the order of their lists."""

_TERRAIN = {"h": "c", "p": "s", "f": "w", "t": "f", "m": "o", "d": "d"}
_PORTS = {"?": "3", "b": "c", "g": "w", "o": "o", "w": "s", "l": "f"}
_CORNERS = ((1, 1), (0, 0), (-1, 1), (-1, 2), (0, 3), (1, 2))
"""By how many columns and lines away from the hex."""

_RULES = {
    "num-roads": 15,
    "num-settlements": 5,
    "num-cities": 4,
    "num-ships": 0,
    "num-bridges": 0,
    "num-city-walls": 0,
    "resource-count": 19,
    "sevens-rule": 0,
    "develop-soldier": 14,
    "develop-road": 2,
    "develop-monopoly": 2,
    "develop-plenty": 2,
}
_REFUSED = ("strict-trade", "use-pirate", "use-dice-deck", "check-victory-at-end-of-turn")


class PioneersBoard:
    """What a server's description of its game means in ours.

    Attributes:
        layout: as our option ``board`` takes it.
        players: how many seats there are.
        points: how many points win.

    Raises:
        OptionError: the game has other rules than ours.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        begin, end = lines.index("map"), lines.index(".")
        words = [line.split(maxsplit=1) for line in lines[:begin]]
        rules = {name: (rest or [""])[0] for name, *rest in words}
        _check(rules)
        self.players = int(rules["num-players"])
        self.points = int(rules["victory-points"])
        rows = [row.split(",") for row in lines[begin + 1 : end]]
        self._hexes = {
            (x, y): text
            for y, row in enumerate(rows)
            for x, text in enumerate(row)
            if text[0] not in "-s"
        }
        shape = [sum(at[1] == y for at in self._hexes) for y in range(len(rows))]
        if [count for count in shape if count] != [3, 4, 5, 4, 3]:
            raise OptionError("This server plays on another island than ours of 19 hexes.")
        self._first_row = min(y for _, y in self._hexes)
        self._numbered = {at: number for number, at in enumerate(sorted(self._hexes, key=_reading))}
        self._hex_at = {number: at for at, number in self._numbered.items()}
        first = self._hex_at[0]
        self._shift = HEXES[0][0] - 2 * first[0] - (first[1] & 1)
        self._vertex_at = {place: vertex for vertex, place in enumerate(VERTICES)}
        self._nodes = {
            self.vertex(x, y, corner): (x, y, corner) for x, y in self._hexes for corner in range(6)
        }
        self._sides = {
            tuple(self.edge(x, y, side)): (x, y, side) for x, y in self._hexes for side in range(6)
        }
        self.layout = self._layout(rows, [int(chit) for chit in rules["chits"].split(",")])

    # Places ---------------------------------------------------------------------------------------

    def hex(self, x: int, y: int) -> int:
        """Our hex."""
        return self._numbered[x, y]

    def vertex(self, x: int, y: int, corner: int) -> int:
        """Our vertex; hexes of the sea have corners, too."""
        right, down = _CORNERS[corner]
        column = 2 * x + (y & 1) + self._shift + right
        return self._vertex_at[column, 2 * (y - self._first_row) + down]

    def corners(self, ours: int) -> set[int]:
        """The vertices of a hex of ours."""
        return {self.vertex(*self._hex_at[ours], corner) for corner in range(6)}

    def edge(self, x: int, y: int, side: int) -> list[int]:
        """Our edge, as the two vertices that parts of actions name."""
        return sorted(self.vertex(x, y, corner % 6) for corner in (side - 1, side))

    def their_hex(self, ours: int) -> str:
        """Where the server has a hex of ours, as it writes that."""
        x, y = self._hex_at[ours]
        return f"{x} {y}"

    def their_vertex(self, ours: int) -> str:
        """The same of a vertex."""
        return " ".join(map(str, self._nodes[ours]))

    def their_edge(self, ours: Sequence[int]) -> str:
        """The same of an edge."""
        return " ".join(map(str, self._sides[tuple(ours)]))

    # Layout ---------------------------------------------------------------------------------------

    def _layout(self, rows: Sequence[Sequence[str]], chits: Sequence[int]) -> str:
        places = sorted(
            (int(text[1:].rstrip("+")), at) for at, text in self._hexes.items() if text[0] != "d"
        )
        numbers = dict(zip((at for _, at in places), chits, strict=True))
        hexes = [
            _TERRAIN[self._hexes[self._hex_at[number]][0]]
            + str(numbers.get(self._hex_at[number], ""))
            for number in range(len(HEXES))
        ]
        ports = [""] * len(PORTS)
        place_of = {EDGES[edge]: place for place, edge in enumerate(PORTS)}
        for y, row in enumerate(rows):
            for x, text in enumerate(row):
                if found := re.fullmatch(r"s([?bgowl])([0-5])", text):
                    first, second = self.edge(x, y, int(found[2]))
                    ports[place_of[first, second]] = _PORTS[found[1]]
        return f"{' '.join(hexes)} / {' '.join(ports)}"


def _reading(at: tuple[int, int]) -> tuple[int, int]:
    return at[1], at[0]


def _check(rules: dict[str, str]) -> None:
    """Refuse games that ours is not."""
    for name, ours in _RULES.items():
        if int(rules.get(name) or 0) != ours:
            theirs = rules.get(name, "0")
            raise OptionError(
                f"This server plays with {name} {theirs}, ours has {ours}; otherminds pioneers "
                "starts one that fits."
            )
    for name in _REFUSED:
        if name in rules:
            raise OptionError(
                f"This server plays with {name}, ours does not; otherminds pioneers starts one "
                "that fits."
            )
