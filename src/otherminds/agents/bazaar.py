"""The agents of Bazaar."""

from __future__ import annotations

from otherminds.agents.catalogue import listed, recipe
from otherminds.agents.plain_searches import is_mcts, pomcp
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best", "greedy", "is_mcts", "pomcp"]

greedy = Policy("greedy")
"""Bids 1 for a good it lacks, accepts a swap that raises its score, otherwise does nothing."""


def best() -> Player:
    """An honest agent for play, at about a second per move or less: IS-MCTS."""
    return Policy("is_mcts", iterations=20_000)


CATALOGUE = (recipe(best), recipe(is_mcts), recipe(pomcp), *listed("greedy"))
