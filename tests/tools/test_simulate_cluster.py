"""The simulation of clusters: what it comes to where that can be known, and what is told of it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from tools import generated_docs, simulate_cluster
from tools.simulate_cluster import Costs, fed, found_in, measure_ray, measure_tasks, simulate

pytestmark = pytest.mark.slow  # Python only: the sanitizers have nothing to find here

QUICK = [(1, 0.001), (100_000, 0.001)]
"""A driver that needs the same for Ray however many tasks are under way."""


def costs(task: float = 1.0, writing: float = 0.004) -> Costs:
    return Costs([0.5 * task, 1.5 * task], [writing], QUICK)


def test_few_workers_play_all_the_time_and_the_driver_idles() -> None:
    run = simulate(10, costs())
    assert run.play > 0.99
    assert run.drives == pytest.approx(0.05, rel=0.1)


def test_too_many_workers_share_what_the_driver_hands_out() -> None:
    run = simulate(1_000, costs())
    assert run.drives > 0.99
    assert run.play == pytest.approx(0.2, rel=0.1)  # 200 tasks per second among a thousand


def test_a_driver_feeds_as_many_as_tasks_are_longer_than_its_part() -> None:
    assert 150 <= fed(costs()) <= 220
    assert 1_500 <= fed(costs(task=10.0)) <= 2_200


def test_ray_s_part_grows_with_what_is_under_way() -> None:
    grows = Costs([1.0], [0.0], [(4, 0.001), (200, 0.002), (2_000, 0.011)])
    assert grows.ray_seconds(4) == 0.001
    assert grows.ray_seconds(1_100) == pytest.approx(0.0065)
    assert grows.ray_seconds(3_800) == pytest.approx(0.02)
    assert fed(grows) < fed(Costs([1.0], [0.0], [(4, 0.001), (200, 0.001)]))


def test_tasks_are_played_and_written() -> None:
    found = measure_tasks("othello(size=4)", ["random", "mobility"], 3)
    assert len(found["tasks"]) == len(found["writing"]) == 3
    assert min(found["tasks"]) > 0
    assert found["bytes"] > 0
    assert found["matches"] >= 6


@pytest.mark.skipif(not importlib.util.find_spec("ray"), reason="Ray comes with the extra [ray]")
@pytest.mark.filterwarnings("ignore")
def test_ray_is_measured_with_few_and_with_many_tasks() -> None:
    found = measure_ray((4, 50), 40)
    assert [number for number, _ in found] == [4, 50]
    assert all(seconds > 0 for _, seconds in found)


def test_the_page_tells_what_was_found(tmp_path: Path) -> None:
    measured = {
        "ray": [[4, 0.001], [2_000, 0.001]],
        "tournaments": {
            "quick": {"tasks": [1.0], "writing": [0.004], "bytes": 2048.0, "matches": 500}
        },
    }
    page = tmp_path / "clusters.md"
    assert list(generated_docs.cluster(page, "runs")) == [
        "Not measured yet; the command above does it."
    ]
    page.with_suffix(".json").write_text(json.dumps(found_in(measured)), encoding="utf-8")
    told = list(generated_docs.cluster(page, "costs"))
    assert "| quick | 1 | 500 | 1.00 s | 2.0 KiB | 4.0 ms |" in told
    assert "| 2,000 | 1.0 ms |" in told
    runs = list(generated_docs.cluster(page, "runs"))
    assert any(line.startswith("| 10 | 100 % (5 %)") for line in runs)
    assert any("| 20 % | 250 workers |" in line for line in runs)
    text = (generated_docs.DOCS / "integrations" / "clusters.md").read_text(encoding="utf-8")
    for part in ("costs", "runs"):
        assert f"<!-- generated: cluster {part} -->" in text
    assert simulate_cluster.RESULTS.exists()
