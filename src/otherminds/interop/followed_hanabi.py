"""A game of Hanabi that is played elsewhere, followed from one seat, with an agent that plays it.

Whoever runs the game tells the seat what it may know: the cards of the others, what hints point at,
cards that are played or discarded. The cards that it does not know, its own and those of the deck,
are filled in by any that fit; a view is the same whichever they are, and the agent is shown views
and observations only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from otherminds._core import Stream
from otherminds.contracts import (
    Agent,
    AgentError,
    FormatError,
    Game,
    IllegalActionError,
    OptionError,
    PlayerLike,
    View,
    make_agent,
    peeks,
)
from otherminds.games.hanabi import hand_size
from otherminds.games.hanabi.cards import NO_CARD
from otherminds.interop.hanab_live_link import SiteAction
from otherminds.interop.hanab_live_table import RANKS, SiteTable

__all__ = ["FollowedHanabi"]

_COLOUR, _RANK = 2, 3


class FollowedHanabi:
    """A game elsewhere, as one seat is told of it.

    Cards are named by their place in the deck, from 0, in the order of drawing: seat 0 is dealt its
    whole hand first.

    Attributes:
        game: what is played.
        seat: whose agent it is.

    Examples:
        >>> from otherminds import Stream, load
        >>> from otherminds.games.hanabi import parse_cards
        >>> game = load("hanabi", colours=1, ranks=2, hand=1)
        >>> followed = FollowedHanabi(game, 0, "random", Stream(1))
        >>> followed.see(1, parse_cards("r1")[0])
        >>> followed.begin()
        >>> followed.follow(SiteAction(3, 1, 1), touched=[1])
        >>> print(followed.view)
        clues 7 of 8, lives 3 of 3, points 0 of 2, deck 2
        stacks: red 0
        discarded: nothing
                      slot 0
        seat 0 (you)  r?
        seat 1        r1
          was told    r1
        seat 0: hint 1 to seat 1: slot 0
        seat 1 to act
    """

    def __init__(self, game: Game, seat: int, player: PlayerLike, stream: Stream) -> None:
        """Take the seat; `begin` follows when the hands of the others are seen.

        Args:
            game: Hanabi, with the options that are played there.
            seat: the agent's.
            player: who plays; must not peek.
            stream: what the agent draws from.

        Raises:
            OptionError: the player looks at what its seat may not know.
        """
        self.game = game
        self.seat = seat
        self._agent = make_agent(player, game)
        if peeks(self._agent) or (isinstance(self._agent, Agent) and self._agent.informed):
            raise OptionError(f"{player!r} looks at what its seat may not know.")
        self._stream = stream
        facts = game.initial_state(0).to_dict()
        dealt = [card for hand in facts["hands"] for card in hand]
        self._deck = Counter([*dealt, *facts["deck"][: facts["deck_left"]]])
        self._deck.pop(NO_CARD, None)
        self._known: dict[int, int] = {}
        self._told: dict[int, list[tuple[SiteAction, bool]]] = {}
        self._moves: list[SiteAction] = []

    @property
    def view(self) -> View:
        """What the seat may know now."""
        return self._table.state.view(self.seat)

    @property
    def actor(self) -> int:
        """Who acts: a seat, or less than 0 once the game is over by our rules."""
        return self._table.state.actor()

    @property
    def points(self) -> int:
        """The cards on the stacks."""
        return sum(self._table.state.to_dict()["stacks"])

    @property
    def clues(self) -> int:
        """The clues that are left."""
        return int(self._table.state.to_dict()["clues"])

    @property
    def lives(self) -> int:
        """The lives that are left."""
        return int(self._table.state.to_dict()["lives"])

    @property
    def dealt(self) -> int:
        """How many cards are dealt before the first move."""
        return self.game.seats * hand_size(self.game)

    def orders(self, seat: int) -> list[int]:
        """The place in the deck of each card of a hand; past its end where a slot is empty."""
        return list(self._table.orders[seat])

    def see(self, order: int, card: int) -> None:
        """The seat learns what a card is, as the number that our states have for it.

        Raises:
            FormatError: it was another one before, or the deck has no more of these.
        """
        if self._known.setdefault(order, card) != card:
            raise FormatError(f"Card {order} of the deck was another one before.")
        if not 0 <= order < self._deck.total() or self._unknown()[card] < 0:
            raise FormatError(f"The deck has no such card in place {order}.")

    def begin(self) -> None:
        """The hands are dealt, and those of the others seen."""
        self._table = self._replayed()
        self._check_seen(self._table)
        self._agent.begin(self.seat, self.view, self._stream)

    def follow(self, said: SiteAction, touched: Collection[int] = ()) -> None:
        """Somebody has moved: the seat that acts.

        A card that is played or discarded, and one that another seat has drawn for it, is seen
        before.

        Args:
            said: what they did.
            touched: the places in the deck of the cards that a hint points at.

        Raises:
            FormatError: our rules do not allow it, or the hint points at other cards.
        """
        if said.type in (_COLOUR, _RANK):
            self._hear(said, touched)
        elif said.target not in self._known:
            raise FormatError(f"Card {said.target} was played unseen.")
        table = self._replayed()
        before = table.state.copy()
        try:
            action = table.action(said)
            table.apply(action)
        except IllegalActionError as error:
            raise FormatError(f"Our rules do not allow {said}: {error}") from None
        self._check_seen(table)
        self._moves.append(said)
        self._table = table
        self._agent.observe(before.observation(action, self.seat), self.view)

    def answer(self) -> SiteAction:
        """What the agent does; nothing is changed until `follow` is told of it.

        Raises:
            AgentError: it answered what is not legal.
        """
        action = self._agent.act(self.view)
        if action not in self.view.legal_actions():
            raise AgentError(f"The agent answered {action!r}, which is not legal.")
        return self._table.said(action)

    def end(self, points: float) -> None:
        """The game is over; an agent that remembers is told what it was worth."""
        self._agent.end([float(points)] * self.game.seats)

    def _hear(self, said: SiteAction, touched: Collection[int]) -> None:
        """Take note of what a hint says about cards; those of the others are known."""
        if not 0 <= said.target < self.game.seats:
            raise FormatError(f"There is no seat {said.target}.")
        hand = [order for order in self.orders(said.target) if order < self._deck.total()]
        if not set(touched) <= set(hand):
            raise FormatError("The hint points at cards that are not in that hand.")
        for order in hand:
            if order in self._known:
                if _points_at(said, self._known[order]) != (order in touched):
                    raise FormatError(f"The hint means something else for card {order}.")
            else:
                self._told.setdefault(order, []).append((said, order in touched))

    def _unknown(self) -> Counter[int]:
        """How many of each card the seat has not seen."""
        left = Counter(self._deck)
        left.subtract(self._known.values())
        return left

    def _replayed(self) -> SiteTable:
        """The game so far, with cards that fit in the places that the seat does not know."""
        told = [order for order in self._told if order not in self._known]
        fitting = self._fitting(told, self._unknown())
        if fitting is None:
            raise FormatError("What the hints say fits no cards that are left.")
        filled = self._known | dict(zip(told, fitting, strict=True))
        left = Counter(self._deck)
        left.subtract(filled.values())
        rest = left.elements()
        deck = [
            filled[order] if order in filled else next(rest) for order in range(self._deck.total())
        ]
        table = SiteTable(self.game, deck)
        for said in self._moves:
            table.apply(table.action(said))
        return table

    def _fitting(self, orders: list[int], left: Counter[int]) -> list[int] | None:
        """A card for each place such that every hint is true, by trying one place after another."""
        if not orders:
            return []
        first, *others = orders
        for card in [card for card, count in left.items() if count > 0]:
            if all(_points_at(said, card) == touched for said, touched in self._told[first]):
                left[card] -= 1
                fitting = self._fitting(others, left)
                if fitting is not None:
                    return [card, *fitting]
                left[card] += 1
        return None

    def _check_seen(self, table: SiteTable) -> None:
        """Raise FormatError if a card in another hand has not been shown."""
        for seat, orders in enumerate(table.orders):
            unseen = [order for order in orders if order < self._deck.total()]
            unseen = [order for order in unseen if order not in self._known]
            if unseen and seat != self.seat:
                raise FormatError(f"Card {unseen[0]} of seat {seat} has not been shown.")


def _points_at(said: SiteAction, card: int) -> bool:
    colour, rank = divmod(card, RANKS)
    return said.value == (colour if said.type == _COLOUR else rank + 1)
