"""Perfect play from a position of Othello."""

from __future__ import annotations

import time

import click

from otherminds.cli.terminal import Count, Terminal
from otherminds.games import parse_game
from otherminds.games.othello import solve as solve_othello

__all__ = ["solve"]


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--moves", default="", help="Moves from the start, separated by commas.")
@click.option(
    "--memory",
    type=Count(1, 65_536),
    default=256,
    show_default=True,
    help="Mebibytes for known positions.",
)
@click.option("--nodes", type=Count(1, 10**15), help="Give up after this many positions.")
def solve(game_text: str, moves: str, memory: int, nodes: int | None) -> None:
    """Play a position of Othello out perfectly, by search to the end of the game.

    Example: otherminds solve "othello(size=4)" --moves "b1, a1"
    """
    game = parse_game(game_text)
    position = game.initial_state()
    for text in filter(None, (part.strip() for part in moves.split(","))):
        position.apply_action(game.parse_action(text))
    console = Terminal()
    start = time.perf_counter()
    with console.status("Searching to the end of the game ..."):
        solution = solve_othello(position, memory=memory, nodes=nodes)
    seconds = time.perf_counter() - start
    console.print(str(position))
    console.print(f"Score: {solution.score:+d} discs for the side to move")
    line = ", ".join(game.action_text(action) for action in solution.line)
    console.print(f"Perfect play: {line or 'the game is over'}", soft_wrap=True)
    speed = solution.nodes / max(seconds, 1e-9)
    summary = f"{solution.nodes:,} nodes in {seconds:.1f} seconds, {speed:,.0f} per second"
    console.print(summary, style="dim")
