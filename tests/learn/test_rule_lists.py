"""Rule lists learned from records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import otherminds as om
from otherminds import play_match
from otherminds.agents import hanabi
from otherminds.arena.plan import plan_tournament
from otherminds.arena.running import run
from otherminds.arena.store import Store
from otherminds.interop.hanab_live import HanabLiveGame
from otherminds.learn import Record, ceiling, decisions_of, learn_rules, records_of_store
from otherminds.learn.rule_lists import _matched

GAME = om.load("hanabi", bombed="kept")
IGGI = (
    "PlayIfCertain",
    "PlaySafeCard",
    "TellAnyoneAboutUsefulCard",
    "OsawaDiscard",
    "DiscardOldestFirst",
    "TellRandomly",
)


def mirror(name: str, games: int) -> list[Record]:
    who = om.Policy(name)
    return [Record.of(play_match(GAME, [who, who], seed=seed)) for seed in range(games)]


def order(*rules: str) -> list[int]:
    return [hanabi.MASTER_LIST.index(rule) for rule in rules]


def test_a_player_s_own_list_reaches_the_ceiling() -> None:
    """Both are worked out: one from the rules of the list, the other from the player."""
    records = mirror("iggi", 12)
    decisions = decisions_of(records)
    assert len(decisions) == sum(len(record.actions) for record in records)
    assert decisions.agreement(order(*IGGI)) == pytest.approx(ceiling(records, hanabi.iggi))
    assert decisions.agreement(order(*IGGI)) > 0.95
    assert decisions.agreement([]) == 0
    assert decisions.agreement(order("DiscardOldestFirst")) < 0.5


def test_hints_at_single_cards_are_remembered() -> None:
    rules = (
        "lives > 1: PlayUniquePossibleCard",
        "lives > 1 and deck == 0: PlayProbablySafe(0.1)",
        "PlaySafeCard",
        "lives > 2: PlayProbablySafe(0.6)",
        "TellAnyoneAboutUsefulCard",
        "OsawaDiscard",
        "DiscardProbablyUseless(0.8)",
        "DiscardUnidentifiedCard",
        "DiscardLeastLikelyToBeNecessary",
        "TellMostInformation",
    )
    records = mirror("pointer", 12)
    decisions = decisions_of(records, rules)
    assert decisions.agreement(range(len(rules))) == pytest.approx(1.0)
    assert ceiling(records, hanabi.pointer) == pytest.approx(1.0)


def test_a_ceiling_of_a_player_that_draws_is_below_one() -> None:
    records = mirror("internal", 12)
    assert 0.3 < ceiling(records, hanabi.internal) < 0.7


def test_a_deterministic_player_is_learned() -> None:
    decisions = decisions_of(mirror("iggi", 20))
    learned = learn_rules(decisions, restarts=2, generations=120, seed=3)
    assert learned.held_out is not None
    assert learned.held_out > 0.8
    assert set(learned.rules) <= set(hanabi.MASTER_LIST)
    assert learn_rules(decisions, restarts=2, generations=120, seed=3) == learned
    # What was learned is a player and a model.
    search = hanabi.predictor(learned.policy, 20)
    assert play_match(GAME, [search, learned.policy], seed=1).returns[0] >= 0


def test_rules_that_never_decide_are_left_out() -> None:
    decisions = decisions_of(mirror("iggi", 3))
    both = order("PlayProbablySafe(0.3)", "PlayProbablySafe(0.6)", "TellRandomly")
    assert decisions.useful(both) == order("PlayProbablySafe(0.3)", "TellRandomly")


@given(st.permutations(range(12)), st.permutations(range(12)), st.integers(0, 2**32 - 1))
def test_crossover_keeps_permutations(one: list[int], other: list[int], seed: int) -> None:
    children = _matched(one, other, np.random.default_rng(seed))
    for child in children:
        assert sorted(child) == list(range(12))
    for place in range(12):
        pair = {one[place], other[place]}
        # Inside the segment the two have changed places.
        if children[0][place] == other[place] and children[1][place] == one[place]:
            assert {child[place] for child in children} == pair


def test_a_stored_tournament_is_a_training_set(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    planned = plan_tournament("hanabi", ["iggi", "piers"], options={"bombed": "kept"}, seed=5)
    with Store(path) as store:
        run(planned, store, games=6, workers=0)
    records = records_of_store(path, "iggi")
    assert records
    assert all(len(record.seats) == 1 for record in records)
    assert ceiling(records, hanabi.iggi) > 0.95
    with pytest.raises(om.OptionError, match="has played no game"):
        records_of_store(path, "outer")


def test_games_of_people_come_in_by_the_same_door() -> None:
    match = play_match(GAME, [hanabi.iggi, hanabi.piers], seed=1)
    actions = [action for _, action in match.moves]
    shared = HanabLiveGame.of(next(match.states()), actions)
    assert Record.of(shared, [0]) == Record.of(match, [0])
    assert len(list(Record.of(shared, [0]).decisions())) == sum(
        seat == 0 for seat, _ in match.moves
    )


def test_a_learned_player_reads_rules_as_they_were_read() -> None:
    decisions = decisions_of(mirror("iggi", 2), published=True)
    learned = learn_rules(decisions, restarts=1, generations=5)
    assert learned.policy.native_options["quirks"] == {"published": True}


def test_what_cannot_be_learned_from_gets_a_sentence() -> None:
    with pytest.raises(om.OptionError, match="At least one run"):
        learn_rules(decisions_of(mirror("iggi", 1)), restarts=0)
    with pytest.raises(om.OptionError, match="ever has a move"):
        learn_rules(decisions_of(mirror("iggi", 1), ["TellFinesse"]))
    with pytest.raises(om.OptionError, match="no decision"):
        ceiling([], hanabi.iggi)
    with pytest.raises(om.OptionError, match="no decision"):
        decisions_of([])
    match = play_match(om.load("tic_tac_toe"), [om.Policy("random")] * 2, seed=1)
    with pytest.raises(om.OptionError, match="games of hanabi"):
        decisions_of([Record.of(match)])
