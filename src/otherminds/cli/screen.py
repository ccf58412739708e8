"""The screen: a frame that fits the terminal, redrawn at each decision.

On a terminal the frame is drawn from the top, never higher than the terminal; what does not fit is
scrolled. Elsewhere, as in a pipe, everything is printed in order and nothing is left out. Lines are
broken between words only.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from shutil import get_terminal_size

import click
from rich.text import Text

from otherminds.cli.boards import Picture, coloured
from otherminds.cli.terminal import Terminal, shown

__all__ = ["Frame", "Laid", "Screen", "layout", "wrapped"]

_NARROWEST = 22
"""Columns that facts need beside a board."""
_NEWS = 3
"""Lines of news for which the board is not scrolled."""
_MESSAGE = 6
"""Lines of an answer that is shown below the board; longer ones have the screen to themselves."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """What a person should see before a move.

    Attributes:
        title: who they are and what for they play.
        picture: the position.
        news: what has happened, a sentence each.
        notes: what they would have written down; shown where there is room.
        foot: what can be done now.
    """

    title: str
    picture: Picture
    news: Sequence[str] = ()
    notes: str = ""
    foot: str = ""


@dataclass(frozen=True)
class Laid:
    """A frame in lines.

    Attributes:
        body: what scrolls where it is too high.
        foot: what stays below it.
        focus: the line of the body to show in any case.
        side: what stays at its right.
        column: where that begins.
    """

    body: list[Text]
    foot: list[Text]
    focus: int = 0
    side: list[Text] = field(default_factory=list)
    column: int = 0

    def drawn(self, rows: int | None, top: int | None, pages: int) -> tuple[list[Text], int]:
        """The lines for so many rows, and the first line of the body that is among them.

        Args:
            rows: of the terminal; None for all.
            top: the first line of the body that was shown; None to begin at the focus.
            pages: how far to scroll from there.
        """
        left = None if rows is None else rows - len(self.foot)
        if left is None or len(self.body) <= left:
            return [*_columns(self.body, self.side, self.column), *self.foot], 0
        left -= 1  # for the line that says so
        begun = self.focus - left // 2 if top is None else top
        top = min(max(begun + pages * max(left - 2, 1), 0), len(self.body) - left)
        where = f"lines {top + 1} to {top + left} of {len(self.body)}"
        keys = Text(f"{where}; PageUp and PageDown scroll", "dim reverse")
        seen = _columns(self.body[top : top + left], self.side[:left], self.column)
        return [*seen, keys, *self.foot], top


def wrapped(text: str, width: int, *, hang: int = 0) -> list[str]:
    """A text in lines that are no longer than the width, broken between words.

    Lines that fit stay as they are, with all their spaces. Only a word that is longer than a line,
    such as a path, is broken itself.

    Args:
        text: one line or several.
        width: columns.
        hang: how far the rest of a broken line is indented.
    """
    lines = []
    for line in shown(text).split("\n"):
        line = line.expandtabs().rstrip()
        if len(line) <= width:
            lines.append(line)
            continue
        indent = " " * min(len(line) - len(line.lstrip()) + hang, width // 3)
        lines += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return lines


def _width(lines: Iterable[str]) -> int:
    return max(map(len, lines), default=0)


def layout(frame: Frame, width: int, rows: int | None) -> Laid:
    """A frame for a terminal of that width; without a number of rows, all of it in order.

    The forms that show most come first; the last one is scrolled.
    """
    pictured = frame.picture
    foot = [Text(line, "dim") for line in wrapped(frame.foot, width)] if frame.foot else []
    title = [Text(line, "bold") for line in wrapped(frame.title, width)]
    news = _news(frame, width)
    if rows is None:
        return Laid([*title, *_stacked(frame, width, notes=True), *news], foot)
    left = rows - len(foot)
    for notes in (True, False):
        body = [*title, *_stacked(frame, width, notes=notes)]
        room = left - len(body)
        if len(news) < room:
            return Laid([*body, Text(), *news], foot)
        if room >= min(len(news), _NEWS):
            return Laid([*body, *_news(frame, width, room)], foot)
    fitting = [b for b in (pictured.board, pictured.small_board) if b and _beside_fits(b, width)]
    for board in fitting:
        if len(board) <= left:
            return _beside(frame, board, width, left, foot)
    if fitting:
        return _beside(frame, fitting[-1], width, rows, [])
    body = [*title, *_stacked(frame, width, notes=False), *news]
    return Laid(body, foot, len(title) + pictured.focus)


def _news(frame: Frame, width: int, rows: int | None = None) -> list[Text]:
    """What has happened; where it does not fit, the latest of it."""
    lines = [line for sentence in frame.news for line in wrapped(sentence, width)]
    if rows is not None and len(lines) > rows:
        lines = ["... (all: news)", *lines[len(lines) - rows + 1 :]] if rows > 1 else []
    return [coloured(line, frame.picture.game) for line in lines]


def _facts(facts: Sequence[str], game: str, width: int) -> list[Text]:
    return [coloured(line, game) for fact in facts for line in wrapped(fact, width, hang=2)]


def _stacked(frame: Frame, width: int, *, notes: bool) -> list[Text]:
    """Board and facts, and notes beside them where they fit, otherwise below."""
    pictured = frame.picture
    lines = [coloured(line, pictured.game, board=True) for line in pictured.board]
    lines += _facts(pictured.facts, pictured.game, width)
    written = frame.notes.split("\n") if notes and frame.notes else []
    if not written:
        return lines
    column = max((line.cell_len for line in lines[: len(written)]), default=0) + 3
    if column + _width(written) > width:
        return [*lines, Text(), *_facts(written, pictured.game, width)]
    return _columns(lines, [coloured(line, pictured.game) for line in written], column)


def _beside_fits(board: Sequence[str], width: int) -> bool:
    return _width(board) + 2 + _NARROWEST <= width


def _beside(frame: Frame, board: Sequence[str], width: int, rows: int, foot: list[Text]) -> Laid:
    """The board, and everything else in a column at its right; the foot too if it is not below."""
    game, column = frame.picture.game, _width(board) + 2
    room = width - column
    if len(board) > rows:
        rows -= 1  # it is scrolled, and a line says so
    facts = frame.picture.facts
    if frame.picture.small_facts and _width(facts) > room:
        facts = frame.picture.small_facts
    side = [Text(line, "bold") for line in wrapped(frame.title, room)]
    side += _facts(facts, game, room)
    last = [] if foot else [Text(line, "dim") for line in wrapped(frame.foot, room)]
    rows -= len(last)
    side = side[: max(rows - min(len(_news(frame, room)), _NEWS), 0)]
    written = frame.notes.split("\n") if frame.notes else []
    if written and _width(written) <= room and len(side) + len(written) + _NEWS < rows:
        side += [Text(), *_facts(written, game, room)]
    news = _news(frame, room, max(rows - len(side), 0))
    side += [Text(), *news] if len(side) + len(news) < rows else news
    body = [coloured(line, game, board=True) for line in board]
    return Laid(body, foot, frame.picture.focus, [*side[:rows], *last], column)


def _columns(left: list[Text], right: list[Text], column: int) -> list[Text]:
    lines = []
    for place in range(max(len(left), len(right))):
        line = left[place].copy() if place < len(left) else Text()
        if place < len(right):
            line.pad_right(column - line.cell_len)
            line += right[place]
        line.rstrip()
        lines.append(line)
    return lines


class Screen:
    """Shows frames and what is said between them.

    Args:
        console: where to; the terminal by default.
        pause: waits for the person where a text goes over several pages; False to stop reading.
    """

    def __init__(
        self, console: Terminal | None = None, pause: Callable[[str], bool] = lambda _: True
    ) -> None:
        self._console = console or Terminal()
        self._pause = pause
        self._frame: Frame | None = None
        self._top: int | None = None
        self.redraws = self._console.is_terminal and sys.stdin.isatty()
        """Whether frames are drawn in place; else everything is printed in order."""

    @property
    def width(self) -> int:
        """Columns."""
        return get_terminal_size().columns

    def _rows(self) -> int:
        """Lines above the one in which the person types."""
        return max(get_terminal_size().lines - 1, 8)

    def show(self, frame: Frame) -> None:
        """Show a new frame."""
        self._frame, self._top = frame, None
        if self.redraws:
            self._draw(frame)
            return
        self._print([Text(), *layout(frame, self.width, None).drawn(None, None, 0)[0]])

    def say(self, text: str) -> None:
        """Say something: below the frame, in the place of the news, or on pages of its own."""
        if self._frame is None or not self.redraws:
            self._print([Text(line) for line in wrapped(text, self.width)])
            return
        lines = wrapped(text, self.width)
        told = replace(self._frame, news=(), notes="", foot=text)
        if len(lines) <= _MESSAGE:
            self._draw(told)
        else:
            self.read(text)

    def passing(self, text: str) -> None:
        """Show what happens while nobody is asked; the next frame has it among its news."""
        if self.redraws:
            self._print([Text(line, "dim") for line in wrapped(text, self.width)])

    def read(self, text: str) -> None:
        """A long text, a page at a time."""
        lines = [Text(line) for line in wrapped(text, self.width)]
        if not self.redraws:
            self._print(lines)
            return
        rows = self._rows()
        for start in range(0, max(len(lines), 1), rows):
            self._clear()
            self._print(lines[start : start + rows])
            if start + rows < len(lines) and not self._pause("Enter for more, q to stop> "):
                return

    def page(self, pages: int) -> None:
        """Scroll by so many pages; downwards are positive."""
        if self._frame is not None and self.redraws:
            self._draw(self._frame, pages)

    def again(self) -> None:
        """Draw the frame once more."""
        if self._frame is not None:
            self.show(self._frame)

    def _draw(self, frame: Frame, pages: int = 0) -> None:
        laid = layout(frame, self.width, self._rows())
        lines, self._top = laid.drawn(self._rows(), self._top, pages)
        self._clear()
        self._print(lines)

    def _clear(self) -> None:
        click.clear()

    def _print(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self._console.print(line, soft_wrap=True)
