"""The options of a game: what can be set, and what each accepts."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

from otherminds import _core
from otherminds.agents.options import AgentOption, declared_options, options_of
from otherminds.games import load
from otherminds.games.registry import maker_of

__all__ = ["game_options"]

_KINDS = {bool: "true or false", int: "whole number", float: "number", str: "text"}


@lru_cache(maxsize=64)
def game_options(name: str) -> tuple[AgentOption, ...]:
    """What can be set in a game.

    A native game declares its options in the core, with ranges, choices and a sentence each. Of a
    game in Python the parameters of its constructor count, with their types.

    Examples:
        >>> [(each.name, each.accepted) for each in game_options("othello")]
        [('size', 'one of 4, 6, 8'), ('draw_is_white_win', 'true or false')]
    """
    game = load(name)
    if isinstance(game, _core.Game):
        return declared_options(game.option_schema()["options"])
    declared = _parameters(name)
    return tuple(
        declared.get(each) or AgentOption(name=each, kind=_kind(value), default=value)
        for each, value in game.options.items()
    )


def _parameters(name: str) -> dict[str, AgentOption]:
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
    return {option.name: option for option in options}


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "value")
