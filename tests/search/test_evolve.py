"""Rolling-horizon evolution: it plans, repeats itself from a seed, and keeps its promises."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om
from otherminds.search import Quirks
from tests.search.exact_worlds import minimax

VARI_GA = Quirks(mutates_parts=True, equals=0.25)
VARIANTS = [
    om.Evolve(iterations=60),
    om.Evolve(population=1, iterations=60),
    om.Evolve(length=3, macro=2, turns=2, commit=True, iterations=40),
    om.Evolve(varying=True, crossover="one_point", iterations=60),
    om.Evolve(crossover="none", elites=0, shift=False, samples=2, iterations=40),
    om.Evolve(population=6, distinct=True, iterations=40),
    om.Evolve(population=1, varying=True, turns=4, iterations=60, quirks=VARI_GA),
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
        for seed in range(100)
    )
    # A fair coin wins 62 or more of 100 once in 95 runs.
    assert won >= 62


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


def test_different_parents_are_the_better_half() -> None:
    """The best three of four different plans never leave the choice to the last two."""
    state = om.load("tic_tac_toe").initial_state()

    def judge(position: Any) -> list[float]:
        value = position.board.index(0) / 9
        return [value, -value]

    def tried(seed: int, iterations: int, distinct: bool) -> dict[int, int]:
        search = om.Evolve(
            rollout=om.Evaluated(judge),
            population=4,
            length=1,
            elites=0,
            tournament=3,
            distinct=distinct,
            crossover="none",
            mutation=0.0,
            iterations=iterations,
        )
        return {each.action: each.visits for each in search.run(state, seed=seed).actions}

    last_two = dict.fromkeys((False, True), 0)
    for seed in range(60):
        first = tried(seed, 4, True)
        plans = sorted(action for action, visits in first.items() if visits)
        if len(plans) < 4:
            continue
        for distinct in last_two:
            after = tried(seed, 8, distinct)
            last_two[distinct] += sum(after[plan] - 1 for plan in plans[:2])
    # With replacement a child is of the last two one time in eight.
    assert last_two[True] == 0 < last_two[False]


def all_alike(position: Any) -> list[float]:
    del position
    return [0.0, 0.0]


def parts(**options: Any) -> om.Evolve:
    """Plans so short that the game does not end within them, where they would not be all alike."""
    return om.Evolve(
        rollout=om.Evaluated(all_alike),
        population=1,
        varying=True,
        mutation=0.75,
        **{"quirks": Quirks(mutates_parts=True), **options},
    )


def test_plans_that_mutate_in_parts_begin_with_three_to_nine_genes() -> None:
    state = om.load("othello").initial_state()
    sizes = [parts(length=9, iterations=1).run(state, seed=seed).depth for seed in range(100)]
    # One of seven sizes is missing with a chance of 1 in a million.
    assert set(sizes) == set(range(3, 10))
    assert parts(length=2, iterations=1).run(state, seed=1).depth == 2


def test_plans_that_mutate_in_parts_stay_short() -> None:
    """Genes come and go like a walk between 1 and 5 that turns at both ends."""
    state = om.load("othello").initial_state()
    runs = 400
    sizes = [parts(length=3, iterations=201).run(state, seed=seed).depth for seed in range(runs)]
    expected = dict(zip(range(1, 6), (1 / 8, 1 / 4, 1 / 4, 1 / 4, 1 / 8), strict=True))
    assert set(sizes) == set(expected)
    distance = sum(
        (sizes.count(size) - runs * share) ** 2 / (runs * share) for size, share in expected.items()
    )
    assert distance < 23.5  # four degrees of freedom: one run in ten thousand is farther


def test_an_equal_child_replaces_its_parent_as_often_as_asked() -> None:
    """The first action of a plan stays with its parent, or is drawn anew with chance .75."""
    state = om.load("othello").initial_state()
    kept = {}
    for equals in (0.0, 0.25, 1.0):
        quirks = Quirks(mutates_parts=True, equals=equals)
        first, then = (
            [
                parts(length=3, iterations=iterations, quirks=quirks).run(state, seed=s).action
                for s in range(300)
            ]
            for iterations in (1, 2)
        )
        kept[equals] = sum(one == two for one, two in zip(first, then, strict=True)) / 300
    # Four actions are legal, so .75 * .75 of the children begin otherwise. The deviations are at
    # most .029: a share is off by .13 less than once in a hundred thousand runs.
    assert kept[0.0] == 1
    assert abs(kept[0.25] - (1 - 0.25 * 0.5625)) < 0.13
    assert abs(kept[1.0] - (1 - 0.5625)) < 0.13


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"population": 0}, "population"),
        ({"length": 0}, "length"),
        ({"mutation": 1.5}, "mutation"),
        ({"population": 3, "elites": 3}, "elites"),
        ({"crossover": "two_point"}, "two_point"),
        ({"population": 3, "distinct": True}, "tournament"),
        ({"quirks": Quirks(mutates_parts=True)}, "varying"),
        ({"quirks": Quirks(equals=0.5)}, "population of one"),
        ({"quirks": Quirks(equals=2.0), "population": 1}, "equals"),
        ({"quirks": Quirks(discount=0.5)}, "grows no tree"),
        ({"quirks": Quirks(coin_ties=True)}, "grows no tree"),
        ({"iterations": None}, "budget"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], word: str) -> None:
    with pytest.raises(om.OptionError, match=word):
        om.Evolve(**{"iterations": 10, **options})
