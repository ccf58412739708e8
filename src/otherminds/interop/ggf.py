"""GGF, the Generic Game Format, for Othello: what the game server GGS and most programs write.

A game is a list of tags, ``(;GM[Othello]PB[Ada]PW[Bob]BO[8 ... *]B[F5/1.2/0.5]W[D6];)``. A move may
carry the mover's evaluation and the seconds it took. Passes are written, as ``PA`` or ``PASS``.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from otherminds.contracts import FormatError, Game, IllegalActionError, State
from otherminds.games import load
from otherminds.interop.othello_transcript import parse_square

__all__ = ["GgfGame", "GgfMove", "read_ggf", "standard_start", "write_ggf"]

_FIELDS = {
    "PC": "place",
    "DT": "date",
    "PB": "black",
    "PW": "white",
    "RB": "black_rating",
    "RW": "white_rating",
    "TI": "time",
    "TB": "black_time",
    "TW": "white_time",
    "TY": "board_type",
    "RE": "result",
}
_RESERVED = {"GM", "BO", *_FIELDS}
_COLOURS = ("B", "W")
_OPEN = re.compile(r"\s*(?:\d+\s*)?\(;")  # GGS puts the number of games of a match before them
_TAG = re.compile(r"\s*([A-Z]+)\[([^\]]*)\]")
_CLOSE = re.compile(r"\s*;\s*\)")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def standard_start(size: int = 8) -> str:
    """The usual start position of a board of this size, as GGF writes it.

    Examples:
        >>> standard_start(4)
        '4 ---- -O*- -*O- ---- *'
    """
    side = "-" * (size // 2 - 1)
    rows = [f"{side}O*{side}", f"{side}*O{side}"]
    empty = ["-" * size] * (size // 2 - 1)
    return " ".join([str(size), *empty, *rows, *empty, "*"])


@dataclass(frozen=True, slots=True)
class GgfMove:
    """An action (a pass too), with the mover's evaluation and the seconds it took, if known."""

    action: int
    evaluation: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class GgfGame:
    """One game. What GGF leaves to the program that writes it is kept as text.

    Attributes:
        black: Black's name.
        white: White's name.
        place: where it was played, for example ``GGS/os``.
        date: when, for example ``2003.12.15_13:24:03.MST``.
        result: Black's lead in discs, for example ``+6.00``; ``:r``, ``:t`` or ``:s`` behind it
            say that somebody resigned, overstepped the time, or that both agreed; ``?`` if unknown.
        black_rating: Black's rating.
        white_rating: White's rating.
        time: thinking time of both sides, for example ``05:00//02:00``.
        black_time: Black's, where they differ.
        white_time: White's, where they differ.
        board_type: size and variant, for example ``8`` or ``s8r18`` (18 discs placed at random).
        start: side of the board (4, 6 or 8), its rows with ``*`` for Black, ``O`` for White and
            ``-`` for an empty square, and the side to move.
        moves: of both sides, passes included.
        tags: all other tags with their values; they are written before the moves.

    Examples:
        >>> game = GgfGame(black="Ada", white="Bob", moves=(GgfMove(37, 1.5), GgfMove(43)))
        >>> state = game.initial_state()
        >>> for move in game.moves:
        ...     state.apply_action(move.action)
        >>> state.actor()
        0
    """

    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: str = "?"
    black_rating: str = ""
    white_rating: str = ""
    time: str = ""
    black_time: str = ""
    white_time: str = ""
    board_type: str = "8"
    start: str = standard_start(8)
    moves: tuple[GgfMove, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def initial_state(self) -> State:
        """The position before the first move.

        Raises:
            FormatError: ``start`` does not describe a position.
        """
        return _state(_start(self.start, "the game"))


def read_ggf(source: str | os.PathLike[str]) -> list[GgfGame]:
    """Read any number of games, replaying each from its start position.

    A pass that a file leaves out, seen by the same side moving twice, is put in.

    Args:
        source: GGF text, or the path of a file in UTF-8 as a ``pathlib.Path``.

    Raises:
        FormatError: it is not GGF, not Othello on a square board of side 4, 6 or 8, or a game
            breaks the rules.
        OSError: the file cannot be opened.

    Examples:
        >>> text = f"(;GM[Othello]PB[Ada]PW[Bob]BO[{standard_start()}]B[F5/1.5]W[d6//0.2];)"
        >>> read_ggf(text)[0].moves
        (GgfMove(action=37, evaluation=1.5, seconds=None),
         GgfMove(action=43, evaluation=None, seconds=0.2))
    """
    if isinstance(source, str):
        text = source
    else:
        try:
            text = Path(source).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"{os.fspath(source)} is not text in UTF-8: {error}.") from None
    games: list[GgfGame] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        opening = _OPEN.match(text, at)
        if opening is None:
            raise _unexpected(text, at, "a game, which starts with '(;'")
        at = opening.end()
        tags: list[tuple[str, str]] = []
        while tag := _TAG.match(text, at):
            tags.append((tag[1], tag[2]))
            at = tag.end()
        closing = _CLOSE.match(text, at)
        if closing is None:
            raise _unexpected(text, at, "a tag like 'B[F5]' or the end of the game, ';)'")
        at = closing.end()
        games.append(_game(tags, f"game {len(games) + 1}"))
    return games


