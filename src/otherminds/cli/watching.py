"""Agents play while a person watches, with their thoughts if they are asked for."""

from __future__ import annotations

import secrets

import click

from otherminds.agents import parse_players
from otherminds.arena.match import play_match
from otherminds.cli.boards import picture
from otherminds.cli.keys import key_within, single_keys
from otherminds.cli.screen import Frame, Screen
from otherminds.cli.sitting import Leave
from otherminds.contracts import CHANCE, Game, OptionError, State, Thought
from otherminds.contracts.streams import MatchStreams
from otherminds.games import parse_game
from otherminds.games.words import ending, who

__all__ = ["watch"]

_KEYS = "Keys: space stops or goes on, Enter next move, t thoughts, q leaves."
_DEALS = 1_000_000
_NEWS = 4
"""Moves that are shown."""
_WIDE = 120
"""Columns in which thoughts stand beside the board; in fewer they follow the moves, shortened."""


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--agents", required=True, help="A player for each seat, separated by commas.")
@click.option("--pace", default=1.0, show_default=True, help="Seconds per move; 0 waits for a key.")
@click.option("--thoughts", is_flag=True, help="Show what the agents think.")
@click.option("--seat", type=int, help="See what this seat sees.  [default: everything]")
@click.option("--seed", type=int, help="Decides everything random.  [default: a new deal]")
def watch(
    game_text: str, agents: str, pace: float, thoughts: bool, seat: int | None, seed: int | None
) -> None:
    """Watch agents play, at a pace that can be read.

    One agent alone sits in every seat. Space stops the game and lets it go on, Enter shows the next
    move at once, t shows or hides what the agents think, q leaves.

    Example: otherminds watch hanabi --agents "best, piers" --pace 2 --thoughts
    """
    game = parse_game(game_text)
    players = parse_players(agents, game)
    if len(players) == 1:
        players = players * game.seats
    if len(players) != game.seats:
        raise OptionError(f"Name one agent for all seats of {game.name}, or {game.seats}.")
    if seat is not None and not 0 <= seat < game.seats:
        raise OptionError(f"{game.name} has no seat {seat}; seats are 0 to {game.seats - 1}.")
    if not 0 <= pace < 3600:
        raise OptionError("The pace is from 0 seconds per move, which waits for a key, to 3,600.")
    deal = secrets.randbelow(_DEALS) if seed is None else seed
    first = game.initial_state(MatchStreams(deal, 0, 0).deal)
    onlooker = _Onlooker(first, seat, pace, thoughts)
    names = ", ".join(f"{who(game, each)}: {player}" for each, player in enumerate(players))
    onlooker.title = f"{names}. Deal {deal}."
    try:
        with single_keys():
            onlooker.show()
            play_match(
                game,
                players,
                seed=deal,
                on_move=onlooker.moved,
                on_thought=onlooker.thought,
            )
            onlooker.show(last=True)
    except Leave:
        return


class _Onlooker:
    """Shows a match move by move.

    Args:
        state: where it begins.
        seat: whose view to show; None for the whole state.
        pace: seconds per move; 0 waits for a key.
        thoughts: whether to show what agents think.
    """

    def __init__(self, state: State, seat: int | None, pace: float, thoughts: bool) -> None:
        self.title = ""
        self._state, self._seat = state, seat
        self._pace, self._thinks = pace, thoughts
        self._stopped = pace == 0
        self._screen = Screen()
        self._news: list[str] = []
        self._thought: Thought | None = None

    def thought(self, told: Thought) -> None:
        """Take in what an agent thinks about the move that it makes next."""
        self._thought = told

    def moved(self, actor: int, action: int) -> None:
        """Take in a move, show it, and wait."""
        told = self._told(actor, action)
        self._state.apply_action(action)
        if not told:
            return
        self._news = [*self._news[1 - _NEWS :], told]
        self.show()
        self._wait()
        self._thought = None

    def _told(self, actor: int, action: int) -> str:
        game: Game = self._state.game
        if self._seat is not None:
            seen = self._state.observation(action, self._seat)
            if seen.action is None:
                return f"{who(game, actor) if actor != CHANCE else 'chance'}: something hidden"
        if actor == CHANCE:
            return f"chance: {game.outcome_text(action)}"
        return f"{who(game, actor)}: {game.action_text(action)}"

    def show(self, *, last: bool = False) -> None:
        """Draw the position, with thoughts where they are asked for."""
        wide, thoughts = self._screen.width >= _WIDE, ""
        if self._thinks and self._thought is not None and self._may_show(self._thought):
            most = (5, 5) if wide else (2, 1)
            thoughts = self._thought.explain(actions=most[0], facts=most[1])
        position = self._state if self._seat is None else self._state.view(self._seat)
        keys = _KEYS if self._screen.redraws else ""
        self._screen.show(
            Frame(
                title=self.title,
                picture=picture(position),
                news=[*self._news, *(thoughts.split("\n") if thoughts and not wide else [])],
                notes=thoughts if wide else "",
                foot=ending(self._state) if last else keys,
            )
        )

    def _may_show(self, told: Thought) -> bool:
        """A thought tells what its seat knows, which is for who sees everything or that seat."""
        return self._seat is None or told.seat == self._seat

    def _wait(self) -> None:
        if not self._screen.redraws:
            return
        while True:
            key = key_within(None if self._stopped else self._pace)
            if key in ("", "\n", "\r"):
                return
            if key == "q":
                raise Leave
            if key == " ":
                self._stopped = not self._stopped
                if not self._stopped:
                    return
            elif key == "t":
                self._thinks = not self._thinks
                self.show()
