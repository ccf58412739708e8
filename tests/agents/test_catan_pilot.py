"""The pilot, Delegates by phase, and robots that err."""

from __future__ import annotations

import pytest

import otherminds as om
from otherminds import _core
from otherminds.agents import catan as catan_agents
from otherminds.agents import parse_player, player_text
from otherminds.games import catan
from otherminds.games.phases import phase_of, phases_of
from tests.search.positions import random_positions

GAME = om.load("catan", points=5)


def test_phases_follow_each_other() -> None:
    match = om.play_match(GAME, ["stac"] * 4, seed=1)
    seen: list[str] = []
    built = dict.fromkeys(range(4), 0)
    for state, (actor, move) in zip(match.states(), match.moves, strict=False):
        if actor < 0:
            continue
        phase = phase_of(GAME, state.view(actor))
        kind = GAME.action_types[GAME.type_of(move)]
        if kind == "build settlement" and phase in ("first settlement", "second settlement"):
            assert phase == catan.PHASES[2 * built[actor]]
            built[actor] += 1
        assert kind not in ("accept", "reject") or phase == "answer"
        assert phase != "answer" or kind in ("accept", "reject", "trade")
        assert kind != "discard" or phase == "discard"
        assert kind != "roll" or phase == "before the roll"
        assert kind != "end turn" or phase == "turn"
        seen.append(phase)
    assert (
        seen[:16]
        == ["first settlement", "first road"] * 4
        + [
            "second settlement",
            "second road",
        ]
        * 4
    )
    assert set(seen) <= set(phases_of(GAME))
    assert len(set(seen)) > 6


def test_the_pilot_searches_for_one_settlement_only() -> None:
    player = catan_agents.pilot(60)
    assert parse_player(player_text(player)) == player
    match = om.play_match(GAME, [player, "stac", "stac", "stac"], seed=2, thoughts=True)
    searched = [
        told.iterations
        for (actor, _), told in zip(match.moves, match.thoughts, strict=True)
        if actor == 0 and told is not None and told.iterations
    ]
    assert searched == [60]


def test_a_phase_goes_before_a_type() -> None:
    player = om.Delegate(
        by_phase={("second settlement", "second road"): "random"},
        by_type={"build settlement": "value"},
        otherwise="stac",
    )
    assert parse_player(player_text(player)) == player
    assert player != om.Delegate(by_type={"build settlement": "value"}, otherwise="stac")
    assert sum(om.play_match(GAME, [player] * 4, seed=1).returns) == 1


def test_unknown_phases_are_refused() -> None:
    with pytest.raises(om.OptionError, match="phase of catan"):
        om.Delegate(by_phase={"third settlement": "random"}, otherwise="stac").agent(GAME)
    with pytest.raises(om.OptionError, match="phase of othello"):
        om.Delegate(by_phase={"turn": "random"}, otherwise="random").agent(om.load("othello"))
    with pytest.raises(om.OptionError, match="named twice in by_phase"):
        om.Delegate(by_phase=[("turn", "random"), ("turn", "stac")], otherwise="stac")
    with pytest.raises(om.OptionError, match="names no phases"):
        phase_of(om.load("othello"), om.load("othello").initial_state().view(0))


def test_errors_are_shared_out_evenly() -> None:
    sure, erring = om.Policy("stac"), om.Policy("stac", errors=0.25)
    other = 0
    for position in list(random_positions(GAME, 3))[::25]:
        legal = position.state.legal_actions()
        found = [
            policy.native(GAME).probabilities(position.state.view(position.seat), _core.Memory())
            for policy in (sure, erring)
        ]
        for action in legal:
            usual, mixed = (chances.get(action, 0.0) for chances in found)
            assert mixed == pytest.approx(0.75 * usual + 0.25 / len(legal))
        other += len(legal) > 2
    assert other > 5
    with pytest.raises(om.OptionError, match="errors"):
        om.Policy("stac", errors=1.5).native(GAME)
