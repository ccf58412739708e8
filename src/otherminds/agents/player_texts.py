"""Players as text: ``search(iterations=1000)``, ``max_value``, ``mypackage.MyAgent(depth=3)``.

The grammar is that of `otherminds.contracts.grammar`; here is what the names mean. They are the
search and its answers, by the names and options that they have in Python but in snake case, the
players that the game knows by name, or, with dots, a class to import: an `Agent`, or one with a
method ``agent(game)`` that makes one. What Python takes without a name is written without one:
``types(iggi, piers)``. Mappings stand in braces, ``policies({0: iggi})``. A player prints as its
text and is read back from it, so a text identifies a player in a store. Nothing in a text is
executed but the import of such a class and the start of such a program, ``program('./bot')``, which
whoever reads a file forbids by `otherminds.contracts.importing.only_imports`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from otherminds import _core, search
from otherminds.agents.careless import Careless
from otherminds.agents.catalogue import agents, find_agent, has_agent
from otherminds.agents.catanatron import Catanatron
from otherminds.agents.delegate import Delegate
from otherminds.agents.imported import ImportedPlayer, import_class
from otherminds.agents.language import LanguageModel
from otherminds.agents.levels import levels
from otherminds.agents.older_texts import as_written_now
from otherminds.agents.program import Program
from otherminds.contracts import Game, OptionError, Player, Policy
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
from otherminds.contracts.reading import register_reader
from otherminds.contracts.writing import Pairs, snake_case, text, written
from otherminds.search import (
    Network,
    Quirks,
    Random,
    Refusal,
    Search,
    Thought,
    TypeDistribution,
    TypePrior,
    Types,
    recognition,
    results,
)
from otherminds.search.answers import Answer
from otherminds.search.bandits import Bandit
from otherminds.search.planner import Planner

__all__ = ["parse_player", "parse_players", "player_options", "player_text", "recipes_behind"]

player_text = text

_FOUND = (results.__name__, recognition.__name__, Thought.__module__, Refusal.__module__)
"""Modules whose values are found out, not written."""


def _with_old_spellings(made: Iterable[type[Any]]) -> dict[str, type[Any]]:
    """Classes by their names in texts; ``informationsets`` is what older texts say."""
    listed = list(made)
    old = {kind.__name__.lower(): kind for kind in listed}
    return {**old, **{snake_case(kind.__name__): kind for kind in listed}}


def _of_today(known: Mapping[str, type[Any]]) -> list[str]:
    """The names that are written today."""
    return [name for name, kind in known.items() if name == snake_case(kind.__name__)]


def _recipes() -> list[type[Any]]:
    """What `otherminds.search` exports to be written in a text: searches, answers, their parts."""
    return [
        made
        for made in (getattr(search, name) for name in search.__all__)
        if isinstance(made, type) and is_dataclass(made) and made.__module__ not in _FOUND
    ]


_SEARCHES: dict[str, type[Any]] = {
    "search": Search,
    "uct": Search,
    **_with_old_spellings(made for made in _recipes() if issubclass(made, Planner)),
}
_PLAYERS: dict[str, type[Any]] = {
    **_SEARCHES,
    "delegate": Delegate,
    "careless": Careless,
    "catanatron": Catanatron,
    "program": Program,
    "language_model": LanguageModel,
    **_with_old_spellings([Network, TypeDistribution, TypePrior]),
}
_ANSWERS: dict[str, type[Any]] = _with_old_spellings(
    made
    for made in _recipes()
    if not issubclass(made, Planner) and made is not Random  # a policy has that name, too
)
_DEEPEST_SEARCH = 8
"""Searches within each other."""
_OF_PLAYERS = {"types", "policies", "by_type", "by_phase", "otherwise", "player", "instead"}
"""Options in which every name is a player's."""
_TABLES = {
    "types",
    "policies",
    "by_type",
    "by_phase",
    "weights",
    "conditioned",
    "virtual_wins",
    "under",
}
"""Options that may be mappings."""
_TABLES_OF_POLICIES = {"weights", "conditioned"}
"""The same of policies, that of ``typed``."""


def parse_players(text: str, game: Game) -> list[Player]:
    """The players that a comma-separated list names."""
    return [parse_player(part, game) for part in split_specs(text)]


def parse_player(text: str, game: Game | None = None) -> Player:
    """The player that a text names.

    Args:
        text: what is written.
        game: where it is to play. Without one, names that only a game knows stay names.

    Raises:
        OptionError: it cannot be read, names something unknown, or cannot play the game.

    Examples:
        >>> from otherminds import load
        >>> parse_player("search(bandit=ucb1(exploration=1.0), iterations=50)", load("othello"))
        search(bandit=ucb1(exploration=1.0), iterations=50)
    """
    named = as_written_now(parse(text, "player", "search(iterations=1000) or max_value"))
    try:
        player = _Resolver(text, game).player(named)
        if game is not None and isinstance(player, Planner):
            player.agent(game)  # refuses what the game does not allow now rather than in a worker
        return player
    except (TypeError, RecursionError) as error:  # Python's own sentences about wrong options
        raise OptionError(f"{shortened(text)} cannot be made: {error}.") from error


