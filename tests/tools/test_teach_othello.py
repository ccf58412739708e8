"""The command that teaches Othello's patterns: resumable, and the same each time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tools import teach_othello
from tools.teach_othello import Lessons, main, stored

OPTIONS: dict[str, Any] = {
    "lessons": 3,
    "games": 40,
    "seed": 7,
    "first_rate": 0.4,
    "last_rate": 0.1,
    "trace": 0.7,
    "explore": 0.03,
    "random_moves": 12,
    "exact": 6,
}


def test_going_on_is_the_same_as_never_having_stopped(tmp_path: Path) -> None:
    whole = Lessons(tmp_path / "whole", OPTIONS)
    for _ in range(3):
        whole.give([])
    first = Lessons(tmp_path / "parts", OPTIONS)
    first.give([])
    again = Lessons(tmp_path / "parts", OPTIONS)
    assert len(again.errors) == 1
    again.give([])
    again.give([])
    assert again.weights == whole.weights
    assert again.errors == whole.errors


def test_it_writes_weights_and_their_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teach_othello, "WEIGHTS", tmp_path / "patterns.bin")
    monkeypatch.setattr(teach_othello, "CARD", tmp_path / "patterns.json")
    arguments = ["--lessons", "1", "--games", "20", "--exact", "4", "--work", str(tmp_path / "w")]
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    assert "lesson 1: wrong by" in ran.output
    assert (tmp_path / "patterns.bin").stat().st_size == len(stored(bytes(4))) * 12 * 113_877
    assert '"games": 20' in (tmp_path / "patterns.json").read_text()
    assert CliRunner().invoke(main, [*arguments, "--exact", "50"]).exit_code == 2
