"""Players of Hanabi made of rules: lists, conditions, what they score, what they are handed."""

from __future__ import annotations

import math

import pytest

import otherminds as om
from otherminds import _core, play_match
from otherminds.agents import hanabi
from otherminds.conformance import check_swap
from otherminds.search import Quirks
from tests.agents.hanabi_answers import ANY, THREE, TWO, only
from tests.games.hanabi_positions import position

# Lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("lives > 1", True),
        ("lives > 2", False),
        ("lives >= 2 and clues == 3", True),
        ("lives != 2", False),
        ("deck < 40", True),
        ("deck <= 5", False),
        ("score == 2", True),
        ("players == 2", True),
    ],
)
def test_a_condition_decides_whether_a_rule_is_consulted(condition: str, holds: bool) -> None:
    state = position(TWO, "g2 g3 r1 b3 b4", ANY, stacks="r2", lives=2, clues=3)
    found = only(state, hanabi.If(condition, "DiscardOldestFirst"))
    assert (found is not None) == holds


def test_as_published_the_own_hand_is_part_of_the_deck() -> None:
    state = position(TWO, "g2 g3 r1 b3 b4", ANY, deck_empty=True, clues=3)
    rule = hanabi.If("deck == 0", "DiscardOldestFirst")
    assert only(state, rule) == "discard slot 0"
    assert only(state, rule, published=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "PlaySafe",
        "PlaySafeCard(0.5)",
        "PlayProbablySafe",
        "PlayProbablySafe(2)",
        "PlayProbablySafe(x)",
        "PlayProbablySafe(0.5",
        "lives: PlaySafeCard",
        "lives > many: PlaySafeCard",
        "turns > 1: PlaySafeCard",
        "lives => 1: PlaySafeCard",
        "",
    ],
)
def test_what_is_no_rule_gets_a_sentence(text: str) -> None:
    with pytest.raises(om.OptionError, match=r"rule"):
        hanabi.rules(text).agent(TWO)


def test_an_empty_list_gets_a_sentence() -> None:
    with pytest.raises(om.OptionError, match="at least one rule"):
        hanabi.rules().agent(TWO)


