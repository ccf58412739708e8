"""The conventions of Hanabi: what a hint asks for, saves, and lets others find out."""

from __future__ import annotations

import math

import pytest

import otherminds as om
from otherminds import play_match
from otherminds.agents.hanabi import conventions
from otherminds.conformance import check_swap
from tests.agents.driving import drive
from tests.agents.hanabi_tables import Table

OTHER = "w4 y4 b4 g3 y3"
"""A hand of which nothing can be played at the start."""


def test_a_hint_asks_for_the_newest_card_that_it_points_at() -> None:
    """Slots 2 and 3 are red; the newer one is to be played though it may be any red card."""
    table = Table(conventions, OTHER, "w4 b3 r3 r1 y4").play("hint red to seat 1")
    assert table.answer() == "play slot 3"


@pytest.mark.parametrize(
    ("oldest", "hint", "answer"),
    [
        ("r5", "hint 5 to seat 1", "discard slot 1"),
        ("r2", "hint 2 to seat 1", "discard slot 1"),
        ("r5", "hint 4 to seat 1", "discard slot 0"),
    ],
)
def test_a_hint_at_the_oldest_card_saves_it(oldest: str, hint: str, answer: str) -> None:
    """The oldest card of which nobody spoke is discarded; a hint at it says that it must not be."""
    table = Table(conventions, OTHER, f"{oldest} w3 r3 b3 g4", clues=1).play(hint)
    assert table.answer() == answer


def test_a_finesse_is_played_by_the_player_between() -> None:
    """A red 2 is hinted to seat 2 where red 1 is missing: seat 1 holds it as its newest card."""
    hands = (OTHER, "w4 b4 y3 g3 r1", "y4 b3 r2 w3 g4")
    table = Table(conventions, *hands).play("hint red to seat 2")
    assert table.answer() == "play slot 4"
    table.play("play slot 4")
    assert table.answer() == "play slot 2"


def test_who_does_not_hold_the_missing_card_leaves_it_to_who_does() -> None:
    """Seat 1 sees that it is seat 2 whose newest card the hint for seat 3 relies on."""
    hands = ("w4 y4 b4 g3", "w4 b4 y3 g4", "y3 b3 w3 r1", "y4 b3 r2 w3")
    table = Table(conventions, *hands).play("hint red to seat 3")
    assert not table.answer().startswith("play")
    table.play("hint 4 to seat 0")
    assert table.answer() == "play slot 3"


def test_a_prompt_comes_before_a_finesse() -> None:
    """Seat 1 was told of a 2 before; that is what the hint relies on, not its newest card."""
    hands = ("w4 y4 b4 g3 r1", "w4 r2 b4 g3 y3", "y4 b3 r3 w3 g4")
    table = Table(conventions, *hands, draws="w3")
    table.play("hint 2 to seat 1", "hint red to seat 0", "hint 3 to seat 0", "play slot 4")
    table.play("hint 4 to seat 0", "hint yellow to seat 0", "hint red to seat 2")
    assert table.answer() == "play slot 1"


def test_without_a_finesse_the_card_is_what_fits() -> None:
    """Seat 1 leaves red 1 to seat 2, who takes the card for it as nobody played one."""
    hands = (OTHER, "w4 b4 y3 g3 g4", "y4 b3 r1 w3 w2")
    table = Table(conventions, *hands).play("hint red to seat 2", "hint 4 to seat 0")
    assert table.answer() == "play slot 2"


def test_the_last_copy_is_saved_before_it_is_discarded() -> None:
    """One red 4 lies among the discarded cards; the other is what seat 1 would discard next."""
    hands = ("r4 y4 b4 g3 y3", "r4 w3 b3 g4 b4")
    table = Table(conventions, *hands, draws="w3")
    table.play("hint 3 to seat 1", "hint 3 to seat 0", "discard slot 0", "hint green to seat 0")
    assert table.answer() in ("hint 4 to seat 1", "hint red to seat 1")


def test_nobody_finesses_at_the_last_life() -> None:
    hands = (OTHER, "w4 b4 y3 g3 r1", "y4 b3 r2 w3 g4")
    table = Table(conventions, *hands, lives=1).play("hint red to seat 2")
    assert table.answer() != "play slot 4"


def test_at_the_last_life_a_convention_alone_is_not_trusted() -> None:
    """A red card that is pointed at fits in three of ten cases; a 1 fits in all."""
    hands = (OTHER, "w4 b3 y4 r1 g4")
    assert Table(conventions, *hands).play("hint red to seat 1").answer() == "play slot 3"
    assert Table(conventions, *hands, lives=1).play("hint red to seat 1").answer() != "play slot 3"
    assert Table(conventions, *hands, lives=1).play("hint 1 to seat 1").answer() == "play slot 3"


@pytest.mark.parametrize(("players", "least"), [(2, 22.0), (3, 22.2), (4, 22.0), (5, 20.7)])
def test_mirror_games_score_as_the_documentation_says(players: int, least: float) -> None:
    """300 games under the default rule: the mean is below the bound by chance once in 10^5 runs.

    The bound lies at least 4.3 standard errors below the published mean.
    """
    game = om.load("hanabi", players=players)
    scores = [
        play_match(game, [conventions] * players, seed=seed).returns[0] for seed in range(300)
    ]
    assert sum(scores) / len(scores) > least


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_knows_only_what_it_may(players: int) -> None:
    check_swap(om.load("hanabi", players=players), conventions, games=3)


@pytest.mark.parametrize(
    "options",
    [
        {"colours": 1, "ranks": 5, "hand": 2},
        {"colours": 2, "ranks": 2, "hand": 2},
        {"open_hand": True},
        {"empty_clues": True},
        {"players": 5, "hand": 5},
        {"last_round": "none", "clues": 1, "lives": 1},
        {"ranks": 1, "hand": 1},
    ],
)
def test_it_plays_every_variant(options: dict[str, object]) -> None:
    game = om.load("hanabi", **options)
    for seed in range(20):
        match = play_match(game, [conventions] * game.seats, seed=seed)
        again = play_match(game, [conventions] * game.seats, seed=seed)
        assert match.moves == again.moves


def test_it_lives_on_in_a_pickle() -> None:
    assert drive(om.load("hanabi", players=3), [conventions] * 3, at=(5, 20)) > 50


def test_wrong_hints_are_no_longer_believed() -> None:
    """By rules of `outer` hints tell of cards that fit and of any others: half of them mislead."""
    game = om.load("hanabi", bombed="kept")
    scores = [
        play_match(game, [conventions, om.Policy("outer")], seed=seed).returns[0]
        for seed in range(300)
    ]
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1))
    assert mean - 4 * spread / math.sqrt(len(scores)) > 8
