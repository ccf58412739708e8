"""Tournaments: the same rows whoever plays them, in blocks and in series, whatever agents do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from otherminds import OptionError, OthermindsError, Policy, Search, load, play_match
from otherminds.agents import make_agent
from otherminds.arena import tournament
from otherminds.arena.metrics import replayed
from otherminds.arena.plan import Experiment, experiment
from otherminds.arena.results import Results
from otherminds.arena.statistics import share_interval
from otherminds.arena.store import Row, Store
from otherminds.arena.tournament import Status, Until, parse_until
from tests import arena_agents
from tests.arena_agents import LOG

AGENTS = "tests.arena_agents"
SMALL = {"size": 4}


def play(
    planned: Experiment, games: int, workers: int = 0, **more: Any
) -> tuple[list[Row], Status]:
    with Store(":memory:") as store:
        status = tournament.run(planned, store, games=games, workers=workers, **more)
        return tournament.results(planned, store).rows, status


def facts(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Everything but the times."""
    return [
        (r.line_up, r.block, r.match, r.seats, r.returns, r.acts, r.moves, r.forfeit, r.reason)
        for r in rows
    ]


def place(row: Row) -> tuple[int, int, int]:
    return row.line_up, row.block, row.match


# One seed, the same rows ----------------------------------------------------------------------


@pytest.mark.parametrize("series", [0, 3])
def test_rows_do_not_depend_on_workers(series: int) -> None:
    players = [f"{AGENTS}.Counting", "agent6", "search(iterations=5)"]
    planned = experiment("othello", players, options=SMALL, seed=1, series=series)
    rows, status = play(planned, 90)
    assert len(rows) == status.done == status.total
    assert status.resumed == 0
    for workers in (1, 2):
        others, status = play(planned, 90, workers)
        assert facts(others) == facts(rows)
        assert status.done == status.total
        assert sum(status.tally.values()) == len(rows)


def test_python_games_are_played_in_workers() -> None:
    planned = experiment("bazaar_python", [f"{AGENTS}.Chooser", "random"], seed=2)
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
    planned = experiment(game, players, options=options, seed=3)
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
        facts(play(experiment("bazaar", ["greedy", "random"], seed=seed), 12)[0]) for seed in (0, 1)
    ]
    assert rows[0] != rows[1]


def test_more_games_later_play_only_what_is_missing() -> None:
    planned = experiment("bazaar", [f"{AGENTS}.Counting", "greedy", "random"], seed=4)
    LOG.clear()
    with Store(":memory:") as store:
        first = tournament.run(planned, store, games=10, workers=0)
        assert (first.total, first.done, first.resumed) == (12, 12, 0)  # whole blocks
        begun = len(LOG)
        second = tournament.run(planned, store, games=30, workers=0)
        assert (second.total, second.done, second.resumed) == (30, 30, 12)
        assert len(LOG) - begun == 18
        third = tournament.run(planned, store, games=12, workers=0)
        assert (third.total, third.done, third.resumed) == (12, 12, 12)
        assert len(LOG) - begun == 18
        rows = list(store.rows(1))
        # Holes are filled as well.
        store._connection.execute("DELETE FROM matches WHERE (block + match) % 3 = 0")
        fourth = tournament.run(planned, store, games=30, workers=0)
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
    planned = experiment(game, players, line_ups=design, options=SMALL if game == "othello" else {})
    rows, _ = play(planned, 2 * planned.games_in_round())
    for block in range(2):
        assert Counter(row.seats for row in rows if row.block == block) == Counter(seatings)


def test_two_players_fill_a_larger_table() -> None:
    planned = experiment("bazaar", ["greedy", "random"])
    seats = {row.seats for row in play(planned, 6)[0]}
    assert {tuple(sorted(line_up)) for line_up in seats} == {(0, 0, 1), (0, 1, 1)}
    assert len(seats) == 6


