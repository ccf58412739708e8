"""Ledford's claims, in their order, and what makes the figures of their report.

Apart from the package, so that its agents load without the claims, which take seconds.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.ledford import baseline, beyond, conduct, planners
from otherminds.lab.ledford.figures import figures

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *baseline.CLAIMS,
    *planners.CLAIMS,
    *conduct.CLAIMS,
    *baseline.LATER,
    *planners.LATER,
    *beyond.CLAIMS,
)
