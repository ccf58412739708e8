"""A tournament in a terminal: what a person sees, and Ctrl-C."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store
from tests.arena.arenas import ROOT, assert_gone, children, needs_proc, without_times

pty = pytest.importorskip("pty")  # not everywhere

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

PLAYERS = "tests.arena.agents.Counting, greedy, random"
GAMES = 300

# Takes the terminal as its own, so that Ctrl-C typed there reaches it, and runs the command. A
# shell that runs the tests in the background has its children ignore Ctrl-C.
COMMAND = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from otherminds.cli import main
sys.argv[0] = "otherminds"
main()
"""


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments: str, nap: float) -> None:
        self._ours, theirs = pty.openpty()
        settings = {
            "PYTHONPATH": str(ROOT),
            "ARENA_NAP": str(nap),
            "TERM": "xterm",
            "COLUMNS": "100",
            "LINES": "40",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **settings},
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""

    def read(self, seconds: float) -> bool:
        """Take in what is shown next; False when nothing more will come."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self._ours, 65_536)
        except OSError:  # all who could write are gone
            return False
        # Colours and movements of the cursor are left out.
        self.shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode(errors="replace"))
        return bool(data)

    def wait_for(self, pattern: str, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not re.search(pattern, self.shown):
            assert time.monotonic() < end, self.shown
            assert self.read(0.1), self.shown

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def finish(self) -> int:
        """The exit code."""
        end = time.monotonic() + 60
        while self.read(0.1) and self.process.poll() is None:
            assert time.monotonic() < end, self.shown
        code = self.process.wait(10)
        while select.select([self._ours], [], [], 0)[0] and self.read(0):
            pass
        os.close(self._ours)
        return code


def run(path: Path, nap: float, games: int = GAMES) -> Terminal:
    where = ("--store", str(path), "--workers", "2", "--seed", "3")
    return Terminal(
        "tournament", "bazaar", "--agents", PLAYERS, "--games", str(games), *where, nap=nap
    )


def stored(path: Path) -> list[tuple[Any, ...]]:
    planned = plan_tournament("bazaar", PLAYERS.split(", "), seed=3)
    with Store(path) as store:
        return without_times(running.results(planned, store).rows)


@needs_proc
def test_a_tournament_is_shown_stopped_by_ctrl_c_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    first = run(path, nap=0.02)
    first.wait_for(rf"bazaar .* \d+/{GAMES} games, time left")
    first.wait_for(r"player +games +won +won % \[95 %\]")
    first.wait_for(r"greedy +\d+ +\d+ +\d+\.\d \[\d+\.\d, \d+\.\d\]")
    workers = children(first.process.pid)
    assert len(workers) >= 2
    first.type("\x03")
    assert first.finish() == 130
    assert_gone(workers)
    assert "Traceback" not in first.shown, first.shown
    rows = stored(path)
    assert 0 < len(rows) < GAMES
    sentence = f"otherminds: Stopped: {path} has {len(rows)} games of this tournament. Run the same"
    assert sentence in " ".join(first.shown.split())
    assert f"otherminds report {path}" in " ".join(first.shown.split())

    second = run(path, nap=0.0)
    assert second.finish() == 0, second.shown
    assert f"{GAMES} games, 100 deals in all seatings, seed 3" in " ".join(second.shown.split())
    assert "Stored in" in second.shown
    whole = tmp_path / "whole.db"
    assert run(whole, nap=0.0).finish() == 0
    assert stored(path) == stored(whole)
    assert len(stored(path)) == GAMES
    assert set(rows) <= set(stored(path))


@needs_proc
def test_ctrl_c_before_the_first_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    terminal = run(path, nap=30.0)
    end = time.monotonic() + 60
    while len(workers := children(terminal.process.pid)) < 2 and time.monotonic() < end:
        terminal.read(0.02)
    terminal.type("\x03")
    assert terminal.finish() == 130
    assert_gone(workers)
    assert "has 0 games of this tournament" in " ".join(terminal.shown.split())


def test_a_demo_that_is_stopped_promises_nothing(tmp_path: Path) -> None:
    page = tmp_path / "demo.html"
    demo = Terminal("demo", "--games", "1000000", "--report", str(page), nap=0.0)
    demo.wait_for("games, time left")
    demo.type("\x03")
    assert demo.finish() == 130
    assert demo.shown.strip().endswith("otherminds: interrupted.")
    assert not page.exists()
