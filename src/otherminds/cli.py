"""The command line. Every error is one sentence on standard error and exit code 2."""

from __future__ import annotations

import itertools
import sys
import time

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from scipy import stats

from otherminds import __version__, _core
from otherminds.agents import Player, Policy
from otherminds.errors import OptionError, OthermindsError
from otherminds.games import game_names, load
from otherminds.match import play_match
from otherminds.search import Search

__all__ = ["main"]


@click.group()
@click.version_option(__version__, prog_name="otherminds")
def cli() -> None:
    """Agents that plan in games where nobody sees everything.

    Example: otherminds demo
    """


@cli.command()
def games() -> None:
    """List the games.

    Example: otherminds games
    """
    table = Table("game", "seats", "actions", "hidden facts", "options")
    for name in game_names():
        game = load(name)
        options = ", ".join(f"{option}={value}" for option, value in game.options.items())
        hides = "no" if game.perfect_information else "yes"
        table.add_row(name, str(game.seats), str(game.action_count), hides, options)
    Console().print(table)


@cli.command()
@click.argument("game_name", metavar="GAME")
def agents(game_name: str) -> None:
    """List the named policies of a game.

    Example: otherminds agents othello
    """
    game = load(game_name)
    table = Table("policy", "what it does")
    policies = game.policies() if isinstance(game, _core.Game) else {}
    for name, summary in (policies or {"random": "Every legal action alike."}).items():
        table.add_row(name, summary)
    Console().print(table)


@cli.command()
@click.argument("game_name", metavar="GAME")
@click.option("--depth", default=8, show_default=True, help="How many moves to look ahead.")
def perft(game_name: str, depth: int) -> None:
    """Count the positions at each depth: the sharpest test of rules.

    Example: otherminds perft othello --depth 12
    """
    state = load(game_name).initial_state()
    if not isinstance(state, _core.State):
        raise OptionError(f"{game_name} is written in Python; perft counts native games.")
    table = Table("depth", "positions", "a second", title=f"Perft of {game_name}")
    for level in range(1, depth + 1):
        start = time.perf_counter()
        positions = state.perft(level)
        speed = positions / max(time.perf_counter() - start, 1e-9)
        table.add_row(str(level), f"{positions:,}", f"{speed:,.0f}")
    Console().print(table)


def _wilson(successes: int, trials: int) -> tuple[float, float]:
    interval = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


DEMO_PLAYERS: dict[str, Player] = {
    "random": Policy("random"),
    "max_disk": Policy("max_disk"),
    "max_value": Policy("max_value"),
    "mobility": Policy("mobility"),
    "agent5": Policy("agent5"),
    "search 100": Search(iterations=100),
    "search 1000": Search(iterations=1000),
}


@cli.command()
@click.option("--games", "rounds", default=40, show_default=True, help="Games of each pairing.")
@click.option("--seed", default=1, show_default=True, help="Decides every game.")
def demo(rounds: int, seed: int) -> None:
    """Othello agents meet; every pairing plays both colours.

    Example: otherminds demo --games 100 --seed 7
    """
    if rounds < 2:
        raise OptionError("A pairing needs at least 2 games, one of each colour.")
    game, console = load("othello"), Console()
    won = dict.fromkeys(DEMO_PLAYERS, 0)
    drawn, played = dict(won), dict(won)
    pairings = list(itertools.combinations(DEMO_PLAYERS, 2))
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("Othello", total=len(pairings) * rounds)
        for block, (first, second) in enumerate(pairings):
            for index in range(rounds):
                seats = (first, second) if index % 2 == 0 else (second, first)
                players = [DEMO_PLAYERS[name] for name in seats]
                match = play_match(game, players, seed=seed, block=block, index=index)
                for name, result in zip(seats, match.returns, strict=True):
                    played[name] += 1
                    won[name] += result > 0
                    drawn[name] += result == 0
                progress.advance(task)
    title = f"Othello, every pairing {rounds} games, both colours, seed {seed}"
    table = Table("player", "games", "won", "drawn", "share won", "95 % interval", title=title)
    for name in sorted(DEMO_PLAYERS, key=lambda player: -won[player]):
        low, high = _wilson(won[name], played[name])
        table.add_row(
            name,
            str(played[name]),
            str(won[name]),
            str(drawn[name]),
            f"{won[name] / played[name]:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    console.print(table)


def main() -> None:
    """What the command ``otherminds`` runs."""
    try:
        cli(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"otherminds: {error.format_message()}", err=True)
        sys.exit(2)
    except OthermindsError as error:
        click.echo(f"otherminds: {error}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("otherminds: interrupted.", err=True)
        sys.exit(130)
