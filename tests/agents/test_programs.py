"""Programs in any language at the table: they play, and forfeit where agents in Python do."""

from __future__ import annotations

import gc
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from otherminds import AgentError, OptionError, load, play_match
from otherminds.agents import Program, parse_player, process
from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store
from otherminds.contracts.importing import ImportRefusedError, only_imports
from otherminds.games import game_of
from otherminds.search import Search, Types
from tests.arena.runs import facts, play

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples" / "programs"
PATIENCE = 60.0
"""Seconds that something may take on a machine that is busy with other work."""
PYTHON = shlex.quote(sys.executable)


def script(tmp_path: Path, body: str, name: str = "bot.py") -> str:
    """The command of a program whose answer to a line is given by a piece of Python."""
    (tmp_path / name).write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n" + "".join(f"    {row}\n" for row in body.splitlines())
    )
    return f"{PYTHON} {tmp_path / name}"


FIRST = """
if message["type"] == "act":
    print(json.dumps({"action": message["legal"][0]["action"]}), flush=True)
"""


@pytest.fixture(scope="module", params=["Python", "C", "JavaScript"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the example in each language."""
    if request.param == "Python":
        return f"{PYTHON} {EXAMPLES / 'random_mover.py'}"
    if request.param == "JavaScript":
        if shutil.which("node") is None:
            pytest.skip("The example in JavaScript needs node, which is not installed.")
        return f"node {EXAMPLES / 'random_mover.js'}"
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("The example in C needs a compiler, which is not installed.")
    bot = tmp_path_factory.mktemp("c") / "bot"
    source = str(EXAMPLES / "random_mover.c")
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", bot, source], check=True)
    return str(bot)


@pytest.mark.parametrize(
    "game", ["othello(size=4)", "hanabi(players=3)", "catan(turns=4)", "bazaar"]
)
def test_examples_play_whole_games(game: str, example: str) -> None:
    player = Program(example)
    seats = game_of(game).seats
    match = play_match(game, [player, *["random"] * (seats - 1)], seed=3)
    again = play_match(game, [player, *["random"] * (seats - 1)], seed=3)
    assert match.moves == again.moves  # they draw by the seed that they are given
    assert match.players[0] == f"program({example!r})"


def test_what_a_program_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "FAREWELL_SECONDS", PATIENCE)
    log = tmp_path / "log"
    bot = script(tmp_path, f"open({str(log)!r}, 'a').write(line)\n{FIRST.strip()}")
    match = play_match("bazaar(rounds=2)", [Program(bot), "random", "random"], seed=1)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    first, *_, last = told
    assert (first["type"], first["game"]) == ("begin", "bazaar(rounds=2)")
    assert (first["seat"], first["seats"]) == (0, 3)
    assert 0 <= first["seed"] < 2**53
    assert (last["type"], tuple(last["returns"])) == ("end", match.returns)
    moves = [one for one in told if one["type"] == "observe"]
    assert [one["actor"] for one in moves] == [
        "chance" if actor < 0 else actor for actor, _ in match.moves
    ]
    states = list(match.states())
    assert [one["view"] for one in moves] == [
        json.loads(state.view(0).to_json()) for state in states[1:]
    ]
    assert any(one["action"] is None for one in moves)  # the others' bids
    act = next(one for one in told if one["type"] == "act")
    action = act["legal"][0]["action"]
    assert act["legal"][0] == {
        "action": action,
        "text": match.game.action_text(action),
        "parts": match.game.action_parts(action),
    }


def test_a_program_may_answer_by_text(tmp_path: Path) -> None:
    bot = script(
        tmp_path,
        'if message["type"] == "act":\n'
        '    print(json.dumps({"text": message["legal"][-1]["text"]}), flush=True)',
    )
    assert play_match("othello(size=4)", [Program(bot), "random"], seed=1).returns


FAULTS = {
    "crash": ('print("no idea", file=sys.stderr)\nsys.exit(3)', "exit code 3: no idea"),
    "signal": ("os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
    "silence": ("pass", "has not answered for 0.3 seconds"),
    "nonsense": ('print("e4", flush=True)', "It answered 'e4', which is not a line such as"),
    "list": ('print("[1]", flush=True)', "which is not a line such as"),
    "truth": ('print(json.dumps({"action": True}), flush=True)', "which is not a line such as"),
    "illegal": ('print(json.dumps({"action": 64}), flush=True)', "not legal here"),
    "unknown": ('print(json.dumps({"text": "z9"}), flush=True)', "z9"),
    "endless": ('print("x" * 3_000_000, flush=True)', "more than 1,000,000 bytes"),
    "deaf": ("os.close(1)\ntime.sleep(60)", "closed its output"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_forfeit(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "FAREWELL_SECONDS", 0.2 if fault == "deaf" else PATIENCE)
    body, says = FAULTS[fault]
    indented = "\n    ".join(body.splitlines())
    bot = script(tmp_path, f'if message["type"] == "act":\n    {indented}')
    seconds = 0.3 if fault == "silence" else PATIENCE
    planned = plan_tournament("othello", [Program(bot, seconds=seconds), "random"])
    rows, status = play(planned, 2)
    assert status.forfeits == 2
    for row in rows:
        assert row.forfeit == row.seats.index(0)
        assert says in str(row.reason)


def test_what_cannot_be_started_forfeits() -> None:
    rows, _ = play(plan_tournament("othello", [Program("./no-such-bot"), "random"]), 2)
    assert all("cannot be started" in str(row.reason) for row in rows)


def test_one_that_never_reads_forfeits(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import time\ntime.sleep(60)\n")
    player = Program(f"{PYTHON} {tmp_path / 'bot.py'}", seconds=0.3)
    with pytest.raises(AgentError, match=r"has not (answered|read its input) for"):
        play_match("catan(turns=200)", ["random", "random", "random", player], seed=1)


def test_the_limit_of_a_tournament_holds_as_well(tmp_path: Path) -> None:
    bot = script(tmp_path, 'if message["type"] == "act":\n    time.sleep(60)')
    planned = plan_tournament("othello", [Program(bot), "random"], move_seconds=0.5)
    rows, _ = play(planned, 2)
    assert all("0.5 seconds" in str(row.reason) for row in rows)


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    """Neither one that ignores the end of its input, nor one that it has started itself."""
    log = tmp_path / "pids"
    (tmp_path / "bot.py").write_text(
        "import json, os, subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(log)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'act':\n"
        "        print(json.dumps({'action': message['legal'][0]['action']}), flush=True)\n"
        "time.sleep(60)\n"
    )
    play_match("othello(size=4)", [Program(f"{PYTHON} {tmp_path / 'bot.py'}"), "random"])
    gc.collect()
    numbers = list(map(int, log.read_text().split()))
    assert len(numbers) == 2
    deadline = time.monotonic() + PATIENCE
    while any(map(_lives, numbers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_lives, numbers))


def test_a_program_lives_through_a_series(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    bot = script(tmp_path, FIRST)
    with (tmp_path / "bot.py").open("r+") as file:
        text = file.read()
        file.seek(0)
        file.write(f"open({str(log)!r}, 'a').write('x')\n{text}")
    play(plan_tournament("othello", [Program(bot), "random"], options={"size": 4}, series=4), 4)
    assert log.read_text() == "x"


def test_one_tournament_whatever_plays_it(tmp_path: Path) -> None:
    bot = Program(script(tmp_path, FIRST))
    planned = plan_tournament("othello", [bot, "random"], options={"size": 4})
    assert facts(play(planned, 6)[0]) == facts(play(planned, 6, 1)[0])


def test_the_text_of_a_program_is_read_back() -> None:
    game = load("othello")
    player = parse_player("program('./bot --depth 3', seconds=5)", game)
    assert player == Program("./bot --depth 3", seconds=5)
    assert repr(player) == "program('./bot --depth 3', seconds=5)"
    assert parse_player(repr(player), game) == player
    assert repr(Program("./bot")) == "program('./bot')"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("program('')", "not the command"),
        ("program('\"')", "cannot be split"),
        ("program(3)", "is a text"),
        ("program('./bot', seconds=0)", "above 0"),
        ("program('./bot', seconds=true)", "is a number"),
        ("program('./bot', depth=3)", "depth"),
        ("program()", "cannot be made"),
        ("search(others=types(program('./bot')), iterations=5)", "cannot be a model"),
    ],
)
def test_texts_that_do_not_fit(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        parse_player(text, load("othello"))


def test_a_file_starts_no_program() -> None:
    for text in ("program('./bot')", "careless(program('./bot'), 0.5)"):
        with only_imports(), pytest.raises(ImportRefusedError, match=r"\./bot"):
            parse_player(text)


def test_another_program_under_the_same_name_is_another_player(tmp_path: Path) -> None:
    keys = []
    for body in (FIRST, FIRST.replace("[0]", "[-1]")):
        planned = plan_tournament("othello", [Program(script(tmp_path, body)), "random"])
        keys.append(planned.key)
        (code,) = planned.description()["code"].values()
        assert len(code) == 16
    assert keys[0] != keys[1]
    unknown = plan_tournament("othello", [Program("no-such-command"), "random"])
    assert set(unknown.description()["code"].values()) == {None}


def test_a_store_with_a_program_is_read_without_it(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    bot = script(tmp_path, FIRST)
    (tmp_path / "bot.py").write_text(
        f"open({str(mark)!r}, 'w').close()\n{(tmp_path / 'bot.py').read_text()}"
    )
    planned = plan_tournament("othello", [Program(bot), "random"], options={"size": 4})
    with Store(tmp_path / "r.db") as store:
        running.run(planned, store, games=2, workers=0)
    mark.unlink()
    with Store(tmp_path / "r.db", reading=True) as store:
        (stored,) = store.tournaments()
        with pytest.raises(ImportRefusedError, match="--allow-imports"):
            stored.tournament.planned()
        again: Any = stored.tournament.planned(allow_imports=True)
        assert again == planned
    assert not mark.exists()


def test_models_of_programs_are_refused_in_python() -> None:
    with pytest.raises(OptionError, match="cannot be a model"):
        Search(others=Types([Program("./bot")]), iterations=5).agent(load("othello"))
