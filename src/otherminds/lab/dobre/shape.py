"""Random games of Catan and their numbers, played natively and measured at once.

They are not stored: a game with all trades has 12,000 moves. The source's program counts a step if
its list of options has more than one entry, throws of chance included (reading A14); its depth is
the number of those steps, its branching the mean over games of the options per step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds import _core
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.games import load

__all__ = [
    "ALL",
    "COUNTINGS",
    "GAMES",
    "TRADES",
    "TYPES",
    "Shape",
    "games_a_second",
    "interval",
    "latest",
    "measured",
    "shape",
]

ALL = "all trades"
TRADES: Mapping[str, str] = {
    "no trades": "none",
    "trades of 1:1": "1:1",
    "these and pairs of a kind": "pairs",
    ALL: "2:1",
}
"""What players may exchange, and the option of the game."""

BATCHES = 10
GAMES: Mapping[str, int] = {"smoke": 20, "quick": 200, "standard": 1_000, "full": 10_000}
"""Games of each kind; full is the source's number."""

TYPES = (
    "road",
    "settlement",
    "city",
    "development card",
    "trade with a player",
    "trade with the bank",
    "knight",
    "monopoly",
    "year of plenty",
    "road building",
    "end of the turn",
)
"""The types of a turn, in the order of their numbers."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """Numbers of random games, one entry a game, and of their types.

    Attributes:
        steps: choices of seats and throws of chance.
        decisions: choices of seats.
        choices: those with more than one option.
        events: throws of chance with more than one outcome.
        options: summed over the choices.
        outcomes: summed over the events.
        turns: that were begun and ended.
        exchanges: with other players.
        in_turn: decisions after the roll, one entry a batch of games.
        possible: how many of them have an action of a type, by batch and type.
        of_type: how many actions those are in all, by batch and type.
        most: how many at most at once, by type.
    """

    steps: Floats
    decisions: Floats
    choices: Floats
    events: Floats
    options: Floats
    outcomes: Floats
    turns: Floats
    exchanges: Floats
    in_turn: Floats
    possible: Floats
    of_type: Floats
    most: Floats

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.steps)

    @property
    def depth(self) -> Floats:
        """As the source's program counts."""
        return self.choices + self.events

    @property
    def branching(self) -> Floats:
        """As the source's program counts."""
        return (self.options + self.outcomes) / self.depth

    def share(self, name: str) -> Interval:
        """How often a type is possible after the roll; games differ, hence batches."""
        place = TYPES.index(name)
        return interval(self.possible[:, place] / self.in_turn)

    def number(self, name: str) -> Interval:
        """How many actions of a type there are where it is possible."""
        possible, of_type = (each[:, TYPES.index(name)] for each in (self.possible, self.of_type))
        return interval(of_type[possible > 0] / possible[possible > 0])


Counting = Callable[[Shape], Floats]

COUNTINGS: Mapping[str, tuple[Counting, Counting | None]] = {
    "more than one option, chance too": (lambda s: s.depth, lambda s: s.branching),
    "more than one option, without chance": (lambda s: s.choices, lambda s: s.options / s.choices),
    "all choices": (
        lambda s: s.decisions,
        lambda s: (s.options + s.decisions - s.choices) / s.decisions,
    ),
    "all steps": (lambda s: s.steps, None),
    "turns": (lambda s: s.turns, None),
}
"""Ways to count the length of a game, and the branching that belongs to each."""


def interval(numbers: Floats) -> Interval:
    """A mean with Student's interval; without numbers nothing is known."""
    return mean_interval([float(number) for number in numbers])


_measured: dict[tuple[str, bool], Shape] = {}


def latest(trades: str, typed: bool) -> Shape | None:
    """What was measured last in this process, for tables."""
    return _measured.get((trades, typed))


@cache
def shape(trades: str, typed: bool, games: int) -> Shape:
    """Random games under the rules of the source's program.

    Discards are always drawn, as in its roll-outs. In typed games a type is drawn after the roll,
    then one of its actions, and an exchange with a player is drawn, too.
    """
    game = load(
        "catan",
        rules="dobre",
        trades=TRADES[trades],
        exchange="drawn" if typed else "immediate",
        drawn_discards=1,
        turns=60_000,
    )
    games_of: list[Floats] = []
    in_turn, possible, of_type, most = [], [], [], []
    for batch in range(BATCHES):
        played, types, number = _core.catan_shape(game, typed, games // BATCHES, batch)
        games_of.append(np.array(played, dtype=float))
        in_turn.append(float(number))
        possible.append([float(each[0]) for each in types])
        of_type.append([float(each[1]) for each in types])
        most.append([float(each[2]) for each in types])
    steps, decisions, choices, events, options, outcomes, turns, exchanges, _ = np.concatenate(
        games_of
    ).T
    return Shape(
        steps=steps,
        decisions=decisions,
        choices=choices,
        events=events,
        options=options,
        outcomes=outcomes,
        turns=turns,
        exchanges=exchanges,
        in_turn=np.array(in_turn),
        possible=np.array(possible),
        of_type=np.array(of_type),
        most=np.array(most).max(axis=0),
    )


def measured(trades: str, typed: bool, scale: str) -> Shape:
    """The games of a scale."""
    found = _measured[trades, typed] = shape(trades, typed, GAMES[scale])
    return found


def games_a_second(typed: bool, scale: str) -> float:
    """Games a second of processor time on one core, all trades allowed, nothing counted."""
    exchange = "drawn" if typed else "immediate"
    game: Any = load("catan", rules="dobre", exchange=exchange, drawn_discards=1, turns=60_000)
    games = GAMES[scale] // (1 if typed else 10)
    start = time.process_time()
    if typed:
        _core.catan_typed_playouts(game, games, 2)
    else:
        game.playouts(games, 2)
    return games / (time.process_time() - start)
