"""One table: a game that people and agents play, and what each seat may see of it.

A thread of its own plays the match; it waits where a person has to choose. Everything that others
read is changed under a lock, and every move is in the file before anybody hears of it. A table is
awake while somebody is connected; asleep it is a few rows of the file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any

from otherminds.agents import parse_player
from otherminds.arena.match import play_match
from otherminds.contracts import (
    CHANCE,
    NOBODY,
    AnyAgent,
    Belief,
    OptionError,
    OthermindsError,
    State,
    Thought,
    make_agent,
)
from otherminds.contracts.importing import only_imports
from otherminds.contracts.players import peeks
from otherminds.contracts.streams import MatchStreams
from otherminds.web.replies import OwnMind
from otherminds.web.seated import AtTheTable, Seated
from otherminds.web.settings import TableSettings
from otherminds.web.sight import Onlooker, SeatSight, Sight, seen_by
from otherminds.web.store import Keeper, Kept, Result, streams_of

__all__ = ["Table"]


class _Again(Exception):  # noqa: N818 (no error: the game goes on from an earlier move)
    """Moves were taken back."""


class _Asleep(Exception):  # noqa: N818 (no error either)
    """The table is closed for now."""


class _Forfeit(Exception):  # noqa: N818 (nor is this)
    """A seat gives up, or has no time left."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat, self.reason = seat, reason


