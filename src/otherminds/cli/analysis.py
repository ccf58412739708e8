"""What a search thinks of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from otherminds.arena.metrics import replayed
from otherminds.arena.store import Store
from otherminds.cli.arena import choose_experiment
from otherminds.errors import FormatError, OptionError
from otherminds.games import CHANCE
from otherminds.search import Search
from otherminds.specs import parse_game, parse_player

__all__ = ["analyse"]


def _position(
    game_text: str | None, moves: str, state: str | None, stored: str | None, match: int, ply: int
) -> Any:
    """A position from moves, from a saved state, or out of a results file."""
    if stored:
        with Store(stored) as store:
            found = choose_experiment(store, None)
            rows = list(store.rows(found.number))
        if not 0 <= match < len(rows):
            raise OptionError(f"There are {len(rows)} matches; the first is 0.")
        states = list(replayed(found.experiment, rows[match]).states())
        if not 0 <= ply < len(states):
            raise OptionError(f"The match has {len(states)} positions; the first is 0.")
        return states[ply]
    if game_text is None:
        raise OptionError("Name a game, or a results file by --store.")
    game = parse_game(game_text)
    if state:
        return game.state_from_json(Path(state).read_text(encoding="utf-8"))
    position = game.initial_state()
    for text in filter(None, (part.strip() for part in moves.split(","))):
        chance = position.actor() == CHANCE
        move = game.parse_outcome(text) if chance else game.parse_action(text)
        position.apply_action(move)
    return position


@click.command()
@click.argument("game_text", metavar="[GAME]", required=False)
@click.option("--moves", default="", help="Moves from the start, separated by commas.")
@click.option("--state", help="A file with the JSON of a state.")
@click.option("--store", "stored", help="A results file; --match and --ply choose the position.")
@click.option("--match", "match_number", default=0, help="Which stored match.")
@click.option("--ply", default=0, help="Which position of it.")
@click.option("--agent", default="search(iterations=20000)", show_default=True, help="Who thinks.")
@click.option("--seed", default=0, show_default=True, help="Decides the search.")
def analyse(
    game_text: str | None,
    moves: str,
    state: str | None,
    stored: str | None,
    match_number: int,
    ply: int,
    agent: str,
    seed: int,
) -> None:
    """Rank the moves of a position. The search sees all of it, hidden facts included.

    Example: otherminds analyse othello --moves "f5, d6, c3" --agent "search(iterations=50000)"
    """
    position = _position(game_text, moves, state, stored, match_number, ply)
    game = position.game
    searcher = parse_player(agent, game)
    if not isinstance(searcher, Search):
        raise FormatError(f"{agent} does not search; write for example search(iterations=20000).")
    result = searcher.run(position, seed=seed)
    console = Console()
    console.print(str(position), highlight=False)
    ranked = Table("move", "visits", "share", "value", title=f"seat {result.seat} to move")
    for action in sorted(result.actions, key=lambda a: -a.visits):
        share = f"{action.visits / result.iterations:.1%}"
        name = game.action_text(action.action)
        ranked.add_row(name, f"{action.visits:,}", share, f"{action.value:+.3f}")
    console.print(ranked)
    console.print("Expected line: " + ", ".join(result.line_text(position)), highlight=False)
    speed = result.iterations / result.seconds
    summary = f"{result.iterations:,} iterations, depth {result.depth}, {speed:,.0f} a second"
    console.print(summary, style="dim")
