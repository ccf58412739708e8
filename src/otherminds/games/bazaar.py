"""Bazaar: three merchants with hidden goods; offers, thefts, simultaneous bids and chance.

A small game with everything that makes planning hard. ``otherminds.examples.bazaar_python`` is the
same game in Python.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["hidden_facts", "make"]

KINDS = ("silk", "spice", "tea")


def make(**options: Any) -> _core.Game:
    """Bazaar; the option is ``rounds``, 1 to 6.

    Examples:
        >>> make(rounds=6).return_range
        (0.0, 7.0)
    """
    return _core.make_game("bazaar", options)


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """The goods of others, and their bids until all lie open.

    Examples:
        >>> hidden_facts(make().initial_state(1), seat=0)["silk of seat 1"]
        '0'
    """
    values = state.to_dict()
    others = [other for other in range(3) if other != seat]
    facts = {
        f"{kind} of seat {other}": str(values["goods"][other][place])
        for other in others
        for place, kind in enumerate(KINDS)
    }
    bids = values["bids"]
    return facts | {
        f"bid of seat {other}": str(bids[other]) for other in others if bids[other] >= 0
    }
