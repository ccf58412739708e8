"""Players as text: ``search(iterations=1000)``, ``max_value``, ``mypackage.MyAgent(depth=3)``.

A spec is a name with options in brackets, the same names and options as in Python but in lower
case. Names are the search and its answers, the policies of the game, or, with dots, a class to
import: an `Agent`, or one with a method ``agent(game)`` that makes one. Values are numbers, texts
in quotes, ``true``, ``false``, ``none``, lists, and specs; the players of a `Delegate` are written
in braces, ``delegate(by_type={'bank trade': random}, otherwise=stac)``. Parsing and printing are
inverse, so a spec identifies a player in a store. Nothing in a spec is executed but the import of
such a class.
"""

from __future__ import annotations

import ast
import importlib
import math
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeVar

from otherminds import _core, search
from otherminds.agents import Agent, AnyAgent, Player, Policy
from otherminds.delegate import Delegate
from otherminds.errors import OptionError
from otherminds.games import Game, load
from otherminds.search import Random, Search, Types, recognition, results
from otherminds.search.answers import Answer
from otherminds.search.planner import Planner
from otherminds.search.policies import policy_spec

__all__ = [
    "ImportedPlayer",
    "parse_game",
    "parse_player",
    "parse_players",
    "player_options",
    "player_text",
    "split_specs",
]


_FOUND = (results.__name__, recognition.__name__)
"""Modules whose values are found out, not written."""


def _recipes() -> dict[str, type[Any]]:
    """What `otherminds.search` exports to be written in a spec: searches, answers, their parts."""
    exported: dict[str, Any] = {name.lower(): getattr(search, name) for name in search.__all__}
    return {
        name: made
        for name, made in exported.items()
        if isinstance(made, type) and is_dataclass(made) and made.__module__ not in _FOUND
    }


_SEARCHES: dict[str, Callable[..., Any]] = {
    "search": Search,
    "uct": Search,
    **{name: made for name, made in _recipes().items() if issubclass(made, Planner)},
}
_PLAYERS: dict[str, Callable[..., Any]] = {**_SEARCHES, "delegate": Delegate}
_ANSWERS: dict[str, Callable[..., Any]] = {
    name: made
    for name, made in _recipes().items()
    if name not in _SEARCHES and made is not Random  # a policy has that name, too
}

_LONGEST = 10_000
_CONSTANTS = {"true": True, "false": False, "none": None}


@dataclass(frozen=True)
class ImportedPlayer(Player):
    """A player whose class lives in somebody's module.

    The path is imported when an agent is made, so that the recipe can travel to other processes.
    """

    path: str
    options: tuple[tuple[str, Any], ...] = ()

    def agent(self, game: Game) -> AnyAgent:
        """A new agent of the class; a class that is itself a recipe is asked for one."""
        make = _import(self.path)
        try:
            made = make(**dict(self.options))
        except TypeError as error:
            raise OptionError(f"{player_text(self)} cannot be made: {error}.") from error
        if isinstance(made, Agent | _core.NativeAgent):
            return made
        agent: AnyAgent = made.agent(game)
        return agent

    def _policy(self) -> dict[str, Any]:
        """The player as a policy inside a search, if its class is one."""
        made = _import(self.path)(**dict(self.options))
        return policy_spec(made)


