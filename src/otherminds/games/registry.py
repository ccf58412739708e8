"""Which games there are, and how to get one by name.

A module in ``otherminds.games`` or ``otherminds.examples`` that has a ``make`` function is a game;
its name is the module's. Other packages add theirs by `register` or by an entry point in the group
``otherminds.games`` that points to such a function. A game without a registered name is loaded by
the path of its class, ``package.module.Class``.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

from otherminds._core import unknown_name
from otherminds.contracts import Game, OptionError, known_game
from otherminds.contracts.grammar import Named, Table, Value, no_value, parse, shortened, text_of
from otherminds.contracts.importing import import_path

_PACKAGES = ("otherminds.games", "otherminds.examples")
_NOT_GAMES = {
    "drawings",
    "exact",
    "kuhn_players",
    "marginals",
    "phases",
    "python",
    "registry",
    "seat_notes",
    "showing",
    "svg",
    "words",
}
_registered: dict[str, Callable[..., Any]] = {}


def register(name: str, make: Callable[..., Game]) -> None:
    """Make a game known to `load` under a name; ``make(**options)`` returns it."""
    _registered[name] = make


@cache
def _modules() -> dict[str, str]:
    found: dict[str, str] = {}
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if module.name not in _NOT_GAMES:
                found[module.name] = f"{package}.{module.name}"
    return found


def maker_of(name: str) -> Callable[..., Any] | None:
    """What makes the game of that name; None where there is no such game."""
    if name in _registered:
        return _registered[name]
    if module := _modules().get(name):
        make: Callable[..., Any] = importlib.import_module(module).make
        return make
    for entry in entry_points(group="otherminds.games"):
        if entry.name == name:
            return _loaded(entry)
    return _imported(name) if "." in name else None


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    """What an entry point of another package makes a game by."""
    package = f" of the package {entry.dist.name}" if entry.dist else ""
    try:
        make = entry.load()
    except (Exception, SystemExit) as error:  # importing runs the module
        raise OptionError(f"The game {entry.name}{package} cannot be loaded: {error}.") from error
    if not callable(make):
        raise OptionError(
            f"The game {entry.name}{package} cannot be made: {make!r} is not a class."
        )
    made: Callable[..., Any] = make
    return made


def _imported(path: str) -> Callable[..., Any]:
    """The class of a game without a registered name."""
    found = import_path(path, "game", loaded=True)
    # Checked before it is called: a text must not be able to call just any function.
    if isinstance(found, type) and callable(getattr(found, "initial_state", None)):
        made: Callable[..., Any] = found
        return made
    raise OptionError(f"{path} is not the class of a game.")


def module_of(game: Game) -> ModuleType | None:
    """The module in which a game was made, with the functions it offers for `otherminds play`."""
    make = maker_of(game.name)
    return inspect.getmodule(make or type(game))


def views_tell_all(game: Game) -> bool:
    """Whether a view tells what its seat believes, without what the seat witnessed before.

    The module of a game that hides facts says so by ``VIEWS_TELL_ALL = True``.

    Examples:
        >>> [views_tell_all(load(name)) for name in ("othello", "hanabi", "cluedo")]
        [True, True, False]
    """
    return game.perfect_information or bool(getattr(module_of(game), "VIEWS_TELL_ALL", False))


def game_names() -> list[str]:
    """The names that `load` accepts, sorted.

    Examples:
        >>> "othello" in game_names()
        True
    """
    others = {entry.name for entry in entry_points(group="otherminds.games")}
    return sorted({*_modules(), *_registered, *others})


def load(name: str, /, **options: Any) -> Game:
    """The game of that name, or of the class at that path, with these options.

    Raises:
        OptionError: there is no such game, or it has no such option.

    Examples:
        >>> load("othello", size=6).action_count
        37
    """
    make = maker_of(name)
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
    return parse_game(given) if isinstance(given, str) else known_game(given)


def game_parts(given: Game | str) -> tuple[str, dict[str, Any]]:
    """A game's name and the options that are set, from the game or its text.

    Examples:
        >>> game_parts("othello(size=6)")
        ('othello', {'size': 6})
    """
    if not isinstance(given, str):
        return known_game(given).name, dict(given.options)
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
    """Refuse options that the game does not have."""
    if isinstance(value, Named | Table):
        raise no_value(text_of(value), text)
    for item in value if isinstance(value, tuple) else ():
        _check_plain(item, text)


_restored: dict[tuple[str, str], Any] = {}


def restore_game(name: str, options: dict[str, Any]) -> Any:
    """What a pickle of a native game calls.

    Games are values and cost up to milliseconds to make, so a hundred states that arrive together
    share one.
    """
    key = name, repr(options)
    if (known := _restored.get(key)) is not None:
        return known
    game = load(name, **options)
    if len(_restored) == 64:  # the earliest: who sends many games goes through them in turn
        del _restored[next(iter(_restored))]
    _restored[key] = game
    return game


def restore_view(name: str, options: dict[str, Any], seat: int, data: bytes) -> Any:
    """What a pickle of a native view calls: a state that looks like it, seen by its seat."""
    return restore_game(name, options).state_from_bytes(data).view(seat)


def restore_belief(name: str, options: dict[str, Any], data: bytes) -> Any:
    """What a pickle of a native belief calls; refuses other games and versions."""
    return restore_game(name, options).belief_from_bytes(data)


def restore_policy(game: Any, name: str, options: dict[str, Any]) -> Any:
    """What a pickle of a native policy calls."""
    return game.policy(name, options)


def restore_state(name: str, options: dict[str, Any], data: bytes) -> Any:
    """What a pickle of a native state calls; refuses other games and versions."""
    return restore_game(name, options).state_from_bytes(data)
