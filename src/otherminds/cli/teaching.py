"""Teach networks by self-play."""

from __future__ import annotations

import click
from rich import box
from rich.table import Table
from rich.text import Text

from otherminds.agents import player_text
from otherminds.cli.terminal import Count, Terminal
from otherminds.games import parse_game
from otherminds.learn import Generation, SelfPlay, Settings, teach_by_self_play

__all__ = ["teach"]

_PLAN = SelfPlay()


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--to", "folder", required=True, help="The folder for games, networks and results.")
@click.option(
    "--generations",
    type=Count(1, 100_000),
    default=5,
    show_default=True,
    help="How many there are to be in the folder at the end.",
)
@click.option(
    "--games",
    type=Count(3, 10_000_000),
    default=_PLAN.games,
    show_default=True,
    help="Of a generation with itself.",
)
@click.option(
    "--iterations",
    type=Count(1, 10_000_000),
    default=_PLAN.iterations,
    show_default=True,
    help="Of the search in these games.",
)
@click.option(
    "--gate",
    type=Count(2, 10_000_000),
    default=_PLAN.gate,
    show_default=True,
    help="Games of a challenger against the best so far.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=_PLAN.seconds,
    show_default=True,
    help="That each of the two thinks per move there.",
)
@click.option(
    "--passes",
    type=Count(1, 10_000),
    default=_PLAN.settings.passes,
    show_default=True,
    help="How often a network sees the games at most.",
)
@click.option("--workers", type=Count(0, 4096), default=0, help="Processes to play in.")
@click.option("--seed", default=0, show_default=True, help="Decides all but what time decides.")
def teach(
    game_text: str,
    folder: str,
    generations: int,
    games: int,
    iterations: int,
    gate: int,
    seconds: float,
    passes: int,
    workers: int,
    seed: int,
) -> None:
    """Teach networks by self-play: search teaches network teaches search.

    Each generation plays games of the best player so far against itself, teaches a prior and an
    evaluation with them, and challenges the best in a tournament with equal time for both; it takes
    the place of the best if it wins more than half. What the folder holds is not done again: a loop
    that was killed goes on, and one that ended goes on with more --generations.

    Example: otherminds teach othello --to school --generations 3
    """
    game = parse_game(game_text)
    plan = SelfPlay(
        games=games,
        iterations=iterations,
        gate=gate,
        seconds=seconds,
        settings=Settings(passes=passes),
        seed=seed,
    )
    with Terminal(stderr=True).status("Beginning ...") as status:
        found = teach_by_self_play(
            game, folder, generations, plan, workers=workers, progress=status.update
        )
    console = Terminal()
    console.print(_table(found, gate))
    accepted = [each for each in found if each.accepted]
    if accepted:
        console.print(Text(player_text(accepted[-1].player(seconds=seconds))), soft_wrap=True)
    else:
        console.print("No challenger has won: the best player is the search without networks.")


def _table(found: list[Generation], gate: int) -> Table:
    table = Table(
        title=Text(f"Challengers, {gate:,} games each at equal time"),
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    for place, name in enumerate(("generation", "won of the best", "")):
        table.add_column(name, justify="right" if place < 2 else "left", no_wrap=True)
    for each in found:
        verdict = "is the new best" if each.accepted else "is not better"
        table.add_row(str(each.number), f"{each.share:.1%}", verdict)
    return table
