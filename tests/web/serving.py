"""A server on the loopback interface, and a browser that speaks its messages."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0
"""Seconds to wait for what takes milliseconds on an idle machine."""


class Served:
    """A server in a process of its own."""

    def __init__(self, store: Path, *arguments: str, cwd: Path | None = None) -> None:
        self.store = store
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from otherminds.cli import main; main()",
                "table",
                "--no-page",
                "--store",
                str(store),
                *arguments,
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+:\d+)/", line)
        assert found is not None, line
        self.host = found[1]

    def browser(self, **headers: str) -> Browser:
        """A new connection."""
        return Browser(
            connect(
                f"ws://{self.host}/ws",
                additional_headers=headers,
                max_size=None,
                open_timeout=PATIENCE,
                proxy=None,
            )
        )

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._gone()

    def end(self) -> None:
        """End it by Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self._gone()

    def _gone(self) -> None:
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def served(store: Path, *arguments: str, cwd: Path | None = None) -> Iterator[Served]:
    """A server that ends with the block."""
    server = Served(store, *arguments, cwd=cwd)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


class Browser:
    """One connection; everything that it is sent is kept."""

    def __init__(self, manager: AbstractContextManager[ClientConnection]) -> None:
        self._manager = manager
        self.socket = manager.__enter__()
        self.told: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._number = 0

    def send(self, type: str, **parts: Any) -> int:
        """Send a request; its number."""
        self._number += 1
        self.socket.send(json.dumps({"type": type, "request": self._number, **parts}))
        return self._number

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.told.append(message)
        return message

    def until(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next message that is wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.next()
            if wanted(message):
                return message
        raise AssertionError("it never came")

    def sees(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The last message that is wanted, also one that came before a reply."""
        for message in self.told[::-1]:
            if wanted(message):
                return message
        return self.until(wanted)

    def ask(self, type: str, **parts: Any) -> dict[str, Any]:
        """Send a request and wait for its reply."""
        number = self.send(type, **parts)
        return self.until(lambda message: message["request"] == number)

    def kind(self, type: str) -> dict[str, Any]:
        """The next message of a type."""
        return self.until(lambda message: message["type"] == type)

    def join(self, token: str) -> dict[str, Any]:
        """Sit down; the first state."""
        self.send("join", token=token)
        return self.kind("state")

    def my_turn(self, state: dict[str, Any]) -> dict[str, Any]:
        """The first state from this one on in which there is something to do, or the last."""
        while not state["over"] and not state["position"]["actions"]:
            state = self.kind("state")
        return state

    def close(self) -> None:
        self._manager.__exit__(None, None, None)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def seats(*kinds: str) -> list[dict[str, Any]]:
    """Seats: ``me``, ``person``, or the text of an agent."""
    return [
        {"kind": kind} if kind in ("me", "person") else {"kind": "agent", "player": kind}
        for kind in kinds
    ]
