"""The catalogue: the agents of a game by name, each a recipe with typed options.

`agents` gives the catalogue of a game; ``otherminds agents GAME`` prints it. It contains every
policy of the game, what the module of the game's agents lists as ``CATALOGUE``, and what other
packages add by entry points in the group ``otherminds.agents``: the name of a game, and where a
sequence of `Entry` values stands. Every catalogue has ``best``, ``random`` and ``typed``.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from otherminds import _core
from otherminds.agents.costs import Cost, costs
from otherminds.agents.options import AgentOption, bound, options_of
from otherminds.contracts import Game, OptionError, Player, Policy, find_recipes_by
from otherminds.games import parse_game
from otherminds.search import Search

__all__ = ["OURS", "Catalogue", "Entry", "agents", "listed", "recipe"]

OURS = "ours"
"""The source of what no other work describes."""


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
        cost: what a move costs at the defaults, where that has been measured.
    """

    name: str
    make: Callable[..., Player] | None = field(repr=False)
    summary: str
    source: str = OURS
    options: tuple[AgentOption, ...] = ()
    peeks: bool = False
    module: str = "otherminds"
    cost: Cost | None = None

    @property
    def text(self) -> str:
        """The name with its options and their defaults: ``tmcts(iterations=10000)``."""
        options = ", ".join(map(str, self.options))
        return f"{self.name}({options})" if options else self.name

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

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain values, ready for JSON."""
        return {
            "name": self.name,
            "text": self.text,
            "summary": self.summary,
            "description": self.description,
            "source": self.source,
            "options": [option.to_dict() for option in self.options],
            "honesty": self.honesty,
            "module": self.module,
            "cost": None if self.cost is None else self.cost.to_dict(),
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

    def find(self, name: str) -> Entry:
        """The agent of that name.

        Raises:
            OptionError: there is none; the sentence has those that there are.
        """
        if name not in self:
            raise OptionError(_core.unknown_name(f"agent of {self.game}", name, list(self)))
        return self[name]

    def to_dict(self) -> dict[str, Any]:
        """The catalogue as plain values, ready for JSON."""
        return {"game": self.game, "agents": [entry.to_dict() for entry in self.entries]}


def recipe(
    make: Callable[..., Player], *, name: str = "", source: str = OURS, peeks: bool = False
) -> Entry:
    """An entry for a function that makes a player.

    Its options are the function's parameters, its sentence is the first of the docstring. A
    parameter ``seats`` is no option: it is told how many seats the game has.

    Args:
        make: the function.
        name: of the agent; the function's own name by default.
        source: the work that describes it.
        peeks: see `Entry`.
    """
    summary = (inspect.getdoc(make) or "").split("\n\n", 1)[0].replace("\n", " ")
    return Entry(
        name=name or make.__name__,
        make=make,
        summary=summary,
        source=source,
        options=options_of(make),
        peeks=peeks,
        module=make.__module__,
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
    if isinstance(game, str):
        game = parse_game(game)
    given = {entry.name: entry for entry in _entries(game.name)}
    policies = _policies(game)
    named = {
        name: replace(policies[name], source=entry.source) if entry.make is None else entry
        for name, entry in given.items()
        if entry.make is not None or name in policies
    }
    usual = recipe(_best, name="best")
    every = {"best": named.pop("best", usual), **named}
    every |= {name: entry for name, entry in policies.items() if name not in every}
    known = costs(game.name)
    return Catalogue(
        game.name, tuple(replace(entry, cost=known.get(name)) for name, entry in every.items())
    )


def _policies(game: Game) -> dict[str, Entry]:
    """The policies that a game has by itself."""
    if isinstance(game, _core.Game):
        described = game.policies()
    else:
        described = {
            "random": "Every legal action with the same probability.",
            "typed": "Draws a kind of action by weight, then one of that kind.",
        }
    return {
        name: Entry(name=name, make=None, summary=summary) for name, summary in described.items()
    }


def _entries(game: str) -> list[Entry]:
    """What our module of the game's agents lists, then what other packages add to it."""
    path = f"otherminds.agents.{game}"
    ours = [] if importlib.util.find_spec(path) is None else importlib.import_module(path).CATALOGUE
    return [*ours, *_added(game)]


@cache
def _added(game: str) -> tuple[Entry, ...]:
    """What other packages add; looking for them takes milliseconds, and every match asks."""
    points = entry_points(group="otherminds.agents")
    return tuple(entry for point in points if point.name == game for entry in _load(point))


def _load(point: EntryPoint) -> Sequence[Entry]:
    package = f" of the package {point.dist.name}" if point.dist else ""
    try:
        found = tuple(point.load())
    except (Exception, SystemExit) as error:  # importing runs the module
        reason = f"{error}".rstrip(".") or type(error).__name__
        raise OptionError(
            f"The agents of {point.name}{package} cannot be loaded: {reason}."
        ) from error
    if not all(isinstance(entry, Entry) for entry in found):
        raise OptionError(f"The agents of {point.name}{package} are not all entries: {found!r}.")
    return found


def _best() -> Player:
    """A search of one second per move, from what its seat knows."""
    return Search(seconds=1.0)


def _find(game: Game, player: Policy) -> Player | None:
    entry = agents(game).find(player.name)
    if entry.make is None:
        return None
    return entry.recipe(game, *player.values, **dict(player.options))


find_recipes_by(_find)
