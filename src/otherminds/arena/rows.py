"""The rows of a store: what one holds, and how damage to it is noticed.

A row carries a checksum of everything in it. Beyond that, what is read has to make sense: the seats
are those of the plan, every list has the length of the table, returns lie in the game's range. A
row that fails is damaged; it is named and left out, never believed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

__all__ = ["Damaged", "Row", "RowReader", "checksum", "decode_moves", "encode_moves"]

_MOST_DIGITS = 10
"""Bytes of seven bits that an action may take; 64 bits need no more."""

_LARGEST = 2**63
"""Numbers stay below; infinite ones and those that are none do not."""

_SLACK = 1e-9
"""Returns may miss their range by a rounding error."""


@dataclass(frozen=True)
class Row:
    """One finished match."""

    line_up: int
    block: int
    match: int
    seats: tuple[int, ...]
    returns: tuple[float, ...]
    acts: tuple[int, ...]
    """Moves made by each seat."""
    seconds: tuple[float, ...]
    """Thinking time of each seat; policies are not timed."""
    moves: tuple[int, ...]
    """Every action and chance outcome in order."""
    forfeit: int | None
    """The seat that forfeited."""
    reason: str | None


@dataclass(frozen=True)
class Damaged:
    """A row that cannot be believed.

    Attributes:
        line_up: with block and match its place, as far as that can still be read.
        block: see above.
        match: see above.
        reason: what is wrong with it, a part of a sentence.
    """

    line_up: int
    block: int
    match: int
    reason: str

    def __str__(self) -> str:
        """Where it is and what is wrong with it."""
        return f"line-up {self.line_up}, block {self.block}, match {self.match}: {self.reason}"


class DamageError(ValueError):
    """What is wrong with a row; never leaves this module and the store."""


def checksum(*values: Any) -> int:
    """The CRC-32 of some values, each a number, a text as bytes, or None.

    It notices accidents, not malice.
    """
    head = [len(value) if isinstance(value, bytes) else value for value in values]
    total = zlib.crc32(repr(head).encode())
    for value in values:
        if isinstance(value, bytes):
            total = zlib.crc32(value, total)
    return total


def encode_moves(moves: Iterable[int]) -> bytes:
    """Action ids as bytes, seven bits each, the lowest first (LEB128)."""
    out = bytearray()
    for move in moves:
        while move > 127:
            out.append(move & 127 | 128)
            move >>= 7
        out.append(move)
    return bytes(out)


def decode_moves(data: bytes) -> tuple[int, ...]:
    """The ids that `encode_moves` wrote.

    Raises:
        ValueError: it did not write these bytes.
    """
    moves, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            moves.append(number)
            number = shift = 0
        elif shift > 7 * _MOST_DIGITS:
            raise DamageError("a move is too long")
    if shift:
        raise DamageError("its last move is cut off")
    return tuple(moves)


class RowReader:
    """Reads the rows of one tournament.

    Args:
        number: the tournament's in its file, which is part of the checksums.
        seats_of: who sits where, by line-up and match; None where there is no such match.
        limits: of returns.
        checked: whether rows have checksums; those of older files have none.
    """

    def __init__(
        self,
        number: int,
        seats_of: Callable[[int, int], tuple[int, ...] | None] | None,
        limits: tuple[float, float],
        *,
        checked: bool,
    ) -> None:
        self._number = number
        self._seats_of = lru_cache(maxsize=10_000)(seats_of) if seats_of else None
        self._low, self._high = limits
        self._checked = checked

    def read(self, values: Sequence[Any]) -> Row | Damaged:
        """The row of these columns: line_up, block, match, result, moves, reason, checksum."""
        try:
            return self._row(values)
        except DamageError as error:
            line_up, block, match = (
                value if isinstance(value, int) else -1 for value in values[:3]
            )
            return Damaged(line_up, block, match, str(error))

    def _row(self, values: Sequence[Any]) -> Row:
        line_up, block, match, result, moves, reason, known = values
        for value in (line_up, block, match):
            if not isinstance(value, int) or value < 0:
                raise DamageError("its place is not a number")
        if not isinstance(result, bytes) or not isinstance(moves, bytes):
            raise DamageError("a column is of another type")
        if reason is not None and not isinstance(reason, bytes):
            raise DamageError("a column is of another type")
        if self._checked and known != checksum(
            self._number, line_up, block, match, result, moves, reason
        ):
            raise DamageError("its checksum does not fit")
        seats, returns, acts, seconds, forfeit = _result(result)
        if self._seats_of is not None and seats != self._seats_of(line_up, match):
            raise DamageError("its seats are not those of the plan")
        row = Row(
            line_up,
            block,
            match,
            seats,
            returns,
            acts,
            seconds,
            decode_moves(moves),
            forfeit,
            _text(reason),
        )
        self._check(row)
        return row

    def _check(self, row: Row) -> None:
        seats = len(row.seats)
        if not seats or {len(row.returns), len(row.acts), len(row.seconds)} != {seats}:
            raise DamageError("its lists have different lengths")
        if not all(self._low - _SLACK <= value <= self._high + _SLACK for value in row.returns):
            raise DamageError("a return is outside the range of the game")
        # A forfeit may be an act that made no move.
        most = len(row.moves) + (row.forfeit is not None)
        if min(row.acts) < 0 or sum(row.acts) > most:
            raise DamageError("its seats have made more moves than there are")
        if min(row.seconds) < 0:
            raise DamageError("a time is negative")
        if (row.forfeit is None) != (row.reason is None):
            raise DamageError("a forfeit has a seat and a reason")
        if row.forfeit is not None and (
            type(row.forfeit) is not int or not 0 <= row.forfeit < seats
        ):
            raise DamageError("there is no such seat to forfeit")


@lru_cache(maxsize=10_000)  # policies are not timed, so theirs repeat often
def _result(result: bytes) -> tuple[Any, ...]:
    """Seats, returns, acts, seconds and the seat that forfeited."""
    try:
        found = json.loads(result)
    except (ValueError, RecursionError) as error:
        raise DamageError("its result is not JSON") from error
    if not isinstance(found, dict):
        raise DamageError("its result is not an object")
    return (
        _numbers(found, "seats", int),
        tuple(map(float, _numbers(found, "returns", float))),
        _numbers(found, "acts", int),
        tuple(map(float, _numbers(found, "seconds", float))),
        found.get("forfeit"),
    )


def _numbers(found: dict[str, Any], name: str, kind: type) -> tuple[Any, ...]:
    """A list of whole numbers, or of numbers that are finite."""
    values = found.get(name)
    accepted = (int,) if kind is int else (int, float)
    if not isinstance(values, list) or not all(
        type(value) in accepted and -_LARGEST < value < _LARGEST for value in values
    ):
        raise DamageError(f"its {name} are not numbers")
    return tuple(values)


def _text(reason: bytes | None) -> str | None:
    try:
        return None if reason is None else reason.decode()
    except UnicodeDecodeError as error:
        raise DamageError("its reason is not text") from error
