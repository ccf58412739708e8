"""What matches of a co-operative game say: who plays well with itself, and who with strangers.

In a co-operative game everybody at the table gets the same, the score, so that nobody wins and
nobody can be rated. A *mirror team* is made of one player alone; all other teams are strangers to
each other. A match that somebody forfeited counts with the least score of the game.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from otherminds.arena.match import play_match
from otherminds.arena.rows import Row
from otherminds.arena.statistics import Interval, holm, mean_interval, paired_test
from otherminds.contracts import Game
from otherminds.search.thoughts import game_text

if TYPE_CHECKING:
    from otherminds.arena.results import Results

__all__ = ["CrossPlay", "Team", "TeamStanding", "is_cooperative"]

_TRIED = 25
"""Random games that must all end with equal returns; of tic-tac-toe one in eight does."""


def is_cooperative(game: Game) -> bool:
    """Whether everybody always gets the same, found by playing at random.

    Examples:
        >>> from otherminds import load
        >>> is_cooperative(load("hanabi")), is_cooperative(load("tic_tac_toe"))
        (True, False)
    """
    key = type(game), game_text(game)  # games of other people may have any name
    if key not in _KNOWN:
        _KNOWN[key] = game.seats > 1 and all(
            len(set(play_match(game, ["random"] * game.seats, seed=seed).returns)) == 1
            for seed in range(_TRIED)
        )
    return _KNOWN[key]


_KNOWN: dict[tuple[type[Game], str], bool] = {}


def score_of(row: Row) -> float:
    """What a team got; a forfeit gets the least."""
    return min(row.returns)


@dataclass(frozen=True)
class TeamStanding:
    """How one player did in its teams; intervals are over deals.

    Attributes:
        player: its text.
        games: how many matches it took part in.
        mirror: the mean score of teams of this player alone; None where none played.
        strangers: the mean score of its teams with others; None where none played.
        seconds_per_move: None for players that are not timed.
        forfeits: how many matches it forfeited.
    """

    player: str
    games: int
    mirror: Interval | None
    strangers: Interval | None
    seconds_per_move: float | None
    forfeits: int


@dataclass(frozen=True)
class Team:
    """How two players did at the same table; one with itself in mirror teams.

    Attributes:
        first: the place of a player among all.
        second: that of the other; the same for mirror teams.
        games: how many matches.
        score: their mean, with an interval over deals.
    """

    first: int
    second: int
    games: int
    score: Interval


class CrossPlay:
    """The matches of a co-operative game, by who played with whom."""

    def __init__(self, results: Results) -> None:
        """Take over the matches of a tournament."""
        self._results = results
        self._limits = results.tournament.loaded_game.return_range
        self._deals: dict[int, list[Row]] = defaultdict(list)
        for row in results.rows:
            self._deals[row.block].append(row)

    def scores(self, player: int, *, mirror: bool) -> list[float]:
        """The score of each match in a mirror team, or of each match with others."""
        return [score_of(row) for row in self._results.rows if _plays(row, player, mirror)]

    def deals(self, player: int, *, mirror: bool) -> dict[int, float]:
        """For each deal the mean score of the player's mirror teams, or of its others."""
        return self._means(lambda row: _plays(row, player, mirror))

    def _means(self, counts: Callable[[Row], bool]) -> dict[int, float]:
        found = {}
        for deal, rows in sorted(self._deals.items()):
            if scores := [score_of(row) for row in rows if counts(row)]:
                found[deal] = float(np.mean(scores))
        return found

    def _interval(self, means: dict[int, float]) -> Interval | None:
        return mean_interval(list(means.values()), limits=self._limits) if means else None

    @cached_property
    def teams(self) -> dict[tuple[int, int], Team]:
        """The mean score of every two players that met, by their places, in either order."""
        found = {}
        numbers = range(len(self._results.players))
        for first, second in itertools.combinations_with_replacement(numbers, 2):
            score = self._interval(self._means(partial(_together, first, second)))
            if score is not None:
                games = sum(_together(first, second, row) for row in self._results.rows)
                found[first, second] = Team(first, second, games, score)
                found[second, first] = Team(second, first, games, score)
        return found

    @cached_property
    def standings(self) -> list[TeamStanding]:
        """Every player, the best with strangers first; with itself where nobody met others."""
        order = [self._standing(player) for player in range(len(self._results.players))]
        meet = any(standing.strangers for standing in order)

        def place(standing: TeamStanding) -> float:
            score = standing.strangers if meet else standing.mirror
            return math.inf if score is None else -score.estimate

        return sorted(order, key=place)

    def _standing(self, player: int) -> TeamStanding:
        own = [row for row in self._results.rows if player in row.seats]
        seats = [(row, seat) for row in own for seat, who in enumerate(row.seats) if who == player]
        acts = sum(row.acts[seat] for row, seat in seats)
        seconds = sum(row.seconds[seat] for row, seat in seats)
        return TeamStanding(
            player=self._results.players[player],
            games=len(own),
            mirror=self._interval(self.deals(player, mirror=True)),
            strangers=self._interval(self.deals(player, mirror=False)),
            seconds_per_move=seconds / acts if acts and seconds else None,
            forfeits=sum(row.forfeit == seat for row, seat in seats),
        )

    def leader(self, *, mirror: bool) -> int | None:
        """Who has the greatest mean score in that kind of team; None where nobody has one."""
        means = {
            player: np.mean(list(deals.values()))
            for player in range(len(self._results.players))
            if (deals := self.deals(player, mirror=mirror))
        }
        return max(means, key=lambda player: means[player]) if means else None

    def not_told_apart(self, leader: int, *, mirror: bool) -> list[int]:
        """Those whose score could be the leader's: paired over deals, adjusted by Holm's method."""
        own = self.deals(leader, mirror=mirror)
        others, p_values = [], []
        for player in range(len(self._results.players)):
            theirs = self.deals(player, mirror=mirror)
            shared: Sequence[int] = sorted(own.keys() & theirs.keys())
            if player != leader and shared:
                others.append(player)
                differences = [own[deal] - theirs[deal] for deal in shared]
                p_values.append(paired_test(differences).p_value)
        return [
            player for player, p_value in zip(others, holm(p_values), strict=True) if p_value > 0.05
        ]


def _plays(row: Row, player: int, mirror: bool) -> bool:
    return player in row.seats and (len(set(row.seats)) == 1) == mirror


def _together(first: int, second: int, row: Row) -> bool:
    """Whether two are at the same table; a player is with itself in mirror teams only."""
    return _plays(row, first, True) if first == second else {first, second} <= set(row.seats)
