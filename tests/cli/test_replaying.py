"""Replaying stored matches: as a page, as a link, in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import load, play_match
from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.replay_page import replay_page
from otherminds.arena.store import Store
from otherminds.cli import cli
from otherminds.interop import PlayedGame, read_hanab_live, write_played
from otherminds.interop.kaggle import kaggle_episode
from tests.arena.test_reports import Page

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


def data(page: str) -> dict[str, Any]:
    """What the script of a page steps through."""
    found = re.search(r"const match = (\{.*?\});\nconst \$", page, re.S)
    assert found is not None
    values: dict[str, Any] = json.loads(found.group(1))
    return values


def shown(values: dict[str, Any], step: int, tab: int) -> str:
    return "".join(values["pool"][place] for place in values["steps"][step][tab])


def test_a_page_has_every_step_and_every_seat_s_view() -> None:
    match = play_match("leduc", ["random", "honest"], seed=3, thoughts=True)
    page = replay_page(match)
    assert not re.search(r"https?:(?!//www.w3.org/)", page)
    assert "src=" not in page
    values = data(page)
    assert values["views"] == ["everything", "seat 0", "seat 1"]
    assert len(values["steps"]) == len(match.moves) + 1
    for step, state in enumerate(match.states()):
        for seat in range(2):
            text = shown(values, step, 1 + seat)
            assert text.startswith("<svg") or str(state.view(seat))[:20] in text
    words = Page(page.partition("<script>")[0] + "</body></html>").words
    assert all(line in words for line in match.lines())
    assert any(values["thoughts"])


def test_a_hostile_name_stays_a_name() -> None:
    name = "</script><script>alert(1)</script>"
    match = play_match(load("tic_tac_toe"), ["random", "random"], seed=1)
    page = replay_page(type(match)(**{**match.__dict__, "players": (name, "x")}), ending=name)
    assert "<script>alert" not in page
    assert page.count("</script>") == 1


def test_stored_matches_become_pages_and_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    planned = plan_tournament("hanabi", ["iggi", "outer"])
    with Store("r.db") as store:
        running.run(planned, store, games=2, workers=0)
        moves = next(store.rows(1)).moves
    assert run("replay", "r.db", "--to", "m.html").output == "Wrote m.html.\n"
    assert len(data(Path("m.html").read_text("utf-8"))["steps"]) == len(moves) + 1
    link = run("replay", "r.db", "--link").output.strip()
    assert read_hanab_live(link).actions == moves
    with Store("o.db") as store:
        running.run(plan_tournament("othello", ["random", "max_disk"]), store, games=2, workers=0)
    for arguments, sentence in (
        (("o.db", "--link"), "hanab.live shows games of hanabi, not of othello."),
        (("r.db", "--to", "m.txt"), "is neither .html nor .kaggle.json"),
        (("r.db", "--to", "there/m.html"), "There is no folder"),
    ):
        assert sentence in str(run("replay", *arguments).exception)


def test_stored_matches_become_episodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store("o.db") as store:
        running.run(plan_tournament("othello", ["random", "max_disk"]), store, games=2, workers=0)
        moves = next(store.rows(1)).moves
    assert run("replay", "o.db", "--to", "m.kaggle.json").output == "Wrote m.kaggle.json.\n"
    episode = json.loads(Path("m.kaggle.json").read_text("utf-8"))
    made = [
        held["action"]["submission"]
        for step in episode["steps"]
        for held in step
        if held["action"]["submission"] >= 0
    ]
    assert tuple(made) == moves
    match = play_match("othello", ["random", "max_disk"], seed=1)
    assert kaggle_episode(match)["id"] != episode["id"]


def test_recorded_games_are_replayed_with_their_thoughts(tmp_path: Path) -> None:
    match = play_match("tic_tac_toe", ["random", "search(iterations=20)"], seed=1, thoughts=True)
    played = PlayedGame(
        game=match.game,
        person=0,
        players=("", match.players[1]),
        seed=1,
        moves=match.moves,
        beliefs=({},) * len(match.moves),
        thoughts=match.thoughts,
        returns=None,
    )
    path = str(tmp_path / "games.jsonl")
    write_played(path, [played])
    told = run("replay", path, "--all")
    assert "seat 0: person" in told.output
    assert "The game was broken off." in told.output
    assert run("replay", path, "--to", str(tmp_path / "g.html")).exit_code == 0
    thoughts = data((tmp_path / "g.html").read_text("utf-8"))["thoughts"]
    assert any("20 iterations" in thought for thought in thoughts)
    assert "There are 1 games" in str(run("replay", path, "--match", "1").exception)
