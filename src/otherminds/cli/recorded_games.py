"""Recorded games that a command looks at, with a word about those that cannot be read."""

from __future__ import annotations

from otherminds.cli.records import is_store
from otherminds.cli.stored import repair_hint
from otherminds.cli.terminal import say
from otherminds.contracts import Game
from otherminds.learn import Record, read_games

__all__ = ["games_in", "records_in"]


def records_in(
    file: str, game: Game, player: str, *, imports: bool, any_options: bool = False
) -> list[Record]:
    """The games of a file, each with the seats of a player; see `games_in`."""
    return games_in((file,), game, player, imports=imports, any_options=any_options)


def games_in(
    files: tuple[str, ...], game: Game, player: str, *, imports: bool, any_options: bool = False
) -> list[Record]:
    """The games of some files, each with the seats of a player.

    Args:
        files: as `otherminds.learn.read_games` reads them.
        game: what has to have been played.
        player: who; empty for the people where people have played, and for everybody elsewhere.
        imports: import the modules that the files name.
        any_options: whether the game may have had other options.

    Raises:
        OptionError: a file has no such games.
        FormatError: it is no file of games.
    """
    found = read_games(files, game, player or None, allow_imports=imports, any_options=any_options)
    if found.told:
        hint = repair_hint(found.bad[0].file) if is_store(found.bad[0].file) else ""
        say(f"{found.told} {hint}".strip(), err=True)
    return list(found.records)
