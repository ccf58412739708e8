"""Our agents on servers of Catan."""

from __future__ import annotations

import click

from otherminds.agents import parse_player
from otherminds.games import load

__all__ = ["jsettlers", "pioneers"]


@click.command()
@click.option("--agent", default="best", show_default=True, help="Who plays.")
@click.option("--games", default=10, show_default=True, help="How many games.")
@click.option(
    "--robots",
    default="greedy, greedy, greedy",
    show_default=True,
    help="The server's robots, greedy or genetic.",
)
@click.option("--points", default=10, show_default=True, help="Points that win.")
@click.option("--seed", default=0, show_default=True, help="Decides what the agent draws.")
@click.option("--join", help="Instead: join the game of a running server, such as 127.0.0.1:5556.")
def pioneers(agent: str, games: int, robots: str, points: int, seed: int, join: str | None) -> None:
    """Play Catan on a server of Pioneers, against its robots.

    A server is started on this machine for each game; it draws the board, the seats and the dice.

    Example: otherminds pioneers --games 20 --agent "guided(iterations=200)"
    """
    from otherminds.interop.pioneers import PioneersPlayer
    from otherminds.interop.pioneers_server import play_pioneers, shares

    player = parse_player(agent, load("catan"))
    if join is not None:
        host, _, port = join.rpartition(":")
        if not host or not port.isdecimal():
            raise click.BadParameter(f"{join!r} is not HOST:PORT.", param_hint="--join")
        client = PioneersPlayer(player, "otherminds", host=host, port=int(port), seed=seed)
        click.echo(f"You are player {client.number}.")
        click.echo(f"Player {client.play()} has won.")
        return
    kinds = [kind.strip() for kind in robots.split(",")]
    played = []
    for number in range(games):
        game = play_pioneers([player], robots=kinds, points=points, seed=seed + number)
        played.append(game)
        winner = "the agent" if game.winner in game.seats else f"the robot in seat {game.winner}"
        click.echo(f"Game {number + 1}: {winner} has won.")
    if played:
        click.echo(shares(played, len(kinds) + 1))


@click.command()
@click.option("--agent", default="best", show_default=True, help="Who plays.")
@click.option("--games", default=10, show_default=True, help="How many games.")
@click.option("--seed", default=0, show_default=True, help="Decides what the agent draws.")
@click.option(
    "--jar", envvar="OTHERMINDS_JSETTLERS_JAR", required=True, help="The jar of JSettlersServer."
)
def jsettlers(agent: str, games: int, seed: int, jar: str) -> None:
    """Play Catan on a server of JSettlers, against three of its robots.

    A server is started on this machine for each game; it draws the board, the seats and the dice.

    Example: otherminds jsettlers --games 20 --jar JSettlersServer-2.6.00.jar
    """
    from otherminds.interop.jsettlers_server import play_jsettlers, shares

    player = parse_player(agent, load("catan"))
    played = []
    for number in range(games):
        game = play_jsettlers(player, jar, seed=seed + number)
        played.append(game)
        winner = "the agent" if game.winner == game.seat else f"the robot in seat {game.winner}"
        click.echo(f"Game {number + 1}: {winner} has won.")
    if played:
        click.echo(shares(played))
