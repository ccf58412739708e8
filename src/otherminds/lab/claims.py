"""What a claim is, and how it is judged."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval
from otherminds.contracts import OptionError

__all__ = [
    "ERROR",
    "SCALES",
    "SOURCES",
    "VERDICTS",
    "Arm",
    "Claim",
    "Estimate",
    "Evidence",
    "Finding",
    "Rung",
    "choose_claims",
    "claims_of",
    "contents_of",
    "package_of",
]

SOURCES = ("stevinson", "walton-rivers", "ledford", "dobre", "karamalegkos")
SCALES = ("smoke", "quick", "standard", "full")
"""Smoke only shows that everything runs; quick takes minutes, full hours."""

VERDICTS = (
    "reproduced",
    "direction only",
    "no difference",
    "size excluded",
    "refuted",
    "undecided",
    "not played",
)
"""What `Claim.verdict` can say, and that nothing has been played."""

ERROR = 0.05
"""The rate of false alarms in a family of claims."""


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: tournaments in which player 0 is the one that matters.

    Attributes:
        name: by which statistics and figures ask for it.
        tournaments: one per opponent, in the same order in all arms that are compared.
        games: of each tournament at each scale.
        seconds: what a game takes on one core, as it was measured; 0 where it was not.
    """

    name: str
    tournaments: tuple[Tournament, ...]
    games: Mapping[str, int] = field(hash=False)
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Evidence:
    """What a statistic is computed from.

    Attributes:
        arms: the results of each arm's experiments, by the arm's name.
        records: games of people as sequences of actions, where some were given.
        scale: one of `SCALES`, for what is measured at once and never stored.
    """

    arms: Mapping[str, Sequence[Results]] = field(default_factory=dict)
    records: Sequence[Sequence[int]] = ()
    scale: str = "quick"


@dataclass(frozen=True)
class Estimate:
    """A number with its interval.

    Attributes:
        value: estimate and 95 % interval.
        p_value: two-sided, against the claim's null; None where nothing is tested.
        detail: what else was measured, in words.
        games: that were played for it and not stored.
        at_limit: whether both sides of a comparison win nearly everything, or nearly nothing, so
            that no difference can show.
    """

    value: Interval
    p_value: float | None = None
    detail: str = ""
    games: int = 0
    at_limit: bool = False


UNKNOWN = Estimate(Interval(math.nan, math.nan, math.nan))

