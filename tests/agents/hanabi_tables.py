"""Games of Hanabi from a deal written down by hand, with agents that watch every move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import otherminds as om
from otherminds.contracts import make_agent
from otherminds.games import hanabi
from tests.games.hanabi_positions import COPIES, card


class Table:
    """A game that starts with these hands; the agents of all seats see what happens."""

    def __init__(self, player: Any, *hands: str, draws: str = "", **options: Any) -> None:
        self.game: Any = om.load("hanabi", players=len(hands), **options)
        dealt = [card(text) for text in " ".join((*hands, draws)).split()]
        rest = Counter({kind: COPIES[kind % 5 + 1] for kind in range(25)}) - Counter(dealt)
        self.state: Any = hanabi.deal(self.game, [*dealt, *sorted(rest.elements())])
        self.agents = [make_agent(player, self.game) for _ in hands]
        for seat, agent in enumerate(self.agents):
            agent.begin(seat, self.state.view(seat), om.Stream(1).child(seat))

    def play(self, *moves: str) -> Table:
        """Makes these moves, whoever's turn it is."""
        for move in moves:
            action = self.game.parse_action(move)
            assert action in self.state.legal_actions(), move
            seen = [self.state.observation(action, seat) for seat in range(len(self.agents))]
            self.state.apply_action(action)
            for seat, agent in enumerate(self.agents):
                agent.observe(seen[seat], self.state.view(seat))
        return self

    def answer(self) -> str:
        """What the agent of the seat that acts does."""
        seat = self.state.actor()
        action = self.agents[seat].act(self.state.view(seat))
        return str(self.game.action_text(action))
