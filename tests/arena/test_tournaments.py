"""Tournaments: the same rows whoever plays them, in blocks and in series."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from otherminds import OptionError, OthermindsError, Policy, load, play_match
from otherminds.arena import running
from otherminds.arena.metrics import replayed
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store
from otherminds.contracts import make_agent
from tests.arena import agents as arena_agents
from tests.arena.agents import LOG
from tests.arena.runs import AGENTS, SMALL, facts, place, play

# One seed, the same rows ----------------------------------------------------------------------


@pytest.mark.parametrize("series", [0, 3])
def test_rows_do_not_depend_on_workers(series: int) -> None:
    players = [f"{AGENTS}.Counting", "agent6", "search(iterations=5)"]
    planned = plan_tournament("othello", players, options=SMALL, seed=1, series=series)
    rows, status = play(planned, 90)
    assert len(rows) == status.done == status.total
    assert status.resumed == 0
    for workers in (1, 2):
        others, status = play(planned, 90, workers)
        assert facts(others) == facts(rows)
        assert status.done == status.total
        assert sum(status.tally.values()) == len(rows)


@pytest.mark.parametrize("workers", [0, 2])
def test_tournaments_side_by_side_have_the_rows_that_each_has_alone(workers: int) -> None:
    """More of them than a worker keeps agents for."""
    counting = f"{AGENTS}.Counting"
    planned = {
        plan_tournament(
            "othello", [counting, "agent6"], options=SMALL, seed=seed, series=series
        ): 12
        for seed in range(3)
        for series in (0, 3)
    }
    planned[plan_tournament("leduc", ["honest", counting], seed=1)] = 7
    told: list[running.Forecast] = []
    with Store(":memory:") as store:
        played = running.run_all(planned, store, workers=workers, watch=told.append)
        for (tournament, games), status in zip(planned.items(), played, strict=True):
            alone, _ = play(tournament, games)
            assert facts(running.results(tournament, store).rows) == facts(alone)
            assert status.done == status.total == len(alone)
        again = running.run_all(planned, store, workers=workers)
        assert [status.resumed for status in again] == [status.total for status in again]
    total = 6 * 12 + 8
    assert (told[0].done, told[0].total, told[0].seconds_left) == (0, total, None)
    assert (told[-1].done, told[-1].seconds_left) == (total, 0.0)


def test_a_tournament_that_no_worker_survives_does_not_stop_the_others_for_ever() -> None:
    bad = plan_tournament("othello", [f"{AGENTS}.Deadly", "random"], options=SMALL)
    good = plan_tournament("othello", ["max_value", "random"], options=SMALL)
    with Store(":memory:") as store, pytest.raises(OthermindsError, match="3 worker processes"):
        running.run_all({good: 2_000, bad: 4}, store, workers=2)


def test_python_games_are_played_in_workers() -> None:
    planned = plan_tournament("bazaar_python", [f"{AGENTS}.Chooser", "random"], seed=2)
    assert facts(play(planned, 12, 1)[0]) == facts(play(planned, 12)[0])


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("othello", ["agent5", "search(iterations=5)", f"{AGENTS}.Chooser"], SMALL),
        ("bazaar", ["greedy", f"{AGENTS}.Chooser", "random"], {}),
        ("tic_tac_toe", ["random", f"{AGENTS}.Chooser", "search(iterations=5)"], {}),
        ("kuhn_poker", ["random", f"{AGENTS}.Chooser"], {}),
    ],
)
def test_every_match_can_be_played_again(
    game: str, players: list[str], options: dict[str, Any]
) -> None:
    planned = plan_tournament(game, players, options=options, seed=3)
    for row in play(planned, 24)[0]:
        block, index = planned.streams(*place(row))
        again = play_match(
            planned.loaded_game,
            [planned.recipes[player] for player in row.seats],
            seed=planned.seed,
            block=block,
            index=index,
        )
        assert tuple(action for _, action in again.moves) == row.moves
        assert again.returns == row.returns
        seen = replayed(planned, row)
        assert seen.moves == again.moves
        assert list(seen.states())[-1].returns() == list(row.returns)
        acts = Counter(actor for actor, _ in again.moves)
        assert row.acts == tuple(acts[seat] for seat in range(len(row.seats)))


def test_another_seed_gives_other_matches() -> None:
    rows = [
        facts(play(plan_tournament("bazaar", ["greedy", "random"], seed=seed), 12)[0])
        for seed in (0, 1)
    ]
    assert rows[0] != rows[1]


def test_more_games_later_play_only_what_is_missing() -> None:
    planned = plan_tournament("bazaar", [f"{AGENTS}.Counting", "greedy", "random"], seed=4)
    LOG.clear()
    with Store(":memory:") as store:
        first = running.run(planned, store, games=10, workers=0)
        assert (first.total, first.done, first.resumed) == (12, 12, 0)  # whole blocks
        begun = len(LOG)
        second = running.run(planned, store, games=30, workers=0)
        assert (second.total, second.done, second.resumed) == (30, 30, 12)
        assert len(LOG) - begun == 18
        third = running.run(planned, store, games=12, workers=0)
        assert (third.total, third.done, third.resumed) == (12, 12, 12)
        assert len(LOG) - begun == 18
        rows = list(store.rows(1))
        # Holes are filled as well.
        store._connection.execute("DELETE FROM matches WHERE (block + match) % 3 = 0")
        fourth = running.run(planned, store, games=30, workers=0)
        assert fourth.resumed < 30
        assert facts(list(store.rows(1))) == facts(rows)
    assert facts(rows) == facts(play(planned, 30)[0])


# Who meets whom -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "design", "seatings"),
    [
        ("othello", "round_robin", {(a, b) for a in range(3) for b in range(3) if a != b}),
        ("othello", "teams", {(a, b) for a in range(3) for b in range(3)}),
        ("othello", "against_copies", {(a, b) for a in range(3) for b in range(3) if a != b}),
        ("bazaar", "round_robin", {(0, 1, 2), (1, 2, 0), (2, 0, 1)}),
        (
            "bazaar",
            "against_copies",
            {
                seats
                for a in range(3)
                for b in range(3)
                if a != b
                for seats in ((a, b, b), (b, a, b), (b, b, a))
            },
        ),
        ("bazaar", [[0, 0, 1], [2, 2, 2]], {(0, 0, 1), (0, 1, 0), (1, 0, 0), (2, 2, 2)}),
    ],
)
def test_designs(game: str, design: Any, seatings: set[tuple[int, ...]]) -> None:
    third = "greedy" if game == "bazaar" else "max_disk"
    players = ["random", f"{AGENTS}.Chooser", third]
    planned = plan_tournament(
        game, players, line_ups=design, options=SMALL if game == "othello" else {}
    )
    rows, _ = play(planned, 2 * planned.games_in_round())
    for block in range(2):
        assert Counter(row.seats for row in rows if row.block == block) == Counter(seatings)


def test_two_players_fill_a_larger_table() -> None:
    planned = plan_tournament("bazaar", ["greedy", "random"])
    seats = {row.seats for row in play(planned, 6)[0]}
    assert {tuple(sorted(line_up)) for line_up in seats} == {(0, 0, 1), (0, 1, 1)}
    assert len(seats) == 6


@pytest.mark.parametrize("game", ["bazaar", "kuhn_poker"])
def test_a_block_is_one_deal_in_every_seating(game: str) -> None:
    """The same hands in the same seats in every line-up; other hands in other blocks."""
    planned = plan_tournament(game, ["random", f"{AGENTS}.Chooser"], line_ups="teams", seed=5)
    rows, _ = play(planned, 20 * planned.games_in_round())
    deals: dict[int, set[bytes]] = {}
    for row in rows:
        deals.setdefault(row.block, set()).add(next(replayed(planned, row).states()).to_bytes())
    assert len(deals) == 20
    assert all(len(deal) == 1 for deal in deals.values())
    assert len(set.union(*deals.values())) > 3


def test_matches_of_a_block_have_their_own_dice() -> None:
    """Two line-ups of the same policies share the deal but not what happens afterwards."""
    planned = plan_tournament("bazaar", ["random"], line_ups=[[0, 0, 0], [0, 0, 0]], seed=6)
    rows, _ = play(planned, 60)
    moves: dict[int, set[tuple[int, ...]]] = {}
    for row in rows:
        moves.setdefault(row.block, set()).add(row.moves)
    assert all(len(found) == 2 for found in moves.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": []},
        {"players": ["random", "random"]},
        {"players": ["search(iterations=5)", "uct(iterations=5)"]},
        {"players": ["random", "nonsense"]},
        {"game": "othelo"},
        {"options": {"size": 5}},
        {"line_ups": "everybody"},
        {"line_ups": [[0, 1, 1]]},
        {"line_ups": [[0, 2]]},
        {"line_ups": []},
        {"series": -1},
        {"series": 70_000},
        {"move_seconds": 0.0},
        {"move_seconds": float("inf")},
        {"move_seconds": float("nan")},
        {"seed": "seven"},
    ],
)
def test_tournaments_that_cannot_be_played_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"[.?]$"):
        plan_tournament(**{"game": "othello", "players": ["random", "max_value"], **wrong})


def test_runs_that_make_no_sense_are_refused() -> None:
    planned = plan_tournament("othello", ["random", "max_value"])
    with pytest.raises(OptionError, match="from 1 to 1,000,000,000,000 games"):
        play(planned, 0)
    with pytest.raises(OptionError, match="workers"):
        play(planned, 1, -1)


# Series ---------------------------------------------------------------------------------------


def test_agents_live_as_long_as_their_series() -> None:
    planned = plan_tournament("othello", [f"{AGENTS}.Counting", "random"], options=SMALL, series=4)
    LOG.clear()
    rows, _ = play(planned, 12)
    assert [matches for _, matches, _ in LOG] == [1, 2, 3, 4] * 3
    assert [row.seats for row in rows] == [(0, 1), (1, 0)] * 6  # the table turns
    LOG.clear()
    play(plan_tournament("othello", [f"{AGENTS}.Counting", "random"], options=SMALL), 12)
    assert [matches for _, matches, _ in LOG] == [1] * 12


def test_native_agents_remember_in_a_series_and_only_there() -> None:
    """agent6 keeps its mixture until it loses: a series is what living agents would play."""
    planned = plan_tournament("othello", ["agent6", "max_value"], seed=7, series=6)
    rows, _ = play(planned, 24)
    fresh_differs = False
    for block in range(4):
        living = [make_agent(recipe, planned.loaded_game) for recipe in planned.recipes]
        for row in rows[6 * block : 6 * block + 6]:
            deal, index = planned.streams(*place(row))
            where: dict[str, Any] = {"seed": 7, "block": deal, "index": index}
            seats = [living[player] for player in row.seats]
            again = play_match(planned.loaded_game, seats, **where)
            assert tuple(action for _, action in again.moves) == row.moves
            new = [planned.recipes[player] for player in row.seats]
            alone = play_match(planned.loaded_game, new, **where)
            fresh_differs |= tuple(action for _, action in alone.moves) != row.moves
            if row.match == 0:
                assert alone.moves == again.moves
    assert fresh_differs


def test_a_series_that_was_cut_short_is_played_again_whole() -> None:
    planned = plan_tournament("othello", [f"{AGENTS}.Counting", "agent6"], options=SMALL, series=5)
    with Store(":memory:") as store:
        running.run(planned, store, games=20, workers=0)
        rows = list(store.rows(1))
        store._connection.execute("DELETE FROM matches WHERE block = 1 AND match >= 3")
        store._connection.execute("DELETE FROM matches WHERE block = 2 AND match = 1")
        LOG.clear()
        status = running.run(planned, store, games=20, workers=0)
        assert facts(list(store.rows(1))) == facts(rows)
    assert (status.resumed, status.done) == (10, 20)
    assert [matches for _, matches, _ in LOG] == [1, 2, 3, 4, 5] * 2


# Agents that are told -------------------------------------------------------------------------


def test_informed_agents_are_told_the_current_types_and_nobody_else_is() -> None:
    informed = f"{AGENTS}.InformedWitness"
    planned = plan_tournament(
        "othello",
        [informed, "agent4", f"{AGENTS}.Uninformed", f"{AGENTS}.Typed"],
        line_ups=[[0, 1], [0, 2], [0, 3], [1, 2]],
        move_seconds=30.0,
        seed=11,
    )
    game = planned.loaded_game
    LOG.clear()
    rows, _ = play(planned, 16)
    assert not [entry for entry in LOG if entry[0] == "told"]
    log = iter(LOG)
    in_order = sorted(rows, key=lambda row: (row.block, row.line_up, row.match))
    told = set()
    for row in in_order:
        if 0 not in row.seats:
            continue
        seat = row.seats.index(0)
        other = row.seats[1 - seat]
        moved = 0
        for actor, action in replayed(planned, row).moves:
            if actor != seat:
                moved += game.action_text(action) != "pass"
                continue
            kind, where, types = next(log)
            assert (kind, where, types[seat]) == ("inform", seat, "")
            assert next(log) == ("act", seat)
            agent4 = "max_disk" if moved < 7 else "mobility" if moved < 14 else "max_value"
            assert types[1 - seat] == {1: agent4, 2: "", 3: f"typed {1 - seat}"}[other]
            told.add(types[1 - seat])
    assert next(log, None) is None
    assert {"max_disk", "mobility", "max_value"} < told


def test_what_is_told_is_what_agents_publish() -> None:
    game = load("othello")
    opponent = Policy("agent5").agent(game)

    class Checking(arena_agents.Chooser):
        informed = True
        told: list[str] = []  # noqa: RUF012

        def inform(self, types: Sequence[str]) -> None:
            assert types[1 - self.seat] == opponent.current_type
            self.told.append(types[1 - self.seat])

    for index in range(4):
        play_match(game, [Checking(), opponent], seed=1, index=index)
    assert set(Checking.told) == {"max_disk", "mobility", "max_value"}
