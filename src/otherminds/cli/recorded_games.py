"""Recorded games in which players are looked at, from any kind of file that holds some."""

from __future__ import annotations

from pathlib import Path

from otherminds.arena.findings import game_words
from otherminds.arena.recorded import PERSON
from otherminds.cli.records import is_played, is_store, match_of, read_records
from otherminds.cli.stored import repair_hint
from otherminds.cli.terminal import say
from otherminds.contracts import Game, OptionError
from otherminds.interop.hanab_live import read_hanab_live
from otherminds.interop.played import read_played
from otherminds.learn import Record, records_of_store

__all__ = ["records_in"]


def records_in(
    file: str, game: Game, player: str, *, imports: bool, any_options: bool = False
) -> list[Record]:
    """The games of a file, each with the seats of a player.

    Args:
        file: a results file, games of people (.jsonl), a game of hanab.live (.json), else WTHOR.
        game: what has to have been played.
        player: who; empty for the people where people have played, and for everybody elsewhere.
        imports: import the modules that the file names.
        any_options: whether the game may have had other options.

    Raises:
        OptionError: the file has no such games.
        FormatError: it is no file of games.
    """
    found = _records(file, game, player, imports)
    fitting = [
        record
        for record in found
        if record.start.game == game or (any_options and record.start.game.name == game.name)
    ]
    if found and not fitting:
        played = game_words(found[0].start.game)
        raise OptionError(f"{file} has games of {played}, not of {game_words(game)}.")
    return fitting


def _records(file: str, game: Game, player: str, imports: bool) -> list[Record]:
    if is_store(file):
        return _of_store(file, player, imports)
    if is_played(file):
        return _of_people(file, player or PERSON)
    if file.endswith(".json"):
        return [_of_hanab_live(file, player)]
    if game.name != "othello":
        raise OptionError(
            f"{file} is no results file and does not end in .jsonl or .json; files of other kinds "
            f"hold games of othello, not of {game.name}."
        )
    if player:
        raise OptionError(f"Games of {file} have no names of players in them; omit --player.")
    return [Record(game.initial_state(), moves, (0, 1)) for moves in read_records((file,))]


def _of_store(file: str, player: str, imports: bool) -> list[Record]:
    def read(wanted: str | None) -> list[Record]:
        notes.clear()
        return records_of_store(file, wanted, allow_imports=imports, note=notes.append)

    notes: list[str] = []
    try:
        found = read(player or PERSON)
    except OptionError:
        if player:
            raise
        found = read(None)
    for note in notes:
        say(f"{note} {repair_hint(file)}", err=True)
    return found


def _of_people(file: str, player: str) -> list[Record]:
    """The decisions of the people, or of the agent that is named."""
    found = []
    for played in read_played(file):
        match = match_of(played)
        if seats := [seat for seat, text in enumerate(match.players) if text == player]:
            found.append(Record.of(match, seats))
    if not found:
        raise OptionError(f"{player} has played no game of {file}.")
    return found


def _of_hanab_live(file: str, player: str) -> Record:
    game = read_hanab_live(Path(file))
    seats = [seat for seat, name in enumerate(game.players) if player in ("", name)]
    if not seats:
        raise OptionError(f"{player} has not played {file}; {', '.join(game.players)} have.")
    return Record.of(game, seats)
