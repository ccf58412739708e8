"""A game of Othello that an outside program moves, with an agent that follows both sides."""

from __future__ import annotations

from otherminds._core import Stream
from otherminds.contracts import (
    AnyAgent,
    IllegalActionError,
    PlayerLike,
    State,
    Thought,
    make_agent,
)
from otherminds.games import load
from otherminds.search import thought

__all__ = ["OthelloSession"]


class OthelloSession:
    """What an engine knows: the game so far, and an agent for each side that has seen it all.

    Attributes:
        moves: made so far, passes included.
        state: where the game stands.

    Examples:
        >>> session = OthelloSession("max_disk")
        >>> session.play(session.square("d3"))
        >>> session.state.game.action_text(session.answer())
        'e3'
    """

    def __init__(self, player: PlayerLike, *, seed: int = 0) -> None:
        """Begin at the usual position.

        Args:
            player: who answers, for either side.
            seed: decides what the agents draw, game after game.
        """
        self._player = player
        self._seed = seed
        self._games = 0
        self.begin(load("othello").initial_state())

    def begin(self, start: State) -> None:
        """Begin a game from a position."""
        self._start = start.copy()
        self._games += 1
        self._restart([])

    def _restart(self, moves: list[int]) -> None:
        self.state = self._start.copy()
        self.moves: list[int] = []
        game = self.state.game
        self._agents: list[AnyAgent] = [make_agent(self._player, game) for _ in range(2)]
        for seat, agent in enumerate(self._agents):
            stream = Stream(self._seed).child(self._games).child(seat)
            agent.begin(seat, self.state.view(seat), stream)
        for move in moves:
            self.play(move)

    def square(self, text: str) -> int:
        """The action that a square or ``pass`` names; FormatError for anything else."""
        return self.state.game.parse_action("pass" if text.lower() in ("pa", "pass") else text)

    @property
    def no_move(self) -> int:
        """The action that is a pass."""
        return self.state.game.action_count - 1

    def play(self, action: int) -> None:
        """Make a move; IllegalActionError if it is not legal, and nothing has changed."""
        before = self.state.copy()
        self.state.apply_action(action)
        self.moves.append(action)
        for seat, agent in enumerate(self._agents):
            agent.observe(before.observation(action, seat), self.state.view(seat))

    def turn_to(self, seat: int) -> None:
        """Make the pass that comes before a seat's move, where one has to be made."""
        if self.state.actor() == 1 - seat and self.state.legal_actions() == [self.no_move]:
            self.play(self.no_move)
        if self.state.actor() != seat:
            raise IllegalActionError("It is not the turn of that side.")

    def undo(self) -> None:
        """Take the last move back; IllegalActionError if there is none."""
        if not self.moves:
            raise IllegalActionError("There is no move to take back.")
        self._restart(self.moves[:-1])

    def answer(self) -> int:
        """What the agent plays for the side to move; nothing is played."""
        seat = self.state.actor()
        if seat < 0:
            raise IllegalActionError("The game is over.")
        return self._agents[seat].act(self.state.view(seat))

    def thought(self) -> Thought | None:
        """What the agent thought about its last answer, if it tells."""
        return thought(self._agents[max(self.state.actor(), 0)])
