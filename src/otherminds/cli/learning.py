"""Learn a model from recorded games."""

from __future__ import annotations

import json
from pathlib import Path

import click

from otherminds.agents import player_text
from otherminds.cli.learned_rules import learn_rule_list
from otherminds.cli.model_reports import show_model, show_types
from otherminds.cli.recorded_games import games_in
from otherminds.cli.stored import allow_imports
from otherminds.cli.terminal import Count, Terminal
from otherminds.contracts import Game, OptionError
from otherminds.contracts.files import write_whole
from otherminds.games import parse_game
from otherminds.learn import Record, Settings, learn_model, learn_type_model

__all__ = ["learn"]

_MODELS = ("network", "sigmoid", "frequency", "value", "types", "rules")


@click.command()
@click.argument("game_text", metavar="GAME", default="hanabi")
@click.option(
    "--from",
    "files",
    multiple=True,
    help="A results file, games of yours (.jsonl), a game of hanab.live (.json), games of Othello "
    "(.wtb, .ggf) or of the AH2AC2 challenge (.safetensors); repeatable.",
)
@click.option(
    "--model",
    type=click.Choice(_MODELS),
    help="What is learned: a network that says what is played; one that scores each action by "
    "itself (sigmoid); how often each action is chosen (frequency); what positions are worth "
    "(value); what kinds of actions are chosen (types); a list of rules, in Hanabi. "
    "[default: rules in Hanabi, else network]",
)
@click.option(
    "--player",
    default="",
    help="Whom to learn: as in --agents, or the name of a person; by default all people.",
)
@click.option("--to", "--save", "path", help="Write the model to this file.")
@click.option(
    "--folds",
    type=Count(2, 1_000),
    default=5,
    show_default=True,
    help="Into how many parts the games are split, each of which judges once.",
)
@click.option(
    "--passes",
    type=Count(1, 10_000),
    default=Settings.passes,
    show_default=True,
    help="How often a network sees the games at most.",
)
@click.option(
    "--layers",
    default="128,64",
    show_default=True,
    help="Units of the two layers of a network.",
)
@click.option("--curve/--no-curve", default=True, help="Learn from fewer games, too.")
@click.option(
    "--restarts",
    type=Count(1, 1_000_000),
    default=10,
    show_default=True,
    help="Runs for a list of rules; the best list is kept.",
)
@click.option("--seed", default=0, show_default=True, help="Decides the learning.")
@allow_imports
def learn(
    game_text: str,
    files: tuple[str, ...],
    model: str | None,
    player: str,
    path: str | None,
    folds: int,
    passes: int,
    layers: str,
    curve: bool,
    restarts: int,
    seed: int,
    imports: bool,
) -> None:
    """Learn how players play, or what positions are worth, from recorded games.

    A model is judged by games that it has not learned from: the games are split into parts, each
    judges a model that learned from the others, and the file holds one that learned from all. Where
    a training with --to is killed, the same command goes on from where it was.

    A list of rules is judged by its agreement: the mean probability that it does what was done in
    the last fifth of the games. A player that draws its moves at random does not even agree with
    itself, so its own agreement is the ceiling; it is shown where it can be computed. The last line
    is a player: paste it into --agents, or into policies(...) as the model of a partner.

    Example: otherminds learn othello --from WTH_2012.wtb --to people.om
    """
    game = parse_game(game_text)
    chosen = model or ("rules" if game.name == "hanabi" else "network")
    if chosen == "rules" and game.name != "hanabi":
        raise OptionError(f"Rules are learned from games of hanabi, not of {game.name}.")
    if not files:
        raise OptionError("Name a file of games: --from results.db.")
    if path and not Path(path).absolute().parent.is_dir():
        raise OptionError(f"There is no folder for {path!r}.")
    if chosen == "rules":
        learn_rule_list(game, files, player, restarts, seed, path, imports)
        return
    records = games_in(files, game, player, imports=imports)
    if chosen == "types":
        _types(records, folds, seed, path)
        return
    settings = Settings(
        kind=chosen if chosen in ("sigmoid", "value") else "softmax",
        layers=_layers(layers),
        passes=passes,
        seed=seed,
    )
    _network(game, records, settings, chosen == "frequency", folds, curve, files, path)


def _layers(text: str) -> tuple[int, int]:
    sizes = [part.strip() for part in text.split(",")]
    if len(sizes) != 2 or not all(part.isdecimal() for part in sizes):
        raise OptionError(f"Layers are two whole numbers like 128,64, not {text!r}.")
    return int(sizes[0]), int(sizes[1])


def _network(
    game: Game,
    records: list[Record],
    settings: Settings,
    counts: bool,
    folds: int,
    curve: bool,
    files: tuple[str, ...],
    path: str | None,
) -> None:
    with Terminal(stderr=True).status(f"Learning from {len(records):,} games ...") as status:
        learned = learn_model(
            records,
            settings,
            counts=counts,
            folds=folds,
            curve=curve,
            data=[Path(file).name for file in files],
            checkpoints=f"{path}.training" if path and not counts else None,
            progress=status.update,
        )
        if path:
            learned.write(path)
    show_model(game, learned.kind, learned.card, path)


def _types(records: list[Record], folds: int, seed: int, path: str | None) -> None:
    with Terminal(stderr=True).status(f"Learning from {len(records):,} games ..."):
        learned = learn_type_model(records, folds=folds, seed=seed)
    text = player_text(learned.distribution)
    show_types(learned, text)
    if path:
        values = {
            "player": text,
            "fit": learned.fit.to_dict(),
            "baseline": learned.counted.to_dict(),
        }
        write_whole(Path(path), json.dumps(values, indent=2) + "\n")
