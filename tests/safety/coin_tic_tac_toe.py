"""A game with every method in use, ways to break it, and how to see that nothing was harmed."""

from __future__ import annotations

import gc
import itertools
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from otherminds import (
    CHANCE,
    NOBODY,
    Agent,
    Observation,
    Search,
    load,
    play_match,
)
from otherminds.examples.tic_tac_toe import TicTacToe, TicTacToeState
from otherminds.games.python import PerfectBelief
from otherminds.search import SearchResult

ROOT = Path(__file__).parents[2]
LIVELY = 30  # seconds within which anything here must answer


@dataclass(eq=False)
class CoinTicTacToeState(TicTacToeState):
    """Tic-tac-toe with a toss of a coin, which means nothing, after each move."""

    tossing: int = 0

    def actor(self) -> int:
        actor = super().actor()
        return CHANCE if self.tossing and actor != NOBODY else actor

    def legal_actions(self) -> list[int]:
        return [] if self.actor() < 0 else super().legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.actor() == CHANCE else []

    def _apply_action(self, action: int) -> None:
        if not self.tossing:
            super()._apply_action(action)
        self.tossing = 1 - self.tossing

    def _problem(self) -> str:
        return ""


class CoinTicTacToe(TicTacToe):
    name = "coin_tic_tac_toe"
    outcome_names = ("heads", "tails")
    state_class = CoinTicTacToeState
    belief_class: Any = PerfectBelief

    def belief(self, view: Any, /) -> Any:
        return self.belief_class(view)


STATE_METHODS = (
    "actor",
    "legal_actions",
    "_apply_action",
    "chance_outcomes",
    "_returns",
    "copy",
    "view",
    "_observation",
)
GAME_METHODS = ("belief", "_deal")
BELIEF_METHODS = ("update", "sample")
METHODS = (*STATE_METHODS, *GAME_METHODS, *BELIEF_METHODS)

Replacement = Callable[..., Any]  # gets the object that was asked and the arguments


def altered(method: str, instead: Replacement, calls: range = range(sys.maxsize)) -> Any:
    """A CoinTicTacToe whose method is replaced in some of its calls, by number."""
    counter = itertools.count()
    home: Any = CoinTicTacToeState if method in STATE_METHODS else CoinTicTacToe
    if method in BELIEF_METHODS:
        home = PerfectBelief
    original = getattr(home, method)

    def asked(self: Any, *args: Any) -> Any:
        if next(counter) in calls:
            return instead(self, *args)
        return original(self, *args)

    home = type(f"Altered{home.__name__}", (home,), {method: asked})
    if method in GAME_METHODS:
        game: Any = home()
    elif method in BELIEF_METHODS:
        game = type("AlteredGame", (CoinTicTacToe,), {"belief_class": home})()
    else:
        game = type("AlteredGame", (CoinTicTacToe,), {"state_class": home})()
    game.asked = counter
    return game


class First(Agent):
    """Takes the first legal action and watches, so that all of a game is used."""

    def observe(self, observation: Observation, view: Any) -> None:
        assert observation.actor >= CHANCE
        assert view.seat == self.seat

    def act(self, view: Any) -> int:
        legal: list[int] = view.legal_actions()
        return legal[0]


def use(game: Any) -> None:
    """A match and a search, which ask for every method of the game."""
    play_match(game, [Search(iterations=12), First()], seed=3)
    Search(iterations=12).run(game.initial_state(), seed=3)


def fingerprint(result: SearchResult) -> Any:
    return replace(result, seconds=0.0)


class Guard:
    """States and searches as they were before somebody misbehaved."""

    def __init__(self) -> None:
        self.states = [load(name).initial_state() for name in ("othello", "tic_tac_toe")]
        self.states.append(CoinTicTacToe().initial_state())
        self.bytes = [state.to_bytes() for state in self.states]
        self.results = self.search()

    def search(self) -> list[Any]:
        return [fingerprint(Search(iterations=40).run(s, seed=9)) for s in self.states]

    def check(self) -> None:
        assert [state.to_bytes() for state in self.states] == self.bytes
        assert self.search() == self.results


