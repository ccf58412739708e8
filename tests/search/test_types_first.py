"""Choosing the type of a move first, fading priors, and the final move by a lower bound."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import otherminds as om
from otherminds.search import PUCT, UCB1, Bandit, InformationSets, Played, Tree, Typed


def _position() -> tuple[Any, om.State]:
    """A position of Catan with three types of moves, one of them with many moves."""
    game = om.load("catan", rules="dobre", offers=3)
    match = om.play_match(game, [om.Policy("stac")] * 4, seed=3)
    return game, next(
        state.copy()
        for state in match.states()
        if state.actor() >= 0 and len(state.legal_types()) > 2 and len(state.legal_actions()) > 30
    )


SEARCH = om.Search(rollout=Typed(under={"exchange": "drawn", "offers": 0}), iterations=600)


def _by_type(game: Any, result: Any, of: Callable[[Any], float]) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for each in result.actions:
        sums[game.action_types[game.type_of(each.action)]] += of(each)
    return dict(sums)


def test_types_share_the_visits_whatever_their_moves() -> None:
    """Who only explores visits the types alike; otherwise all moves, so the type of many most."""
    game, state = _position()
    search = replace(SEARCH, bandit=UCB1(exploration=1e6), tree=Tree(by_type=True))
    visits = _by_type(game, search.run(state, seed=1), lambda each: each.visits)
    assert sum(visits.values()) >= 599
    assert max(visits.values()) - min(visits.values()) <= 1
    moves = Counter(game.action_types[game.type_of(a)] for a in state.legal_actions())
    flat = replace(search, tree=Tree()).run(state, seed=1)
    for name, number in _by_type(game, flat, lambda each: each.visits).items():
        assert number == pytest.approx(600 * moves[name] / sum(moves.values()), abs=moves[name])


@pytest.mark.parametrize("bandit", [UCB1(exploration=0.5), PUCT(exploration=2.0)])
def test_a_crowd_gets_fewer_visits_where_types_are_chosen_first(bandit: Bandit) -> None:
    game, state = _position()
    moves = Counter(game.action_types[game.type_of(a)] for a in state.legal_actions())
    crowd = max(moves, key=lambda name: moves[name])
    of_crowd = []
    for by_type in (False, True):
        tree = Tree(by_type=by_type, transpositions=True, afterstates=True)
        found = replace(SEARCH, bandit=bandit, tree=tree).run(state, seed=1)
        of_crowd.append(_by_type(game, found, lambda each: each.visits)[crowd])
    assert of_crowd[1] < of_crowd[0]


@pytest.mark.parametrize("final", ["visits", "mean", "lower", "total"])
def test_the_final_move_is_of_the_best_type(final: str) -> None:
    game, state = _position()
    tree = Tree(by_type=True, final=final)
    found = replace(SEARCH, bandit=UCB1(exploration=0.3), tree=tree).run(state, seed=2)
    kinds = {a.action: game.action_types[game.type_of(a.action)] for a in found.actions}
    visits = _by_type(game, found, lambda each: each.visits)
    totals = _by_type(game, found, lambda each: each.visits * each.value)

    def lower(total: float, number: float) -> float:
        mean = (total + 0.5) / (number + 1)
        return mean - 2 * math.sqrt(mean * (1 - mean) / (number + 1))

    rank: dict[str, Callable[[float, float], float]] = {
        "visits": lambda _total, number: number,
        "mean": lambda total, number: total / number if number else -1,
        "lower": lambda total, number: lower(total, number) if number else -1,
        "total": lambda total, _number: total,
    }
    chosen = kinds[found.action]
    best = max(rank[final](totals[name], visits[name]) for name in visits)
    assert rank[final](totals[chosen], visits[chosen]) == pytest.approx(best)
    own = [each for each in found.actions if kinds[each.action] == chosen]
    of = {each.action: rank[final](each.visits * each.value, each.visits) for each in own}
    assert of[found.action] == pytest.approx(max(of.values()))


def test_the_lower_bound_passes_by_lucky_moves_of_few_visits() -> None:
    _, state = _position()
    found = replace(SEARCH, tree=Tree(final="lower"), iterations=300).run(state, seed=1)

    def lower(each: Any) -> float:
        mean = (each.value * each.visits + 0.5) / (each.visits + 1)
        return float(mean - 2 * math.sqrt(mean * (1 - mean) / (each.visits + 1)))

    tried = [each for each in found.actions if each.visits]
    chosen = next(each for each in tried if each.action == found.action)
    assert lower(chosen) == pytest.approx(max(map(lower, tried)))
    assert chosen.visits > min(each.visits for each in tried)


def test_games_of_one_type_are_searched_as_ever() -> None:
    """The types of Othello's moves are one and the pass, which is never one of several."""
    state = om.load("othello", size=6).initial_state()
    plain, first = (
        om.Search(tree=Tree(by_type=by_type, ties="first"), iterations=300).run(state, seed=1)
        for by_type in (False, True)
    )
    assert plain.values == first.values
    assert [a.visits for a in plain.actions] == [a.visits for a in first.actions]


def test_types_are_chosen_first_where_facts_are_hidden() -> None:
    game = om.load("catan", players=3, points=4, turns=30)
    search = replace(
        SEARCH, hidden=InformationSets(), tree=Tree(by_type=True, final="lower"), iterations=30
    )
    match = om.play_match(game, [search, om.Policy("stac"), om.Policy("typed")], seed=2)
    assert sum(match.returns) in (0, 1)


def test_a_fading_prior_rules_at_first_and_then_not_at_all() -> None:
    state = om.load("othello").initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])

    def visits(bandit: Bandit) -> list[int]:
        search = om.Search(bandit=bandit, rollout=Played("random"), iterations=200)
        return [each.visits for each in search.run(state, seed=1).actions]

    gone = [visits(UCB1(prior=prior, decay=1)) for prior in ("max_value", "max_disk")]
    assert gone[0] == gone[1]
    forever = visits(UCB1(prior="max_value", decay=1_000_000_000))
    assert sorted(forever)[-2] < max(forever)
    assert visits(UCB1(prior="max_value", decay=50)) not in (gone[0], forever)


@pytest.mark.parametrize(
    "bandit",
    [{"decay": 5}, {"prior": "random"}, {"prior": "random", "decay": 5, "virtual_visits": 5}],
)
def test_a_prior_has_one_use(bandit: dict[str, Any]) -> None:
    with pytest.raises(om.OptionError, match="UCB1 needs a prior for virtual_visits or for decay"):
        om.Search(bandit=UCB1(**bandit), iterations=5).run(
            om.load("othello").initial_state(), seed=1
        )