def write_ggf(games: Iterable[GgfGame]) -> str:
    """Write games as GGF text, a line each. ``read_ggf`` gives equal games back.

    Raises:
        FormatError: a value holds a ``]``, which GGF cannot express, or is not what its field
            or tag may hold.
        IllegalActionError: a move is not legal where it comes.

    Examples:
        >>> print(write_ggf([GgfGame(black="Ada", white="Bob", moves=(GgfMove(37),))]), end="")
        (;GM[Othello]PB[Ada]PW[Bob]TY[8]RE[?]BO[8 -------- ... -------- *]B[F5];)
    """
    return "".join(f"(;{''.join(_written(game))};)\n" for game in games)


@cache
def _othello(size: int) -> Game:
    return load("othello", size=size)


def _unexpected(text: str, at: int, wanted: str) -> FormatError:
    line = text.count("\n", 0, at) + 1
    found = repr(text[at : at + 20]) if text[at:].strip() else "the end of the text"
    return FormatError(f"Line {line} of the GGF text should go on with {wanted}, not with {found}.")


def _game(tags: list[tuple[str, str]], source: str) -> GgfGame:
    values: dict[str, str] = {}
    moves: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for name, value in tags:
        if name in _COLOURS:
            moves.append((name, value))
        elif name not in _RESERVED:
            others.append((name, value))
        elif name in values:
            raise FormatError(f"In {source}, the tag {name} comes twice.")
        else:
            values[name] = value
    for name in ("GM", "BO"):
        if name not in values:
            raise FormatError(f"In {source}, the tag {name} is missing.")
    if values["GM"].lower() != "othello":
        raise FormatError(f"In {source}, {values['GM']} is played; only Othello can be read.")
    start = _start(values["BO"], source)
    return GgfGame(
        start=start,
        moves=tuple(_replayed(start, moves, source)),
        tags=tuple(others),
        **{field: values[name] for name, field in _FIELDS.items() if name in values},
    )


def _replayed(start: str, written: list[tuple[str, str]], source: str) -> Iterator[GgfMove]:
    state = _state(start)
    size = int(start[0])
    no_move = size * size
    for number, (colour, value) in enumerate(written, 1):
        place = f"In {source}, move {number} ({colour}[{value}])"
        text, *numbers = (part.strip() for part in value.split("/"))
        action = no_move if text.upper() in ("PA", "PASS") else parse_square(text, size)
        if action is None or len(numbers) > 2:
            raise FormatError(
                f"{place} is not a square of the board or PA, perhaps with an evaluation and a "
                "time like F5/1.2/0.5."
            )
        evaluation, seconds, *_ = (*(_number(part, place) for part in numbers), None, None)
        seat = _COLOURS.index(colour)
        if state.actor() == 1 - seat and state.legal_actions() == [no_move]:
            state.apply_action(no_move)
            yield GgfMove(no_move)
        if state.is_terminal():
            raise FormatError(f"{place} comes after the end of the game.")
        if state.actor() != seat:
            raise FormatError(f"{place} is out of turn.")
        try:
            state.apply_action(action)
        except IllegalActionError:
            raise FormatError(f"{place} is not legal there.") from None
        yield GgfMove(action, evaluation, seconds)


