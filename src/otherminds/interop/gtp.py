"""GTP for Othello: our agents as an engine of Quarry and of other programs that speak it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from otherminds import __version__
from otherminds.contracts import FormatError, IllegalActionError, OptionError, PlayerLike
from otherminds.games import load
from otherminds.interop.othello_session import OthelloSession

__all__ = ["GtpEngine"]

_SEATS = {"b": 0, "black": 0, "w": 1, "white": 1}
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f]")
_NUMBERED = re.compile(r"(\d+)\s+(.*)")


class _Refusal(Exception):  # noqa: N818  what GTP calls a failure response
    """What is said after the question mark."""


class GtpEngine:
    """Answers GTP commands, protocol version 2, with the squares of Othello.

    Examples:
        >>> engine = GtpEngine("max_disk")
        >>> for line in engine.answers(["1 play black d3", "genmove white", "genmove red", "quit"]):
        ...     print(line.strip())
        =1
        = E3
        ? syntax error
        =
    """

    def __init__(self, player: PlayerLike, *, seed: int = 0) -> None:
        """Begin at the usual position.

        Args:
            player: who answers ``genmove``, for either side.
            seed: decides what the agent draws.
        """
        self._session = OthelloSession(player, seed=seed)
        self._size = 8
        commands: list[Callable[..., str]] = [
            *(self.protocol_version, self.name, self.version, self.known_command),
            *(self.list_commands, self.quit, self.boardsize, self.clear_board, self.komi),
            *(self.play, self.genmove, self.reg_genmove, self.undo, self.time_settings),
            *(self.time_left, self.final_score, self.showboard, self.set_game, self.list_games),
        ]
        self._commands = {command.__name__: command for command in commands}

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answer to each command, with the empty line that ends it, until ``quit``."""
        for line in lines:
            words = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].strip()
            if not words:
                continue
            numbered = _NUMBERED.fullmatch(words)
            number, words = numbered.groups() if numbered else ("", words)
            name, *arguments = words.split()
            try:
                yield f"={number} {self._answer(name, arguments)}".rstrip() + "\n\n"
            except _Refusal as refusal:
                yield f"?{number} {refusal}\n\n"
            if name == "quit":
                return

    def _answer(self, name: str, arguments: list[str]) -> str:
        if name not in self._commands:
            raise _Refusal("unknown command")
        try:
            return self._commands[name](*arguments)
        except (TypeError, ValueError, KeyError) as error:  # the arguments do not fit
            if isinstance(error, IllegalActionError):
                raise _Refusal("illegal move") from error
            raise _Refusal("syntax error") from error

    # Commands, by their names -------------------------------------------------------------------

    def protocol_version(self) -> str:
        """The version of GTP."""
        return "2"

    def name(self) -> str:
        """What the engine is called."""
        return "Otherminds"

    def version(self) -> str:
        """The version of otherminds."""
        return __version__

    def known_command(self, command: str) -> str:
        """Whether there is such a command."""
        return "true" if command in self._commands else "false"

    def list_commands(self) -> str:
        """All commands."""
        return "\n".join(self._commands)

    def quit(self) -> str:
        """The last command."""
        return ""

    def boardsize(self, size: str) -> str:
        """A board of side 4, 6 or 8, empty but for the start position."""
        try:
            game = load("othello", size=int(size))
        except OptionError as error:
            raise _Refusal("unacceptable size") from error
        self._size = int(size)
        self._session.begin(game.initial_state())
        return ""

    def clear_board(self) -> str:
        """A new game."""
        self._session.begin(load("othello", size=self._size).initial_state())
        return ""

    def komi(self, points: str) -> str:
        """Accepted, for programs that always send it: Othello has none."""
        float(points)
        return ""

    def play(self, colour: str, square: str) -> str:
        """Make a move of a side; passes before it may be left out."""
        seat = _SEATS[colour.lower()]
        try:
            action = self._session.square(square)
        except FormatError as error:
            raise _Refusal("syntax error") from error
        if action == self._session.no_move and self._session.state.actor() != seat:
            raise _Refusal("illegal move")
        self._session.turn_to(seat)
        self._session.play(action)
        return ""

    def genmove(self, colour: str) -> str:
        """Choose a move for a side, and make it."""
        square, action = self._chosen(colour)
        if action is not None:
            self._session.play(action)
        return square

    def reg_genmove(self, colour: str) -> str:
        """Choose a move for a side, and do not make it."""
        return self._chosen(colour)[0]

    def _chosen(self, colour: str) -> tuple[str, int | None]:
        seat = _SEATS[colour.lower()]
        session = self._session
        if session.state.is_terminal():
            return "PASS", None
        session.turn_to(seat)
        action = session.answer()
        return session.state.game.action_text(action).upper(), action

    def undo(self) -> str:
        """Take the last move back."""
        try:
            self._session.undo()
        except IllegalActionError as error:
            raise _Refusal("cannot undo") from error
        return ""

    def time_settings(self, main: str, extra: str, stones: str) -> str:
        """Accepted and not heeded: the budget of the agent decides how long it thinks."""
        float(main), float(extra), int(stones)
        return ""

    def time_left(self, colour: str, seconds: str, stones: str) -> str:
        """Accepted and not heeded."""
        _SEATS[colour.lower()], float(seconds), int(stones)
        return ""

    def final_score(self) -> str:
        """By how many discs a side leads: ``B+12``, ``W+4`` or ``0``."""
        facts = self._session.state.view(0).facts
        lead = int(facts["own"], 16).bit_count() - int(facts["opponent"], 16).bit_count()
        lead *= -1 if facts["to_move"] else 1
        return f"{'B' if lead > 0 else 'W'}+{abs(lead)}" if lead else "0"

    def showboard(self) -> str:
        """The position as text."""
        return f"\n{self._session.state}"

    def set_game(self, *words: str) -> str:
        """Choose a game; Othello is the only one."""
        if "".join(words).lower() not in ("othello", "reversi"):
            raise _Refusal("unknown game")
        return ""

    def list_games(self) -> str:
        """The games that ``set_game`` accepts."""
        return "Othello"
