"""What happened in a game of Catanatron, and which cards it moved.

Catanatron keeps a list of all actions with their results. `events` reads it in the form of either
version, and `Ledger` adds up the cards of everybody, for what everybody sees but the list does not
say: how many cards a monopoly took, and what a roll yielded where the bank ran short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from otherminds.agents.catanatron_boards import THEIR_RESOURCES

__all__ = ["Event", "Ledger", "events"]

_CARDS = {
    "KNIGHT": "knight",
    "VICTORY_POINT": "victory point",
    "ROAD_BUILDING": "road building",
    "YEAR_OF_PLENTY": "year of plenty",
    "MONOPOLY": "monopoly",
}
_COSTS = {
    "BUILD_ROAD": Counter(BRICK=1, WOOD=1),
    "BUILD_SETTLEMENT": Counter(BRICK=1, SHEEP=1, WHEAT=1, WOOD=1),
    "BUILD_CITY": Counter(ORE=3, WHEAT=2),
    "BUY_DEVELOPMENT_CARD": Counter(ORE=1, SHEEP=1, WHEAT=1),
}


class Event(NamedTuple):
    """One action of theirs.

    Attributes:
        colour: who.
        kind: the name of its type.
        value: what it consists of.
        result: what chance did: both dice, the resource that was stolen, our name of the card that
            was drawn, or a list of resources that were discarded.
    """

    colour: Any
    kind: str
    value: Any
    result: Any


def events(game: Any, after: int = 0) -> list[Event]:
    """All actions of a game but the first ones."""
    if hasattr(game.state, "action_records"):
        records = game.state.action_records[after:]
        return [_event(record.action, record.result) for record in records]
    return [_event(action, None) for action in game.state.actions[after:]]


def _event(action: Any, result: Any) -> Event:
    colour, kind, value = action.color, action.action_type.name, action.value
    match kind:
        case "ROLL":
            return Event(colour, kind, None, value)
        case "BUY_DEVELOPMENT_CARD":
            return Event(colour, kind, None, _CARDS[value])
        case "MOVE_ROBBER":
            return Event(colour, kind, value[:2], result if len(value) == 2 else value[2])
        case "DISCARD" | "DISCARD_RESOURCE":
            cards = [value] if isinstance(value, str) else value
            return Event(colour, kind, value, [THEIR_RESOURCES[card] for card in cards])
        case _:
            return Event(colour, kind, value, None)


class Ledger:
    """The cards of all seats, added up from what happened.

    Args:
        game: theirs.
        poor_lay_none: whether free roads end for whoever could not pay for the next one.
    """

    def __init__(self, game: Any, *, poor_lay_none: bool) -> None:
        self._poor_lay_none = poor_lay_none
        self._map = game.state.board.map
        self._seats = {colour: seat for seat, colour in enumerate(game.state.colors)}
        desert = next(at for at, tile in self._map.land_tiles.items() if tile.resource is None)
        self._robber = desert
        self._buildings: dict[int, tuple[int, int]] = {}
        self._roads = self.roads_free = 0
        self.bank = Counter(dict.fromkeys(THEIR_RESOURCES, 19))
        self.hands: list[Counter[str]] = [Counter() for _ in self._seats]

    def add(self, event: Event) -> dict[int, dict[str, int]]:
        """Note an event.

        Returns:
            What it moved into and out of hands, in our words, where everybody sees that: the gains
            of a roll, and what a monopoly took.
        """
        seat = self._seats[event.colour]
        match event.kind:
            case "ROLL":
                return self._roll(sum(event.result))
            case "BUILD_SETTLEMENT" | "BUILD_CITY" | "BUILD_ROAD" | "BUY_DEVELOPMENT_CARD":
                self._build(seat, event)
            case "MOVE_ROBBER":
                self._robber = event.value[0]
                if event.result is not None:
                    self._move(self._seats[event.value[1]], seat, Counter([event.result]))
            case "DISCARD" | "DISCARD_RESOURCE":
                cards = [event.value] if isinstance(event.value, str) else event.value
                self._move(seat, None, Counter(cards))
            case "PLAY_YEAR_OF_PLENTY":
                self._move(None, seat, Counter(event.value))
            case "MARITIME_TRADE":
                *given, got = event.value
                self._move(seat, None, Counter(card for card in given if card is not None))
                self._move(None, seat, Counter([got]))
            case "PLAY_ROAD_BUILDING":
                self.roads_free = 2
            case "END_TURN":
                self.roads_free = 0
            case "PLAY_MONOPOLY":
                return self._monopoly(seat, event.value)
        return {}

    def _move(self, giver: int | None, taker: int | None, cards: Counter[str]) -> None:
        for holder, sign in ((giver, -1), (taker, 1)):
            hand = self.bank if holder is None else self.hands[holder]
            for card, count in cards.items():
                hand[card] += sign * count

    def _build(self, seat: int, event: Event) -> None:
        kind = event.kind
        setting_up = self._setting_up(kind)
        if kind in ("BUILD_SETTLEMENT", "BUILD_CITY"):
            self._buildings[event.value] = (seat, 2 if kind == "BUILD_CITY" else 1)
        if setting_up:
            second = len(self._buildings) > len(self._seats)
            if kind == "BUILD_SETTLEMENT" and second:
                beside = self._map.adjacent_tiles[event.value]
                self._move(None, seat, Counter(tile.resource for tile in beside if tile.resource))
        elif kind == "BUILD_ROAD" and self.roads_free:
            self.roads_free -= 1
            if self._poor_lay_none and not self.hands[seat] >= _COSTS["BUILD_ROAD"]:
                self.roads_free = 0
        else:
            self._move(seat, None, _COSTS[kind])

    def _setting_up(self, kind: str) -> bool:
        both = 2 * len(self._seats)
        if kind == "BUILD_ROAD":
            self._roads += 1
            return self._roads <= both
        return kind == "BUILD_SETTLEMENT" and len(self._buildings) < both

    def _roll(self, number: int) -> dict[int, dict[str, int]]:
        due: dict[int, Counter[str]] = {}
        for at, tile in self._map.land_tiles.items():
            if tile.number != number or at == self._robber:
                continue
            for node in tile.nodes.values():
                if node in self._buildings:
                    seat, count = self._buildings[node]
                    due.setdefault(seat, Counter())[tile.resource] += count
        whole = sum(due.values(), Counter[str]())
        short = {card for card, count in whole.items() if count > self.bank[card]}
        gains: dict[int, dict[str, int]] = {}
        for seat, cards in due.items():
            paid = Counter({card: count for card, count in cards.items() if card not in short})
            self._move(None, seat, paid)
            if paid:
                gains[seat] = {THEIR_RESOURCES[card]: count for card, count in paid.items()}
        return gains

    def _monopoly(self, seat: int, card: str) -> dict[int, dict[str, int]]:
        took: dict[int, dict[str, int]] = {}
        for other, hand in enumerate(self.hands):
            if other != seat:
                took[other] = {THEIR_RESOURCES[card]: hand[card]}
                self._move(other, seat, Counter({card: hand[card]}))
        return took

    def hand(self, seat: int) -> Mapping[str, int]:
        """The cards of a seat, in our words."""
        return {ours: self.hands[seat][theirs] for theirs, ours in THEIR_RESOURCES.items()}
