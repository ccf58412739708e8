"""Every game as an environment of PettingZoo.

`env` gives the form in which one agent acts at a time (AEC), `parallel_env` the one in which all
act at once, see `otherminds.interop.pettingzoo_parallel`. An agent is offered what its seat may
know, its view as a tensor, and a mask of its legal actions; never the state.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from otherminds.contracts import Game, IllegalActionError, OptionError, State
from otherminds.games import game_of
from otherminds.interop.extras import needs
from otherminds.interop.stepped import Episodes, SteppedMatch

with needs("PettingZoo", "pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

__all__ = ["Environment", "Observed", "Seats", "env", "parallel_env"]

Observed = dict[str, npt.NDArray[Any]]
"""What an agent is offered: ``observation``, the tensor of its view, and ``action_mask``."""

RENDER_MODES = ("ansi", "human")


class Seats:
    """What both forms of an environment share: agents, spaces, seeds and pictures."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(
                f"There is no render mode {render_mode!r}; accepted: {', '.join(RENDER_MODES)}."
            )
        self.game = game
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": f"{game.name}_v{game.version}",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {
            agent: spaces.Discrete(game.action_count) for agent in self.possible_agents
        }
        self._observation_spaces = {
            agent: observation_space(game) for agent in self.possible_agents
        }
        self._episodes = Episodes()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What ``observe`` gives: the tensor of a view, and a mask of legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game; the mask says which are legal."""
        return self._action_spaces[agent]

    def _next_match(self, seed: int | None) -> SteppedMatch:
        """The match of ``play_match(seed=seed, block=n)`` in the n-th game since the seed."""
        seed, block = self._episodes.next(seed)
        return SteppedMatch(self.game, seed, block=block)

    def _rendered(self, state: State | None) -> str | None:
        text = "No game has begun." if state is None else str(state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def __str__(self) -> str:
        """The name of the environment, as PettingZoo writes names."""
        return str(self.metadata["name"])


def observation_space(game: Game) -> spaces.Dict:
    """The tensor of a view, and a mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, game.tensor_shape, np.float32),
            "action_mask": spaces.Box(0, 1, (game.action_count,), np.int8),
        }
    )


def observed(state: State, seat: int) -> Observed:
    """What a seat may know of a state, and what it may do."""
    view = state.view(seat)
    mask = np.zeros(view.game.action_count, np.int8)
    if state.actor() == seat:
        mask[view.legal_actions()] = 1
    return {"observation": view.tensor(), "action_mask": mask}


class Environment(Seats, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game in which one agent acts at a time; `env` makes it.

    Rewards are 0 until the game is over; then each agent gets the return of its seat.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        Seats.__init__(self, game, render_mode)
        self._match: SteppedMatch | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Args:
            seed: begins with the game of ``play_match(seed=seed)``; further resets without a seed
                go on to the blocks 1, 2 ... of that seed. Without any seed games are random.
            options: part of PettingZoo's interface; games have none for a single reset.
        """
        del options
        self._match = match = self._next_match(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(match.state.actor())

    def _select(self, actor: int) -> None:
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
            return
        assert self._match is not None
        returns = self._match.state.returns()
        self.rewards = dict(zip(self.agents, returns, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def observe(self, agent: str) -> Observed:
        """What the agent's seat may know; the mask is empty unless it acts."""
        return observed(self._playing().state, self._seat_of[agent])

    def _playing(self) -> SteppedMatch:
        if self._match is None:
            raise IllegalActionError("No game has begun: call reset() first.")
        return self._match

    def step(self, action: SupportsIndex | None) -> None:
        """Make the move of ``agent_selection``; None once the game is over.

        Raises:
            IllegalActionError: the mask does not allow it; nothing has changed.
        """
        match = self._playing()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionError(f"{self.agent_selection} has to move: None is no action.")
        match.apply(action)
        self._select(match.state.actor())

    def render(self) -> str | None:
        """The whole position as text, for people who look on."""
        return self._rendered(None if self._match is None else self._match.state)

    def close(self) -> None:
        """Nothing is left open."""


def env(game: Game | str, *, render_mode: str | None = None) -> Environment:
    """A game for PettingZoo, one agent acting at a time.

    Args:
        game: an object or a text such as ``hanabi(players=3)``.
        render_mode: ``ansi`` for text from ``render``, ``human`` to print it.

    Examples:
        >>> hanabi = env("hanabi(players=3)")
        >>> hanabi.reset(seed=1)
        >>> hanabi.agent_selection, int(hanabi.last()[0]["action_mask"].sum())
        ('player_0', 17)
    """
    return Environment(game_of(game), render_mode)


def parallel_env(game: Game | str, *, render_mode: str | None = None) -> Any:
    """A game for PettingZoo, all agents acting at once; see `ParallelEnvironment`."""
    from otherminds.interop.pettingzoo_parallel import ParallelEnvironment

    return ParallelEnvironment(game_of(game), render_mode)
