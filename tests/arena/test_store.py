"""Results survive: kills, crowds, full disks and foreign files."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherminds import OptionError, Search
from otherminds.arena import plan, running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.rows import decode_moves, encode_moves
from otherminds.arena.store import Store, StoreError
from tests.arena.arenas import (
    Arenas,
    arenas,
    assert_gone,
    children,
    needs_proc,
    play,
    stored,
    wait_for_rows,
    without_times,
)

__all__ = ["arenas"]  # a fixture

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

COUNTING = "tests.arena.agents.Counting"
# Kills ---------------------------------------------------------------------------------------

FRESH: dict[str, Any] = {
    "game": "bazaar",
    "players": [COUNTING, "greedy", "random"],
    "seed": 3,
}
SERIES: dict[str, Any] = {
    "game": "othello",
    "players": [COUNTING, "agent6", "max_value"],
    "options": {"size": 4},
    "series": 5,
    "seed": 4,
}


@needs_proc
def test_a_tournament_that_is_killed_again_and_again_ends_with_the_same_rows(
    arenas: Arenas, tmp_path: Path
) -> None:
    path, rng, games, rows = tmp_path / "killed.db", random.Random(5), 150, 0
    for kill in range(12):
        pid = arenas.start(path, [FRESH, SERIES], games=games, nap=0.04)
        if kill % 2:  # in the middle of playing
            wait_for_rows(path, rows + 1)
            time.sleep(rng.uniform(0.0, 0.3))
        else:  # any time: a worker takes some tenths of a second to start
            time.sleep(rng.uniform(0.0, 0.8))
        workers = children(pid)
        os.kill(pid, signal.SIGKILL)
        assert arenas.wait(pid) == -signal.SIGKILL, arenas.errors.read_text()
        assert_gone(workers)
        if kill >= 3:  # before that, let it find what a kill left, untouched by us
            with sqlite3.connect(path) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.close()
            rows = sum(len(stored(plan_tournament(**e), path)) for e in (FRESH, SERIES))
    code = arenas.wait(arenas.start(path, [FRESH, SERIES], games=games, nap=0))
    assert code == 0, arenas.errors.read_text()
    for planned in (plan_tournament(**FRESH), plan_tournament(**SERIES)):
        assert stored(planned, path) == play(planned, games)


@needs_proc
def test_workers_in_an_endless_loop_end_with_their_arena(arenas: Arenas, tmp_path: Path) -> None:
    endless = {"game": "othello", "players": ["tests.arena.agents.Slow", "random"]}
    marker = tmp_path / "endless.db"
    pid = arenas.start(marker, [{**FRESH, "players": FRESH["players"]}, endless], games=3)
    wait_for_rows(marker, 3)
    time.sleep(0.8)  # now they loop
    workers = children(pid)
    assert workers
    os.kill(pid, signal.SIGKILL)
    assert arenas.wait(pid) == -signal.SIGKILL
    assert_gone(workers)


@needs_proc
def test_an_interrupted_arena_ends_its_workers_and_leaves_its_rows(
    arenas: Arenas, tmp_path: Path
) -> None:
    path, planned = tmp_path / "interrupted.db", plan_tournament(**FRESH)
    pid = arenas.start(path, [FRESH], games=2_000)
    wait_for_rows(path, 5)
    workers = children(pid)
    os.kill(pid, signal.SIGINT)
    assert arenas.wait(pid) == 42
    assert_gone(workers)
    rows = stored(planned, path)
    assert 5 <= len(rows) < 2_000
    whole = play(planned, 2_000)
    assert set(map(repr, rows)) <= set(map(repr, whole))


def test_a_row_is_in_the_store_within_a_second(arenas: Arenas, tmp_path: Path) -> None:
    """However long the rest takes."""
    path = tmp_path / "soon.db"
    pid = arenas.start(path, [FRESH], games=3_000, workers=1)
    wait_for_rows(path, 1)
    begun = time.monotonic()
    with Store(path) as store:
        number = store.add_tournament(plan_tournament(**FRESH))
        before = len(store.finished(number))
        while len(store.finished(number)) == before and time.monotonic() < begun + 5:
            time.sleep(0.01)
    took = time.monotonic() - begun
    os.kill(pid, signal.SIGKILL)
    arenas.wait(pid)
    assert took < 1.0


# Crowds --------------------------------------------------------------------------------------


def test_many_arenas_share_one_file(arenas: Arenas, tmp_path: Path) -> None:
    """The same and different tournaments at once, beginning with the creation of the file."""
    quick = [{**FRESH, "players": ["greedy", "random"], "seed": seed} for seed in range(3)]
    orders = [[quick[0], quick[1]], [quick[1], quick[0]], [quick[0]], [quick[2]], [SERIES]]
    for attempt in range(5):
        path = tmp_path / f"crowd{attempt}.db"
        pids = [arenas.start(path, order, games=60, workers=0) for order in orders]
        codes = [arenas.wait(pid) for pid in pids]
        assert codes == [0] * len(orders), arenas.errors.read_text()
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("SELECT count(*) FROM experiments").fetchone() == (4,)
        connection.close()
    for planned in [*quick, SERIES]:
        assert stored(plan_tournament(**planned), path) == play(plan_tournament(**planned), 60)


# What is another tournament --------------------------------------------------------------------


def test_a_changed_option_is_another_tournament() -> None:
    base: dict[str, Any] = {
        "game": "othello",
        "players": ["agent4", "search(iterations=5)"],
        "options": {"size": 4},
    }
    changes: list[dict[str, Any]] = [
        {"players": ["agent4(perturb=0.1)", "search(iterations=5)"]},
        {"players": ["agent4", "search(iterations=6)"]},
        {"players": ["agent4", "search(iterations=5, tree=tree(max_nodes=3999999))"]},
        {"players": ["search(iterations=5)", "agent4"]},
        {"players": ["agent4", "search(iterations=5)", "random"]},
        {"options": {"size": 6}},
        {"options": {"size": 4, "draw_is_white_win": True}},
        {"seed": 1},
        {"series": 2},
        {"series": 4},
        {"move_seconds": 5.0},
        {"line_ups": [[0, 1], [0, 1]]},
        {"line_ups": "teams"},
        {"players": ["agent4", f"{COUNTING}"]},
        {"players": ["agent4", "tests.arena.agents.Chooser(value=1)"]},
        {"players": ["agent4", "tests.arena.agents.Chooser(value=[1])"]},
        {"players": ["agent4", "tests.arena.agents.Chooser(value=true)"]},
        {"players": ["agent4", "tests.arena.agents.Chooser(value=agent4)"]},
        {"players": ["agent4", "tests.arena.agents.Chooser(value=agent4(perturb=0.1))"]},
    ]
    planned = [
        plan_tournament(**base),
        *(plan_tournament(**{**base, **change}) for change in changes),
    ]
    assert len({one.key for one in planned}) == len(planned)
    with Store(":memory:") as store:
        numbers = [store.add_tournament(one) for one in planned]
        assert len(set(numbers)) == len(planned)
        running.run(planned[0], store, games=4, workers=0)
        assert [len(store.finished(number)) for number in numbers] == [4] + [0] * len(changes)
        running.run(planned[1], store, games=2, workers=0)
        found = store.tournaments()
        assert [one.matches for one in found] == [4, 2] + [0] * (len(changes) - 1)
        again = [one.tournament.planned(allow_imports=True) for one in found]
        assert again == planned
        assert [one.tournament.players for one in found] == [one.players for one in planned]
        assert [one.key for one in found] == [one.key for one in planned]


def test_the_same_tournament_in_other_words_is_the_same() -> None:
    one = plan_tournament("othello", ["agent4", "search(iterations=5)"])
    for players, options in (
        ([" agent4 ", "search( iterations = 5 )"], {}),
        (["agent4", "uct(iterations=5, bandit=ucb1)"], {"size": 8}),
        (["agent4", "search(iterations=5)"], {"draw_is_white_win": False, "size": 8}),
    ):
        assert plan_tournament("othello", players, options=options).key == one.key
    spelled = plan_tournament("othello", ["agent4", "search(iterations=5)"], line_ups=[[0, 1]])
    assert spelled.key == one.key


# Rows ----------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2**31 - 1)))
@settings(max_examples=50)
def test_moves_round_trip(moves: list[int]) -> None:
    assert decode_moves(encode_moves(moves)) == tuple(moves)


def test_rows_round_trip(tmp_path: Path) -> None:
    planned = plan_tournament(
        "bazaar", ["greedy", "tests.arena.agents.Faulty(where='act', one_in=3)"]
    )
    with Store(tmp_path / "store.db") as store:
        running.run(planned, store, games=12, workers=0)
        rows = list(store.rows(1))
    with Store(tmp_path / "store.db") as store:
        assert store.number(planned) == 1
        assert list(store.rows(1)) == rows
        assert store.finished(1) == {(row.line_up, row.block, row.match) for row in rows}
    assert [(row.line_up, row.block, row.match) for row in rows] == sorted(
        (row.line_up, row.block, row.match) for row in rows
    )
    assert {row.forfeit is None for row in rows} == {True, False}
    for row in rows:
        assert len(row.seats) == len(row.returns) == len(row.acts) == len(row.seconds) == 3
        assert (row.forfeit is None) == (row.reason is None)
        timed = [seconds > 0 for seconds in row.seconds]
        assert not any(t for t, seat in zip(timed, row.seats, strict=True) if seat == 0)


def test_sqlite_alone_can_read_a_store(tmp_path: Path) -> None:
    planned = plan_tournament("othello", ["max_value", "random"], options={"size": 4})
    with Store(tmp_path / "store.db") as store:
        running.run(planned, store, games=10, workers=0)
        rows = list(store.rows(1))
    with sqlite3.connect(tmp_path / "store.db") as connection:
        query = "SELECT json_extract(result, '$.returns[0]') FROM matches ORDER BY block, match"
        assert [value for (value,) in connection.execute(query)] == [r.returns[0] for r in rows]
    connection.close()


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 250])
def test_any_number_of_rows_is_added_at_once(count: int) -> None:
    result = '{"seats":[0,1],"returns":[1,-1],"acts":[1,0],"seconds":[0,0]}'
    rows = [(0, block, 0, result, bytes([block % 128]), None) for block in range(count)]
    with Store(":memory:") as store:
        number = store.add_tournament(plan_tournament("othello", ["max_value", "random"]))
        store.add(number, rows[50:60])  # some are there already
        store.add(number, rows)
        found = list(store.rows(number))
    assert [(row.block, row.moves) for row in found] == [(b, (b % 128,)) for b in range(count)]


def test_a_row_that_is_there_stays() -> None:
    planned = plan_tournament("othello", ["max_value", "random"])
    row = (
        0,
        0,
        0,
        '{"seats":[0,1],"returns":[1,-1],"acts":[1,1],"seconds":[0,0]}',
        b"\x01\x02",
        None,
    )
    other = (*row[:4], b"\x02\x03", None)
    with Store(":memory:") as store:
        number = store.add_tournament(planned)
        store.add(number, [row])
        store.add(number, [other])
        assert [found.moves for found in store.rows(number)] == [(1, 2)]
        store.replace(number, [other])
        assert [found.moves for found in store.rows(number)] == [(2, 3)]


# Reading -----------------------------------------------------------------------------------------


def test_reading_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    played = plan_tournament("othello", ["max_value", "random"], options={"size": 4})
    unknown = plan_tournament("othello", ["max_value", "random"], options={"size": 4}, seed=1)
    with Store(path) as store:
        running.run(played, store, games=4, workers=0)
    before = path.read_bytes()
    with Store(path) as store:
        assert store.number(unknown) is None
        assert running.results(unknown, store).rows == []
        assert len(running.results(played, store).rows) == 4
        assert [one.key for one in store.tournaments()] == [played.key]
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]


def test_reading_does_not_wait_for_those_who_write(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path) as busy, busy._transaction():
        begun = time.monotonic()
        with Store(path) as store:
            assert store.tournaments() == []
    assert time.monotonic() - begun < 5


def test_an_tournament_whose_player_is_gone_does_not_hide_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "passing_players.py").write_text(
        "from tests.arena.agents import Chooser\nclass Passing(Chooser): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    players = [["passing_players.Passing", "random"], ["max_value", "random"]]
    planned = [plan_tournament("othello", given, options={"size": 4}) for given in players]
    with Store(tmp_path / "store.db") as store:
        for one in planned:
            running.run(one, store, games=2, workers=0)
        (tmp_path / "passing_players.py").unlink()
        del sys.modules["passing_players"]
        gone, there = store.tournaments()
        assert there.tournament.planned() == planned[1]
        assert (gone.key, gone.matches) == (planned[0].key, 2)
        assert gone.tournament.players == planned[0].players  # to read, a text is enough
        with pytest.raises(OptionError, match=r"There is no player passing_players\.Passing"):
            gone.tournament.planned(allow_imports=True)


# Files that are no stores, or not ours -----------------------------------------------------------


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE precious (value TEXT)")
        connection.execute("INSERT INTO precious VALUES ('mine')")
    connection.close()


def other_layout(path: Path) -> None:
    with Store(path) as store:
        store.add_tournament(plan_tournament("othello", ["max_value", "random"]))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_text("Dear diary, " * 100), "not a database"),
        (lambda path: path.write_bytes(os.urandom(8192)), "not a database"),
        (foreign_database, "not a store of otherminds"),
        (other_layout, "layout 99"),
    ],
    ids=["text", "noise", "database", "layout"],
)
def test_foreign_files_are_refused_and_not_touched(make: Any, says: str, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=says) as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert str(caught.value).endswith(".")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["file.db"]


def test_paths_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "store.db", Path("/proc/store.db")):
        with pytest.raises(StoreError, match="cannot be used"):
            Store(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    Store(path).close()
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    with pytest.raises(StoreError, match="cannot be used"), Store(path) as store:
        store.add_tournament(plan_tournament("othello", ["max_value", "random"]))
    tmp_path.chmod(0o755)


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    with Store(path) as store:
        assert store.tournaments() == []


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    planned = plan_tournament("othello", ["random", "max_value"], options={"size": 4})
    path = tmp_path / "full.db"
    with Store(path) as store:
        running.run(planned, store, games=40, workers=0)
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(StoreError, match="full"):
            running.run(planned, store, games=20_000, workers=0)
        survived = without_times(list(store.rows(1)))
        assert len(survived) >= 40
    assert stored(planned, path) == survived
    with Store(path) as store:  # somebody made room
        running.run(planned, store, games=400, workers=0)
    assert stored(planned, path)[:400] == play(planned, 400)


def test_a_damaged_store_is_reported(tmp_path: Path) -> None:
    planned = plan_tournament("othello", ["random", "max_value"], options={"size": 4})
    path = tmp_path / "damaged.db"
    with Store(path) as store:
        running.run(planned, store, games=1_000, workers=0)
    data = bytearray(path.read_bytes())
    data[20_000:60_000] = os.urandom(40_000)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="cannot be used"), Store(path) as store:
        list(store.rows(1))


# Files of older versions -------------------------------------------------------------------------

OLDER = Path(__file__).parent / "stores" / "layout_1.db"
"""Written before players had one text: two tournaments, of Othello and Leduc."""
LEDUC = (
    "random",
    "search(hidden=information_sets(observers='each'), iterations=5)",
    "search(hidden=worlds(count=2), others=types(random, posterior=time_weighted(c=0.5)), "
    "iterations=6)",
)


def test_older_files_are_read_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    path.write_bytes(OLDER.read_bytes())
    with Store(path) as store:
        othello, leduc = store.tournaments()
        assert (othello.version, leduc.version) == ("0.1.0", "0.1.0")
        assert leduc.tournament.players == LEDUC
        assert len(list(store.rows(leduc.number))) == leduc.matches == 6
        assert len(list(store.rows(othello.number))) == othello.matches == 2
    assert path.read_bytes() == OLDER.read_bytes()


def test_older_tournaments_get_the_names_of_today_and_are_not_mixed_with_new_ones(
    tmp_path: Path,
) -> None:
    path = tmp_path / "older.db"
    path.write_bytes(OLDER.read_bytes())
    planned = plan_tournament("leduc", LEDUC, seed=3)
    with Store(path) as store:
        running.run(planned, store, games=12, workers=0)
        assert [stored.matches for stored in store.tournaments()] == [2, 6, 12]
        _, older, newer = store.tournaments()
        assert newer.key == planned.key != older.key
        assert "informationsets" not in older.recipe
    assert stored(planned, path) == play(planned, 12)


def test_what_cannot_be_read_any_more_says_who_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    path.write_bytes(OLDER.read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE experiments SET recipe = replace(recipe, 'othello', 'gone')")
    connection.close()
    with Store(path) as store:
        othello, leduc = store.tournaments()
        with pytest.raises(StoreError, match=r"played by 0\.1\.0, cannot be read here: 'gone'"):
            _ = othello.tournament
        store.add_tournament(leduc.tournament.planned())
        assert next(found.key for found in store.tournaments()) == othello.key


# Recipes behind names ----------------------------------------------------------------------------


def test_a_changed_recipe_is_not_mixed_with_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of a catalogue stays the name; what it stood for is kept beside it."""

    def means(recipe: Search) -> None:
        monkeypatch.setattr(
            plan, "recipes_behind", lambda player, game: {"max_value": recipe} if player else {}
        )

    path = tmp_path / "file.db"
    means(Search(iterations=5))
    first = plan_tournament("othello", ["max_value", "random"])
    with Store(path) as store:
        number = store.add_tournament(first)
    means(Search(iterations=6))
    second = plan_tournament("othello", ["max_value", "random"])
    assert second.key == first.key
    assert second.players == ("max_value", "random")
    with Store(path) as store, pytest.raises(StoreError) as refused:
        store.add_tournament(second)
    sentence = str(refused.value)
    assert "max_value was search(iterations=5)" in sentence
    assert "now it is search(iterations=6)" in sentence
    means(Search(iterations=5))
    with Store(path) as store:
        assert store.add_tournament(first) == number