Statistic = Callable[[Evidence, float], Estimate]
"""From the evidence and the null to an estimate."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One result of a source, or a control beside it.

    Attributes:
        id: as the source's page lists it; parts of one claim have a letter more: S8a, S8b.
        text: the claim in words.
        settings: the arms under each setting, such as a budget. The first setting is the one that
            is judged; the others are shown beside it.
        statistic: a number with its interval, from the results of the arms.
        direction: +1 if the claim puts the number above ``null``, -1 below, 0 at ``null``; None if
            it only gives a figure.
        null: what the number would be if the claim said nothing: 0 for a difference.
        margin: how far from ``null`` still counts as the same; 0 for a direction where nothing
            does.
        equal: whether it says that two sides do not differ although it has a direction, as "a test
            finds nothing" does.
        figure: what the source reports, if it does.
        band: how far from the figure still counts as meeting it: half the width of the source's
            own 95 % interval, where its number of games is known.
        source: the source's figure in words, where a number says too little.
        unit: how to print the number.
        recorded: whether it is about recorded games; the arms are controls then.
    """

    id: str
    text: str
    settings: Mapping[str, tuple[Arm, ...]]
    statistic: Statistic
    direction: int | None
    null: float = 0.0
    margin: float = 0.0
    equal: bool = False
    figure: float | None = None
    band: float = 0.0
    source: str = ""
    unit: str = "+.1%"
    recorded: bool = False

    @property
    def family(self) -> str:
        """Claims whose ids begin alike are tested together."""
        return self.id.rstrip("0123456789abcdefghijklmnopqrstuvwxyz")

    def meets_figure(self, value: Interval) -> bool:
        """Whether the estimate lies within the band around the source's figure, if there is one."""
        return self.figure is not None and abs(value.estimate - self.figure) <= self.band

    def _excludes_figure(self, value: Interval) -> bool:
        """Whether the interval and the source's, ``figure`` ± ``band``, have nothing in common."""
        if self.figure is None:
            return False
        return value.low > self.figure + self.band or value.high < self.figure - self.band

    def verdict(
        self, value: Interval, p_value: float | None = None, *, at_limit: bool = False
    ) -> str:
        """One of `VERDICTS`; the rules are those of every source and stand nowhere else.

        A *direction* is established when the interval lies on one side of the null and the p-value,
        adjusted for the family, is below 5 %.

        - The claimed direction is established: "reproduced", or "direction only" if our interval
          and the figure with its band have nothing in common.
        - The contrary direction is established: "refuted".
        - Neither is: "no difference" if the claim has a margin and the whole interval lies within
          it; else "size excluded" if an effect of the reported size is excluded, while the
          direction stays open; else "undecided".

        That there is *no difference* (direction 0) is "reproduced" when the whole interval lies
        within the margin, "refuted" when all of it lies outside. Where both sides stand at a limit
        the equality says nothing about the claim, and the verdict is "no difference".

        A *figure alone* is "reproduced" when the whole interval lies within its band, "refuted"
        when all of it lies outside.

        That a 95 % interval lies within a margin is the same as two one-sided tests at 2.5 %.

        Examples:
            >>> better = Claim(id="S6", text="", settings={}, statistic=lambda e, n: UNKNOWN,
            ...                direction=1, figure=0.08, band=0.05, margin=0.02)
            >>> better.verdict(Interval(0.09, 0.05, 0.12), 0.001)
            'reproduced'
            >>> better.verdict(Interval(0.20, 0.16, 0.24), 0.001)
            'direction only'
            >>> better.verdict(Interval(0.00, -0.01, 0.01), 0.9)
            'no difference'
            >>> better.verdict(Interval(-0.01, -0.03, 0.01), 0.2)
            'size excluded'
            >>> better.verdict(Interval(0.03, -0.01, 0.07), 0.2)
            'undecided'
        """
        if math.isnan(value.estimate):
            return "undecided"
        if self.direction:
            found = self._direction_verdict(value, p_value)
        else:
            middle, width = self.null, self.margin
            if self.direction is None:
                assert self.figure is not None, "a claim has a direction or a figure"
                middle, width = self.figure, self.band
            found = _place(value, middle - width, middle + width)
        vacuous = at_limit and found == "reproduced" and (self.direction == 0 or self.equal)
        return "no difference" if vacuous else found

    def _direction_verdict(self, value: Interval, p_value: float | None) -> str:
        significant = p_value is None or p_value < ERROR
        above = significant and value.low > self.null
        below = significant and value.high < self.null
        claimed, contrary = (above, below) if self.direction == 1 else (below, above)
        if contrary:
            return "refuted"
        if claimed:
            return "direction only" if self._excludes_figure(value) else "reproduced"
        if self.null - self.margin <= value.low and value.high <= self.null + self.margin:
            return "no difference"
        return "size excluded" if self._excludes_figure(value) else "undecided"


def _place(value: Interval, low: float, high: float) -> str:
    """Where an interval lies to a range: within, outside, or neither."""
    if low <= value.low and value.high <= high:
        return "reproduced"
    return "refuted" if value.low > high or value.high < low else "undecided"


