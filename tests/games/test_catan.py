"""Catan against a slow second reading of its rules, and what must hold in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherminds import CHANCE, NOBODY, IllegalActionError, OptionError, Stream, load
from otherminds.games.catan import EDGES, PORTS, PROFILES
from tests.games.catan_reference import (
    PHASES,
    RESOURCES,
    Move,
    Position,
    board,
    legal_moves,
    longest_road,
    move_of,
    payout,
    visible_points,
)

VARIANTS: dict[str, dict[str, Any]] = {
    "official": {},
    "two players": {"players": 2, "counters": 3, "offers": 4},
    "three players": {"players": 3, "trades": "3:3", "offers": 2},
    "small bank": {"bank": 8, "trades": "1:1"},
    "points shown": {"hidden": "points shown", "trades": "pairs", "board": "shuffled"},
    "no trades": {"trades": "none", "board": "beginner"},
    **PROFILES,
    "immediate": {"rules": "dobre", "exchange": "immediate"},
    "drawn": {"rules": "dobre", "exchange": "drawn"},
    "listed once": {"rules": "dobre", "listing": "once", "longest_road": "official"},
}


def random_game(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """The states of a game and what is done in them; types evenly, then actions of a type."""
    state, rng = game.initial_state(seed), Stream(seed).rng()
    while (actor := state.actor()) != NOBODY:
        if actor == CHANCE:
            action = state.sample_outcome(rng)
        else:
            action = rng.choice(state.actions_of_type(rng.choice(state.legal_types())))
        yield state, action
        state.apply_action(action)


def moves_of(state: Any) -> list[Move]:
    return [move_of(state.game.action_text(action)) for action in state.legal_actions()]


def pending_of(state: Any) -> Any:
    """What the offer on the table gives and wants."""
    number = state.to_dict()["table"]["offer"]
    if number < 0:
        return None
    move = move_of(state.game.action_text(FIRST_OFFER + number))
    return move[2], move[3]


FIRST_OFFER = 421
"""The number of the first offer: to seat 0, of the first exchange."""


def position_of(state: Any) -> Position:
    return Position(state.to_dict(), state.game.options)


# The board ----------------------------------------------------------------------------------------


def test_the_board_is_that_of_the_drawing() -> None:
    assert board().vertices == 54
    assert [tuple(edge) for edge in EDGES] == board().edges
    assert [tuple(EDGES[edge]) for edge in PORTS] == board().ports


# Against the second reading -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_moves_are_those_of_the_second_reading(variant: str) -> None:
    game = load("catan", **VARIANTS[variant])
    twice = game.options["listing"] == "program"
    met: Counter[str] = Counter()
    for seed in range(3):
        for state, _ in random_game(game, seed):
            if state.actor() == CHANCE:
                continue
            phase = PHASES[state.to_dict()["table"]["phase"]]
            met[phase] += 1
            if phase in ("playing", "beginning", "answering") and met[phase] % 5:
                continue  # most of a game is in these
            moves = moves_of(state)
            assert set(moves) == legal_moves(position_of(state), pending_of(state))
            assert twice or len(set(moves)) == len(moves)
    assert {"setting settlement", "setting road", "beginning", "robbing", "playing"} <= {*met}


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["official", "small bank", "drawn"])
def test_lengths_points_and_payouts_are_those_of_the_second_reading(variant: str) -> None:
    options = {**VARIANTS[variant], "longest_road": "official"}
    game = load("catan", **options)
    rolls = short = 0
    for seed in range(4):
        for state, action in random_game(game, seed):
            if PHASES[state.to_dict()["table"]["phase"]] != "rolling":
                continue
            before = position_of(state)
            if action + 2 != 7:
                after = state.copy()
                after.apply_action(action)
                expected = payout(before, action + 2)
                for seat, hand in enumerate(position_of(after).hands):
                    assert hand == before.hands[seat] + expected[seat]
                rolls += 1
                short += any(before.bank[name] < 2 for name in RESOURCES)
            if rolls % 10 == 0:
                table = before.table
                for seat in range(before.players):
                    assert table["road_lengths"][seat] == longest_road(before, seat)
                    assert table["points"][seat] == visible_points(before, seat)
    assert rolls > 200
    if variant == "small bank":
        assert short > 50


# What must hold in every game ---------------------------------------------------------------------

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "points": st.integers(3, 12),
        "turns": st.integers(1, 200),
        "board": st.sampled_from(["spiral", "beginner", "shuffled"]),
        "trades": st.sampled_from(["none", "1:1", "pairs", "2:1", "2:2", "3:3"]),
        "offers": st.integers(0, 3),
        "counters": st.integers(0, 3),
        "bank": st.sampled_from([0, 5, 10, 19]),
        "drawn_discards": st.integers(0, 9),
        "before_roll": st.sampled_from(["any", "knight"]),
        "longest_road": st.sampled_from(["official", "inherited"]),
        "wins": st.sampled_from(["own turn", "actor"]),
        "listing": st.sampled_from(["once", "program"]),
    }
)
TOLD = st.one_of(
    st.fixed_dictionaries({"hidden": st.sampled_from(["cards", "points shown"])}),
    st.fixed_dictionaries(
        {
            "hidden": st.just("nothing"),
            "exchange": st.sampled_from(["offers", "immediate", "drawn"]),
        }
    ),
)


@given(options=OPTIONS, told=TOLD, seed=st.integers(0, 1 << 40))
@settings(max_examples=60, deadline=None)
def test_every_game_keeps_its_cards_and_has_at_most_one_winner(
    options: dict[str, Any], told: dict[str, Any], seed: int
) -> None:
    game = load("catan", **options, **told)
    *_, (state, action) = random_game(game, seed)
    # The state was changed after it was given out, so it is the last one.
    facts = state.to_dict()
    assert state.actor() == NOBODY
    assert action >= 0
    if options["bank"]:
        for name in RESOURCES:
            held = sum(hand[name] for hand in facts["hands"])
            assert 0 <= facts["bank"][name] == options["bank"] - held
    returns, winner = state.returns(), facts["table"]["winner"]
    if winner < 0:
        assert returns == [0] * options["players"]
        assert facts["table"]["turn"] == options["turns"]
    else:
        assert returns == [float(seat == winner) for seat in range(options["players"])]
        points = facts["table"]["points"][winner] + facts["held"][winner][1]
        assert points >= options["points"]
    # What others do not see is checked as well where a state comes from outside.
    assert game.state_from_dict(facts) == state


@given(seed=st.integers(0, 1 << 40), data=st.data())
@settings(max_examples=30, deadline=None)
def test_what_is_not_legal_is_refused_and_changes_nothing(seed: int, data: st.DataObject) -> None:
    game = load("catan", turns=60)
    stop = data.draw(st.integers(0, 400))
    for step, (state, _) in enumerate(random_game(game, seed)):
        if step < stop:
            continue
        chance = state.actor() == CHANCE
        possible = [o for o, _ in state.chance_outcomes()] if chance else state.legal_actions()
        count = game.outcome_count if chance else game.action_count
        before = state.to_bytes()
        for wrong in data.draw(st.lists(st.integers(-2, count + 2), min_size=20, max_size=20)):
            if wrong not in possible:
                with pytest.raises(IllegalActionError):
                    state.apply_action(wrong)
                assert state.to_bytes() == before
        return


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 5}, "players of Catan must be a whole number from 2 to 4"),
        ({"points": 2}, "points of Catan must be a whole number from 3 to 20"),
        ({"turns": 0}, "turns of Catan must be a whole number from 1"),
        ({"trades": "4:4"}, "trades"),
        ({"exchange": "immediate"}, "only where nothing is hidden"),
        ({"rules": "offical"}, "rules of Catan.*Did you mean 'official'"),
        ({"board": "o10 s2 / 3"}, "layout|hexes"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        load("catan", **options)


# Four equal players -------------------------------------------------------------------------------


@pytest.mark.slow
def test_equal_players_win_equally_often() -> None:
    # Seat 0 places first and last and moves first, which hardly matters to random players.
    games = 4000
    game: Any = load("catan", trades="none")
    wins = game.playouts(games, seed=1)
    assert sum(wins) == games
    # Five standard deviations and two points for the order of the seats.
    for share in wins:
        assert abs(share / games - 0.25) < 5 * (0.25 * 0.75 / games) ** 0.5 + 0.02
