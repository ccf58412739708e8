"""The named players of Catan."""

from __future__ import annotations

from otherminds.agents import Policy

__all__ = ["typed"]

typed = Policy("typed")
"""Draws a kind of action that is legal, each alike, then one of that kind."""
