"""Standing suites: played once, resumed, compared deal by deal with what was published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from otherminds.arena import suites
from otherminds.arena.store import Store
from otherminds.arena.suites import SUITES, Trial, compare, play_suite, publish, published, suite
from otherminds.cli import cli
from otherminds.contracts import OptionError

SMALL = (
    Trial(game="othello(size=4)", player="mobility", others="random", deals=20),
    Trial(game="othello(size=4)", player="mobility", others="mobility", deals=2),
    Trial(game="hanabi", player="iggi", others="piers", deals=3, measure="score"),
    Trial(game="tiger", player="open_when_sure", others=None, deals=5, measure="return"),
    Trial(game="othello", others="program('no-such-program')", deals=1, needs="no-such-program"),
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A suite of a second, published nowhere yet."""
    monkeypatch.setattr(suites, "SUITES", {"small": SMALL})
    path = tmp_path / "published.json"
    monkeypatch.setattr(suites, "PUBLISHED", path)
    monkeypatch.setattr("otherminds.cli.suites.PUBLISHED", path)
    return path


def test_a_suite_is_played_once_and_gone_on_with(small: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "suite.db") as store:
        found, missing = play_suite("small", store, workers=0)
        assert [each.needs for each in missing] == ["no-such-program"]
        assert [each.games for each in found] == [40, 2, 6, 5]
        assert found[0].interval.estimate > 0.5
        assert found[1].interval.estimate == 0.5
        rows = {each.tournament: store.number(each.tournament) for each in SMALL[:4]}
        again, _ = play_suite("small", store, workers=0)
        assert [each.worths for each in again] == [each.worths for each in found]
        more, _ = play_suite("small", store, full=True, workers=0)
        assert [each.games for each in more] == [200, 10, 30, 25]
        assert more[2].worths[:3] == found[2].worths
        assert {each.tournament: store.number(each.tournament) for each in SMALL[:4]} == rows


def test_a_loss_of_strength_is_noticed(small: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "suite.db") as store:
        found, _ = play_suite("small", store, workers=0)
    publish("small", found, small)
    before = published("small", small)
    assert all(each.verdict == "as before" for each in compare(found, before))
    worse = [replace(each, worths=tuple(worth - 0.5 for worth in each.worths)) for each in found]
    verdicts = {each.found.name: each.verdict for each in compare(worse, before)}
    assert verdicts["othello(size=4) against random"] == "weaker"
    assert verdicts["hanabi with piers"] == "as before"  # three deals can tell nothing
    assert compare(found, {})[0].verdict == ""
    # What was left out this time stays published, what is no longer in the suite goes.
    publish("small", found[:1], small)
    assert list(published("small", small)) == list(before)


def test_the_command_shows_and_keeps(small: Path, tmp_path: Path) -> None:
    arguments = ["tournament", "--suite", "small", "--store", str(tmp_path / "a.db")]
    arguments += ["--workers", "0"]
    first = CliRunner().invoke(cli, [*arguments, "--publish"])
    assert first.exit_code == 0, first.output
    assert "Nothing has been published" in first.output
    assert "no-such-program is not installed" in first.output
    second = CliRunner().invoke(cli, arguments)
    assert "None of 4 trials differs" in second.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--suite", "beast"], "There is no suite 'beast'; accepted: best."),
        (["othello", "--suite", "best"], "leave out GAME"),
        (["othello", "--agents", "random", "--full"], "--full and --publish are for suites"),
        ([], "Missing argument 'GAME'"),
        (["othello"], "Missing option '--agents'"),
    ],
)
def test_what_cannot_be_meant_is_refused(arguments: list[str], sentence: str) -> None:
    refused = CliRunner().invoke(cli, ["tournament", *arguments])
    assert refused.exit_code != 0
    assert sentence in f"{refused.output}{refused.exception}"


def test_every_trial_can_be_planned() -> None:
    names = [trial.name for trial in SUITES["best"]]
    assert len(set(names)) == len(names)
    for trial in SUITES["best"]:
        if not trial.needs:
            assert trial.games(full=True) == trial.more * trial.games(full=False)
    with pytest.raises(OptionError, match="There is no suite"):
        suite("worst")
