"""Agents for the seats of an experiment's matches."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from otherminds.agents import Agent, NativeAgent, make_agent
from otherminds.arena.plan import Experiment
from otherminds.errors import AgentError
from otherminds.games import View

__all__ = ["SeatFiller"]


class SeatFiller:
    """Makes the agents of a worker: native ones once, Python ones when a match wants fresh ones.

    Native agents are wiped clean by the core before each match that asks for fresh ones, which
    is the same as making them and much quicker. A series keeps all agents for its length.
    """

    def __init__(self, experiment: Experiment) -> None:
        """Make what can be made once."""
        self._experiment = experiment
        self._sources = [self._source(player) for player in range(len(experiment.players))]

    def sources(self) -> list[Any]:
        """For each player its native agents, one a seat, or a function that gives one."""
        return self._sources

    def _source(self, player: int) -> list[NativeAgent] | Callable[[int, bool], Agent]:
        experiment = self._experiment
        game, recipe = experiment.loaded_game, experiment.recipes[player]
        first = make_agent(recipe, game)
        if isinstance(first, NativeAgent):
            more = [make_agent(recipe, game) for _ in range(game.seats - 1)]
            return [first, *(agent for agent in more if isinstance(agent, NativeAgent))]

        living: dict[int, Agent] = {}

        def give(copy: int, fresh: bool) -> Agent:
            if fresh or copy not in living:
                agent = make_agent(recipe, game)
                if not isinstance(agent, Agent):
                    raise AgentError(f"{recipe!r} makes agents of different kinds.")
                limit = experiment.move_seconds
                living[copy] = _Timed(agent, limit) if limit else agent
            return living[copy]

        return give


class _Timed(Agent):
    """A Python agent that is interrupted when its time for a move is over."""

    def __init__(self, agent: Agent, seconds: float) -> None:
        self._agent = agent
        self._seconds = seconds
        self.informed = agent.informed
        self.begin = agent.begin  # type: ignore[method-assign]
        self.observe = agent.observe  # type: ignore[method-assign]
        self.end = agent.end  # type: ignore[method-assign]

    @property
    def watches(self) -> bool:
        return self._agent.watches

    def inform(self, types: Sequence[str]) -> None:
        self._agent.inform(types)

    def act(self, view: View) -> int:
        # Signals reach the main thread only; elsewhere the core still measures the time.
        if threading.current_thread() is not threading.main_thread():
            return self._agent.act(view)
        before = signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)
        try:
            return self._agent.act(view)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("it was still thinking when its time for the move was over")
