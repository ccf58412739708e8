"""States and views show themselves: a line in the interpreter, a drawing in a notebook."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om

DRAWN = {"catan", "tiny_coop"}


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


@pytest.mark.parametrize("name", om.game_names())
def test_a_notebook_gets_a_drawing_where_there_is_one(name: str) -> None:
    state: Any = om.load(name).initial_state(1)
    for position in (state, state.view(0)):
        draw = getattr(position, "_repr_svg_", lambda: None)
        assert str(draw()).startswith("<svg" if name in DRAWN else "None")


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_the_drawing_of_a_view_shows_what_the_view_tells(name: str) -> None:
    game: Any = om.load(name)
    rng = om.Stream(3).rng()
    differ = False
    for state in positions(game)[::7]:
        for seat in range(game.seats):
            world = game.belief(state.view(seat)).sample(rng)
            differ = differ or world != state
            assert world.view(seat)._repr_svg_() == state.view(seat)._repr_svg_()
    assert differ
