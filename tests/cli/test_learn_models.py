"""Every kind of model, from games to a player, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.agents import parse_player
from otherminds.cli import cli
from otherminds.contracts import FormatError, OptionError

pytestmark = pytest.mark.slow

GAME = "othello(size=4)"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    agents = ("--agents", "mobility, max_disk", "--games", "30", "--workers", "0", "--seed", "1")
    run("tournament", GAME, *agents, "--store", "games.db")
    return "games.db"


def run(*arguments: str) -> str:
    """What a command prints when it succeeds."""
    result = CliRunner().invoke(cli, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("kind", ["network", "sigmoid", "frequency", "value"])
def test_a_model_of_each_kind_is_learned_described_and_played(kind: str, store: str) -> None:
    if kind != "frequency":
        pytest.importorskip("torch")
    learn = ("learn", GAME, "--from", store, "--model", kind, "--layers", "8, 8")
    printed = run(*learn, "--passes", "2", "--folds", "2", "--to", "some.om")
    assert printed.splitlines()[-1] == "network('some.om')"
    assert "30 games of games.db" in printed
    described = run("agents", GAME, "--model", "some.om")
    assert described == printed
    assert run("agents", "--model", "some.om") == printed
    told = json.loads(run("agents", GAME, "--model", "some.om", "--json"))
    assert told["card"]["games"] == 30
    assert told["kind"] == {"network": "softmax"}.get(kind, kind)
    assert ("error" in printed) == (kind == "value")
    text = "network('some.om')"
    if kind == "value":
        text = f"search(rollout=evaluated({text}), iterations=20)"
    player = parse_player(text, om.load("othello", size=4))
    assert om.play_match(om.load("othello", size=4), [player, "random"], seed=1).returns
    assert "random" in run("match", GAME, "--agents", f"{text}, random", "--seed", "1")
    assert not Path("some.om.training").exists()


def test_types_are_learned_as_a_player(store: str) -> None:
    agents = ("--agents", "random, typed, search(iterations=5)", "--games", "6", "--workers", "0")
    run("tournament", "bazaar", *agents, "--store", store)
    printed = run("learn", "bazaar", "--from", store, "--model", "types", "--to", "types.json")
    saved = json.loads(Path("types.json").read_text())
    assert saved["player"] == printed.splitlines()[-1]
    assert saved["fit"]["games"] == saved["baseline"]["games"]
    parse_player(saved["player"], om.load("bazaar"))


def test_one_player_of_several_is_learned(store: str) -> None:
    one = run("learn", GAME, "--from", store, "--model", "frequency", "--player", "mobility")
    everybody = run("learn", GAME, "--from", store, "--model", "frequency")
    decisions = [int(text.splitlines()[1].split()[0].replace(",", "")) for text in (one, everybody)]
    assert 0 < decisions[0] < decisions[1]


def test_what_cannot_be_learned_gets_a_sentence(store: str) -> None:
    refused: dict[tuple[str, ...], str] = {
        ("learn", GAME, "--from", store, "--model", "rules"): "learned from games of hanabi",
        ("learn", GAME): "Name a file of games",
        ("learn", GAME, "--from", store, "--to", "no/where.om"): "There is no folder",
        ("learn", GAME, "--from", store, "--layers", "8"): "two whole numbers",
        ("learn", GAME, "--from", store, "--folds", "31"): "cannot be split",
        ("learn", "othello", "--from", store): "has games of othello",
        ("learn", GAME, "--from", store, "--player", "max_value"): "has played no game",
        ("agents", GAME, "--model", "none.om"): "There is no model file",
    }
    for arguments, sentence in refused.items():
        error = CliRunner().invoke(cli, list(arguments)).exception
        assert isinstance(error, OptionError), arguments
        assert sentence in str(error)
    run("learn", GAME, "--from", store, "--model", "frequency", "--to", "some.om")
    error = CliRunner().invoke(cli, ["agents", "hanabi", "--model", "some.om"]).exception
    assert "is a model of othello, not of hanabi" in str(error)
    Path("some.om").write_bytes(Path("some.om").read_bytes()[:-1])
    error = CliRunner().invoke(cli, ["agents", GAME, "--model", "some.om"]).exception
    assert isinstance(error, FormatError)
    assert "is no model file" in str(error)