def parse_answer(text: str, question: str) -> Any:
    """The answer to a question of a search that a text names.

    Examples:
        >>> parse_answer("worlds(count=10)", "hidden")
        worlds(count=10)
    """
    named = parse(text, f"answer to {question}", "worlds(count=10)")
    try:
        return _Resolver(text, None).value(named, question)
    except (TypeError, RecursionError) as error:
        raise OptionError(f"{shortened(text)} cannot be made: {error}.") from error


class _Reader:
    """What other rooms ask, see `otherminds.contracts.reading`."""

    def player(self, text: str, game: Game | None) -> Player:
        return parse_player(text, game)

    def answer(self, text: str, question: str) -> Any:
        return parse_answer(text, question)


register_reader(_Reader())


class _Resolver:
    """What the names in a text mean, in a game or in none in particular."""

    def __init__(self, text: str, game: Game | None) -> None:
        self._text = text
        self._game = game
        self._searches = 0

    def player(self, written: Named, *, inside: bool = False) -> Player:
        """A player; one inside a search is checked together with the search."""
        name = written.name
        player: Player
        if name in _PLAYERS:
            player = self._made_player(written)
            if (
                isinstance(player, Careless | Delegate | Planner)
                and self._game is not None
                and not inside
            ):
                player.agent(self._game)  # refuses what its game does not allow now
        elif name == "typed" and written.values:  # weights without a name, which a policy has not
            player = self._make(written, TypeDistribution)
        elif "." in name:
            if (found := import_class(name)) in (Program, LanguageModel):
                # Their commands are checked where they are read.
                raise OptionError(f"{name} is written as {snake_case(found.__name__)}('...').")
            if written.values:
                raise self._unnamed()
            player = ImportedPlayer(name, tuple(sorted(self._plain_options(written).items())))
        elif self._game is None or has_agent(self._game, name):
            values = [self.value(value) for value in written.values]
            player = Policy(name, *values, **self._plain_options(written, Policy))
            if self._game is not None:
                player.agent(self._game)  # refuses unknown options now rather than in a worker
        else:
            if name == "level":
                levels(self._game.name)  # whose sentence says more
            raise self._unknown("player", name, _of_today(_PLAYERS))
        return player

    def _made_player(self, written: Named) -> Any:
        """One of our players; a search within a search costs twice as much as the search alone."""
        self._searches += written.name in _SEARCHES
        if self._searches > _DEEPEST_SEARCH:
            raise OptionError(
                f"{shortened(self._text)} has searches within searches {self._searches} deep; "
                f"accepted: up to {_DEEPEST_SEARCH}."
            )
        player = self._make(written, _PLAYERS[written.name])
        self._searches -= written.name in _SEARCHES
        return player

    def _is_player(self, name: str) -> bool:
        if "." in name or name in _PLAYERS:
            return True
        return self._game is not None and has_agent(self._game, name)

    def _names(self) -> list[str]:
        """Players that the game knows by name."""
        return [] if self._game is None else list(agents(self._game))

    def _answers(self) -> dict[str, type[Any]]:
        """The answers of the search, and those that the modules with games' agents export."""
        return {**_ANSWERS, **_with_old_spellings(_answers_of(self._game))}

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> OptionError:
        accepted = [*dict.fromkeys([*known, *self._names()]), "package.Class"]
        return OptionError(_core.unknown_name(what, name, accepted))

    def _unnamed(self) -> OptionError:
        return OptionError(
            f"Options are written name=value, unlike those of {shortened(self._text)}."
        )

    def _make(self, written: Named, make: type[Any]) -> Any:
        """A value of one of our classes."""
        given = [*self._places(written, make), *written.options]
        accepted = [option.name for option in fields(make)]
        options: dict[str, Any] = {}
        for option, value in given:
            if option in options:
                raise self._twice(option)
            if option not in accepted:
                raise OptionError(_core.unknown_name(f"option of {written.name}", option, accepted))
            options[option] = self.value(value, option, make)
        return make(**options)

    def _twice(self, option: str) -> OptionError:
        return OptionError(f"The option {option} is given twice in {shortened(self._text)}.")

    def _places(self, written: Named, make: type[Any]) -> list[tuple[str, Value]]:
        """Values without a name belong to the options that Python takes without one."""
        values = written.values
        places = [option.name for option in fields(make) if not option.kw_only]
        if make is Delegate:
            places = []
        if make is Types and not (len(values) == 1 and isinstance(values[0], tuple | Table)):
            values = (values,) if values else ()
        if len(values) > len(places):
            raise self._unnamed()
        return list(zip(places, values, strict=False))

    def _plain_options(self, written: Named, of: type[Any] | None = None) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for option, value in written.options:
            if option in options:
                raise self._twice(option)
            table = of is Policy and option in _TABLES_OF_POLICIES
            options[option] = self.value(value, option if table else "", of)
        return options

    def value(self, written: Value, option: str = "", of: type[Any] | None = None) -> Any:
        """What is written as an option."""
        if isinstance(written, tuple):
            return tuple(self.value(item, option, of) for item in written)
        if isinstance(written, Table):
            if option not in _TABLES or of is None:
                raise no_value(text_of(written), self._text)
            return Pairs(
                (self.value(key), self.value(value, option, of)) for key, value in written.entries
            )
        if not isinstance(written, Named):
            return written
        if option in _OF_PLAYERS or (option == "prior" and of is not None and _is_bandit(of)):
            return self.player(written, inside=True)
        if written.name == "random" and option == "others":  # elsewhere it is a policy
            return self._make(written, Random)
        answers = self._answers()
        if written.name in answers:
            return self._make(written, answers[written.name])
        if not self._is_player(written.name) and (option or self._game):
            known = _of_today({**answers, **_PLAYERS})
            raise self._unknown("answer or player", written.name, known)
        return self.player(written, inside=True)


