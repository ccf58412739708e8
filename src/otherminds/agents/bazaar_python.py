"""The agents of Bazaar written in Python, where a search is slower."""

from __future__ import annotations

from otherminds.agents.catalogue import recipe
from otherminds.agents.plain_searches import is_mcts, pomcp
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best"]


def best() -> Player:
    """An honest agent for play, at about a second per move or less: IS-MCTS."""
    return Policy("is_mcts", iterations=100)


CATALOGUE = (recipe(best), recipe(is_mcts), recipe(pomcp))
