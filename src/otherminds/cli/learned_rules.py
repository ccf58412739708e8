"""A list of rules for Hanabi from recorded games, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from rich.text import Text

from otherminds.agents import parse_player, player_text
from otherminds.arena.recorded import PERSON
from otherminds.cli.recorded_games import games_in
from otherminds.cli.records import is_played, is_store
from otherminds.cli.terminal import Terminal
from otherminds.contracts import Game, OptionError, Policy
from otherminds.contracts.files import write_whole
from otherminds.games import load
from otherminds.learn import ceiling, decisions_of, learn_rules

__all__ = ["learn_rule_list"]

LEARNED = 0.8
"""The share of the games that is learned from; the others judge."""


def _policy(player: str, files: tuple[str, ...]) -> Policy | None:
    """The player itself, where it is a policy that can be asked."""
    if not player or player == PERSON or not all(is_played(f) or is_store(f) for f in files):
        return None
    recipe = parse_player(player, load("hanabi"))
    return recipe if isinstance(recipe, Policy) else None


def learn_rule_list(
    game: Game,
    files: tuple[str, ...],
    player: str,
    restarts: int,
    seed: int,
    path: str | None,
    imports: bool,
) -> None:
    """Learn, show and keep a list of rules."""
    if not player and any(map(is_store, files)):
        raise OptionError("Say whom to learn from a results file: --player iggi.")
    records = games_in(files, game, player, imports=imports, any_options=True)
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
