"""How players and games are written as text: ``search(iterations=1000)``, ``othello(size=6)``.

A text is a name with options in brackets. Values are numbers, texts in quotes, ``true``, ``false``,
``none``, lists, further names with options, and tables in braces, ``{'bank trade': random}``. This
module reads texts into trees and prints trees as texts, which is inverse; which names there are and
what they mean is known elsewhere. Nothing in a text is executed.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from otherminds.contracts.errors import OptionError

__all__ = [
    "Named",
    "Table",
    "Value",
    "brief",
    "no_value",
    "parse",
    "shortened",
    "split_specs",
    "text_of",
]

_LONGEST = 10_000
_DEEPEST = 40
"""Names, lists and tables within each other; what people write has fewer than ten."""
_CONSTANTS = {"true": True, "false": False, "none": None}


@dataclass(frozen=True)
class Named:
    """A name with what stands in its brackets.

    Attributes:
        name: with dots where it has some.
        values: those that are written without a name.
        options: the others, in the order in which they are written.
    """

    name: str
    values: tuple[Value, ...] = ()
    options: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Table:
    """Keys and values in braces, in the order in which they are written."""

    entries: tuple[tuple[Value, Value], ...]


Value = bool | int | float | str | tuple["Value", ...] | Named | Table | None
"""What can be written as an option."""


def split_specs(text: str) -> list[str]:
    """Split a list of players at its commas; commas inside brackets belong to a player.

    Examples:
        >>> split_specs("max_value, search(iterations=10, seconds=1)")
        ['max_value', 'search(iterations=10, seconds=1)']
    """
    parts, depth, start, quote, escaped = [], 0, 0, "", False
    for place, letter in enumerate(text):
        if quote:
            if letter == quote and not escaped:
                quote = ""
            escaped = letter == "\\" and not escaped
        elif letter in "'\"":
            quote = letter
        depth += 0 if quote else (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0 and not quote:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts]


def parse(text: str, kind: str, example: str) -> Named:
    """Read a text as a name with options.

    Args:
        text: what is written.
        kind: what it should be, such as ``"player"``, for the sentence if it cannot be read.
        example: one that can be read, for the same sentence.

    Raises:
        OptionError: it cannot be read.

    Examples:
        >>> parse("othello(size=6)", "game", "othello")
        Named(name='othello', values=(), options=(('size', 6),))
    """
    if len(text) > _LONGEST:
        raise OptionError(f"A {kind} of {len(text):,} characters is too long.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in texts, for instance
            node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        unpaired = any(text.count(pair[0]) != text.count(pair[1]) for pair in ("()", "[]", "{}"))
        why = ": its brackets do not pair" if unpaired else ""
        raise OptionError(
            f"{shortened(text)} is not a {kind}{why}; write a name with options, like {example}."
        ) from error
    try:
        return _Reader(text).named(node, 0)
    except RecursionError as error:
        raise OptionError(f"{shortened(text)} is nested too deeply.") from error


def shortened(text: str) -> str:
    """A text in quotes for a sentence, its end left out where it is long."""
    return repr(text if len(text) <= 200 else f"{text[:200]}...")


def brief(value: Any) -> str:
    """Any value for a sentence, its end left out where it is long."""
    try:
        text = repr(value)
    except Exception:  # of numbers with thousands of digits, and of classes of others
        return "something that cannot be shown"
    return text if len(text) <= 100 else f"{text[:100]}..."


def no_value(written: str, whole: str) -> OptionError:
    """The error about something in a text that is not a value."""
    return OptionError(
        f"{shortened(written)} in {shortened(whole)} is not a value; accepted: numbers, texts in "
        "quotes, true, false, none, lists, and names with options."
    )


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def named(self, node: ast.expr, depth: int) -> Named:
        if not isinstance(node, ast.Call):
            return Named(self._name(node))
        options = []
        for keyword in node.keywords:
            if keyword.arg is None:
                raise OptionError(
                    f"Options are written name=value, unlike those of {shortened(self._text)}."
                )
            options.append((keyword.arg, self._value(keyword.value, depth + 1)))
        values = self._values(node.args, depth)
        return Named(self._name(node.func), values, tuple(options))

    def _name(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Attribute):
            return f"{self._name(node.value)}.{node.attr}"
        raise OptionError(
            f"{shortened(ast.unparse(node))} in {shortened(self._text)} is not a name."
        )

    def _values(self, nodes: Sequence[ast.expr], depth: int) -> tuple[Value, ...]:
        return tuple(self._value(node, depth + 1) for node in nodes)

    def _value(self, node: ast.expr, depth: int) -> Value:
        if depth > _DEEPEST:
            raise OptionError(f"{shortened(self._text)} is nested too deeply.")
        if isinstance(node, ast.Name) and node.id.lower() in _CONSTANTS:
            return _CONSTANTS[node.id.lower()]
        if isinstance(node, ast.Name | ast.Call | ast.Attribute):
            return self.named(node, depth)
        if isinstance(node, ast.List | ast.Tuple):
            return self._values(node.elts, depth)
        if isinstance(node, ast.Dict):
            keys = [key for key in node.keys if key is not None]
            if len(keys) == len(node.values):  # else one is unpacked by **
                values = self._values(node.values, depth)
                return Table(tuple(zip(self._values(keys, depth), values, strict=True)))
        if isinstance(node, ast.Constant | ast.UnaryOp):
            with suppress(ValueError):
                value = ast.literal_eval(node)
                if value is None or isinstance(value, bool | int | str):
                    return value
                if isinstance(value, float) and math.isfinite(value):
                    return value
        raise no_value(ast.unparse(node), self._text)


def text_of(value: Value) -> str:
    """A value as it is written; `parse` reads it back.

    Examples:
        >>> text_of(Named("search", options=(("iterations", 50), ("tree", Named("tree")))))
        'search(iterations=50, tree=tree)'
    """
    if isinstance(value, Named):
        if not value.values and not value.options:
            return value.name
        options = (f"{option}={text_of(chosen)}" for option, chosen in value.options)
        inside = ", ".join([*map(text_of, value.values), *options])
        return f"{value.name}({inside})"
    if isinstance(value, Table):
        return f"{{{', '.join(f'{text_of(key)}: {text_of(of)}' for key, of in value.entries)}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(text_of, value))}]"
    return str(value).lower() if isinstance(value, bool) or value is None else repr(value)
