"""Commands show and search what the seat that asks may know."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest

import otherminds as om
from otherminds import cli
from otherminds.arena import running
from otherminds.arena.metrics import replayed
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store

pytestmark = pytest.mark.slow  # Python only


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *line: str) -> str:
    monkeypatch.setattr(sys, "argv", ["otherminds", *line])
    with contextlib.suppress(SystemExit):
        cli.main()
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_analyse_shows_the_view_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = ("--agent", "search(iterations=20)")
    state = om.load("cluedo").initial_state()
    shown = run(capsys, monkeypatch, "analyse", "cluedo", *agent)
    assert str(state.view(state.actor())).splitlines()[-1] in shown
    (truth,) = [line for line in str(state).splitlines() if "envelope" in line]
    assert truth not in shown
    assert "in the envelope 25%" in shown  # what the seat believes
    peeking = run(capsys, monkeypatch, "analyse", "cluedo", *agent, "--peek")
    assert "envelope" in peeking
    assert "Expected line" in peeking


def test_analyse_folds_the_belief_from_a_stored_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "store.db"
    with Store(path) as store:
        planned = plan_tournament("leduc", ["random", "typed"])
        running.run(planned, store, games=1, workers=0)
        states = replayed(planned, next(store.rows(1))).states()
        ply = next(ply for ply, state in enumerate(states) if state.actor() >= 0)
    line = ("analyse", "--store", str(path), "--ply", str(ply), "--agent", "search(iterations=20)")
    shown = run(capsys, monkeypatch, *line)
    assert "to move" in shown
    assert "20 iterations" in shown


def test_a_state_alone_is_refused_where_it_does_not_tell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "state.json"
    path.write_text(om.load("cluedo").initial_state().to_json())
    line = ("analyse", "cluedo", "--state", str(path), "--agent", "search(iterations=20)")
    assert "give --moves or --store" in run(capsys, monkeypatch, *line)
    path.write_text(om.load("hanabi").initial_state().to_json())
    line = ("analyse", "hanabi", "--state", str(path), "--agent", "search(iterations=20)")
    assert "20 iterations" in run(capsys, monkeypatch, *line)


def test_refusals_are_in_the_spelling_of_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = "search(hidden=nothing, iterations=5), random"
    shown = run(capsys, monkeypatch, "match", "leduc", "--agents", agents)
    assert "hidden=information_sets" in shown
    assert "InformationSets" not in shown


def test_a_search_plays_on_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = "search(iterations=5), iggi"
    shown = run(capsys, monkeypatch, "match", "hanabi(players=2)", "--agents", agents)
    assert "seat 0 search(iterations=5)" in shown
