"""How well chances fit what was done: accuracy, cross-entropy, calibration, with intervals.

A game is one observation, not a decision: decisions of one game resemble each other, and intervals
that took them for independent would be far too narrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds.arena.statistics import Interval
from otherminds.learn.positions import Positions

__all__ = ["Bin", "Fit", "judge_chances", "judge_values", "ratio"]

Doubles = npt.NDArray[np.float64]
_BINS = 10
_LEAST = 1e-12
"""Below which a chance counts as this, so that one surprise is not infinitely bad."""


@dataclass(frozen=True)
class Bin:
    """Chances between two bounds: what was said, and what came.

    Attributes:
        low: the lower bound; the upper one is a tenth more.
        said: the mean chance.
        came: the share that was chosen, or the mean return.
        count: how many chances.
    """

    low: float
    said: float
    came: float
    count: int


@dataclass(frozen=True)
class Fit:
    """How well a model fits games that it has not learned from.

    Attributes:
        top: for 1, 3 and 10 the share of decisions in which what was done is among so many
            likeliest actions; empty for values.
        loss: cross-entropy of the next action in nats, or of the return as a share of its range.
        error: the mean absolute error of values; None for policies.
        calibration: what was said and what came, by tenths.
        decisions: how many.
        games: how many games they come from.
    """

    top: dict[int, Interval]
    loss: Interval
    error: Interval | None
    calibration: tuple[Bin, ...]
    decisions: int
    games: int

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for cards."""

        def plain(found: Interval) -> list[float]:
            return [round(float(x), 6) for x in (found.estimate, found.low, found.high)]

        return {
            "top": {str(k): plain(found) for k, found in self.top.items()},
            "loss": plain(self.loss),
            "error": None if self.error is None else plain(self.error),
            "calibration": [asdict(each) for each in self.calibration],
            "decisions": self.decisions,
            "games": self.games,
        }


def ratio(values: Doubles, matches: npt.NDArray[np.int32]) -> Interval:
    """The mean of a number of each decision, with a 95% interval by whole games."""
    from scipy import stats

    _, place = np.unique(matches, return_inverse=True)
    sums = np.bincount(place, weights=values)
    counts = np.bincount(place).astype(np.float64)
    mean = float(sums.sum() / counts.sum())
    games = len(sums)
    if games < 2:
        return Interval(mean, -np.inf, np.inf)
    spread = np.square(sums - mean * counts).sum() * games / (games - 1)
    half = float(stats.t.ppf(0.975, games - 1) * np.sqrt(spread) / counts.sum())
    return Interval(mean, mean - half, mean + half)


def judge_chances(positions: Positions, chances: Sequence[npt.NDArray[np.floating[Any]]]) -> Fit:
    """How well chances of the legal actions fit what was done.

    Among equal chances the place of what was done is the mean of their places, drawn by none.
    """
    losses, ranks = [], []
    for chance, chosen in zip(chances, positions.chosen.tolist(), strict=True):
        said = float(chance[chosen])
        losses.append(-np.log(max(said, _LEAST)))
        better, alike = int((chance > said).sum()), int((chance == said).sum())
        ranks.append((better, alike))
    top = {}
    for most in (1, 3, 10):
        inside = np.array([min(1.0, max(0, most - better) / alike) for better, alike in ranks])
        top[most] = ratio(inside, positions.matches)
    flat = np.concatenate(list(chances)).astype(np.float64)
    done = np.zeros(len(flat))
    done[positions.starts[:-1] + positions.chosen] = 1
    return Fit(
        top=top,
        loss=ratio(np.array(losses), positions.matches),
        error=None,
        calibration=_calibration(flat, done),
        decisions=len(positions),
        games=len(np.unique(positions.matches)),
    )


def judge_values(positions: Positions, said: Doubles) -> Fit:
    """How well the value of the deciding seat, as a share of the range, fits its return."""
    known = ~np.isnan(positions.returns[:, 0])
    came, told = (
        positions.returns[known, 0].astype(np.float64),
        np.clip(said[known], 1e-6, 1 - 1e-6),
    )
    matches = positions.matches[known]
    loss = -(came * np.log(told) + (1 - came) * np.log1p(-told))
    return Fit(
        top={},
        loss=ratio(loss, matches),
        error=ratio(np.abs(came - told), matches),
        calibration=_calibration(told, came),
        decisions=int(known.sum()),
        games=len(np.unique(matches)),
    )


def _calibration(said: Doubles, came: Doubles) -> tuple[Bin, ...]:
    places = np.minimum((said * _BINS).astype(int), _BINS - 1)
    return tuple(
        Bin(
            low=place / _BINS,
            said=float(said[inside].mean()),
            came=float(came[inside].mean()),
            count=int(inside.sum()),
        )
        for place in range(_BINS)
        if (inside := places == place).any()
    )
