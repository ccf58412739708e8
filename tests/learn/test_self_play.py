"""Search teaches network teaches search: a loop that can be killed anywhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.agents import parse_player
from otherminds.cli import cli
from otherminds.learn import SelfPlay, Settings, records_of_store, teach_by_self_play

pytest.importorskip("torch")
pytestmark = pytest.mark.slow

GAME = om.load("othello", size=4)
PLAN = SelfPlay(
    games=8,
    iterations=10,
    gate=4,
    seconds=0.001,
    share=0.0,
    settings=Settings(layers=(8, 8), passes=2),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Killer:
    """Ends a loop at the n-th thing that it tells."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, told: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_a_loop_that_is_killed_goes_on() -> None:
    told: list[str] = []
    teach_by_self_play(GAME, "whole", 1, PLAN, progress=told.append)
    assert told[0] == "generation 1: 8 games"
    assert "against the best so far" in told[-1]
    assert len(told) == 6
    for after in range(1, len(told) + 1):
        broken = Path(f"broken {after}")
        with pytest.raises(KeyboardInterrupt):
            teach_by_self_play(GAME, broken, 1, PLAN, progress=Killer(after))
        (one,) = teach_by_self_play(GAME, broken, 1, PLAN)
        for kind in ("policy", "value"):
            name = f"generation-001-{kind}.om"
            assert (broken / name).read_bytes() == Path("whole", name).read_bytes()
        assert not list(broken.glob("*.npz"))
        assert 0 <= one.share.low <= one.share.estimate <= one.share.high <= 1


def test_what_has_won_teaches_the_next_generation() -> None:
    found = teach_by_self_play(GAME, "school", 2, PLAN)
    told: list[str] = []
    assert teach_by_self_play(GAME, "school", 2, PLAN, progress=told.append) == found
    assert not [line for line in told if "pass" in line]  # nothing was done again
    played = records_of_store("school/generation-002-games.db")[0].players[0]
    assert ("generation-001-policy.om" in played) == found[0].accepted
    player = found[0].player(iterations=20)
    assert parse_player(repr(player), GAME) == player
    assert om.play_match(GAME, [player, "random"], seed=1).returns


def test_a_folder_keeps_its_plan() -> None:
    teach_by_self_play(GAME, "school", 1, PLAN)
    with pytest.raises(om.OptionError, match="another game or plan"):
        teach_by_self_play(GAME, "school", 1, replace(PLAN, games=9))
    with pytest.raises(om.OptionError, match="another game or plan"):
        teach_by_self_play(om.load("othello", size=6), "school", 1, PLAN)
    Path("school/generation-001-result.json").write_text("{")
    with pytest.raises(om.FormatError, match="is damaged"):
        teach_by_self_play(GAME, "school", 1, PLAN)
    for odd in ({"games": 2}, {"error": 0.0}, {"seconds": 0.0}, {"gate": 0}):
        with pytest.raises(om.OptionError):
            replace(PLAN, **odd)


def test_the_command_shows_who_won() -> None:
    words = ("teach", "othello(size=4)", "--to", "school", "--generations", "1", "--games", "6")
    more = ("--iterations", "5", "--gate", "2", "--seconds", "0.001", "--passes", "1")
    result = CliRunner().invoke(cli, [*words, *more], catch_exceptions=False)
    assert result.exit_code == 0
    assert "2 games each at equal time" in result.output
    last = result.output.splitlines()[-1]
    assert ("is the new best" in result.output) == ("generation-001-policy.om" in last)
