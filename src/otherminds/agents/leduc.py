"""The agents of Leduc poker."""

from __future__ import annotations

from otherminds.agents.catalogue import listed, recipe
from otherminds.agents.plain_searches import is_mcts, pomcp
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best", "honest", "is_mcts", "mixed", "pomcp"]

honest = Policy("honest")
"""Raises a strong hand, calls a medium one, folds a weak one to a raise."""

mixed = Policy("mixed")
"""Does everything with some probability, by the strength of its hand."""


def best() -> Player:
    """An honest agent for play, at about a second per move or less: IS-MCTS."""
    return Policy("is_mcts", iterations=20_000)


CATALOGUE = (recipe(best), recipe(is_mcts), recipe(pomcp), *listed("honest", "mixed"))
