"""Walton-Rivers' claims, in their order, and what makes the figures of their report.

Apart from the package, so that its agents load without the claims, which take seconds.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.walton_rivers import baseline, controls, flares, prediction
from otherminds.lab.walton_rivers.figures import figures
from otherminds.lab.walton_rivers.hanabi import contents as hanabi

__all__ = ["CLAIMS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *baseline.CLAIMS,
    *flares.CLAIMS,
    *prediction.CLAIMS,
    *hanabi.CLAIMS,
    *controls.CLAIMS,
    *hanabi.CONTROLS,
)
