"""The tables of simulations say what was counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import generated_docs, simulate_statistics


@pytest.fixture
def page(tmp_path: Path) -> Path:
    found = {
        "questions": [
            ["all or nothing", 0.1, 0.0, 1000, [40, 960, 141_000]],
            ["all or nothing", 0.1, 0.1, 1000, [955, 45, 145_000]],
        ],
        "ratings": [
            ["two players", 5, 1000, [[1000, 980], [1000, 970]]],
            ["two players", 10, 1000, [[990, 960], [1000, 990]]],
        ],
        "means": [["normal", 5, 1000, [1000, 951]]],
        "shares": [["two games", 0.5, 5, 1000, [930]], ["two games", 0.5, 10, 1000, [940]]],
    }
    (tmp_path / "statistics.json").write_text(json.dumps(found), encoding="utf-8")
    return tmp_path / "statistics.md"


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("questions", "| all or nothing | 0.1 | 4.0 | 4.5 | 141 | 145 |"),
        ("ratings", "| two players | 97.0 | 97.0 (99.0) |"),
        ("means", "| normal | 95.1 |"),
        ("shares", "| two games, mean 0.5 | 93.0 | 94.0 |"),
        ("tests", "Not simulated yet; the command above does it."),
    ],
)
def test_a_table_of_a_part(part: str, line: str, page: Path) -> None:
    assert line in list(generated_docs.simulations(page, part))


def test_the_page_has_a_table_for_every_part() -> None:
    text = (generated_docs.DOCS / "statistics.md").read_text(encoding="utf-8")
    for part in simulate_statistics.PARTS:
        assert f"<!-- generated: simulations {part} -->" in text
