"""The options of a game as a form shows them.

A game declares its options in the core and says in sentences what it accepts: "... from 2 to 4,
not 0", "...; accepted: uk, us." A form needs the same as values, so the sentences are read.
"""

from __future__ import annotations

import inspect
import re
from functools import lru_cache
from typing import Any

from otherminds.agents.options import AgentOption, options_of
from otherminds.contracts import OthermindsError
from otherminds.games import load
from otherminds.games.registry import maker_of
from otherminds.web.shown import Option

__all__ = ["game_options", "shown_option"]

_CHOICES = re.compile(r"accepted: (.*?)\.(?:\s|$)")
_RANGE = re.compile(r"(-?[\d.,]*\d) to (-?[\d.,]*\d)")
_SOME = re.compile(r"is ((?:\d+, )*\d+ or \d+),")
_NONSENSE = {str: "no such value", int: 10**6, float: -1e9}


def shown_option(option: AgentOption) -> Option:
    """An option of an agent, or of a game that is written in Python."""
    default = option.default
    return Option(
        name=option.name,
        kind=option.kind,
        default=default if isinstance(default, bool | int | float | str | None) else str(default),
        summary=option.summary,
        choices=list(option.choices),
        least=option.least,
        most=option.most,
        above=option.above,
        below=option.below,
        optional=option.optional,
    )


@lru_cache(maxsize=64)
def game_options(name: str) -> tuple[Option, ...]:
    """What can be set in a game, with the defaults."""
    declared = _declared(name)
    values = load(name).options
    return tuple(declared.get(each) or _read(name, each, value) for each, value in values.items())


def _declared(name: str) -> dict[str, Option]:
    """The parameters of a game in Python that say what they take."""
    make = maker_of(name)
    if make is None:
        return {}
    try:
        options = options_of(make)
    except (TypeError, ValueError, NameError):
        return {}
    kinds = {p.kind for p in inspect.signature(make).parameters.values()}
    if inspect.Parameter.VAR_KEYWORD in kinds:
        return {}
    return {option.name: shown_option(option) for option in options}


def _read(name: str, option: str, default: Any) -> Option:
    """What the game says when it is given nonsense."""
    if isinstance(default, bool):
        return Option(name=option, kind="true or false", default=default)
    kind = {int: "whole number", float: "number", str: "text"}.get(type(default), "value")
    said = _refusal(name, option, _NONSENSE.get(type(default)))
    choices: list[str] = []
    least = most = None
    if isinstance(default, str) and (found := _CHOICES.search(said)):
        choices = found[1].split(", ")
    elif found := _RANGE.search(said):
        least, most = (float(number.replace(",", "")) for number in found.groups())
    elif found := _SOME.search(said):
        choices = re.findall(r"\d+", found[1])
    return Option(name=option, kind=kind, default=default, choices=choices, least=least, most=most)


def _refusal(name: str, option: str, nonsense: Any) -> str:
    try:
        load(name, **{option: nonsense})
    except (OthermindsError, TypeError) as error:
        return str(error)
    return ""
