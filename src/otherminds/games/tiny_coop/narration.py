"""Tiny Co-Op at the table: what a person is told, and how a game ended."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.contracts import LimitError

__all__ = ["ending", "goal", "seat_name", "told"]


def seat_name(game: Any, seat: int) -> str:
    """What a seat is called: the digit is its mark on the map."""
    del game
    return f"agent {seat}"


def goal(game: Any, seat: int) -> str:
    """What a seat plays for: all seats together."""
    del seat
    return (
        f"Together, visit every goal (G) with each agent within {game.options['ticks']:,} ticks; "
        "a button (a) holds its door (A) open while somebody stands on it."
    )


def told(view: Any, seen: Any) -> str:
    """What a seat witnesses of a choice, as a sentence; empty while the choice is hidden.

    Choices are known once the last seat has chosen, so its choice tells of all.

    Examples:
        >>> from otherminds.games.tiny_coop import make
        >>> state = make().initial_state()
        >>> told(state.view(1), state.observation(0, 1))
        ''
        >>> state.apply_action(0)
        >>> told(state.view(1), state.observation(4, 1))
        'Agent 0: wait. You: right.'
    """
    known, *choices = seen.facts
    if not known:
        return ""
    sentences = []
    for seat, choice in enumerate(choices[: view.game.seats]):
        who = "You" if seat == view.seat else f"Agent {seat}"
        sentences.append(f"{who}: {view.game.action_text(choice)}.")
    return " ".join(sentences)


def ending(state: Any, seat: int | None) -> str:
    """How a finished game ended; the score is everybody's."""
    ticks = state.to_dict()["tick"]
    if max(state.returns()) < 1:
        return f"Not won within {ticks:,} ticks."
    try:
        fewest = _core.tiny_coop_optimum(state.game.initial_state())
    except LimitError:
        fewest = None
    who = "You win together" if seat is not None else "They win together"
    least = "" if fewest is None else f"; the fewest possible are {fewest:,}"
    return f"{who} in {ticks:,} ticks{least}."
