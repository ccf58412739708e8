"""E4, W25, and M1 to M8: rule agents with themselves."""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.statistics import mean
from otherminds.lab.walton_rivers.hanabi.arms import APRIL, JANUARY, MIRRORED, mirror
from otherminds.lab.walton_rivers.hanabi.measures import distance, points
from otherminds.lab.walton_rivers.hanabi.reported import MIRROR, MIRROR_ERROR

__all__ = ["BAND", "CLAIMS", "CONTROLS"]

BAND = 0.7
"""How far from a printed number of points still counts as meeting it."""


def _validated(letter: str, name: str, shown: str, size: int, figure: float, source: str) -> Claim:
    arm = mirror(name, JANUARY, (size,))
    return Claim(
        id=f"W25{letter}",
        text=f"{shown} with itself scores {figure:.2f} with {size} players",
        settings={JANUARY: (arm,), APRIL: (mirror(name, APRIL, (size,)),)},
        statistic=mean(arm.name, points),
        direction=None,
        figure=figure,
        band=BAND,
        source=source,
        unit=".2f",
    )


CLAIMS: tuple[Claim, ...] = (
    _validated("a", "internal", "Internal", 2, 10.12, "10.12, originally 10.97"),
    _validated("b", "outer", "Outer", 2, 10.12, "10.12, the row of Internal again"),
    _validated("c", "van_den_bergh", "Van den Bergh", 3, 16.95, "16.95, originally 15.4"),
)


def _mirrored(number: int, name: str) -> Claim:
    arm = mirror(name)
    return Claim(
        id=f"M{number}",
        text=f"{name} with itself scores as in the author's program, 2 to 5 players (greatest "
        "distance in standard errors, at most 4)",
        settings={APRIL: (arm,)},
        statistic=distance(arm.name, MIRROR[name], MIRROR_ERROR),
        direction=None,
        figure=0.0,
        band=4.0,
        source=", ".join(f"{value:.2f}" for value in MIRROR[name]),
        unit=".1f",
    )


CONTROLS: tuple[Claim, ...] = tuple(
    _mirrored(place + 1, name) for place, name in enumerate(MIRRORED)
)
