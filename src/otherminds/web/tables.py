"""All tables of a server: found by token, awake while somebody needs them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from otherminds.agents import parse_player, player_text
from otherminds.agents.levels import levels
from otherminds.contracts import Game, OptionError
from otherminds.contracts.importing import ImportRefusedError, only_imports
from otherminds.games import game_names
from otherminds.web.requests import CreateTable
from otherminds.web.settings import (
    SeatSetting,
    ServerOptions,
    TableSettings,
    checked_game,
    new_token,
)
from otherminds.web.shown import SeatChoice
from otherminds.web.store import Keeper
from otherminds.web.table import Table

__all__ = ["Tables"]

_SEEDS = 1_000_000


class Tables:
    """The tables of a server.

    Args:
        options: what the server was started with.
        keeper: where tables are kept.
    """

    def __init__(self, options: ServerOptions, keeper: Keeper) -> None:
        self.options = options
        self.keeper = keeper
        self.room = threading.BoundedSemaphore(options.thinkers)
        self._awake: dict[str, Table] = {}
        self._lock = threading.Lock()

    def game_names(self) -> tuple[str, ...]:
        """Every game that can be played."""
        return (*game_names(), *self.options.games)

    def game(self, name: str, options: dict[str, Any]) -> Game:
        """A game that can be played, with these options."""
        return checked_game(name, options, self.game_names())

    # Making tables -----------------------------------------------------------------------------

    def create(self, wanted: CreateTable) -> TableSettings:
        """Open a table.

        Raises:
            OptionError: it cannot be opened; the sentence says why.
        """
        game = self.game(wanted.game, dict(wanted.options))
        if len(wanted.seats) != game.seats:
            raise OptionError(f"{wanted.game} has {game.seats} seats, not {len(wanted.seats)}.")
        if sum(choice.kind == "me" for choice in wanted.seats) > 1:
            raise OptionError("You sit in one seat at most; invite others by kind person.")
        people = [self._person(game, choice, place) for place, choice in enumerate(wanted.seats)]
        return self.open(
            TableSettings(
                id=new_token(),
                game=wanted.game,
                options=dict(wanted.options),
                people=people,
                tokens=[new_token() if each.kind == "person" else "" for each in people],
                watch=new_token(),
                seed=secrets.randbelow(_SEEDS) if wanted.seed is None else wanted.seed,
                clock=wanted.clock,
                minds=wanted.minds,
                take_back=wanted.take_back,
            )
        )

    def _person(self, game: Game, choice: SeatChoice, place: int) -> SeatSetting:
        if choice.kind in ("me", "person"):
            name = choice.name.strip() or ("you" if choice.kind == "me" else f"guest {place}")
            return SeatSetting(kind="person", name=name)
        if choice.kind == "level":
            if not 1 <= choice.level <= len(levels(game.name)):
                raise OptionError(f"Levels go from 1 to {len(levels(game.name))}.")
            text = f"level({choice.level})"
            return SeatSetting(
                kind="agent", name=f"level {choice.level}", player=text, level=choice.level
            )
        text = self.player_text(choice.player, game)
        return SeatSetting(kind="agent", name=choice.name.strip() or text, player=text)

    def player_text(self, given: str, game: Game) -> str:
        """The text of a player that may be used here.

        Raises:
            OptionError: it is none, or is named by a path, which this server does not import.
        """
        with self.imports():
            try:
                player = parse_player(given, game)
                player.agent(game)  # what it refuses, it refuses now
            except ImportRefusedError as error:
                raise OptionError(
                    f"{error} A server that was started with --allow-imports does."
                ) from error
        return player_text(player)

    def imports(self) -> AbstractContextManager[Any]:
        """Within it, only what this server was started with is imported."""
        if self.options.allow_imports:
            return nullcontext()
        return only_imports([path.rpartition(".")[0] for path in self.options.games])

    def open(self, settings: TableSettings) -> TableSettings:
        """Keep a new table."""
        self._make_room()
        self.keeper.add_table(settings)
        if settings.opening:
            self.keeper.add_moves(settings.id, 0, settings.opening)
        return settings

    def _make_room(self) -> None:
        """Let a table sleep if too many are awake: one without people, finished ones first."""
        with self._lock:
            awake = list(self._awake.values())
            if len(awake) < self.options.tables:
                return
            idle = [table for table in awake if not table.listeners]
            if not idle:
                raise OptionError(
                    f"All {self.options.tables} tables of this server are in use; try later."
                )
            table = min(idle, key=lambda each: not each.over)
            del self._awake[table.settings.id]
        table.sleep()

    # Finding tables ----------------------------------------------------------------------------

    def join(
        self, token: str, listener: Callable[[], None], settings: TableSettings | None = None
    ) -> tuple[Table, int | None]:
        """The table of a token, and the place of who has it; None for an onlooker.

        Args:
            token: the token.
            listener: called whenever something at the table changes, from any thread.
            settings: those of the table, if they are known.

        Raises:
            OptionError: no table has this token.
        """
        known = settings or self.keeper.find_table(token)
        if known is None:
            raise OptionError("This link leads to no table here; ask who sent it for another.")
        with self._lock:
            table = self._awake.get(known.id)
        if table is None:
            self._make_room()
            found = Table(known, self.keeper, self.room, self.options.seconds, self.imports)
            with self._lock:
                table = self._awake.setdefault(known.id, found)
                table.listeners.add(listener)
        table.listeners.add(listener)
        place = known.tokens.index(token) if token in known.tokens else None
        table.come(place)
        return table, place

    def leave(self, table: Table, place: int | None, listener: Callable[[], None]) -> None:
        """Somebody disconnects."""
        table.listeners.discard(listener)
        table.go(place)

    def awake(self) -> Sequence[Table]:
        """The tables that are awake."""
        with self._lock:
            return list(self._awake.values())

    def close(self) -> None:
        """Let all tables sleep."""
        for table in self.awake():
            table.sleep()