def _import(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    try:
        found: Any = getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:  # importing runs the module
        raise OptionError(f"There is no player {path}: {error}.") from error
    # Checked before it is called: a spec must not be able to call just any function.
    if isinstance(found, type) and (issubclass(found, Agent) or hasattr(found, "agent")):
        return found
    raise OptionError(f"{path} is not a class that makes a player.")


def split_specs(text: str) -> list[str]:
    """Split a list of specs at its commas; commas inside brackets belong to a player.

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


def parse_game(text: str) -> Game:
    """The game that a spec names: ``othello`` or ``othello(size=6)``.

    Raises:
        OptionError: it cannot be read, or there is no such game or option.

    Examples:
        >>> parse_game("othello(size=6)")
        load('othello', size=6, draw_is_white_win=False)
    """
    tree = _tree(text, "game", "othello or othello(size=6)")

    def read() -> Game:
        name, options = _Reader(text, None).call(tree)
        return load(name, **options)

    return _sentences(text, read)


def parse_players(text: str, game: Game) -> list[Player]:
    """The players that a comma-separated list names."""
    return [parse_player(part, game) for part in split_specs(text)]


def parse_player(text: str, game: Game) -> Player:
    """The player that a spec names.

    Raises:
        OptionError: it cannot be read, or names something unknown.

    Examples:
        >>> from otherminds import load
        >>> parse_player("search(bandit=ucb1(exploration=1.0), iterations=50)", load("othello"))
        Search(bandit=UCB1(exploration=1.0), iterations=50)
    """
    tree = _tree(text, "player", "search(iterations=1000) or max_value")
    return _sentences(text, lambda: _Reader(text, game).player(tree))


def _tree(text: str, kind: str, example: str) -> ast.expr:
    if len(text) > _LONGEST:
        raise OptionError(f"A {kind} of {len(text):,} characters is too long.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in texts, for instance
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise OptionError(
            f"{_short(text)} is not a {kind}; write a name with options, like {example}."
        ) from error


_Read = TypeVar("_Read")


def _sentences(text: str, read: Callable[[], _Read]) -> _Read:
    """Errors that Python finds itself, as sentences."""
    try:
        return read()
    except (TypeError, RecursionError) as error:
        raise OptionError(f"{_short(text)} cannot be made: {error}.") from error


def _short(text: str) -> str:
    return repr(text if len(text) <= 200 else f"{text[:200]}...")


class _Reader:
    def __init__(self, text: str, game: Game | None) -> None:
        self._where = _short(text)
        self._game = game

    def player(self, node: ast.expr) -> Player:
        name, options = self.call(node)
        player: Player
        if name in _PLAYERS:
            player = self._make(name, _PLAYERS[name], options)
            if self._game is not None and isinstance(player, Delegate):
                player.agent(self._game)  # refuses unknown types of actions now
        elif "." in name:
            _import(name)
            player = ImportedPlayer(name, tuple(sorted(options.items())))
        elif self._game is not None and name in self._policies():
            player = Policy(name, **options)
            player.agent(self._game)  # refuses unknown options now rather than in a worker
        else:
            accepted = [*_PLAYERS, *self._policies(), "package.Class"]
            raise OptionError(_core.unknown_name("player", name, accepted))
        return player

    def _policies(self) -> list[str]:
        if isinstance(self._game, _core.Game):
            return list(self._game.policies())
        return ["random", "typed"]

    def _answers(self) -> dict[str, Callable[..., Any]]:
        """The answers of the search, and those that the game's own module exports."""
        if not isinstance(self._game, _core.Game):
            return _ANSWERS
        module = importlib.import_module(f"otherminds.games.{self._game.name}")
        exported = [getattr(module, name) for name in getattr(module, "__all__", ())]
        own = [made for made in exported if isinstance(made, type) and issubclass(made, Answer)]
        return {**_ANSWERS, **{made.__name__.lower(): made for made in own}}

    def _make(self, name: str, make: Callable[..., Any], options: dict[str, Any]) -> Any:
        accepted = [option.name for option in fields(make)]  # type: ignore[arg-type]
        for option in options:
            if option not in accepted:
                raise OptionError(_core.unknown_name(f"option of {name}", option, accepted))
        return make(**options)

    def call(self, node: ast.expr) -> tuple[str, dict[str, Any]]:
        if not isinstance(node, ast.Call):
            return self._name(node), {}
        name = self._name(node.func)
        if any(keyword.arg is None for keyword in node.keywords):
            raise OptionError(f"Options are written name=value, unlike those of {self._where}.")
        options = self._unnamed(name, [self._value(argument) for argument in node.args])
        for keyword in node.keywords:
            if keyword.arg in options:
                raise OptionError(f"The option {keyword.arg} is given twice in {self._where}.")
            read = self._delegated if name == "delegate" else self._value
            options[str(keyword.arg)] = read(keyword.value, str(keyword.arg))
        return name, options

    def _unnamed(self, name: str, values: list[Any]) -> dict[str, Any]:
        """Values without a name belong to the options that Python takes without one."""
        if not values:
            return {}
        answer = _ANSWERS.get(name)
        places = [] if answer is None else [o.name for o in fields(answer) if not o.kw_only]  # type: ignore[arg-type]
        if answer is Types and not (len(values) == 1 and isinstance(values[0], tuple)):
            values = [tuple(values)]
        if len(values) > len(places):
            raise OptionError(f"Options are written name=value, unlike those of {self._where}.")
        return dict(zip(places, values, strict=False))

    def _name(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Attribute):
            return f"{self._name(node.value)}.{node.attr}"
        raise OptionError(f"{_short(ast.unparse(node))} in {self._where} is not a name.")

    def _delegated(self, node: ast.expr, option: str) -> Any:
        """An option of a delegation, in which every name is a player's."""
        named = isinstance(node, ast.Name | ast.Call | ast.Attribute)
        if option == "otherwise" and named:
            return self.player(node)
        if option != "by_type" or not isinstance(node, ast.Dict) or None in node.keys:
            return self._value(node, option)
        types = [self._value(key) for key in node.keys if key is not None]
        players = [self._delegated(value, "otherwise") for value in node.values]
        return tuple(zip(types, players, strict=True))

    def _value(self, node: ast.expr, option: str = "") -> Any:
        if isinstance(node, ast.Name | ast.Call | ast.Attribute):
            if isinstance(node, ast.Name) and node.id.lower() in _CONSTANTS:
                return _CONSTANTS[node.id.lower()]
            name, options = self.call(node)
            if name == "random" and option == "others":  # elsewhere it is a policy
                return self._make(name, Random, options)
            answers = self._answers()
            if name in answers:
                return self._make(name, answers[name], options)
            if "." not in name and name not in (known := [*_PLAYERS, *self._policies()]):
                accepted = [*answers, *known, "package.Class"]
                raise OptionError(_core.unknown_name("answer or player", name, accepted))
            return self.player(node)
        if isinstance(node, ast.List | ast.Tuple):
            return tuple(self._value(item) for item in node.elts)
        if isinstance(node, ast.Constant | ast.UnaryOp):
            with suppress(ValueError):
                value = ast.literal_eval(node)
                if value is None or isinstance(value, bool | int | str):
                    return value
                if isinstance(value, float) and math.isfinite(value):
                    return value
        raise OptionError(
            f"{_short(ast.unparse(node))} in {self._where} is no value; accepted: numbers, texts "
            "in quotes, true, false, none, lists, and names with options."
        )


def _value_text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value_text, value))}]"
    if isinstance(value, int | float | str):
        return repr(value)
    if callable(value) and hasattr(value, "__qualname__"):
        return repr(f"{value.__module__}.{value.__qualname__}")
    return player_text(value)


