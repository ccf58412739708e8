"""Bazaar: three merchants with hidden goods, a small game with everything hard in it.

A steal that two seats see and one does not, an offer with accept and reject, a simultaneous bid,
chance. ``otherminds.examples.bazaar_python`` is the same game in Python.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["make"]


def make(**options: Any) -> _core.Game:
    """Bazaar; the option is ``rounds``, 1 to 6.

    Examples:
        >>> make(rounds=6).return_range
        (0.0, 7.0)
    """
    return _core.make_game("bazaar", options)
