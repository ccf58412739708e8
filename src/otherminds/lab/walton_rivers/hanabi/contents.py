"""Walton-Rivers' claims about Hanabi, in their order, and what makes the figures of their report.

Apart from the package, so that its agents load without the claims, which take seconds.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.walton_rivers.hanabi import (
    battery,
    learning,
    levels,
    noise,
    open_hands,
    recognition,
)
from otherminds.lab.walton_rivers.hanabi.figures import figures

__all__ = ["CLAIMS", "CONTROLS", "figures"]

CLAIMS: tuple[Claim, ...] = (
    *levels.CLAIMS,
    *battery.CLAIMS,
    *open_hands.CLAIMS,
    *noise.CLAIMS,
    *learning.CLAIMS,
)
"""Those of the source."""

CONTROLS: tuple[Claim, ...] = (*levels.CONTROLS, *recognition.CLAIMS)
"""Beside and beyond it."""
