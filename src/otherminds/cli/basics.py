"""What there is and how fast it is."""

from __future__ import annotations

import inspect
import shlex
import textwrap
import time

import click
from rich.table import Table

from otherminds import _core
from otherminds.agents.catalogue import agents
from otherminds.agents.game_options import game_options
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import Game, OptionError
from otherminds.contracts.writing import text
from otherminds.games import game_names, load, parse_game
from otherminds.games.registry import module_of
from otherminds.games.words import goal
from otherminds.search import Nothing, Search

__all__ = ["bench", "games", "perft"]


_WIDTH = 80


@click.command()
@click.argument("game_text", metavar="[GAME]", default="")
def games(game_text: str) -> None:
    """List the games, or show one: what it is about, its moves, its options.

    Example: otherminds games hanabi
    """
    if game_text:
        say(_in_full(parse_game(game_text), game_text))
        return
    listed = Table("game", "seats", "actions", "hidden facts", "options")
    for name in game_names():
        game = load(name)
        options = ", ".join(f"{option}={value}" for option, value in game.options.items())
        hides = "no" if game.perfect_information else "yes"
        listed.add_row(name, str(game.seats), str(game.action_count), hides, options)
    Terminal().print(listed)
    say("One in full: otherminds games hanabi. To play it: otherminds play hanabi.")


def _in_full(game: Game, written: str) -> str:
    """What a person wants to know before the first game."""
    facts = {
        "seats": f"{game.seats}",
        "goal": goal(game, 0),
        "hidden facts": "no" if game.perfect_information else "yes",
        "kinds of moves": ", ".join(game.action_types),
        "best agent": agents(game).best,
        "to play": f"otherminds play {shlex.quote(written)}",
    }
    rows = [f"{name}: {value}" for name, value in facts.items() if value]
    told = (inspect.getdoc(module_of(game)) or "").split("\n\n")[:2]
    paragraphs = [textwrap.fill(" ".join(each.split()), _WIDTH) for each in told if each]
    lines = [textwrap.fill(row, _WIDTH, subsequent_indent="  ") for row in rows]
    told_options = [
        textwrap.fill(
            f"  {option.name}={text(game.options[option.name])}: {option.accepted}. "
            f"{option.summary}".rstrip(),
            _WIDTH,
            subsequent_indent="    ",
        )
        for option in game_options(game.name)
    ]
    blocks = ["\n".join(lines), "\n".join(["options:", *told_options]) if told_options else ""]
    return "\n\n".join([*paragraphs, *filter(None, blocks)])


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option(
    "--depth",
    type=Count(1, 100),
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
    say(f"Perft of {game_text}\n{'depth':>5} {'positions':>24} {'per second':>16}")
    for level in range(1, depth + 1):  # each as soon as it is known: the next takes much longer
        start = time.perf_counter()
        positions = state.perft(level)
        speed = positions / max(time.perf_counter() - start, 1e-9)
        say(f"{level:>5} {positions:>24,} {speed:>16,.0f}")


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
    measured = Table("what", "per second", title=f"{game!r}, one core")
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
