"""A game between a person and agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from otherminds._core import NativeAgent
from otherminds.cli.seat_notes import SeatNotes
from otherminds.contracts import CHANCE, NOBODY, AnyAgent, Game, ask, make_agent
from otherminds.contracts.streams import MatchStreams, chance_of_move
from otherminds.interop.played import Beliefs

__all__ = ["Sitting"]


@dataclass
class Sitting:
    """A game of a person with agents, kept as its list of moves so that moves can be undone.

    Attributes:
        game: what is played.
        person: where the person sits.
        players: who sits elsewhere; None for the person.
        seed: decides deal, chance and agents.
    """

    game: Game
    person: int
    players: list[Any]
    seed: int

    def __post_init__(self) -> None:
        """Deal and seat everybody."""
        self._streams = MatchStreams(self.seed, 0, 0)
        self.moves: list[tuple[int, int]] = []
        """Who did what, so far."""
        self.beliefs: list[Beliefs] = []
        """After each move, what the agents took each other and the person for."""
        self._choices: set[int] = set()
        self._restart()

    def _restart(self) -> None:
        """Deal again and live through the moves: agents see what they saw before."""
        self.state = self._deal()
        self.seat_notes = SeatNotes(self.game, self.state.view(self.person))
        self._agents: dict[int, AnyAgent] = {}
        for seat, player in enumerate(self.players):
            if seat != self.person:
                agent = make_agent(player, self.game)
                agent.begin(seat, self.state.view(seat), self._streams.agent(seat))
                self._agents[seat] = agent
        done, self.moves, self.beliefs = self.moves, [], []
        for _, move in done:
            self.apply(move)
        self.seat_notes.news()

    def _deal(self) -> Any:
        return self.game.initial_state(self._streams.deal)

    def apply(self, move: int) -> str:
        """Make a move and tell everybody what they witness; the person in a sentence."""
        actor = self.state.actor()
        seen = {seat: self.state.observation(move, seat) for seat in range(self.game.seats)}
        self.state.apply_action(move)
        self.moves.append((actor, move))
        for seat, agent in self._agents.items():
            agent.observe(seen[seat], self.state.view(seat))
        self.beliefs.append(
            {
                seat: posterior
                for seat, agent in self._agents.items()
                if isinstance(agent, NativeAgent) and (posterior := agent.posterior())
            }
        )
        return self.seat_notes.witness(seen[self.person], self.state.view(self.person))

    def choose(self, move: int) -> str:
        """Make the person's move; a sentence where the game has words for it."""
        place = len(self.moves)
        said = self.apply(move)
        self._choices.add(place)
        return said if self.seat_notes.tells else ""

    def advance(self) -> list[str]:
        """Let chance and agents act until the person has a choice, or the game is over."""
        said = []
        while (actor := self.state.actor()) != NOBODY:
            if actor == self.person:
                legal = self.state.legal_actions()
                if len(legal) > 1:
                    break
                move = legal[0]
            elif actor == CHANCE:
                rng = chance_of_move(self.seed, len(self.moves)).rng()
                move = self.state.sample_outcome(rng)
            else:
                move = ask(self._agents[actor], self.state.view(actor), self.state)
            said.append(self.apply(move))
            if actor == self.person:
                said += self.taken_for()
        return said

    def taken_for(self) -> list[str]:
        """What each agent with several types takes the person for, one line per agent."""
        lines = []
        for seat, posterior in (self.beliefs[-1] if self.beliefs else {}).items():
            types = sorted(posterior.get(self.person, {}).items(), key=lambda item: -item[1])
            if len(types) < 2:
                continue
            shares = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in types)
            lines.append(f"seat {seat} takes you for {shares}")
        return lines

    def undo(self) -> bool:
        """Take back the person's last choice and all that followed."""
        if not self._choices:
            return False
        self.moves = self.moves[: max(self._choices)]
        self._choices.remove(len(self.moves))
        self._restart()
        return True
