"""Beliefs over types: hand-computed Bayes on scripted histories, and what HBA does with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import otherminds as om

GAME = om.load("othello")
BAZAAR = om.load("bazaar", rounds=6)
TYPES = ["max_disk", "max_value", "mobility"]


def _witness(agent: Any, moves: Sequence[str], seat: int) -> list[tuple[Any, int, int]]:
    """Plays moves before an agent; (view, action, number legal) of the other seat's."""
    state = GAME.initial_state()
    agent.begin(seat, state.view(seat), om.Stream(1))
    seen = []
    for text in moves:
        action = GAME.parse_action(text)
        if state.actor() != seat:
            seen.append((state.view(1 - seat), action, len(state.legal_actions())))
        observation = state.observation(action, seat)
        state.apply_action(action)
        agent.observe(observation, state.view(seat))
    assert state.actor() == seat
    agent.act(state.view(seat))
    return seen


def _result(agent: Any) -> Any:
    return agent.last_result


def _posterior(agent: Any) -> list[float]:
    return [belief.probability for belief in _result(agent).posterior]


MOVES = ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5")


def _rows(seen: list[tuple[Any, int, int]]) -> list[list[float]]:
    return [
        [om.Policy(name).probabilities(view)[action] for name in TYPES] for view, action, _ in seen
    ]


