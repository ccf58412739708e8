"""Recorded games that commands read."""

from __future__ import annotations

from typing import TypeVar

from otherminds.interop.wthor import read_wthor

__all__ = ["evenly", "read_records"]

_Record = TypeVar("_Record")


def read_records(files: tuple[str, ...], most: int | None = None) -> list[tuple[int, ...]]:
    """The finished games of WTHOR files, at most so many, evenly spaced."""
    games = [game.actions for file in files for game in read_wthor(file).games if game.finished]
    return evenly(games, most)


def evenly(games: list[_Record], most: int | None) -> list[_Record]:
    """At most so many of them, evenly spaced."""
    if most is None or len(games) <= most:
        return games
    return [games[place * len(games) // most] for place in range(most)]
