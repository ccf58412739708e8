"""Tournaments as a store has recorded them.

Players are texts there, and stay texts: to report, replay or learn from a match, no player has to
be made, and no module that a text names is imported. Only who wants to play on makes players again,
by `RecordedTournament.planned`.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from otherminds.agents import parse_player, player_text
from otherminds.arena.plan import Tournament
from otherminds.arena.rows import checksum
from otherminds.contracts import OptionError, OthermindsError, Player
from otherminds.contracts.importing import ImportRefusedError, only_imports
from otherminds.contracts.streams import STREAMS, is_dealt

__all__ = [
    "PERSON",
    "RecordedTournament",
    "StoreError",
    "StoredTournament",
    "is_person",
    "recipe_text",
]

_ALLOW = (
    " Allow it by --allow-imports (in Python: allow_imports=True) if you trust the file and "
    "what it names."
)


PERSON = "person"
"""Who people are in lists of players; ``person 2`` is the second at a table of several."""


def is_person(player: str) -> bool:
    """Whether the text of a player stands for somebody who is no agent.

    Examples:
        >>> is_person("person"), is_person("person 2"), is_person("random")
        (True, True, False)
    """
    return player.partition(" ")[0] == PERSON


class StoreError(OthermindsError):
    """A store that cannot be opened, read or written."""


@dataclass(frozen=True, kw_only=True)
class RecordedTournament(Tournament):
    """A tournament that a store has read: its players are texts until somebody asks for them.

    Attributes:
        recorded_key: the key that its matches were played under.
        recorded_description: what `description` gives, as JSON.
    """

    recorded_key: str
    recorded_description: str

    def __post_init__(self) -> None:
        """Refuse what is not the plan of a tournament; the players are not looked at."""
        if {str} != {type(text) for text in (self.game, *self.players)}:
            raise OptionError("The game and the players of a tournament are texts.")
        if type(self.series) is not int:
            raise OptionError("The length of a series is a whole number.")
        described = json.loads(self.recorded_description)
        if type(described) is not dict or type(described.get("code", {})) is not dict:
            raise OptionError("What describes it is damaged.")
        self._check_numbers()
        self._check_seatings()

    @cached_property
    def recipes(self) -> tuple[Player, ...]:
        """The players themselves; raises where a module would have to be imported."""
        return self.planned().recipes

    @property
    def key(self) -> str:
        """The key that its matches were played under."""
        return self.recorded_key

    def description(self) -> dict[str, Any]:
        """What could change a result, as the version that played it described it."""
        described: dict[str, Any] = json.loads(self.recorded_description)
        return described

    def parts(self) -> dict[str, Any]:
        """What a tournament is made of, by the names that it has there."""
        return {part.name: getattr(self, part.name) for part in fields(Tournament)}

    def streams(self, line_up: int, block: int, match: int) -> tuple[int, int]:
        """The block and index by which ``play_match`` plays the same match again.

        Raises:
            StoreError: seeds meant other deals when it was played.
        """
        if self.description().get("streams", 1) != STREAMS and is_dealt(self.loaded_game):
            raise StoreError(
                f"Tournament {self.key} was played when seeds meant other deals: its results are "
                "read as before, its games cannot be replayed."
            )
        return super().streams(line_up, block, match)

    def planned(self, *, allow_imports: bool = False) -> Tournament:
        """The tournament to be played on, with its players.

        Args:
            allow_imports: import the modules that the players' texts name, which runs them.

        Raises:
            OptionError: a player is not there any more, or a module would have to be imported.
        """
        with nullcontext() if allow_imports else only_imports():
            try:
                return Tournament(**self.parts())
            except ImportRefusedError as error:
                raise ImportRefusedError(f"{error}{_ALLOW}") from error


@dataclass(frozen=True)
class StoredTournament:
    """A tournament as a store lists it."""

    number: int
    key: str
    recipe: str
    """What it was made of, as JSON."""
    version: str
    created: str
    matches: int
    description: str = "{}"
    """Everything that could change a result, as JSON."""
    damage: str | None = None
    """What is wrong with the entry itself, if anything is."""
    older: bool = False
    """Its players are written as the first version did."""

    @cached_property
    def tournament(self) -> RecordedTournament:
        """The tournament itself; raises StoreError if its game is not there, or it is damaged."""
        return self.read()

    def read(self, *, allow_imports: bool = False) -> RecordedTournament:
        """The tournament itself.

        Args:
            allow_imports: import the module of a game that is named by its path, which runs it.

        Raises:
            StoreError: the game is not there, would have to be imported, or the entry is damaged.
        """
        if self.damage is not None:
            raise StoreError(f"Tournament {self.key} cannot be read: {self.damage}.")
        try:
            with nullcontext() if allow_imports else only_imports():
                return self._read()
        except Exception as error:  # games of others may raise anything
            allow = _ALLOW if isinstance(error, ImportRefusedError) else ""
            raise StoreError(
                f"Tournament {self.key}, played by {self.version}, cannot be read here: "
                f"{error}{allow}"
            ) from error

    def _read(self) -> RecordedTournament:
        values = json.loads(self.recipe)
        line_ups = values["line_ups"]
        players = tuple(values["players"])
        return RecordedTournament(
            game=values["game"],
            players=tuple(map(_renewed, players)) if self.older else players,
            options=tuple(sorted(values["options"].items())),
            line_ups=line_ups if isinstance(line_ups, str) else tuple(map(tuple, line_ups)),
            seed=values["seed"],
            series=values["series"],
            move_seconds=values["move_seconds"],
            recorded_key=self.key,
            recorded_description=self.description,
        )

    def checksum(self) -> int:
        """Of everything but the number of matches and the time."""
        texts = (self.key, self.description, self.recipe, self.version)
        return checksum(self.number, *(text.encode() for text in texts))


def _renewed(player: str) -> str:
    """A player's text of the first version as it is written today, where that can be known."""
    try:
        return player_text(parse_player(player))
    except OthermindsError:
        return player


def recipe_text(tournament: Tournament) -> str:
    """What a tournament is made of, as JSON; `StoredTournament.tournament` reads it."""
    return json.dumps(
        {
            "game": tournament.game,
            "players": tournament.players,
            "options": dict(tournament.options),
            "line_ups": tournament.line_ups,
            "seed": tournament.seed,
            "series": tournament.series,
            "move_seconds": tournament.move_seconds,
        }
    )
