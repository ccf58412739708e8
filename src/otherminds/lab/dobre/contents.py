"""Dobre's claims, in their order, and what makes the figures of their report.

Apart from the package, so that its agents load without the claims, which take seconds.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.dobre import chapters, heuristic, planners, random_play, strength
from otherminds.lab.dobre.figures import figures

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *random_play.SIZES,
    *heuristic.LENGTHS,
    *random_play.KINDS,
    *random_play.TYPED,
    *heuristic.WINS,
    *chapters.CLAIMS,
    *planners.CLAIMS,
    *strength.CLAIMS,
)
