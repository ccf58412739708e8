"""The agents of Kuhn poker that any game has; its own come with the example, by an entry point."""

from __future__ import annotations

from otherminds.agents.catalogue import recipe
from otherminds.agents.plain_searches import is_mcts, pomcp

__all__ = ["CATALOGUE"]

CATALOGUE = (recipe(is_mcts), recipe(pomcp))