def _normalised(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def _product(rows: list[list[float]]) -> list[float]:
    result = [1.0] * 3
    for row in rows:
        result = [old * new for old, new in zip(result, row, strict=True)]
    return result


def _weighted(rows: list[list[float]], weights: Sequence[float]) -> list[float]:
    return [
        sum(weight * row[place] for weight, row in zip(weights, rows, strict=True))
        for place in range(3)
    ]


def _search(**options: Any) -> om.Search:
    return om.Search(others=om.Types(TYPES, **options), iterations=2)


def test_sum_product_and_time_weighted_posteriors_are_bayes_by_hand() -> None:
    agent = _search(posterior=om.Sum()).agent(GAME)
    rows = _rows(_witness(agent, MOVES, 0))
    assert len(rows) == 6
    assert any(0 in row for row in rows), "some type is contradicted"
    assert _posterior(agent) == pytest.approx(_normalised(_weighted(rows, [1.0] * 6)))

    agent = _search(posterior=om.TimeWeighted()).agent(GAME)
    _witness(agent, MOVES, 0)
    # Ages 6 to 1; the weights of the specification for a = 10, b = 0.01, c = 5.
    ages = [0.0, 0.0, 7.57, 9.68, 9.99, 10.0]
    assert _posterior(agent) == pytest.approx(_normalised(_weighted(rows, ages)))
    assert [w / sum(ages) for w in reversed(ages[2:])] == pytest.approx(
        [0.269, 0.268, 0.260, 0.203], abs=5e-4
    )

    agent = _search(posterior=om.TimeWeighted(c=2)).agent(GAME)
    _witness(agent, MOVES, 0)
    ages = [10 - 0.01 * age**2 for age in (5, 4, 3, 2, 1, 0)]
    assert _posterior(agent) == pytest.approx(_normalised(_weighted(rows, ages)))

    agent = _search(posterior=om.Product()).agent(GAME)
    _witness(agent, MOVES, 0)
    product = _product(rows)
    expected = _normalised(product) if sum(product) else [1 / 3] * 3
    assert _posterior(agent) == pytest.approx(expected)


def test_indicators_count_what_a_type_could_have_done() -> None:
    agent = _search(posterior=om.Sum(), likelihood="indicator").agent(GAME)
    rows = [[1.0 if chance else 0.0 for chance in row] for row in _rows(_witness(agent, MOVES, 0))]
    assert _posterior(agent) == pytest.approx(_normalised(_weighted(rows, [1.0] * 6)))


def test_errors_are_part_of_the_likelihood() -> None:
    agent = _search(posterior=om.Product(), error=0.3).agent(GAME)
    seen = _witness(agent, MOVES, 0)
    rows = [
        [0.7 * chance + 0.3 / legal for chance in row]
        for row, (_, _, legal) in zip(_rows(seen), seen, strict=True)
    ]
    assert _posterior(agent) == pytest.approx(_normalised(_product(rows)))


def test_priors() -> None:
    prior = (0.6, 0.3, 0.1)
    agent = _search(posterior=om.Sum(), prior=prior).agent(GAME)
    rows = _rows(_witness(agent, MOVES, 0))
    evidence = _weighted(rows, [1.0] * 6)
    assert _posterior(agent) == pytest.approx(
        _normalised([w * p for w, p in zip(evidence, prior, strict=True)])
    )
    frozen = _search(prior=prior, frozen=True).agent(GAME)
    _witness(frozen, MOVES, 0)
    assert _posterior(frozen) == pytest.approx(prior)
    drawn = _search(prior="random", frozen=True).agent(GAME)
    _witness(drawn, MOVES, 0)
    assert sorted(_posterior(drawn)) == pytest.approx([0.0001, 0.49995, 0.49995])


def test_forced_moves_say_nothing_unless_asked() -> None:
    """After a pass of the other seat the posterior is as before it."""
    game = om.load("othello", size=4)
    for seed in range(400):
        rng = om.Stream(seed).rng()
        state = game.initial_state()
        types = om.Types(TYPES, posterior=om.Sum())
        quiet, loud = (
            om.Search(others=types, iterations=2, quirks=quirks).agent(game)
            for quirks in (None, om.search.Quirks(count_forced=True))
        )
        for agent in (quiet, loud):
            agent.begin(0, state.view(0), om.Stream(1))
        forced = 0
        while state.actor() >= 0:
            legal = state.legal_actions()
            if state.actor() == 0 and forced:
                for agent in (quiet, loud):
                    agent.act(state.view(0))
                assert _posterior(quiet) != pytest.approx(_posterior(loud))
                return
            forced += state.actor() == 1 and len(legal) == 1
            action = rng.choice(legal)
            seen = state.observation(action, 0)
            state.apply_action(action)
            for agent in (quiet, loud):
                agent.observe(seen, state.view(0))
    pytest.fail("no forced move in 400 games")


def test_a_pure_type_is_recognised() -> None:
    """Product posteriors against each type as it really plays: the right one leads in the end."""
    for place, name in enumerate(TYPES):
        agent = _search(posterior=om.Product(), error=0.05).agent(GAME)
        om.play_match(GAME, [agent, om.Policy(name)], seed=3)
        beliefs = _posterior(agent)
        assert beliefs[place] == max(beliefs) > 0.9, (name, beliefs)


def test_informed_agents_use_what_they_are_told() -> None:
    """HBA(cor) against a player that publishes its type plays as if it knew only that type."""
    others = om.Types(TYPES, informed=True, where="rollout", horizon=10, frozen=True)
    told = om.Search(others=others, iterations=60)
    known = om.Search(others=om.Policies("max_value", where="rollout", horizon=10), iterations=60)
    one = om.play_match(GAME, [told, om.Policy("max_value")], seed=5)
    other = om.play_match(GAME, [known, om.Policy("max_value")], seed=5)
    assert len(one.moves) > 20
    assert len(other.moves) > 20


def test_a_correlated_posterior_over_one_seat_is_the_sum() -> None:
    """Several seats are computed by hand in core/tests/search/posterior_test.cpp."""
    joint, plain = (_search(posterior=kind).agent(GAME) for kind in (om.Correlated(), om.Sum()))
    for agent in (joint, plain):
        _witness(agent, MOVES, 0)
    assert _posterior(joint) == pytest.approx(_posterior(plain))


def test_every_seat_of_three_has_a_posterior_where_facts_are_hidden() -> None:
    for posterior in (om.Correlated(), om.Product(), om.TimeWeighted()):
        others = om.Types(["greedy", "random"], posterior=posterior, samples=4)
        agent = om.Search(hidden=om.Particles(count=50), others=others, iterations=10).agent(BAZAAR)
        om.play_match(BAZAAR, [agent, om.Policy("greedy"), om.Policy("greedy")], seed=2)
        beliefs = _result(agent).posterior
        assert [(b.seat, b.type) for b in beliefs] == [
            (seat, name) for seat in (1, 2) for name in ("greedy", "random")
        ]
        for seat in (1, 2):
            assert sum(b.probability for b in beliefs if b.seat == seat) == pytest.approx(1.0)
        assert any(abs(b.probability - 0.5) > 0.05 for b in beliefs)


@pytest.mark.slow
def test_hba_gains_from_right_types() -> None:
    """Against a pure max_value player, knowing the types wins more than plain search.

    Paired over 60 blocks of both colours at 60 iterations; a sign test would call 60 equal blocks
    different by chance in fewer than 1 of 1000 runs at this margin.
    """

    def score(player: Any) -> float:
        total = 0.0
        for seed in range(60):
            for seat in range(2):
                line_up = [player, om.Policy("max_value")]
                if seat:
                    line_up.reverse()
                total += om.play_match(GAME, line_up, seed=seed).returns[seat]
        return total

    plain = om.Search(iterations=60)
    right = om.Search(others=om.Policies("max_value"), iterations=60)
    assert score(right) > score(plain) + 12
