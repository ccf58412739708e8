"""A game between a person and agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from otherminds._core import NativeAgent, Stream
from otherminds.agents import AnyAgent, make_agent
from otherminds.games import CHANCE, NOBODY, Game
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
        self._stream = Stream(self.seed)
        self.moves: list[tuple[int, int]] = []
        """Who did what, so far."""
        self.beliefs: list[Beliefs] = []
        """After each move, what the agents took each other and the person for."""
        self._restart()

    def _restart(self) -> None:
        """Deal again and live through the moves: agents see what they saw before."""
        self.state = self.game.initial_state(self._stream.child("deal").child(0))
        self._agents: dict[int, AnyAgent] = {}
        for seat, player in enumerate(self.players):
            if seat != self.person:
                agent = make_agent(player, self.game)
                stream = self._stream.child("agent").child(0).child(0).child(seat)
                agent.begin(seat, self.state.view(seat), stream)
                self._agents[seat] = agent
        done, self.moves, self.beliefs = self.moves, [], []
        for _, move in done:
            self.apply(move)

    def apply(self, move: int) -> None:
        """Make a move and tell the agents what they witness."""
        actor = self.state.actor()
        seen = {seat: self.state.observation(move, seat) for seat in self._agents}
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

    def advance(self) -> list[str]:
        """Let chance and agents act until the person has to, or the game is over."""
        said = []
        while (actor := self.state.actor()) not in (self.person, NOBODY):
            before = self.state.copy()
            if actor == CHANCE:
                rng = self._stream.child("chance").child(len(self.moves)).rng()
                move = self.state.sample_outcome(rng)
            else:
                agent = self._agents[actor]
                peeks = isinstance(agent, NativeAgent) and agent.peeks
                view = self.state.view(actor)
                move = agent.act(view, self.state) if peeks else agent.act(view)  # type: ignore[call-arg]
            self.apply(move)
            said.append(self._told(before, move))
        return said

    def _told(self, before: Any, move: int) -> str:
        """What the person witnesses of a move."""
        seen = before.observation(move, self.person)
        who = "chance" if seen.actor == CHANCE else f"seat {seen.actor}"
        if seen.action is None:
            return f"{who}: something that you do not see"
        text = self.game.outcome_text if seen.actor == CHANCE else self.game.action_text
        return f"{who}: {text(seen.action)}"

    def taken_for(self) -> list[str]:
        """What each agent with several types takes the person for, a line each."""
        lines = []
        for seat, posterior in (self.beliefs[-1] if self.beliefs else {}).items():
            types = sorted(posterior.get(self.person, {}).items(), key=lambda item: -item[1])
            if len(types) < 2:
                continue
            shares = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in types)
            lines.append(f"seat {seat} takes you for {shares}")
        return lines

    def undo(self) -> bool:
        """Take back the person's last move and all that followed."""
        own = [place for place, (actor, _) in enumerate(self.moves) if actor == self.person]
        if not own:
            return False
        self.moves = self.moves[: own[-1]]
        self._restart()
        return True
