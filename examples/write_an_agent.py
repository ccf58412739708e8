"""An honest planner for games that hide facts: python examples/write_an_agent.py.

It samples worlds that its seat holds possible, searches each, and adds up the visits.
"""

from __future__ import annotations

from dataclasses import dataclass

import otherminds as om


class Determinized(om.Agent):
    def __init__(self, worlds: int, search: om.Search) -> None:
        self.worlds = worlds
        self.search = search

    def begin(self, seat: int, view: om.View, stream: om.Stream) -> None:
        super().begin(seat, view, stream)
        self.belief: om.Belief = view.game.belief(view)
        self.moves = 0

    def observe(self, observation: om.Observation, view: om.View) -> None:
        self.belief.update(observation, view)

    def act(self, view: om.View) -> int:
        visits = dict.fromkeys(view.legal_actions(), 0)
        for number in range(self.worlds):
            stream = self.stream.child(self.moves).child(number)
            world = self.belief.sample(stream.child("world").rng())
            for tried in self.search.run(world, seed=stream).actions:
                visits[tried.action] += tried.visits
        self.moves += 1
        return max(visits, key=visits.__getitem__)


@dataclass(frozen=True)
class DeterminizedPlayer:
    """The recipe: makes a fresh agent for each match and names it in the record."""

    worlds: int
    search: om.Search

    def agent(self, game: om.Game) -> Determinized:
        del game  # it plays any game that has a belief
        return Determinized(self.worlds, self.search)


def main() -> None:
    game = om.load("bazaar")
    # It looks at worlds that were drawn, never at the true one.
    search = om.Search(hidden=om.search.Nothing(peek=True), iterations=100)
    ours = DeterminizedPlayer(worlds=5, search=search)
    players: list[om.Player] = [ours, om.Policy("greedy"), om.Policy("random")]
    blocks = 10
    totals = [0.0] * game.seats
    for block in range(blocks):
        for turn in range(game.seats):  # one deal, every seating in turn
            seats = players[turn:] + players[:turn]
            match = om.play_match(game, seats, seed=1, block=block, index=turn)
            for seat, result in enumerate(match.returns):
                totals[(seat + turn) % game.seats] += result
    for player, total in zip(players, totals, strict=True):
        print(f"{total / blocks / game.seats:5.2f}  {player}")


if __name__ == "__main__":
    main()