def test_a_list_without_a_move_hints_else_discards() -> None:
    player = hanabi.rules("TellFinesse")  # never with two players
    match = play_match(TWO, [player, player], seed=3)
    texts = [TWO.action_text(action).split()[0] for _, action in match.moves]
    assert texts[:8] == ["hint"] * 8
    assert texts[8:] == ["discard", "hint"] * (len(texts) // 2 - 4) + ["discard"] * (len(texts) % 2)
    assert match.returns[0] == 0


def test_a_named_player_is_its_list() -> None:
    iggi = hanabi.rules(
        "PlayIfCertain",
        "PlaySafeCard",
        "TellAnyoneAboutUsefulCard",
        "OsawaDiscard",
        "DiscardOldestFirst",
        "TellRandomly",
    )
    for seed in range(20):
        one, two = (play_match(TWO, [who, who], seed=seed) for who in (iggi, hanabi.iggi))
        assert one.moves == two.moves


def test_the_master_list_is_the_source_s() -> None:
    assert len(hanabi.MASTER_LIST) == 52
    assert len(set(hanabi.MASTER_LIST)) == 52
    state = TWO.initial_state(om.Stream(1))
    assert len(hanabi.answers(state, *hanabi.MASTER_LIST)) == 52


MIRROR = {
    "internal": (11.22, 11.06, 10.17, 9.97),
    "outer": (14.57, 14.44, 13.11, 12.66),
    "cautious": (16.68, 17.17, 16.41, 15.20),
    "iggi": (17.12, 16.77, 16.13, 15.07),
    "piers": (17.30, 17.57, 17.10, 16.27),
    "van_den_bergh": (13.81, 17.74, 17.23, 16.26),
    "flawed": (1.46, 1.55, 1.70, 1.82),
    "random": (1.25, 1.25, 1.25, 1.25),
}
"""Means over 10,000 games in the author's program, by 2 to 5 players."""


@pytest.mark.parametrize("name", MIRROR)
def test_mirror_games_score_as_in_the_author_s_program(name: str) -> None:
    """400 games per cell, within 4.5 standard errors: all 32 cells err once in 4,600 runs."""
    for players, expected in zip(range(2, 6), MIRROR[name], strict=True):
        game = om.load("hanabi", players=players, bombed="kept")
        who = om.Policy(name)
        scores = [play_match(game, [who] * players, seed=seed).returns[0] for seed in range(400)]
        mean = sum(scores) / len(scores)
        spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
        error = math.hypot(spread / math.sqrt(len(scores)), 0.034)
        assert mean == pytest.approx(expected, abs=4.5 * error), (name, players)


@pytest.mark.parametrize("name", [*MIRROR, "rules"])
def test_players_know_only_what_they_may(name: str) -> None:
    every = [
        "PlayUniquePossibleCard",
        "PlayFinesse",
        "PlayFinesseTold",
        "TellFinesse",
        "PlaySafeCard",
    ]
    who = hanabi.rules(*every) if name == "rules" else om.Policy(name)
    check_swap(THREE, who, games=3)


# What comes from outside --------------------------------------------------------------------------


def test_a_memory_of_another_policy_leads_nowhere() -> None:
    """A memory is bytes: those of one policy may be handed to another."""
    hat, pointer = hanabi.hat_guessing.native(THREE), hanabi.pointer.native(THREE)
    memory = _core.Memory()
    hat.begin(memory, 0, om.Stream(1).rng())
    state = THREE.initial_state(om.Stream(1))
    for _ in range(40):
        if state.actor() == om.NOBODY:
            break
        action = state.legal_actions()[-1]
        seen = state.observation(action, 0)
        state.apply_action(action)
        hat.observe(memory, seen, state.view(0))
        pointer.observe(memory, seen, state.view(0))
        if state.actor() == 0:
            found = pointer.probabilities(state.view(0), memory)
            assert sum(found.values()) == pytest.approx(1)


def test_an_observation_from_outside_changes_nothing_that_the_view_does_not_show() -> None:
    pointer = hanabi.pointer.native(THREE)
    memory = _core.Memory()
    view = THREE.initial_state(om.Stream(1)).view(0)
    for facts in ((31, 0, 31, 128), (10**6, 1, 10**6, 1), (-1, -1, -1, -1)):
        for action in (0, 27, 10**6, -5):
            pointer.observe(memory, om.Observation(1, action, facts), view)
    assert sum(pointer.probabilities(view, memory).values()) == pytest.approx(1)


@pytest.mark.parametrize("actor", [3, 5, 6, 100, 10**6])
def test_an_observation_of_a_seat_that_is_not_there_gets_a_sentence(actor: int) -> None:
    agent = hanabi.planner(5).agent(THREE)
    view = THREE.initial_state(om.Stream(1)).view(0)
    agent.begin(0, view, om.Stream(1))
    with pytest.raises(om.OptionError, match="no seat"):
        agent.observe(om.Observation(actor, 0, (0, 0, 0, 0)), view)


@pytest.mark.parametrize(
    "who", [hanabi.pointer, om.Policy("iggi", quirks=Quirks(forgets_own_cards=True))], ids=repr
)
def test_a_match_begins_with_an_empty_memory(who: om.Policy) -> None:
    """A living player that is led through one match after the other by hand."""
    living = [who.agent(TWO), who.agent(TWO)]
    for seed in range(5):
        texts = []
        for agents in (living, [who.agent(TWO), who.agent(TWO)]):
            state = TWO.initial_state(om.Stream(seed))
            actions = []
            for seat, agent in enumerate(agents):
                agent.begin(seat, state.view(seat), om.Stream(seed).child(seat))
            while state.actor() != om.NOBODY:
                action = agents[state.actor()].act(state.view(state.actor()))
                seen = [state.observation(action, seat) for seat in (0, 1)]
                state.apply_action(action)
                actions.append(action)
                for seat, agent in enumerate(agents):
                    agent.observe(seen[seat], state.view(seat))
            for agent in agents:
                agent.end(state.returns())
            texts.append(actions)
        assert texts[0] == texts[1]


def test_a_threshold_is_not_rounded() -> None:
    assert hanabi.PlayProbablySafe(2 / 3) == f"PlayProbablySafe({2 / 3!r})"
