"""The agents of tic-tac-toe, which is written in Python."""

from __future__ import annotations

from otherminds.agents.catalogue import recipe
from otherminds.agents.plain_searches import mcts, minimax
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best"]


def best() -> Player:
    """An honest agent for play, at about a second per move or less: UCT."""
    return Policy("mcts", iterations=2_000)


CATALOGUE = (recipe(best), recipe(mcts), recipe(minimax))
