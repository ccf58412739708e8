"""Our agents as bots of OpenSpiel, in its games and in ours.

OpenSpiel hands a bot the true state. `SpielBot` takes from it what happened and shows its agent
only what the seat may know.
"""

from __future__ import annotations

from typing import Any

from otherminds._core import Stream
from otherminds.contracts import Agent, Game, OptionError, PlayerLike, State, make_agent, peeks
from otherminds.interop.extras import needs
from otherminds.interop.openspiel_games import SpielGame
from otherminds.interop.openspiel_register import is_ours

with needs("OpenSpiel", "openspiel"):
    import pyspiel

__all__ = ["SpielBot"]


class SpielBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel ships no types
    """An agent of ours as a bot of OpenSpiel.

    Examples:
        >>> game = pyspiel.load_game("tic_tac_toe")
        >>> bots = [SpielBot("search(iterations=100)", 0, seed=1), SpielBot("random", 1, seed=1)]
        >>> state = game.new_initial_state()
        >>> while not state.is_terminal():
        ...     state.apply_action(bots[state.current_player()].step(state))
        >>> state.returns()
        [1.0, -1.0]
    """

    def __init__(self, player: PlayerLike, seat: int, *, seed: int = 0) -> None:
        """A bot for a seat.

        Args:
            player: who plays: a recipe, a text, or a living agent, which must not peek.
            seat: OpenSpiel's player.
            seed: decides what the agent draws, match after match.
        """
        pyspiel.Bot.__init__(self)
        self._player = player
        self._seat = seat
        self._seed = seed
        self._matches = 0
        self._seen: list[int] | None = None

    def restart(self) -> None:
        """Another match begins."""
        self._seen = None

    def restart_at(self, state: Any) -> None:
        """Another match begins, from this state."""
        self.restart()
        self._follow(state)

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Somebody is about to act; seen when it is the bot's turn, from the history."""
        del state, player, action

    def step(self, state: Any) -> int:
        """What the agent does in this state."""
        self._follow(state)
        return self._agent.act(self._position.view(self._seat))

    def _follow(self, state: Any) -> None:
        """Show the agent what has happened since it was asked last."""
        history = list(state.history())
        seen = self._seen
        if seen is None or history[: len(seen)] != seen:
            self._begin(state)
            seen = self._seen or []
        for action in history[len(seen) :]:
            before = self._position.copy()
            self._position.apply_action(action)
            observation = before.observation(action, self._seat)
            self._agent.observe(observation, self._position.view(self._seat))
        self._seen = history

    def _begin(self, state: Any) -> None:
        rules: Game
        history = list(state.history())
        if is_ours(state):
            rules = state.rules
            dealt = state.deals > 0
            self._seen = history[:1] if dealt else []
            start: State = rules.initial_state(history[0]) if dealt else rules.initial_state()
        else:
            rules = SpielGame(game=str(state.get_game()))
            self._seen, start = [], rules.initial_state()
        if not 0 <= self._seat < rules.seats:
            raise OptionError(
                f"{rules.name} has no seat {self._seat}; seats are 0 to {rules.seats - 1}."
            )
        agent = make_agent(self._player, rules)
        if peeks(agent) or (isinstance(agent, Agent) and agent.informed):
            raise OptionError(f"{self._player!r} looks at what its seat may not know.")
        self._agent, self._position = agent, start
        stream = Stream(self._seed).child(self._matches).child(self._seat)
        self._matches += 1
        agent.begin(self._seat, start.view(self._seat), stream)
