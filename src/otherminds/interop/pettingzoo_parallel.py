"""Games in which seats choose at the same time, as parallel environments of PettingZoo.

In every game here seats choose in turn, and where they choose simultaneously, views hide a choice
until all have chosen. Which seats choose together is therefore seen from the game itself: a seat
belongs to those that choose now if nothing that it may know depends on the choices before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

from otherminds.contracts import Game, IllegalActionError, State
from otherminds.interop.extras import needs
from otherminds.interop.pettingzoo import Observed, Seats, observed
from otherminds.interop.stepped import SteppedMatch

with needs("PettingZoo", "pettingzoo"):
    from pettingzoo import ParallelEnv

__all__ = ["ParallelEnvironment", "choosing"]


def choosing(state: State) -> list[State]:
    """For each seat that chooses now, a state in which it is its turn.

    The first is the state itself. What the seats after it may know is the same whatever those
    before them choose, so their views there tell nothing of a choice.

    Examples:
        >>> from otherminds import load
        >>> [at.actor() for at in choosing(load("tiny_coop").initial_state())]
        [0, 1]
        >>> [at.actor() for at in choosing(load("othello").initial_state())]
        [0]
    """
    path = [state]
    if state.actor() < 0:
        return []
    while True:
        candidate = path[-1].copy()
        candidate.apply_action(candidate.legal_actions()[0])
        seat = candidate.actor()
        if seat < 0 or any(seat == at.actor() for at in path):
            return path
        if not _hidden(path, seat, candidate):
            return path
        path.append(candidate)


def _hidden(path: list[State], seat: int, candidate: State) -> bool:
    """Whether the seat's view after these choices does not depend on any of them."""
    known = candidate.view(seat).key()
    firsts = [at.legal_actions()[0] for at in path]
    for place, at in enumerate(path):
        for action in at.legal_actions():
            other = at.copy()
            if other.observation(action, seat).action is not None:
                return False
            for choice in (action, *firsts[place + 1 :]):
                other.apply_action(choice)
                if other.actor() < 0:
                    return False
            if other.actor() != seat or other.view(seat).key() != known:
                return False
    return True


class ParallelEnvironment(Seats, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game in which all agents act at once; `parallel_env` makes it.

    The mask of an agent that has nothing to choose is empty, and what it answers has no effect.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        Seats.__init__(self, game, render_mode)
        self._match: SteppedMatch | None = None
        self._choosing: list[State] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin the next game; seeds mean what they mean in ``env``."""
        del options
        self._match = self._next_match(seed)
        self.agents = self.possible_agents[:]
        self._choosing = choosing(self._match.state)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observed]:
        assert self._match is not None
        at_turn = {state.actor(): state for state in self._choosing}
        return {
            agent: observed(at_turn.get(seat, self._match.state), seat)
            for seat, agent in enumerate(self.agents)
        }

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the moves of all agents that choose now.

        Raises:
            IllegalActionError: a mask does not allow a move, or one is missing; nothing has
                changed.
        """
        if self._match is None or not self.agents:
            raise IllegalActionError("No game is being played: call reset() first.")
        chosen = []
        for state in self._choosing:
            agent = self.possible_agents[state.actor()]
            if agent not in actions:
                raise IllegalActionError(f"{agent} has to choose, and no action of it was given.")
            state.copy().apply_action(int(actions[agent]))  # refused before anything changes
            chosen.append(actions[agent])
        for action in chosen:
            self._match.apply(action)
        over = self._match.state.is_terminal()
        self._choosing = choosing(self._match.state)
        observations = self._observations()
        returns = self._match.state.returns() if over else [0.0] * self.game.seats
        given = (
            observations,
            dict(zip(self.agents, returns, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            {agent: dict[str, Any]() for agent in self.agents},
        )
        if over:
            self.agents = []
        return given

    def render(self) -> str | None:
        """The whole position as text, for people who look on."""
        return self._rendered(None if self._match is None else self._match.state)

    def close(self) -> None:
        """Nothing is left open."""
