"""WTHOR files: the database of tournament games that the French Othello federation keeps.

A year of games is a file ``WTH_2012.wtb``; ``WTHOR.JOU`` and ``WTHOR.TRN`` hold the names of the
players and tournaments, to which the games refer by their place in those lists.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from otherminds.contracts import FormatError, Game
from otherminds.games import load
from otherminds.interop.othello_transcript import replay

__all__ = [
    "WthorFile",
    "WthorGame",
    "WthorHeader",
    "each_wthor",
    "read_players",
    "read_tournaments",
    "read_wthor",
]

# Century, year, month and day of creation; number of games; number of names; year of the games;
# side of the board; whether these are solitaires; depth of the theoretical scores; nothing.
_HEADER = struct.Struct("<4BiHH4B")
# Tournament, Black, White; Black's score, Black's theoretical score; the squares.
_RECORD = struct.Struct("<3H2B60s")
_SQUARES = {
    10 * row + column: 8 * row + column - 9 for row in range(1, 9) for column in range(1, 9)
}


@dataclass(frozen=True, kw_only=True, slots=True)
class WthorHeader:
    """What a file says about itself.

    Attributes:
        created: the day on which the file was made.
        games: how many games follow; 0 in a list of names.
        names: how many names follow; 0 in a file of games.
        year: in which the games were played.
        size: side of the board; old files say 0 and mean 8.
        solitaires: 1 where the file holds puzzles instead of games.
        depth: number of empty squares from which the theoretical scores were computed.
    """

    created: date
    games: int
    names: int
    year: int
    size: int
    solitaires: int
    depth: int


@dataclass(frozen=True, kw_only=True, slots=True)
class WthorGame:
    """One game.

    Attributes:
        tournament: its place in the list of tournaments.
        black: Black's place in the list of players.
        white: White's place in the list of players.
        black_score: the result in discs of Black out of 64. When a finished game leaves squares
            empty, they count for the winner. A game whose record stops early has the score that
            was reported, which the position need not show.
        theoretical_score: the same under perfect play from the depth that the header names.
        actions: of both sides, passes included.
        finished: whether the actions reach the end of the game.
        year: in which it was played.
    """

    tournament: int
    black: int
    white: int
    black_score: int
    theoretical_score: int
    actions: tuple[int, ...]
    finished: bool
    year: int


@dataclass(frozen=True, kw_only=True, slots=True)
class WthorFile:
    """A header and the games in the order of the file."""

    header: WthorHeader
    games: tuple[WthorGame, ...]


def read_wthor(source: bytes | str | os.PathLike[str]) -> WthorFile:
    r"""Read a ``.wtb`` file of games on the 8x8 board, replaying each of them.

    Args:
        source: the path of the file, or what is in it as bytes.

    Raises:
        FormatError: it is not such a file, it is damaged, or a game breaks the rules.
        OSError: the file cannot be opened.

    Examples:
        >>> head = bytes([20, 15, 9, 30, 1, 0, 0, 0, 0, 0, 220, 7, 8, 0, 24, 0])
        >>> game = bytes([3, 0, 1, 0, 2, 0, 33, 31, 56, 64, 33]).ljust(68, b"\0")
        >>> file = read_wthor(head + game)
        >>> file.header.created, file.header.year
        (datetime.date(2015, 9, 30), 2012)
        >>> file.games[0].actions, file.games[0].black_score
        ((37, 43, 18), 33)
    """
    data, name = _contents(source)
    games = []
    for game in each_wthor(source):
        if isinstance(game, FormatError):
            raise game
        games.append(game)
    return WthorFile(header=_header(data, name), games=tuple(games))


def each_wthor(source: bytes | str | os.PathLike[str]) -> Iterator[WthorGame | FormatError]:
    """The games of a ``.wtb`` file, and in place of one that breaks the rules the reason.

    Raises:
        FormatError: it is not such a file, or its length is not that of its games.
        OSError: the file cannot be opened.
    """
    data, name = _contents(source)
    header = _header(data, name)
    if header.size not in (0, 8):
        raise FormatError(f"{name} has games on a board of side {header.size}; only 8 can be read.")
    if header.solitaires:
        raise FormatError(f"{name} holds solitaires (kind {header.solitaires}), not games.")
    _check_length(data, name, header.games, _RECORD.size, "games")
    othello = load("othello", size=8)
    for number, record in enumerate(_RECORD.iter_unpack(data[_HEADER.size :]), 1):
        try:
            yield _game(othello, record, header.year, f"game {number} of {name}")
        except FormatError as error:
            yield error


def read_players(source: bytes | str | os.PathLike[str]) -> list[str]:
    r"""Read the names of the players, ``WTHOR.JOU``.

    Args:
        source: the path of the file, or what is in it as bytes.

    Raises:
        FormatError: it is not such a file, or it is damaged.
        OSError: the file cannot be opened.

    Examples:
        >>> head = bytes([20, 15, 9, 30, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        >>> read_players(head + b"Rose Brian".ljust(20, b"\0"))
        ['Rose Brian']
    """
    return _names(source, 20)


def read_tournaments(source: bytes | str | os.PathLike[str]) -> list[str]:
    r"""Read the names of the tournaments, ``WTHOR.TRN``.

    Args:
        source: the path of the file, or what is in it as bytes.

    Raises:
        FormatError: it is not such a file, or it is damaged.
        OSError: the file cannot be opened.

    Examples:
        >>> head = bytes([20, 15, 9, 30, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        >>> read_tournaments(head + b"Mind Sports Olympiad".ljust(26, b"\0"))
        ['Mind Sports Olympiad']
    """
    return _names(source, 26)


def _names(source: bytes | str | os.PathLike[str], length: int) -> list[str]:
    data, name = _contents(source)
    _check_length(data, name, _header(data, name).names, length, "names")
    starts = range(_HEADER.size, len(data), length)
    return [data[at : at + length].partition(b"\0")[0].decode("latin-1") for at in starts]


def _contents(source: bytes | str | os.PathLike[str]) -> tuple[bytes, str]:
    if isinstance(source, bytes):
        return source, "<bytes>"
    return Path(source).read_bytes(), os.fspath(source)


def _header(data: bytes, name: str) -> WthorHeader:
    if len(data) < _HEADER.size:
        raise FormatError(
            f"{name} has {len(data)} bytes; a WTHOR file starts with a header of {_HEADER.size}."
        )
    century, year, month, day, games, names, played, size, solitaires, depth, _ = (
        _HEADER.unpack_from(data)
    )
    try:
        created = date(100 * century + year, month, day)
    except ValueError:
        raise FormatError(
            f"{name} is not a WTHOR file: its first bytes ({data[:4].hex(' ')}) are not a date."
        ) from None
    return WthorHeader(
        created=created,
        games=games,
        names=names,
        year=played,
        size=size,
        solitaires=solitaires,
        depth=depth,
    )


def _check_length(data: bytes, name: str, count: int, length: int, what: str) -> None:
    expected = _HEADER.size + count * length
    if len(data) != expected:
        raise FormatError(
            f"{name} has {len(data)} bytes, but the {count} {what} that its header announces "
            f"take {expected}."
        )


def _game(
    othello: Game, record: tuple[int, int, int, int, int, bytes], year: int, source: str
) -> WthorGame:
    tournament, black, white, score, theoretical, squares = record
    if max(score, theoretical) > 64:
        raise FormatError(
            f"In {source}, Black's scores are {score} and {theoretical}; a board has 64 squares."
        )
    moves = squares.rstrip(b"\0")
    for number, square in enumerate(moves, 1):
        if square not in _SQUARES:
            raise FormatError(
                f"In {source}, move {number} is the byte {square}; a square is 10 times its row "
                "plus its column, both from 1 to 8."
            )
    actions, state = replay(othello, [_SQUARES[square] for square in moves], source)
    return WthorGame(
        tournament=tournament,
        black=black,
        white=white,
        black_score=score,
        theoretical_score=theoretical,
        actions=tuple(actions),
        finished=state.is_terminal(),
        year=year,
    )
