"""Games to learn from: where they began, what was done, and whose decisions count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from otherminds.agents import player_text
from otherminds.arena.match import Match
from otherminds.arena.recorded import PERSON, is_person
from otherminds.arena.store import Store, StoreError
from otherminds.contracts import NOBODY, Game, OptionError, PlayerLike, State, View, player_of
from otherminds.interop.hanab_live import HanabLiveGame

__all__ = ["Decision", "Record", "records_of_store"]


@dataclass(frozen=True)
class Decision:
    """One choice of one player.

    Attributes:
        view: what the seat knew.
        legal: what it could do, ascending.
        action: what it did.
        player: who sat there, as far as that is known.
        match: which game it is from.
    """

    view: View
    legal: tuple[int, ...]
    action: int
    player: str
    match: str


@dataclass(frozen=True)
class Record:
    """A game with the seats whose decisions are learned from.

    Attributes:
        start: the state before the first action.
        actions: every action and chance outcome, in order.
        seats: whose decisions count.
        players: who sat where; empty where nobody knows. Equal games are equal whoever played.
        match: where the game stands in its file. Equal games are equal wherever they stand.
    """

    start: State
    actions: tuple[int, ...]
    seats: tuple[int, ...]
    players: tuple[str, ...] = field(default=(), compare=False)
    match: str = field(default="", compare=False)

    @classmethod
    def of(
        cls, game: Match | HanabLiveGame, seats: Iterable[int] | None = None, match: str = ""
    ) -> Record:
        """A match or a game of hanab.live; without seats everybody's decisions count."""
        if isinstance(game, Match):
            start = next(game.states())
            actions = tuple(action for _, action in game.moves)
        else:
            start, actions = game.initial_state(), game.actions
        chosen = range(start.game.seats) if seats is None else seats
        return cls(start, actions, tuple(chosen), tuple(game.players), match)

    def told(self) -> Iterator[Decision]:
        """Each decision as what the seat knew and what it did, without what was hidden from it."""
        for state, action in self.decisions():
            seat = state.actor()
            yield Decision(
                view=state.view(seat),
                legal=tuple(state.legal_actions()),
                action=action,
                player=self.players[seat] if self.players else "",
                match=self.match,
            )

    def returns(self) -> tuple[float, ...] | None:
        """What each seat got; None for a game that was broken off."""
        state = self.start.copy()
        for action in self.actions:
            state.apply_action(action)
        return tuple(state.returns()) if state.actor() == NOBODY else None

    def decisions(self) -> Iterator[tuple[State, int]]:
        """Each state in which one of the seats acted, and what it did; do not keep the state."""
        state = self.start.copy()
        for action in self.actions:
            if state.actor() in self.seats:
                yield state, action
            state.apply_action(action)


def records_of_store(
    path: str | Path,
    player: PlayerLike | None = None,
    *,
    allow_imports: bool = False,
    note: Callable[[str], object] | None = None,
) -> list[Record]:
    """The games of a store in which a player sat, with its seats; without a player, all of them.

    Args:
        path: of the store.
        player: a player or its text; ``person`` for all people; None for everybody.
        allow_imports: import the modules of games that the store names by path.
        note: called with a sentence for each tournament that cannot be read or has damaged rows,
            which are left out.

    Raises:
        OptionError: nobody of that name has played there.
    """
    found: list[Record] = []
    with Store(path, reading=True) as store:
        for stored in store.tournaments():
            try:
                tournament = stored.read(allow_imports=allow_imports)
            except StoreError as error:
                if note:
                    note(str(error))
                continue
            game = tournament.loaded_game
            try:
                numbers = _numbers(tournament.players, player, game)
            except OptionError:  # another game, which has no such player
                continue
            rows, damaged = store.read(stored.number, tournament) if numbers else ([], [])
            if damaged and note:
                note(f"{len(damaged):,} rows of tournament {stored.key} are damaged and left out.")
            for row in rows:
                seats = tuple(seat for seat, who in enumerate(row.seats) if who in numbers)
                if seats:
                    start = tournament.initial_state(row.line_up, row.block, row.match)
                    players = tuple(tournament.players[who] for who in row.seats)
                    place = f"{stored.key}, match {len(found) + 1}"
                    found.append(Record(start, row.moves, seats, players, place))
    if not found:
        who = "Nobody has played a" if player is None else f"{player} has played no"
        raise OptionError(f"{who} game of {path}.")
    return found


def _numbers(players: Sequence[str], wanted: PlayerLike | None, game: Game) -> list[int]:
    """Which players of a tournament are meant."""
    if wanted is None:
        return list(range(len(players)))
    if wanted == PERSON:
        return [number for number, text in enumerate(players) if is_person(text)]
    text = player_text(player_of(wanted, game))
    return [number for number, player in enumerate(players) if player == text]
