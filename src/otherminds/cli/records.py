"""Recorded games that commands read, and games that were saved to go on with."""

from __future__ import annotations

from pathlib import Path

from otherminds.arena.match import Match
from otherminds.arena.recorded import PERSON
from otherminds.arena.review import evenly
from otherminds.arena.store_file import is_store_file
from otherminds.contracts import FormatError, OptionError
from otherminds.contracts.files import reason, write_whole
from otherminds.interop.played import PlayedGame, read_played
from otherminds.interop.wthor import read_wthor

__all__ = [
    "is_played",
    "is_store",
    "match_of",
    "played_match",
    "read_records",
    "saved_game",
    "write_saved",
]


def read_records(files: tuple[str, ...], most: int | None = None) -> list[tuple[int, ...]]:
    """The finished games of WTHOR files, at most so many, evenly spaced."""
    games = [game.actions for file in files for game in read_wthor(file).games if game.finished]
    return evenly(games, most)


def is_store(path: str) -> bool:
    """Whether a file is a results file, by its first bytes.

    Raises:
        OptionError: there is no such file.
    """
    if not Path(path).is_file():
        raise OptionError(f"There is no file {path}.")
    return is_store_file(path)


def is_played(path: str) -> bool:
    """Whether a file is one of games that people played, by its name."""
    return path.endswith(".jsonl")


def match_of(played: PlayedGame) -> Match:
    """A game of a person as a match; one that was broken off returned nothing to anybody."""
    seats = played.game.seats
    return Match(
        game=played.game,
        players=tuple(text or PERSON for text in played.players),
        moves=played.moves,
        returns=played.returns or (0.0,) * seats,
        seconds=(0.0,) * seats,
        seed=played.seed,
        block=played.block,
        index=played.index,
        thoughts=played.thoughts,
    )


def played_match(path: str, place: int) -> tuple[Match, str]:
    """One game of a file of played games, and a sentence where it was broken off."""
    games = read_played(path)
    if not 0 <= place < len(games):
        raise OptionError(f"There are {len(games)} games; the first is 0.")
    played = games[place]
    return match_of(played), "" if played.returns else "The game was broken off."


def write_saved(path: str, played: PlayedGame) -> None:
    """Keep a game to go on with, in place of what the file had.

    Raises:
        OptionError: the file has several games, so it is a record and no saved game.
        FormatError: it cannot be written.
    """
    target = Path(path)
    try:
        if target.exists() and len(read_played(path)) > 1:
            raise OptionError(f"{path} is a record of several games; save to another file.")
        write_whole(target, played.to_json() + "\n")
    except OSError as error:
        raise FormatError(f"{path} cannot be written: {reason(error)}.") from error


def saved_game(path: str) -> PlayedGame:
    """The last game of a file that was broken off.

    Raises:
        FormatError: it cannot be read.
        OptionError: all its games are over.
    """
    unfinished = [played for played in read_played(path) if played.returns is None]
    if not unfinished:
        raise OptionError(f"All games of {path} are over: there is nothing to go on with.")
    return unfinished[-1]
