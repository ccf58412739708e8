"""Positions of Hanabi for tests, written down by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import Game

COLOURS = "rygbw"
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
EMPTY = 31


def card(text: str) -> int:
    """``"r1"`` as a kind."""
    return COLOURS.index(text[0]) * 5 + int(text[1]) - 1


def _counts(cards: Counter[int]) -> dict[str, int]:
    return {
        "ones": sum(1 << kind for kind, number in cards.items() if number & 1),
        "twos": sum(1 << kind for kind, number in cards.items() if number & 2),
    }


def position(
    game: Game,
    *hands: str,
    stacks: str = "",
    discards: str = "",
    told: Mapping[tuple[int, int], str] | None = None,
    clues: int = 8,
    lives: int = 3,
    ages: Mapping[int, Sequence[int]] | None = None,
    deck_empty: bool = False,
    events: Sequence[Mapping[str, Any]] = (),
) -> Any:
    """Seat 0 acts; whatever is not in a hand, on a stack or discarded lies in the deck.

    Args:
        game: Hanabi with all colours and ranks.
        hands: cards of each seat; ``--`` for an empty slot.
        stacks: the top card of each stack that has begun.
        discards: cards.
        told: what hints left of a seat's slot: a colour, a rank or both.
        clues: left.
        lives: left.
        ages: of each slot of a seat; without them slots were filled in order.
        deck_empty: the rest is discarded, and everybody has one more turn.
        events: the last two, the last one first.
    """
    state = json.loads(game.initial_state(Stream(1)).to_json())
    slots = len(hands[0].split())
    used: Counter[int] = Counter()
    tops = [0] * 5
    for top in stacks.split():
        tops[COLOURS.index(top[0])] = int(top[1])
        used.update(card(f"{top[0]}{rank}") for rank in range(1, int(top[1]) + 1))
    thrown = Counter(map(card, discards.split()))
    used += thrown
    for name in ("hands", "colours", "ranks", "ages"):
        state[name] = [[EMPTY if name == "hands" else 0] * 5 for _ in range(5)]
    for seat, hand in enumerate(hands):
        for slot, text in enumerate(hand.split()):
            if text == "--":
                continue
            state["hands"][seat][slot] = card(text)
            used[card(text)] += 1
            known = (told or {}).get((seat, slot), "")
            colour = next((letter for letter in known if letter in COLOURS), "")
            rank = next((letter for letter in known if letter.isdigit()), "")
            state["colours"][seat][slot] = 1 << COLOURS.index(colour) if colour else 31
            state["ranks"][seat][slot] = 1 << (int(rank) - 1) if rank else 31
            state["ages"][seat][slot] = (ages or {}).get(seat, range(slots))[slot]
    everything = Counter({kind: COPIES[kind % 5 + 1] for kind in range(25)})
    assert not used - everything, "too many cards of a kind"
    rest = everything - used
    if deck_empty:
        thrown, rest = thrown + rest, Counter()
    deck = sorted(rest.elements())
    state |= {
        "discarded": _counts(thrown),
        "undrawn": _counts(rest),
        "deck": deck + [EMPTY] * (50 - len(deck)),
        "deck_left": len(deck),
        "stacks": tops,
        "clues": clues,
        "lives": lives,
        "turn": 20,
        "turns_left": len(hands) if deck_empty else 0,
        "actor": 0,
    }
    drawn = [slots] * len(hands) + [0] * (5 - len(hands))
    drawn[0] += 50 - len(deck) - sum(drawn)
    state["drawn"] = drawn
    nothing = {"seat": -1, "action": -1, "slots": 0, "card": EMPTY, "fits": 0}
    state["events"] = [*map(dict, events), *[nothing] * (2 - len(events))]
    return game.state_from_json(json.dumps(state))
