"""Values that are their text: what is printed is what is written, and is read back.

A value of this kind prints as its spec, ``search(hidden=worlds(count=10), iterations=500)``: its
class in snake case, then the options that differ from their defaults. The same text is its name
in a store. `otherminds.contracts.grammar` has the form of texts; this module makes the trees that
it prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cached_property
from typing import Any

from otherminds._core import NativeAgent
from otherminds.contracts.grammar import Named, Table, Value, text_of

__all__ = ["Pairs", "Written", "positional", "snake_case", "text", "written"]

_BORDERS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(name: str) -> str:
    """The name of a class as texts spell it.

    Examples:
        >>> [snake_case(name) for name in ("Search", "UCB1Tuned", "BayesianUCB", "BeliefTree")]
        ['search', 'ucb1_tuned', 'bayesian_ucb', 'belief_tree']
    """
    return _BORDERS.sub("_", name).lower()


class Pairs(tuple[tuple[Any, Any], ...]):
    """A mapping as a value that can be compared and hashed; written in braces.

    Examples:
        >>> text(Pairs.of({"b": 1, "a": 2}))
        "{'a': 2, 'b': 1}"
    """

    __slots__ = ()

    @classmethod
    def of(cls, given: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> Pairs:
        """The pairs in the order of their keys."""
        return cls(sorted(given.items() if isinstance(given, Mapping) else given))


def positional(made: type[Any]) -> list[str]:
    """The options that are written without a name: those that Python takes so and needs."""
    options = fields(made)
    named = any(option.kw_only for option in options)
    return [option.name for option in options if not option.kw_only and (named or _needed(option))]


def _needed(option: Field[Any]) -> bool:
    return option.default is MISSING and option.default_factory is MISSING


class Written:
    """A frozen dataclass that prints as its text."""

    def _written(self) -> Named:
        without_name = positional(type(self))
        values: list[Value] = []
        options: list[tuple[str, Value]] = []
        for option in fields(self):  # type: ignore[arg-type]
            value = getattr(self, option.name)
            if not _needed(option) and value == option.default:
                continue
            if option.name in without_name:
                values += self._unnamed(option.name, value)
            else:
                options.append((option.name, written(value)))
        return Named(snake_case(type(self).__name__), tuple(values), tuple(options))

    def _unnamed(self, option: str, value: Any) -> list[Value]:
        """How the value of an option is written that goes without its name."""
        del option
        return [written(value)]

    @cached_property
    def _text(self) -> str:
        """Made once: every match of a tournament names its players."""
        return text_of(self._written())

    def __repr__(self) -> str:
        """The text that names it, by which it can be written and read."""
        return self._text


# Made once: a union in the call would be made by each call.
_PLAIN = (bool, int, float, str)
_TABLES = (Pairs, Mapping)
_LISTS = (tuple, list)


def written(value: Any) -> Value:
    """Any value as it is written; what has no text of its own is named by its class."""
    if isinstance(value, Written):
        return value._written()
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, _TABLES):
        items = value.items() if isinstance(value, Mapping) else value
        return Table(tuple((written(key), written(of)) for key, of in items))
    if isinstance(value, _LISTS):
        return tuple(map(written, value))
    if isinstance(value, NativeAgent):
        return Named("native agent")
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return _by_class(value)


def _by_class(value: Any) -> Named:
    """The path of a value's class, by which it is imported; with options where they are known."""
    options: tuple[tuple[str, Value], ...] = ()
    if is_dataclass(value):
        options = tuple(
            (option.name, written(chosen))
            for option in fields(value)
            if option.init and (chosen := getattr(value, option.name)) != option.default
        )
    return Named(f"{type(value).__module__}.{type(value).__qualname__}", options=options)


def text(value: Any) -> str:
    """A player or an answer as text: its name, and the options that are not the defaults.

    Examples:
        >>> from otherminds.search import Nothing, Search
        >>> text(Search(iterations=50, hidden=Nothing(peek=True)))
        'search(hidden=nothing(peek=true), iterations=50)'
    """
    return value._text if isinstance(value, Written) else text_of(written(value))
