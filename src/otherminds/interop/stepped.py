"""A match that somebody outside moves on, one action at a time.

`play_match` asks agents until the game is over. Where another program asks instead (an environment
for learners, somebody's engine or bot interface), the match waits for its moves.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from operator import index
from typing import SupportsIndex

from otherminds._core import Stream
from otherminds.contracts import (
    CHANCE,
    Agent,
    AgentError,
    AnyAgent,
    Game,
    IllegalActionError,
    State,
    ask,
    peeks,
)
from otherminds.contracts.streams import MatchStreams

__all__ = ["Episodes", "SteppedMatch"]


class Episodes:
    """One game after the other: each has the seed that was given last, and the next block of it.

    Examples:
        >>> episodes = Episodes()
        >>> episodes.next(7), episodes.next(None), episodes.next(None), episodes.next(7)
        ((7, 0), (7, 1), (7, 2), (7, 0))
    """

    def __init__(self) -> None:
        self._seed: int | None = None
        self._block = 0

    def next(self, seed: int | None) -> tuple[int, int]:
        """Seed and block of the next game; without any seed, one is drawn."""
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(63) if seed is None else seed
            self._block = -1
        self._block += 1
        return self._seed, self._block


class SteppedMatch:
    """A match that waits for the moves of those seats that have no agent.

    Deal, chance and agents draw the same numbers as in ``play_match`` with the same arguments, and
    agents are told the same.

    Attributes:
        game: what is played.
        state: where it stands; only for whoever holds the match.

    Examples:
        >>> from otherminds import load
        >>> from otherminds.contracts import make_agent
        >>> game = load("tic_tac_toe")
        >>> match = SteppedMatch(game, seed=1, agents={1: make_agent("random", game)})
        >>> match.apply(game.parse_action("b2"))
        >>> match.state.actor(), len(match.state.legal_actions())
        (0, 7)
    """

    def __init__(
        self,
        game: Game,
        seed: int | Stream,
        *,
        block: int = 0,
        number: int = 0,
        agents: Mapping[int, AnyAgent] | None = None,
        start: State | None = None,
    ) -> None:
        """Deal, and play up to the first decision of a seat without an agent.

        Args:
            game: what is played.
            seed: with ``block`` and ``number`` decides everything random.
            block: decides the deal.
            number: tells matches of a block apart, as ``index`` of ``play_match`` does.
            agents: who sits in some of the seats.
            start: begin from this state instead of a deal.
        """
        self.game = game
        self._streams = MatchStreams(seed, block, number)
        self._events = 0
        self._agents = dict(agents or {})
        self.state = game.initial_state(self._streams.deal) if start is None else start.copy()
        for seat, agent in self._agents.items():
            agent.begin(seat, self.state.view(seat), self._streams.agent(seat))
        self._watching = [
            (seat, agent)
            for seat, agent in self._agents.items()
            if not isinstance(agent, Agent) or agent.watches
        ]
        self._play_on()

    def apply(self, action: SupportsIndex) -> None:
        """Make the move of the seat that is waited for, and play on to the next one.

        Raises:
            IllegalActionError: the move is not possible here; nothing has changed.
        """
        actor = self.state.actor()
        if actor < 0:
            raise IllegalActionError("The game is over: no action can be applied.")
        self._make(index(action))
        self._play_on()

    def _play_on(self) -> None:
        state = self.state
        while (actor := state.actor()) == CHANCE or actor in self._agents:
            self._make(self._outcome() if actor == CHANCE else self._answer(actor))
        if actor < 0:
            returns = state.returns()
            for agent in self._agents.values():
                agent.end(returns)

    def _outcome(self) -> int:
        rng = self._streams.event(self._events).rng()
        self._events += 1
        return self.state.sample_outcome(rng)

    def _answer(self, seat: int) -> int:
        agent, view = self._agents[seat], self.state.view(seat)
        if agent.informed:
            agent.inform(
                [
                    self._agents[other].current_type if other in self._agents else ""
                    for other in range(self.game.seats)
                ]
            )
        action = ask(agent, view, self.state if peeks(agent) else None)
        if action not in view.legal_actions():
            raise AgentError(f"The agent in seat {seat} answered {action!r}, which is not legal.")
        return action

    def _make(self, action: int) -> None:
        if not self._watching:
            self.state.apply_action(action)
            return
        before = self.state.copy()
        self.state.apply_action(action)
        for seat, agent in self._watching:
            agent.observe(before.observation(action, seat), self.state.view(seat))
