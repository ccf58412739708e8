"""Leduc poker: six cards, two betting rounds, one card on the board.

Small enough to be solved, large enough for bluff and evidence (Southey et al. 2005). The value for
the first seat is known: about -0.0856.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.leduc.picture import drawing

__all__ = ["drawing", "hidden_facts", "make"]

RANKS = ("jack", "queen", "king")


def make(**options: Any) -> _core.Game:
    """Leduc poker has no options.

    Examples:
        >>> make().return_range
        (-13.0, 13.0)
    """
    return _core.make_game("leduc", options)


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """The other's card, until it is shown; suits mean nothing.

    Examples:
        >>> hidden_facts(make().initial_state(1), seat=0)
        {'card of seat 1': 'queen'}
    """
    if state.view(seat).facts["other_card"] >= 0:
        return {}
    return {f"card of seat {1 - seat}": RANKS[state.to_dict()["cards"][1 - seat] // 2]}
