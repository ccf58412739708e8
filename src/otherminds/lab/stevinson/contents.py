"""Stevinson's claims, in their order, and what makes the figures of their report.

Apart from the package, so that its agents load without the claims, which take seconds.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.stevinson import claims, controls, defects, robust
from otherminds.lab.stevinson.figures import figures

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (*claims.CLAIMS, *controls.CLAIMS, *defects.CLAIMS, *robust.CLAIMS)