@pytest.mark.parametrize("game", ["bazaar", "kuhn_poker"])
def test_a_block_is_one_deal_in_every_seating(game: str) -> None:
    """The same hands in the same seats in every line-up; other hands in other blocks."""
    planned = experiment(game, ["random", f"{AGENTS}.Chooser"], line_ups="teams", seed=5)
    rows, _ = play(planned, 20 * planned.games_in_round())
    deals: dict[int, set[bytes]] = {}
    for row in rows:
        deals.setdefault(row.block, set()).add(next(replayed(planned, row).states()).to_bytes())
    assert len(deals) == 20
    assert all(len(deal) == 1 for deal in deals.values())
    assert len(set.union(*deals.values())) > 3


def test_matches_of_a_block_have_their_own_dice() -> None:
    """Two line-ups of the same policies share the deal but not what happens afterwards."""
    planned = experiment("bazaar", ["random"], line_ups=[[0, 0, 0], [0, 0, 0]], seed=6)
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
def test_experiments_that_cannot_be_played_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"[.?]$"):
        experiment(**{"game": "othello", "players": ["random", "max_value"], **wrong})


def test_runs_that_make_no_sense_are_refused() -> None:
    planned = experiment("othello", ["random", "max_value"])
    with pytest.raises(OptionError, match="At least one game"):
        play(planned, 0)
    with pytest.raises(OptionError, match="workers"):
        play(planned, 1, -1)


# Series ---------------------------------------------------------------------------------------


def test_agents_live_as_long_as_their_series() -> None:
    planned = experiment("othello", [f"{AGENTS}.Counting", "random"], options=SMALL, series=4)
    LOG.clear()
    rows, _ = play(planned, 12)
    assert [matches for _, matches, _ in LOG] == [1, 2, 3, 4] * 3
    assert [row.seats for row in rows] == [(0, 1), (1, 0)] * 6  # the table turns
    LOG.clear()
    play(experiment("othello", [f"{AGENTS}.Counting", "random"], options=SMALL), 12)
    assert [matches for _, matches, _ in LOG] == [1] * 12


def test_native_agents_remember_in_a_series_and_only_there() -> None:
    """agent6 keeps its mixture until it loses: a series is what living agents would play."""
    planned = experiment("othello", ["agent6", "max_value"], seed=7, series=6)
    rows, _ = play(planned, 24)
    fresh_differs = False
    for block in range(4):
        living = [make_agent(recipe, planned.loaded_game) for recipe in planned.recipes]
        for row in rows[6 * block : 6 * block + 6]:
            deal, index = planned.streams(*place(row))
            where = {"seed": 7, "block": deal, "index": index}
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
    planned = experiment("othello", [f"{AGENTS}.Counting", "agent6"], options=SMALL, series=5)
    with Store(":memory:") as store:
        tournament.run(planned, store, games=20, workers=0)
        rows = list(store.rows(1))
        store._connection.execute("DELETE FROM matches WHERE block = 1 AND match >= 3")
        store._connection.execute("DELETE FROM matches WHERE block = 2 AND match = 1")
        LOG.clear()
        status = tournament.run(planned, store, games=20, workers=0)
        assert facts(list(store.rows(1))) == facts(rows)
    assert (status.resumed, status.done) == (10, 20)
    assert [matches for _, matches, _ in LOG] == [1, 2, 3, 4, 5] * 2


# Bad agents -----------------------------------------------------------------------------------


def assert_forfeits(planned: Experiment, rows: list[Row], says: str) -> None:
    """Player 0 forfeits everything, by the rule: least for it, most or middle for the others."""
    low, high = planned.loaded_game.return_range
    two = planned.loaded_game.seats == 2
    for row in rows:
        assert row.forfeit == row.seats.index(0)
        assert says in str(row.reason)
        for seat, value in enumerate(row.returns):
            others = high if two else (low + high) / 2
            assert value == (low if seat == row.forfeit else others)


