"""A game between a person and agents.

The person is an agent like any other: the match asks them for their moves and tells them what they
witness. There is one loop that knows how a match goes, `play_match`; taking moves back leaves it
and plays on from a shorter opening.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from otherminds._core import NativeAgent, Observation
from otherminds.arena.match import Match, play_match
from otherminds.contracts import Agent, AnyAgent, Game, State, Stream, Thought, View, make_agent
from otherminds.contracts.streams import MatchStreams
from otherminds.games.seat_notes import SeatNotes
from otherminds.interop.played import Beliefs, PlayedGame

__all__ = ["Leave", "Sitting", "TakeBack"]


class TakeBack(Exception):  # noqa: N818 (no error: the person wants their last choice back)
    """The person takes back their last choice and all that followed."""


class Leave(Exception):  # noqa: N818 (no error either)
    """The person leaves the game."""


class _Person(Agent):
    """Asks somebody for each move that is a choice."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._sitting.view = self._sitting.first_view = view
        self._sitting.seen = []
        self._sitting.seat_notes = SeatNotes(self._sitting.game, view)

    def observe(self, observation: Observation, view: View) -> None:
        self._sitting.view = view
        self._sitting.seen.append((observation, view))
        self._sitting.witnessed = self._sitting.seat_notes.witness(observation, view)

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[0] if len(legal) == 1 else self._sitting.asked()


@dataclass
class Sitting:
    """A game of a person with agents, kept as its list of moves so that moves can be undone.

    Attributes:
        game: what is played.
        person: where the person sits.
        players: who sits elsewhere; None for the person.
        seed: decides deal, chance and agents.
        start: where the game begins, if not at the deal of the seed.
    """

    game: Game
    person: int
    players: list[Any]
    seed: int
    start: State | None = None

    def __post_init__(self) -> None:
        """Nothing has happened yet."""
        self.moves: list[tuple[int, int]] = []
        """Who did what, so far."""
        self.beliefs: list[Beliefs] = []
        """After each move, what the agents took each other and the person for."""
        self.thoughts: list[Thought | None] = []
        """What the agents thought about their moves; None for all others."""
        self.match: Match | None = None
        """The whole of it, once it is over."""
        self.view: View
        """What the person sees."""
        self.first_view: View
        """What the person saw first."""
        self.seen: list[tuple[Observation, View]] = []
        """All that the person has witnessed, each with the view after it."""
        self.seat_notes: SeatNotes
        """What the person knows and may look up."""
        self.witnessed = ""
        """What the person was told of the last move."""
        self._choices: set[int] = set()

    def resume(self, played: PlayedGame) -> None:
        """Go on from the moves of a game that was broken off."""
        self.moves = list(played.moves)
        self.thoughts = list(played.thoughts or [None] * len(played.moves))
        state = self._first()
        for place, (actor, action) in enumerate(self.moves):
            if actor == self.person and len(state.legal_actions()) > 1:
                self._choices.add(place)
            state.apply_action(action)

    def _first(self) -> State:
        if self.start is not None:
            return self.start.copy()
        return self.game.initial_state(MatchStreams(self.seed, 0, 0).deal)

    def opening_notes(self) -> SeatNotes:
        """What the person knows before anything happens."""
        return SeatNotes(self.game, self._first().view(self.person))

    def played(self) -> PlayedGame:
        """The game so far, to be written down."""
        return PlayedGame(
            game=self.game,
            person=self.person,
            players=tuple("" if player is None else repr(player) for player in self.players),
            seed=self.seed,
            moves=tuple(self.moves),
            beliefs=tuple(self.beliefs),
            thoughts=tuple(self.thoughts),
            returns=None if self.match is None else self.match.returns,
        )

    def play(
        self, choose: Callable[[], int], tell: Callable[[str], Any] = lambda _: None
    ) -> Match | None:
        """Play until the game is over or the person leaves, which gives None.

        Args:
            choose: asked for the person's move wherever there is a choice; it may raise `TakeBack`
                or `Leave`.
            tell: gets what the person is told, a sentence at a time.
        """
        self._choose, self._tell = choose, tell
        while True:
            try:
                self.match = self._play_on()
                return self.match
            except TakeBack:
                self.take_back()
            except Leave:
                return None

    def take_back(self) -> bool:
        """Go back to before the person's last choice; False where there is none."""
        if not self._choices:
            return False
        last = max(self._choices)
        self._choices.remove(last)
        self.moves = self.moves[:last]
        self.thoughts = self.thoughts[:last]
        self.match = None
        return True

    def can_take_back(self) -> bool:
        """Whether the person has made a choice that is not taken back."""
        return bool(self._choices)

    def asked(self) -> int:
        """The person's choice."""
        move = self._choose()
        self._chosen = len(self.moves)
        return move

    def _play_on(self) -> Match:
        """Everybody lives through the moves that stand, then the match goes on."""
        opening = self.moves
        kept = self.thoughts
        self.moves, self.beliefs, self.thoughts = [], [], []
        agents: dict[int, AnyAgent] = {
            seat: make_agent(player, self.game)
            for seat, player in enumerate(self.players)
            if seat != self.person
        }
        self._chosen = -1
        latest: list[Thought] = []

        def moved(actor: int, action: int) -> None:
            place, replayed = len(self.moves), len(self.moves) < len(opening)
            self.thoughts.append(kept[place] if replayed else latest.pop() if latest else None)
            self.moves.append((actor, action))
            self.beliefs.append(_beliefs(agents))
            if replayed:
                if place + 1 == len(opening):
                    self._take_up()
                return
            self._say(actor, place)

        line_up: list[AnyAgent] = [
            _Person(self) if seat == self.person else agents[seat]
            for seat in range(self.game.seats)
        ]
        return play_match(
            self.game,
            line_up,
            seed=self.seed,
            opening=opening,
            start=self.start,
            on_move=moved,
            on_thought=latest.append,
        )

    def _take_up(self) -> None:
        """What was certain when the moves were made first is no news."""
        self.seat_notes.news()
        for line in self.taken_for():
            self._tell(line)

    def _say(self, actor: int, place: int) -> None:
        """Tell the person what happened; where they chose it, only if the game has words for it."""
        chosen = place == self._chosen
        if chosen:
            self._choices.add(place)
        if actor == self.person and not chosen:
            move = self.game.action_text(self.moves[place][1])
            self._tell(f"{self.witnessed or f'You {move}.'} (Your only move.)")
        elif self.witnessed and (not chosen or self.seat_notes.tells):
            self._tell(self.witnessed)
        if actor == self.person:
            for line in self.taken_for():
                self._tell(line)

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


def _beliefs(agents: dict[int, AnyAgent]) -> Beliefs:
    """What the agents take each other and the person for."""
    return {
        seat: posterior
        for seat, agent in agents.items()
        if isinstance(agent, NativeAgent) and (posterior := agent.posterior())
    }
