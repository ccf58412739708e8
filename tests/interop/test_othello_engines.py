"""Othello engines both ways: those of others at our table, and our agents as engines."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from otherminds import AgentError, OptionError, load, play_match
from otherminds.agents import Program
from otherminds.arena.plan import plan_tournament
from otherminds.contracts import PlayerLike
from otherminds.interop.ggf import GgfGame, GgfMove, write_ggf
from otherminds.interop.gtp import GtpEngine
from otherminds.interop.nboard import NBoardEngine
from tests.arena.runs import play

pytestmark = pytest.mark.slow

OURS = f"{shlex.quote(sys.executable)} -c 'from otherminds.cli import main; main()'"
RHINO = shutil.which("gtp-rhino", path=f"{os.environ.get('PATH', '')}:/usr/games")
PATIENCE = 120.0


def ours(protocol: str, agent: str) -> Program:
    """One of our agents behind its own engine, in another process."""
    return Program(f"{OURS} {protocol} --agent {agent}", protocol=protocol, seconds=PATIENCE)


# Ours at our own table, through the protocol ------------------------------------------------------


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize("seat", [0, 1])
def test_agents_play_through_their_engines(protocol: str, seat: int) -> None:
    """Whole games without a fault, in which either side has to pass now and then."""
    game = load("othello")
    players: list[PlayerLike] = ["max_disk", "max_disk"]
    players[seat] = ours(protocol, "max_disk").agent(game)  # lives on from game to game
    passed: set[int] = set()
    for seed in range(20):
        match = play_match(game, players, seed=seed)
        passed |= {actor for actor, action in match.moves if action == 64}
    assert passed == {0, 1}


def test_nboard_takes_a_match_up_from_another_position() -> None:
    game = load("othello")
    opening = play_match(game, ["random", "random"], seed=4).moves[:21]
    state = game.initial_state()
    for _, action in opening:
        state.apply_action(action)
    assert play_match(game, [ours("nboard", "max_disk"), "random"], seed=1, start=state).returns
    with pytest.raises(AgentError, match="another position"):
        play_match(game, [ours("gtp", "max_disk"), "random"], seed=1, start=state)


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_smaller_boards(protocol: str, size: int) -> None:
    game = load("othello", size=size)
    assert play_match(game, [ours(protocol, "max_disk"), "random"], seed=2).returns


# Faults of engines --------------------------------------------------------------------------------


def fake(tmp_path: Path, body: str) -> str:
    (tmp_path / "engine.py").write_text(
        "import sys\nfor line in sys.stdin:\n    words = line.split()\n"
        + "".join(f"    {row}\n" for row in body.splitlines())
    )
    return f"{shlex.quote(sys.executable)} {tmp_path / 'engine.py'}"


GTP = """
answer = {'list_commands': 'boardsize'}.get(words[0], '')
if words[0] == 'genmove': answer = ANSWER
print(answer if answer.startswith('?') else '= ' + answer, end='\\n\\n', flush=True)
"""
NBOARD = """
if words[0] == 'ping': print('status busy', 'pong ' + words[1], sep='\\n', flush=True)
if words[0] == 'go': print('nodestats 1 0.1', '=== ' + ANSWER, sep='\\n', flush=True)
"""


@pytest.mark.parametrize(
    ("protocol", "body", "answer", "says"),
    [
        ("gtp", GTP, "a1", "not legal here"),
        ("gtp", GTP, "z9", "'z9', which is not a square"),
        ("gtp", GTP, "resign", "'resign', which is not a square"),
        ("gtp", GTP, "? illegal move", "'? illegal move' to 'genmove black'"),
        ("gtp", "sys.exit(4)", "", "ended with exit code 4"),
        ("nboard", NBOARD, "A1/1.0/0.1", "not legal here"),
        ("nboard", NBOARD, "??", "which is not a square"),
        ("nboard", "sys.exit(4)", "", "ended with exit code 4"),
    ],
)
def test_faults_forfeit(protocol: str, body: str, answer: str, says: str, tmp_path: Path) -> None:
    command = fake(tmp_path, body.strip().replace("ANSWER", repr(answer)))
    player = Program(command, protocol=protocol, seconds=PATIENCE)
    rows, _ = play(plan_tournament("othello", [player, "random"]), 2)
    reasons = {row.seats.index(0): str(row.reason) for row in rows}
    assert set(reasons) == {0, 1}
    assert says in reasons[0]


def test_what_does_not_fit_is_a_sentence() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"protocol": "uci"}, "lines, gtp, nboard"),
        ({"depth": 4}, "belongs to protocol='nboard'"),
        ({"depth": 0, "protocol": "nboard"}, "from 1 to 60"),
    ]
    for wrong, says in refused:
        with pytest.raises(OptionError, match=says):
            Program("./engine", **wrong)
    with pytest.raises(OptionError, match="play othello, not hanabi"):
        Program("./engine", protocol="gtp").agent(load("hanabi"))
    with pytest.raises(OptionError, match=r"written as program"):
        plan_tournament("othello", ["otherminds.agents.program.Program(command='x')", "random"])


# Our engine, line by line -------------------------------------------------------------------------


def gtp(*lines: str, agent: str = "max_disk") -> list[str]:
    return [answer.strip() for answer in GtpEngine(agent).answers(lines)]


def test_gtp_commands() -> None:
    assert gtp("protocol_version", "name", "7 known_command play", "known_command fly") == [
        "= 2",
        "= Otherminds",
        "=7 true",
        "= false",
    ]
    listed = gtp("list_commands")[0].removeprefix("= ").splitlines()
    for command in ("genmove", "undo", "set_game", "final_score", "reg_genmove"):
        assert command in listed
    assert gtp("", "# nothing", "komi 6.5 # none", "time_settings 1 2 3", "time_left b 9 0") == [
        "=",
        "=",
        "=",
    ]
    assert gtp("set_game Othello", "set_game Go", "list_games") == [
        "=",
        "? unknown game",
        "= Othello",
    ]
    assert gtp("quit", "name") == ["="]


def test_gtp_refuses_in_its_words() -> None:
    assert gtp(
        "fly", "play red d3", "play b", "play b z9", "boardsize 7", "boardsize x", "undo"
    ) == [
        "? unknown command",
        "? syntax error",
        "? syntax error",
        "? syntax error",
        "? unacceptable size",
        "? syntax error",
        "? cannot undo",
    ]
    assert gtp("play b a1", "play w c3", "play b pass", "play w pass", "final_score") == [
        "? illegal move",
        "? illegal move",
        "? illegal move",
        "? illegal move",
        "= 0",
    ]


def test_gtp_plays_takes_back_and_counts() -> None:
    answers = gtp("play b D3", "final_score", "reg_genmove w", "genmove w", "undo", "genmove w")
    assert answers[1] == "= B+3"
    assert {answers[place].removeprefix("= ") for place in (2, 3, 5)} <= {"C3", "C5", "E3"}
    boards = gtp("clear_board", "showboard", "play b d3", "undo", "showboard")
    assert boards[1] == boards[4]


def test_gtp_to_the_end_with_passes_left_out() -> None:
    game = load("othello")
    matches = (play_match(game, ["random", "random"], seed=seed) for seed in range(100))
    match = next(match for match in matches if any(action == 64 for _, action in match.moves))
    lines = [
        f"play {'bw'[seat]} {game.action_text(action)}"
        for seat, action in match.moves
        if action != 64
    ]
    assert set(gtp(*lines)) == {"="}
    *_, score, after = gtp(*lines, "final_score", "genmove b")
    assert after == "= PASS"
    assert score.startswith(
        "= B+" if match.returns[0] > 0 else "= W+" if match.returns[1] > 0 else "= 0"
    )


START = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {board} *]{moves};)"
BOARD = "-" * 27 + "O*------*O" + "-" * 27


def nboard(*lines: str, agent: str = "search(iterations=50)") -> list[str]:
    return list(NBoardEngine(agent).answers(lines))


def test_nboard_session() -> None:
    game = START.format(board=BOARD, moves="B[F5]W[F6]B[D3]W[C5]")
    told = nboard("nboard 2", f"set game {game}", "set depth 6", "set contempt 0", "ping 1", "go")
    assert told[:3] == [
        "set myname search(iterations=50)",
        "pong 1",
        "status search(iterations=50) is thinking",
    ]
    square, evaluation, seconds = told[-2].removeprefix("=== ").split("/")
    assert load("othello").parse_action(square) < 64
    assert -64 <= float(evaluation) <= 64
    assert float(seconds) >= 0
    assert told[-1] == "status"
    assert told[3].startswith("nodestats ")


def test_nboard_hints_are_sorted_and_lines_begin_with_the_move() -> None:
    told = nboard(f"set game {START.format(board=BOARD, moves='')}", "hint 3")
    hints = [line.split() for line in told if line.startswith("search ")]
    assert len(hints) == 3
    assert len({hint[1][:2] for hint in hints}) == 3
    assert all(-64 <= float(hint[2]) <= 64 and hint[3] == "0" for hint in hints)


def test_nboard_does_not_play_its_own_move() -> None:
    told = nboard("nboard 2", "move F5//0", "ping 1", "go", "go", "learn", "fly me")
    squares = [line.split()[1].split("/")[0] for line in told if line.startswith("===")]
    assert set(squares) <= {"D6", "F6", "F4"}  # White's answers to f5, both times
    assert len(squares) == 2
    assert told[-1] == "learned"


def test_nboard_says_what_is_wrong_and_goes_on() -> None:
    told = nboard("set game nonsense", "move A1", "move z9", "ping 2")
    assert [line.split()[0] for line in told] == ["status", "status", "status", "pong"]


def test_nboard_reads_what_we_write() -> None:
    match = play_match("othello", ["random", "random"], seed=1)
    moves = tuple(GgfMove(action) for _, action in match.moves)
    game = write_ggf([GgfGame(moves=moves)]).strip()
    assert nboard(f"set game {game}", "go", "hint 2", "ping 1") == ["=== PA", "pong 1"]


# grhino -------------------------------------------------------------------------------------------


@pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed: sudo apt install grhino")
@pytest.mark.parametrize("level", [1, 3])
def test_games_against_grhino(level: int) -> None:
    player = Program(f"{RHINO} --level {level}", protocol="gtp", seconds=PATIENCE)
    planned = plan_tournament("othello", [player, "random"], seed=level)
    rows, status = play(planned, 6 if level == 1 else 2)
    assert not status.forfeits, [row.reason for row in rows]
    assert sum(row.returns[row.seats.index(0)] for row in rows) > 0
