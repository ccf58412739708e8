"""What a language model reads before a move, and what its reply means, in every game.

A prompt is made of a view and of what the seat has witnessed, so it holds nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from otherminds._core import Observation
from otherminds.contracts import CHANCE, FormatError, OthermindsError, View
from otherminds.games.words import goal, who

__all__ = ["parse", "prompt", "witnessed"]

MOST_EVENTS = 60
"""Of what was witnessed last that stand in a prompt."""

_MOVE = re.compile(r"^[\W_]*move[\W_]*?[:=]\s*(.+?)\s*$", re.IGNORECASE)


def witnessed(observation: Observation, view: View) -> str:
    """A line about what the seat witnessed: who acted, and what, where it may know that.

    Examples:
        >>> from otherminds import load
        >>> state = load("othello").initial_state()
        >>> seen = state.observation(19, 0)
        >>> state.apply_action(19)
        >>> witnessed(seen, state.view(0))
        'You: d3'
    """
    game = view.game
    if observation.actor == CHANCE:
        hidden = observation.action is None
        return f"Chance: {'hidden' if hidden else game.outcome_text(observation.action or 0)}"
    name = "You" if observation.actor == view.seat else who(game, observation.actor)
    hidden = observation.action is None
    return f"{name}: {'hidden from you' if hidden else game.action_text(observation.action or 0)}"


def prompt(view: View, seen: Sequence[str] = ()) -> str:
    """What a language model is asked at a decision of its seat.

    Args:
        view: of the seat that acts.
        seen: what the seat has witnessed so far, a line each.

    Examples:
        >>> from otherminds import load
        >>> print(prompt(load("othello", size=4).initial_state().view(0)))
        You play othello with 2 seats. You are Black (seat 0).
        Your goal: Have more discs than White when nobody can move.
        <BLANKLINE>
        What you see:
          a b c d
        1 . * . .
        2 * O X .
        3 . X O *
        4 . . * .
        X Black 2, O White 2; Black to move (*)
        <BLANKLINE>
        The same as JSON:
        {...}
        <BLANKLINE>
        Your legal moves, one per line:
        b1
        a2
        d3
        c4
        <BLANKLINE>
        Choose one of them. You may think first; end your reply with a line of this form:
        MOVE: b1
    """
    game = view.game
    seats = "1 seat" if game.seats == 1 else f"{game.seats} seats"
    rules = f"You play {game.name} with {seats}. You are {who(game, view.seat)}."
    if aim := goal(game, view.seat):
        rules += f"\nYour goal: {aim}"
    moves = [game.action_text(action) for action in view.legal_actions()]
    parts = [rules]
    if seen:
        left_out = len(seen) - MOST_EVENTS
        first = [f"({left_out:,} earlier events are left out.)"] if left_out > 0 else []
        parts.append("\n".join(["What has happened:", *first, *seen[-MOST_EVENTS:]]))
    parts.append(f"What you see:\n{str(view).rstrip()}")
    parts.append(f"The same as JSON:\n{json.dumps(dict(view.facts))}")
    parts.append("\n".join(["Your legal moves, one per line:", *moves]))
    parts.append(
        "Choose one of them. You may think first; end your reply with a line of this form:\n"
        f"MOVE: {moves[0] if moves else ''}"
    )
    return "\n\n".join(parts)


def parse(text: str, view: View) -> int:
    r"""The move that a reply names: in its last line ``MOVE: ...``, or in its last line alone.

    Raises:
        FormatError: it names none, or one that is not legal; the sentence can be shown to a model.

    Examples:
        >>> from otherminds import load
        >>> parse("Corners matter.\n**MOVE: D3**", load("othello").initial_state().view(0))
        19
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = [found[1] for line in lines if (found := _MOVE.match(line))]
    if not named:
        named = lines[-1:]
    if not named:
        raise FormatError("The reply is empty; end it with a line such as 'MOVE: ...'.")
    written = named[-1].strip("`*_\"'. \t") or named[-1]
    game = view.game
    try:
        action = game.parse_action(written)
    except OthermindsError as error:
        raise FormatError(f"The reply names no move of the game ({written!r:.80}).") from error
    if action not in view.legal_actions():
        raise FormatError(f"The move {game.action_text(action)!r} is not legal here.")
    return action
