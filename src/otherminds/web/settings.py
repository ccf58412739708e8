"""What a server allows, and what makes up a table: values that are checked once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from otherminds.contracts import Game, OptionError
from otherminds.contracts.grammar import Named, text_of
from otherminds.contracts.writing import written
from otherminds.games import load
from otherminds.web.protocols import Protocol
from otherminds.web.shown import Clock, Minds, Plain

__all__ = ["SeatSetting", "ServerOptions", "TableSettings", "new_token"]


def new_token() -> str:
    """A token that nobody can guess: 144 random bits."""
    return secrets.token_urlsafe(18)


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """What a server was started with.

    Attributes:
        store: the file in which tables and finished games are kept.
        opened: the game that the page begins with.
        games: games that the registry does not list, by the path of their class.
        results: results files whose tournaments can be opened.
        studies: by name.
        tables: how many tables may be awake at once.
        seconds: the longest that an agent that searches thinks about a move.
        thinkers: how many agents think at once; the others wait for their turn.
        allow_imports: whether agents may be named by the path of their class.
        rate: messages per second that a connection may send.
        burst: messages that it may send at once.
    """

    store: str
    opened: str | None = None
    games: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    studies: Mapping[str, Protocol] = field(default_factory=dict)
    tables: int = 200
    seconds: float = 10.0
    thinkers: int = os.cpu_count() or 1
    allow_imports: bool = False
    rate: float = 20.0
    burst: int = 100


class SeatSetting(Plain):
    """Who sits at a table, whatever the seat."""

    kind: Literal["person", "agent"]
    name: str
    player: str = ""
    """The text of an agent."""
    level: int = 0


class TableSettings(Plain):
    """A table as it is kept: enough to open it again.

    ``people[p]`` sits in seat ``(p - turned) % seats`` of a game that is ``turned`` so often.
    """

    id: str
    game: str
    """Its name, or the path of its class."""
    options: dict[str, Any]
    people: list[SeatSetting]
    tokens: list[str]
    """One for each person, empty for agents."""
    watch: str
    """The token of onlookers."""
    seed: int
    clock: Clock | None = None
    minds: Minds = "own"
    take_back: bool = True
    study: str = ""
    code: str = ""
    """The anonymous code of who takes part in a study."""
    blocks: list[int] = Field(default=[0])
    """The deal of each game at this table, the last one is being played."""
    turned: list[int] = Field(default=[0])
    """How far the table was turned for each game."""
    opening: list[tuple[int, int]] = Field(default=[])
    """Moves that the first game goes on from."""
    streams: tuple[int, int] | None = None
    """Block and index of a stored match that is looked at."""

    @cached_property
    def loaded_game(self) -> Game:
        """The game itself."""
        return load(self.game, **{name: _value(of) for name, of in self.options.items()})

    @cached_property
    def game_text(self) -> str:
        """The game with all its options, as ``parse_game`` reads it."""
        values = self.loaded_game.options.items()
        return text_of(Named(self.game, options=tuple((n, written(v)) for n, v in values)))

    @property
    def seats(self) -> int:
        """How many."""
        return len(self.people)

    def place(self, seat: int, number: int) -> int:
        """Who, as an index of ``people``, sits in a seat in the game of that number, from 0."""
        return (seat + self.turned[number]) % self.seats

    def seat(self, place: int, number: int) -> int:
        """Where somebody sits in the game of that number, from 0."""
        return (place - self.turned[number]) % self.seats

    @property
    def has_people(self) -> bool:
        """Whether somebody plays; otherwise agents are watched."""
        return any(person.kind == "person" for person in self.people)


def _value(value: Any) -> Any:
    return tuple(map(_value, value)) if isinstance(value, list) else value


def checked_game(name: str, options: Mapping[str, Any], known: tuple[str, ...]) -> Game:
    """The game with these options, of those that are offered.

    Raises:
        OptionError: it is not offered, or has no such option.
    """
    if name not in known:
        raise OptionError(f"{name!r} is not a game here; accepted: {', '.join(known)}.")
    try:
        return load(name, **{option: _value(value) for option, value in options.items()})
    except TypeError as error:
        raise OptionError(f"{name} cannot be made with these options: {error}.") from error
