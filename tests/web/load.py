"""The load of many tables, and many mutilated messages: ``python -m tests.web.load --help``.

Agents at every table, a person who moves as soon as it is their turn but at most every so often;
told at the end: moves, lost actions, how long acknowledging took, memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from tests.web.serving import Served, served
from tests.web.test_server import fuzz

AGENTS = {
    "othello": "mcts(200)",
    "hanabi": "iggi",
    "cluedo": "heuristic",
    "catan": "stac",
    "tiny_coop": "planner",
}
"""The games, and who sits in the other seats: agents that answer within milliseconds."""
GAMES = tuple(AGENTS)
_SEATS = {"othello": 2, "hanabi": 2, "cluedo": 4, "catan": 4, "tiny_coop": 2}


class Guest:
    """A person at a table, who moves at a pace, and plays again when the game is over."""

    def __init__(self, server: Served, number: int, pace: float, agent: str | None) -> None:
        self._server, self._number, self._pace = server, number, pace
        self._game = GAMES[number % len(GAMES)]
        self._agent = agent or AGENTS[self._game]
        self.waits: list[float] = []
        self.sent = self.acknowledged = self.refused = 0

    async def play(self, until: float) -> None:
        await asyncio.sleep((self._number % 50) * self._pace / 50)
        game = self._game
        async with connect(
            f"ws://{self._server.host}/ws", max_size=None, proxy=None, open_timeout=60
        ) as socket:
            opponents = [{"kind": "agent", "player": self._agent}] * (_SEATS[game] - 1)
            await self._say(
                socket, type="create_table", game=game, seats=[{"kind": "me"}, *opponents]
            )
            made = json.loads(await socket.recv())
            assert made["type"] == "table_created", made
            await self._say(socket, type="join", token=made["mine"])
            next_move, asked = time.monotonic(), 0.0
            pending: dict[str, Any] | None = None
            state: dict[str, Any] | None = None
            while time.monotonic() < until or (pending and time.monotonic() < until + 60):
                try:
                    async with asyncio.timeout(0.25):
                        message = json.loads(await socket.recv())
                except TimeoutError:
                    message = {"type": "nothing"}
                if message["type"] == "state":
                    state = message
                elif pending and message.get("request") == 1:
                    self.waits.append(time.monotonic() - asked)
                    self.acknowledged += message["type"] == "accepted"
                    self.refused += message["type"] == "refused"
                    pending = None
                if (
                    state is None
                    or pending
                    or time.monotonic() > until
                    or time.monotonic() < next_move
                ):
                    continue
                if state["over"]:
                    await self._say(socket, type="rematch")
                    state = None
                elif state["position"]["actions"]:
                    position = state["position"]
                    asked, next_move = time.monotonic(), time.monotonic() + self._pace
                    pending = position
                    action = position["actions"][len(position["actions"]) // 2]["id"]
                    self.sent += 1
                    await self._say(
                        socket, type="act", turn=position["turn"], action=action, request=1
                    )

    async def _say(self, socket: Any, **message: Any) -> None:
        await socket.send(json.dumps(message))


def memory(server: Served) -> float:
    """What the server holds, in MiB."""
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def processor(server: Served) -> float:
    """Seconds of one core that the server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(server: Served, tables: int, seconds: float, pace: float, agent: str | None) -> None:
    until, used = time.monotonic() + seconds, processor(server)
    guests = [Guest(server, number, pace, agent) for number in range(tables)]

    async def watch() -> None:
        while time.monotonic() < until:
            await asyncio.sleep(max(5.0, seconds / 10))
            print(f"{memory(server):.0f} MiB, {sum(g.sent for g in guests):,} actions", flush=True)

    watching = asyncio.create_task(watch())
    ended = await asyncio.gather(*(guest.play(until) for guest in guests), return_exceptions=True)
    watching.cancel()
    failures = [each for each in ended if each is not None]
    waits = sorted(wait for guest in guests for wait in guest.waits)
    print(
        f"{tables} tables, {seconds:g} s: {sum(g.sent for g in guests):,} actions sent, "
        f"{sum(g.acknowledged for g in guests):,} acknowledged, "
        f"{sum(g.refused for g in guests):,} refused, {len(failures)} guests failed."
    )
    if waits:
        spent = 1000 * (processor(server) - used) / len(waits)
        print(f"{spent:.0f} ms of one core per action, what agents answer included.")
        tail = waits[int(0.95 * (len(waits) - 1))]
        print(
            f"Acknowledged after {1000 * statistics.median(waits):.0f} ms (median), "
            f"{1000 * tail:.0f} ms (95 %), {1000 * waits[-1]:.0f} ms (slowest)."
        )
    for failure in failures[:3]:
        print(repr(failure))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between a person's moves")
    parser.add_argument(
        "--agent", help="who sits in the other seats, such as level(3); by default a cheap agent"
    )
    parser.add_argument("--messages", type=int, default=0, help="mutilated messages instead")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        with served(Path(folder) / "tables.db", "--tables", "1000") as server:
            print(f"The server answered after {time.monotonic() - started:.1f} s.")
            if chosen.messages:
                fuzz(server, chosen.messages, seed=2)
                print(f"{chosen.messages:,} mutilated messages; the server is up.")
                return
            asyncio.run(load(server, chosen.tables, chosen.seconds, chosen.pace, chosen.agent))


if __name__ == "__main__":
    main()
