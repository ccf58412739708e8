"""NBoard 2: our agents as an engine of NBoard and of other programs that speak its protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from otherminds.contracts import FormatError, IllegalActionError, PlayerLike, Thought
from otherminds.contracts.writing import text
from otherminds.interop.ggf import read_ggf
from otherminds.interop.othello_session import OthelloSession

__all__ = ["NBoardEngine"]

DISCS = 64
"""A game that is certainly won counts as so many discs: our agents expect wins, not discs."""


class NBoardEngine:
    """Answers the commands of NBoard, protocol version 2.

    Examples:
        >>> engine = NBoardEngine("max_disk")
        >>> game = "(;GM[Othello]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[D3];)"
        >>> for line in engine.answers([f"set game {game}", "ping 1", "go"]):
        ...     print(line)
        pong 1
        status max_disk is thinking
        === C5/0.00/0.00
        status
    """

    def __init__(self, player: PlayerLike, *, seed: int = 0) -> None:
        """Begin at the usual position.

        Args:
            player: who answers ``go`` and ``hint``, for either side.
            seed: decides what the agent draws.
        """
        self._name = player if isinstance(player, str) else text(player)
        self._session = OthelloSession(player, seed=seed)

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What the engine says to each line; nothing to what it does not know."""
        for line in lines:
            command, _, rest = line.strip().partition(" ")
            if command == "quit":
                return
            try:
                yield from self._answer(command, rest.strip())
            except (FormatError, IllegalActionError) as error:
                yield f"status {error}"

    def _answer(self, command: str, rest: str) -> Iterator[str]:
        if command == "nboard":
            yield f"set myname {self._name}"
        elif command == "set" and rest.startswith("game "):
            self._set_game(rest.removeprefix("game "))
        elif command == "move":
            self._session.play(self._session.square(rest.split("/")[0]))
        elif command == "ping":
            yield f"pong {rest}"
        elif command == "learn":
            yield "learned"
        elif command == "go":
            yield from self._go()
        elif command == "hint":
            yield from self._hint(int(rest) if rest.isdecimal() else 1)

    def _set_game(self, ggf: str) -> None:
        games = read_ggf(ggf)
        if not games:
            raise FormatError("There is no game to set.")
        game = games[0]
        self._session.begin(game.initial_state())
        for move in game.moves:
            self._session.play(move.action)

    def _go(self) -> Iterator[str]:
        if self._session.state.is_terminal():
            yield "=== PA"
            return
        yield f"status {self._name} is thinking"
        action = self._session.answer()
        about = self._session.thought()
        seconds = about.seconds if about else 0.0
        if about and about.nodes:
            yield f"nodestats {about.nodes} {seconds:.2f}"
        yield f"=== {self._square(action)}/{_evaluation(about, action):.2f}/{seconds:.2f}"
        yield "status"

    def _hint(self, count: int) -> Iterator[str]:
        if self._session.state.is_terminal():
            return
        yield f"status {self._name} is analysing"
        action = self._session.answer()
        about = self._session.thought()
        depth = about.depth if about else 0
        considered = [move.action for move in about.moves] if about else [action]
        for move in considered[: max(1, count)]:
            line = self._square(move)
            if about and move == action:
                line = "".join(self._square(each.action) for each in about.line) or line
            yield f"search {line} {_evaluation(about, move):.2f} 0 {depth}"
        if about and about.nodes:
            yield f"nodestats {about.nodes} {about.seconds:.2f}"
        yield "status"

    def _square(self, action: int) -> str:
        passed = action == self._session.no_move
        return "PA" if passed else self._session.state.game.action_text(action).upper()


def _evaluation(about: Thought | None, action: int) -> float:
    """What a move is worth to the side that makes it, in discs; 0 for agents that do not say."""
    for move in about.moves if about else ():
        if move.action == action and move.value is not None:
            return DISCS * move.value
    return 0.0
