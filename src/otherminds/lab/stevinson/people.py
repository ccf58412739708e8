"""Claims about people: what the beliefs of HBA make of them, next to movers whose type is known.

The source watched four people in 32 games. Recorded games of tournament players stand in for
them; without such games only the controls are counted, and nothing is decided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from otherminds.arena.recognition_measures import (
    SELF,
    Seen,
    leading_share,
    recognise_all,
    run_count,
)
from otherminds.arena.results import Results
from otherminds.arena.statistics import mean_interval, paired_test
from otherminds.games import load
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.lab.replays import seen_in
from otherminds.lab.stevinson import arms

__all__ = ["CONTROLS", "NO_RECORDS", "control_players", "leads", "leads_more", "recognised", "runs"]

CONTROLS = ("random", *arms.TYPES, *arms.OPPONENTS)
"""Movers whose type is known, each put next to people."""

NO_RECORDS = "no games of people were given (--games)"

_OPPONENT = "search(iterations=20)"


def control_players() -> tuple[arms.Player, ...]:
    """The controls as players of games of their own, for want of recorded ones."""
    return tuple(arms.Player(name, name, opponents=(_OPPONENT,), kind="one") for name in CONTROLS)


@lru_cache(maxsize=2)
def _groups(records: tuple[tuple[int, ...], ...]) -> dict[str, list[list[Seen]]]:
    controls = {name: name for name in CONTROLS}
    return recognise_all(load("othello"), records, arms.types(), controls, seed=arms.SEED)


def recognised(records: Sequence[Sequence[int]]) -> dict[str, list[list[Seen]]]:
    """People, and the controls in the same positions; the same records are looked at once."""
    return _groups(tuple(map(tuple, records)))


def _played(results: Sequence[Results]) -> list[list[Seen]]:
    """What is recognised of player 0 in games of the arena."""
    games = []
    for found in results:
        for row in found.rows:
            seat = row.seats.index(0)
            games.append([(seen_in(found.tournament, row, arms.types(), seat), len(row.moves))])
    return games


def _mean_runs(games: Sequence[Sequence[Seen]]) -> float:
    return float(np.nanmean([run_count(seats) for seats in games])) if games else math.nan


def runs() -> Statistic:
    """Runs of the most believed type per game; controls beside, in the same positions."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        own = {name: _mean_runs(_played(results)) for name, results in evidence.arms.items()}
        alone = "controls in games of their own: " + _listed(own)
        if not evidence.records:
            return Estimate(UNKNOWN.value, None, f"{NO_RECORDS}; {alone}")
        groups = recognised(evidence.records)
        counts = [run_count(seats) for seats in groups[SELF]]
        same = {name: _mean_runs(groups[name]) for name in CONTROLS}
        value = mean_interval([count for count in counts if not math.isnan(count)])
        return Estimate(value, None, f"controls in the same positions: {_listed(same)}; {alone}")

    return statistic


def _listed(numbers: dict[str, float], spec: str = ".1f") -> str:
    return ", ".join(f"{name} {value:{spec}}" for name, value in numbers.items())


def _leads_of(games: Sequence[Sequence[Seen]], phase: int, places: Sequence[int]) -> list[float]:
    """For each game how often one of these types is the most believed in a phase."""
    shares = [sum(leading_share(seats, phase, place) for place in places) for seats in games]
    return [share for share in shares if not math.isnan(share)]


def leads(phase: int, *types: str) -> Statistic:
    """How often one of these types is the most believed in a phase: 0 early, 1 middle, 2 late."""
    places = [arms.TYPES.index(name) for name in types]

    def statistic(evidence: Evidence, null: float) -> Estimate:
        own = {
            name: _mean(_leads_of(_played(r), phase, places)) for name, r in evidence.arms.items()
        }
        alone = "controls in games of their own: " + _listed(own, ".0%")
        if not evidence.records:
            return Estimate(UNKNOWN.value, None, f"{NO_RECORDS}; {alone}")
        groups = recognised(evidence.records)
        values = _leads_of(groups[SELF], phase, places)
        same = {name: _mean(_leads_of(groups[name], phase, places)) for name in CONTROLS}
        p_value = paired_test([value - null for value in values]).p_value
        detail = f"controls in the same positions: {_listed(same, '.0%')}; {alone}"
        return Estimate(mean_interval(values), p_value, detail)

    return statistic


def leads_more(phase: int, *types: str, than: str = "random") -> Statistic:
    """The same less what a control in the same positions shows: what is due to people."""
    places = [arms.TYPES.index(name) for name in types]

    def statistic(evidence: Evidence, null: float) -> Estimate:
        if not evidence.records:
            return Estimate(UNKNOWN.value, None, NO_RECORDS)
        groups = recognised(evidence.records)
        pairs = zip(
            _leads_of(groups[SELF], phase, places),
            _leads_of(groups[than], phase, places),
            strict=True,
        )
        gaps = [own - control - null for own, control in pairs]
        return Estimate(mean_interval([gap + null for gap in gaps]), paired_test(gaps).p_value)

    return statistic


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else math.nan
