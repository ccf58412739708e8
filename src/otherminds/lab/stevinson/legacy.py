"""The defects of the published program as arms, and which of them comes closest to his pattern.

It is not known whether the program behind the figures had the defects of the published one
(docs/sources/stevinson.md, A27). Each variant plays the same games as the literal agents; its
distance from the reported win rates is measured at every budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from otherminds.arena.results import Results
from otherminds.lab.running import Played
from otherminds.lab.statistics import unit_means
from otherminds.lab.stevinson import arms

__all__ = ["PATTERN", "VARIANTS", "Distance", "distances"]

_OLD_TYPES = (
    "max_disk",
    "max_value(quirks=quirks(legacy=true))",
    "mobility(quirks=quirks(legacy=true))",
)


def _variant(name: str, *, series: int = 0, **options: Any) -> arms.Player:
    return replace(arms.hba(name, **options), series=series, kind="defect")


VARIANTS = {
    "swapped": _variant("HBA(swapped)", quirks=("swapped",)),
    "old types": _variant("HBA(old types)", known=_OLD_TYPES),
    "carried over": _variant("HBA(carried over)", carry_over=True, series=arms.SERIES),
    "all defects": _variant(
        "HBA(all defects)",
        known=_OLD_TYPES,
        quirks=("swapped", "count_forced"),
        carry_over=True,
        series=arms.SERIES,
    ),
}
"""HBA(gtw) with one defect each, and with all of them. Beliefs that are carried over need series
against every opponent, so these games are not the ones of the other arms."""

PATTERN = {
    ("MCTS", 0.0): 0.73,
    ("HBA", 0.0): 0.81,
    ("MV", 0.0): 0.61,
    ("MCTS", 0.1): 0.73,
    ("HBA", 0.1): 0.71,
    ("MV", 0.1): 0.61,
}
"""The win rates that the thesis gives in numbers, by player and share of random moves."""


@dataclass(frozen=True)
class Distance:
    """How far a variant is from the reported win rates at a budget.

    Attributes:
        variant: which form of HBA.
        setting: the budget.
        rates: its win rates, in the order of `PATTERN`.
        distance: the root of the mean squared difference.
    """

    variant: str
    setting: str
    rates: tuple[float, ...]
    distance: float


def _rate(results: Sequence[Results]) -> float:
    return float(np.mean([np.mean(list(unit_means(r).values())) for r in results]))


def distances(played: Played) -> list[Distance]:
    """All variants at all budgets for which everything was played, the closest first."""
    found = []
    literal = {"literal": arms.GTW, "frozen": arms.FROZEN, **VARIANTS}
    for variant, player in literal.items():
        seats = {"MCTS": arms.MCTS, "MV": arms.MV, "HBA": player}
        for setting in arms.SETTINGS:
            rates = []
            for who, share in PATTERN:
                entry = arms.perturbed(seats[who], share) if share else seats[who]
                at = setting if entry.searches else arms.SOURCE
                results = played.get((at, entry.name))
                rates.append(_rate(results) if results else math.nan)
            if not any(math.isnan(rate) for rate in rates):
                gaps = np.array(rates) - np.array(list(PATTERN.values()))
                root = float(np.sqrt(np.mean(gaps**2)))
                found.append(Distance(variant, setting, tuple(rates), root))
    return sorted(found, key=lambda each: each.distance)
