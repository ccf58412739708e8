"""L10 to L13: what suggestions tell and cost, and how long games are.

Taken from the games of L5 to L8, replayed. Both arrangements count the same, as in the source.
"""

from __future__ import annotations

import math

from otherminds.lab.claims import Arm, Claim, Estimate, Evidence, Statistic
from otherminds.lab.ledford.arms import (
    BMCTS,
    BUDGET,
    FIRST,
    LADDER,
    LD,
    MODES,
    PLANNERS,
    RANDOM,
    budget_name,
    four,
    joined,
    single,
    trio,
)
from otherminds.lab.ledford.measures import Group, Values, group_mean, group_steps, spread, stalled
from otherminds.lab.ledford.planners import MODE_TEXT
from otherminds.lab.ledford.suggestions import bits, known, turns
from otherminds.lab.statistics import share

__all__ = ["CLAIMS"]

BUDGETS = (LADDER[0], BUDGET)


def _both(kind: str, mode: str, iterations: int) -> tuple[Arm, Arm]:
    return single(kind, mode, iterations), trio(kind, mode, iterations)


def _settings(mode: str, *kinds: str) -> dict[str, tuple[Arm, ...]]:
    return {
        budget_name(iterations): tuple(
            arm for kind in kinds for arm in _both(kind, mode, iterations)
        )
        for iterations in BUDGETS
    }


def _group(kind: str, mode: str) -> Group:
    return Group(kind, tuple(arm.name for arm in _both(kind, mode, BUDGET)))


def _heuristic(mode: str) -> Group:
    names = tuple(name for kind in PLANNERS for name in _group(kind, mode).arms)
    return Group("Heuristic", names, player=1)


def _order(
    id_: str, mode: str, text: str, groups: tuple[Group, ...], values: Values, source: str
) -> Claim:
    return Claim(
        id=id_,
        text=f"{text}, {MODE_TEXT[mode]} (smallest step)",
        settings=_settings(mode, *PLANNERS),
        statistic=group_steps(*groups, values=values),
        direction=1,
        source=source,
        unit="+.2f",
    )


def _length(id_: str, mode: str, kind: str, figure: float) -> Claim:
    return Claim(
        id=id_,
        text=f"Games with {kind} take {figure:g} turns on average, {MODE_TEXT[mode]} (within 20 %)",
        settings=_settings(mode, kind),
        statistic=_with_spread(_group(kind, mode)),
        direction=None,
        figure=figure,
        band=0.2 * figure,
        unit=".0f",
    )


def _with_spread(group: Group) -> Statistic:
    """The mean length of games, and beside it how lengths are spread in each arrangement."""
    statistic = group_mean(group, turns)

    def told(evidence: Evidence, null: float) -> Estimate:
        estimate = statistic(evidence, null)
        if math.isnan(estimate.value.estimate):
            return estimate
        parts = []
        for arm in group.arms:
            games = [
                turns(results.tournament, row, 0)[0]
                for results in evidence.arms[arm]
                for row in results.rows
            ]
            parts.append(f"{arm}: {spread(games)}")
        return Estimate(estimate.value, estimate.p_value, "; ".join(parts))

    return told


def _ends(id_: str, text: str, arm: Arm, setting: str) -> Claim:
    return Claim(
        id=id_,
        text=f"{text} all end (share stopped after 4,000 turns, below 1 in 200)",
        settings={setting: (arm,)},
        statistic=share(arm.name, number=stalled, strata_name="arrangement"),
        direction=None,
        figure=0.0,
        band=0.005,
        source="0 of 8,000",
        unit=".2%",
    )


def _planner_games(mode: str) -> Arm:
    return joined(
        f"planner games, {mode}",
        *(arm for kind in PLANNERS for arm in _both(kind, mode, LADDER[0])),
    )


CLAIMS: tuple[Claim, ...] = (
    *(
        _order(
            f"L10{letter}",
            mode,
            "A suggestion of the Heuristic tells more bits than one of LD-BMCTS, and that one more "
            "than one of BMCTS",
            (_heuristic(mode), _group(LD, mode), _group(BMCTS, mode)),
            bits,
            "1.83, 1.16, 1.01",
        )
        for letter, mode in zip("abc", MODES, strict=True)
    ),
    *(
        _order(
            f"L11{letter}",
            mode,
            "BMCTS names more cards that it knows than LD-BMCTS, and that more than the Heuristic",
            (_group(BMCTS, mode), _group(LD, mode), _heuristic(mode)),
            known,
            ".744, .681, .0005",
        )
        for letter, mode in zip("abc", MODES, strict=True)
    ),
    *(_length(f"L12{a}", mode, BMCTS, 133) for a, mode in zip("ace", MODES, strict=True)),
    *(_length(f"L12{a}", mode, LD, 124.5) for a, mode in zip("bdf", MODES, strict=True)),
    *(
        Claim(
            id=f"L12{letter}",
            text=f"Games with BMCTS are longer than with LD-BMCTS, {MODE_TEXT[mode]}",
            settings=_settings(mode, *PLANNERS),
            statistic=group_steps(_group(BMCTS, mode), _group(LD, mode), values=turns),
            direction=1,
            figure=8.5,
            band=3.0,
            source="133 and 124.5 turns",
            unit="+.1f",
        )
        for letter, mode in zip("ghi", MODES, strict=True)
    ),
    _ends("L13a", "Games of four Heuristics", four(RANDOM), RANDOM),
    _ends("L13b", "Games of four Heuristics", four(FIRST), FIRST),
    *(
        _ends(
            f"L13{letter}",
            f"Games with planners, {MODE_TEXT[mode]},",
            _planner_games(mode),
            budget_name(LADDER[0]),
        )
        for letter, mode in zip("cde", MODES, strict=True)
    ),
)
