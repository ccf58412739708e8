"""The patterns by which Othello is judged: their symmetry, their file, and how they are taught."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds as om
from otherminds import _core
from otherminds.contracts import OptionError
from otherminds.search import Exhaustive

WEIGHTS = Path(__file__).parents[2] / "core" / "games" / "othello" / "patterns.bin"
TABLES, SLOTS = _core.OTHELLO_PATTERN_STAGES, _core.OTHELLO_PATTERN_SLOTS
LESSON: dict[str, Any] = {
    "rate": 0.3,
    "trace": 1.0,
    "explore": 0.05,
    "random_moves": 10,
    "exact": 6,
}


def worth(state: om.State, evaluation: str = "patterns") -> dict[str, float]:
    """What each move leads to, for the one who makes it."""
    found = Exhaustive(depth=1, evaluation=evaluation).run(state)
    return {state.game.action_text(each.action): each.value for each in found.actions}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), moves=st.integers(0, 50))
def test_reflections_are_worth_the_same(seed: int, moves: int) -> None:
    """The start position is its own reflection along the diagonal, so games can be reflected."""
    game = om.load("othello")
    state, reflected = game.initial_state(), game.initial_state()
    rng = om.Stream(seed).rng()
    for _ in range(moves):
        if state.is_terminal():
            return
        legal = state.legal_actions()
        action = legal[int(rng.below(len(legal)))]
        state.apply_action(action)
        reflected.apply_action(action if action == 64 else 8 * (action % 8) + action // 8)
    if state.is_terminal():
        return

    def flipped(text: str) -> str:
        columns = "abcdefgh"
        if text == "pass":
            return text
        return f"{columns[int(text[1]) - 1]}{columns.index(text[0]) + 1}"

    there = worth(reflected)
    assert {flipped(move): value for move, value in worth(state).items()} == pytest.approx(there)


def test_smaller_boards_are_judged_by_mobility() -> None:
    state = om.load("othello", size=6).initial_state()
    assert worth(state) == worth(state, "mobility")


def test_the_file_is_the_one_of_its_card() -> None:
    card = json.loads(WEIGHTS.with_suffix(".json").read_text())
    data = WEIGHTS.read_bytes()
    assert hashlib.sha256(data).hexdigest() == card["sha256"]
    assert len(data) == 2 * TABLES * SLOTS
    assert len(data) <= 5_000_000


def test_patterns_beat_mobility() -> None:
    """Forty games at one move ahead; equal players would come to 70 % with chance 1 %."""
    players = [
        f"careless(exhaustive(depth=1, evaluation='{each}'), 0.1)"
        for each in ("patterns", "mobility")
    ]
    results = om.tournament("othello", players, games=40, seed=4)
    first = next(each for each in results.standings if "patterns" in each.player)
    assert first.share.estimate >= 0.7


def taught(
    games: int, seed: int, weights: bytes | None = None, **other: Any
) -> tuple[bytes, float]:
    start = weights or bytes(4 * TABLES * SLOTS)
    lesson = {**LESSON, **other}
    after, (positions, squared) = _core.teach_othello(start, [], games=games, seed=seed, **lesson)
    return after, math.sqrt(squared / positions)


def wrong_by(weights: bytes | None) -> float:
    """How far off the end it judges positions that begin at random, in discs, learning nothing."""
    return taught(300, 999, weights, rate=0.0, random_moves=54, explore=0.0)[1]


def test_the_same_lesson_teaches_the_same_and_errors_fall() -> None:
    first = taught(2_000, 1)[0]
    assert taught(2_000, 1)[0] == first
    assert taught(2_000, 2)[0] != first
    assert wrong_by(first) < 0.95 * wrong_by(None)


def test_lessons_that_cannot_be_given_are_refused() -> None:
    weights = bytes(4 * TABLES * SLOTS)
    with pytest.raises(OptionError, match="the patterns need"):
        _core.teach_othello(weights[4:], [], games=1, seed=1, **LESSON)
    with pytest.raises(OptionError, match="no disc can be placed"):
        _core.teach_othello(weights, [[0]] * 2, games=50, seed=1, **LESSON)
    for wrong in (
        {"games": -1},
        {"rate": math.nan},
        {"trace": 2.0},
        {"explore": -0.1},
        {"random_moves": 61},
        {"exact": 15},
    ):
        options = {"games": 1, **LESSON, **wrong}
        with pytest.raises(OptionError, match="lesson"):
            _core.teach_othello(weights, [], seed=1, **options)
