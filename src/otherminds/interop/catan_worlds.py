"""Positions of Catan that fit what one seat sees, whatever the others may hold.

Whoever follows a game from one seat does not know the whole state. The views of that seat are the
same in all states that fit what it has seen, so one of them is enough to make views from; it is
dealt anew where somebody shows a card that it did not give them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from otherminds.contracts import OthermindsError, State
from otherminds.games.catan import CARDS, RESOURCES

__all__ = ["COSTS", "POINT", "Misfit", "changed", "deal_cards", "deal_hands", "move_cards"]

COSTS: Mapping[str, Mapping[str, int]] = {
    "build road": {"clay": 1, "wood": 1},
    "build settlement": {"clay": 1, "sheep": 1, "wheat": 1, "wood": 1},
    "build city": {"ore": 3, "wheat": 2},
    "buy card": {"ore": 1, "sheep": 1, "wheat": 1},
}
"""What must be paid, by types of action."""

POINT = CARDS.index("victory point")
"""The place of victory points among the kinds of development cards."""

Hand = Mapping[str, int]


class Misfit(OthermindsError):  # noqa: N818  somebody else's rules are not at fault
    """No position fits both what was seen and our rules; the text says why."""


def changed(state: State, change: Callable[[dict[str, Any]], None]) -> State:
    """A copy of a state with some of its values changed.

    Raises:
        Misfit: that is not a position of the game.
    """
    facts = state.to_dict()
    change(facts)
    try:
        return state.game.state_from_dict(facts)
    except ValueError as error:
        raise Misfit(str(error)) from error


def move_cards(facts: dict[str, Any], changes: Mapping[int, Hand], *, unlimited: bool) -> None:
    """Change hands by so many cards, which come from the bank and go there."""
    bank = facts["bank"]
    for seat, change in changes.items():
        for name, count in change.items():
            facts["hands"][seat][name] += count
            if not unlimited:
                bank[name] -= count
    if not unlimited:
        table = facts["table"]
        table["no_stock"] = sum(1 << i for i, name in enumerate(RESOURCES) if bank[name] == 0)
        table["scarce"] = sum(1 << i for i, name in enumerate(RESOURCES) if bank[name] <= 1)


def deal_hands(
    state: State,
    seat: int,
    needs: Mapping[int, Hand],
    exact: tuple[str, Mapping[int, int]] | None = None,
) -> State:
    """Deal the cards of all seats but one anew, so that some hold what they are seen to hold.

    Hands keep their sizes, and the bank what it has.

    Args:
        state: the position so far.
        seat: whose own cards stay.
        needs: what seats hold at least.
        exact: a resource, and how many cards of it each seat holds.

    Raises:
        Misfit: there are not enough cards.
    """

    def deal(facts: dict[str, Any]) -> None:
        others = [other for other in range(state.game.seats) if other != seat]
        nothing = dict.fromkeys(RESOURCES, 0)
        hands = {other: nothing | dict(needs.get(other, {})) for other in others}
        if exact is not None:
            for other in others:
                hands[other][exact[0]] = exact[1].get(other, 0)
        left = _loose_cards(facts, others, hands, unlimited=not state.game.options["bank"])
        for other in others:
            free = sum(facts["hands"][other].values()) - sum(hands[other].values())
            if free < 0:
                raise Misfit(f"Seat {other} has fewer cards than it is seen to have.")
            for name in RESOURCES:
                if exact is not None and name == exact[0]:
                    continue
                taken = min(free, left[name])
                hands[other][name] += taken
                left[name] -= taken
                free -= taken
            if free:
                raise Misfit(f"There are not enough cards for the hand of seat {other}.")
            facts["hands"][other] = hands[other]

    return changed(state, deal)


def _loose_cards(
    facts: dict[str, Any], others: Iterable[int], hands: Mapping[int, Hand], *, unlimited: bool
) -> dict[str, int]:
    """What the others have together beyond what they are given already."""
    if unlimited:
        return dict.fromkeys(RESOURCES, 1_000)
    left = {
        name: sum(facts["hands"][other][name] - hands[other][name] for other in others)
        for name in RESOURCES
    }
    for name, count in left.items():
        if count < 0:
            raise Misfit(f"The others have fewer cards of {name} than they are seen to have.")
    return left


def deal_cards(
    state: State,
    seat: int,
    *,
    shown: tuple[int, int] | None = None,
    in_deck: int | None = None,
    points: Sequence[int] | None = None,
) -> State:
    """Deal the development cards of all seats but one anew.

    The others get as few victory points as possible, and none gets so many that it would have won,
    where that can be avoided: the game goes on, so none has.

    Args:
        state: the position so far.
        seat: whose own cards stay.
        shown: a seat and the kind of a card that it holds and has not bought in this turn.
        in_deck: the kind of a card that is in the deck.
        points: what each seat shows that it has, which then nobody can have won by; as in the
            position unless given.

    Raises:
        Misfit: there is no such card, or the seat has it only since this turn, or somebody must
            have won by ``points``.
    """

    def deal(facts: dict[str, Any]) -> None:
        held, deck = facts["held"], facts["deck"]
        visible = facts["table"]["points"] if points is None else points
        others = [other for other in range(state.game.seats) if other != seat]
        others.sort(key=lambda other: -visible[other])  # the last get the victory points
        pool = [deck[kind] + sum(held[who][kind] for who in others) for kind in range(len(CARDS))]
        dealt = {other: [0] * len(CARDS) for other in others}
        for kind in ([] if in_deck is None else [in_deck]) + ([] if shown is None else [shown[1]]):
            if not pool[kind]:
                raise Misfit(f"There is no {CARDS[kind]} card left.")
            pool[kind] -= 1
        if shown is not None:
            dealt[shown[0]][shown[1]] += 1
        free = {other: sum(held[other]) - sum(dealt[other]) for other in others}
        for other in others:
            if free[other] < 0:
                raise Misfit(f"Seat {other} has no development cards.")
            bearable = max(state.game.options["points"] - 1 - visible[other], 0)
            while free[other] > bearable and sum(pool) > pool[POINT]:
                _deal_one(pool, dealt[other])
                free[other] -= 1
            if points is not None and free[other] > bearable:
                raise Misfit(f"One of the others has won, if not seat {other}.")
        for other in others:
            for _ in range(free[other]):
                _deal_one(pool, dealt[other])
            held[other] = dealt[other]
        if in_deck is not None:
            pool[in_deck] += 1
        facts["deck"] = pool
        buyer = facts["table"]["current"]
        if buyer != seat:
            old = list(held[buyer])
            if shown is not None and shown[0] == buyer:
                old[shown[1]] -= 1
            facts["fresh"] = _some(old, facts["table"]["bought"], buyer)

    return changed(state, deal)


def _deal_one(pool: list[int], hand: list[int]) -> None:
    """A card of those that are left most often, a victory point only if nothing else is left."""
    kind = max(range(len(CARDS)), key=lambda k: (pool[k] > 0, k != POINT, pool[k]))
    pool[kind] -= 1
    hand[kind] += 1


def _some(cards: list[int], count: int, buyer: int) -> list[int]:
    """So many of some cards: those that a seat has bought in this turn."""
    new = [0] * len(CARDS)
    for _ in range(count):
        kind = max(range(len(CARDS)), key=lambda k: cards[k])
        if not cards[kind]:
            raise Misfit(f"Seat {buyer} plays a card that it has bought in this turn.")
        cards[kind] -= 1
        new[kind] += 1
    return new
