"""What all connections of a server share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from otherminds.web.settings import ServerOptions
from otherminds.web.store import Keeper
from otherminds.web.study_desk import StudyDesk
from otherminds.web.tables import Tables

__all__ = ["Server"]

T = TypeVar("T")


class Server:
    """The tables, the file they are kept in, and threads for what would block others.

    Args:
        options: what it was started with.
    """

    def __init__(self, options: ServerOptions) -> None:
        self.options = options
        self.log = logging.getLogger("otherminds.web")
        self.keeper = Keeper(options.store)
        self.tables = Tables(options, self.keeper)
        self.studies = StudyDesk(self.tables)
        self._quick = ThreadPoolExecutor(max_workers=16, thread_name_prefix="answer")
        self._long = ThreadPoolExecutor(
            max_workers=max(2, options.thinkers), thread_name_prefix="analysis"
        )

    async def soon(self, work: Callable[[], T]) -> T:
        """Do something short in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def later(self, work: Callable[[], T]) -> T:
        """Do something long in a thread, when its turn comes."""
        return await asyncio.get_running_loop().run_in_executor(self._long, work)

    def close(self) -> None:
        """Let all tables sleep, and close the file."""
        self.tables.close()
        self._long.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=True, cancel_futures=True)
        self.keeper.close()
