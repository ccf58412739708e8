"""States and views show themselves by a line in the interpreter; drawings have their own tests."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om


def positions(game: Any) -> list[Any]:
    """The positions of a random game."""
    state, rng = game.initial_state(1), om.Stream(2).rng()
    found = [state.copy()]
    while not state.is_terminal() and len(found) < 300:
        chance = state.actor() == om.CHANCE
        state.apply_action(
            state.sample_outcome(rng) if chance else rng.choice(state.legal_actions())
        )
        found.append(state.copy())
    return found


@pytest.mark.parametrize("name", om.game_names())
def test_a_line_says_whose_turn_it_is(name: str) -> None:
    game = om.load(name)
    for state in positions(game):
        for shown in (repr(state), repr(state.view(0))):
            assert "\n" not in shown
            assert name in shown
        if isinstance(state, om._core.State) and not state.is_terminal():
            actor = state.actor()
            who = "chance acts" if actor == om.CHANCE else f"seat {actor} acts"
            assert who in repr(state)
            assert who in repr(state.view(0))


def test_the_lines() -> None:
    game = om.load("othello", size=4)
    state: Any = game.initial_state()
    assert repr(state) == "<State of othello: seat 0 acts, 4 legal actions>"
    assert repr(state.view(0)) == "<View of othello by seat 0: seat 0 acts, 4 legal actions>"
    assert repr(state.view(1)) == "<View of othello by seat 1: seat 0 acts>"
    last = positions(game)[-1]
    returns = ", ".join(f"{value:g}" for value in last.returns())
    assert repr(last) == f"<State of othello: over, returns {returns}>"
    assert repr(last.view(1)) == "<View of othello by seat 1: over>"
    chance = next(s for s in positions(om.load("catan")) if s.actor() == om.CHANCE)
    assert repr(chance) == "<State of catan: chance acts>"
