"""JSettlers: our agents as robots, on a server that speaks its sequences and on a live one."""

from __future__ import annotations

import os
import socket
import struct
from collections import Counter

import pytest

from otherminds import AgentError, FormatError
from otherminds.games import catan
from otherminds.interop.jsettlers import JSettlersPlayer
from otherminds.interop.jsettlers_board import JSettlersBoard
from otherminds.interop.jsettlers_server import play_jsettlers
from tests.interop.jsettlers_server import FRAME, FakeServer
from tests.interop.test_catan_seat import Told, before_the_third_knight

SURE = 1 - 1e-9
JAR = os.environ.get("OTHERMINDS_JSETTLERS_JAR", "")


def board() -> JSettlersBoard:
    terrain = iter([1, 2, 3, 4, 5, 0, *[1, 2, 3, 4, 5] * 3][:19])
    hexes = [next(terrain) if word == "." else int(word) for word in FRAME]
    return JSettlersBoard(hexes, [0] * 37)


def test_the_board_is_read() -> None:
    read = board()
    assert read.layout.startswith("c2 o2 s2 w2 f2 d c2")
    assert Counter(read.layout.split(" / ")[1].split())["3"] == 4
    assert [read.hex(at) for at in (0x37, 0x59, 0x7B, 0x35, 0x33, 0xB7)] == [0, 1, 2, 3, 7, 18]
    for vertex in range(54):
        assert read.vertex(read.their_vertex(vertex)) == vertex
    for edge in catan.EDGES:
        assert tuple(read.edge(read.their_edge(edge))) == edge
    # A settlement and the road beside it, as the protocol's description shows them.
    assert read.vertex(0xBA) in read.edge(0xBA)
    assert read.vertex(0x7A) in read.edge(0x6A)


def test_other_boards_are_refused() -> None:
    with pytest.raises(FormatError, match="37 hexes"):
        JSettlersBoard([6] * 45, [0] * 45)
    with pytest.raises(FormatError, match="0 hexes of land"):
        JSettlersBoard([6] * 37, [0] * 37)


@pytest.mark.parametrize(("seed", "first", "client"), [(1, 2, 0), (2, 0, 3), (5, 1, 1)])
def test_whole_games_are_followed(seed: int, first: int, client: int) -> None:
    """At each turn what the seat is certain of is true; in the end the table is the referee's."""
    server = FakeServer(seed, first=first, client=client)
    server.start()
    compared: Counter[str] = Counter()

    def watch(player: JSettlersPlayer, message: str) -> None:
        kind = message.partition("|")[0]
        if kind == "1072":
            belief = catan.counts(player.follower.belief)
            for held, truth in zip(belief, server.hands[compared[kind]], strict=True):
                for name, chances in held.items():
                    assert chances[truth[name]] > 0
                    if max(chances) > SURE:
                        assert chances[truth[name]] > SURE
                        compared["certain"] += 1
        compared[kind] += 1

    player = JSettlersPlayer(
        Told(), "ours", cookie="?", port=server.port, seed=seed, seconds=20, watch=watch
    )
    winner = player.play()
    server.join(10)
    assert compared["certain"] > 500
    assert winner == server.theirs(server.facts["table"]["current"])
    truth = server.state.view(server.mine).facts
    known = player.follower.facts
    for part in ("hands", "held", "hand_sizes"):
        assert known[part] == truth[part]
    skipped = ("phase", "winner", "current", "acting", "turn", "roll", "offers", "card_played")
    for part, value in truth["table"].items():
        if part not in (*skipped, "bought"):
            assert known["table"][part] == value, part
    for kind in ("1009", "1028", "1034", "1040", "1041", "1046", "1086"):
        assert compared[kind] > 0, kind


def test_faults_of_servers_are_sentences() -> None:
    for fault, says in (("hand", "where our rules have"), ("decline", "declined a request")):
        server = FakeServer(3, fault=fault)
        server.start()
        player = JSettlersPlayer(Told(), "ours", cookie="?", port=server.port, seconds=20)
        with pytest.raises(FormatError, match=says):
            player.play()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        player = JSettlersPlayer(
            "random", "ours", cookie="?", port=silent.getsockname()[1], seconds=0.2
        )
        with pytest.raises(AgentError, match="silent"):
            player.play()
        port = silent.getsockname()[1]
    with pytest.raises(AgentError, match="No JSettlers server"):
        JSettlersPlayer("random", "ours", cookie="?", port=port)


def test_a_robbery_that_wins_by_the_largest_army_is_followed() -> None:
    """The server tells whom the knight robs before it says that the game is over."""
    follower, hex_ = before_the_third_knight()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        player = JSettlersPlayer("random", "ours", cookie="?", port=port, seconds=10)
        connection, _ = server.accept()
    at = board()
    player.follower, player.number = follower, 1
    player._game, player._started, player._players, player._board = "g", True, 4, at
    said = ["1046|g,0,1,9", f"1034|g,0,{at.their_hex(hex_)}", "1102|g,0,1,R,5,1,T"]
    said += ["1096|g|4|0", "1025|g,1000"]
    with connection:
        for text in said:
            connection.sendall(struct.pack(">H", len(text)) + text.encode())
        assert player.play() == 0


@pytest.mark.skipif(not JAR, reason="OTHERMINDS_JSETTLERS_JAR names no jar of JSettlers2.")
@pytest.mark.slow
def test_a_live_server_declines_nothing() -> None:
    game = play_jsettlers("stac", JAR, seed=1)
    assert 0 <= game.winner < 4
    assert game.lines > 50
