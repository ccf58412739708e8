"""The protocol by which a program in any language plays: JSON, one message per line.

docs/integrations/any-language.md documents it. Messages go to whoever decides; each ``act`` is
answered by one line with the action. The same messages go to a program that plays at our table and
to one that hosts games of ours.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from otherminds._core import Observation, Stream
from otherminds.agents.process import Running
from otherminds.contracts import CHANCE, Agent, AgentError, Game, OthermindsError, View
from otherminds.search.thoughts import game_text

__all__ = ["PROTOCOL", "LineAgent", "ProgramAgent", "read_answer"]

PROTOCOL = 1
"""Raised when a program that follows the page would no longer understand us."""


class LineAgent(Agent):
    """An agent whose decisions come from somebody who reads and writes lines.

    Subclasses carry the lines: ``_write`` and ``_read``.
    """

    @abstractmethod
    def _write(self, line: str) -> None:
        """Hand a line over."""

    @abstractmethod
    def _read(self) -> str:
        """The next line; raises AgentError if there is none."""

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """Tell which game begins, in which seat, and what the seat sees."""
        super().begin(seat, view, stream)
        game = view.game
        self._send(
            "begin",
            protocol=PROTOCOL,
            game=game_text(game),
            seats=game.seats,
            seat=seat,
            seed=stream.child("program").rng().bits() >> 11,  # exact in a double
            view=_facts(view),
        )

    def observe(self, observation: Observation, view: View) -> None:
        """Tell what the seat witnessed, and what it sees now."""
        game, action = view.game, observation.action
        by_chance = observation.actor == CHANCE
        text = game.outcome_text if by_chance else game.action_text
        self._send(
            "observe",
            actor="chance" if by_chance else observation.actor,
            action=action,
            text=None if action is None else text(action),
            facts=list(observation.facts),
            view=_facts(view),
        )

    def act(self, view: View) -> int:
        """Ask for a move, and wait for the answer."""
        game = view.game
        legal = view.legal_actions()
        moves = [
            {"action": action, "text": game.action_text(action), "parts": game.action_parts(action)}
            for action in legal
        ]
        self._send("act", view=_facts(view), legal=moves)
        return read_answer(self._read(), game)

    def end(self, returns: Sequence[float]) -> None:
        """Tell what everybody got."""
        self._send("end", returns=list(returns))

    def _send(self, kind: str, **values: Any) -> None:
        self._write(json.dumps({"type": kind, **values}, separators=(",", ":")))


class ProgramAgent(LineAgent):
    """A program that speaks these lines, at the table.

    Args:
        command: what starts it.
        seconds: how long it may take for an answer.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = tuple(command)
        self._seconds = seconds
        self._running: Running | None = None

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """Start the program if it does not run yet, and tell it of the match."""
        if self._running is None:
            self._running = Running(self._command, self._seconds)
        super().begin(seat, view, stream)

    def _write(self, line: str) -> None:
        assert self._running is not None
        self._running.write(line)

    def _read(self) -> str:
        assert self._running is not None
        return self._running.read()


def _facts(view: View) -> dict[str, Any]:
    return dict(view.facts)


def read_answer(line: str, game: Game) -> int:
    """The action that a line names, by its number or by its text.

    Raises:
        AgentError: the line is something else.

    Examples:
        >>> from otherminds import load
        >>> read_answer('{"action": 19}', load("othello"))
        19
        >>> read_answer('{"text": "d3"}', load("othello"))
        19
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if isinstance(values, dict):
        action, text = values.get("action"), values.get("text")
        if isinstance(action, int) and not isinstance(action, bool):
            return action
        if action is None and isinstance(text, str):
            try:
                return game.parse_action(text)
            except OthermindsError as error:
                raise AgentError(f"It answered {line!r:.80}: {error}") from error
    raise AgentError(
        f'It answered {line!r:.80}, which is not a line such as {{"action": 3}} or '
        '{"text": "d3"}.'
    )
