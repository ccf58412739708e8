"""Games with our agents for another program, by lines on standard input and output."""

from __future__ import annotations

import sys

import click

from otherminds.agents.lines import LineAgent
from otherminds.arena.match import play_match
from otherminds.arena.plan import MOST_GAMES
from otherminds.cli.play import seated
from otherminds.cli.terminal import Count
from otherminds.contracts import AgentError
from otherminds.games import parse_game

__all__ = ["host"]


class _Caller(LineAgent):
    """Whoever has started us and plays through our input and output."""

    def _write(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def _read(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise AgentError("The input ended before the game did.")
        return line.rstrip("\r\n")

    def complain(self, sentence: str) -> None:
        """Tell why the game cannot go on."""
        self._send("error", error=sentence)


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option(
    "--agents", default="best", show_default=True, help="Who plays the other seats: one, or each."
)
@click.option("--seat", default=0, show_default=True, help="The seat of the program that calls.")
@click.option("--games", type=Count(1, MOST_GAMES), default=1, show_default=True, help="How many.")
@click.option("--seed", default=0, show_default=True, help="Decides everything random.")
def host(game_text: str, agents: str, seat: int, games: int, seed: int) -> None:
    """Play games with another program, which reads and writes lines of JSON.

    For programs that want our agents as opponents or partners: they start this command and play
    their seat over its input and output.

    Example: otherminds host hanabi --agents piers --games 10
    """
    game = parse_game(game_text)
    caller = _Caller()
    players = [caller if player is None else player for player in seated(game, seat, agents)]
    for number in range(games):
        try:
            play_match(game, players, seed=seed, block=number)
        except AgentError as error:
            caller.complain(str(error))
            raise
