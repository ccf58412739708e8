"""What is known of a learned model, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from otherminds.arena.findings import game_words
from otherminds.cli.terminal import Terminal
from otherminds.contracts import FormatError, Game
from otherminds.learn import LearnedTypes

__all__ = ["show_model", "show_types"]

_MEANING = {
    "softmax": "a network that says what is played",
    "sigmoid": "a network that scores each action by itself",
    "frequency": "how often each action is chosen when it is legal",
    "value": "a network that says what positions are worth",
}


def show_model(game: Game, kind: str, card: Mapping[str, Any], path: str | None) -> None:
    """Print the card of a model.

    Raises:
        FormatError: the card lacks what ours have.
    """
    console = Terminal()
    try:
        head = f"{_MEANING[kind].capitalize()}, of {game_words(game)}."
        layers = f" Layers: {' and '.join(map(str, card['layers']))}." if "layers" in card else ""
        console.print(Text(head + layers), soft_wrap=True)
        console.print(
            Text(
                f"{card['decisions']:,} decisions in {card['games']:,} games"
                + (f" of {', '.join(card['data'])}" if card["data"] else "")
                + f", {card['date']}."
            ),
            soft_wrap=True,
        )
        baseline = "mean of all" if kind == "value" else "frequency"
        rows = {"this model": card["fit"]}
        if kind != "frequency":
            rows[baseline] = card["baseline"]
        console.print(_fits(f"Judged by {card['folds']} parts, each by models of the others", rows))
        if card["curve"]:
            steps = {f"{step['games']:,} games": step["fit"] for step in card["curve"]}
            console.print(_fits("By how many games were learned from", steps))
        console.print(_calibration(card["fit"]["calibration"], kind))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise FormatError("The card of this model lacks what cards of ours have.") from error
    if path:
        console.print(Text(f"network({path!r})"), soft_wrap=True)


def show_types(learned: LearnedTypes, text: str) -> None:
    """Print how well a type distribution fits."""
    console = Terminal()
    fit = learned.fit
    console.print(f"{fit.decisions:,} decisions in {fit.games:,} games.")
    rows = {"types": fit.to_dict(), "frequency": learned.counted.to_dict()}
    console.print(_fits("Judged by games that were not learned from", rows))
    console.print(_calibration(fit.to_dict()["calibration"], "types"))
    console.print(Text(text), soft_wrap=True)


def _table(title: str, head: Sequence[str]) -> Table:
    table = Table(title=Text(title), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if place else "left", no_wrap=True)
    return table


def _fits(title: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    of_values = not next(iter(rows.values()))["top"]
    loss = "cross-entropy"
    table = _table(
        title, ["", "error", loss] if of_values else ["", "top 1", "top 3", "top 10", loss]
    )
    for name, fit in rows.items():
        entropy = _with_margin(fit["loss"], 3)
        if of_values:
            table.add_row(name, _with_margin(fit["error"], 3), entropy)
        else:
            tops = [_with_margin(fit["top"][most], 1, "%") for most in ("1", "3", "10")]
            table.add_row(name, *tops, entropy)
    return table


def _with_margin(found: Sequence[float], places: int, unit: str = "") -> str:
    """A number with half its 95% interval, narrow enough for eighty columns."""
    factor = 100 if unit else 1
    number, low, high = (float(each) * factor for each in found)
    return f"{number:.{places}f}{unit} ±{(high - low) / 2:.{places}f}"


def _calibration(bins: Sequence[Mapping[str, Any]], kind: str) -> Table:
    came = "mean return" if kind == "value" else "chosen"
    table = _table("Calibration: what it says and what comes", ["said", "mean", came, "count"])
    for each in bins:
        low = float(each["low"])
        table.add_row(
            f"{low:.0%} to {low + 0.1:.0%}",
            f"{float(each['said']):.1%}",
            f"{float(each['came']):.1%}",
            f"{int(each['count']):,}",
        )
    return table
