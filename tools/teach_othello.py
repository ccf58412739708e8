"""Teaches the patterns by which Othello positions are judged, by games against themselves.

    python tools/teach_othello.py --openings WTH_1994.wtb --openings WTH_2012.wtb

Lessons of many games follow each other at a falling rate; half of the games begin along an opening
of the files named, where there are any (people's games in the WTHOR format). Run the command again
to go on where it was ended; the same options give the same weights. At the end they are written to
``core/games/othello/patterns.bin``, which the next build takes into the library, and what they were
made of to ``patterns.json`` beside it.
"""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from otherminds import _core
from otherminds.contracts import OptionError
from otherminds.interop.wthor import read_wthor

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "core" / "games" / "othello" / "patterns.bin"
CARD = WEIGHTS.with_suffix(".json")

PASS = 64
OPENING_MOVES = 40
"""Moves of a person's game that count as its opening."""

UNIT = 128
"""A disc is so many of the whole numbers that are stored."""


def openings_of(paths: Sequence[Path]) -> list[list[int]]:
    """The beginnings of people's games, as squares."""
    return [
        [square for square in game.actions[:OPENING_MOVES] if square != PASS]
        for path in paths
        for game in read_wthor(path).games
    ]


def stored(weights: bytes) -> bytes:
    """The weights as 16-bit numbers, in the order of x86 and ARM."""
    least, most = -(2**15), 2**15 - 1
    numbers = array("f", weights)
    return array("h", (max(least, min(most, round(UNIT * each))) for each in numbers)).tobytes()


class Lessons:
    """Weights, and how far they have got; kept on disk after every lesson."""

    def __init__(self, folder: Path, options: dict[str, Any]) -> None:
        """Go on with what the folder holds, if it was made with the same options."""
        self.options = options
        self.weights = bytes(4 * _core.OTHELLO_PATTERN_STAGES * _core.OTHELLO_PATTERN_SLOTS)
        self.errors: list[float] = []
        key = hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:16]
        self._path = folder / f"othello-{key}.weights"
        if self._path.exists():
            header, _, self.weights = self._path.read_bytes().partition(b"\n")
            self.errors = json.loads(header)

    def give(self, openings: list[list[int]]) -> None:
        """One more lesson."""
        number, options = len(self.errors), self.options
        fall = number / max(options["lessons"] - 1, 1)
        rate = options["first_rate"] * (options["last_rate"] / options["first_rate"]) ** fall
        self.weights, (positions, squared) = _core.teach_othello(
            self.weights,
            openings,
            games=options["games"],
            seed=options["seed"] + number,
            rate=rate,
            trace=options["trace"],
            explore=options["explore"],
            random_moves=options["random_moves"],
            exact=options["exact"],
        )
        self.errors.append(math.sqrt(squared / max(positions, 1)))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_suffix(".new")
        beside.write_bytes(json.dumps(self.errors).encode() + b"\n" + self.weights)
        beside.replace(self._path)


@click.command(help=__doc__)
@click.option("--openings", multiple=True, type=click.Path(exists=True, path_type=Path))
@click.option("--lessons", default=50, show_default=True, help="One after the other.")
@click.option("--games", default=10_000, show_default=True, help="In a lesson.")
@click.option("--seed", default=100, show_default=True)
@click.option("--first-rate", default=0.6, show_default=True, help="Share of an error mended.")
@click.option("--last-rate", default=0.05, show_default=True)
@click.option("--trace", default=0.7, show_default=True, help="Lambda of the differences.")
@click.option("--explore", default=0.03, show_default=True, help="Chance of a random move.")
@click.option("--random-moves", default=12, show_default=True, help="At most, at the start.")
@click.option("--exact", default=8, show_default=True, help="Empty squares played perfectly.")
@click.option("--work", default=ROOT / "build" / "taught", type=click.Path(path_type=Path))
@click.option("--write/--no-write", default=True, help="Write the weights into the sources.")
def main(openings: tuple[Path, ...], work: Path, write: bool, **options: Any) -> None:
    if options["lessons"] < 1 or not 0 < options["last_rate"] <= options["first_rate"]:
        raise click.UsageError("Give at least one lesson, and rates above 0 that do not rise.")
    beginnings = openings_of(openings)
    options["openings"] = sorted(path.name for path in openings)
    lessons = Lessons(work, options)
    try:
        while len(lessons.errors) < options["lessons"]:
            lessons.give(beginnings)
            click.echo(f"lesson {len(lessons.errors)}: wrong by {lessons.errors[-1]:.2f} discs")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    if not write:
        return
    WEIGHTS.write_bytes(stored(lessons.weights))
    card = {
        "what": "Weights of Othello's patterns, by which `patterns` judges a position",
        "made_by": "tools/teach_othello.py",
        "on": datetime.now(UTC).date().isoformat(),
        "options": options,
        "games": options["lessons"] * options["games"],
        "openings": len(beginnings),
        "error_in_discs": [round(error, 3) for error in lessons.errors],
        "sha256": hashlib.sha256(WEIGHTS.read_bytes()).hexdigest(),
    }
    CARD.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
