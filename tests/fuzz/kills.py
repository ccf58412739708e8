"""Kills of arenas that share one file: what is left is always gone on with to the same rows."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from otherminds.arena.plan import plan_tournament
from tests.arena.arenas import Arenas, play, stored
from tests.arena.runs import AGENTS

FULL = 1_000

GAMES = 60
PLANS: list[dict[str, Any]] = [
    {"game": "bazaar", "players": [f"{AGENTS}.Counting", "greedy", "random"], "seed": 3},
    {
        "game": "othello",
        "players": [f"{AGENTS}.Counting", "max_value"],
        "options": {"size": 4},
        "series": 6,
        "seed": 4,
    },
]


def fuzz(count: int, seed: int) -> str:
    """``count`` is the number of kills."""
    rng, killed, files = random.Random(seed), 0, 0
    whole = [play(plan_tournament(**plan), GAMES) for plan in PLANS]
    with tempfile.TemporaryDirectory() as name:
        arenas = Arenas(Path(name) / "errors.txt")
        while killed < count:
            path = Path(name) / f"{files}.db"
            files += 1
            for _ in range(min(rng.randrange(1, 8), count - killed)):
                killed += _kill(arenas, path, rng)
            pids = [_start(arenas, path, rng, 0.0) for _ in range(2)]
            assert [arenas.wait(pid) for pid in pids] == [0, 0], arenas.errors.read_text()
            for plan, rows in zip(PLANS, whole, strict=True):
                assert stored(plan_tournament(**plan), path) == rows, f"seed {seed}, file {path}"
            assert not list(Path(name).glob("*-playing-*"))
        arenas.close()
    return f"{files:,} files"


def _start(arenas: Arenas, path: Path, rng: random.Random, nap: float) -> int:
    return arenas.start(
        path, rng.sample(PLANS, 2), games=GAMES, workers=rng.choice([0, 1]), nap=nap
    )


def _kill(arenas: Arenas, path: Path, rng: random.Random) -> int:
    """Two arenas at once; one or both are killed, and who is not is told to stop."""
    pids = [_start(arenas, path, rng, rng.choice([0.0, 0.005])) for _ in range(2)]
    time.sleep(rng.uniform(0.0, 0.7))
    how = [signal.SIGKILL, rng.choice([signal.SIGKILL, signal.SIGINT])]
    for pid, number in zip(pids, how, strict=True):
        os.kill(pid, number)
    for pid in pids:
        assert arenas.wait(pid) in (0, 42, -signal.SIGKILL), arenas.errors.read_text()
    return how.count(signal.SIGKILL)