class Table:
    """A table that is awake.

    Args:
        settings: what it is; its last game is the one that is played.
        keeper: where it is kept.
        room: how many agents may think at once.
        seconds: the longest that an agent may search.
        imports: what its game and agents may import.
    """

    def __init__(
        self,
        settings: TableSettings,
        keeper: Keeper,
        room: threading.Semaphore,
        seconds: float,
        imports: Callable[[], AbstractContextManager[Any]] = only_imports,
    ) -> None:
        self.settings = settings
        with imports():
            self.game = settings.loaded_game
        self._imports = imports
        self.version = 0
        """Raised with every change; who has sent this version has nothing new to send."""
        self.table_version = 0
        """Raised when somebody comes or goes, or another game begins."""
        self.present: dict[int, int] = {}
        """How many connections each person has, by place."""
        self.latest: dict[int, tuple[int, int, Thought]] = {}
        """By seat: a number that rises, the turn, and what the agent there thought last."""
        self.pace: float | None = 1.0
        self.listeners: set[Callable[[], None]] = set()
        self._keeper = keeper
        self._room = room
        self._seconds = seconds
        self.lock = threading.RLock()
        """Held while the game changes, and to read several things that belong together."""
        self._woken = threading.Condition(self.lock)
        self._thread: threading.Thread | None = None
        self._steps = 0
        self._heard = 0
        self._peeking: dict[str, bool] = {}
        self._load()
        if not self.over:  # an agent that may not be made here must not lose the game by that
            with imports():
                for person in settings.people:
                    if person.kind == "agent":
                        parse_player(person.player, self.game)

    # The game as it stands -----------------------------------------------------------------------

    def _load(self) -> None:
        """Take up the last game of the table."""
        self.number = len(self.settings.blocks) - 1
        self.block, self.index = self.settings.streams or streams_of(self.settings, self.number)
        streams = MatchStreams(self.settings.seed, self.block, self.index)
        self._start = self.game.initial_state(streams.deal)
        kept = self._keeper.game(self.settings.id, self.number)
        self.moves = [(int(actor), int(action)) for actor, action in kept.moves]
        self.spent = list(kept.seconds)
        self.result: Result | None = kept.result
        self.latest = {}
        self.cuts: list[tuple[int, int]] = []
        """Moves that were taken back: the version with which, and from which turn on."""
        self._stop: Exception | None = None
        self._pending: tuple[int, int, Future[int]] | None = None
        self._began = time.monotonic()
        self._look()

    def _look(self) -> None:
        """Let everybody see all moves anew."""
        self.state = self._start.copy()
        self.sights: dict[int | None, Sight] = {
            seat: SeatSight(self.state, seat) for seat in self._people_seats()
        }
        if not self.settings.has_people:
            self.sights[None] = Onlooker(self.state)
        for actor, action in self.moves:
            self._show(actor, action)
        self._takes: dict[int, tuple[int, bool]] = {}

    def _show(self, actor: int, action: int) -> None:
        before = self.state.copy()
        self.state.apply_action(action)
        for sight in self.sights.values():
            sight.witness(before, actor, action, self.state)

    def _people_seats(self) -> list[int]:
        settings = self.settings
        return [
            seat
            for seat in range(settings.seats)
            if settings.people[settings.place(seat, self.number)].kind == "person"
        ]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.result is not None

    def start(self) -> State:
        """Where the game began."""
        return self._start.copy()

    def state_at(self, turn: int) -> State:
        """The position after so many moves.

        Raises:
            OptionError: there were not so many.
        """
        with self.lock:
            if turn > len(self.moves):
                raise OptionError(f"There are {len(self.moves)} moves so far; turn {turn} is none.")
            made = self.moves[:turn]
        state = self._start.copy()
        for _, action in made:
            state.apply_action(action)
        return state

    def peeks(self, player: str) -> bool:
        """Whether an agent looks at what is hidden; one that cannot be made says so by its name."""
        if player not in self._peeking:
            try:
                with self._imports():
                    made = make_agent(parse_player(player, self.game), self.game)
                self._peeking[player] = peeks(made)
            except OthermindsError:
                self._peeking[player] = "peek" in player
        return self._peeking[player]

    def sight(self, viewpoint: int | None) -> Sight | None:
        """What a seat has seen, or everything; None where nobody keeps track of it."""
        return self.sights.get(viewpoint)

    def known(self, seat: int) -> OwnMind:
        """What a seat could know, of a person or an agent; found out once for each turn."""
        with self.lock:
            sight = self.sights.get(seat)
            if sight is None:
                sight = self.sights[seat] = seen_by(seat, self._start, self.moves)
            assert isinstance(sight, SeatSight), "it is the sight of a seat"
            return sight.own_mind()

    def thinkers(self) -> list[int]:
        """The seats of agents that have thought, and of which one may ask what they could know."""
        with self.lock:
            people = self._people_seats()
            return [seat for seat in sorted(self.latest) if seat not in people]

    def why(self, seat: int, text: str) -> str:
        """The reasons behind what a seat could know."""
        with self.lock:
            return self._seat_sight(seat).why(text)

    def belief(self, seat: int) -> Belief | None:
        """What a seat could believe; None where nothing is hidden."""
        with self.lock:
            belief = self._seat_sight(seat).belief
            return None if belief is None else belief.copy()

    def _seat_sight(self, seat: int) -> SeatSight:
        sight = self.sights[seat]
        assert isinstance(sight, SeatSight), "a person sits there"
        return sight

    def clocks(self) -> list[float] | None:
        """Seconds that each seat has left; None without a clock."""
        clock = self.settings.clock
        if clock is None:
            return None
        left = [clock.seconds] * self.settings.seats
        for (actor, _), spent in zip(self.moves, self.spent, strict=True):
            if actor >= 0:
                left[actor] += clock.increment - spent
        actor = self.state.actor()
        if actor >= 0 and not self.over:
            left[actor] -= time.monotonic() - self._began
        return [round(max(0.0, seconds), 1) for seconds in left]

    # What people do ------------------------------------------------------------------------------

    def act(self, seat: int, turn: int, action: int) -> Future[int]:
        """Make a move; the result is the turn after it, when it is kept.

        Raises:
            OptionError: it cannot be made; the sentence says why.
        """
        with self.lock:
            if self.over:
                raise OptionError("The game is over.")
            if turn != len(self.moves):
                raise OptionError(
                    f"The game has moved on: {len(self.moves)} moves have been made, not {turn}."
                )
            if self.state.actor() != seat:
                raise OptionError("It is not your turn.")
            if self._pending is not None:
                raise OptionError("Your move is being made already.")
            if action not in self.state.view(seat).legal_actions():
                raise OptionError(f"Action {action} is not possible here.")
            made: Future[int] = Future()
            self._pending = turn, action, made
            self._woken.notify_all()
            return made

    def take_back(self, seat: int, turn: int) -> None:
        """Take back the last choice of a seat.

        Raises:
            OptionError: it cannot be taken back; the sentence says why.
        """
        with self.lock:
            if turn != len(self.moves):
                raise OptionError("The game has moved on; look at the position first.")
            if not self.may_take_back(seat):
                raise OptionError(
                    "A move can be taken back where the table allows it, until chance has acted, "
                    "another person has moved, or something hidden has come to light."
                )
            last = self._seat_sight(seat).last_choice
            assert last is not None
            self._keeper.cut(self.settings.id, self.number, last)
            del self.moves[last:], self.spent[last:]
            self.cuts.append((self.version + 1, last))
            self._look()
            self._interrupt(_Again())

    def may_take_back(self, seat: int) -> bool:
        """Whether the last choice of a seat can be taken back now."""
        sight = self.sights.get(seat)
        if not isinstance(sight, SeatSight) or self.over:
            return False
        settings = self.settings
        if not settings.take_back or settings.clock or self._pending:
            return False
        turn = len(self.moves)
        if self._takes.get(seat, (-1, False))[0] != turn:
            others = [other for other in self._people_seats() if other != seat]
            self._takes[seat] = turn, sight.can_take_back(others)
        return self._takes[seat][1]

    def resign(self, seat: int) -> None:
        """Give the game up.

        Raises:
            OptionError: it is over.
        """
        with self.lock:
            if self.over:
                raise OptionError("The game is over.")
            self._interrupt(_Forfeit(seat, "resigned"))

    def rematch(self, swap: bool) -> None:
        """Begin another game.

        Raises:
            OptionError: this one is not over, or another one is not wanted here.
        """
        with self.lock:
            if not self.over:
                raise OptionError("A rematch begins when the game is over; you may resign.")
            if self.settings.study:
                raise OptionError("The next game of a study comes by itself.")
            thread = self._thread
        if thread is not None:
            thread.join()
        with self.lock:
            settings = self.settings
            self.settings = settings.model_copy(
                update={
                    "blocks": [*settings.blocks, settings.blocks[-1] + 1],
                    "turned": [*settings.turned, (settings.turned[-1] + swap) % settings.seats],
                }
            )
            self._keeper.change_table(self.settings)
            self._load()
            self._thread = None
            self.table_version += 1
            self._changed()
        self.wake()

    def rename(self, place: int, name: str) -> None:
        """Change what others see of a person."""
        with self.lock:
            people = list(self.settings.people)
            people[place] = people[place].model_copy(update={"name": name})
            self.settings = self.settings.model_copy(update={"people": people})
            self._keeper.change_table(self.settings)
            self._seated_anew()

    def set_pace(self, seconds: float | None) -> None:
        """How fast agents are watched; None goes on by `step`."""
        with self.lock:
            self.pace = seconds
            self._woken.notify_all()
            self._seated_anew()

    def step(self) -> None:
        """Let watched agents make one move."""
        with self.lock:
            self._steps += 1
            self._woken.notify_all()

    def come(self, place: int | None) -> None:
        """Somebody connects."""
        with self.lock:
            if place is not None:
                self.present[place] = self.present.get(place, 0) + 1
                self._seated_anew()
        self.wake()

    def go(self, place: int | None) -> None:
        """Somebody disconnects."""
        with self.lock:
            if place is not None:
                self.present[place] -= 1
                self._seated_anew()

    # The match -----------------------------------------------------------------------------------

    def wake(self) -> None:
        """Play on, unless the game is over or being played."""
        with self.lock:
            if self.over or (self._thread is not None and self._thread.is_alive()):
                return
            self._stop = None
            self._began = time.monotonic()
            self._thread = threading.Thread(
                target=self._play, name=f"table {self.settings.id}", daemon=True
            )
            self._thread.start()

    def sleep(self) -> None:
        """Stop playing; what was played is kept."""
        with self.lock:
            thread = self._thread
            self._interrupt(_Asleep())
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _interrupt(self, why: Exception) -> None:
        self._stop = why
        if self._pending is not None:
            self._pending[2].set_exception(OptionError("The game has changed meanwhile."))
            self._pending = None
        self._woken.notify_all()
        self._changed()

    def _changed(self) -> None:
        """The game stands otherwise."""
        self.version += 1
        self._call()

    def _seated_anew(self) -> None:
        """Somebody came or went, or is called otherwise."""
        self.table_version += 1
        self._call()

    def _call(self) -> None:
        for wake in list(self.listeners):
            wake()

    def _play(self) -> None:
        while True:
            try:
                returns = self._play_on()
                self._finish((returns, None, None))
            except _Again:
                with self.lock:
                    self._stop = None
                    self._began = time.monotonic()
                continue
            except _Asleep:
                pass
            except _Forfeit as given_up:
                self._finish(self._forfeited(given_up.seat, given_up.reason))
            except Exception as error:  # agents of others may raise anything
                self._finish(self._failed(error))
            return

    def _play_on(self) -> tuple[float, ...]:
        """Everybody lives through the moves that stand, then the match goes on."""
        with self.lock:
            opening = list(self.moves)
        made = 0
        told: list[Thought] = []

        def moved(actor: int, action: int) -> None:
            nonlocal made
            made += 1
            if made <= len(opening):
                if self._stop is not None:
                    raise self._stop
                return
            self._moved(actor, action, told.pop() if told else None)

        match = play_match(
            self.game,
            [self._seated(seat) for seat in range(self.game.seats)],
            seed=self.settings.seed,
            block=self.block,
            index=self.index,
            opening=opening,
            on_move=moved,
            on_thought=told.append,
        )
        return match.returns

    def _seated(self, seat: int) -> AnyAgent:
        person = self.settings.people[self.settings.place(seat, self.number)]
        if person.kind == "person":
            return AtTheTable(self._asked)
        with self._imports():
            agent = make_agent(parse_player(person.player, self.game), self.game)
        return Seated(agent, self._room, self._seconds, lambda told: self._hear(seat, told))

    def _asked(self, seat: int) -> int:
        """Wait for a person's move."""
        with self.lock:
            while True:
                if self._stop is not None:
                    raise self._stop
                if self._pending is not None:
                    return self._pending[1]
                clocks = self.clocks()
                left = None if clocks is None else clocks[seat]
                if left is not None and left <= 0:
                    raise _Forfeit(seat, "no time was left")
                self._woken.wait(timeout=left)

    def _hear(self, seat: int, told: Thought) -> bool:
        """An agent thinks aloud; whether it may go on."""
        with self.lock:
            if self._stop is not None:
                return False
            self._heard += 1
            self.latest[seat] = self._heard, len(self.moves), told
            if self.settings.minds == "open":
                self._call()
        return True

    def _moved(self, actor: int, action: int, told: Thought | None) -> None:
        """A move was made: it is kept, then shown, then acknowledged."""
        with self.lock:
            if self._stop is not None:
                raise self._stop
            place, spent = len(self.moves), time.monotonic() - self._began
            clocks = self.clocks()
            if clocks is not None and actor >= 0 and clocks[actor] <= 0:
                raise _Forfeit(actor, "no time was left")
            move = (actor, action)
            self._keeper.add_move(self.settings.id, self.number, place, move, spent, told)
            self.moves.append(move)
            self.spent.append(0.0 if actor == CHANCE else spent)
            self._began = time.monotonic()
            self._show(actor, action)
            if told is not None:
                self._heard += 1
                self.latest[actor] = self._heard, place, told
            if self._pending is not None and self._pending[0] <= place:
                self._pending[2].set_result(place + 1)
                self._pending = None
            self._changed()
            if not self.settings.has_people and actor != CHANCE:
                self._pause()

    def _pause(self) -> None:
        """Watched agents go on at the pace that was set, or step by step."""
        since = time.monotonic()
        while self._stop is None and self.state.actor() != NOBODY:
            if self._steps:
                self._steps -= 1
                break
            left = None if self.pace is None else since + self.pace - time.monotonic()
            if left is not None and left <= 0:
                break
            self._woken.wait(timeout=left)
        self._began = time.monotonic()

    def _finish(self, result: Result) -> None:
        with self.lock:
            self._keeper.finish(self.settings, self.number, Kept(self.moves, self.spent, result))
            self.result = result
            if self._pending is not None:
                self._pending[2].set_exception(OptionError("The game is over."))
                self._pending = None
            self._changed()

    def _forfeited(self, seat: int, reason: str) -> Result:
        """As in tournaments: the least for the seat; the most for one other, else the middle."""
        low, high = self.game.return_range
        rest = high if self.game.seats == 2 else (low + high) / 2
        returns = tuple(low if each == seat else rest for each in range(self.game.seats))
        return returns, seat, reason

    def _failed(self, error: Exception) -> Result:
        """An agent broke its contract, which forfeits."""
        with self.lock:
            actor = self.state.actor()
        seat = max(actor, 0)
        said = str(error)
        if not isinstance(error, OthermindsError):
            said = f"{type(error).__name__}: {said}"
        return self._forfeited(seat, said[:300].rstrip("."))
