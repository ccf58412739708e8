"""A Pioneers server on this machine with robots of its own, and games of our agents there."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binomtest

from otherminds._core import Stream
from otherminds.contracts import AgentError, OptionError, PlayerLike
from otherminds.interop.pioneers import PioneersPlayer

__all__ = ["ROBOTS", "PioneersGame", "pioneers_table", "play_pioneers", "shares"]

ROBOTS = ("greedy", "genetic")
"""The kinds of robots that ``pioneersai`` has."""

_START_SECONDS = 20.0
_CHANGED = {"develop-soldier": "14"}
_LEFT_OUT = ("strict-trade",)


@dataclass(frozen=True)
class PioneersGame:
    """A finished game.

    Attributes:
        seats: where our agents sat.
        winner: the seat that has won.
        lines: how many commands our agents gave; none was declined, which would end the game.
        traded: how many exchanges with other players they made.
    """

    seats: tuple[int, ...]
    winner: int
    lines: int
    traded: int


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        raise OptionError(f"{name} is not installed: sudo apt install pioneers-console.")
    return found


def _game_file(players: int, points: int) -> str:
    """Pioneers' own default game with the development cards and the trades of our rules."""
    folders = (os.environ.get("PIONEERS_DIR", ""), "/usr/share/games/pioneers")
    files = [Path(folder) / "default.game" for folder in folders if folder]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        raise OptionError("Pioneers' default.game is not where Debian's package puts it.")
    rules = {**_CHANGED, "num-players": str(players), "victory-points": str(points)}
    lines = []
    for line in found.read_text().splitlines():
        name = line.partition(" ")[0]
        if name not in _LEFT_OUT:
            lines.append(f"{name} {rules[name]}" if name in rules else line)
    return "\n".join(lines) + "\n"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def pioneers_table(
    robots: Sequence[str], *, players: int = 4, points: int = 10
) -> Iterator[Callable[[], int]]:
    """A server for one game; the robots come in once the function that it gives is called.

    Args:
        robots: the kind of each, of `ROBOTS`.
        players: how many seats.
        points: how many points win.

    Yields:
        A function that lets the robots in and returns the port.

    Raises:
        OptionError: Pioneers is not installed, or has no such robot.
        AgentError: the server does not start.
    """
    for robot in robots:
        if robot not in ROBOTS:
            raise OptionError(f"There is no robot {robot!r}; accepted: {', '.join(ROBOTS)}.")
    server, robot_program = _program("pioneers-server-console"), _program("pioneersai")
    running: list[subprocess.Popen[bytes]] = []

    def start(command: Sequence[str]) -> None:
        quiet = subprocess.DEVNULL
        running.append(
            subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, cwd=folder)
        )

    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "otherminds.game"
        rules.write_text(_game_file(players, points))
        port = _free_port()
        try:
            start([server, "--file", str(rules), "-p", str(port), "-T", "1", "-x", "-k", "120"])
            _wait_for(port, running[0])

            def let_in() -> int:
                for number, kind in enumerate(robots):
                    where = ["-s", "127.0.0.1", "-p", str(port), "-n", f"{kind} {number}"]
                    start([robot_program, *where, "-a", kind, "-t", "0", "-c"])
                return port

            yield let_in
        finally:
            for process in reversed(running):
                process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(5)
                if process.poll() is None:
                    process.kill()
                    process.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AgentError("pioneers-server-console did not start.")


def play_pioneers(
    agents: Sequence[PlayerLike],
    *,
    robots: Sequence[str] = ("greedy",) * 3,
    points: int = 10,
    seed: int | Stream = 0,
    watch: Callable[[PioneersPlayer, str], object] | None = None,
) -> PioneersGame:
    """Play one game against a server's robots; the server draws board, seats and dice.

    Args:
        agents: who plays, each as a client of its own.
        robots: against which robots.
        points: how many points win.
        seed: decides what the agents draw.
        watch: called before each message is followed, with the player and the message.

    Raises:
        OptionError: Pioneers is not installed, or there are too many or too few players.
        AgentError: the server cannot be started or falls silent.
        FormatError: it declines a command, or says what cannot be understood.
    """
    players = len(agents) + len(robots)
    if not agents or not 2 <= players <= 4:
        raise OptionError(f"A game has 2 to 4 players and an agent among them, not {players}.")
    stream = Stream(seed) if isinstance(seed, int) else seed
    with pioneers_table(robots, players=players, points=points) as let_in:
        port = let_in()
        at_the_table: list[PioneersPlayer] = []

        def play(place: int) -> PioneersPlayer:
            client = PioneersPlayer(
                agents[place],
                f"otherminds {place}",
                port=port,
                seed=stream.child(place),
                watch=watch,
            )
            at_the_table.append(client)
            client.play()
            return client

        with ThreadPoolExecutor(len(agents)) as pool:
            games = [pool.submit(play, place) for place in range(len(agents))]
            done, waiting = wait(games, return_when=FIRST_EXCEPTION)
            if waiting:  # for moves that will not come
                for client in at_the_table:
                    client.close()
                raise next(error for game in done if (error := game.exception()))
            clients = [game.result() for game in games]
    winner = clients[0].winner
    assert winner is not None
    return PioneersGame(
        tuple(client.number for client in clients),
        winner,
        sum(client.spoken for client in clients),
        sum(client.traded for client in clients),
    )


def shares(games: Sequence[PioneersGame], players: int) -> str:
    """How often our agents have won, and the robots, with intervals of 95 %."""
    count, lines = len(games), []
    ours = sum(game.winner in game.seats for game in games)
    seats = len(games[0].seats)
    for who, won, of in (("agent", ours, seats), ("robots", count - ours, players - seats)):
        low, high = binomtest(won, count).proportion_ci(method="wilson")
        share = f"{100 * won / count:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
        lines.append(f"{who}: {won} of {count} games, {share}, in {of} of {players} seats")
    commands = sum(game.lines for game in games)
    traded = sum(game.traded for game in games)
    lines.append(f"{commands:,} commands, none declined; {traded} exchanges with other players")
    return "\n".join(lines)
