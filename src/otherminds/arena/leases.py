"""Who plays what, where several processes share a store.

The agents of a series remember, so a series that a kill has cut short is removed and played anew.
Whether it was cut short or is just being played, the rows do not say. So a process leases a series
before it plays it, and nobody removes rows under the lease of a process that lives. A process shows
that it lives by the lock on a file beside the store, which the system releases when the process
ends, however it ends.
"""

from __future__ import annotations

import fcntl
import glob
import os
import secrets
from contextlib import suppress

from otherminds.arena.recorded import StoreError

__all__ = ["Holder"]


class Holder:
    """One who holds leases, known by a random name.

    Args:
        path: of the store; empty for one in memory, which nobody shares.
    """

    def __init__(self, path: str) -> None:
        self._base = os.path.realpath(path) if path else ""
        self._file: int | None = None
        self.name = ""

    def begin(self) -> None:
        """Take a name and lock its file, if that has not been done yet."""
        if self.name:
            return
        name = secrets.token_hex(8)
        while self._base and self._file is None:
            name = secrets.token_hex(8)
            try:
                self._file = _locked(self._lock(name))
            except OSError as error:
                raise StoreError(
                    f"{self._lock(name)} cannot be made and locked, which a series needs: {error}."
                ) from error
        self.name = name

    def sweep(self) -> None:
        """Remove the files of holders that were killed before they leased anything."""
        if self._base:
            start = self._lock("")
            for path in glob.glob(f"{glob.escape(start)}*"):
                self.lives(path.removeprefix(start))

    def end(self) -> None:
        """Give the name up, and with it all leases."""
        if self._file is not None:
            with suppress(OSError):
                os.unlink(self._lock(self.name))
            os.close(self._file)
        self._file, self.name = None, ""

    def lives(self, name: str) -> bool:
        """Whether the holder of a name lives; what a dead one has left is removed."""
        if name == self.name:
            return True
        if not self._base or not name.isalnum():
            return False
        try:
            file = os.open(self._lock(name), os.O_RDONLY)
        except FileNotFoundError:
            return False
        except OSError:  # it is there, but not for us to look at
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        else:
            with suppress(OSError):
                os.unlink(self._lock(name))
            return False
        finally:
            os.close(file)

    def _lock(self, name: str) -> str:
        return f"{self._base}-playing-{name}"


def _locked(path: str) -> int | None:
    """A new file, locked; None where somebody has removed it before it was locked."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.path.exists(path):
            return file
    except BaseException:
        os.close(file)
        raise
    os.close(file)
    return None
