"""Tournaments on Ray: the same rows as anywhere, whatever is lost on the way.

Ray is large and no part of what the tests of every change need: `make integration` runs these.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from otherminds import OptionError
from otherminds.arena import running
from otherminds.arena.on_ray import parse_place
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.store import Store
from tests.arena.runs import AGENTS, SMALL, facts, play

ROOT = Path(__file__).parents[2]
HAS_RAY = importlib.util.find_spec("ray") is not None
with_ray = pytest.mark.skipif(not HAS_RAY, reason="Ray comes with the extra [ray]")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One local cluster for most tests: to start one takes many seconds."""
    ray: Any = importlib.import_module("ray")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


def planned(**more: Any) -> Tournament:
    players = ["search(iterations=50)", "mobility", "random"]
    return plan_tournament("othello", players, options=SMALL, seed=5, **more)


@with_ray
@pytest.mark.parametrize("series", [0, 3])
def test_rows_are_those_of_every_other_place(series: int, cluster: None) -> None:
    del cluster
    tournament = planned(series=series)
    assert facts(play(tournament, 36, 2, on="ray")[0]) == facts(play(tournament, 36)[0])


@with_ray
@pytest.mark.parametrize("how", ["exit", "kill"])
def test_agents_that_end_their_worker_cost_their_own_matches(how: str, cluster: None) -> None:
    del cluster
    players = [f"{AGENTS}.Dying(how='{how}', one_in=4)", "random"]
    tournament = plan_tournament("othello", players, options=SMALL, seed=2)
    rows, status = play(tournament, 24, 2, on="ray")
    pooled, pool_status = play(tournament, 24, 2)
    assert facts(rows) == facts(pooled)
    assert sorted(status.lost) == sorted(pool_status.lost)


@with_ray
def test_a_killed_driver_loses_and_duplicates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    command = [
        *(sys.executable, "-c", "from otherminds.cli import main; main()", "tournament"),
        *("othello(size=4)", "--agents", "search(iterations=2000), mobility, random"),
        *("--games", "600", "--seed", "5", "--store", str(path), "--on", "ray", "--workers", "2"),
    ]
    tournament = plan_tournament(
        "othello(size=4)", ["search(iterations=2000)", "mobility", "random"], seed=5
    )
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True) as driver:
        deadline = time.monotonic() + 300
        while _stored(tournament, path) < 6 and driver.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        os.kill(driver.pid, signal.SIGKILL)
    before = _stored(tournament, path)
    with Store(path) as store:
        status = running.run(tournament, store, games=600, workers=2, on="ray")
        rows = running.results(tournament, store).rows
    assert status.resumed == before
    assert facts(rows) == facts(play(tournament, 600)[0])


def _stored(tournament: Tournament, path: Path) -> int:
    if not path.exists() or not path.stat().st_size:
        return 0
    with Store(path, reading=True) as store:
        number = store.number(tournament)
        return 0 if number is None else len(store.finished(number))


@with_ray
def test_it_stops_when_a_question_is_decided(cluster: None) -> None:
    del cluster
    tournament = plan_tournament("othello", ["mobility", "random"], seed=1)
    question = running.parse_until("mobility > random by 0.2", tournament)
    _, status = play(tournament, 2_000, 2, on="ray", until=question)
    assert status.decision == "better"
    assert status.done < 2_000


@with_ray
def test_a_node_that_is_lost_costs_time_only() -> None:
    """A second node on this machine, which goes while it plays."""
    ray: Any = importlib.import_module("ray")
    cluster_utils: Any = importlib.import_module("ray.cluster_utils")

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.shutdown()  # that of the other tests
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    node = cluster.add_node(num_cpus=1)
    tournament = plan_tournament(
        "othello", ["search(iterations=3000)", "mobility"], options=SMALL, seed=6
    )
    try:
        cluster.connect()
        removed: list[int] = []

        def watch(status: running.Status) -> None:
            if status.done and not removed:
                removed.append(status.done)
                cluster.remove_node(node, allow_graceful=False)

        with Store(":memory:") as store:
            status = running.run(
                tournament, store, games=400, workers=2, on="ray:auto", watch=watch
            )
            rows = running.results(tournament, store).rows
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert removed
    assert not status.lost
    assert facts(rows) == facts(play(tournament, 400)[0])


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_a_sentence_names_the_extra() -> None:
    with pytest.raises(OptionError, match=r"otherminds\[ray\]"):
        play(planned(), 6, 1, on="ray")


@pytest.mark.parametrize("text", ["slurm", "ray:", "raylet", ""])
def test_places_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="accepted: pool, ray"):
        parse_place(text)


def test_ray_needs_workers() -> None:
    with pytest.raises(OptionError, match="at least 1 worker"):
        play(planned(), 6, 0, on="ray")