def _types_text(types: tuple[str, ...]) -> str:
    return repr(types[0]) if len(types) == 1 else _value_text(types)


def player_text(player: Any) -> str:
    """The spec of a player or of an answer: what it differs in from the defaults.

    Objects that are no recipes of ours are shown by their class, since nothing else is known.

    Examples:
        >>> from otherminds import Nothing, Search
        >>> player_text(Search(iterations=50, hidden=Nothing(peek=True)))
        'search(hidden=nothing(peek=true), iterations=50)'
    """
    if isinstance(player, Policy | ImportedPlayer):
        name = player.name if isinstance(player, Policy) else player.path
        options = dict(player.options)
    elif isinstance(player, Delegate):
        named = (f"{_types_text(types)}: {_value_text(chosen)}" for types, chosen in player.by_type)
        otherwise = _value_text(player.otherwise)
        return f"delegate(by_type={{{', '.join(named)}}}, otherwise={otherwise})"
    elif is_dataclass(player) and not isinstance(player, type):
        name = type(player).__name__.lower()
        options = {
            option.name: getattr(player, option.name)
            for option in fields(player)
            if getattr(player, option.name) != option.default
        }
    elif isinstance(player, _core.NativeAgent):
        return "native agent"
    else:
        return f"{type(player).__module__}.{type(player).__qualname__}"
    chosen = ", ".join(f"{option}={_value_text(value)}" for option, value in options.items())
    return f"{name}({chosen})" if chosen else name


def player_options(player: Any) -> dict[str, Any]:
    """A player as plain values with every option, defaults included: its identity in a store.

    Examples:
        >>> player_options(Policy("agent4", perturb=0.1))
        {'player': 'agent4', 'perturb': 0.1}
    """
    if is_dataclass(player) and not isinstance(player, type | Policy | ImportedPlayer):
        plain = {"player": type(player).__name__.lower()}
        for option in fields(player):
            plain[option.name] = _plain(getattr(player, option.name))
        return plain
    if isinstance(player, Policy | ImportedPlayer):
        name = player.name if isinstance(player, Policy) else player.path
        return {"player": name, **{option: _plain(value) for option, value in player.options}}
    return {"player": player_text(player)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return player_options(value)
