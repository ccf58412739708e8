"""E2, W10 to W13: what actions that nobody understands cost, second edition."""

from __future__ import annotations

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import difference, least_step, share, welch
from otherminds.lab.walton_rivers.arms import (
    FLARE_SETS,
    PROGRAM,
    SECOND,
    WHOLE_GA,
    Agent,
    flares,
    joined,
)
from otherminds.lab.walton_rivers.baseline import BAND
from otherminds.lab.walton_rivers.measures import score, solved

__all__ = ["CLAIMS"]

EACH_TICK = "GA at each tick"


def _of(name: str) -> Agent:
    return name, SECOND[name]


def _sets(agent: Agent) -> tuple[Arm, ...]:
    return tuple(flares(agent, actions) for actions in FLARE_SETS)


def _order(letter: str, name: str, figure: float, source: str) -> Claim:
    settings = {PROGRAM: _sets(_of(name))}
    if name == "GA":
        settings[EACH_TICK] = _sets(WHOLE_GA)
    return Claim(
        id=f"W10{letter}",
        text=f"{name} scores more with simple actions than with relative flares, and more with "
        "those than with full ones (smallest step)",
        settings=settings,
        statistic=least_step(*(f"{name}, {actions}" for actions in FLARE_SETS), number=score),
        direction=1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


def _wins(letter: str, actions: str, wins: int) -> Claim:
    arm = flares(_of("High"), actions)
    return Claim(
        id=f"W11{letter}",
        text=f"High wins {wins} of 200 games with {actions} actions",
        settings={PROGRAM: (arm,)},
        statistic=share(arm.name, number=solved, strata_name="level"),
        direction=None,
        figure=wins / 200,
        band=BAND,
        unit=".0%",
    )


_UNSOLVABLE = joined(
    "everybody, full",
    *(flares(_of(name), "full", ("airlock", "single_door")) for name in SECOND),
)


def _loss(letter: str, name: str, figure: float, source: str) -> Claim:
    return Claim(
        id=f"W12{letter}",
        text=f"Relative flares cost {name} score",
        settings={PROGRAM: _sets(_of(name))[:2]},
        statistic=difference(
            f"{name}, relative", f"{name}, simple", number=score, test=welch(score)
        ),
        direction=-1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


def _on_pathfinding(ga: Agent) -> tuple[Arm, ...]:
    return tuple(
        flares(agent, "full", ("pathfinding",)) for agent in (ga, _of("High"), _of("Medium"))
    )


CLAIMS: tuple[Claim, ...] = (
    _order("a", "High", 0.08, ".85, .77, .11"),
    _order("b", "Medium", 0.11, ".79, .68, .00"),
    _order("c", "Low", 0.19, ".73, .54, .00"),
    _order("d", "GA", 0.06, ".61, .55, .17"),
    _order("e", "Random", 0.09, ".45, .36, .09"),
    _wins("a", "full", 2),
    _wins("b", "relative", 138),
    _wins("c", "simple", 169),
    Claim(
        id="W11d",
        text="With full flares nobody scores on Airlock or Single Door",
        settings={PROGRAM: (_UNSOLVABLE,)},
        statistic=share(_UNSOLVABLE.name, number=score, strata_name="agent and level"),
        direction=None,
        figure=0.0,
        band=BAND,
        unit=".2f",
    ),
    _loss("a", "High", -0.08, "-.08, t -2.01"),
    _loss("b", "Medium", -0.11, "-.11, t -2.81"),
    Claim(
        id="W13",
        text="On Pathfinding with full flares GA scores more than High, High more than Medium "
        "(smallest step)",
        settings={
            PROGRAM: _on_pathfinding(_of("GA")),
            EACH_TICK: _on_pathfinding(WHOLE_GA),
        },
        statistic=least_step(*(arm.name for arm in _on_pathfinding(_of("GA"))), number=score),
        direction=1,
        figure=0.15,
        band=BAND,
        source=".56, .41, .01",
        unit="+.2f",
    ),
)
