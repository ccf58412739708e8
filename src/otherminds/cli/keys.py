"""One key at a time, or none within so many seconds."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["key_within", "single_keys"]

try:
    import termios
    import tty

    _THERE = True
except ImportError:  # not on every system: there keys have no effect
    _THERE = False


@contextmanager
def single_keys() -> Iterator[None]:
    """Let keys arrive at once, without Enter and without being shown."""
    if not (_THERE and sys.stdin.isatty()):
        yield
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    tty.setcbreak(number)
    try:
        yield
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def key_within(seconds: float | None) -> str:
    """The next key; empty if none comes in time. None waits as long as it takes."""
    if not (_THERE and sys.stdin.isatty()):
        time.sleep(seconds or 0.0)
        return ""
    ready = select.select([sys.stdin], [], [], seconds)[0]
    return sys.stdin.read(1) if ready else ""
