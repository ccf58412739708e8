"""Arenas in processes of their own, to be killed and crowded."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.store import Row, Store

ROOT = Path(__file__).parents[2]

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


def without_times(rows: list[Row]) -> list[tuple[Any, ...]]:
    return [
        (r.line_up, r.block, r.match, r.seats, r.returns, r.acts, r.moves, r.forfeit, r.reason)
        for r in rows
    ]


def stored(planned: Tournament, path: Path) -> list[tuple[Any, ...]]:
    with Store(path) as store:
        return without_times(running.results(planned, store).rows)


def play(planned: Tournament, games: int) -> list[tuple[Any, ...]]:
    """What an undisturbed run gives."""
    with Store(":memory:") as store:
        running.run(planned, store, games=games, workers=0)
        return without_times(running.results(planned, store).rows)


# A process that forks arenas: starting Python for each would take most of the time ------

ARENAS = """
import json, os, signal, sys
from otherminds import Search
from otherminds.arena import plan, running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store

# A shell that runs the tests in the background has its children ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

def play(order):
    os.environ["ARENA_NAP"] = str(order["nap"])
    for planned in order["tournaments"]:
        with Store(order["path"]) as store:
            running.run(plan_tournament(**planned), store, games=order["games"],
                           workers=order["workers"])

for line in sys.stdin:
    order = json.loads(line)
    if "wait" in order:
        print(os.waitstatus_to_exitcode(os.waitpid(order["wait"], 0)[1]), flush=True)
        continue
    pid = os.fork()
    if pid == 0:
        try:
            play(order)
            os._exit(0)
        except KeyboardInterrupt:
            os._exit(42)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
    print(pid, flush=True)
"""


class Arenas:
    """Arenas in processes of their own."""

    def __init__(self, errors: Path) -> None:
        self.errors = errors
        settings = {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
        with errors.open("w") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-c", ARENAS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env={**os.environ, **settings},
            )

    def start(
        self,
        path: Path,
        planned: list[dict[str, Any]],
        *,
        games: int,
        workers: int = 2,
        nap: float = 0.01,
    ) -> int:
        """The id of a process that plays these tournaments."""
        order = {"path": str(path), "tournaments": planned, "games": games, "workers": workers}
        return self._ask({**order, "nap": nap})

    def wait(self, pid: int) -> int:
        """The exit code of a process."""
        return self._ask({"wait": pid})

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, order: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@pytest.fixture(scope="module")
def arenas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arenas]:
    arenas = Arenas(tmp_path_factory.mktemp("arenas") / "errors.txt")
    yield arenas
    arenas.close()


def children(parent: int) -> set[int]:
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.add(int(stat.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def assert_gone(pids: set[int]) -> None:
    end = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not [pid for pid in pids if alive(pid)]


def wait_for_rows(path: Path, count: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if path.exists():
            try:
                with sqlite3.connect(path) as connection:
                    (rows,) = connection.execute("SELECT count(*) FROM matches").fetchone()
            except sqlite3.Error:
                rows = 0
            finally:
                connection.close()
            if rows >= count:
                return
        time.sleep(0.02)
    raise AssertionError(f"there are no {count} rows in {path}")
