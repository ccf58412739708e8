"""Players as text: ``search(iterations=1000)``, ``max_value``, ``mypackage.MyAgent(depth=3)``.

The grammar is that of `otherminds.contracts.grammar`; here is what the names mean. They are the
search and its answers, by the names and options that they have in Python but in lower case, the
policies of the game, or, with dots, a class to import: an `Agent`, or one with a method
``agent(game)`` that makes one. The players of a `Delegate` are written in braces,
``delegate(by_type={'bank trade': random}, otherwise=stac)``. Parsing and printing are inverse, so a
text identifies a player in a store. Nothing in a text is executed but the import of such a class.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from otherminds import _core, search
from otherminds.agents.delegate import Delegate
from otherminds.agents.older_texts import as_written_now
from otherminds.contracts import Agent, AnyAgent, Game, OptionError, Player, Policy
from otherminds.contracts.grammar import (
    Named,
    Table,
    Value,
    no_value,
    parse,
    shortened,
    split_specs,
    text_of,
)
from otherminds.search import Random, Search, Types, recognition, results
from otherminds.search.answers import Answer
from otherminds.search.planner import Planner
from otherminds.search.policies import policy_spec

__all__ = ["ImportedPlayer", "parse_player", "parse_players", "player_options", "player_text"]


_FOUND = (results.__name__, recognition.__name__)
"""Modules whose values are found out, not written."""


def _recipes() -> dict[str, type[Any]]:
    """What `otherminds.search` exports to be written in a text: searches, answers, their parts."""
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
    # Checked before it is called: a text must not be able to call just any function.
    if isinstance(found, type) and (issubclass(found, Agent) or hasattr(found, "agent")):
        return found
    raise OptionError(f"{path} is not a class that makes a player.")


def parse_players(text: str, game: Game) -> list[Player]:
    """The players that a comma-separated list names."""
    return [parse_player(part, game) for part in split_specs(text)]


def parse_player(text: str, game: Game) -> Player:
    """The player that a text names.

    Raises:
        OptionError: it cannot be read, or names something unknown.

    Examples:
        >>> from otherminds import load
        >>> parse_player("search(bandit=ucb1(exploration=1.0), iterations=50)", load("othello"))
        Search(bandit=UCB1(exploration=1.0), iterations=50)
    """
    written = as_written_now(parse(text, "player", "search(iterations=1000) or max_value"))
    try:
        return _Resolver(text, game).player(written)
    except (TypeError, RecursionError) as error:  # Python's own sentences about wrong options
        raise OptionError(f"{shortened(text)} cannot be made: {error}.") from error


class _Resolver:
    """What the names in a text mean in a game."""

    def __init__(self, text: str, game: Game) -> None:
        self._text = text
        self._game = game

    def player(self, written: Named) -> Player:
        name, options = written.name, self._options(written)
        player: Player
        if name in _PLAYERS:
            player = self._make(name, _PLAYERS[name], options)
            if isinstance(player, Delegate):
                player.agent(self._game)  # refuses unknown types of actions now
        elif "." in name:
            _import(name)
            player = ImportedPlayer(name, tuple(sorted(options.items())))
        elif name in self._policies():
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
        """The answers of the search, and those that the module with the game's agents exports."""
        path = f"otherminds.agents.{self._game.name}"
        if not isinstance(self._game, _core.Game) or importlib.util.find_spec(path) is None:
            return _ANSWERS
        module = importlib.import_module(path)
        exported = [getattr(module, name) for name in module.__all__]
        own = [made for made in exported if isinstance(made, type) and issubclass(made, Answer)]
        return {**_ANSWERS, **{made.__name__.lower(): made for made in own}}

    def _make(self, name: str, make: Callable[..., Any], options: dict[str, Any]) -> Any:
        accepted = [option.name for option in fields(make)]  # type: ignore[arg-type]
        for option in options:
            if option not in accepted:
                raise OptionError(_core.unknown_name(f"option of {name}", option, accepted))
        return make(**options)

    def _options(self, written: Named) -> dict[str, Any]:
        options = self._unnamed(written.name, [self._value(value) for value in written.values])
        for option, value in written.options:
            if option in options:
                raise OptionError(f"The option {option} is given twice in {shortened(self._text)}.")
            read = self._delegated if written.name == "delegate" else self._value
            options[option] = read(value, option)
        return options

    def _unnamed(self, name: str, values: list[Any]) -> dict[str, Any]:
        """Values without a name belong to the options that Python takes without one."""
        if not values:
            return {}
        answer = _ANSWERS.get(name)
        places = [] if answer is None else [o.name for o in fields(answer) if not o.kw_only]  # type: ignore[arg-type]
        if answer is Types and not (len(values) == 1 and isinstance(values[0], tuple)):
            values = [tuple(values)]
        if len(values) > len(places):
            raise OptionError(
                f"Options are written name=value, unlike those of {shortened(self._text)}."
            )
        return dict(zip(places, values, strict=False))

    def _delegated(self, written: Value, option: str) -> Any:
        """An option of a delegation, in which every name is a player's."""
        if option == "otherwise" and isinstance(written, Named):
            return self.player(written)
        if option != "by_type" or not isinstance(written, Table):
            return self._value(written, option)
        return tuple(
            (self._value(types), self._delegated(player, "otherwise"))
            for types, player in written.entries
        )

    def _value(self, written: Value, option: str = "") -> Any:
        if isinstance(written, tuple):
            return tuple(self._value(item) for item in written)
        if isinstance(written, Table):
            raise no_value(text_of(written), self._text)
        if not isinstance(written, Named):
            return written
        name = written.name
        if name == "random" and option == "others":  # elsewhere it is a policy
            return self._make(name, Random, self._options(written))
        answers = self._answers()
        if name in answers:
            return self._make(name, answers[name], self._options(written))
        if "." not in name and name not in (known := [*_PLAYERS, *self._policies()]):
            accepted = [*answers, *known, "package.Class"]
            raise OptionError(_core.unknown_name("answer or player", name, accepted))
        return self.player(written)


def player_text(player: Any) -> str:
    """A player or an answer as text: what it differs in from the defaults.

    Objects that are no recipes of ours are shown by their class, since nothing else is known.

    Examples:
        >>> from otherminds import Nothing, Search
        >>> player_text(Search(iterations=50, hidden=Nothing(peek=True)))
        'search(hidden=nothing(peek=true), iterations=50)'
    """
    return text_of(_named(player))


def _named(player: Any) -> Named:
    if isinstance(player, Policy | ImportedPlayer):
        name = player.name if isinstance(player, Policy) else player.path
        options = dict(player.options)
    elif isinstance(player, Delegate):
        by_type = [
            (types[0] if len(types) == 1 else types, _written(chosen))
            for types, chosen in player.by_type
        ]
        otherwise = _written(player.otherwise)
        return Named(
            "delegate", options=(("by_type", Table(tuple(by_type))), ("otherwise", otherwise))
        )
    elif is_dataclass(player) and not isinstance(player, type):
        name = type(player).__name__.lower()
        options = {
            option.name: getattr(player, option.name)
            for option in fields(player)
            if getattr(player, option.name) != option.default
        }
    elif isinstance(player, _core.NativeAgent):
        return Named("native agent")
    else:
        return Named(f"{type(player).__module__}.{type(player).__qualname__}")
    return Named(name, options=tuple((o, _written(value)) for o, value in options.items()))


def _written(value: Any) -> Value:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return tuple(map(_written, value))
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return _named(value)


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
