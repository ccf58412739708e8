"""Agents for the seats of a tournament's matches."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Protocol, TypeVar

from otherminds._core import Observation, Stream
from otherminds.arena.plan import Tournament
from otherminds.arena.work import Overdue
from otherminds.contracts import (
    Agent,
    AgentError,
    Composite,
    NativeAgent,
    State,
    View,
    ask,
    make_agent,
)

__all__ = ["SeatFiller"]

_Answer = TypeVar("_Answer")


class SeatFiller:
    """Makes the agents of a worker: native ones once, Python ones when a match wants fresh ones.

    Native agents are wiped clean by the core before each match that asks for fresh ones, which
    is the same as making them and much quicker. A series keeps all agents for its length.
    """

    def __init__(self, tournament: Tournament, clock: Clock | None = None) -> None:
        """Make what can be made once; a clock is watched by another process."""
        self._tournament = tournament
        self._watch = _Watch(clock)
        self.watched = False
        """Whether an agent may have to be ended together with its process."""
        self._sources = [self._source(player) for player in range(len(tournament.players))]

    def begin(self, overdue: Overdue | None) -> None:
        """A match begins that is played alone; in it, a call that did not come back forfeits."""
        self._watch.begin(overdue)

    def sources(self) -> list[Any]:
        """For each player its native agents, one per seat, or a function that gives one."""
        return self._sources

    def _source(self, player: int) -> list[NativeAgent] | Callable[[int, bool], Agent]:
        tournament = self._tournament
        game, recipe = tournament.loaded_game, tournament.recipes[player]
        first = make_agent(recipe, game)
        if isinstance(first, NativeAgent):
            more = [make_agent(recipe, game) for _ in range(game.seats - 1)]
            return [first, *(agent for agent in more if isinstance(agent, NativeAgent))]

        living: dict[int, Agent] = {}
        self.watched |= self._watch.seen and tournament.move_seconds is not None

        def give(copy: int, fresh: bool) -> Agent:
            if fresh or copy not in living:
                limit = tournament.move_seconds
                try:
                    agent = make_agent(recipe, game)
                    if not isinstance(agent, Agent):
                        raise AgentError(f"{recipe!r} makes agents of different kinds.")
                    who = (player, copy)
                    living[copy] = _Timed(agent, limit, self._watch, who) if limit else agent
                except (Exception, SystemExit) as error:
                    living[copy] = _Unmade(error)
            return living[copy]

        return give


class _Unmade(Agent):
    """Sits in for an agent that could not be made, and forfeits."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        raise self._error


class Clock(Protocol):
    """Four numbers that the process of the arena sees, too.

    They are when the call that is under way has to be over, by ``time.monotonic``, or 0 for no
    call; then the player, the copy and the call as `Overdue` has them.
    """

    def __setitem__(self, place: int, value: float, /) -> None:
        """Set one of them."""


class _Watch:
    """Shows another process which call is under way, and knows those that did not come back."""

    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self._calls: Counter[tuple[int, int]] = Counter()
        self._overdue: Overdue | None = None
        self.seen = clock is not None

    def begin(self, overdue: Overdue | None) -> None:
        self._calls.clear()
        self._overdue = overdue

    def start(self, who: tuple[int, int], seconds: float) -> bool:
        """A call begins; whether it may."""
        if self._clock is None:
            return True
        self._calls[who] += 1
        call = self._calls[who]
        known = self._overdue
        if known is not None and (known.player, known.copy, known.call) == (*who, call):
            return False
        for place, value in enumerate((*who, call), start=1):
            self._clock[place] = value
        self._clock[0] = time.monotonic() + seconds
        return True

    def stop(self) -> None:
        if self._clock is not None:
            self._clock[0] = 0.0


class _Timed(Composite):
    """A Python agent that is interrupted when it takes longer than a move may take.

    One that catches the interruption, or blocks signals, is ended by the process of the arena
    together with the worker; when the match is played again, it forfeits where it was.
    """

    def __init__(self, agent: Agent, seconds: float, watch: _Watch, who: tuple[int, int]) -> None:
        super().__init__([agent])
        self._agent = agent
        self._seconds = seconds
        self._watch = watch
        self._who = who
        self.informed = agent.informed

    @property
    def watches(self) -> bool:
        return self._limited(lambda: self._agent.watches)

    @property
    def current_type(self) -> str:
        return self._limited(lambda: self._agent.current_type)

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        self._limited(lambda: self._agent.begin(seat, view, stream))

    def observe(self, observation: Observation, view: View) -> None:
        self._limited(lambda: self._agent.observe(observation, view))

    def inform(self, types: Sequence[str]) -> None:
        self._limited(lambda: self._agent.inform(types))

    def act(self, view: View, truth: State | None = None) -> int:
        return self._limited(lambda: ask(self._agent, view, truth))

    def end(self, returns: Sequence[float]) -> None:
        self._limited(lambda: self._agent.end(returns))

    def _limited(self, call: Callable[[], _Answer]) -> _Answer:
        # Signals reach the main thread only; elsewhere the core still measures the time of moves.
        if threading.current_thread() is not threading.main_thread():
            return call()
        sentence = f"it was not done after {self._seconds:g} seconds"
        if not self._watch.start(self._who, self._seconds):
            raise TimeoutError(f"{sentence} and could not be interrupted")
        try:
            before = signal.signal(signal.SIGALRM, _out_of_time)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            try:
                return call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        except _OutOfTimeError:
            pass  # the sentence must not have this error as its cause
        finally:
            self._watch.stop()
        raise TimeoutError(sentence)


class _OutOfTimeError(BaseException):
    """Not an Exception, so that an agent that catches those is interrupted all the same."""


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise _OutOfTimeError
