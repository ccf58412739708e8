"""The named players of the tiger problem."""

from __future__ import annotations

from otherminds.contracts import Policy

__all__ = ["listen", "open_when_sure"]

listen = Policy("listen")
"""Listens and never opens a door."""

open_when_sure = Policy("open_when_sure")
"""Listens until it has heard the tiger ``k`` (2) times more at one door, then opens the other."""
