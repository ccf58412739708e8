"""What there is and how fast it is."""

from __future__ import annotations

import time

import click
from rich.table import Table

from otherminds import _core
from otherminds.cli.terminal import Count, Terminal
from otherminds.contracts import OptionError
from otherminds.games import game_names, load, parse_game
from otherminds.search import Nothing, Search

__all__ = ["bench", "games", "perft"]


@click.command()
def games() -> None:
    """List the games.

    Example: otherminds games
    """
    listed = Table("game", "seats", "actions", "hidden facts", "options")
    for name in game_names():
        game = load(name)
        options = ", ".join(f"{option}={value}" for option, value in game.options.items())
        hides = "no" if game.perfect_information else "yes"
        listed.add_row(name, str(game.seats), str(game.action_count), hides, options)
    Terminal().print(listed)


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option(
    "--depth",
    type=Count(1, 1_000),
    default=8,
    show_default=True,
    help="How many moves to look ahead.",
)
def perft(game_text: str, depth: int) -> None:
    """Count the positions at each depth: the sharpest test of rules.

    Example: otherminds perft othello --depth 12
    """
    state = parse_game(game_text).initial_state()
    if not isinstance(state, _core.State):
        raise OptionError(f"{game_text} is written in Python; perft counts native games.")
    counted = Table("depth", "positions", "a second", title=f"Perft of {game_text}")
    for level in range(1, depth + 1):
        start = time.perf_counter()
        positions = state.perft(level)
        speed = positions / max(time.perf_counter() - start, 1e-9)
        counted.add_row(str(level), f"{positions:,}", f"{speed:,.0f}")
    Terminal().print(counted)


@click.command()
@click.argument("game_text", metavar="[GAME]", default="othello")
@click.option("--seconds", default=1.0, show_default=True, help="Time for each measurement.")
def bench(game_text: str, seconds: float) -> None:
    """Measure how fast a game is played and searched on this machine.

    Example: otherminds bench bazaar
    """
    game = parse_game(game_text)
    if not seconds > 0:
        raise OptionError("A measurement takes more than 0 seconds.")
    measured = Table("what", "a second", title=f"{game!r}, one core")
    if isinstance(game, _core.Game):
        played, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            game.playouts(1_000, played)
            played += 1_000
        measured.add_row("random games", f"{played / (time.process_time() - start):,.0f}")
    state = game.initial_state()
    rng = _core.Stream(0).rng()
    while state.actor() < 0:
        state.apply_action(state.sample_outcome(rng))
    # The speed of the search alone, without that of drawing worlds.
    result = Search(hidden=Nothing(peek=True), seconds=seconds).run(state)
    measured.add_row("search iterations", f"{result.iterations / result.seconds:,.0f}")
    Terminal().print(measured)
