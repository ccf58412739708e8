"""The claims of Karamalegkos, and what makes the figures of their report."""

from __future__ import annotations

from otherminds.lab.karamalegkos.claims import CLAIMS
from otherminds.lab.karamalegkos.figures import figures

__all__ = ["CLAIMS", "figures"]
