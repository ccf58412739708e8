"""Games that we host for another program, over standard input and output."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import AgentError, load, play_match
from otherminds.agents import Program
from otherminds.cli import cli
from otherminds.contracts.importing import ImportRefusedError
from otherminds.interop.played import PlayedGame, write_played

pytestmark = pytest.mark.slow


def hosted(arguments: list[str], answer: Callable[[Any], Any]) -> list[Any]:
    """All lines of a host that another process runs, whose questions are answered by a function."""
    command = [sys.executable, "-c", "from otherminds.cli import main; main()", "host", *arguments]
    told = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin
        assert run.stdout
        for line in run.stdout:
            told.append(json.loads(line))
            if told[-1]["type"] == "act":
                run.stdin.write(json.dumps(answer(told[-1])) + "\n")
                run.stdin.flush()
    assert run.returncode == 0
    return told


def test_a_program_plays_our_agents() -> None:
    choose = random.Random(1)
    lines = hosted(
        ["hanabi", "--agents", "piers", "--seat", "1", "--games", "2", "--seed", "5"],
        lambda message: {"action": choose.choice(message["legal"])["action"]},
    )
    kinds = [line["type"] for line in lines]
    assert kinds.count("begin") == kinds.count("end") == 2
    begins = [line for line in lines if line["type"] == "begin"]
    assert {line["seat"] for line in begins} == {1}
    assert begins[0]["view"] != begins[1]["view"]


def test_nonsense_ends_it_with_a_sentence() -> None:
    result = CliRunner().invoke(cli, ["host", "othello", "--agents", "random"], input="pass\n")
    assert isinstance(result.exception, AgentError)
    last = json.loads(result.output.splitlines()[-1])
    assert last["type"] == "error"
    assert "'pass'" in last["error"]


def test_an_input_that_ends_is_a_sentence() -> None:
    result = CliRunner().invoke(cli, ["host", "othello", "--agents", "random"], input="")
    assert "ended before the game" in json.loads(result.output.splitlines()[-1])["error"]


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = load("othello", size=4)
    moves = play_match(game, ["random", "random"], seed=1).moves[:2]
    write_played(
        path,
        [
            PlayedGame(
                game=game,
                players=("", repr(Program("./bot"))),
                person=0,
                seed=1,
                moves=moves,
                beliefs=({},) * len(moves),
                returns=None,
            )
        ],
    )
    result = CliRunner().invoke(cli, ["play", "--resume", str(path)])
    assert isinstance(result.exception, ImportRefusedError)
    assert "--allow-imports" in str(result.exception)
