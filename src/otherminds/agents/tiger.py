"""The agents of the tiger problem."""

from __future__ import annotations

from otherminds.agents.catalogue import listed, recipe
from otherminds.agents.plain_searches import is_mcts, pomcp
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best", "is_mcts", "listen", "open_when_sure", "pomcp"]

listen = Policy("listen")
"""Listens and never opens a door."""

open_when_sure = Policy("open_when_sure")
"""Listens until it has heard the tiger ``k`` (2) times more at one door, then opens the other."""


def best() -> Player:
    """An honest agent for play, at about a second per move or less: it listens until sure."""
    return open_when_sure


CATALOGUE = (
    recipe(best),
    recipe(is_mcts),
    recipe(pomcp),
    *listed("listen", "open_when_sure"),
)
