"""Learn how a player plays, from its games."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.text import Text

from otherminds.agents import parse_player, player_text
from otherminds.arena.recorded import PERSON
from otherminds.cli.recorded_games import records_in
from otherminds.cli.records import is_played, is_store
from otherminds.cli.stored import allow_imports
from otherminds.cli.terminal import Count, Terminal
from otherminds.contracts import OptionError, Policy
from otherminds.contracts.files import write_whole
from otherminds.games import load, parse_game
from otherminds.learn import ceiling, decisions_of, learn_rules

__all__ = ["learn"]

LEARNED = 0.8
"""The share of the games that is learned from; the others judge."""


def _policy(player: str, files: tuple[str, ...]) -> Policy | None:
    """The player itself, where it is a policy that can be asked."""
    if not player or player == PERSON or not all(is_played(f) or is_store(f) for f in files):
        return None
    recipe = parse_player(player, load("hanabi"))
    return recipe if isinstance(recipe, Policy) else None


@click.command()
@click.argument("game_text", metavar="GAME", default="hanabi")
@click.option(
    "--from",
    "files",
    multiple=True,
    help="A results file, games of yours (.jsonl), a game of hanab.live (.json) or games of the "
    "AH2AC2 challenge (.safetensors); repeatable.",
)
@click.option(
    "--player",
    default="",
    help="Whom to learn: as in --agents, or the name of a person; by default all people.",
)
@click.option(
    "--restarts",
    type=Count(1, 1_000_000),
    default=10,
    show_default=True,
    help="Runs; the best list is kept.",
)
@click.option("--seed", default=0, show_default=True, help="Decides the learning.")
@click.option("--save", "path", help="Also write the list and its numbers to this .json file.")
@allow_imports
def learn(
    game_text: str,
    files: tuple[str, ...],
    player: str,
    restarts: int,
    seed: int,
    path: str | None,
    imports: bool,
) -> None:
    """Learn a list of rules that decides as a player of recorded games did.

    Four fifths of the games are learned from, the others judge the list by its agreement: the mean
    probability that it does what was done. A player that draws its moves at random does not even
    agree with itself, so its own agreement is the ceiling; it is shown where it can be computed.
    The last line is a player: paste it into --agents, or into policies(...) as the model of a
    partner.

    Example: otherminds learn hanabi --from results.db --player iggi
    """
    game = parse_game(game_text)
    if game.name != "hanabi":
        raise OptionError(f"Rules are learned from games of hanabi, not of {game.name}.")
    if not files:
        raise OptionError("Name a file of games: --from results.db.")
    if path and not Path(path).absolute().parent.is_dir():
        raise OptionError(f"There is no folder for {path!r}.")
    if not player and any(map(is_store, files)):
        raise OptionError("Say whom to learn from a results file: --player iggi.")
    records = [
        record
        for file in files
        for record in records_in(file, game, player, imports=imports, any_options=True)
    ]
    with Terminal(stderr=True).status(f"Learning from {len(records):,} games ..."):
        decisions = decisions_of(records)
        learned = learn_rules(decisions, restarts=restarts, seed=seed)
        policy = _policy(player, files)
        judged = records[round(LEARNED * len(records)) :]
        own = ceiling(judged, policy) if policy and judged else None
    spec = player_text(learned.policy)
    console = Terminal()
    plural = "game" if len(records) == 1 else "games"
    console.print(f"{len(decisions):,} decisions in {len(records):,} {plural}.")
    for place, rule in enumerate(learned.rules):
        console.print(f"{place + 1:3} {rule}")
    told = f"Agreement: {learned.agreement:.1%} where it was learned"
    if learned.held_out is not None:
        told += f", {learned.held_out:.1%} in held-out games"
    if own is not None:
        told += f"; {player} agrees with itself at {own:.1%}"
    console.print(f"{told}.", soft_wrap=True)
    console.print(Text(spec), soft_wrap=True)
    if path:
        values = {
            "player": spec,
            "rules": learned.rules,
            "agreement": learned.agreement,
            "held_out": learned.held_out,
            "ceiling": own,
            "decisions": len(decisions),
            "games": len(records),
        }
        write_whole(Path(path), json.dumps(values, indent=2) + "\n")
