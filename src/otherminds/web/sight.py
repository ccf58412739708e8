"""What one viewpoint sees of a game: positions, moves in sentences, what it could know.

A viewpoint is a seat, or None for the whole truth. Nothing else reaches a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import CHANCE, NOBODY, Belief, Game, State, View
from otherminds.games.drawings import drawing
from otherminds.games.marginals import marginals
from otherminds.games.seat_notes import SeatNotes
from otherminds.games.words import who
from otherminds.web.replies import OwnMind
from otherminds.web.shown import Action, Fact, MoveSeen, Outcome, Position

__all__ = ["Onlooker", "SeatSight", "Sight", "position", "seen_by"]

_WORLDS = 64
"""Worlds in which a move must have looked the same to be taken back."""


def position(state: State, turn: int, viewpoint: int | None, *, free: bool = False) -> Position:
    """A position as a viewpoint sees it.

    Args:
        state: the position.
        turn: how many moves led to it.
        viewpoint: who looks.
        free: whether outcomes of chance are listed, for what-if.
    """
    game, actor = state.game, state.actor()
    seen: Any = state if viewpoint is None else state.view(viewpoint)
    legal = seen.legal_actions()
    drawn = drawing(seen)
    listed: dict[str, list[int]] = {}
    if drawn is None:
        for action in legal:
            listed.setdefault(game.action_types[game.type_of(action)], []).append(action)
    else:
        listed = {name: list(actions) for name, actions in drawn.listed.items()}
    outcomes = state.chance_outcomes() if free and actor == CHANCE else []
    return Position(
        turn=turn,
        viewpoint=viewpoint,
        actor=actor,
        svg=None if drawn is None else drawn.svg,
        text=str(seen),
        listed=listed,
        actions=[_action(game, action) for action in legal],
        outcomes=[
            Outcome(id=outcome, text=game.outcome_text(outcome), probability=probability)
            for outcome, probability in outcomes
        ],
        returns=state.returns() if actor == NOBODY else None,
    )


def _action(game: Game, action: int) -> Action:
    return Action(
        id=action,
        text=game.action_text(action),
        type=game.action_types[game.type_of(action)],
        parts=game.action_parts(action),
    )


class Onlooker:
    """Sees everything: watched agents, and games that are over."""

    def __init__(self, state: State) -> None:
        self._game = state.game
        self.moves: list[MoveSeen] = []

    def witness(self, before: State, actor: int, action: int, after: State) -> None:
        """A move is made."""
        del before, after
        game = self._game
        if actor == CHANCE:
            text = f"Chance: {game.outcome_text(action)}."
        else:
            name = who(game, actor)
            text = f"{name[0].upper()}{name[1:]}: {game.action_text(action)}."
        self.moves.append(MoveSeen(turn=len(self.moves), actor=actor, action=action, text=text))


class SeatSight:
    """What one seat sees and could know, folded from what it witnesses."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.view: View = state.view(seat)
        self.moves: list[MoveSeen] = []
        self._notes = SeatNotes(state.game, self.view)
        self._before_choice: tuple[int, Belief | None] | None = None
        """Turn of the seat's last choice, and what it believed then; None if nothing is hidden."""
        self._since: list[tuple[int, int, int]] = []
        """Actor and action of each move since, with the key of the view after it."""
        self._mind: OwnMind | None = None

    def witness(self, before: State, actor: int, action: int, after: State) -> None:
        """A move is made."""
        if actor == self.seat and len(self.view.legal_actions()) > 1:
            belief = self._notes.belief
            self._before_choice = len(self.moves), None if belief is None else belief.copy()
            self._since = []
        seen, self.view = before.observation(action, self.seat), after.view(self.seat)
        text = self._notes.witness(seen, self.view)
        self._since.append((actor, action, self.view.key()))
        self.moves.append(
            MoveSeen(
                turn=len(self.moves), actor=seen.actor, action=seen.action, text=_sentence(text)
            )
        )

    @property
    def last_choice(self) -> int | None:
        """The turn of the seat's last choice."""
        return None if self._before_choice is None else self._before_choice[0]

    def can_take_back(self, others: Sequence[int]) -> bool:
        """Whether the last choice may be made again without having revealed anything.

        Not after chance has acted, and not after another person has moved. Where facts are hidden,
        not after anybody else has moved either, and only where the choice looked the same in all
        worlds that the seat held possible.

        Args:
            others: the seats of other people.
        """
        if self._before_choice is None:
            return False
        actors = {actor for actor, _, _ in self._since}
        if CHANCE in actors or actors & set(others):
            return False
        _, belief = self._before_choice
        return belief is None or (actors == {self.seat} and self._told_nothing(belief))

    def _told_nothing(self, belief: Belief) -> bool:
        rng = Stream(0).child("take back").rng()
        return all(self._looks_the_same(belief.sample(rng)) for _ in range(_WORLDS))

    def _looks_the_same(self, world: State) -> bool:
        for actor, action, key in self._since:
            if world.actor() != actor or action not in world.legal_actions():
                return False
            world.apply_action(action)
            if world.view(self.seat).key() != key:
                return False
        return True

    @property
    def belief(self) -> Belief | None:
        """What the seat could believe; None where nothing is hidden."""
        return self._notes.belief

    @property
    def explains(self) -> bool:
        """Whether there are reasons to ask for."""
        return self._notes.explains

    def why(self, text: str) -> str:
        """The reasons behind what is certain."""
        return self._notes.why(text)

    def own_mind(self) -> OwnMind:
        """What the seat could know."""
        if self._mind is None or self._mind.turn != len(self.moves):
            self._mind = self._found_out()
        return self._mind

    def _found_out(self) -> OwnMind:
        notes = self._notes
        belief = notes.belief
        facts, counted = ((), 0) if belief is None else marginals(notes.game, self.seat, belief)
        return OwnMind(
            seat=self.seat,
            turn=len(self.moves),
            facts=[Fact(fact=fact.fact, chances=list(fact.chances)) for fact in facts],
            counted=counted,
            notes=notes.notes(),
            certain=notes.certain(),
        )


Sight = SeatSight | Onlooker


def _sentence(text: str) -> str:
    """A text as a sentence; empty where the game says all of it with the next move."""
    text = text.strip()
    if not text:
        return ""
    whole = text if text.endswith((".", "!", "?")) else f"{text}."
    return f"{whole[0].upper()}{whole[1:]}"


def seen_by(viewpoint: int | None, start: State, moves: Iterable[tuple[int, int]]) -> Sight:
    """What a viewpoint has seen when these moves have been made.

    Args:
        viewpoint: a seat, or None for the whole truth.
        start: where the game began.
        moves: who did what.
    """
    state = start.copy()
    sight: Sight = Onlooker(state) if viewpoint is None else SeatSight(state, viewpoint)
    for actor, action in moves:
        before = state.copy()
        state.apply_action(action)
        sight.witness(before, actor, action, state)
    return sight
