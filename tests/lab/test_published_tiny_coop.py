"""Agents of Walton-Rivers' programs for Tiny Co-Op: what their defects do."""

from __future__ import annotations

import math

import pytest

import otherminds as om
from otherminds.agents.tiny_coop import LOW
from otherminds.conformance import check_determinism, check_swap
from otherminds.lab.walton_rivers.agents import GAController, mcts, predictor, vari_ga
from otherminds.search import Quirks

PLAYERS: dict[str, om.Player] = {
    "mcts": mcts(LOW),
    "mcts, first of equals": mcts(LOW, edition=1),
    "predictor": predictor("follow_the_flare", LOW),
    "controller for the first seat": GAController(flawed=False, first_seat=True),
    "vari_ga": vari_ga(),
}


@pytest.mark.parametrize("name", PLAYERS)
def test_players_do_not_see_what_the_others_choose(name: str) -> None:
    game = om.load("tiny_coop", level="butterfly", actions="relative", ticks=4)
    check_swap(game, PLAYERS[name], games=2)
    check_determinism(game, games=2, players=[PLAYERS[name], om.Policy("random")])


def test_the_published_controller_acts_at_every_third_tick() -> None:
    game = om.load("tiny_coop", level="single_door", ticks=12)
    for player in (GAController(), GAController(flawed=False)):
        one, two = (om.play_match(game, [player, om.Policy("random")], seed=3) for _ in range(2))
        assert one.moves == two.moves
        own = [action for actor, action in one.moves if actor == 0]
        assert not player.flawed or all(own[tick] == 0 for tick in range(12) if tick % 3 != 2)


def test_equal_moves_are_chosen_as_in_the_second_edition() -> None:
    """Without a reward the last action comes half of the time, the one before a quarter."""
    game = om.load("tiny_coop", level="butterfly", actions="relative", ticks=300)
    blind = om.Search(
        hidden=om.InformationSets(),
        others=om.Random(),
        rollout=om.Uniform(depth=0, evaluation="win"),
        tree=om.Tree(depth=1, final="total"),
        iterations=9,
        quirks=Quirks(coin_ties=True),
    )
    players = [blind, om.Policy("wait")]
    match = om.play_match(game, players, seed=1)
    chosen = [action for actor, action in match.moves if actor == 0]
    assert len(chosen) == 300
    assert [chosen.count(action) for action in (8, 7, 6)] == [
        pytest.approx(expected, abs=6 * math.sqrt(expected)) for expected in (150, 75, 37.5)
    ]
    assert om.play_match(game, players, seed=1).moves == match.moves


def test_equal_moves_are_chosen_as_in_the_first_edition() -> None:
    """Without a reward the first action, which waits; moves are still tried in random order."""
    game = om.load("tiny_coop", level="airlock", edition=1, ticks=30)
    match = om.play_match(game, [mcts(LOW, edition=1)] * 2, seed=2)
    assert {action for _, action in match.moves} == {0}
