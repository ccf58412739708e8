"""Othello engines of others as agents: those that speak GTP, and those that speak NBoard 2.

GTP is the Go Text Protocol with the squares of Othello, as grhino, Edax and Quarry use it. NBoard
is that of the program of the same name, which Edax, NTest and Egaroucid speak.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from otherminds._core import Observation, Stream
from otherminds.agents.process import Running
from otherminds.contracts import Agent, AgentError, Game, OthermindsError, View

__all__ = ["COLOURS", "GtpAgent", "NBoardAgent"]

COLOURS = ("black", "white")


class _EngineAgent(Agent):
    """An engine that follows the game and is asked for moves."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = tuple(command)
        self._seconds = seconds
        self._running: Running | None = None

    @property
    def _engine(self) -> Running:
        if self._running is None:
            raise AgentError("No match has begun.")
        return self._running

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """Start the engine if it does not run yet, and set up the board."""
        super().begin(seat, view, stream)
        if self._running is None:
            self._running = Running(self._command, self._seconds)
            self._greet()
        self._set_up(view)

    def observe(self, observation: Observation, view: View) -> None:
        """Tell the engine of the moves that it has not made itself."""
        assert observation.action is not None
        passed = observation.action == view.game.action_count - 1
        if observation.actor != self.seat or passed or self._plays_twice:
            square = "pass" if passed else view.game.action_text(observation.action)
            self._tell(observation.actor, square)

    _plays_twice = False
    """Whether the engine waits to be told of its own moves."""

    def act(self, view: View) -> int:
        """Ask for a move; a pass that has to be is not asked for."""
        legal = view.legal_actions()
        no_move = view.game.action_count - 1
        return no_move if legal == [no_move] else self._square(view.game, self._ask())

    @staticmethod
    def _square(game: Game, answer: str) -> int:
        try:
            return game.parse_action("pass" if answer.lower() in ("pa", "pass") else answer)
        except OthermindsError as error:
            raise AgentError(f"It answered {answer!r:.60}, which is not a square.") from error

    @abstractmethod
    def _greet(self) -> None:
        """What is said once."""

    @abstractmethod
    def _set_up(self, view: View) -> None:
        """A match begins here."""

    @abstractmethod
    def _tell(self, seat: int, square: str) -> None:
        """A move was made."""

    @abstractmethod
    def _ask(self) -> str:
        """The square that the engine plays."""


class GtpAgent(_EngineAgent):
    """An engine that speaks GTP, protocol version 2.

    Matches have to begin from the usual position: GTP has no command for another one.
    """

    def _greet(self) -> None:
        if "set_game" in self._say("list_commands").split():
            self._say("set_game Othello")

    def _set_up(self, view: View) -> None:
        if view.key() != view.game.initial_state().view(self.seat).key():
            raise AgentError("GTP has no command for a match that begins in another position.")
        self._say(f"boardsize {view.game.options['size']}")
        self._say("clear_board")

    def _tell(self, seat: int, square: str) -> None:
        # A pass is never a choice, and some engines, grhino among them, cannot be told of one.
        self._say(f"play {COLOURS[seat]} {square}", refusable=square == "pass")

    def _ask(self) -> str:
        return self._say(f"genmove {COLOURS[self.seat]}")

    def _say(self, command: str, *, refusable: bool = False) -> str:
        """Send a command; what it answers, empty for a refusal that does no harm."""
        self._engine.write(command)
        while not (first := self._engine.read()).strip():
            pass  # empty lines may stand before an answer
        answer = [first]
        while line := self._engine.read().rstrip():
            answer.append(line)
        if refusable and first.startswith("?"):
            return ""
        if not first.startswith("="):
            raise AgentError(f"It answered {first!r:.60} to {command!r}.")
        return "\n".join(answer)[1:].strip()


class NBoardAgent(_EngineAgent):
    """An engine that speaks NBoard, protocol version 2.

    Args:
        command: what starts it.
        seconds: how long it may take for an answer.
        depth: how deep it shall look.
    """

    _plays_twice = True

    def __init__(self, command: Sequence[str], seconds: float, depth: int) -> None:
        super().__init__(command, seconds)
        self._depth = depth
        self._pings = 0

    def _greet(self) -> None:
        self._engine.write("nboard 2")
        self._engine.write(f"set depth {self._depth}")

    def _set_up(self, view: View) -> None:
        side, facts = view.game.options["size"], view.facts
        mover, other = "*O" if facts["to_move"] == 0 else "O*"
        own, others = int(facts["own"], 16), int(facts["opponent"], 16)
        places = [8 * row + column for row in range(side) for column in range(side)]
        board = "".join(
            mover if own >> place & 1 else other if others >> place & 1 else "-" for place in places
        )
        tags = f"PC[Otherminds]PB[Black]PW[White]RE[?]TI[0]TY[{side}]BO[{side} {board} {mover}]"
        self._engine.write(f"set game (;GM[Othello]{tags};)")
        self._settle()

    def _tell(self, seat: int, square: str) -> None:
        del seat
        self._engine.write(f"move {'PA' if square == 'pass' else square.upper()}//0")

    def _settle(self) -> None:
        """Wait until it has done everything that it was told before."""
        self._pings += 1
        self._engine.write(f"ping {self._pings}")
        while self._engine.read().split() != ["pong", str(self._pings)]:
            pass

    def _ask(self) -> str:
        self._settle()
        self._engine.write("go")
        while not (line := self._engine.read().strip()).startswith("==="):
            pass  # its status, and what it thinks
        return line.removeprefix("===").strip().split("/")[0]