@pytest.mark.parametrize("game", ["othello", "bazaar", "tic_tac_toe"])
@pytest.mark.parametrize("where", ["begin", "observe", "act", "end"])
def test_agents_that_raise_forfeit(game: str, where: str) -> None:
    seats = load(game).seats
    players = [f"{AGENTS}.Faulty(where='{where}')", "random"]
    planned = experiment(game, players, line_ups=[[0] + [1] * (seats - 1)])
    rows, status = play(planned, 2 * seats)
    assert status.forfeits == len(rows) == 2 * seats
    assert_forfeits(planned, rows, f"{where}() raised ValueError: nothing works in {where}")


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("illegal", "not legal here"),
        ("negative", "-1"),
        ("beyond", "65"),
        ("huge", "not an action id"),
        ("nothing", "None"),
        ("text", "'<b>pass</b>'"),
        ("fraction", "0.5"),
    ],
)
def test_agents_that_answer_nonsense_forfeit(kind: str, says: str) -> None:
    planned = experiment("othello", [f"{AGENTS}.Answering(kind='{kind}')", "random"])
    rows, _ = play(planned, 2)
    assert_forfeits(planned, rows, says)


def test_a_bad_agent_disturbs_nobody_else() -> None:
    players = [f"{AGENTS}.Faulty(where='act', one_in=3)", "max_value", "random"]
    planned = experiment("othello", players, options=SMALL, seed=8)
    rows, status = play(planned, 60, 1)
    assert facts(rows) == facts(play(planned, 60)[0])
    bad = [row for row in rows if row.forfeit is not None]
    assert 3 < len(bad) == status.forfeits < 30
    assert all(row.seats[row.forfeit] == 0 for row in bad if row.forfeit is not None)
    good = experiment("othello", [f"{AGENTS}.Chooser", *players[1:]], options=SMALL, seed=8)
    expected = {place(row): row for row in play(good, 60)[0]}
    for row in rows:
        if row.forfeit is None:
            assert facts([row]) == facts([expected[place(row)]])


@pytest.mark.parametrize(
    "slow",
    ["", "seconds=0.2", "where='begin'", "stubborn=true"],
    ids=["endless", "slow", "begin", "stubborn"],
)
def test_agents_that_take_too_long_forfeit(slow: str) -> None:
    planned = experiment(
        "othello", [f"{AGENTS}.Slow({slow})", "random"], options=SMALL, move_seconds=0.05
    )
    begun = time.monotonic()
    rows, _ = play(planned, 2)
    assert time.monotonic() - begun < 2
    assert_forfeits(planned, rows, "0.05 seconds")


def test_agents_that_take_too_long_forfeit_in_workers_too() -> None:
    players = [f"{AGENTS}.Slow", "max_value", "random"]
    planned = experiment("othello", players, options=SMALL, move_seconds=0.02)
    rows, _ = play(planned, 6, 1)
    assert [row.forfeit is not None for row in rows] == [0 in row.seats for row in rows]


def test_native_agents_that_take_too_long_forfeit() -> None:
    planned = experiment("othello", ["search(seconds=0.1)", "random"], move_seconds=0.01)
    rows, _ = play(planned, 2)
    assert_forfeits(planned, rows, "the limit is 0.01")


def test_time_limits_do_not_change_what_agents_do() -> None:
    players = [f"{AGENTS}.Counting", "random"]
    plain = experiment("othello", players, options=SMALL, series=4)
    timed = experiment("othello", players, options=SMALL, series=4, move_seconds=30.0)
    assert facts(play(plain, 8)[0]) == facts(play(timed, 8)[0])


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_worker_that_dies_costs_its_match_only(how: str) -> None:
    """The twin that raises instead of dying shows in which matches that must be."""
    options: dict[str, Any] = {"options": SMALL, "seed": 13}
    dying = experiment("othello", [f"{AGENTS}.Dying(how='{how}', one_in=9)", "random"], **options)
    twin = experiment("othello", [f"{AGENTS}.Faulty(where='act', one_in=9)", "random"], **options)
    rows, status = play(dying, 10, 1)
    expected, _ = play(twin, 10)
    assert sorted(status.lost) == [place(row) for row in expected if row.forfeit is not None]
    assert len(status.lost) == 2
    assert facts(rows) == facts([row for row in expected if row.forfeit is None])
    assert status.done == len(rows) == status.total - len(status.lost)


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    for series in (0, 5):
        once = tmp_path / f"died{series}"
        options: dict[str, Any] = {"options": SMALL, "seed": 13, "series": series}
        player = f"{AGENTS}.Dying(one_in=9, once={str(once)!r})"
        dying = experiment("othello", [player, f"{AGENTS}.Counting"], **options)
        twin = experiment("othello", [f"{AGENTS}.Chooser", f"{AGENTS}.Counting"], **options)
        rows, status = play(dying, 30, 1)
        assert once.exists()
        assert not status.lost
        assert status.done == status.total == len(rows) == sum(status.tally.values())
        assert facts(rows) == facts(play(twin, 30)[0])