def _number(text: str, place: str) -> float | None:
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise FormatError(f"{place} has {text!r} where a number should be.")
    return float(text)


def _start(text: str, source: str) -> str:
    """The start position with one space between its rows."""
    words = text.split()
    squares = "".join(words[1:-1])
    if (
        len(words) < 3
        or words[0] not in ("4", "6", "8")
        or words[-1] not in ("*", "O")
        or len(squares) != int(words[0]) ** 2
        or not set(squares) <= set("*O-")
    ):
        raise FormatError(
            f"In {source}, the start position {text!r} is not the side of a board (4, 6 or 8), its "
            "squares ('*', 'O' or '-') and the side to move ('*' or 'O')."
        )
    side = int(words[0])
    rows = [squares[at : at + side] for at in range(0, len(squares), side)]
    return " ".join([words[0], *rows, words[-1]])


def _state(start: str) -> State:
    size, *rows, mover = start.split()
    own, other = ("*", "O") if mover == "*" else ("O", "*")
    moves = _moves(rows, own, other)
    state: State = _othello(int(size)).state_from_dict(
        {
            "own": hex(_bits(rows, own)),
            "opponent": hex(_bits(rows, other)),
            "moves": hex(moves),
            "to_move": "*O".index(mover),
            "over": int(not moves and not _moves(rows, other, own)),
        }
    )
    return state


def _bits(rows: list[str], disc: str) -> int:
    # In a state a row takes eight bits whatever the size of the board.
    return sum(
        1 << (8 * r + c) for r, row in enumerate(rows) for c, at in enumerate(row) if at == disc
    )


def _moves(rows: list[str], own: str, other: str) -> int:
    """The legal squares as bits: a state made from named values must come with them."""
    stride = len(rows) + 1
    edge = " " * (stride + 1)
    board = edge + " ".join(rows) + edge  # a step over any edge lands on a space
    found = 0
    for at in (at for at, disc in enumerate(board) if disc == "-"):
        for step in (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1):
            end = at + step
            while board[end] == other:
                end += step
            if board[end] == own and end != at + step:
                row, column = divmod(at - len(edge), stride)
                found |= 1 << (8 * row + column)
    return found


def _written(game: GgfGame) -> Iterator[str]:
    yield "GM[Othello]"
    for name, field in _FIELDS.items():
        value: str = getattr(game, field)
        if value or name in ("TY", "RE"):
            yield _tag(name, value)
    start = _start(game.start, "the game")
    for name, value in game.tags:
        if not re.fullmatch("[A-Z]+", name) or name in _RESERVED or name in _COLOURS:
            raise FormatError(f"The tag {name!r} is not one or more capitals, or is a field's own.")
        yield _tag(name, value)
    yield _tag("BO", start)
    state = _state(start)
    for move in game.moves:
        colour = "W" if state.actor() == 1 else "B"
        state.apply_action(move.action)
        text = state.game.action_text(move.action).upper()
        parts = ["PA" if text == "PASS" else text, _shown(move.evaluation), _shown(move.seconds)]
        yield _tag(colour, "/".join(parts).rstrip("/"))


def _shown(number: float | None) -> str:
    if number is None:
        return ""
    if not math.isfinite(number):
        raise FormatError(f"GGF has no way to write {number} as an evaluation or a time.")
    return repr(float(number))


def _tag(name: str, value: str) -> str:
    if "]" in value:
        raise FormatError(f"GGF has no way to write the ']' in {name}[{value}].")
    return f"{name}[{value}]"
