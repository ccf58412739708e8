"""A game of hanab.live in ours: its variants and options, its cards by their place in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from otherminds.contracts import FormatError, Game, State
from otherminds.games import load
from otherminds.games.hanabi import deal, hand_size
from otherminds.interop.hanab_live_link import SiteAction

__all__ = ["RANKS", "VARIANTS", "SiteTable", "listed", "site_game", "usual_hand", "variant_game"]

VARIANTS = {"No Variant": (5, 0), "4 Suits": (4, 15), "3 Suits": (3, 18)}
"""Names of the site, with their number of colours and their id in links."""

RANKS = 5
_SEATS = 5

_PLAY, _DISCARD, _COLOUR, _RANK = range(4)  # ours have the same order

_CLOCKS = {"timed", "timeBase", "timePerTurn", "speedrun"}  # say nothing about the rules
_RULES = {"variant", "emptyClues", "oneExtraCard", "oneLessCard"}


def usual_hand(seats: int) -> int:
    """How many cards the site deals to each player unless told otherwise."""
    return 5 if seats < 4 else 4


def listed(names: Sequence[str] | Mapping[str, Any] | set[str]) -> str:
    """Names in quotes, sorted, for sentences."""
    return ", ".join(map(repr, sorted(names)))


def site_game(players: int, options: Mapping[str, Any]) -> Game:
    """Our game under the options that the site's JSON names.

    Raises:
        FormatError: our Hanabi does not have these rules.

    Examples:
        >>> site_game(3, {"variant": "4 Suits", "timed": True}).options["colours"]
        4
        >>> site_game(3, {"variant": "Rainbow (6 Suits)"})
        Traceback (most recent call last):
        otherminds.contracts.errors.FormatError: The variant is 'Rainbow (6 Suits)'; known are ...
    """
    # What is not set does not matter, whatever it would mean.
    odd = {name for name, value in options.items() if value} - _RULES - _CLOCKS
    if odd:
        raise FormatError(f"The game has {listed(odd)}, which our Hanabi does not have.")
    variant = options.get("variant", "No Variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise FormatError(f"The variant is {variant!r}; known are {listed(VARIANTS)}.")
    return variant_game(players, VARIANTS[variant][0], options)


def variant_game(players: int, colours: int, options: Mapping[str, Any]) -> Game:
    """Our game with so many colours and the options of the site that are about hands and clues.

    Raises:
        FormatError: our Hanabi does not have these rules.
    """
    if not 2 <= players <= _SEATS:
        raise FormatError(f"Our Hanabi has 2 to 5 players, not {players}.")
    more = bool(options.get("oneExtraCard")) - bool(options.get("oneLessCard"))
    hand = usual_hand(players) + more if more else 0
    if hand > 5:
        raise FormatError("Our Hanabi has hands of at most 5 cards, not 6.")
    empty = bool(options.get("emptyClues"))
    return load("hanabi", players=players, colours=colours, hand=hand, empty_clues=empty)


class SiteTable:
    """A game in progress, with the place in the deck of the card in each slot.

    Attributes:
        state: where the game stands.
        orders: for each seat and slot the place of its card; past the end of the deck where a slot
            is empty.
    """

    def __init__(self, game: Game, deck: Sequence[int]) -> None:
        """Deal the cards of a deck in the order of drawing."""
        self.game = game
        self.hand = hand_size(game)
        self.state: State = deal(game, list(deck))
        self.drawn = game.seats * self.hand
        self.orders = [
            [self.hand * seat + slot for slot in range(self.hand)] for seat in range(game.seats)
        ]
        self.hints: int = game.options["colours"] + game.options["ranks"]

    def said(self, action: int) -> SiteAction:
        """How the site says a move of the seat that acts."""
        return self._said(self.state.actor(), action)

    def _said(self, seat: int, action: int) -> SiteAction:
        kind = self.game.type_of(action)
        if kind in (_COLOUR, _RANK):
            target, hint = divmod(action - 2 * self.hand, self.hints)
            value = hint if kind == _COLOUR else hint - self.game.options["colours"] + 1
            return SiteAction(kind, target, value)
        return SiteAction(kind, self.orders[seat][action % self.hand], None)

    def apply(self, action: int) -> SiteAction:
        """Make a move and say it as the site does."""
        seat = self.state.actor()
        self.state.apply_action(action)
        said = self._said(seat, action)
        if said.type in (_PLAY, _DISCARD):
            self.orders[seat][action % self.hand] = self.drawn
            self.drawn += 1
        return said

    def action(self, said: SiteAction) -> int:
        """The move that the site means.

        Raises:
            FormatError: the site's numbers name no move.
        """
        if said.type in (_PLAY, _DISCARD):
            orders = self.orders[self.state.actor()] if self.state.actor() >= 0 else []
            if said.target not in orders:
                raise FormatError(f"card {said.target} is not in the hand of the seat that acts.")
            return self.hand * said.type + orders.index(said.target)
        colours: int = self.game.options["colours"]
        highest = {_COLOUR: colours - 1, _RANK: RANKS}.get(said.type)
        if highest is None:
            raise FormatError(f"its type is {said.type}; known are 0 to 4.")
        lowest = said.type - _COLOUR  # colours count from 0, ranks from 1
        if said.value is None or not lowest <= said.value <= highest:
            raise FormatError(f"the value of a hint is {lowest} to {highest}, not {said.value}.")
        if not 0 <= said.target < self.game.seats:
            raise FormatError(f"there is no seat {said.target}.")
        hint = said.value if said.type == _COLOUR else colours + said.value - 1
        return 2 * self.hand + self.hints * said.target + hint