def _is_bandit(made: type[Any]) -> bool:
    return issubclass(made, Bandit)


def _answers_of(game: Game | None) -> list[type[Any]]:
    """Answers that the module with a game's agents exports; those of every game without one."""
    if game is None:
        return _answers_in(None)
    return _answers_in(game.name if isinstance(game, _core.Game) else "")


@cache
def _answers_in(name: str | None) -> list[type[Any]]:
    """The same by the name of a game's module, None for all: asked for with every text."""
    package = importlib.import_module("otherminds.agents")
    found: list[type[Any]] = []
    for module in pkgutil.iter_modules(package.__path__):
        if name not in (None, module.name):
            continue
        offered = importlib.import_module(f"otherminds.agents.{module.name}")
        exported = [getattr(offered, name) for name in getattr(offered, "__all__", ())]
        found += [
            made
            for made in exported
            if isinstance(made, type) and issubclass(made, Answer) and made is not Answer
        ]
    return found


def recipes_behind(player: Any, game: Game) -> dict[str, Player]:
    """The recipes of the names of the game's catalogue that stand in a player, by their texts.

    What is behind the name of a policy is the policy with all its options, as they are by default.

    Examples:
        >>> from otherminds import load
        >>> recipes_behind(Policy("agent4"), load("othello"))
        {'agent4': agent4(perturb=0.0)}
    """
    found: dict[str, Player] = {}
    if isinstance(player, Policy):
        recipe = player.recipe(game)
        if recipe is not player:
            found = {player_text(player): recipe, **recipes_behind(recipe, game)}
        elif options := find_agent(game, player.name).options:
            defaults = {option.name: option.default for option in options if not option.quirk}
            found = {player_text(player): Policy(player.name, **defaults)(**dict(player.options))}
    elif isinstance(player, tuple):
        for part in player:
            found |= recipes_behind(part, game)
    elif is_dataclass(player) and not isinstance(player, type):
        for option in fields(player):
            found |= recipes_behind(getattr(player, option.name), game)
    return found


def player_options(player: Any) -> dict[str, Any]:
    """A player as plain values with every option, defaults included: its identity in a store.

    Options that came `later` are left out at their defaults.

    Examples:
        >>> player_options(Policy("agent4", perturb=0.1))
        {'player': 'agent4', 'perturb': 0.1}
    """
    if isinstance(player, Policy):
        options = player.native_options
        if isinstance(quirks := options.get("quirks"), dict):
            del options["quirks"]
            options |= quirks  # identities in older stores have them among the options
        plain = {"player": player.name, **{name: _plain(options[name]) for name in sorted(options)}}
        return {**plain, "values": _plain(player.values)} if player.values else plain
    if isinstance(player, ImportedPlayer):
        return {"player": player.path, **{name: _plain(value) for name, value in player.options}}
    if is_dataclass(player) and not isinstance(player, type):
        plain = {"player": _name(player)}
        for option in fields(player):
            value = getattr(player, option.name)
            as_before = "later" in option.metadata and value == option.default
            of_policies = isinstance(player, Quirks) and option.name in Quirks.of_policies
            if not as_before and not of_policies:
                plain[option.name] = _plain(value)
        return plain
    return {"player": player_text(player)}


def _name(player: Any) -> str:
    named = written(player)
    return named.name if isinstance(named, Named) else player_text(player)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return player_options(value)
