"""The belief by enumeration: against what is known by hand, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from otherminds import OptionError, Stream
from otherminds.examples.kuhn_poker import KuhnPoker, KuhnState
from otherminds.games.exact import ExactBelief


def enumerated(game: KuhnPoker, view: Any) -> ExactBelief:
    history = tuple(action for action in view.facts["history"] if action >= 0)
    return ExactBelief(view, [(KuhnState(game, cards, history), 1) for cards in game.deals])


def by_hand(view: Any) -> dict[int, Fraction]:
    """What the other card can be: the one that lies open, or each that the seat does not hold."""
    if view.facts["other_card"] >= 0:
        return {view.facts["other_card"]: Fraction(1)}
    return {card: Fraction(1, 2) for card in range(3) if card != view.facts["card"]}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("seat", [0, 1])
def test_it_knows_what_is_known_by_hand(seat: int, seed: int) -> None:
    game, rng = KuhnPoker(), Stream(seed).rng()
    state = game.initial_state(seed)
    belief = enumerated(game, state.view(seat))
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        seen = state.observation(action, seat)
        state.apply_action(action)
        belief.update(seen, state.view(seat))
        for each in (belief, belief.copy(), enumerated(game, state.view(seat))):
            cards = {world.cards[1 - seat]: weight for world, weight in each.states}
            assert cards == by_hand(state.view(seat))
            assert each.sample(rng).view(seat) == state.view(seat)
            assert each.worlds() == [(world, float(weight)) for world, weight in each.states]


def test_what_cannot_follow_is_refused_and_changes_nothing() -> None:
    game = KuhnPoker()
    state = game.initial_state(1)
    belief = enumerated(game, state.view(0))
    known = list(belief.states)
    seen, after = state.observation(0, 0), state.copy()
    after.apply_action(0)
    for observation, view in (
        (state.observation(1, 0), after.view(0)),
        (seen, state.view(0)),
        (seen, after.view(1)),
    ):
        with pytest.raises(OptionError):
            belief.update(observation, view)
        assert belief.states == known
    belief.update(seen, after.view(0))
    with pytest.raises(OptionError, match="No state fits"):
        ExactBelief(state.view(0), [])


def test_a_sampled_state_is_the_callers_own() -> None:
    game, rng = KuhnPoker(), Stream(0).rng()
    view = game.initial_state(1).view(0)
    belief = enumerated(game, view)
    belief.sample(rng).apply_action(0)
    assert belief.sample(rng).view(0) == view
