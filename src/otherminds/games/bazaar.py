"""Bazaar: three merchants with hidden goods; offers, thefts, simultaneous bids and chance.

A small game with everything that makes planning hard. ``otherminds.examples.bazaar_python`` is the
same game in Python.
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
