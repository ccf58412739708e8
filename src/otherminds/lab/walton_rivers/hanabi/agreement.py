"""What the genetic algorithm of the source learns from games of this package's own store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest

import numpy as np

from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.contracts import Policy
from otherminds.lab.claims import UNKNOWN, Estimate, Evidence, Statistic
from otherminds.lab.statistics import smallest
from otherminds.lab.walton_rivers.hanabi.measures import apart
from otherminds.learn import Record, ceiling, decisions_of, learn_rules

__all__ = ["GAMES", "Learning", "agreement", "agreement_steps", "learned_from", "records_of"]

GAMES = 20
"""Of each tournament that is learned from."""
RESTARTS = 5


@dataclass(frozen=True)
class Learning:
    """What was learned of a player.

    Attributes:
        rules: the list.
        held_out: its agreement in each game that it was not learned from.
        ceiling: how often the player agrees with itself; None for a search.
        decisions: how many were looked at.
    """

    rules: tuple[str, ...]
    held_out: tuple[float, ...]
    ceiling: float | None
    decisions: int


def records_of(played: Sequence[Results], games: int = GAMES) -> list[Record]:
    """The first games of each tournament with the seats of player 0, tournaments in turn."""
    lists = []
    for results in played:
        rows = sorted(results.rows, key=lambda row: (row.block, row.match))[:games]
        found = []
        for row in rows:
            start = results.tournament.initial_state(row.line_up, row.block, row.match)
            seats = tuple(seat for seat, player in enumerate(row.seats) if player == 0)
            found.append(Record(start, row.moves, seats))
        lists.append(found)
    turns = zip_longest(*lists)
    return [record for turn in turns for record in turn if record is not None]


@lru_cache(maxsize=64)
def learned_from(played: tuple[Results, ...]) -> Learning | None:
    """Learn a list as published from four fifths of the games, and judge it by the others."""
    records = records_of(played)
    if len(records) < 10:
        return None
    decisions = decisions_of(records, published=True)
    learned = learn_rules(decisions, restarts=RESTARTS, seed=1)
    order = [decisions.rules.index(name) for name in learned.rules]
    judged = decisions.split()[1]
    each = [
        judged.part(judged.games == game).agreement(order) for game in sorted(set(judged.games))
    ]
    player = played[0].tournament.recipes[0]
    own = ceiling(records, player) if isinstance(player, Policy) else None
    return Learning(learned.rules, tuple(each), own, len(decisions))


def agreement(arm: str) -> Statistic:
    """The agreement of a learned list with player 0, in games that it was not learned from."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        learned = learned_from(tuple(evidence.arms[arm]))
        if learned is None:
            return UNKNOWN
        told = f"{learned.decisions:,} decisions"
        if learned.ceiling is not None:
            told += f", ceiling {learned.ceiling:.2f}"
        return Estimate(
            mean_interval(learned.held_out), None, f"{told}: {', '.join(learned.rules)}"
        )

    return statistic


def agreement_steps(groups: Mapping[str, Sequence[str]]) -> Statistic:
    """The smallest lead in agreement of a group of players over the next group."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        means: dict[str, Interval] = {}
        for name, arms in groups.items():
            found = [learned_from(tuple(evidence.arms[arm])) for arm in arms]
            known = [each for each in found if each is not None]
            if len(known) < len(found):
                return UNKNOWN
            values = [mean_interval(each.held_out) for each in known]
            middle = float(np.mean([value.estimate for value in values]))
            half = float(np.linalg.norm([value.high - value.low for value in values]))
            half /= 2 * len(values)
            means[name] = Interval(middle, middle - half, middle + half)
        gaps = [apart(one, other, null) for one, other in pairwise(means.values())]
        told = ", ".join(f"{name} {mean.estimate:.2f}" for name, mean in means.items())
        return smallest(gaps, null, told)

    return statistic
