"""The claims of the sources as data: what is asked, how it is measured, what the source found.

A `Claim` names arms (experiments of the arena), a statistic of their results and what the source
reports. `run_claims` plays what is missing, computes the statistic with its interval and gives a
verdict; a refuted claim is a finding, not a failure. Adding a claim means adding a value to a
source's module, not code here.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import stats

from otherminds import _core
from otherminds.arena import tournament
from otherminds.arena.plan import Experiment
from otherminds.arena.results import Results, win_shares
from otherminds.arena.statistics import Interval
from otherminds.arena.store import Store
from otherminds.arena.tournament import Status
from otherminds.errors import OptionError

__all__ = [
    "SCALES",
    "SOURCES",
    "Arm",
    "Claim",
    "Finding",
    "choose_claims",
    "claims_of",
    "difference",
    "run_claims",
    "share",
]

SOURCES = ("stevinson",)
SCALES = ("quick", "standard", "full")


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: experiments in which player 0 is the one that matters."""

    name: str
    experiments: tuple[Experiment, ...]


Played = Mapping[str, Sequence[Results]]
"""The results of each arm's experiments."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One result of a source.

    Attributes:
        id: as the source's page lists it.
        text: the claim in words.
        arms: what has to be played.
        statistic: a number with its interval, from the results of the arms.
        null: what the number would be if the claim said nothing: 0 for a difference.
        direction: +1 if the claim puts the number above ``null``, -1 below, 0 at ``null``.
        margin: with direction 0, how far from ``null`` still counts as the same.
        figure: what the source reports, if it does.
        games: games of each experiment at each scale.
        unit: how to print the number.
    """

    id: str
    text: str
    arms: tuple[Arm, ...]
    statistic: Callable[[Played], Interval]
    direction: int
    null: float = 0.0
    margin: float = 0.0
    figure: float | None = None
    games: Mapping[str, int] = field(
        default_factory=lambda: {"quick": 200, "standard": 2_000, "full": 20_000}
    )
    unit: str = ".1%"

    def verdict(self, value: Interval) -> str:
        """Reproduced, direction only, refuted or undecided."""
        if math.isnan(value.estimate):
            return "undecided"
        if self.direction == 0:
            low, high = self.null - self.margin, self.null + self.margin
            if low <= value.low and value.high <= high:
                return "reproduced"
            return "refuted" if value.low > high or value.high < low else "undecided"
        above, below = value.low > self.null, value.high < self.null
        claimed, contrary = (above, below) if self.direction > 0 else (below, above)
        if contrary:
            return "refuted"
        if not claimed:
            return "undecided"
        hit = self.figure is None or value.low <= self.figure <= value.high
        return "reproduced" if hit else "direction only"


@dataclass(frozen=True)
class Finding:
    """What came out for a claim."""

    claim: Claim
    value: Interval
    games: int
    verdict: str

    def row(self) -> list[str]:
        """Claim, the source's figure, ours, games and verdict as texts."""
        figure = "-" if self.claim.figure is None else format(self.claim.figure, self.claim.unit)
        ours = f"{self.value:{self.claim.unit}}"
        return [self.claim.id, self.claim.text, figure, ours, f"{self.games:,}", self.verdict]


def _block_means(results: Results, number: Callable[[Sequence[float]], float]) -> list[float]:
    """For each block the mean over its games of a number of player 0's seats."""
    means = []
    for rows in results.blocks.values():
        values = [
            number([win_shares(row.returns)[seat], row.returns[seat], seat])
            for row in rows
            for seat, player in enumerate(row.seats)
            if player == 0
        ]
        means.append(float(np.mean(values)))
    return means


def _mean_over(experiments: Sequence[list[float]]) -> tuple[float, float]:
    """Equal weight to each experiment; the mean and its standard error."""
    parts = [values for values in experiments if len(values) > 1]
    if not parts:
        return math.nan, math.nan
    mean = float(np.mean([np.mean(values) for values in parts]))
    errors = [np.var(values, ddof=1) / len(values) for values in parts]
    return mean, math.sqrt(float(np.sum(errors))) / len(parts)


def _normal(mean: float, error: float) -> Interval:
    half = float(stats.norm.ppf(0.975)) * error
    return Interval(mean, mean - half, mean + half)


def share(arm: str) -> Callable[[Played], Interval]:
    """The win share of player 0, every experiment of the arm counting the same."""

    def statistic(played: Played) -> Interval:
        blocks = [_block_means(results, lambda numbers: numbers[0]) for results in played[arm]]
        return _normal(*_mean_over(blocks))

    return statistic


def difference(first: str, second: str) -> Callable[[Played], Interval]:
    """How much greater the win share of player 0 is in the first arm than in the second."""

    def statistic(played: Played) -> Interval:
        means = [
            _mean_over([_block_means(r, lambda numbers: numbers[0]) for r in played[arm]])
            for arm in (first, second)
        ]
        return _normal(means[0][0] - means[1][0], math.hypot(means[0][1], means[1][1]))

    return statistic


def claims_of(source: str) -> tuple[Claim, ...]:
    """The claims of a source, in its own order."""
    if source not in SOURCES:
        raise OptionError(_core.unknown_name("source", source, list(SOURCES)))
    claims: tuple[Claim, ...] = importlib.import_module(f"otherminds.experiments.{source}").CLAIMS
    return claims


def choose_claims(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims that ``S3,S9-S12`` names; all for an empty text."""
    if not text:
        return list(claims)
    chosen: set[int] = set()
    for part in text.split(","):
        shape = re.fullmatch(r"\s*([A-Za-z]+)(\d+)(?:-(?:\1)?(\d+))?\s*", part)
        if not shape:
            raise OptionError(f"{part.strip()!r} names no claims; write S3 or S3-S9.")
        first, last = int(shape[2]), int(shape[3] or shape[2])
        wanted = {f"{shape[1].upper()}{number}" for number in range(first, last + 1)}
        found = {place for place, claim in enumerate(claims) if claim.id in wanted}
        if not found:
            known = [claim.id for claim in claims]
            raise OptionError(_core.unknown_name("claim", part.strip(), known))
        chosen |= found
    return [claims[place] for place in sorted(chosen)]


def run_claims(
    claims: Sequence[Claim],
    store: Store,
    *,
    scale: str = "quick",
    workers: int = 1,
    watch: Callable[[Claim, Status], None] | None = None,
) -> list[Finding]:
    """Play what the claims need and the store does not have, and judge each claim."""
    if scale not in SCALES:
        raise OptionError(_core.unknown_name("scale", scale, list(SCALES)))
    findings = []
    for claim in claims:
        played: dict[str, list[Results]] = {}
        for arm in claim.arms:
            for experiment in arm.experiments:
                tournament.run(
                    experiment,
                    store,
                    games=claim.games[scale],
                    workers=workers,
                    watch=None if watch is None else (lambda s, c=claim: watch(c, s)),  # type: ignore[misc]
                )
                played.setdefault(arm.name, []).append(tournament.results(experiment, store))
        value = claim.statistic(played)
        games = sum(len(results.rows) for arm in played.values() for results in arm)
        findings.append(Finding(claim, value, games, claim.verdict(value)))
    return findings
