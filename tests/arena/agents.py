"""Agents for tests of the arena: good ones, forgetful ones, and all kinds of bad ones.

They live in a module because worker processes import them by name.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from otherminds import Agent, Game, Observation, Stream, View

LOG: list[Any] = []
"""What agents of this process want a test to know."""


class Chooser(Agent):
    """Draws its moves from its own stream."""

    def __init__(self, name: str = "", value: Any = None) -> None:
        self.name = name
        self.value = value

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.rng = stream.rng()

    def act(self, view: View) -> int:
        chosen: int = self.rng.choice(view.legal_actions())
        return chosen


class Numbered(Chooser):
    """Logs its number, one a living agent, and where it sits."""

    _numbers = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self._number = next(self._numbers)

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        LOG.append((self._number, seat))


class Counting(Agent):
    """Remembers how many matches it has begun, and plays by it; its life shows in its moves.

    It may be slowed down from outside without becoming another player.
    """

    def __init__(self) -> None:
        self.matches = 0

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.matches += 1
        time.sleep(float(os.environ.get("ARENA_NAP", "0")))
        LOG.append((id(self), self.matches, seat))

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[self.matches % len(legal)]


class Faulty(Chooser):
    """Raises in one of its methods, in one match of so many."""

    def __init__(self, where: str, one_in: int = 1, interrupt: bool = False) -> None:
        super().__init__()
        self.where = where
        self.one_in = one_in
        self.error = KeyboardInterrupt() if interrupt else ValueError(f"nothing works in {where}")
        self.bad = False

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.bad = stream.child("bad").rng().below(self.one_in) == 0
        self._fail("begin")

    def observe(self, observation: Observation, view: View) -> None:
        self._fail("observe")

    def act(self, view: View) -> int:
        self._fail("act")
        return super().act(view)

    def end(self, returns: Sequence[float]) -> None:
        self._fail("end")

    def _fail(self, where: str) -> None:
        if self.bad and where == self.where:
            raise self.error


class Answering(Agent):
    """Answers something that is not a legal action."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def act(self, view: View) -> int:
        count = view.game.action_count
        legal = set(view.legal_actions())
        answers: dict[str, Any] = {
            "illegal": next(action for action in range(count) if action not in legal),
            "negative": -1,
            "beyond": count,
            "huge": 2**80,
            "nothing": None,
            "text": "<b>pass</b>",
            "fraction": 0.5,
        }
        answer: int = answers[self.kind]
        return answer


class Raising(Chooser):
    """Raises with words of somebody else."""

    def __init__(self, says: str) -> None:
        super().__init__()
        self.says = says

    def act(self, view: View) -> int:
        raise RuntimeError(self.says)


class Slow(Chooser):
    """Takes its time, without end if it takes none."""

    def __init__(self, seconds: float = 0.0, where: str = "act", stubborn: bool = False) -> None:
        super().__init__()
        self.seconds = seconds
        self.where = where
        self.stubborn = stubborn

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._think("begin")

    def act(self, view: View) -> int:
        self._think("act")
        return super().act(view)

    def _think(self, where: str) -> None:
        if where != self.where:
            return
        if self.seconds:
            time.sleep(self.seconds)
            return
        while True:
            try:
                sum(range(1000))
            except Exception:
                if not self.stubborn:
                    raise


class Deaf(Chooser):
    """Loops without end in one match of so many, and lets nobody interrupt it."""

    def __init__(self, how: str = "swallows", one_in: int = 1) -> None:
        super().__init__()
        self.how = how
        self.one_in = one_in

    def act(self, view: View) -> int:
        if self.stream.child("bad").rng().below(self.one_in) == 0:
            if self.how == "blocks":
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            while True:
                try:
                    sum(range(1000))
                except BaseException:
                    continue
        return super().act(view)


class Dying(Chooser):
    """Takes its process with it, in one match of so many, or once if there is a file to know it."""

    def __init__(self, how: str = "exit", one_in: int = 1, once: str = "") -> None:
        super().__init__()
        self.how = how
        self.one_in = one_in
        self.once = once

    def act(self, view: View) -> int:
        if self.stream.child("bad").rng().below(self.one_in) == 0:
            if not self.once:
                self._die()
            elif not Path(self.once).exists():
                Path(self.once).touch()
                self._die()
        return super().act(view)

    def _die(self) -> None:
        if self.how == "exit":
            os._exit(3)
        os.kill(os.getpid(), signal.SIGKILL)


class Leaving(Chooser):
    """Ends the program, as far as it is let, in one of its methods."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        if where == "agent" and LOG:
            sys.exit("enough")

    def act(self, view: View) -> int:
        if self.where == "act":
            sys.exit("enough")
        return super().act(view)

    @property
    def watches(self) -> bool:
        if self.where == "watches":
            sys.exit("enough")
        return False


class Unmade(Chooser):
    """Can be made so many times in a process, then no more."""

    made = 0

    def __init__(self, times: int = 0) -> None:
        super().__init__()
        if Unmade.made >= times:
            raise RuntimeError("out of clay")
        Unmade.made += 1


class InformedWitness(Chooser):
    """Is told the types of the others, and writes them down."""

    informed = True

    def inform(self, types: Sequence[str]) -> None:
        LOG.append(("inform", self.seat, tuple(types)))

    def act(self, view: View) -> int:
        LOG.append(("act", self.seat))
        return super().act(view)


class Uninformed(Chooser):
    """Would write down the types of the others if it were told them."""

    def inform(self, types: Sequence[str]) -> None:
        LOG.append(("told", self.seat, tuple(types)))


class Typed(Chooser):
    """Publishes a type."""

    @property
    def current_type(self) -> str:
        return f"typed {self.seat}"


class Recipe:
    """Not an agent, but makes them."""

    def __init__(self, name: str = "recipe") -> None:
        self.name = name

    def agent(self, game: Game) -> Agent:
        return Chooser(self.name)


class NoPlayer:
    """Neither an agent nor a recipe."""


def call_me(**options: Any) -> Chooser:
    """Not a class; a spec must not call it."""
    LOG.append("called")
    return Chooser()


class Deadly(Agent):
    """Ends every process that makes it, but the one that imported the tests."""

    def __init__(self) -> None:
        if multiprocessing.parent_process() is not None:
            os._exit(3)
