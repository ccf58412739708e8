"""Leduc poker as a picture."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import NOBODY, Drawing
from otherminds.games.svg import Sketch, group, placard, playing_card, seat_badge, text, turn_of

__all__ = ["drawing"]

_WIDTH = 400
_RANKS, _SUITS = "JQK", "♥♠"
_BETS = ("fold", "call", "raise")


def drawing(position: Any) -> Drawing:
    """A view or a state as a picture; what may be done is listed.

    Examples:
        >>> from otherminds import load
        >>> sorted(drawing(load("leduc").initial_state()).listed)
        ['call', 'raise']
    """
    sketch = Sketch(position)
    facts, own = sketch.facts, getattr(position, "seat", None)
    cards = facts["cards"] if own is None else [facts["card"], facts["other_card"]]
    order = (0, 1) if own is None else (own, 1 - own)
    if own == 1:
        cards = cards[::-1]
    parts = [
        _seat(position, seat, cards[seat], facts["paid"][seat], 14 + 132 * place)
        for place, seat in enumerate(order)
    ]
    board = facts["board"]
    parts.append(group(placard(0, 0, 372, 122), x=14, y=278))
    parts.append(text(28, 300, "board", size=15, anchor="start", bold=True))
    face = _face(board) if board >= 0 else None
    parts.append(playing_card(face, x=28, y=314, hidden="none yet"))
    for row, bets in enumerate(facts["bets"]):
        made = ", ".join(_BETS[bet] for bet in bets if bet >= 0) or "–"
        parts.append(text(112, 334 + 26 * row, f"round {row + 1}: {made}", size=14, anchor="start"))
    words = f"pot {sum(facts['paid'])}; {turn_of(position)}"
    return sketch.drawing(_WIDTH, 410, f"Leduc poker: {words}", *parts)


def _face(card: int) -> tuple[str, str]:
    return _RANKS[card // 2], _SUITS[card % 2]


def _seat(position: Any, seat: int, card: int, paid: int, y: float) -> str:
    acts = position.actor() == seat
    own = seat == getattr(position, "seat", None)
    name = "you" if own else f"seat {seat}"
    state = f"{name} to act" if acts else name
    if position.actor() == NOBODY and hasattr(position, "returns"):
        state += f": {position.returns()[seat]:+g}"
    return group(
        placard(0, 0, 372, 122),
        seat_badge(seat, x=24, y=22, r=11),
        text(42, 22, state, size=15, anchor="start", bold=acts),
        playing_card(_face(card) if card >= 0 else None, x=14, y=38, hidden="hidden"),
        text(98, 76, f"paid {paid}", size=20, anchor="start", bold=True),
        x=14,
        y=y,
    )
