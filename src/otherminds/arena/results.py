"""What a tournament's matches say, with intervals: the numbers behind every report."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path

import numpy as np

from otherminds.arena.cross_play import CrossPlay, is_cooperative
from otherminds.arena.plan import Tournament
from otherminds.arena.ratings import Choice, choices, ratings
from otherminds.arena.rows import Damaged, Row
from otherminds.arena.statistics import Interval, holm, mean_interval, paired_test, share_interval
from otherminds.contracts import OptionError
from otherminds.contracts.files import write_whole

__all__ = ["Outcome", "Pairing", "Results", "Standing", "share_above", "win_shares"]


def win_shares(returns: tuple[float, ...]) -> list[float]:
    """One win, divided among the seats with the greatest return.

    Examples:
        >>> win_shares((1.0, 3.0, 3.0))
        [0.0, 0.5, 0.5]
    """
    best = max(returns)
    winners = returns.count(best)
    return [1 / winners if value == best else 0.0 for value in returns]


Outcome = tuple[tuple[int, ...], tuple[float, ...]]
"""Who sat where in a match, and what each seat got."""


def share_above(matches: Iterable[Outcome], first: int, second: int) -> float | None:
    """How often one player finished above another, ties one half; None where they never met.

    Examples:
        >>> share_above([((0, 1), (1.0, -1.0)), ((1, 0), (0.0, 0.0))], 0, 1)
        0.75
    """
    above = [
        0.5 + 0.5 * np.sign(own - other)
        for seats, returns in matches
        for player, own in zip(seats, returns, strict=True)
        if player == first
        for against, other in zip(seats, returns, strict=True)
        if against == second
    ]
    return float(np.mean(above)) if above else None


@dataclass(frozen=True)
class Standing:
    """One player's results over all its matches."""

    player: str
    games: int
    """Seats played; a player may hold several seats of one match."""
    won: int
    tied: int
    """Shared the greatest return with others."""
    share: Interval
    """Win share, ties divided; interval over blocks."""
    mean_return: Interval
    rating: Interval | None
    """Elo scale, mean 0; None where everybody played with everybody alike (teams)."""
    seconds_per_move: float | None
    """None for players that are not timed."""
    forfeits: int


@dataclass(frozen=True)
class Pairing:
    """How one player fared against another at the same table."""

    first: int
    second: int
    games: int
    share: Interval
    """How often ``first`` finished above ``second``, ties one half; interval over blocks."""
    p_value: float
    """Two-sided, against one half; adjusted for all pairings by Holm's method."""


class Results:
    """The finished matches of one tournament."""

    def __init__(
        self, tournament: Tournament, rows: Iterable[Row], damaged: Iterable[Damaged] = ()
    ) -> None:
        """Take over the rows of a store; those that are damaged are named, but in no figure."""
        self.tournament = tournament
        self.rows = list(rows)
        self.damaged = list(damaged)
        self.players = list(tournament.players)

    def report(self, form: str = ".md") -> str:
        """Standings, pairings and metrics as text.

        Args:
            form: ``.md``, ``.html`` (a page with plots), ``.json``, or ``.csv``, which has one line
                per match.

        Raises:
            OptionError: there is no such form.
        """
        from otherminds.arena.report import FORMATS  # which is made of results

        if form not in FORMATS:
            raise OptionError(f"A report has one of the forms {', '.join(FORMATS)}, not {form!r}.")
        return FORMATS[form](self)

    def write_report(self, path: str | PathLike[str]) -> None:
        """Write a report in the form that the file's ending names.

        What stood there before stays until the whole report is on the disk.
        """
        write_whole(Path(path), self.report(Path(path).suffix))

    def _repr_html_(self) -> str:
        """The standings as a table, for notebooks."""
        from otherminds.arena.report import standings_html

        return standings_html(self)

    def __str__(self) -> str:
        """The report in Markdown."""
        return self.report()

    @cached_property
    def blocks(self) -> dict[tuple[int, int], list[Row]]:
        """The rows of each line-up and block."""
        blocks: dict[tuple[int, int], list[Row]] = defaultdict(list)
        for row in self.rows:
            blocks[row.line_up, row.block].append(row)
        return dict(blocks)

    def _deals(self) -> dict[int, list[Row]]:
        """The rows of each deal: line-ups of one block share it and are resampled together."""
        deals: dict[int, list[Row]] = defaultdict(list)
        for row in self.rows:
            deals[row.block].append(row)
        return deals

    @cached_property
    def cross_play(self) -> CrossPlay | None:
        """Who plays well with whom, in a co-operative game; None in a game of rivals."""
        if any(len(set(row.returns)) > 1 for row in self.rows if row.forfeit is None):
            return None
        return CrossPlay(self) if is_cooperative(self.tournament.loaded_game) else None

    @cached_property
    def standings(self) -> list[Standing]:
        """Every player, the greatest win share first."""
        rated: list[Interval | None] = list(self.ratings) or [None] * len(self.players)
        standings = [self._standing(player, rated[player]) for player in range(len(self.players))]
        return sorted(standings, key=lambda s: -s.share.estimate if s.games else math.inf)

    def _standing(self, player: int, rating: Interval | None) -> Standing:
        games = won = tied = acts = forfeits = 0
        seconds = 0.0
        shares: list[float] = []
        returns: list[float] = []
        for rows in self._deals().values():
            block_shares, block_returns = [], []
            for row in rows:
                split = win_shares(row.returns)
                for seat, seated in enumerate(row.seats):
                    if seated != player:
                        continue
                    games += 1
                    won += split[seat] == 1.0
                    tied += 0.0 < split[seat] < 1.0
                    acts += row.acts[seat]
                    seconds += row.seconds[seat]
                    forfeits += row.forfeit == seat
                    block_shares.append(split[seat])
                    block_returns.append(row.returns[seat])
            if block_shares:
                shares.append(float(np.mean(block_shares)))
                returns.append(float(np.mean(block_returns)))
        return Standing(
            player=self.players[player],
            games=games,
            won=won,
            tied=tied,
            share=share_interval(shares, games),
            mean_return=mean_interval(returns, limits=self.tournament.loaded_game.return_range),
            rating=rating,
            seconds_per_move=seconds / acts if acts and seconds else None,
            forfeits=forfeits,
        )

    def pair_blocks(self, first: int, second: int) -> list[float]:
        """For each deal, how often ``first`` finished above ``second``; ties one half."""
        shares = (
            share_above(((row.seats, row.returns) for row in rows), first, second)
            for _, rows in sorted(self._deals().items())
        )
        return [share for share in shares if share is not None]

    @cached_property
    def pairings(self) -> list[Pairing]:
        """All pairs that met, with tests adjusted for their number."""
        met = []
        for first, second in itertools.combinations(range(len(self.players)), 2):
            blocks = self.pair_blocks(first, second)
            games = sum({first, second} <= set(row.seats) for row in self.rows)
            if blocks:
                test = paired_test([share - 0.5 for share in blocks])
                met.append((first, second, games, share_interval(blocks, games), test.p_value))
        adjusted = holm([p_value for *_, p_value in met])
        return [Pairing(*pair[:4], p_value) for pair, p_value in zip(met, adjusted, strict=True)]

    @cached_property
    def ratings(self) -> list[Interval]:
        """Plackett-Luce ratings of whole finishing orders; empty where no two players ever met."""
        blocks = []
        for rows in self._deals().values():
            counts: dict[Choice, float] = defaultdict(float)
            for row in rows:
                for choice, count in choices(row.seats, row.returns).items():
                    counts[choice] += count
            blocks.append(counts)
        return ratings(len(self.players), blocks) if any(blocks) else []
