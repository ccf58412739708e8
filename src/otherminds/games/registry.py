"""Which games there are, and how to get one by name.

A module in ``otherminds.games`` or ``otherminds.examples`` that has a ``make`` function is a game;
its name is the module's. Other packages add theirs by `register` or by an entry point in the
group ``otherminds.games`` that points to such a function.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from otherminds._core import unknown_name
from otherminds.contracts import Game, OptionError
from otherminds.contracts.grammar import Named, Table, Value, no_value, parse, shortened, text_of

_PACKAGES = ("otherminds.games", "otherminds.examples")
_NOT_GAMES = {"exact", "kuhn_players", "python", "registry"}
_registered: dict[str, Callable[..., Any]] = {}


def register(name: str, make: Callable[..., Game]) -> None:
    """Make a game known to `load` under a name; ``make(**options)`` returns it."""
    _registered[name] = make


def _modules() -> dict[str, str]:
    found: dict[str, str] = {}
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if module.name not in _NOT_GAMES:
                found[module.name] = f"{package}.{module.name}"
    return found


def _maker(name: str) -> Callable[..., Any] | None:
    """What makes the game of that name."""
    if name in _registered:
        return _registered[name]
    if module := _modules().get(name):
        make: Callable[..., Any] = importlib.import_module(module).make
        return make
    for entry in entry_points(group="otherminds.games"):
        if entry.name == name:
            loaded: Callable[..., Any] = entry.load()
            return loaded
    return None


def module_of(game: Game) -> ModuleType | None:
    """Where a game was made, with what that module offers to people at the table."""
    make = _maker(game.name)
    return inspect.getmodule(make) if make else None


def game_names() -> list[str]:
    """The names that `load` accepts, sorted.

    Examples:
        >>> "othello" in game_names()
        True
    """
    others = {entry.name for entry in entry_points(group="otherminds.games")}
    return sorted({*_modules(), *_registered, *others})


def load(name: str, /, **options: Any) -> Game:
    """The game of that name with these options.

    Raises:
        OptionError: there is no such game, or it has no such option.

    Examples:
        >>> load("othello", size=6).action_count
        37
    """
    make = _maker(name)
    if make is None:
        raise OptionError(unknown_name("game", name, game_names()))
    game: Game = make(**options)
    return game


def game_of(given: Game | str) -> Game:
    """The game that is given, read where it is a text.

    Examples:
        >>> game_of("othello(size=6)").action_count
        37
    """
    return parse_game(given) if isinstance(given, str) else given


def game_parts(given: Game | str) -> tuple[str, dict[str, Any]]:
    """A game's name and the options that are set, from the game or its text.

    Examples:
        >>> game_parts("othello(size=6)")
        ('othello', {'size': 6})
    """
    if not isinstance(given, str):
        return given.name, dict(given.options)
    written = _parse(given)
    return written.name, dict(written.options)


def _parse(text: str) -> Named:
    written = parse(text, "game", "othello or othello(size=6)")
    if written.values:
        raise OptionError(f"Options are written name=value, unlike those of {shortened(text)}.")
    for _, value in written.options:
        _check_plain(value, text)
    return written


def parse_game(text: str) -> Game:
    """The game that a text names: ``othello`` or ``othello(size=6)``.

    Raises:
        OptionError: it cannot be read, or there is no such game or option.

    Examples:
        >>> parse_game("othello(size=6)")
        load('othello', size=6, draw_is_white_win=False)
    """
    written = _parse(text)
    try:
        return load(written.name, **dict(written.options))
    except TypeError as error:
        raise OptionError(f"{shortened(text)} cannot be made: {error}.") from error


def _check_plain(value: Value, text: str) -> None:
    """Refuse what no option of a game is."""
    if isinstance(value, Named | Table):
        raise no_value(text_of(value), text)
    for item in value if isinstance(value, tuple) else ():
        _check_plain(item, text)


def restore_game(name: str, options: dict[str, Any]) -> Game:
    """What a pickle of a native game calls."""
    return load(name, **options)


def restore_state(name: str, options: dict[str, Any], data: bytes) -> Any:
    """What a pickle of a native state calls; refuses other games and versions."""
    return load(name, **options).state_from_bytes(data)
