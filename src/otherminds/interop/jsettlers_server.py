"""A JSettlers server on this machine with robots of its own, and games of our agents there."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binomtest

from otherminds._core import Stream
from otherminds.contracts import AgentError, OptionError, PlayerLike
from otherminds.interop.jsettlers import JSettlersPlayer

__all__ = ["JSettlersGame", "jsettlers_table", "play_jsettlers", "shares"]

_START_SECONDS = 60.0
_PROPERTIES = {
    "jsettlers.startrobots": "4",
    "jsettlers.bots.percent3p": "25",  # one robot of four is not the server's
    "jsettlers.bots.botgames.total": "1",
    "jsettlers.bots.botgames.wait_sec": "4",
    "jsettlers.bots.botgames.shutdown": "Y",
    "jsettlers.bots.fast_pause_percent": "1",
    "jsettlers.bots.timeout.turn": "600",
}


@dataclass(frozen=True)
class JSettlersGame:
    """A finished game.

    Attributes:
        seat: where our agent sat.
        winner: the seat that has won.
        lines: how many messages our agent sent; no request was declined, which would end the game.
        traded: how many exchanges with other players it made.
        late: how many offers were gone when it accepted them.
    """

    seat: int
    winner: int
    lines: int
    traded: int
    late: int


@contextmanager
def jsettlers_table(jar: str, cookie: str) -> Iterator[int]:
    """A server for one game of three of its robots and one other.

    Args:
        jar: what Java finds JSettlersServer in: a jar, or several parts as a class path has them.
        cookie: what it wants of other robots.

    Yields:
        The port.

    Raises:
        OptionError: there is no Java or no such jar.
        AgentError: the server does not start.
    """
    java = shutil.which("java")
    if java is None:
        raise OptionError("JSettlers needs Java: sudo apt install default-jre-headless.")
    if not all(Path(part).exists() for part in jar.split(os.pathsep)):
        raise OptionError(f"{jar!r:.100} is not the jar of JSettlersServer.")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    properties = [f"-D{name}={value}" for name, value in _PROPERTIES.items()]
    command = [java, "-Djava.awt.headless=true", "-cp", jar, "soc.server.SOCServer", *properties]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(
        [*command, f"-Djsettlers.bots.cookie={cookie}", str(port), "40"],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
    )
    try:
        _wait_for(port, server)
        yield port
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)
        if server.poll() is None:
            server.kill()
            server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AgentError("The JSettlers server did not start.")


def play_jsettlers(agent: PlayerLike, jar: str, *, seed: int | Stream = 0) -> JSettlersGame:
    """Play one game against three robots of a server, which draws board, seats and dice.

    Args:
        agent: who plays.
        jar: the jar of JSettlersServer.
        seed: decides what the agent draws.

    Raises:
        OptionError: there is no Java or no such jar.
        AgentError: the server cannot be started or falls silent.
        FormatError: it declines a request, or says what cannot be understood.
    """
    cookie = secrets.token_hex(8)
    with jsettlers_table(jar, cookie) as port:
        client = JSettlersPlayer(agent, "otherminds", cookie=cookie, port=port, seed=seed)
        winner = client.play()
    assert winner is not None
    return JSettlersGame(client.number, winner, client.spoken, client.traded, client.late)


def shares(games: Sequence[JSettlersGame]) -> str:
    """How often our agent has won, with an interval of 95 %."""
    won, count = sum(game.winner == game.seat for game in games), len(games)
    low, high = binomtest(won, count).proportion_ci(method="wilson")
    late, traded = sum(game.late for game in games), sum(game.traded for game in games)
    return (
        f"agent: {won} of {count} games, {100 * won / count:.1f} % "
        f"[{100 * low:.1f}, {100 * high:.1f}], in 1 of 4 seats\n"
        f"{sum(game.lines for game in games):,} messages, none declined; {traded} exchanges with "
        f"other players, {late} offers gone too soon"
    )
