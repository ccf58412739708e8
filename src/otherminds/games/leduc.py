"""Leduc poker: six cards, two betting rounds, one card on the board.

Small enough to be solved, large enough for bluff and evidence (Southey et al. 2005). The value for
the first seat is known: about -0.0856.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["make"]


def make(**options: Any) -> _core.Game:
    """Leduc poker has no options.

    Examples:
        >>> make().return_range
        (-13.0, 13.0)
    """
    return _core.make_game("leduc", options)
