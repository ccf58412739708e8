"""Hanabi played by hand and at random, for the tests of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import otherminds
from otherminds import Stream

HIDDEN, NO_CARD = 30, 31


def load(**options: Any) -> Any:
    return otherminds.load("hanabi", **options)


def played(start: Any, *actions: str) -> Any:
    """The state after these actions, by their texts."""
    state = start.copy()
    for text in actions:
        state.apply_action(state.game.parse_action(text))
    return state


def texts(state: Any) -> list[str]:
    return [state.game.action_text(action) for action in state.legal_actions()]


def steps(game: Any, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """A random game: each state, what is done, and the state after it."""
    rng = Stream(seed).child("moves").rng()
    state = game.initial_state(seed)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        after = state.copy()
        after.apply_action(action)
        yield state, action, after
        state = after


def discarded(facts: dict[str, Any]) -> Counter[int]:
    planes = facts["discarded"]
    counts = {
        card: (planes["ones"] >> card & 1) + 2 * (planes["twos"] >> card & 1) for card in range(25)
    }
    return Counter({card: count for card, count in counts.items() if count})
