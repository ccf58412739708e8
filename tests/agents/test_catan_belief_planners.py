"""The belief game of Catan, and the agents that plan in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import catan as catan_agents
from otherminds.agents import parse_player, player_text
from otherminds.conformance import check_determinism, check_swap
from otherminds.games import catan
from tests.search.positions import random_positions

GAME = om.load("catan")
BOARD = catan.layout(om.load("catan", board="beginner").initial_state())
PO: dict[str, Any] = catan.PROFILES["PO"]
SMALL: dict[str, Any] = {"players": 3, "points": 4, "turns": 40, "offers": 2}
KINDS = [catan_agents.tbmcts, catan_agents.tbmctsor]
RULES: list[dict[str, Any]] = [
    SMALL,
    {**SMALL, "rules": "dobre", "hidden": "cards"},
    {**SMALL, "rules": "dobre", "hidden": "points shown", "drawn_discards": 2},
    {**SMALL, "rules": "dobre"},  # nothing is hidden
    {**SMALL, "players": 2, "trades": "3:3", "counters": 1, "bank": 6},
    {**SMALL, "trades": "none"},
]


@pytest.mark.parametrize("make", KINDS)
def test_it_plays_by_all_rules_and_by_its_text(make: Any) -> None:
    player = make(12)
    assert parse_player(player_text(player)) == player
    for seed, options in enumerate(RULES):
        game = om.load("catan", **options)
        match = om.play_match(game, [player, *[om.Policy("typed")] * (game.seats - 1)], seed=seed)
        assert sum(match.returns) in (0, 1)


@pytest.mark.parametrize("make", KINDS)
def test_it_answers_the_same_when_only_hidden_cards_change(make: Any) -> None:
    game = om.load("catan", **SMALL)
    check_swap(game, make(15), games=2)
    check_determinism(game, games=3, players=[make(10), "typed", "typed"])


ABLATIONS: list[dict[str, Any]] = [
    {"legality": False},
    {"temperature": 4.0},
    {"weighted_returns": True},
]


def _visits(search: om.Search, position: Any) -> list[tuple[int, int | None]]:
    result = search.run(position.belief, seed=1)
    return [(each.action, each.visits) for each in result.actions]


@pytest.mark.parametrize("make", KINDS)
def test_each_ablation_makes_a_difference(make: Any) -> None:
    """In some position of a game where hands are uncertain and trees become deep."""
    game = om.load("catan", **{**PO, "points": 6, "trades": "none"})
    positions = [each for each in random_positions(game, 1) if len(each.state.legal_actions()) > 1]
    some = positions[60:220:20]
    assert len(some) == 8
    usual = [_visits(make(600), position) for position in some]
    changes = [make(600, **change) for change in ABLATIONS]
    if make is catan_agents.tbmcts:
        changes.append(make(600, types_by="possibility"))
        unseen = catan_agents.Factored(discards="unseen")
        hidden = om.search.BeliefTree(belief_game=unseen)
        changes.append(replace(make(600), hidden=hidden))
    for changed in changes:
        assert [_visits(changed, position) for position in some] != usual, changed


@pytest.mark.parametrize("make", KINDS)
def test_it_finds_the_win(make: Any) -> None:
    """A point short of the goal, a city within reach, and the last turn: all else is worth less."""
    game = om.load("catan", **{**PO, "points": 3, "turns": 9})
    state = catan.position(
        f"{BOARD}; 0 s18 s30 r13-18 r24-30 hand 3o2w2c2f; 1; 2; 3; turn 8 of 0; roll 5; playing",
        game,
    )
    result = make(400).run(game.belief(state.view(0)), seed=1)
    assert "city" in game.action_text(result.action)
    best = next(each for each in result.actions if each.action == result.action)
    assert best.value == 1


def test_own_offers_are_those_that_somebody_may_accept() -> None:
    game = om.load("catan", **{**PO, "turns": 80})
    listed = offers = 0
    for position in list(random_positions(game, 2))[::40]:
        kinds = {game.action_types[game.type_of(each)] for each in position.state.legal_actions()}
        if "trade" not in kinds:
            continue
        result = catan_agents.tbmctsor(30).run(position.belief, seed=1)
        moves = {each.action for each in result.actions}
        assert moves <= set(position.state.legal_actions())
        listed += sum("offer" in game.action_text(move) for move in moves)
        offers += sum("offer" in game.action_text(move) for move in position.state.legal_actions())
    assert 0 < listed <= offers


def test_light_determinization_is_refused() -> None:
    hidden = om.search.BeliefTree(light=True, belief_game=catan_agents.Factored())
    with pytest.raises(om.OptionError, match="leave out light"):
        om.Search(hidden=hidden, iterations=10).agent(GAME)


def test_the_options_of_another_game_are_refused() -> None:
    hidden = om.search.BeliefTree(belief_game=catan_agents.Factored())
    with pytest.raises(om.OptionError, match="belief game"):
        om.Search(hidden=hidden, iterations=10).agent(om.load("cluedo"))


def test_threads_share_its_tree() -> None:
    planner = catan_agents.tbmctsor(400)
    shared = replace(planner, tree=replace(planner.tree, threads=2))
    belief = GAME.belief(GAME.initial_state(1).view(0))
    assert shared.run(belief, seed=1).iterations == 400
