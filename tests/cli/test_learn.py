"""Learning a player on the command line, from tournaments and from games of people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from otherminds import Policy, load, play_match
from otherminds.agents import parse_player
from otherminds.cli import cli
from otherminds.contracts import OptionError
from otherminds.interop.hanab_live import HanabLiveGame, write_hanab_live

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> str:
    """What a command prints when it succeeds."""
    result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def store() -> str:
    agents = ("--agents", "iggi, flawed", "--games", "20", "--workers", "0", "--seed", "1")
    run("tournament", "hanabi(players=3)", *agents, "--store", "games.db")
    others = ("--agents", "max_disk, random", "--games", "2", "--workers", "0")
    run("tournament", "othello(size=4)", *others, "--store", "games.db")
    return "games.db"


def test_a_player_of_a_store_is_learned(store: str, folder: Path) -> None:
    printed = run(
        *("learn", "hanabi", "--from", store, "--player", "iggi", "--restarts", "1"),
        *("--save", "model.json"),
    )
    saved = json.loads((folder / "model.json").read_text())
    spec = printed.splitlines()[-1]
    assert saved["player"] == spec
    learned = parse_player(spec, load("hanabi", players=5))
    assert isinstance(learned, Policy)
    assert learned.name == "rules"
    assert [line.split()[1] for line in printed.splitlines()[1:-2]] == saved["rules"]
    assert 0.5 < saved["held_out"] <= 1
    assert saved["ceiling"] > 0.9
    assert f"iggi agrees with itself at {saved['ceiling']:.1%}" in printed
    match = play_match(load("hanabi"), [learned, Policy("iggi")], seed=1)
    assert match.returns[0] == match.returns[1]


def test_who_has_not_played_is_not_learned(store: str) -> None:
    with pytest.raises(OptionError, match=r"piers has played no game of games\.db"):
        run("learn", "--from", store, "--player", "piers")
    with pytest.raises(OptionError, match="Say whom to learn"):
        run("learn", "--from", store)


def test_people_are_learned_from_their_games(folder: Path) -> None:
    files = []
    for seed in range(4):
        match = play_match(load("hanabi"), [Policy("iggi"), Policy("random")], seed=seed)
        actions = [action for _, action in match.moves]
        game = HanabLiveGame.of(next(match.states()), actions, ("Ada", "Ben"))
        (folder / f"{seed}.json").write_text(write_hanab_live(game))
        files += ["--from", f"{seed}.json"]
    ada = run("learn", *files, "--player", "Ada", "--restarts", "1")
    everybody = run("learn", *files, "--restarts", "1")
    counts = [int(text.split()[0].replace(",", "")) for text in (ada, everybody)]
    assert 0 < counts[0] < counts[1]
    assert "agrees with itself" not in ada  # nobody can ask a person
    with pytest.raises(OptionError, match="Eve has not played"):
        run("learn", *files, "--player", "Eve")
