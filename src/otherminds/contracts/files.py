"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["reason", "write_whole", "write_whole_bytes"]


def reason(error: OSError | UnicodeDecodeError) -> str:
    """Why a file could not be used, without numbers of errors and names of temporary files.

    Examples:
        >>> reason(FileNotFoundError(2, "No such file or directory", "a.json"))
        'No such file or directory'
    """
    return (isinstance(error, OSError) and error.strerror) or str(error)


def write_whole(path: Path, text: str) -> None:
    """Write a text beside the file and put it in the file's place when all of it is on the disk.

    So a full disk or a kill loses nothing that was there. What is not a plain file, such as
    ``/dev/stdout``, is written directly.

    Raises:
        OSError: it cannot be written.
    """
    write_whole_bytes(path, text.encode("utf-8", errors="replace"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """The same for bytes.

    Raises:
        OSError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is None:
        path.write_bytes(data)
        return
    number, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(number)
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _mode(target: Path) -> int | None:
    """The permissions of the file, or of a new one; None for what is not a plain file."""
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(found) if stat.S_ISREG(found) else None
