"""What a person could have known in a game, and when: hints in Hanabi, deductions in Cluedo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from otherminds.contracts import Game
from otherminds.games import hanabi
from otherminds.games.seat_notes import SeatNotes

__all__ = ["lessons"]

_TOLD = 8
"""Sentences of a kind."""


def lessons(game: Game, moments: Sequence[Any], seat: int) -> list[str]:
    """What could have been known, in sentences.

    Args:
        game: what was played.
        moments: every move as the seat witnessed it, see `otherminds.arena.review.Moment`.
        seat: whose.
    """
    if not moments:
        return []
    told = _certainties(game, moments)
    if game.name == "hanabi" and not game.options["open_hand"]:
        told += _hints(moments, seat)
    return told


def _certainties(game: Game, moments: Sequence[Any]) -> list[str]:
    """When what became certain."""
    notes = SeatNotes(game, moments[0].before)
    found = []
    for moment in moments:
        notes.witness(moment.seen, moment.after)
        found += [f"After move {moment.number}: {sentence}" for sentence in notes.news()]
    if not found:
        return []
    left = len(found) - _TOLD
    earlier = [f"({left} earlier ones are left out.)"] if left > 0 else []
    return ["What could be deduced, and when:", *earlier, *found[-_TOLD:]]


def _playable(view: Any) -> set[int]:
    """The own slots whose card is certain to fit."""
    stacks = view.facts["stacks"]
    fitting = {
        hanabi.card_text(colour * 5 + height)
        for colour, height in enumerate(stacks)
        if height < view.game.options["ranks"]
    }
    return {
        slot
        for slot, possible in enumerate(hanabi.chances(view))
        if possible and set(possible) <= fitting
    }


def _hints(moments: Sequence[Any], seat: int) -> list[str]:
    """What hints of partners made certain that the next move did not use."""
    missed = []
    received = 0
    for place, moment in enumerate(moments):
        text = moment.before.game.action_text(moment.action)
        if moment.actor == seat or not text.startswith("hint") or f"seat {seat}" not in text:
            continue
        received += 1
        certain = _playable(moment.after) - _playable(moment.before)
        answer = next((m for m in moments[place + 1 :] if m.actor == seat), None)
        if not certain or answer is None:
            continue
        done = moment.before.game.action_text(answer.action)
        if done not in {f"play slot {slot}" for slot in certain}:
            slots = " and ".join(f"slot {slot}" for slot in sorted(certain))
            hint = text.replace(f" to seat {seat}", "")
            missed.append(
                f"Move {moment.number}: {hint} made {slots} certain to fit; you did {done}."
            )
    if not received:
        return []
    if not missed:
        return ["You used every hint that made a card certain to fit."]
    return ["What hints could have told you:", *missed[:_TOLD]]
