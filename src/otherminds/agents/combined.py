"""Agents made of several that all live through the match, and of which one decides each move."""

from __future__ import annotations

from collections.abc import Sequence

from otherminds import _core
from otherminds._core import Observation, Stream
from otherminds.contracts import AnyAgent, Composite, Thought, View
from otherminds.search.thoughts import thought

__all__ = ["CombinedAgent"]


class CombinedAgent(Composite):
    """Tells all of its parts what happens; who is asked, `act` of a subclass says.

    Whoever made the last move is to be kept in ``_decider``.
    """

    def __init__(self, parts: Sequence[AnyAgent]) -> None:
        super().__init__(list(parts))
        self._decider = self._parts[0]
        self.informed = any(agent.informed for agent in self._parts)

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """Each part has a stream of its own."""
        super().begin(seat, view, stream)
        for place, agent in enumerate(self._parts):
            agent.begin(seat, view, stream.child(place))

    def observe(self, observation: Observation, view: View) -> None:
        """All of them see it."""
        for agent in self._parts:
            agent.observe(observation, view)

    def end(self, returns: Sequence[float]) -> None:
        """For all of them."""
        for agent in self._parts:
            agent.end(returns)

    def decides(self, view: View) -> bool:
        """As the first of them does."""
        return self._parts[0].decides(view)

    def inform(self, types: Sequence[str]) -> None:
        """Those that want to know are told."""
        for agent in self._parts:
            if agent.informed:
                agent.inform(types)

    def thought(self, *, worlds: int = 0) -> Thought | None:
        """That of the player who made the last move."""
        return thought(self._decider, worlds=worlds)

    @property
    def last_result(self) -> _core.NativeSearchResult | None:
        """The last search, where a search made the last move."""
        return getattr(self._decider, "last_result", None)
