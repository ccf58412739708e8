"""What the moves of a match of Catan tell of each seat."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from typing import Any

import pytest

import otherminds as om
from otherminds import _core
from otherminds.arena.metrics import measured
from otherminds.games import catan

OPTIONS: list[dict[str, Any]] = [
    {"points": 6},
    {"points": 5, "players": 2},
    {"rules": "dobre", "hidden": "cards", "points": 5},
    {"rules": "dobre", "points": 5},
]


CARDS = ("play knight", "play monopoly", "year of plenty", "road building")


def _matches() -> list[om.Match]:
    return [
        om.play_match(om.load("catan", **options), ["stac"] * players, seed=seed)
        for seed, options in enumerate(OPTIONS)
        for players in [options.get("players", 4)]
    ]


MATCHES = _matches()


@pytest.mark.parametrize("match", MATCHES)
def test_counts_are_those_of_the_moves(match: om.Match) -> None:
    game = match.game
    numbers = measured(match)
    types: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    for actor, move in match.moves:
        if actor >= 0:
            types[actor][game.action_types[game.type_of(move)]] += 1
    for seat in range(game.seats):
        own = {name: values[seat] for name, values in numbers.items()}
        made = types[seat]
        played = sum(made[name] for name in CARDS)
        assert own["cards bought"] == made["buy card"]
        assert own["knights played"] == made["play knight"]
        assert own["bank trades"] == made["bank trade"]
        assert own["offers"] + own["counter-offers"] == made["trade"]
        assert own["offers accepted"] == made["accept"]
        pieces = made["build city"] + made["build settlement"] - 2
        free = own["actions"] - pieces - played  # roads, those of cards included
        assert free >= made["build road"] - 2
        shares = [own[f"share of {kind}"] for kind in ("roads", "settlements", "cities")]
        whole = float(own["actions"] > 0)
        assert sum(shares) + own["share of cards played"] == pytest.approx(whole)
        assert own["share of cities"] * own["actions"] == pytest.approx(made["build city"])
        assert 0 < own["decisions"] <= own["moves"]
    assert sum(numbers["offers that were accepted"]) == sum(numbers["offers accepted"])
    assert sum(numbers["resources stolen"]) == sum(numbers["resources lost to thieves"])


@pytest.mark.parametrize("match", MATCHES)
def test_the_end_is_that_of_the_last_position(match: om.Match) -> None:
    *_, last = match.states()
    values: Any = last.to_dict()
    numbers = measured(match)
    points = numbers["points"]
    for seat, own in enumerate(points):
        assert own == values["table"]["points"][seat] + values["held"][seat][1]
        assert numbers["place"][seat] == 1 + sum(other > own for other in points)
        assert numbers["seats with fewer points"][seat] == sum(other < own for other in points)
        assert numbers["above the mean"][seat] == (own > sum(points) / len(points))
        assert numbers["holds longest road"][seat] == (values["table"]["longest_road"] == seat)
        assert numbers["holds largest army"][seat] == (values["table"]["largest_army"] == seat)
        held = numbers["holds longest road"][seat]
        assert numbers["longest road gained"][seat] >= held
    winner = match.returns.index(1)
    assert numbers["points behind the winner"][winner] == 0
    assert points[winner] >= match.game.options["points"]


def test_what_dice_and_thieves_bring_is_what_hands_show() -> None:
    match = MATCHES[0]
    game = match.game
    gained = [0] * game.seats
    stolen = [0] * game.seats
    states = list(match.states())
    for before, after, (actor, move) in zip(states, states[1:], match.moves, strict=False):
        if actor >= 0:
            continue
        text = game.outcome_text(move)
        sizes = [
            [sum(hand.values()) for hand in state.to_dict()["hands"]] for state in (before, after)
        ]
        for seat in range(game.seats):
            change = sizes[1][seat] - sizes[0][seat]
            if text.startswith("roll"):
                gained[seat] += change
            elif change > 0:
                stolen[seat] += 1
    numbers = measured(match)
    assert numbers["resources from dice"] == gained
    assert sum(gained) > 50
    assert numbers["resources stolen"] == stolen
    assert sum(stolen) > 3


def test_hands_are_uncertain_only_where_they_are_hidden() -> None:
    hidden, _, other, shown = (measured(match) for match in MATCHES)
    for numbers in (hidden, other):
        assert 0 < max(numbers["uncertain decisions"]) < 1
        assert 1 <= max(numbers["uncertain hands"]) <= 3
        for seat, hands in enumerate(numbers["possible hands"]):
            assert hands == 0 or hands >= 2
            assert hands <= numbers["most possible hands"][seat]
            assert numbers["entropy of hands"][seat] <= math.log(max(hands, 1)) + 1e-9
    for name in ("uncertain decisions", "uncertain hands", "possible hands", "entropy of hands"):
        assert shown[name] == [0, 0, 0, 0]


def test_moves_that_cannot_be_made_are_refused() -> None:
    match = MATCHES[1]
    start = next(match.states())
    rows, whole = _core.catan_measures(start, [move for _, move in match.moves[:30]])
    assert whole
    assert rows["points"][0] <= 3
    for wrong in (-1, 10**9, 5):
        rows, whole = _core.catan_measures(start, [wrong])
        assert not whole
        assert rows["decisions"] == [0, 0]
    broken = dataclasses.replace(match, moves=((0, 5), *match.moves))
    with pytest.raises(om.FormatError):
        measured(broken)
    with pytest.raises(om.OptionError, match="state of Catan"):
        _core.catan_measures(om.load("othello").initial_state(), [1])


def test_a_hand_of_which_much_is_unknown_has_an_entropy_too() -> None:
    """A game of many thefts in which nobody ever shows a card."""
    game = om.load("catan", hidden="cards", rules="dobre", trades="none", turns=120, points=12)
    match = om.play_match(game, ["random"] * 4, seed=2)
    numbers = measured(match)
    assert max(numbers["most possible hands"]) > 100
    for hands, entropy in zip(numbers["possible hands"], numbers["entropy of hands"], strict=True):
        assert 0 < entropy < math.log(max(hands, 2) * 10)
    assert catan.PROFILES["PO"]["hidden"] == "cards"
