"""Who plays nim: ``parlour.players.Bouton`` wherever a player is written."""

from __future__ import annotations

from functools import reduce
from operator import xor

from otherminds import Agent, View

from .nim import HEAPS


class Bouton(Agent):
    """Leaves heaps whose nim-sum is 0 where that is possible (Bouton 1901)."""

    def act(self, view: View) -> int:
        heaps = list(view.facts["heaps"])
        for action in view.legal_actions():
            heap, less = divmod(action, max(HEAPS))
            left = [*heaps[:heap], heaps[heap] - less - 1, *heaps[heap + 1 :]]
            if reduce(xor, left) == 0:
                return action
        return view.legal_actions()[0]
