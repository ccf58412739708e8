"""Players that are programs of their own: ``program('./bot')``, in any language."""

from __future__ import annotations

import shlex
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any

from otherminds.agents.lines import ProgramAgent
from otherminds.agents.othello_engines import GtpAgent, NBoardAgent
from otherminds.agents.process import files_of
from otherminds.contracts import Agent, Game, OptionError, Recipe
from otherminds.contracts.importing import check_command

__all__ = ["PROTOCOLS", "Program"]

PROTOCOLS = ("lines", "gtp", "nboard")

DEPTH = 8
"""How deep an engine looks that speaks NBoard, where nothing else is said."""


@dataclass(frozen=True, repr=False)
class Program(Recipe):
    """A program that plays: it reads from its input and answers on its output.

    Each match that wants a fresh player starts it anew; in a series it lives on. It forfeits where
    an agent in Python would: if it ends, keeps silent or answers nonsense. No shell reads the
    command.

    Attributes:
        command: what starts it, with arguments as a shell would split them; relative to the
            working directory.
        seconds: how long it may take for an answer.
        protocol: what it speaks: ``lines`` of JSON for every game, ``gtp`` or ``nboard`` for
            Othello.
        depth: how deep it shall look, for ``nboard`` alone; 8 by default.

    Raises:
        OptionError: the command is empty or cannot be split, or an option is out of its range.
        ImportRefusedError: a file names it, and nobody has allowed that.

    Examples:
        >>> Program("./bot --depth 3")
        program('./bot --depth 3')
        >>> Program("gtp-rhino --level 1", protocol="gtp")
        program('gtp-rhino --level 1', protocol='gtp')
    """

    command: str
    _: KW_ONLY
    seconds: float = 60.0
    protocol: str = "lines"
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse what could not be started."""
        if not isinstance(self.command, str):
            raise OptionError(f"The command of a program is a text, not {self.command!r:.60}.")
        check_command(self.command)
        self.arguments()
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
            raise OptionError(f"seconds of program is a number, not {self.seconds!r:.60}.")
        if not 0 < self.seconds <= 1e6:
            raise OptionError(f"seconds of program is above 0 and up to 1e6, not {self.seconds}.")
        if self.protocol not in PROTOCOLS:
            raise OptionError(
                f"protocol of program is one of {', '.join(PROTOCOLS)}, not {self.protocol!r:.60}."
            )
        if self.depth is None:
            return
        if self.protocol != "nboard":
            raise OptionError("depth of program belongs to protocol='nboard'.")
        if type(self.depth) is not int or not 1 <= self.depth <= 60:
            raise OptionError(f"depth of program is from 1 to 60, not {self.depth!r:.60}.")

    def arguments(self) -> list[str]:
        """The command, split."""
        try:
            parts = shlex.split(self.command)
        except ValueError as error:
            raise OptionError(
                f"The command {self.command!r:.80} cannot be split: {error}."
            ) from error
        if not parts or any("\0" in part for part in parts):
            raise OptionError(f"{self.command!r:.80} is not the command of a program.")
        return parts

    def files(self) -> list[Path]:
        """The files among program and arguments: what decides how it plays."""
        return files_of(self.arguments())

    def agent(self, game: Game) -> Agent:
        """A new agent; the program is started when a match begins."""
        check_command(self.command)
        if self.protocol == "lines":
            return ProgramAgent(self.arguments(), self.seconds)
        if game.name != "othello":
            raise OptionError(f"Programs that speak {self.protocol} play othello, not {game.name}.")
        if self.protocol == "gtp":
            return GtpAgent(self.arguments(), self.seconds)
        return NBoardAgent(self.arguments(), self.seconds, self.depth or DEPTH)

    def _policy(self) -> dict[str, Any]:
        raise OptionError(f"{self!r} cannot be a model inside a search, which would copy it.")