def test_a_worker_that_dies_in_a_series_costs_the_rest_of_it() -> None:
    options: dict[str, Any] = {"options": SMALL, "seed": 13, "series": 5}
    dying = experiment("othello", [f"{AGENTS}.Dying(one_in=9)", "random"], **options)
    twin = experiment("othello", [f"{AGENTS}.Faulty(where='act', one_in=9)", "random"], **options)
    rows, status = play(dying, 20, 1)
    bad = {row.block: row.match for row in reversed(play(twin, 20)[0]) if row.forfeit is not None}
    lost = [(0, block, match) for block in sorted(bad) for match in range(bad[block], 5)]
    assert lost
    assert sorted(status.lost) == lost
    assert {place(row) for row in rows}.isdisjoint(lost)
    assert status.done == len(rows) == 20 - len(lost)


def test_agents_that_cannot_be_made() -> None:
    """Never: that is an error. Not any more: a forfeit."""
    never = experiment("othello", [f"{AGENTS}.Unmade", "random"], options=SMALL)
    for workers in (0, 1):
        with pytest.raises(Exception, match="out of clay"):
            play(never, 2, workers)
    wrong = experiment("othello", [f"{AGENTS}.Chooser(colour=1)", "random"], options=SMALL)
    with pytest.raises(OptionError, match="colour"):
        play(wrong, 2)
    arena_agents.Unmade.made = 0
    later = experiment("othello", [f"{AGENTS}.Unmade(times=3)", "random"], options=SMALL)
    rows, _ = play(later, 6)
    assert [row.forfeit is not None for row in rows] == [False] * 2 + [True] * 4
    assert "out of clay" in str(rows[-1].reason)


@pytest.mark.parametrize("limit", [None, 5.0])
@pytest.mark.parametrize("where", ["act", "watches"])
def test_an_agent_that_wants_to_end_the_program_forfeits(where: str, limit: float | None) -> None:
    player = f"{AGENTS}.Leaving(where='{where}')"
    planned = experiment("othello", [player, "random"], options=SMALL, move_seconds=limit)
    for workers in (0, 1):
        rows, status = play(planned, 6, workers)
        assert len(rows) == 6
        assert not status.lost
        assert all(row.seats[row.forfeit or 0] == 0 for row in rows)
        assert all("SystemExit: enough" in str(row.reason) for row in rows)


def test_an_agent_that_ends_the_program_when_it_is_made_forfeits() -> None:
    player = f"{AGENTS}.Leaving(where='agent')"
    planned = experiment("othello", [player, "random"], options=SMALL)
    LOG.clear()

    def watch(_: Status) -> None:
        LOG.append("from now on")

    rows, _ = play(planned, 30, watch=watch)
    LOG.clear()
    forfeits = [row.forfeit is not None for row in rows]
    assert forfeits == sorted(forfeits)
    assert set(forfeits) == {False, True}


def test_games_that_workers_cannot_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from otherminds.games import registry

    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    registry.register("mine", lambda: load("tic_tac_toe"))
    planned = experiment("mine", ["random", "search(iterations=5)"])
    assert len(play(planned, 2)[0]) == 2
    monkeypatch.setitem(planned.__dict__, "loaded_game", _Unpicklable(planned.loaded_game))
    with pytest.raises(OthermindsError, match="cannot be sent to other processes"):
        play(planned, 2, 1)