def survives(code: str, *, seconds: float = 120, environment: dict[str, str] | None = None) -> str:
    """What a process of its own printed; it must end by itself and well."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    return done.stdout


def calls_in_use(method: str) -> int:
    game = altered(method, lambda *_: None, range(0))
    use(game)
    return int(next(game.asked))


def in_threads(count: int, work: Callable[[int], None]) -> None:
    """Run it in so many threads at once; raise what they raised."""
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIVELY * 4)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


# Answers that are none ----------------------------------------------------------------------------


def overflow() -> None:
    overflow()


class Slippery(list[Any]):
    """A list that empties itself when it is looked at."""

    def __len__(self) -> int:
        super().clear()
        return 7

    def __getitem__(self, index: Any) -> Any:
        super().clear()
        raise IndexError(index)

    def __iter__(self) -> Iterator[Any]:
        super().clear()
        return iter([1, 2, 3])

    def __repr__(self) -> str:
        raise RuntimeError("shy")


class Evil(int):
    """A number that does harm when it is asked anything."""

    victim: list[Any]

    def _harm(self, *_: Any) -> Any:
        self.victim.clear()
        gc.collect()
        raise RuntimeError("harm")

    __index__ = __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _harm
    __hash__ = __eq__ = __repr__ = __str__ = __bool__ = __add__ = __sub__ = _harm


def evil(*numbers: int) -> list[Any]:
    victim: list[Any] = [Evil(number) for number in numbers]
    for number in victim:
        number.victim = victim
    return victim


class Unspeakable:
    def __repr__(self) -> str:
        return "\ud800"  # no text in UTF-8


class EndlessRepr:
    def __repr__(self) -> str:
        return repr(self)


def native_state() -> Any:
    return load("othello").initial_state()


JUNK: list[Callable[[], Any]] = [
    lambda: None,
    lambda: "0",
    lambda: 0.5,
    lambda: math.nan,
    lambda: 10**30,
    lambda: -3,
    lambda: object(),
    lambda: b"\x00",
    dict,
    lambda: Unspeakable(),
    lambda: EndlessRepr(),
    lambda: NotImplemented,
    lambda: type,
    native_state,
    lambda: native_state().view(0),
    lambda: load("othello"),
]
NO_LISTS: list[Callable[[], Any]] = [
    *JUNK,
    list,
    lambda: (),
    lambda: [None],
    lambda: ["0"],
    lambda: [[0]],
    lambda: [0.0],
    lambda: [math.nan, math.inf],
    lambda: [10**400],
    lambda: [-(10**400), 0],
    lambda: (n for n in (0, 1)),
    lambda: range(2),
    lambda: {0, 1},
    lambda: iter([0, 1]),
    lambda: [Unspeakable()],
    lambda: Slippery([None]),
]
WRONG: dict[str, list[Callable[[], Any]]] = {
    "actor": [*JUNK, lambda: 2, lambda: [0], lambda: 2**31, lambda: evil(7)[0]],
    "legal_actions": [
        *NO_LISTS,
        lambda: [3, 1],
        lambda: [0, 0],
        lambda: [-1, 0],
        lambda: [0, 9],
        lambda: [2**31],
        lambda: [2**32],
        lambda: evil(2, 1),
    ],
    "chance_outcomes": [
        *NO_LISTS,
        lambda: [(0,)],
        lambda: [(0, 0.5, 1)],
        lambda: [(0, 0.5)],
        lambda: [(0, 0.5), (1, 0.6)],
        lambda: [(0, 0.0), (1, 1.0)],
        lambda: [(0, -1.0), (1, 2.0)],
        lambda: [(0, math.nan), (1, 1.0)],
        lambda: [(0, math.inf)],
        lambda: [(0, 10**400)],
        lambda: [(2**31, 1.0)],
        lambda: [("0", 1.0)],
        lambda: [(0, "1")],
        lambda: ["ab"],
        lambda: [[0, 1.0], None],
        lambda: [evil(0, 2)],
        lambda: [Slippery([0])],
    ],
    "_returns": [
        *NO_LISTS,
        lambda: [0.0],
        lambda: [0.0, 0.0, 0.0],
        lambda: [math.nan, 0.0],
        lambda: [math.inf, -math.inf],
        lambda: [2.0, -2.0],
        lambda: ["1", "2"],
        lambda: (0.0, None),
        lambda: [10**400, 0],
        lambda: evil(2, 3),
    ],
    "copy": [
        *JUNK,
        lambda: CoinTicTacToe().initial_state(),
        lambda: CoinTicTacToeState.__new__(CoinTicTacToeState),
    ],
    "_observation": [*JUNK, lambda: (0, 1)],
    "_deal": [*JUNK, lambda: load("tic_tac_toe")],
    "sample": [*JUNK],
    "view": [*JUNK],
    "belief": [*JUNK],
}
CHECKED = ("actor", "legal_actions", "chance_outcomes", "_returns", "copy")


def foreign_views() -> list[Any]:
    return [
        load("othello", size=6).initial_state().view(0),
        load("othello", size=4, draw_is_white_win=True).initial_state().view(0),
        load("tic_tac_toe").initial_state().view(0),
        native_state(),
        CoinTicTacToe().initial_state(),
        5,
        "view",
        object(),
    ]
