"""Positions of a game with what every seat believes there, by random play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import otherminds as om
from otherminds.contracts import CHANCE, NOBODY


@dataclass
class Position:
    """A state in which a seat acts, and that seat's belief."""

    state: Any
    belief: Any

    @property
    def seat(self) -> int:
        seat: int = self.state.actor()
        return seat


def random_positions(game: Any, seed: int) -> Iterator[Position]:
    """Every position of one random game in which a seat acts."""
    rng = om.Stream(seed).child("positions").rng()
    state = game.initial_state(seed)
    beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
    while (actor := state.actor()) != NOBODY:
        if actor == CHANCE:
            action = state.sample_outcome(rng)
        else:
            yield Position(state.copy(), beliefs[actor].copy())
            action = rng.choice(state.legal_actions())
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, belief in enumerate(beliefs):
            belief.update(seen[seat], state.view(seat))
