"""What is named by a path, ``package.module.Class``, and when such a path may be imported.

Importing a module runs it, so whoever writes a path decides what runs. A path that a person writes
in a program or on a command line is imported; one that stands in a file is not, unless the person
says so. Whoever reads files does it within `only_imports`. The same holds for commands of other
programs, see `check_command`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from otherminds.contracts.errors import OptionError

__all__ = ["ImportRefusedError", "check_command", "import_path", "only_imports"]

_OURS = "otherminds"
_allowed: ContextVar[frozenset[str] | None] = ContextVar("_allowed", default=None)
"""The modules that may be imported; None for all."""


class ImportRefusedError(OptionError):
    """A file names a module or a program that nobody has allowed it to run."""


@contextmanager
def only_imports(modules: Iterable[str] = ()) -> Iterator[None]:
    """Import no modules by path within this block but these, and those of otherminds itself."""
    token = _allowed.set(frozenset(modules))
    try:
        yield
    finally:
        _allowed.reset(token)


def import_path(path: str, kind: str, *, loaded: bool = False) -> Any:
    """What stands at the path of a module and a name in it.

    Args:
        path: ``package.module.name``.
        kind: what it should be, such as ``"player"``, for the sentence if it is not there.
        loaded: accept modules that the program has imported already, whatever is allowed.

    Raises:
        OptionError: there is no such module or name, or the module raises.
        ImportRefusedError: the module must not be imported here.

    Examples:
        >>> import_path("math.floor", "evaluation")(1.5)
        1
        >>> with only_imports():
        ...     import_path("antigravity.fly", "evaluation")
        Traceback (most recent call last):
        otherminds.contracts.importing.ImportRefusedError: The file names the evaluation ...
    """
    module, _, name = path.rpartition(".")
    if not _may_import(module) and not (loaded and module in sys.modules):
        raise ImportRefusedError(
            f"The file names the {kind} {path}, and reading a file does not import {module}, which "
            "would run its code."
        )
    try:
        return getattr(importlib.import_module(module), name)
    except (Exception, SystemExit) as error:  # importing runs the module
        raise OptionError(f"There is no {kind} {path}: {error}.") from error


def check_command(command: str) -> None:
    """Refuse to let a file name the command of a program, which would be started.

    Raises:
        ImportRefusedError: a file is being read, and nobody has allowed what it names.

    Examples:
        >>> check_command("./bot")
        >>> with only_imports():
        ...     check_command("./bot")
        Traceback (most recent call last):
        otherminds.contracts.importing.ImportRefusedError: The file names the program './bot' ...
    """
    if _allowed.get() is not None:
        raise ImportRefusedError(
            f"The file names the program {command!r} as a player, and reading a file does not "
            "start programs."
        )


def _may_import(module: str) -> bool:
    allowed = _allowed.get()
    if allowed is None or module in allowed:
        return True
    parts = module.split(".")
    return parts[0] == _OURS and "__main__" not in parts
