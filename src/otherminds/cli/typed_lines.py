"""Lines that a person types, with arrow keys, earlier lines and completion where there is readline.

Keys that scroll type a command, which works wherever readline reads the line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

__all__ = ["PAGE_DOWN", "PAGE_UP", "TypedLines"]

PAGE_UP, PAGE_DOWN = "page up", "page down"

readline: ModuleType | None
try:
    import readline
except ImportError:  # not on every system
    readline = None

_KEYS = {r"\e[5~": PAGE_UP, r"\e[6~": PAGE_DOWN}


class TypedLines:
    """Asks for lines.

    Args:
        words: what Tab may complete to, here and now.
    """

    def __init__(self, words: Callable[[], Sequence[str]] = lambda: ()) -> None:
        self._words = words
        self._fitting: list[str] = []
        self._edits = readline is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self._edits:
            self._set_up(readline)

    def _set_up(self, lines: Any) -> None:
        lines.set_completer(self._complete)
        lines.set_completer_delims("\n")  # moves have spaces
        if "libedit" in (lines.__doc__ or ""):  # another program under the same name
            lines.parse_and_bind("bind ^I rl_complete")
            return
        lines.parse_and_bind("tab: complete")
        for key, command in _KEYS.items():
            lines.parse_and_bind(rf'"{key}": "\C-a\C-k{command}\C-m"')

    def _complete(self, begun: str, place: int) -> str | None:
        if place == 0:
            self._fitting = [word for word in self._words() if word.startswith(begun.lstrip())]
        return self._fitting[place] if place < len(self._fitting) else None

    def ask(self, prompt: str) -> str:
        """The line that is typed; EOFError where there are no more."""
        if not self._edits:
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                print()
                raise EOFError
            return line.strip()
        line = input(prompt).strip()
        if line in _KEYS.values() and readline is not None:
            readline.remove_history_item(readline.get_current_history_length() - 1)
        return line
