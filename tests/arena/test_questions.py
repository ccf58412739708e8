"""Tournaments that answer a question: who is better, when to stop, what is seen on the way."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from otherminds import OptionError, Policy, Search, play_match
from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.results import Results
from otherminds.arena.running import Until, parse_until
from otherminds.arena.statistics import share_interval
from otherminds.arena.store import Store
from tests.arena.runs import SMALL, place, play


def test_two_names_of_one_player_are_equal() -> None:
    """An A/A test. A right interval would miss one half for one seed in a thousand."""
    players = ["search(iterations=5)", "search(iterations=5, tree=tree(max_nodes=3999999))"]
    planned = plan_tournament("othello", players, options={"size": 6}, seed=1)
    rows, _ = play(planned, 600)
    results = Results(planned, rows)
    (pairing,) = results.pairings
    assert pairing.games == 600
    assert pairing.p_value > 0.001
    share = share_interval(results.pair_blocks(0, 1), 600, confidence=0.999)
    assert share.low < 0.5 < share.high
    assert 0.1 < share.high - share.low < 0.15


def test_a_better_player_is_found_to_be_better() -> None:
    planned = plan_tournament("othello", ["random", "max_value", "search(iterations=60)"], seed=1)
    rows, _ = play(planned, 240)
    results = Results(planned, rows)
    assert [s.player for s in results.standings] == [
        "search(iterations=60)",
        "max_value",
        "random",
    ]
    assert all(pair.p_value < 0.05 for pair in results.pairings)
    rated = [s.rating.estimate for s in results.standings if s.rating]
    assert rated == sorted(rated, reverse=True)
    best = results.standings[0]
    wins = sum(row.returns[row.seats.index(2)] == 1 for row in rows if 2 in row.seats)
    assert (best.games, best.won) == (160, wins)
    assert best.seconds_per_move is not None
    assert results.standings[2].seconds_per_move is None


def test_questions_are_read() -> None:
    players = ["search(iterations=5)", "max_value", "agent4(perturb=0.1)"]
    planned = plan_tournament("othello", players)
    assert parse_until("max_value > agent4(perturb=0.1)", planned) == Until(1, 2, 0.05)
    assert parse_until("uct(iterations=5)>max_value by 0.1", planned) == Until(0, 1, 0.1)
    assert parse_until(" max_value  >  search( iterations=5 ) by .2 ", planned) == Until(1, 0, 0.2)


@pytest.mark.parametrize(
    "question",
    [
        "max_value",
        "max_value >",
        "> max_value",
        "max_value > max_value",
        "max_value > random",
        "max_value > nonsense",
        "max_value > agent4, agent5",
        "max_value > agent4 by 0.5",
        "max_value > agent4 by 0",
        "max_value > agent4 by 1.2.3",
        "max_value > agent4 by much",
        "",
    ],
)
def test_questions_that_make_no_sense_are_refused(question: str) -> None:
    planned = plan_tournament("othello", ["agent4", "max_value"])
    with pytest.raises(OptionError, match=r"[.?]$"):
        parse_until(question, planned)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_stops_when_its_question_is_answered(workers: int) -> None:
    planned = plan_tournament("othello", ["random", "search(iterations=30)"], options={"size": 6})
    with Store(":memory:") as store:
        better = running.run(planned, store, games=20_000, workers=workers, until=Until(1, 0, 0.2))
        assert better.decision == "better"
        assert 10 <= better.done < 2_000
        again = running.run(planned, store, games=20_000, workers=0, until=Until(1, 0, 0.2))
        assert (again.decision, again.done) == ("better", again.resumed)  # nothing was played
        worse = running.run(planned, store, games=20_000, workers=0, until=Until(0, 1, 0.2))
        assert worse.decision == "worse"


@pytest.mark.parametrize("players", [("random", "max_value"), ("random", "mobility", "max_value")])
def test_a_question_is_asked_after_every_block(players: tuple[str, ...]) -> None:
    """In one process nothing is played beyond the block that decides, whoever else takes part."""
    planned = plan_tournament("othello", players, options=SMALL, seed=1)
    until = Until(len(players) - 1, 0, 0.1)
    rows, status = play(planned, 20_000, until=until)
    blocks = Results(planned, rows).pair_blocks(until.first, until.second)
    assert status.decision == until.test().decision(blocks)
    assert status.decision is not None
    assert until.test().decision(blocks[:-1]) is None
    assert status.done == len(blocks) * planned.games_in_round()


def test_a_question_is_asked_of_the_last_games_too() -> None:
    planned = plan_tournament("othello", ["random", "max_value"], options=SMALL, seed=1)
    _, status = play(planned, 2_000, until=Until(1, 0, 0.05))
    assert status.decision is not None
    _, status = play(planned, 8, until=Until(1, 0, 0.05))
    assert status.decision is None


def test_a_run_can_be_watched() -> None:
    planned = plan_tournament("bazaar", ["greedy", "random"])
    seen: list[int] = []
    rows, status = play(planned, 600, watch=lambda now: seen.append(now.done))
    assert seen == sorted(seen)
    assert seen[-1] == status.done == len(rows) == 600
    outcomes = Counter((row.seats, row.returns) for row in rows)
    assert status.tally == outcomes
    assert sum(outcomes.values()) == 600


def test_a_search_plays_in_the_arena_as_elsewhere() -> None:
    """Native agents are wiped clean between matches instead of being made anew."""
    planned = plan_tournament("tic_tac_toe", ["search(iterations=20)", "random"], seed=12)
    game = planned.loaded_game
    for row in play(planned, 10)[0]:
        seats: list[Any] = [Search(iterations=20), Policy("random")]
        block, index = planned.streams(*place(row))
        again = play_match(
            game, [seats[player] for player in row.seats], seed=12, block=block, index=index
        )
        assert tuple(action for _, action in again.moves) == row.moves
