"""The catalogue: the agents of a game by name, each a recipe with typed options.

`agents` gives the catalogue of a game; ``otherminds agents GAME`` prints it. It contains every
policy of the game, what the module of the game's agents lists as ``CATALOGUE``, and what other
packages add by entry points in the group ``otherminds.agents``: the name of a game, and where a
sequence of `Entry` values stands. No other package can take a name of ours. Every catalogue has
``best``, ``random`` and ``typed``.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from otherminds import _core
from otherminds.agents.costs import Cost, costs, unmeasured
from otherminds.agents.levels import has_levels, level, levels
from otherminds.agents.options import AgentOption, bound, declared_options, options_of
from otherminds.contracts import Game, OptionError, Player, Policy, find_recipes_by
from otherminds.contracts.writing import text
from otherminds.games import game_of
from otherminds.search import Search

__all__ = [
    "OURS",
    "Catalogue",
    "Entry",
    "agents",
    "find_agent",
    "has_agent",
    "listed",
    "recipe",
]

OURS = "ours"
"""The source of what no other work describes."""

_MANY = 8
"""Options of an agent that a list shows."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An agent of a catalogue.

    Attributes:
        name: what to write: on the command line, in a tournament, as a model in a search.
        make: makes the player behind the name from its options; None for a policy of the game,
            which is its own recipe.
        summary: what it does, in a sentence.
        source: the work that describes it, or ``"ours"``.
        options: what can be set, with the defaults.
        peeks: it looks at what is hidden from its seat, whatever its options are. Others may have
            an option ``peek`` that makes them look, which then stands in their text.
        module: where its recipe stands.
        added_by: whose it is where it is not the library's own; the module by default.
        game: whose catalogue it is from.
    """

    name: str
    make: Callable[..., Player] | None = field(repr=False)
    summary: str
    source: str = OURS
    options: tuple[AgentOption, ...] = ()
    peeks: bool = False
    module: str = "otherminds"
    added_by: str = ""
    game: Game | None = field(default=None, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The name with its options and their defaults: ``tmcts(iterations=10000)``."""
        return self._with(option for option in self.options if not option.quirk)

    @property
    def head(self) -> str:
        """The same for lists: of very many options the first."""
        options = [option for option in self.options if not option.quirk]
        if len(options) <= _MANY:
            return self.text
        shown = ", ".join(map(str, options[:_MANY]))
        return f"{self.name}({shown}, and {len(options) - _MANY} more)"

    def _with(self, options: Iterable[AgentOption]) -> str:
        shown = ", ".join(map(str, options))
        return f"{self.name}({shown})" if shown else self.name

    @property
    def cost(self) -> Cost | None:
        """What a move costs at the defaults, where that has been measured with this recipe."""
        if self.game is None:
            return None
        known = costs(self.game.name).get(self.name)
        return known if known and known.recipe == self.recipe_mark(self.game) else None

    @property
    def cost_text(self) -> str:
        """What a move costs, or why that has not been measured, for people."""
        if self.cost is not None:
            return f"{self.cost} per move"
        reasons = unmeasured(self.game.name) if self.game is not None else {}
        return f"cost not measured: {reasons[self.name]}" if self.name in reasons else ""

    @property
    def honesty(self) -> str:
        """Whether it looks at what is hidden from its seat."""
        if self.peeks:
            return "peeking"
        can_peek = any(option.name == "peek" for option in self.options)
        return "honest unless peek=true" if can_peek else "honest"

    @property
    def description(self) -> str:
        """All that its author says of it."""
        return self.summary if self.make is None else inspect.getdoc(self.make) or self.summary

    def player(self, *values: Any, **options: Any) -> Policy:
        """The agent with these options as a player that keeps its name.

        Raises:
            OptionError: an option is unknown or impossible.
        """
        bound(self.name, self.options, values, options)
        return Policy(self.name, *values, **options)

    def recipe(self, game: Game, *values: Any, **options: Any) -> Player:
        """The player behind the name; a policy of the game is its own recipe.

        Raises:
            OptionError: an option is unknown or impossible.
        """
        if self.make is None:
            return Policy(self.name, *values, **options)
        given = bound(self.name, self.options, values, options)
        if "seats" in inspect.signature(self.make).parameters:
            given["seats"] = game.seats
        return self.make(**given)

    def recipe_mark(self, game: Game) -> str:
        """The same as long as the recipe with its defaults is the same."""
        made = self.text if self.make is None else text(self.player().recipe(game))
        return hashlib.sha256(made.encode()).hexdigest()[:12]

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain values, ready for JSON."""
        cost = self.cost
        return {
            "name": self.name,
            "text": self.text,
            "summary": self.summary,
            "description": self.description,
            "source": self.source,
            "options": [option.to_dict() for option in self.options],
            "honesty": self.honesty,
            "module": self.module,
            "added_by": self.added_by,
            "cost": None if cost is None else cost.to_dict(),
        }


@dataclass(frozen=True)
class Catalogue(Mapping[str, Entry]):
    """The agents of a game by name, ``best`` first.

    Examples:
        >>> agents("hanabi")["planner"].honesty
        'honest'
        >>> agents("hanabi")["planner"].player(500)
        planner(500)
    """

    game: str
    entries: tuple[Entry, ...]

    def __getitem__(self, name: str) -> Entry:
        """The agent of that name; KeyError if there is none, see `find`."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def best(self) -> str:
        """The agent behind ``best``, as it is written."""
        entry = self["best"]
        return text(entry.recipe(entry.game) if entry.game else entry.player())

    def find(self, name: str) -> Entry:
        """The agent of that name.

        Raises:
            OptionError: there is none; the sentence has those that there are.
        """
        if name not in self:
            if name == "level":
                levels(self.game)  # whose sentence says more
            raise OptionError(_core.unknown_name(f"agent of {self.game}", name, list(self)))
        return self[name]

    def to_dict(self) -> dict[str, Any]:
        """The catalogue as plain values, ready for JSON."""
        return {
            "game": self.game,
            "best": self.best,
            "agents": [entry.to_dict() for entry in self.entries],
        }


