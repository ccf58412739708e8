"""Hanabi as the Ad-Hoc Human-AI Coordination Challenge tells it: observations and moves as numbers.

The challenge plays in the Hanabi of JaxMARL. An observation is a row of numbers in five parts: the
hands of the others, the table, the discarded cards, what was done last, and what hints have said.
The first, the second and the fourth are enough to follow the game. There a hand is a row without
gaps: a card that leaves makes the later ones move up, and the new card comes last.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from otherminds._core import Stream
from otherminds.contracts import FormatError, Game, PlayerLike
from otherminds.games import load
from otherminds.games.hanabi import hand_size
from otherminds.interop.followed_hanabi import FollowedHanabi
from otherminds.interop.hanab_live_link import SiteAction

__all__ = ["ChallengeSeat"]

_COLOURS = _RANKS = 5
_CARDS = _COLOURS * _RANKS
_DECK = 50
_CLUES, _LIVES = 8, 3
_PLAY, _DISCARD, _COLOUR, _RANK = range(4)  # in this order in an observation, too


class ChallengeSeat:
    """A seat of a game of the challenge, played by an agent.

    Attributes:
        game: what is played.
        seat: the agent's.
    """

    def __init__(self, players: int, seat: int, player: PlayerLike, stream: Stream) -> None:
        """Take the seat.

        Args:
            players: how many play.
            seat: the number in the name of the challenge's agent.
            player: who plays; must not peek.
            stream: what the agent draws from.
        """
        if not 2 <= players <= 5 or not 0 <= seat < players:
            raise FormatError(f"Our Hanabi has no seat {seat} of {players} players.")
        self.game: Game = load("hanabi", players=players)
        self.seat = seat
        self._seats = players
        self._hand = hand_size(self.game)
        self._followed = FollowedHanabi(self.game, seat, player, stream)
        hands = range(0, players * self._hand, self._hand)
        self._hands = [list(range(first, first + self._hand)) for first in hands]
        self._drawn = players * self._hand
        self.nothing = 2 * self._hand + (players - 1) * (_COLOURS + _RANKS)
        """The move of a seat whose turn it is not."""

    def begin(self, observation: Sequence[float]) -> None:
        """The first observation: the hands of the others.

        Raises:
            FormatError: it is none.
        """
        for other, cards in enumerate(self._cards(self._parts(observation)["hands"]), 1):
            for order, card in zip(self._hands[self._absolute(other)], cards, strict=True):
                self._see(order, card)
        self._followed.begin()

    def follow(self, observation: Sequence[float]) -> None:
        """The next observation: somebody has moved.

        Raises:
            FormatError: our rules do not allow the move, or the table is not as in our game.
        """
        parts = self._parts(observation)
        actor = self._absolute(_only(parts["actor"], "who has moved"))
        if actor != self._followed.actor:
            raise FormatError(f"Seat {actor} has moved, where our game waits for another.")
        kind = _only(parts["kind"], "the kind of move")
        if kind in (_COLOUR, _RANK):
            target = self._absolute(_only(parts["target"], "the hand that a hint is about"))
            value = _only(parts["colour" if kind == _COLOUR else "rank"], "what a hint says")
            said = SiteAction(kind, target, value + (kind == _RANK))
            touched = [place for place, hit in enumerate(parts["touched"]) if hit]
            self._followed.follow(said, [self._hands[target][place] for place in touched])
        else:
            self._leave_hand(actor, kind, parts)
        self._check(parts["table"])

    def _leave_hand(self, actor: int, kind: int, parts: dict[str, npt.NDArray[np.float64]]) -> None:
        """A card is played or discarded, and another one drawn if there is one."""
        hand = self._hands[actor]
        place = _only(parts["place"], "the place of the card")
        if place >= len(hand):
            raise FormatError(f"Seat {actor} has no card in place {place}.")
        order = hand.pop(place)
        self._see(order, _only(parts["card"], "the card that was played"))
        if self._drawn < _DECK:
            hand.append(self._drawn)
            if actor != self.seat:
                other = (actor - self.seat) % self._seats - 1
                self._see(self._drawn, self._cards(parts["hands"])[other][len(hand) - 1])
            self._drawn += 1
        self._followed.follow(SiteAction(kind, order, None))

    def answer(self, legal: Sequence[float]) -> int:
        """The move of the agent, or that of a seat whose turn it is not.

        Args:
            legal: for each move, whether the challenge allows it.

        Raises:
            AgentError: the agent answered what is not legal.
            FormatError: the challenge allows other moves than our rules.
        """
        allowed = {move for move, fine in enumerate(legal) if fine}
        if self._followed.actor != self.seat:
            move = self.nothing
        else:
            move = self._move(self._followed.answer())
        if move not in allowed:
            raise FormatError(f"The challenge does not allow move {move}, which our rules do.")
        return move

    def end(self, points: float) -> None:
        """The game is over."""
        self._followed.end(points)

    def _move(self, said: SiteAction) -> int:
        if said.value is None:
            place = self._hands[self.seat].index(said.target)
            return place + (self._hand if said.type == _PLAY else 0)
        other = (said.target - self.seat - 1) % self._seats
        if said.type == _COLOUR:
            return 2 * self._hand + _COLOURS * other + said.value
        hints = 2 * self._hand + (self._seats - 1) * _COLOURS
        return hints + _RANKS * other + said.value - 1

    def _absolute(self, relative: int) -> int:
        return (self.seat + relative) % self._seats

    def _see(self, order: int, card: int | None) -> None:
        if card is None:
            raise FormatError(f"Card {order} of the deck is in a hand and not shown.")
        self._followed.see(order, card)

    def _parts(self, observation: Sequence[float]) -> dict[str, npt.NDArray[np.float64]]:
        """The observation by its parts, those after the last one that is needed left out."""
        sizes = {
            "hands": (self._seats - 1) * self._hand * _CARDS,
            "short": self._seats,
            "deck": _DECK - self._seats * self._hand,
            "table": _CARDS + _CLUES + _LIVES,
            "discarded": _DECK,
            "actor": self._seats,
            "kind": 4,
            "target": self._seats,
            "colour": _COLOURS,
            "rank": _RANKS,
            "touched": self._hand,
            "place": self._hand,
            "card": _CARDS,
            "outcome": 2,
            "told": self._seats * self._hand * (_CARDS + _COLOURS + _RANKS),
        }
        row = np.asarray(observation, dtype=np.float64)
        if row.shape != (sum(sizes.values()),):
            raise FormatError(
                f"An observation of {self._seats} players has {sum(sizes.values())} numbers, not "
                f"{row.shape}."
            )
        ends = np.cumsum(list(sizes.values()))
        return dict(zip(sizes, np.split(row, ends[:-1]), strict=True))

    def _cards(self, hands: npt.NDArray[np.float64]) -> list[list[int | None]]:
        """The hands of the others, beginning with the next seat."""
        rows = hands.reshape(self._seats - 1, self._hand, _CARDS)
        return [[int(card.argmax()) if card.any() else None for card in hand] for hand in rows]

    def _check(self, table: npt.NDArray[np.float64]) -> None:
        stacks, clues, lives = np.split(table, [_CARDS, _CARDS + _CLUES])
        heights = [
            int(row.argmax()) + 1 if row.any() else 0 for row in stacks.reshape(_COLOURS, _RANKS)
        ]
        there = (int(clues.sum()), int(lives.sum()), sum(heights))
        here = (self._followed.clues, self._followed.lives, self._followed.points)
        if there != here:
            raise FormatError(
                f"The challenge counts clues, lives and points as {there}, our game as {here}."
            )


def _only(numbers: npt.NDArray[np.float64], what: str) -> int:
    """The place of the single one among zeros."""
    places = np.flatnonzero(numbers)
    if len(places) != 1:
        raise FormatError(f"An observation does not say {what}.")
    return int(places[0])
