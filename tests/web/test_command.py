"""The command: what it needs, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from otherminds.cli import cli
from otherminds.contracts import FormatError, OptionError
from otherminds.web.protocols import Games, read_protocol, shipped_protocols
from tests.web.serving import served


def refused(*arguments: str) -> str:
    ran = CliRunner().invoke(cli, ["table", "--no-page", *arguments])
    assert isinstance(ran.exception, OptionError | FormatError), ran.output
    return str(ran.exception)


def test_without_the_extra_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in sys.modules if name.startswith("otherminds.web")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pydantic", None)
    assert refused() == 'The browser table needs more packages: pip install "otherminds[web]".'


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    assert "There is no file" in refused("--results", str(tmp_path / "nothing.db"))
    assert "unknown game 'chess'" in refused("chess").lower() or "chess" in refused("chess")
    assert refused("othello(size=6)").startswith("Name the game alone, as in othello")
    assert "from above 0" in refused("--seconds", "0")
    (tmp_path / "study.toml").write_text("title = 1")
    assert "is not the protocol of a study" in refused("--study", str(tmp_path / "study.toml"))
    taken = refused("--host", "203.0.113.1", "--store", str(tmp_path / "t.db"))
    assert "cannot be listened at" in taken


def test_a_game_of_ones_own_is_played(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from otherminds.examples.tic_tac_toe import TicTacToe\n\n\n"
        'class Mine(TicTacToe):\n    """Three in a row, my way."""\n\n    name = "mine.Mine"\n'
    )
    server = served(tmp_path / "t.db", "mine.Mine", cwd=tmp_path)
    with server as up, up.browser() as browser:
        lobby = browser.ask("open_lobby")
        assert lobby["opened"] == "mine.Mine"
        own = next(game for game in lobby["games"] if game["name"] == "mine.Mine")
        assert own["summary"] == "Three in a row, my way."
        opponents = [{"kind": "me"}, {"kind": "agent", "player": "random"}]
        made = browser.ask("create_table", game="mine.Mine", seats=opponents)
        state = browser.join(made["mine"])
        assert len(state["position"]["actions"]) == 9
        action = state["position"]["actions"][4]["id"]
        assert browser.ask("act", turn=0, action=action)["type"] == "accepted"


def test_the_shipped_studies_repeat_those_of_the_sources() -> None:
    studies = shipped_protocols()
    ledford, stevinson = studies["ledford-people"], studies["stevinson-people"]
    (games,) = [step for step in ledford.steps if isinstance(step, Games)]
    assert [company.agents for company in ledford.games_of(games, 0)] == [["heuristic"]] * 5
    (games,) = [step for step in stevinson.steps if isinstance(step, Games)]
    first = [company.agents[0] for company in stevinson.games_of(games, 0)]
    assert first == ["hba(10000)"] * 4 + ["max_value"] * 4
    assert [company.agents[0] for company in stevinson.games_of(games, 1)] == first[::-1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("othello", "chess"), "chess"),
        (('["max_disk"]', '["max_disk", "mobility"]'), "name one agent for all"),
        (('["max_disk"]', '["nobody"]'), "nobody"),
        (("games = 2", "games = 0"), "greater than or equal to 1"),
        (("title", "titel"), "title: Field required"),
    ],
)
def test_a_protocol_is_checked_when_it_is_read(
    change: tuple[str, str], sentence: str, tmp_path: Path
) -> None:
    text = (
        'title = "T"\nsummary = "S"\ngame = "othello"\nconsent = "C"\n\n[[steps]]\n'
        'kind = "games"\ncompanies = [{ agents = ["max_disk"], games = 2 }]\n'
    )
    path = tmp_path / "study.toml"
    path.write_text(text)
    assert read_protocol(path).title == "T"
    path.write_text(text.replace(*change))
    with pytest.raises(FormatError, match=sentence):
        read_protocol(path)
