"""Rolling-horizon evolution: it plans, repeats itself from a seed, and keeps its promises."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om
from tests.exact_worlds import minimax

VARIANTS = [
    om.Evolve(iterations=60),
    om.Evolve(population=1, iterations=60),
    om.Evolve(length=3, macro=2, turns=2, commit=True, iterations=40),
    om.Evolve(varying=True, crossover="one_point", iterations=60),
    om.Evolve(crossover="none", elites=0, shift=False, samples=2, iterations=40),
]


@pytest.mark.parametrize("player", VARIANTS, ids=repr)
def test_it_plays_every_game(player: om.Evolve) -> None:
    for name in ("othello", "tic_tac_toe"):
        game = om.load(name)
        first = om.play_match(game, [player, om.Policy("random")], seed=3)
        again = om.play_match(game, [player, om.Policy("random")], seed=3)
        assert first.moves == again.moves
    for name in ("bazaar", "leduc", "tiger"):
        game = om.load(name)
        options: dict[str, Any] = {
            option: getattr(player, option)
            for option in ("population", "length", "varying", "crossover", "elites", "iterations")
        }
        hidden = om.Evolve(hidden=om.Particles(count=20), **options)
        assert om.play_match(game, [hidden] * game.seats, seed=1).returns


def test_the_budget_is_kept_and_counted() -> None:
    state = om.load("othello").initial_state()
    for iterations in (1, 5, 20, 21, 333):
        result = om.Evolve(iterations=iterations).run(state, seed=1)
        assert result.iterations == iterations
        assert sum(action.visits for action in result.actions) == iterations
        assert result.action in state.legal_actions()


@pytest.mark.slow
def test_it_finds_a_win_in_one_and_beats_a_random_player() -> None:
    game = om.load("tic_tac_toe")
    state = game.initial_state()
    for move in ("a1", "b1", "a2", "b2"):
        state.apply_action(game.parse_action(move))
    assert minimax(state) == 1
    result = om.Evolve(others=om.Random(), iterations=400, samples=4, length=3).run(state, seed=1)
    assert game.action_text(result.action) == "a3"
    othello = om.load("othello", size=6)
    player = om.Evolve(iterations=200, length=4)
    won = sum(
        om.play_match(
            othello,
            [player, om.Policy("random")] if seed % 2 else [om.Policy("random"), player],
            seed=seed,
        ).returns[1 - seed % 2]
        > 0
        for seed in range(40)
    )
    # A fair coin wins 30 or more of 40 once in 900 runs.
    assert won >= 30


@pytest.mark.slow
def test_known_opponents_are_planned_for() -> None:
    """Against a type that it knows it wins more than when it takes the type for random."""
    game = om.load("othello", size=6)

    def wins(others: Any) -> int:
        player = om.Evolve(others=others, iterations=150, length=8, population=10)
        return sum(
            om.play_match(game, [player, om.Policy("max_value")], seed=seed).returns[0] > 0
            for seed in range(60)
        )

    assert wins(om.Policies("max_value")) > wins(om.Random()) + 5


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"population": 0}, "population"),
        ({"length": 0}, "length"),
        ({"mutation": 1.5}, "mutation"),
        ({"population": 3, "elites": 3}, "elites"),
        ({"crossover": "two_point"}, "two_point"),
        ({"iterations": None}, "budget"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], word: str) -> None:
    with pytest.raises(om.OptionError, match=word):
        om.Evolve(**{"iterations": 10, **options})
