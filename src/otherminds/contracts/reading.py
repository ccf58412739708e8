"""Where texts become values: a place that `otherminds.agents` fills.

Players and answers are taken as text wherever they are taken as objects, also in rooms that do not
know the agents. Those rooms ask here; who knows what the names mean has registered beforehand.
"""

from __future__ import annotations

from typing import Any, Protocol

from otherminds.contracts.errors import OptionError

__all__ = ["Reader", "read_answer", "read_player", "register_reader"]


class Reader(Protocol):
    """What knows the names in texts."""

    def player(self, text: str, game: Any, /) -> Any:
        """The player that a text names, in a game or, for None, in none in particular."""

    def answer(self, text: str, question: str, /) -> Any:
        """The answer to a question that a text names."""


_readers: list[Reader] = []


def register_reader(reader: Reader) -> None:
    """Let texts be read by this one from now on."""
    _readers[:] = [reader]


def _reader(text: str) -> Reader:
    if not _readers:
        raise OptionError(f"{text!r} is a text, and nothing that reads texts has been imported.")
    return _readers[0]


def read_player(text: str, game: Any = None) -> Any:
    """The player that a text names; names that only a game knows stay names until it is known."""
    return _reader(text).player(text, game)


def read_answer(text: str, question: str) -> Any:
    """The answer to one of the questions of a search that a text names."""
    return _reader(text).answer(text, question)