class _Unpicklable:
    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_game"], name)

    def __reduce__(self) -> Any:
        raise TypeError("it is made of glass")


def test_an_interrupt_is_no_agents_fault() -> None:
    player = f"{AGENTS}.Faulty(where='act', one_in=20, interrupt=true)"
    planned = experiment("othello", [player, "random"], options=SMALL, seed=10)
    with Store(":memory:") as store:
        with pytest.raises(KeyboardInterrupt):
            tournament.run(planned, store, games=200, workers=0)
        rows = list(store.rows(1))
        assert all(row.forfeit is None for row in rows)


# Agents that are told -------------------------------------------------------------------------


def test_informed_agents_are_told_the_current_types_and_nobody_else_is() -> None:
    informed = f"{AGENTS}.InformedWitness"
    planned = experiment(
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


# Results and early stopping ----------------------------------------------------------------------


def test_two_names_of_one_player_are_equal() -> None:
    """An A/A test. A right interval would miss one half for one seed in a thousand."""
    players = ["search(iterations=5)", "search(iterations=5, tree=tree(max_nodes=3999999))"]
    planned = experiment("othello", players, options={"size": 6}, seed=1)
    rows, _ = play(planned, 600)
    results = Results(planned, rows)
    (pairing,) = results.pairings
    assert pairing.games == 600
    assert pairing.p_value > 0.001
    share = share_interval(results.pair_blocks(0, 1), 600, confidence=0.999)
    assert share.low < 0.5 < share.high
    assert 0.1 < share.high - share.low < 0.15


def test_a_better_player_is_found_to_be_better() -> None:
    planned = experiment("othello", ["random", "max_value", "search(iterations=60)"], seed=1)
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
    planned = experiment("othello", players)
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
    planned = experiment("othello", ["agent4", "max_value"])
    with pytest.raises(OptionError, match=r"[.?]$"):
        parse_until(question, planned)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_stops_when_its_question_is_answered(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "LOOK_SECONDS", 0.0)
    planned = experiment("othello", ["random", "search(iterations=30)"], options={"size": 6})
    with Store(":memory:") as store:
        better = tournament.run(
            planned, store, games=20_000, workers=workers, until=Until(1, 0, 0.2)
        )
        assert better.decision == "better"
        assert 20 <= better.done < 10_000
        again = tournament.run(planned, store, games=20_000, workers=0, until=Until(1, 0, 0.2))
        assert (again.decision, again.done) == ("better", again.resumed)  # nothing was played
        worse = tournament.run(planned, store, games=20_000, workers=0, until=Until(0, 1, 0.2))
        assert worse.decision == "worse"


def test_a_question_is_asked_of_the_last_games_too() -> None:
    """A run that is over before it is time to look again looks once more."""
    planned = experiment("othello", ["random", "max_value"], options=SMALL, seed=1)
    _, status = play(planned, 2_000, until=Until(1, 0, 0.05))
    assert status.decision is not None
    _, status = play(planned, 8, until=Until(1, 0, 0.05))
    assert status.decision is None


def test_a_run_can_be_watched() -> None:
    planned = experiment("bazaar", ["greedy", "random"])
    seen: list[int] = []
    rows, status = play(planned, 600, watch=lambda now: seen.append(now.done))
    assert seen == sorted(seen)
    assert seen[-1] == status.done == len(rows) == 600
    outcomes = Counter((row.seats, row.returns) for row in rows)
    assert status.tally == outcomes
    assert sum(outcomes.values()) == 600


def test_a_search_plays_in_the_arena_as_elsewhere() -> None:
    """Native agents are wiped clean between matches instead of being made anew."""
    planned = experiment("tic_tac_toe", ["search(iterations=20)", "random"], seed=12)
    game = planned.loaded_game
    for row in play(planned, 10)[0]:
        seats: list[Any] = [Search(iterations=20), Policy("random")]
        block, index = planned.streams(*place(row))
        again = play_match(
            game, [seats[player] for player in row.seats], seed=12, block=block, index=index
        )
        assert tuple(action for _, action in again.moves) == row.moves
