"""An agent in the Ad-Hoc Human-AI Coordination Challenge."""

from __future__ import annotations

import os

import click

from otherminds.agents import parse_player
from otherminds.arena.plan import MOST_GAMES
from otherminds.cli.terminal import Count, say
from otherminds.contracts import OptionError
from otherminds.games import load

__all__ = ["ah2ac2"]

_KEY = "AH2AC2_KEY"


def _seats(text: str, players: int) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise OptionError(f"Seats are written as 0 or 0,2, not {text!r:.40}.")
    seats = tuple(sorted(map(int, parts)))
    if len(set(seats)) < len(seats) or seats[-1] >= players or len(seats) == players:
        raise OptionError(f"Of {players} seats, at least one is not ours; {text!r:.40} says else.")
    return seats


@click.command()
@click.option("--agent", default="best", show_default=True, help="Who plays our seats.")
@click.option(
    "--games",
    type=Count(1, MOST_GAMES),
    default=None,
    help="How many; by default one test game, or all games of an evaluation.",
)
@click.option("--players", type=Count(2, 5), default=2, show_default=True, help="In test games.")
@click.option("--seats", default="0", show_default=True, help="Ours in test games, as 0 or 0,2.")
@click.option("--evaluation", is_flag=True, help="Play the games that count.")
@click.option("--server", help="Another server than that of the challenge.")
@click.option("--seed", default=0, show_default=True, help="Decides what the agent draws.")
def ah2ac2(
    agent: str,
    games: int | None,
    players: int,
    seats: str,
    evaluation: bool,
    server: str | None,
    seed: int,
) -> None:
    """Play Hanabi in the Ad-Hoc Human-AI Coordination Challenge.

    The key stands in the environment: AH2AC2_KEY, a test key for test games, with partners who move
    at random, an evaluation key for the games that count.

    Example: otherminds ah2ac2 --agent best --players 3 --seats 1,2
    """
    from otherminds.interop.ah2ac2_client import SERVER, Challenge

    key = os.environ.get(_KEY, "")
    if not key:
        raise OptionError(f"Set the key in the environment: {_KEY}=... otherminds ah2ac2")
    player = parse_player(agent, load("hanabi", players=3 if evaluation else players))
    challenge = Challenge(key, player, server=server or SERVER, seed=seed)
    ours = _seats(seats, players)
    scores: list[float] = []
    for _ in range(games or (1 if not evaluation else MOST_GAMES)):
        if evaluation and challenge.over():
            say("All games of the evaluation have been played.")
            break
        played = challenge.play_next() if evaluation else challenge.practise(players, ours)
        scores.append(played.score)
        sat = ", ".join(map(str, played.seats))
        say(
            f"Game {played.number}: {played.score:g} points, {played.players} players, seats {sat}."
        )
    if len(scores) > 1:
        say(f"{len(scores)} games, {sum(scores) / len(scores):.2f} points on average.")
