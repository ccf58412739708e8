"""L1 to L4, L14 and L15: players that do not search."""

from __future__ import annotations

import math

from otherminds import _core
from otherminds.arena.statistics import Interval, wilson
from otherminds.games import load
from otherminds.lab.claims import UNKNOWN, Claim, Estimate, Evidence, Statistic
from otherminds.lab.ledford.arms import TABLES, four, two_policies
from otherminds.lab.ledford.measures import solved
from otherminds.lab.ledford.suggestions import sheet_bits
from otherminds.lab.seats import worst_seat
from otherminds.lab.statistics import share

__all__ = ["CLAIMS", "GAMES", "LATER", "band", "opening_bits"]

GAMES = 2_000
"""In each of the source's cells."""


def band(rate: float, games: int = GAMES) -> float:
    """Half the width of the 95 % interval of a rate that was measured in so many games.

    Examples:
        >>> f"{band(0.204):.3f}"
        '0.018'
    """
    return 1.96 * math.sqrt(rate * (1 - rate) / games)


def _rate(
    id_: str, text: str, name: str, direction: int, figure: float | None, source: str = ""
) -> Claim:
    return Claim(
        id=id_,
        text=text,
        settings={setting: (two_policies(name, setting),) for setting in TABLES},
        statistic=share(name, number=solved),
        direction=direction,
        null=0.25,
        figure=figure,
        band=band(figure) if figure else 0.0,
        source=source,
        unit=".1%",
    )


def _people() -> Statistic:
    def statistic(evidence: Evidence, null: float) -> Estimate:
        del evidence, null
        told = f"not run; 15 of his 20 games are {wilson(15, 20):.0%}, by four people"
        return Estimate(UNKNOWN.value, None, told)

    return statistic


def opening_bits(deals: int = 100) -> Statistic:
    """The entropy of every seat's sheet before the first move of some games."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del evidence, null
        game = load("cluedo", rules="ledford")
        found = []
        for seed in range(deals):
            state = game.initial_state(seed)
            for seat in range(game.seats):
                belief = game.belief(state.view(seat))
                found.append(sheet_bits(_core.cluedo_chances(belief, "thesis")))
        value = Interval(sum(found) / len(found), min(found), max(found))
        return Estimate(value, None, f"{deals} deals, every seat; the interval is their range")

    return statistic


CLAIMS: tuple[Claim, ...] = (
    _rate(
        "L1", "A Naive wins rarely against three Heuristics", "Naive against Heuristic", -1, 0.0225
    ),
    _rate(
        "L2",
        "A Heuristic wins almost always against three Naives",
        "Heuristic against Naive",
        1,
        0.9475,
    ),
    _rate(
        "L3a",
        "Updates on what others show help: one Heuristic with them against three without",
        "Heuristic against without updates",
        1,
        None,
        "stronger",
    ),
    _rate(
        "L3b",
        "The same the other way round: one without against three with",
        "without updates against Heuristic",
        -1,
        None,
        "weaker",
    ),
    Claim(
        id="L4",
        text="People beat three Heuristics",
        settings={"people": ()},
        statistic=_people(),
        direction=1,
        null=0.25,
        source="15 of 20 games",
        unit=".1%",
    ),
)

LATER: tuple[Claim, ...] = (
    Claim(
        id="L14",
        text="A sheet has 30 bits before the first move",
        settings={"sheet of the thesis": ()},
        statistic=opening_bits(),
        direction=None,
        figure=30.0,
        band=1e-6,
        unit=".1f",
    ),
    Claim(
        id="L15",
        text="Among four Heuristics each seat wins a quarter (greatest distance, 2.5 points)",
        settings={setting: (four(setting),) for setting in TABLES},
        statistic=worst_seat("four Heuristics"),
        direction=0,
        margin=0.025,
        source="22.5% to 27.5%",
    ),
)
