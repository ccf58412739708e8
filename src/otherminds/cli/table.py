"""One game on the command line: play it, watch it, step through a stored one."""

from __future__ import annotations

from collections import Counter
from shutil import get_terminal_size
from typing import Any

import click

from otherminds.agents import parse_players
from otherminds.arena.match import play_match
from otherminds.cli.arena import OLD_NAMES
from otherminds.cli.seat_notes import SeatNotes, beside
from otherminds.cli.sitting import Leave, Sitting, TakeBack
from otherminds.cli.stored import allow_imports, stored_match
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import (
    Belief,
    IllegalActionError,
    OptionError,
    OthermindsError,
    State,
    Stream,
)
from otherminds.games import parse_game
from otherminds.interop.played import PlayedGame, write_played
from otherminds.search import Search

__all__ = ["match", "play", "replay"]

HELP = "Type a move as it is listed, or enough of its words; or: moves, hint, undo, quit."
LISTING = "moves with a word or two lists those that have it."
SHEET = "sheet shows your notes."
REASONS = "why CARD gives the reasons behind them."
MANY = 40  # moves that are listed one by one


def _hint(sitting: Sitting) -> str:
    """The move that a search would make from what the person may know."""
    start: State | Belief | None = sitting.seat_notes.belief
    if start is None:  # nothing is hidden: the view tells the state
        start = sitting.game.belief(sitting.view).sample(Stream(0).rng())
    result = Search(seconds=1.0).run(start, game=sitting.game)
    return f"Try {sitting.game.action_text(result.action)}."


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--against", default="best", show_default=True, help="The other seats.")
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option("--seed", default=0, show_default=True, help="Decides deal, chance and agents.")
@click.option("--record", "record_path", help="Add the game to this file, with all thoughts.")
def play(game_text: str, against: str, seat: int, seed: int, record_path: str | None) -> None:
    """Play against agents in the terminal.

    An agent with types says after each of your moves what it takes you for.

    Example: otherminds play othello --against "search(others=types(max_disk, max_value,
    mobility), iterations=2000)" --seat 1 --record games.jsonl
    """
    game = parse_game(game_text)
    if not 0 <= seat < game.seats:
        raise OptionError(f"{game.name} has no seat {seat}; seats are 0 to {game.seats - 1}.")
    others = parse_players(against, game)
    if len(others) not in (1, game.seats - 1):
        raise OptionError(f"Name one player for all other seats, or {game.seats - 1}.")
    if len(others) == 1:
        others = others * (game.seats - 1)
    players: list[Any] = [*others[:seat], None, *others[seat:]]
    sitting = Sitting(game, seat, players, seed)
    if record_path:
        write_played(record_path, [])  # a file that cannot be written is better known now
    notes = SeatNotes(game, game.initial_state().view(seat))
    offered = {SHEET: notes.writes, REASONS: notes.explains}
    say(" ".join([HELP, *(text for text, there in offered.items() if there)]))
    try:
        _converse(sitting)
    finally:  # a game that is broken off counts as well
        if record_path and sitting.moves:
            _record(sitting, record_path)


def _converse(sitting: Sitting) -> None:
    """Play on until the game is over or the person leaves."""

    def ask() -> int:
        _show(sitting)
        if kinds := _kinds(sitting):
            say(kinds)
        return _answer(sitting)

    if match := sitting.play(ask, say):
        _show(sitting)
        say(f"Returns: {', '.join(f'{value:g}' for value in match.returns)}")


def _show(sitting: Sitting) -> None:
    """What has become certain, and what the person sees."""
    for sentence in sitting.seat_notes.news():
        say(f"Certain now: {sentence}")
    say(f"\n{_shown(sitting)}")


def _shown(sitting: Sitting) -> str:
    """What the person sees, with the notes where the game has some."""
    view, notes = str(sitting.view), sitting.seat_notes.notes()
    return beside(view, notes, get_terminal_size().columns) if notes else view


def _record(sitting: Sitting, path: str) -> None:
    """Add the game to a file."""
    played = PlayedGame(
        game=sitting.game,
        person=sitting.person,
        players=tuple("" if player is None else repr(player) for player in sitting.players),
        seed=sitting.seed,
        moves=tuple(sitting.moves),
        beliefs=tuple(sitting.beliefs),
        thoughts=tuple(sitting.thoughts),
        returns=None if sitting.match is None else sitting.match.returns,
    )
    write_played(path, [played])
    say(f"The game is in {path}.")


def _answer(sitting: Sitting) -> int:
    """Ask until the person has chosen a move, takes one back or leaves."""
    while True:
        text = click.prompt("your move", prompt_suffix="> ").strip()
        command, _, rest = text.partition(" ")
        if text == "quit":
            raise Leave
        if command == "moves":
            say(_moves(sitting, rest))
        elif text == "hint":
            say(_hint(sitting))
        elif text == "sheet":
            say(sitting.seat_notes.notes() or f"{sitting.game.name} needs no notes.")
        elif text == "undo":
            if sitting.can_take_back():
                raise TakeBack
            say("There is no move of yours to take back.")
        else:
            try:
                if command == "why":
                    say(sitting.seat_notes.why(rest))
                    continue
                return _meant(sitting, text)
            except OthermindsError as error:
                say(f"{error} {HELP}")


