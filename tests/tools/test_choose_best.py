"""The tournament that chooses ``best``: a strong player wins it, and it can be taken up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.arena.store import Row, Store
from otherminds.contracts import Game, OptionError, Policy
from tools import choose_best, generated_docs

pytestmark = pytest.mark.slow  # Python only: the sanitizers have nothing to find here

PLANTED = {"weak": "random", "weaker": "typed(temperature=2.0)", "strong": "search(iterations=150)"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All files in a folder of the test's own; candidates whose strength is known."""
    monkeypatch.setattr(choose_best, "BUILD", tmp_path)
    monkeypatch.setattr(choose_best, "RESULTS", tmp_path / "best")
    monkeypatch.setattr(choose_best, "_commit", lambda: "0123abc")
    monkeypatch.setattr(generated_docs, "DOCS", tmp_path)
    monkeypatch.setattr(choose_best, "FINALISTS", 2)
    monkeypatch.setattr(choose_best, "budgets", lambda *_: dict(PLANTED))
    return tmp_path


def choose(minutes: float) -> None:
    arguments = ["tic_tac_toe", "--minutes", str(minutes)]
    told = CliRunner().invoke(choose_best.main, arguments, catch_exceptions=False)
    assert told.exit_code == 0, told.output


def stored(folder: Path) -> dict[tuple[int, ...], Row]:
    with Store(folder / "best.db", reading=True) as store:
        numbers = [each.number for each in store.tournaments()]
        return {
            (number, row.line_up, row.block, row.match): row
            for number in numbers
            for row in store.rows(number)
        }


def test_a_planted_strong_player_wins_and_no_game_is_played_twice(elsewhere: Path) -> None:
    choose(0.03)
    found = json.loads((elsewhere / "best" / "tic_tac_toe.json").read_text("utf-8"))
    for stage in found["stages"]:
        leader, *others = stage["standings"]
        assert leader["player"] == PLANTED["strong"]
        assert leader["low"] > max(other["estimate"] for other in others)
        assert all(other["told_apart"] for other in others)
    assert [len(stage["standings"]) for stage in found["stages"]] == [3, 2]
    before = stored(elsewhere)
    assert len(before) == sum(stage["games"] for stage in found["stages"])

    choose(0.0)  # no time: what is there is judged again
    assert stored(elsewhere) == before
    again = json.loads((elsewhere / "best" / "tic_tac_toe.json").read_text("utf-8"))
    assert again == found


def test_a_choice_that_was_broken_off_goes_on(elsewhere: Path) -> None:
    choose(0.0)
    before = stored(elsewhere)
    choose(0.03)
    after = stored(elsewhere)
    assert len(after) > len(before)
    assert {place: after[place] for place in before} == before  # times included


def test_pages_read_what_was_written(elsewhere: Path) -> None:
    choose(0.0)
    lines = list(generated_docs.best(elsewhere / "games" / "tic_tac_toe.md", "tic_tac_toe"))
    assert any(PLANTED["strong"] in line for line in lines)
    assert any("0123abc" in line for line in lines)


def test_a_depth_that_takes_too_much_memory_is_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    game = om.load("othello")

    def seconds(_: Game, player: Policy, number: int = 8) -> float:
        if dict(player.options)["depth"] > 3 and number > 8:  # not in the first moves
            raise OptionError("More positions follow than there is room for.")
        return 0.0

    monkeypatch.setattr(choose_best, "_seconds", seconds)
    chosen = choose_best.with_budget(game, om.agents(game)["minimax"], 1.0)
    assert dict(chosen.options)["depth"] == 3
