"""No process removes what another has finished or is playing."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store
from tests.arena.arenas import Arenas, arenas, needs_proc, play, stored, wait_for_rows
from tests.arena.runs import AGENTS

pytestmark = pytest.mark.slow
__all__ = ["arenas"]

SERIES: dict[str, Any] = {
    "game": "othello",
    "players": [f"{AGENTS}.Counting", "max_value"],
    "options": {"size": 4},
    "series": 10,
    "seed": 4,
}


def locks(path: Path) -> list[Path]:
    return list(path.parent.glob(f"{path.name}-playing-*"))


@needs_proc
def test_a_smaller_run_beside_a_series_removes_nothing(arenas: Arenas, tmp_path: Path) -> None:
    path, planned = tmp_path / "shared.db", plan_tournament(**SERIES)
    first = arenas.start(path, [SERIES], games=30, workers=1, nap=0.01)
    wait_for_rows(path, 3)
    before = set(map(repr, stored(planned, path)))
    second = arenas.start(path, [SERIES], games=2, workers=1, nap=0.0)
    assert arenas.wait(second) == 0, arenas.errors.read_text()
    assert before <= set(map(repr, stored(planned, path)))
    assert len(stored(planned, path)) >= 10  # it has waited for what it was asked for
    assert arenas.wait(first) == 0, arenas.errors.read_text()
    assert stored(planned, path) == play(planned, 30)
    assert not locks(path)


@needs_proc
def test_series_that_several_processes_play_and_kills_cut_short(
    arenas: Arenas, tmp_path: Path
) -> None:
    path, planned, rng = tmp_path / "killed.db", plan_tournament(**SERIES), random.Random(7)
    steady = arenas.start(path, [SERIES], games=160, workers=1, nap=0.03)
    for _ in range(4):
        pid = arenas.start(path, [SERIES], games=160, workers=1, nap=0.03)
        time.sleep(rng.uniform(0.1, 0.5))
        os.kill(pid, signal.SIGKILL)
        assert arenas.wait(pid) == -signal.SIGKILL
    assert arenas.wait(steady) == 0, arenas.errors.read_text()
    assert stored(planned, path) == play(planned, 160)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM leases").fetchone() == (0,)
    connection.close()


def test_what_a_living_process_has_leased_stays(tmp_path: Path) -> None:
    path, planned = tmp_path / "store.db", plan_tournament(**SERIES)
    row = '{"seats":[0,1],"returns":[1,-1],"acts":[1,1],"seconds":[0,0]}'
    with Store(path) as playing, Store(path) as other:
        number = playing.add_tournament(planned)
        assert playing.lease(number, [(0, 0), (0, 1)], 10) == {(0, 0): "ours", (0, 1): "ours"}
        playing.add(number, [(0, 0, 0, row, b"\x01\x02", None)])
        assert other.lease(number, [(0, 0), (0, 2)], 10) == {(0, 0): "others", (0, 2): "ours"}
        assert not other.take(number, (0, 0))
        other.restart(number, (0, 0))  # not its own, so nothing happens
        assert playing.finished(number) == {(0, 0, 0)}
        assert playing.lease(number, [(0, 0), (0, 2)], 10) == {(0, 0): "ours", (0, 2): "others"}
        assert playing.finished(number) == {(0, 0, 0)}
        assert len(locks(path)) == 2
        playing.release()
        assert other.lease(number, [(0, 0)], 10) == {(0, 0): "ours"}
        assert other.finished(number) == set()  # cut short by one who plays no more
        other.add(number, [(0, 0, match, row, b"\x01\x02", None) for match in range(10)])
        assert playing.lease(number, [(0, 0)], 10) == {(0, 0): "whole"}
    assert not locks(path)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_the_lease_of_a_dead_process_is_taken_over_at_once(tmp_path: Path) -> None:
    path, planned = tmp_path / "store.db", plan_tournament(**SERIES)
    with Store(path) as store:
        number = store.add_tournament(planned)
    pid = os.fork()
    if pid == 0:  # dies without a word
        try:
            Store(path).lease(number, [(0, 0)], 10)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    assert len(locks(path)) == 1
    begun = time.monotonic()
    with Store(path) as store:
        running.run(planned, store, games=10, workers=0)
    assert time.monotonic() - begun < 5
    assert stored(planned, path) == play(planned, 10)
    assert not locks(path)


def test_a_run_takes_over_what_another_left_undone(tmp_path: Path) -> None:
    """The other lives when the run begins, and ends while the run waits."""
    path, planned = tmp_path / "store.db", plan_tournament(**SERIES)
    with Store(path) as other, Store(path) as store:
        number = other.add_tournament(planned)
        other.lease(number, [(0, 1)], 10)
        waited = []

        def watch(status: running.Status) -> None:
            if status.elsewhere:
                waited.append(status.done)
                other.release()

        status = running.run(planned, store, games=30, workers=0, watch=watch)
        assert waited
        assert (status.done, status.total, status.elsewhere) == (30, 30, 0)
    assert stored(planned, path) == play(planned, 30)
