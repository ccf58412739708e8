"""Rows of matches that the laboratory keeps: what is left of one when its moves are not.

A kept row has a digest of the moves, by which a replay is compared, and the numbers of the final
position that claims ask for. The moves themselves stay only where they cost more to play again than
to store, see `otherminds.lab.kept`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from otherminds.arena.rows import Row, encode_moves
from otherminds.arena.store import StoreError

__all__ = ["NOT_KEPT", "KeptRow", "digest"]

_DIGITS = 12


def digest(moves: tuple[int, ...]) -> str:
    """Twelve hexadecimal digits of the SHA-256 of all moves and chance outcomes.

    Examples:
        >>> digest((1, 2, 300))
        'a360cae871f8'
    """
    return hashlib.sha256(encode_moves(moves)).hexdigest()[:_DIGITS]


class _NotKept(tuple[int, ...]):
    """In the place of moves that were not kept: whoever asks for them is told so."""

    def __iter__(self) -> Iterator[int]:
        raise _refusal()

    def __len__(self) -> int:
        raise _refusal()

    def __getitem__(self, place: Any) -> Any:
        raise _refusal()

    def __bool__(self) -> bool:
        return False


def _refusal() -> StoreError:
    return StoreError(
        "The moves of this match were not kept, only their digest and some numbers of its end; "
        "reproduce the claim in an empty folder to have them again."
    )


NOT_KEPT = _NotKept()


@dataclass(frozen=True)
class KeptRow(Row):
    """A row of the results that are kept; ``moves`` may be `NOT_KEPT`.

    Attributes:
        build: the signature of the code that played it.
        digest: of the moves.
        numbers: of the final position, by name.
    """

    build: str = ""
    digest: str = ""
    numbers: tuple[tuple[str, float], ...] = ()
