"""What a seat is sent depends on nothing that is hidden: exchange that, and no byte differs.

Two histories are made that look the same to one seat: at each move the second one takes another
action or outcome where the seat could not tell the difference. Both are played at a table, and
everything that the seat is sent has to be the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from otherminds import load
from otherminds._core import Rng, Stream
from otherminds.contracts import CHANCE, NOBODY, Game, State
from otherminds.games import game_names
from otherminds.web.looking_back import look_at
from otherminds.web.requests import LookAt
from otherminds.web.settings import TableSettings
from otherminds.web.sight import SeatSight, seen_by
from tests.web.tables import closed, created, opened, sat

Moves = list[tuple[int, int]]

OPTIONS: dict[str, dict[str, Any]] = {
    "catan": {"points": 5, "turns": 60},
    "cluedo": {"players": 3},
    "hanabi": {"players": 3},
    "othello": {"size": 4},
}
"""Of games that are long, or show more with more seats."""
MOVES = 60
BEFORE = (0, 4, 16, 250)
"""Random moves before the two histories part, in each trial."""


def choices(state: State, rng: Rng) -> list[int]:
    """What may happen next, in random order by kinds; those that end games or only talk last."""
    if state.actor() == CHANCE:
        every = [outcome for outcome, probability in state.chance_outcomes() if probability > 0]
        return sorted(every, key=lambda _: rng.unit())
    game = state.game
    first = [rng.unit() + (name in ("accuse", "offer")) for name in game.action_types]
    every = state.legal_actions()
    return sorted(every, key=lambda action: (first[game.type_of(action)], rng.unit()))


def pair(game: Game, seat: int, trial: int, rng: Rng) -> tuple[State, State]:
    """Two positions that look the same to a seat, after some random moves."""
    start = game.initial_state(trial)
    state = start.copy()
    moves: Moves = []
    while len(moves) < BEFORE[trial]:
        move = state.actor(), choices(state, rng)[0]
        after = applied(state, move[1])
        if after.actor() == NOBODY:
            break
        moves.append(move)
        state = after
    sight = seen_by(seat, start, moves)
    assert isinstance(sight, SeatSight)
    if sight.belief is None:
        return state, state
    return state, sight.belief.sample(rng)


def twins(start: State, other: State, seat: int, rng: Rng) -> tuple[Moves, Moves]:
    """Two histories that look the same to a seat, as different as they can be."""
    one, two = start.copy(), other.copy()
    first: Moves = []
    second: Moves = []
    while len(first) < MOVES and one.actor() == two.actor() != NOBODY:
        for action in choices(one, rng)[:20]:
            after = applied(one, action)
            seen = one.observation(action, seat).key(), after.view(seat).key()
            answer = None if after.actor() == NOBODY else answer_to(two, action, seat, seen, rng)
            if answer is not None:
                break
        else:
            break
        first.append((one.actor(), action))
        second.append((two.actor(), answer))
        one, two = after, applied(two, answer)
    return first, second


def answer_to(state: State, action: int, seat: int, seen: tuple[int, int], rng: Rng) -> int | None:
    """What may happen instead of an action so that a seat sees the same; that, if nothing else."""
    answers = choices(state, rng)
    for answer in sorted(answers, key=lambda each: each == action)[-200:]:
        if state.observation(answer, seat).key() == seen[0]:
            after = applied(state, answer)
            if after.actor() != NOBODY and after.view(seat).key() == seen[1]:
                return answer
    return None


def applied(state: State, action: int) -> State:
    after = state.copy()
    after.apply_action(action)
    return after


def everything(
    tables: Any, settings: TableSettings, seat: int, start: State, moves: Moves
) -> list[str]:
    """All that a seat is sent while these moves are made, and what it may ask for."""
    sitting = sat(tables, settings.tokens[seat])
    table = sitting.table
    table.sleep()  # the moves come from us
    table.moves, table.spent, table._stop = [], [], None
    table._start = start.copy()
    table._look()
    sitting.minds = settings.minds != "none"
    sent = [reply.model_dump_json() for reply in sitting.news()]
    for place, (actor, action) in enumerate(moves):
        table._moved(actor, action, None)
        if place % 4 and len(moves) > 40:
            continue
        sent += [reply.model_dump_json() for reply in sitting.news()]
    for turn in range(0, len(moves), 29):
        asked = LookAt(type="look_at", turn=turn, viewpoint=seat)
        sent.append(look_at(table, asked, seat, tables.keeper).model_dump_json())
    if settings.minds != "none":
        sent.append(table.why(seat, "hall"))
    sitting.leave()
    tables.keeper.cut(settings.id, 0, 0)
    tables._awake.clear()
    return sent


@pytest.mark.parametrize("minds", ["none", "own"])
@pytest.mark.parametrize("name", game_names())
def test_nothing_hidden_reaches_a_browser(name: str, minds: str, tmp_path: Path) -> None:
    options = OPTIONS.get(name, {})
    game = load(name, **options)
    tables = opened(tmp_path / "tables.db")
    differed = compared = 0
    try:
        kinds = ["me"] + ["person"] * (game.seats - 1)
        for trial in range(len(BEFORE)):
            seat = trial % game.seats
            rng = Stream(5).child(trial).rng()
            start, other = pair(game, seat, trial, rng)
            first, second = twins(start, other, seat, rng)
            settings = created(tables, name, *kinds, options=options, seed=1, minds=minds)
            sent = everything(tables, settings, seat, start, first)
            assert sent == everything(tables, settings, seat, other, second)
            compared += len(sent)
            differed += start.key() != other.key() or first != second
    finally:
        closed(tables)
    assert compared >= 2 * len(BEFORE)
    assert game.perfect_information or differed >= 2, "the two were the same"