@dataclass(frozen=True)
class Rung:
    """The result under one setting; its p-value is not adjusted.

    Attributes:
        setting: the claim's name of it.
        estimate: what was found.
        verdict: by that, without adjustment.
        meets_figure: whether the estimate lies within the band around the source's figure.
        games: how many it rests on.
        scale: at which so many were played, where that differs from claim to claim.
        older: how many of the games another build has played than this one.
        timed: whether some of them had budgets in seconds, so that they cannot be replayed.
        mark: for an estimate without rows, ``"measured"`` or ``"earlier"``.
    """

    setting: str
    estimate: Estimate
    verdict: str
    meets_figure: bool
    games: int
    scale: str = ""
    older: int = 0
    timed: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Finding:
    """The result of a claim: the judged setting first, then the others.

    Attributes:
        claim: what was asked.
        rungs: the estimates, in the order of the claim's settings.
        p_value: of the judged setting, adjusted for the family; None where nothing is tested.
        verdict: on the judged setting.
    """

    claim: Claim
    rungs: tuple[Rung, ...]
    p_value: float | None
    verdict: str

    @property
    def judged(self) -> Rung:
        """The setting that the verdict is about."""
        return self.rungs[0]

    @property
    def games(self) -> int:
        """How many games the verdict rests on."""
        return self.judged.games

    @property
    def source(self) -> str:
        """The source's figure as text."""
        if self.claim.source:
            return self.claim.source
        return "-" if self.claim.figure is None else format(self.claim.figure, self.claim.unit)

    @property
    def ours(self) -> str:
        """Our number with its interval as text."""
        return number_text(self.judged.estimate.value, self.claim.unit)

    @property
    def beside(self) -> str:
        """At which other settings the claim holds, and where the source's figure appears."""
        known = [rung for rung in self.rungs[1:] if not math.isnan(rung.estimate.value.estimate)]
        nothing = [rung.setting for rung in self.rungs[1:] if rung not in known]
        parts = [f"nothing measured at {', '.join(nothing)}"] if nothing else []
        for verdict in VERDICTS:
            places = [rung.setting for rung in known if rung.verdict == verdict]
            if places:
                parts.append(f"{verdict} at {', '.join(places)}")
        text = "; ".join(parts)
        if known and self.claim.figure is not None:
            met = [rung.setting for rung in known if rung.meets_figure]
            text += f"; the figure appears {'at ' + ', '.join(met) if met else 'at none of them'}"
        return text


def number_text(value: Interval, unit: str) -> str:
    """``+61.0% [51.2%, 70.0%]``, or a dash where nothing was measured."""
    if math.isnan(value.estimate):
        return "-"
    if not (math.isfinite(value.low) and math.isfinite(value.high)):
        return f"{value.estimate:{unit}} [?]"
    return f"{value:{unit}}"


def package_of(source: str) -> str:
    """The package of a source; its name has no hyphens."""
    if source not in SOURCES:
        raise OptionError(_core.unknown_name("source", source, list(SOURCES)))
    return f"otherminds.lab.{source.replace('-', '_')}"


def contents_of(source: str) -> ModuleType:
    """The module with the claims and figures of a source."""
    return importlib.import_module(f"{package_of(source)}.contents")


def claims_of(source: str) -> tuple[Claim, ...]:
    """The claims of a source, in its own order."""
    claims: tuple[Claim, ...] = contents_of(source).CLAIMS
    return claims


def choose_claims(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims that ``S3,S9-S12`` names, all parts of each; all claims for an empty text."""
    if not text:
        return list(claims)
    chosen: set[int] = set()
    for part in text.split(","):
        shape = re.fullmatch(r"\s*([A-Za-z]+)(\d+)([a-z]?)(?:-(?:\1)?(\d+))?\s*", part)
        if not shape or (shape[3] and shape[4]):
            raise OptionError(f"{part.strip()!r} names no claims; write S3, S8a or S3-S9.")
        letters, first, last = shape[1].upper(), int(shape[2]), int(shape[4] or shape[2])
        found = set()
        for place, claim in enumerate(claims):
            own = re.fullmatch(r"([A-Z]+)(\d+)([a-z]?)", claim.id)
            assert own, f"{claim.id} is not an id"
            right_part = not shape[3] or own[3] == shape[3]
            if own[1] == letters and first <= int(own[2]) <= last and right_part:
                found.add(place)
        if not found:
            known = [claim.id for claim in claims]
            raise OptionError(_core.unknown_name("claim", part.strip(), known))
        chosen |= found
    return [claims[place] for place in sorted(chosen)]
