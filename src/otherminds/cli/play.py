"""A person plays against agents, or with them, in the terminal."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from typing import Any

import click

from otherminds.agents import parse_player, parse_players
from otherminds.agents.levels import LEVELS, levels
from otherminds.arena.review import review
from otherminds.cli.conversation import Conversation
from otherminds.cli.records import match_of, saved_game
from otherminds.cli.sitting import Sitting
from otherminds.cli.stored import allow_imports
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import Game, OptionError, OthermindsError
from otherminds.contracts.importing import ImportRefusedError, only_imports
from otherminds.games import parse_game
from otherminds.interop.played import PlayedGame, write_played

__all__ = ["play"]

_DEALS = 1_000_000
"""Seeds that are drawn: short enough to be typed again."""

_AFTERWARDS = "Now: review, rematch, swap (rematch in the next seat), save FILE, undo or quit."


@click.command()
@click.argument("game_text", metavar="[GAME]", required=False)
@click.option("--against", help="The other seats, or your partners.  [default: best]")
@click.option("--level", type=Count(1, LEVELS), help="How strong they are, 1 to 10, instead.")
@click.option("--seat", type=int, help="Where you sit.  [default: 0]")
@click.option("--seed", type=int, help="Decides deal, chance and agents.  [default: a new deal]")
@click.option("--record", "record_path", help="Add the game to this file, with all thoughts.")
@click.option("--resume", "resume_path", help="Go on with the last unfinished game of this file.")
@allow_imports
def play(
    game_text: str | None,
    against: str | None,
    level: int | None,
    seat: int | None,
    seed: int | None,
    record_path: str | None,
    resume_path: str | None,
    imports: bool,
) -> None:
    """Play against agents in the terminal, or with them.

    Every game is a new deal unless you give its seed. Type help at the prompt to see what you can
    type. An agent with types says after each of your moves what it takes you for.

    Example: otherminds play othello --against "search(others=types(max_disk, max_value,
    mobility), iterations=2000)" --seat 1 --record games.jsonl
    """
    if resume_path:
        if game_text or against or level or seat is not None or seed is not None:
            raise OptionError("--resume goes on with a saved game, whose players and deal stand.")
        sitting = _resumed(saved_game(resume_path), imports)
    elif game_text is None:
        raise OptionError("Name a game, or a saved game by --resume; otherminds games lists them.")
    else:
        game = parse_game(game_text)
        seat = 0 if seat is None else seat
        if level:
            if against:
                raise OptionError("--level says how strong the others are, so leave out --against.")
            levels(game.name)  # which refuses a game without them
        players = seated(game, seat, f"level({level})" if level else against or "best")
        sitting = Sitting(game, seat, players, _new_deal() if seed is None else seed)
    if record_path:
        write_played(record_path, [])  # a file that cannot be written is better known now
    while True:
        again = _play_one(sitting, record_path)
        if again is None:
            return
        sitting = again


def _new_deal() -> int:
    return secrets.randbelow(_DEALS)


def seated(game: Game, seat: int, against: str) -> list[Any]:
    """The players that a text names for all seats but one, which is left free by None."""
    if not 0 <= seat < game.seats:
        raise OptionError(f"{game.name} has no seat {seat}; seats are 0 to {game.seats - 1}.")
    others = parse_players(against, game)
    if len(others) not in (1, game.seats - 1):
        raise OptionError(f"Name one player for all other seats, or {game.seats - 1}.")
    if len(others) == 1:
        others = others * (game.seats - 1)
    return [*others[:seat], None, *others[seat:]]


def _resumed(played: PlayedGame, imports: bool) -> Sitting:
    with nullcontext() if imports else only_imports():
        try:
            players = [parse_player(text, played.game) if text else None for text in played.players]
        except ImportRefusedError as error:
            raise ImportRefusedError(
                f"{error} Allow it by --allow-imports if you trust the file and what it names."
            ) from error
    sitting = Sitting(played.game, played.person, players, played.seed)
    sitting.resume(played)
    return sitting


def _play_one(sitting: Sitting, record_path: str | None) -> Sitting | None:
    """One game with all that is said after it; the next one, or None."""
    conversation = Conversation(sitting)
    again = None
    try:
        while conversation.play():
            again = _afterwards(conversation)
            if again is not sitting:
                break
    finally:  # a game that is broken off counts as well
        if record_path and sitting.moves:
            write_played(record_path, [sitting.played()])
            say(f"The game is in {record_path}.")
    return None if again is sitting else again


def _afterwards(conversation: Conversation) -> Sitting | None:
    """What the person wants after a game: the next one, the same to go on with, or None."""
    sitting, screen = conversation.sitting, conversation.screen
    screen.say(f"{conversation.last_word()} {_AFTERWARDS}")
    while True:
        try:
            text = conversation.lines.ask("what next> ")
        except EOFError:
            return None
        command, _, rest = text.partition(" ")
        if command in ("quit", "exit"):
            return None
        if command in ("rematch", "swap"):
            turn = command == "swap"
            players = [*sitting.players[-1:], *sitting.players[:-1]] if turn else sitting.players
            return Sitting(
                sitting.game, players.index(None), list(players), _next_deal(sitting.seed)
            )
        if command == "undo" and sitting.take_back():
            return sitting
        try:
            screen.say(_answer(conversation, command, rest.strip()))
        except OthermindsError as error:
            screen.say(str(error))


def _next_deal(seed: int) -> int:
    """Another one than the last, whatever is drawn."""
    return (seed + 1 + secrets.randbelow(_DEALS - 1)) % _DEALS


def _answer(conversation: Conversation, command: str, rest: str) -> str:
    if command == "review":
        return _review(conversation.sitting.played())
    if command == "save":
        return conversation.save(rest)
    if command in ("news", "sheet"):
        return conversation.answer(command)
    return _AFTERWARDS


def _review(played: PlayedGame) -> str:
    """A review, with a count of the decisions that are looked at."""
    with Terminal(stderr=True).status("Looking back ...") as shown:

        def watch(done: int, of: int) -> None:
            shown.update(f"Looking back: {done} of {of} decisions ...")

        return review(match_of(played), played.person, watch=watch)