def _by_type(sitting: Sitting) -> dict[str, list[str]]:
    """The texts of the legal moves of each type."""
    game = sitting.game
    by_type: dict[str, list[str]] = {}
    for action in sitting.view.legal_actions():
        name = game.action_types[game.type_of(action)]
        by_type.setdefault(name, []).append(game.action_text(action))
    return by_type


def _kinds(sitting: Sitting) -> str:
    """What kinds of moves there are, where there are several and too many moves to look at."""
    by_type = _by_type(sitting)
    if len(by_type) == 1 or sum(map(len, by_type.values())) <= MANY:
        return ""
    kinds = [name if len(of) == 1 else f"{name} ({len(of)})" for name, of in by_type.items()]
    return f"You can: {', '.join(kinds)}. {LISTING}"


def _moves(sitting: Sitting, wanted: str) -> str:
    """The legal moves, or those with these words; of a type with very many, how to write one."""
    by_type = _by_type(sitting)
    if words := wanted.casefold().split():
        fitting = [
            text
            for of in by_type.values()
            for text in of
            if _has_words(text.casefold().split(), words)
        ]
        return _listed(fitting, MANY) if fitting else f"No move has the words '{wanted}'."
    return ("\n" if len(by_type) > 1 else ", ").join(
        _listed(of, MANY if len(of) <= MANY else 1) for of in by_type.values()
    )


def _listed(texts: list[str], most: int) -> str:
    left = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {left} more like it" if left > 0 else "")


def _meant(sitting: Sitting, text: str) -> int:
    """The move with this text, or the only legal one that has the beginnings of these words.

    Whole words come before beginnings of words, and a move that has nothing beside these words but
    what all others that fit have as well is the one that is meant.
    """
    game, possible = sitting.game, sitting.view.legal_actions()
    try:
        move = game.parse_action(text)
    except OthermindsError:
        words = text.casefold().split()
        legal = {action: game.action_text(action).casefold().split() for action in possible}
        fitting: list[int] = [
            action for action, of in legal.items() if _has_words(of, words, whole=True)
        ] or [action for action, of in legal.items() if _has_words(of, words)]
        if not fitting:
            raise
        rest = {action: Counter(legal[action]) for action in fitting}
        least = [action for action in fitting if all(rest[action] <= of for of in rest.values())]
        if len(fitting) > 1 and len(least) != 1:
            first, *others = fitting
            other = min(others, key=lambda each: game.type_of(each) == game.type_of(first))
            some = f"'{game.action_text(first)}' and '{game.action_text(other)}'"
            raise OptionError(f"'{text}' fits {len(fitting)} moves, such as {some}.") from None
        return least[0]
    if move not in possible:
        raise IllegalActionError(f"{game.action_text(move)} is not possible here.")
    return move


def _has_words(words: list[str], wanted: list[str], *, whole: bool = False) -> bool:
    """Whether each wanted word begins one of these, or is one of these, in their order."""
    rest = iter(words)
    return bool(wanted) and all(
        any(word == begin if whole else word.startswith(begin) for word in rest) for begin in wanted
    )


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--agents", required=True, help="A player for each seat, separated by commas.")
@click.option("--seed", default=0, show_default=True, help="Decides everything random.")
@click.option("--quiet", is_flag=True, help="Only the result.")
def match(game_text: str, agents: str, seed: int, quiet: bool) -> None:
    """Let agents play one game and show it.

    Example: otherminds match othello --agents "search(iterations=500), agent4" --seed 7
    """
    game = parse_game(game_text)
    played = play_match(game, parse_players(agents, game), seed=seed)
    if not quiet:
        say(played.text())
        *_, last = played.states()
        say(f"\n{last}")
    for seat, (player, value) in enumerate(zip(played.players, played.returns, strict=True)):
        timed = f", {played.seconds[seat]:.2f} s" if played.seconds[seat] else ""
        say(f"seat {seat} {player}: {value:g}{timed}")


@click.command(context_settings=OLD_NAMES)
@click.argument("path", metavar="FILE")
@click.option("--tournament", "key", help="Which one, by the beginning of its key.")
@click.option(
    "--match",
    "place",
    type=Count(0, 10**12),
    default=0,
    show_default=True,
    help="Which stored match.",
)
@click.option("--all", "whole", is_flag=True, help="Do not wait after each move.")
@allow_imports
def replay(path: str, key: str | None, place: int, whole: bool, imports: bool) -> None:
    """Step through a stored match.

    Example: otherminds replay results.db --match 3
    """
    row, played = stored_match(path, key, place, imports)
    console = Terminal()
    for seat, player in enumerate(played.players):
        console.print(f"seat {seat}: {player}")
    lines = ["", *played.lines()]
    for number, (state, line) in enumerate(zip(played.states(), lines, strict=True)):
        console.print(f"\n{number}  {line}\n{state}")
        if not whole and number < len(lines) - 1:
            click.pause("press a key for the next move, Ctrl-C to leave")
    if row.forfeit is not None:
        console.print(f"Seat {row.forfeit} forfeited: {row.reason}")
    console.print("Returns: " + ", ".join(f"{value:g}" for value in played.returns))
