"""Numbers of a game of Catan for claims: points at the end, awards, and what player 0 did.

Karamalegkos counts the winner as ten points where he takes distances (his tables show it), and so
does `behind_winner`. Ties share the better place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from otherminds.arena.results import Results, win_shares
from otherminds.arena.rows import Row
from otherminds.lab.numbers import numbers_of
from otherminds.lab.statistics import GameNumber

__all__ = [
    "METRICS",
    "above_mean",
    "behind_winner",
    "holds",
    "left",
    "lost",
    "of_others",
    "own",
    "place",
    "points",
    "rounds",
    "taken",
    "weaker_seats",
    "win_of",
]

_TARGET = 10.0


def _points(results: Results, row: Row) -> list[float]:
    numbers = numbers_of(results.tournament, row)
    return [numbers[f"points {seat}"] for seat in range(len(row.seats))]


def _seat(row: Row, player: int, seat: int) -> int:
    """The seat that is asked about: that of the arm's own player, or of another at its table."""
    return seat if player == 0 else row.seats.index(player)


def points(player: int = 0) -> GameNumber:
    """Victory points at the end, hidden ones included."""

    def number(results: Results, row: Row, seat: int) -> float:
        return _points(results, row)[_seat(row, player, seat)]

    return number


def win_of(player: int) -> GameNumber:
    """Whether another player of the table has won."""

    def number(results: Results, row: Row, seat: int) -> float:
        del results
        return win_shares(row.returns)[_seat(row, player, seat)]

    return number


def lost(results: Results, row: Row, seat: int) -> float:
    """1 for a game that somebody else has won."""
    del results
    return 1.0 - win_shares(row.returns)[seat]


def place(results: Results, row: Row, seat: int) -> float:
    """1 for the most points; ties share the better place."""
    every = _points(results, row)
    return 1.0 + sum(other > every[seat] for other in every)


def weaker_seats(results: Results, row: Row, seat: int) -> float:
    """His point system: how many have fewer points."""
    every = _points(results, row)
    return float(sum(other < every[seat] for other in every))


def behind_winner(player: int = 0) -> GameNumber:
    """Points of the winner, at most ten, less one's own."""

    def number(results: Results, row: Row, seat: int) -> float:
        every = _points(results, row)
        own_points = every[_seat(row, player, seat)]
        return max(0.0, min(max(every), _TARGET) - own_points)

    return number


def above_mean(results: Results, row: Row, seat: int) -> float:
    """1 for more points than the mean of the game."""
    every = _points(results, row)
    return float(every[seat] > sum(every) / len(every))


def of_others(results: Results, row: Row, seat: int) -> float:
    """The mean of the others' points."""
    every = _points(results, row)
    return (sum(every) - every[seat]) / (len(every) - 1)


def holds(award: str) -> GameNumber:
    """Whether the seat holds ``"largest army"`` or ``"longest road"`` at the end."""

    def number(results: Results, row: Row, seat: int) -> float:
        return float(numbers_of(results.tournament, row)[award] == seat)

    return number


def rounds(results: Results, row: Row, seat: int) -> float:
    """Turns of each player, as far as they were ended."""
    del seat
    return numbers_of(results.tournament, row)["turns"] / len(row.seats)


def own(name: str) -> GameNumber:
    """A measure of the arm's own player, by its name."""

    def number(results: Results, row: Row, seat: int) -> float:
        del seat
        return numbers_of(results.tournament, row)[f"own {name}"]

    return number


def left(results: Results, row: Row, seat: int) -> float:
    """Of the sites that roads of the own player led to, the share that it left though it could pay.

    Sites that it settled and sites that it left are counted; NaN where there are none.
    """
    del seat
    numbers = numbers_of(results.tournament, row)
    of = numbers["own sites left"] + numbers["own sites settled"]
    return numbers["own sites left"] / of if of else math.nan


def taken(results: Results, row: Row, seat: int) -> float:
    """Of the own player's settlements, the share on sites that another seat could have built on."""
    del seat
    numbers = numbers_of(results.tournament, row)
    of = round(numbers["own share of settlements"] * numbers["own actions"])
    return min(1.0, numbers["own sites taken"] / of) if of else math.nan


METRICS: Sequence[tuple[str, GameNumber]] = (
    ("points", points()),
    ("place", place),
    ("point system", weaker_seats),
    ("behind the winner", behind_winner()),
    ("above the mean", above_mean),
    ("points of the others", of_others),
    ("longest road", holds("longest road")),
    ("largest army", holds("largest army")),
)
"""Of his eleven those that are numbers of a game; wins and the two deviations are of many."""
