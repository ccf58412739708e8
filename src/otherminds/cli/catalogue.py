"""Who can play: the catalogue of a game on the command line."""

from __future__ import annotations

import json
import os
import platform
import textwrap
from typing import Any

import click

from otherminds.agents.catalogue import Catalogue, Entry
from otherminds.agents.catalogue import agents as catalogue_of
from otherminds.agents.costs import unmeasured, write_costs
from otherminds.agents.measuring import measure
from otherminds.cli.terminal import say
from otherminds.contracts import Game, OptionError
from otherminds.games import game_names, parse_game

__all__ = ["agents"]

_WIDTH = 80
_EVERYWHERE = """\
In every game also: search(iterations=N, ...), evolve(iterations=N, ...),
exhaustive(depth=N, ...), delegate(...), careless(PLAYER, 0.2) and
package.Class(option=1) of your own.
"""


@click.command()
@click.argument("game_text", metavar="[GAME]", default="")
@click.argument("name", metavar="[NAME]", default="")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option(
    "--measure", "measuring", is_flag=True, help="Measure what a move costs, and keep it."
)
@click.option("--model", "model_file", help="Describe a learned model of the game: its file.")
def agents(
    game_text: str, name: str, as_json: bool, measuring: bool, model_file: str | None
) -> None:
    """List who can play a game, show one agent in full, or describe a learned model.

    Example: otherminds agents catan tmcts
    """
    if model_file is not None:
        _describe_model(game_text, model_file, as_json)
        return
    if not game_text:
        if as_json:
            every = [catalogue_of(each).to_dict() for each in game_names()]
            click.echo(json.dumps(every, indent=2))
            return
        for each in game_names():
            known = catalogue_of(each)
            others = ", ".join(other for other in known if other != "best")
            say(_wrapped(f"{each}: best is {known.best}; {others}", "  "))
        say(f"\n{_EVERYWHERE}More: otherminds agents GAME")
        return
    game = parse_game(game_text)
    catalogue = catalogue_of(game)
    if measuring:
        _measure(game, catalogue, name)
        catalogue = catalogue_of(game)
    if name:
        entry = catalogue.find(name)
        say(json.dumps(entry.to_dict(), indent=2) if as_json else _in_full(game, entry))
    elif as_json:
        click.echo(json.dumps(catalogue.to_dict(), indent=2))
    else:
        say("\n\n".join(map(_in_short, catalogue.values())))
        say(
            f"\n{_EVERYWHERE}One in full: otherminds agents {game_text} {catalogue.entries[0].name}"
        )


def _describe_model(game_text: str, path: str, as_json: bool) -> None:
    """Its card, once it is known to play the game that is named."""
    from otherminds.cli.model_reports import show_model
    from otherminds.learn import read_model

    model = read_model(path)
    game = parse_game(game_text or _game_of(model.game, dict(model.card)))
    if game.name != model.game:
        raise OptionError(f"{path} is a model of {model.game}, not of {game.name}.")
    if as_json:
        told = {"game": model.game, "kind": model.kind, "checksum": model.checksum}
        click.echo(json.dumps({**told, "card": dict(model.card)}, indent=2))
    else:
        show_model(game, model.kind, model.card, path)


def _game_of(name: str, card: dict[str, Any]) -> str:
    """The game that a card names, as it is written."""
    options = card.get("options")
    if not isinstance(options, dict) or not options:
        return name
    return f"{name}({', '.join(f'{option}={value!r}' for option, value in options.items())})"


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(
        text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _facts(entry: Entry) -> str:
    cost = f"; {entry.cost_text.rstrip('.')}" if entry.cost_text else ""
    added = f"; added by {entry.added_by}" if entry.added_by else ""
    return f"{entry.source}{added}; {entry.honesty}{cost}."


def _in_short(entry: Entry) -> str:
    lines = [entry.summary, _facts(entry)]
    shown = [_wrapped(f"    {line}", "    ") for line in lines]
    return "\n".join([_wrapped(entry.head, "    "), *shown])


def _in_full(game: Game, entry: Entry) -> str:
    rows = {
        "source": entry.source,
        "from": entry.module,
        "sees": entry.honesty,
        "cost": entry.cost_text.removeprefix("cost ") or "not measured",
    }
    if entry.added_by:
        rows["added by"] = entry.added_by
    options = [
        f"  {option.name}: {option.accepted}; {option.default_text} by default. {option.summary}"
        + (" For experiments about that program only." if option.quirk else "")
        for option in entry.options
    ]
    return "\n".join(
        [
            _wrapped(entry.text, "    "),
            "",
            entry.description,
            "",
            *(_wrapped(f"{name}: {value}", "    ") for name, value in rows.items()),
            *(["options:", *(_wrapped(line, "    ") for line in options)] if options else []),
            "recipe:",
            _wrapped(f"  {entry.player().recipe(game)!r}", "    "),
        ]
    )


def _measure(game: Game, catalogue: Catalogue, name: str) -> None:
    """Measure one agent or all, at their defaults, and keep it in the package's file."""
    measured = {entry.name: entry.cost for entry in catalogue.values() if entry.cost is not None}
    reasons = dict(unmeasured(game.name))
    for entry in [catalogue.find(name)] if name else catalogue.values():
        measured.pop(entry.name, None)
        reasons.pop(entry.name, None)
        try:
            measured[entry.name] = measure(game, entry)
        except OptionError as error:  # it needs more players, or a list of rules
            reasons[entry.name] = str(error)
            say(f"{entry.name}: not measured. {error}", err=True)
            continue
        say(f"{entry.name}: {measured[entry.name]} per move", err=True)
    load = f"load average {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores"
    write_costs(game.name, measured, reasons, f"{platform.machine()}, one core, {load}")
