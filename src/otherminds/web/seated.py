"""Agents and people in the seats of a table, as the match asks them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from otherminds._core import Observation, Stream
from otherminds.contracts import Agent, AnyAgent, Composite, State, Thought, View, ask
from otherminds.search import listen, thought

__all__ = ["AtTheTable", "Seated"]


class Seated(Composite):
    """An agent that waits until there is room to think, and stops when its time is over.

    Args:
        agent: who decides.
        room: how many may think at once.
        seconds: the longest that a search may take for a move.
        hear: gets thoughts while the agent thinks; returning False ends its search.
    """

    def __init__(
        self,
        agent: AnyAgent,
        room: threading.Semaphore,
        seconds: float,
        hear: Callable[[Thought], bool],
    ) -> None:
        super().__init__([agent])
        self._agent = agent
        self._room = room
        self._seconds = seconds
        self._hear = hear
        self._began = 0.0
        self.informed = agent.informed
        listen(agent, self._heard)

    @property
    def watches(self) -> bool:
        """As the agent does."""
        return bool(getattr(self._agent, "watches", True))

    @property
    def current_type(self) -> str:
        """The agent's."""
        return self._agent.current_type

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """For the agent, with its own stream."""
        self._agent.begin(seat, view, stream)

    def observe(self, observation: Observation, view: View) -> None:
        """The agent sees it."""
        self._agent.observe(observation, view)

    def inform(self, types: Sequence[str]) -> None:
        """The agent is told."""
        self._agent.inform(types)

    def end(self, returns: Sequence[float]) -> None:
        """For the agent."""
        self._agent.end(returns)

    def act(self, view: View, truth: State | None = None) -> int:
        """What the agent does, once there is room to think."""
        with self._room:
            self._began = time.monotonic()
            return ask(self._agent, view, truth)

    def thought(self, *, worlds: int = 0) -> Thought | None:
        """The agent's."""
        return thought(self._agent, worlds=worlds)

    def _heard(self, told: Thought) -> bool:
        return self._hear(told) and time.monotonic() - self._began < self._seconds


class AtTheTable(Agent):
    """A person, who is asked for every move that is a choice."""

    def __init__(self, asked: Callable[[int], int]) -> None:
        self._asked = asked

    def act(self, view: View) -> int:
        """What the person does."""
        legal = view.legal_actions()
        return legal[0] if len(legal) == 1 else self._asked(self.seat)

    @property
    def watches(self) -> bool:
        """The table itself keeps what people see."""
        return False
