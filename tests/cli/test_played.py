"""People against agents that wonder who they are: what is shown, and what the record keeps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.cli import cli
from otherminds.contracts import FormatError
from otherminds.interop.played import read_played, write_played

AGAINST = "search(others=types(max_disk, max_value, mobility, error=0.1), iterations=20)"
GAME = om.load("othello", size=4)


def _play(typed: str, record: Path, against: str = AGAINST) -> str:
    arguments = ["play", "othello(size=4)", "--against", against, "--record", str(record)]
    arguments += ["--seed", "1"]
    result = CliRunner().invoke(cli, arguments, input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def _whole_game(record: Path) -> str:
    """Plays the first legal move until the game is over; typing too much does no harm."""
    typed: list[str] = []
    for _ in range(30):
        record.unlink(missing_ok=True)
        arguments = ["play", "othello(size=4)", "--against", AGAINST, "--record", str(record)]
        arguments += ["--seed", "1"]
        result = CliRunner().invoke(cli, arguments, input="".join(f"{m}\n" for m in typed))
        if "what next>" in result.output:
            return result.output
        state = GAME.initial_state()
        for played in read_played(record):
            for _, action in played.moves:
                state.apply_action(action)
        assert state.actor() == 0
        typed.append(GAME.action_text(state.legal_actions()[0]))
    raise AssertionError("the game does not end")


def test_the_posterior_is_shown_after_each_move_and_recorded(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    printed = _whole_game(record)
    (played,) = read_played(record)
    own = [place for place, (actor, _) in enumerate(played.moves) if actor == 0]
    assert printed.count("seat 1 takes you for") >= len(own)
    assert played.person == 0
    assert played.players[0] == ""
    assert "max_value" in played.players[1]
    assert played.returns is not None
    assert len(played.beliefs) == len(played.moves)
    # The record is what an agent believes that sees the same moves.
    agent = om.Search(
        others=om.Types(["max_disk", "max_value", "mobility"], error=0.1), iterations=1
    ).agent(GAME)
    state = GAME.initial_state()
    agent.begin(1, state.view(1), om.Stream(0))
    for (_, action), beliefs in zip(played.moves, played.beliefs, strict=True):
        seen = state.observation(action, 1)
        state.apply_action(action)
        agent.observe(seen, state.view(1))
        assert beliefs == {1: agent.posterior()}
    assert tuple(state.returns()) == played.returns


def test_games_add_up_and_a_game_broken_off_counts(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    for _ in range(2):
        assert "The game is in" in _play("b1\nquit\n", record)
    first, second = read_played(record)
    assert first == second
    assert first.returns is None
    assert first.moves[0] == (0, GAME.parse_action("b1"))
    assert json.loads(record.read_text().splitlines()[0])["moves"][0]["text"] == "b1"
    copy = tmp_path / "copy.jsonl"
    write_played(copy, [first])
    assert read_played(copy) == [first]
    # Taking everything back leaves nothing to record.
    nothing = tmp_path / "nothing.jsonl"
    _play("b1\nundo\nquit\n", nothing)
    assert read_played(nothing) == []


def test_a_file_that_cannot_be_written_is_known_before_the_game(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "games.jsonl"
    arguments = ["play", "othello(size=4)", "--against", "random", "--record", str(path)]
    result = CliRunner().invoke(cli, arguments, input="b1\nquit\n")
    assert isinstance(result.exception, FormatError)
    assert "your move" not in result.output


def test_agents_without_types_show_nothing(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    assert "takes you for" not in _play("b1\nquit\n", record, against="max_value")
    assert set(map(str, read_played(record)[0].beliefs)) == {"{}"}


@pytest.mark.parametrize(
    "text",
    ["nonsense", "{}", '{"game": "chess"}', "[1]", '{"game": "othello", "options": {}}'],
)
def test_other_files_are_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(FormatError, match=r"Line 1 of .*games\.jsonl"):
        read_played(path)


@pytest.mark.parametrize(
    "change",
    [
        {"person": 2},
        {"person": True},
        {"seed": 0.5},
        {"players": "ab"},
        {"players": ["", "a", "b"]},
        {"returns": [1.0, -1.0]},
        {"moves": [{"actor": 7, "action": 99, "beliefs": {}}]},
        {"moves": [{"actor": 0, "action": 0, "beliefs": {}}]},
        {"moves": [{"actor": 0, "action": 1, "beliefs": {"x": 1}}]},
    ],
)
def test_games_that_cannot_have_been_played_are_refused(
    tmp_path: Path, change: dict[str, object]
) -> None:
    record = tmp_path / "games.jsonl"
    _play("b1\nquit\n", record)
    values = json.loads(record.read_text())
    record.write_text(json.dumps({**values, **change}) + "\n")
    with pytest.raises(FormatError, match="Line 1"):
        read_played(record)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="cannot be read"):
        read_played(path)
    with pytest.raises(FormatError, match="cannot be read"):
        read_played(tmp_path / "none.jsonl")


def test_recorded_games_can_be_recognised(tmp_path: Path) -> None:
    """What people look like is asked of their own moves only."""
    record = tmp_path / "games.jsonl"
    _whole_game(record)
    arguments = ["recognise", "othello(size=4)", "--games", str(record), "--types", "max_disk"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "1 game of people" in result.output
    other = CliRunner().invoke(cli, ["recognise", "othello", "--games", str(record)])
    assert isinstance(other.exception, om.OptionError)
