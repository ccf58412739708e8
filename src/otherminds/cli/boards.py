"""Positions as a terminal shows them: boards that keep their shape, facts that may be wrapped.

Every game shows itself as text. Here that text is taken apart, so that a small terminal can put
facts beside a board or show a board in fewer lines, and its parts get colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

__all__ = ["Picture", "coloured", "picture"]


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A position as text.

    Attributes:
        game: the name of the game.
        board: lines that keep their shape.
        facts: lines that may be wrapped.
        small_board: the board in fewer lines, where there is such a form.
        small_facts: the facts for a narrow column, where there is such a form.
        focus: a line of the board that the person wants to see first.
    """

    game: str
    board: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    small_board: tuple[str, ...] = ()
    small_facts: tuple[str, ...] = ()
    focus: int = 0


def picture(position: Any) -> Picture:
    """A state or a view, taken apart."""
    game = position.game
    lines = str(position).rstrip("\n").split("\n")
    take_apart = _GAMES.get(game.name, _plain)
    return take_apart(position, [line.rstrip() for line in lines])


def _plain(position: Any, lines: list[str]) -> Picture:
    return Picture(game=position.game.name, facts=tuple(lines))


def _split(position: Any, lines: list[str], height: int, **more: Any) -> Picture:
    board, facts = lines[:height], lines[height:]
    return Picture(game=position.game.name, board=tuple(board), facts=tuple(facts), **more)


# Othello, Tiny Co-Op, Hanabi ----------------------------------------------------------------------


def _othello(position: Any, lines: list[str]) -> Picture:
    return _split(position, lines, position.game.options["size"] + 1)


def _tiny_coop(position: Any, lines: list[str]) -> Picture:
    height = next(place for place, line in enumerate(lines) if line.startswith("tick "))
    return _split(position, lines, height)


def _hanabi(position: Any, lines: list[str]) -> Picture:
    """Without the last moves, which a person has been told of."""
    kept = [line for line in lines if not re.match(r"seat \d+(:| to act)", line)]
    return _plain(position, kept)


# Cluedo -------------------------------------------------------------------------------------------

_CLUEDO_HEIGHT = 26  # the numbers of columns and 25 rows of squares


def _cluedo(position: Any, lines: list[str]) -> Picture:
    you = next((line for line in lines if line.startswith("you are ")), "")
    mark = you.removeprefix("you are ")[:2]
    focus = next((n for n, line in enumerate(lines[:_CLUEDO_HEIGHT]) if you and mark in line), 0)
    facts = _small_cluedo_facts(lines[_CLUEDO_HEIGHT:])
    return _split(position, lines, _CLUEDO_HEIGHT, focus=focus, small_facts=facts)


def _small_cluedo_facts(lines: list[str]) -> tuple[str, ...]:
    """One's own cards first, then where everybody is; who has which cards is on the sheet."""
    own = [line for line in lines if line.startswith("you are ")]
    others = [line for line in lines if line not in own and not line.startswith("secret passages")]
    return (*own, *(line.partition("; has none of ")[0] for line in others))


# Catan --------------------------------------------------------------------------------------------

_CATAN_HEIGHT = 28
_ROW = 5  # lines per row of hexes
_CELL = 10  # columns per hex
_FIRST_EDGES = (18, 13, 8, 13, 18)  # of each row of hexes
_HEXES = (3, 4, 5, 4, 3)
_SEAT_ROW = re.compile(r"seat \d (\w+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(.*)")


def _catan(position: Any, lines: list[str]) -> Picture:
    if len(lines) < _CATAN_HEIGHT:
        return _plain(position, lines)
    small = _small_catan(lines[:_CATAN_HEIGHT])
    facts = _small_catan_facts(lines[_CATAN_HEIGHT:], getattr(position, "seat", None))
    return _split(position, lines, _CATAN_HEIGHT, small_board=small, small_facts=facts)


def _small_catan(lines: list[str]) -> tuple[str, ...]:
    """What a hex yields and its number in one line, without the empty columns on the left."""
    kept = []
    for number, line in enumerate(lines):
        row, place = divmod(number, _ROW)
        if place == 4 and row < len(_HEXES):
            continue  # the numbers, which stand in the line above by now
        if place == 3 and row < len(_HEXES):
            line = _with_numbers(line, lines[number + 1], _FIRST_EDGES[row], _HEXES[row])
        kept.append(line)
    indent = min(len(line) - len(line.lstrip()) for line in kept)
    return tuple(line[indent:].rstrip() for line in kept)


