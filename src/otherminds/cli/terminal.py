"""What reaches the terminal: text from outside is shown as it is, and commands nothing.

Names, options, reasons and paths come from people, files and agents. Square brackets in them are no
markup, and characters that a terminal would obey rather than show are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

__all__ = ["Count", "Terminal", "say", "shown"]

# Control characters but for line ends and tabs; marks that turn the direction of writing; halves of
# characters, which cannot be encoded.
_OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    r"""A text without what a terminal would obey.

    Examples:
        >>> shown("\x1b[31mred\x07")
        '?[31mred?'
    """
    return _OBEYED.sub("?", text)


def say(text: str, *, err: bool = False) -> None:
    """Print a line or several."""
    click.echo(shown(text), err=err)


class Terminal(Console):
    """A console on which texts are texts."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is written for something that can be shown; control codes are only ours."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=shown(segment.text))


class Count(click.ParamType[int]):
    """A whole number within bounds.

    Args:
        least: the least that is accepted.
        most: the greatest.
    """

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that is written; a sentence for anything else."""
        try:
            number = int(value)
        except (TypeError, ValueError):  # also for thousands of digits
            number = None
        if number is None or not self._least <= number <= self._most:
            written = str(value) if len(str(value)) <= 40 else f"{str(value)[:40]}..."
            self.fail(
                f"{written} is not a whole number from {self._least:,} to {self._most:,}.",
                param,
                ctx,
            )
        return number
