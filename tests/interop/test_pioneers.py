"""Pioneers: our agents on a live server of Debian's package, among its robots."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import AgentError, FormatError, OptionError
from otherminds.cli import cli
from otherminds.games import catan
from otherminds.interop.pioneers import PioneersPlayer
from otherminds.interop.pioneers_board import PioneersBoard
from otherminds.interop.pioneers_server import PioneersGame, play_pioneers, shares
from tests.interop.test_catan_seat import before_the_third_knight

SURE = 1 - 1e-9
PATH = f"{os.environ.get('PATH', '')}:/usr/games"
LIVE = pytest.mark.skipif(
    shutil.which("pioneers-server-console", path=PATH) is None,
    reason="Pioneers is not installed: sudo apt install pioneers-console.",
)
RULES = """
title Default
random-terrain
domestic-trade
num-players 4
sevens-rule 0
victory-points 10
num-roads 15
num-bridges 0
num-ships 0
num-settlements 5
num-cities 4
num-city-walls 0
resource-count 19
develop-road 2
develop-monopoly 2
develop-plenty 2
develop-soldier 14
chits 11,12,9,4,6,5,10,3,11,4,8,8,10,9,3,5,2,6
map
-,-,s?5,s,so4,s,-
-,s,h0,p1,h2,s?4,-
-,s?0,d3,f4,p5,t6,s
s,f7,t8,m9,m10,f11,s?3
-,sl0,p12,f13,h14,m15,s
-,s,t16,t17,p18,sb2,-
-,-,sg1,s,sw2,s,-
.
""".strip().splitlines()


class Ledger:
    """What each of our seats knows at the beginning of each turn, by message."""

    def __init__(self) -> None:
        self.hands: dict[int, dict[int, dict[str, int]]] = defaultdict(dict)
        self.beliefs: dict[int, dict[int, Any]] = defaultdict(dict)
        self.sizes: dict[int, dict[int, list[int]]] = defaultdict(dict)

    def note(self, client: PioneersPlayer, message: str) -> None:
        if "turn " not in message or client.follower.facts["table"]["phase"] == 0:
            return
        facts, me = client.follower.facts, client.number
        turn = facts["table"]["turn"]
        self.hands[turn].setdefault(me, dict(facts["hands"][me]))
        self.beliefs[turn].setdefault(me, catan.counts(client.follower.belief))
        self.sizes[turn].setdefault(me, facts["hand_sizes"])


@LIVE
@pytest.mark.slow
def test_what_is_certain_is_what_the_others_hold() -> None:
    """Two of our seats play among robots: each knows its own hand, the other must not be wrong."""
    ledger = Ledger()
    game = play_pioneers(
        ["stac", "stac"], robots=["greedy"] * 2, points=6, seed=3, watch=ledger.note
    )
    assert len(game.seats) == 2
    checked: Counter[str] = Counter()
    for turn, beliefs in ledger.beliefs.items():
        for me, belief in beliefs.items():
            for other, hand in ledger.hands[turn].items():
                assert ledger.sizes[turn][me][other] == sum(hand.values())
                for name, chances in belief[other].items():
                    assert chances[hand[name]] > 0
                    if max(chances) > SURE and other != me:
                        checked["certain"] += 1
                        assert chances[hand[name]] > SURE
    assert checked["certain"] > 50


@LIVE
@pytest.mark.slow
def test_a_command_reports_shares() -> None:
    asked = ["pioneers", "--games", "1", "--agent", "stac", "--points", "5"]
    done = CliRunner().invoke(cli, [*asked, "--robots", "genetic, greedy, greedy"])
    assert done.exit_code == 0, done.output
    assert "commands, none declined" in done.output
    assert "in 1 of 4 seats" in done.output


def test_the_board_is_read() -> None:
    board = PioneersBoard(RULES)
    hexes, ports = board.layout.split(" / ")
    assert hexes.split()[:5] == ["c11", "s12", "c9", "d", "w4"]
    assert ports == "3 o 3 3 c s w f 3"
    assert board.vertex(4, 1, 4) in board.edge(4, 2, 0)
    for number, (x, y) in enumerate([(2, 1), (3, 1), (4, 1), (2, 2)]):
        assert board.hex(x, y) == number
        assert board.their_hex(number) == f"{x} {y}"
    for vertex in range(54):
        assert board.vertex(*map(int, board.their_vertex(vertex).split())) == vertex
    for edge in catan.EDGES:
        assert tuple(board.edge(*map(int, board.their_edge(edge).split()))) == edge


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("develop-soldier 14", "develop-soldier 13", "develop-soldier 13, ours has 14"),
        ("random-terrain", "strict-trade", "plays with strict-trade"),
        ("-,s,h0,p1,h2,s?4,-", "-,s,h0,p1,s,s?4,-", "another island"),
    ],
)
def test_other_rules_are_refused(was: str, becomes: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        PioneersBoard([becomes if line == was else line for line in RULES])


def served(*answers: str) -> int:
    """The port of a server that says this and hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listening.accept()
        with connection, listening:
            connection.sendall("".join(f"{line}\n" for line in answers).encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass

    threading.Thread(target=serve, daemon=True).start()
    return int(listening.getsockname()[1])


def welcomed(*rest: str) -> list[str]:
    welcome = "player 1 of 4, welcome to pioneers server 15.6"
    game = ["players follow", ".", "game", *RULES, "end", "gameinfo", "end", "OK"]
    return ["version report", "status report", welcome, *game, *rest]


def test_faults_of_servers_are_sentences() -> None:
    cases: list[tuple[list[str], type[Exception], str]] = [
        (["hello there"], FormatError, "'version report' here"),
        (["version report", "status report", "ERR full"], FormatError, "does not let"),
        (welcomed("ERR wrong-time"), FormatError, "declined a command"),
        (welcomed("player 0 remove road 1 2 3"), FormatError, "cannot follow"),
        (welcomed(), AgentError, "closed the connection"),
    ]
    for said, kind, says in cases:
        with pytest.raises(kind, match=says):
            PioneersPlayer("random", "us", port=served(*said), seconds=10).play()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(AgentError, match="No Pioneers server"):
            PioneersPlayer("random", "us", port=unused.getsockname()[1])


def test_a_robbery_that_wins_by_the_largest_army_is_followed() -> None:
    follower, hex_ = before_the_third_knight()
    where = PioneersBoard(RULES).their_hex(hex_)
    said = ["player 0 play-develop 0 8", f"player 0 moved-robber {where}"]
    said += ["player 0 stole lumber from 1", "player 0 won with 4"]
    player = PioneersPlayer("random", "us", port=served(*welcomed(*said)), seconds=10)
    player.follower = follower
    assert player.play() == 0


def test_more_calls_than_our_rules_have_offers_are_followed() -> None:
    """A call for quotes is an offer here for each pair of cards; a turn has twenty offers."""
    follower, _ = before_the_third_knight()
    follower.moved(0, follower.game.action_from_parts({"type": "end turn"}))
    for seat in (1, 2):
        follower.moved(seat, follower.game.action_from_parts({"type": "roll"}))
        follower.rolled(2, {1: {"wood": 1}, 2: {"clay": 1}, 3: {"ore": 1}} if seat == 2 else {})
        if seat == 1:
            follower.moved(seat, follower.game.action_from_parts({"type": "end turn"}))
    before = [_certain(follower.belief, seat) for seat in (2, 3)]
    call = "player 2 domestic-trade call supply 1 0 0 0 0 receive 0 0 0 0 1"
    taken = "player 2 domestic-trade accept player 3 quote 0 supply 0 0 1 0 0 receive 1 0 0 0 0"
    said = [*[call] * 25, taken, "player 2 won with 10"]
    player = PioneersPlayer("random", "us", port=served(*welcomed(*said)), seconds=10)
    player.follower = follower
    assert player.play() == 2
    assert player.traded == 0
    after = [_certain(follower.belief, seat) for seat in (2, 3)]
    assert after[0] == before[0] + Counter(ore=1) - Counter(clay=1)
    assert after[1] == before[1] + Counter(clay=1) - Counter(ore=1)


def _certain(belief: Any, seat: int) -> Counter[str]:
    """The hand of a seat of which everything is known."""
    held = catan.counts(belief)[seat]
    assert all(max(chances) > SURE for chances in held.values())
    return Counter({name: chances.index(max(chances)) for name, chances in held.items()})


def test_what_is_missing_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="2 to 4 players"):
        play_pioneers([], robots=["greedy"] * 4)
    with pytest.raises(OptionError, match="accepted: greedy, genetic"):
        play_pioneers(["random"], robots=["clever"])
    monkeypatch.setattr(shutil, "which", lambda *args, **options: None)
    with pytest.raises(OptionError, match="sudo apt install pioneers-console"):
        play_pioneers(["random"])


def test_shares_have_intervals() -> None:
    games = [PioneersGame((2,), winner, 100, 3) for winner in (2, 2, 0, 1)]
    assert (
        shares(games, 4).splitlines()[0]
        == "agent: 2 of 4 games, 50.0 % [15.0, 85.0], in 1 of 4 seats"
    )
