"""Agents that tests name by their path."""

from otherminds import Agent
from otherminds.contracts import View


class Breaks(Agent):
    """Fails at its second move."""

    def __init__(self) -> None:
        self._moves = 0

    def act(self, view: View) -> int:
        self._moves += 1
        if self._moves > 1:
            raise RuntimeError("I cannot go on")
        return view.legal_actions()[0]