def _with_numbers(yields: str, numbers: str, first: int, hexes: int) -> str:
    line = yields.ljust(first + _CELL * hexes + 1)
    for cell in range(hexes):
        start, stop = first + _CELL * cell + 1, first + _CELL * (cell + 1)
        both = f"{yields[start:stop].strip()} {numbers[start:stop].strip()}".strip()
        line = line[:start] + both.center(_CELL - 1) + line[stop:]
    return line


def _small_catan_facts(lines: list[str], seat: int | None) -> tuple[str, ...]:
    """What one holds, then points and cards of the seats in a narrow table."""
    facts, seats = [], 0
    lines = [line for line in lines if not line.startswith("ports give")]
    own = [line for line in lines if line.startswith("you are ")]
    for line in [*lines[:1], *own, *(line for line in lines[1:] if line not in own)]:
        if line.lstrip().startswith("points "):
            facts.append("        pt cd dv kn rd")
        elif row := _SEAT_ROW.fullmatch(line):
            name, points, cards, unplayed, knights, road, more = row.groups()
            name = f"{seats}{'*' if seats == seat else ' '}{name}"
            seats += 1
            facts.append(f"{name:8}{points:>2}{cards:>3}{unplayed:>3}{knights:>3}{road:>3}")
            honours = [part for part in more.split("; ") if part.startswith(("longest", "largest"))]
            facts += [f"  {part}" for part in honours]
        elif "development cards are left" not in line:
            facts.append(line)
    return tuple(facts)


_GAMES: dict[str, Callable[[Any, list[str]], Picture]] = {
    "catan": _catan,
    "cluedo": _cluedo,
    "hanabi": _hanabi,
    "othello": _othello,
    "tiny_coop": _tiny_coop,
}


# Colours ------------------------------------------------------------------------------------------

_SEATS = {"r": "bold red", "b": "bold blue", "g": "bold green", "y": "bold yellow"}
_SUSPECTS = {
    "Scarlett?": "bold red",
    "Mustard": "bold yellow",
    "White": "bold white",
    "Green": "bold green",
    "Peacock": "bold blue",
    "Plum": "bold magenta",
}
_SUITS = {
    "red": "bold red",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold blue",
    "white": "bold white",
}

_ON_BOARDS: dict[str, list[tuple[str, str]]] = {
    # An edge is three letters or one, a settlement a letter before a number, a city a capital.
    "catan": [
        (rf"(?i)(?<![a-z]){letter}{{1,3}}(?![a-z])", style) for letter, style in _SEATS.items()
    ]
    + [("ROBBER", "reverse")],
    "cluedo": [(rf"(?<![A-Za-z]){name[:2]}(?![a-z])", style) for name, style in _SUSPECTS.items()],
    "othello": [
        (r"(?<= )[XO.*](?: |$)", "on green"),
        (r"(?<= )X(?= |$)", "bold black on green"),
        (r"(?<= )O(?= |$)", "bold white on green"),
        (r"(?<= )\*(?= |$)", "yellow on green"),
    ],
    "tiny_coop": [
        ("[0-9]", "bold cyan"),
        (r"[G+]", "bold green"),
        ("[A-F]", "bold yellow"),
        ("[a-f]", "yellow"),
        ("#+", "dim"),
    ],
}
_IN_FACTS: dict[str, list[tuple[str, str]]] = {
    "catan": [(rf"\b{name}\b", style) for name, style in _SUITS.items() if name != "white"],
    "cluedo": [(rf"\b{name}\b", style) for name, style in _SUSPECTS.items()],
    "hanabi": [
        *((rf"\b{name}\b", style) for name, style in _SUITS.items()),
        *((rf"\b{name[0]}(?:[1-5]\b|\?)", style) for name, style in _SUITS.items()),
    ],
}


def coloured(line: str, game: str, *, board: bool = False) -> Text:
    """A line with the colours of the game."""
    text = Text(line)
    for pattern, style in (_ON_BOARDS if board else _IN_FACTS).get(game, ()):
        text.highlight_regex(pattern, style)
    return text