def recipe(
    make: Callable[..., Player],
    *,
    name: str = "",
    source: str = OURS,
    peeks: bool = False,
    added_by: str = "",
) -> Entry:
    """An entry for a function that makes a player.

    Its options are the function's parameters, its sentence is the first of the docstring. A
    parameter ``seats`` is no option: it is told how many seats the game has.

    Args:
        make: the function.
        name: of the agent; the function's own name by default.
        source: the work that describes it.
        peeks: see `Entry`.
        added_by: see `Entry`.
    """
    summary = (inspect.getdoc(make) or "").split("\n\n", 1)[0].replace("\n", " ")
    summary = summary.replace("``", "`")
    return Entry(
        name=name or make.__name__,
        make=make,
        summary=summary,
        source=source,
        options=options_of(make),
        peeks=peeks,
        module=make.__module__,
        added_by=added_by,
    )


def listed(*names: str, source: str = OURS) -> tuple[Entry, ...]:
    """Entries for policies of the game, whose sentences and options the game itself knows."""
    return tuple(Entry(name=name, make=None, summary="", source=source) for name in names)


def agents(game: Game | str) -> Catalogue:
    """The catalogue of a game: every agent that can be written by its name.

    Args:
        game: the game, or a text that names it.

    Raises:
        OptionError: there is no such game, or the agents of another package cannot be loaded.

    Examples:
        >>> agents("leduc")["honest"].summary
        'Raises a strong hand, calls a medium one, folds a weak one to a raise.'
    """
    game = game_of(game)
    own = _own(game)
    every = {**own, **{e.name: e for e in _added(game.name) if e.name not in own}}
    every = {"best": every.pop("best", recipe(_best, name="best")), **every}
    return Catalogue(game.name, tuple(replace(entry, game=game) for entry in every.values()))


def find_agent(game: Game, name: str) -> Entry:
    """The agent of that name; other packages are asked only for what is not ours.

    Raises:
        OptionError: there is none; the sentence has those that there are.
    """
    own = _own(game)
    return own[name] if name in own else agents(game).find(name)


def has_agent(game: Game, name: str) -> bool:
    """Whether there is an agent of that name."""
    return name in _own(game) or name in agents(game)


_ours: dict[str, dict[str, Entry]] = {}
"""By the names of games; every text of a player that is read asks."""


def _own(game: Game) -> dict[str, Entry]:
    """What our module of the game's agents lists, then the game's other policies."""
    if game.name not in _ours:
        _ours[game.name] = _list_own(game)
    return _ours[game.name]


def _list_own(game: Game) -> dict[str, Entry]:
    path = f"otherminds.agents.{game.name}"
    own_module = "." not in game.name  # a game that is called by its path has none
    found = own_module and importlib.util.find_spec(path) is not None
    listed_there = importlib.import_module(path).CATALOGUE if found else ()
    policies = _policies(game)
    own: dict[str, Entry] = {}
    for entry in listed_there:
        if entry.make is not None:
            own[entry.name] = entry
        elif entry.name in policies:
            own[entry.name] = replace(policies[entry.name], source=entry.source)
    if has_levels(game.name):
        own["level"] = recipe(_level_of(game.name), name="level")
    return {**own, **{name: entry for name, entry in policies.items() if name not in own}}


def _level_of(game: str) -> Callable[[int], Player]:
    def made(number: int = 5) -> Player:
        """A calibrated opponent for people, from level 1 to 10, which is the best agent."""
        return level(game, number)

    return made


def _policies(game: Game) -> dict[str, Entry]:
    """The policies that a game has by itself, with their options as the core declares them."""
    return {
        plain["name"]: Entry(
            name=plain["name"],
            make=None,
            summary=plain["summary"],
            options=declared_options(plain["options"]),
        )
        for plain in _core.policy_schema(game)
    }


@cache
def _added(game: str) -> tuple[Entry, ...]:
    """What other packages add; looking for them takes milliseconds, and every match asks."""
    points = entry_points(group="otherminds.agents")
    return tuple(entry for point in points if point.name == game for entry in _load(point))


def _load(point: EntryPoint) -> Sequence[Entry]:
    """The entries that a package adds; none where its module is not there."""
    package = f" of the package {point.dist.name}" if point.dist else ""
    try:
        found = tuple(point.load())
    except ModuleNotFoundError as error:
        if error.name and f"{point.value.partition(':')[0]}.".startswith(f"{error.name}."):
            return ()
        raise OptionError(f"The agents of {point.name}{package} need {error.name}.") from error
    except (Exception, SystemExit) as error:  # importing runs the module
        reason = f"{error}".rstrip(".") or type(error).__name__
        raise OptionError(
            f"The agents of {point.name}{package} cannot be loaded: {reason}."
        ) from error
    if not all(isinstance(entry, Entry) for entry in found):
        raise OptionError(f"The agents of {point.name}{package} are not all entries: {found!r}.")
    return tuple(replace(entry, added_by=entry.added_by or entry.module) for entry in found)


def _best() -> Player:
    """A search of one second per move, from what its seat knows."""
    return Search(seconds=1.0)


def _find(game: Game, player: Policy) -> Player | None:
    entry = find_agent(game, player.name)
    if entry.make is None:
        return None
    return entry.recipe(game, *player.values, **dict(player.options))


find_recipes_by(_find)
