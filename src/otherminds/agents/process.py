"""A process of another program: lines to it and from it, within its time, and a safe end."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from otherminds.contracts import AgentError

__all__ = ["Running", "answered", "files_of"]

LONGEST_LINE = 1_000_000
"""Bytes of an answer."""

FAREWELL_SECONDS = 1.0
"""How long a program may take to end once its input is closed."""


class Running:
    """A process of a program, and lines to and from it within its time."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Start it.

        Raises:
            AgentError: it cannot be started.
        """
        self._name = shlex.join(command)
        self._seconds = seconds
        self._unread = b""
        self._last_words: deque[str] = deque(maxlen=1)
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what it starts itself ends with it
            )
        except OSError as error:
            raise AgentError(f"{self._name!r:.80} cannot be started: {error}.") from error
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process = process
        self._input, self._output = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._input, False)
        words = process.stderr
        self._listener = threading.Thread(
            target=_keep_last, args=(words, self._last_words), daemon=True
        )
        self._listener.start()
        self.close = weakref.finalize(self, _end, process)

    def write(self, line: str) -> None:
        """Hand a line over."""
        data = memoryview(f"{line}\n".encode())
        deadline = time.monotonic() + self._seconds
        while data:
            _, ready, _ = select.select([], [self._input], [], self._left(deadline))
            if not ready:
                raise AgentError(f"It has not read its input for {self._seconds:g} seconds.")
            try:
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None

    def read(self) -> str:
        """The next line that it writes."""
        deadline = time.monotonic() + self._seconds
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                raise AgentError(f"It answered by a line of more than {LONGEST_LINE:,} bytes.")
            ready, _, _ = select.select([self._output], [], [], self._left(deadline))
            if not ready:
                raise AgentError(f"It has not answered for {self._seconds:g} seconds.")
            read = os.read(self._output, 65_536)
            if not read:
                raise self._gone()
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def rest(self, most: int) -> str:
        """Close its input, and read all that it writes until it ends."""
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        deadline = time.monotonic() + self._seconds
        while True:
            ready, _, _ = select.select([self._output], [], [], self._left(deadline))
            if not ready:
                raise AgentError(f"It has not answered for {self._seconds:g} seconds.")
            read = os.read(self._output, 65_536)
            self._unread += read
            if len(self._unread) > most:
                raise AgentError(f"It answered with more than {most:,} bytes.")
            if not read:
                break
        ended = _wait(self._process, FAREWELL_SECONDS)
        if ended is None or ended.si_code != os.CLD_EXITED or ended.si_status:
            raise self._gone()
        return self._unread.decode(errors="replace")

    @staticmethod
    def _left(deadline: float) -> float:
        return max(0.0, deadline - time.monotonic())

    def _gone(self) -> AgentError:
        """What to say of a program that has ended or closed its side."""
        ended = _wait(self._process, FAREWELL_SECONDS)
        if ended is None:
            how = "closed its output"
        elif ended.si_code == os.CLD_EXITED:
            how = f"ended with exit code {ended.si_status}"
        else:
            how = f"was ended by {signal.Signals(ended.si_status).name}"
        self._listener.join(FAREWELL_SECONDS)
        said = "".join(f": {words:.200}" for words in self._last_words)
        return AgentError(f"The program {self._name!r:.80} {how}{said}")


def files_of(command: Sequence[str]) -> list[Path]:
    """The files among a program and its arguments."""
    found = shutil.which(command[0])
    parts = ([found] if found else []) + list(command[1:])
    return [Path(part) for part in parts if Path(part).is_file()]


def answered(command: Sequence[str], said: str, seconds: float, most: int) -> str:
    """All that a program writes to what is said to it, until it ends.

    Raises:
        AgentError: it cannot be started, takes too long, fails, or writes more than ``most`` bytes.
    """
    running = Running(command, seconds)
    try:
        running.write(said)
        return running.rest(most)
    finally:
        running.close()


def _keep_last(words: IO[bytes], kept: deque[str]) -> None:
    """Read what a program complains about, so that it never waits; keep the last line."""
    for line in iter(lambda: words.readline(4096), b""):
        if text := line.decode(errors="replace").strip():
            kept.append(text)
    words.close()


def _wait(process: subprocess.Popen[bytes], seconds: float) -> os.waitid_result | None:
    """How a process ended, if it does so in time; its number stays taken until it is reaped."""
    deadline = time.monotonic() + seconds
    while True:
        ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if ended is not None or time.monotonic() > deadline:
            return ended
        time.sleep(0.005)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the input of a program, wait for it to end, and end it and what it started."""
    for pipe in (process.stdin, process.stdout):  # the latter frees one that waits to be read
        with suppress(OSError):
            assert pipe
            pipe.close()
    _wait(process, FAREWELL_SECONDS)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
