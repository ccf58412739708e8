"""Agents that raise, answer nonsense, take too long or end the program lose their own matches."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from otherminds import OptionError, OthermindsError, load
from otherminds.arena import running
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.running import Status
from otherminds.arena.store import Row, Store
from tests.arena import agents as arena_agents
from tests.arena.agents import LOG
from tests.arena.runs import AGENTS, SMALL, facts, place, play


def assert_forfeits(planned: Tournament, rows: list[Row], says: str) -> None:
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
    planned = plan_tournament(game, players, line_ups=[[0] + [1] * (seats - 1)])
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
    planned = plan_tournament("othello", [f"{AGENTS}.Answering(kind='{kind}')", "random"])
    rows, _ = play(planned, 2)
    assert_forfeits(planned, rows, says)


def test_a_bad_agent_disturbs_nobody_else() -> None:
    players = [f"{AGENTS}.Faulty(where='act', one_in=3)", "max_value", "random"]
    planned = plan_tournament("othello", players, options=SMALL, seed=8)
    rows, status = play(planned, 60, 1)
    assert facts(rows) == facts(play(planned, 60)[0])
    bad = [row for row in rows if row.forfeit is not None]
    assert 3 < len(bad) == status.forfeits < 30
    assert all(row.seats[row.forfeit] == 0 for row in bad if row.forfeit is not None)
    good = plan_tournament("othello", [f"{AGENTS}.Chooser", *players[1:]], options=SMALL, seed=8)
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
    planned = plan_tournament(
        "othello", [f"{AGENTS}.Slow({slow})", "random"], options=SMALL, move_seconds=0.05
    )
    begun = time.monotonic()
    rows, _ = play(planned, 2)
    assert time.monotonic() - begun < 2
    assert_forfeits(planned, rows, "0.05 seconds")


def test_agents_that_take_too_long_forfeit_in_workers_too() -> None:
    players = [f"{AGENTS}.Slow", "max_value", "random"]
    planned = plan_tournament("othello", players, options=SMALL, move_seconds=0.02)
    rows, _ = play(planned, 6, 1)
    assert [row.forfeit is not None for row in rows] == [0 in row.seats for row in rows]


@pytest.mark.parametrize(("how", "series"), [("swallows", 0), ("blocks", 2)])
def test_agents_that_cannot_be_interrupted_forfeit(how: str, series: int) -> None:
    """The twin that raises instead shows in which matches that must be; the run goes on."""
    options: dict[str, Any] = {"options": SMALL, "seed": 6 if series else 3, "series": series}
    deaf = plan_tournament(
        "othello", [f"{AGENTS}.Deaf(how='{how}', one_in=5)", "random"], move_seconds=0.2, **options
    )
    twin = plan_tournament(
        "othello", [f"{AGENTS}.Faulty(where='act', one_in=5)", "random"], **options
    )
    rows, status = play(deaf, 2, 1)
    expected, _ = play(twin, 2)
    assert not status.lost
    assert status.done == len(rows) == 2
    forfeits = [place(row) for row in rows if row.forfeit is not None]
    assert forfeits == [place(row) for row in expected if row.forfeit is not None]
    assert forfeits == [(0, 0, 1)]
    bad = [row for row in rows if row.forfeit is not None]
    assert all("0.2 seconds and could not be interrupted" in str(row.reason) for row in bad)
    assert [row.moves for row in rows] == [row.moves for row in expected]


def test_native_agents_that_take_too_long_forfeit() -> None:
    planned = plan_tournament("othello", ["search(seconds=0.1)", "random"], move_seconds=0.01)
    rows, _ = play(planned, 2)
    assert_forfeits(planned, rows, "the limit is 0.01")


def test_time_limits_do_not_change_what_agents_do() -> None:
    players = [f"{AGENTS}.Counting", "random"]
    plain = plan_tournament("othello", players, options=SMALL, series=4)
    timed = plan_tournament("othello", players, options=SMALL, series=4, move_seconds=30.0)
    assert facts(play(plain, 8)[0]) == facts(play(timed, 8)[0])


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_worker_that_dies_costs_its_match_only(how: str) -> None:
    """The twin that raises instead of dying shows in which matches that must be."""
    options: dict[str, Any] = {"options": SMALL, "seed": 6}
    dying = plan_tournament(
        "othello", [f"{AGENTS}.Dying(how='{how}', one_in=9)", "random"], **options
    )
    twin = plan_tournament(
        "othello", [f"{AGENTS}.Faulty(where='act', one_in=9)", "random"], **options
    )
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
        dying = plan_tournament("othello", [player, f"{AGENTS}.Counting"], **options)
        twin = plan_tournament("othello", [f"{AGENTS}.Chooser", f"{AGENTS}.Counting"], **options)
        rows, status = play(dying, 30, 1)
        assert once.exists()
        assert not status.lost
        assert status.done == status.total == len(rows) == sum(status.tally.values())
        assert facts(rows) == facts(play(twin, 30)[0])


def test_a_worker_that_dies_in_a_series_costs_the_rest_of_it() -> None:
    options: dict[str, Any] = {"options": SMALL, "seed": 0, "series": 5}
    dying = plan_tournament("othello", [f"{AGENTS}.Dying(one_in=9)", "random"], **options)
    twin = plan_tournament(
        "othello", [f"{AGENTS}.Faulty(where='act', one_in=9)", "random"], **options
    )
    rows, status = play(dying, 20, 1)
    bad = {row.block: row.match for row in reversed(play(twin, 20)[0]) if row.forfeit is not None}
    lost = [(0, block, match) for block in sorted(bad) for match in range(bad[block], 5)]
    assert lost
    assert sorted(status.lost) == lost
    assert {place(row) for row in rows}.isdisjoint(lost)
    assert status.done == len(rows) == 20 - len(lost)


def test_agents_that_cannot_be_made() -> None:
    """Never: that is an error. Not any more: a forfeit."""
    never = plan_tournament("othello", [f"{AGENTS}.Unmade", "random"], options=SMALL)
    for workers in (0, 1):
        with pytest.raises(Exception, match="out of clay"):
            play(never, 2, workers)
    wrong = plan_tournament("othello", [f"{AGENTS}.Chooser(colour=1)", "random"], options=SMALL)
    with pytest.raises(OptionError, match="colour"):
        play(wrong, 2)
    arena_agents.Unmade.made = 0
    later = plan_tournament("othello", [f"{AGENTS}.Unmade(times=3)", "random"], options=SMALL)
    rows, _ = play(later, 6)
    assert [row.forfeit is not None for row in rows] == [False] * 2 + [True] * 4
    assert "out of clay" in str(rows[-1].reason)


@pytest.mark.parametrize("limit", [None, 60.0])
@pytest.mark.parametrize("where", ["act", "watches"])
def test_an_agent_that_wants_to_end_the_program_forfeits(where: str, limit: float | None) -> None:
    player = f"{AGENTS}.Leaving(where='{where}')"
    planned = plan_tournament("othello", [player, "random"], options=SMALL, move_seconds=limit)
    for workers in (0, 1):
        rows, status = play(planned, 6, workers)
        assert len(rows) == 6
        assert not status.lost
        assert all(row.seats[row.forfeit or 0] == 0 for row in rows)
        reasons = {str(row.reason) for row in rows}
        assert all("SystemExit: enough" in reason for reason in reasons), reasons


def test_an_agent_that_ends_the_program_when_it_is_made_forfeits() -> None:
    player = f"{AGENTS}.Leaving(where='agent')"
    planned = plan_tournament("othello", [player, "random"], options=SMALL)
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
    planned = plan_tournament("mine", ["random", "search(iterations=5)"])
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
    planned = plan_tournament("othello", [player, "random"], options=SMALL, seed=10)
    with Store(":memory:") as store:
        with pytest.raises(KeyboardInterrupt):
            running.run(planned, store, games=200, workers=0)
        rows = list(store.rows(1))
        assert all(row.forfeit is None for row in rows)
