"""The named players of Leduc poker."""

from __future__ import annotations

from otherminds.contracts import Policy

__all__ = ["honest", "mixed"]

honest = Policy("honest")
"""Raises a strong hand, calls a medium one, folds a weak one to a raise."""

mixed = Policy("mixed")
"""Does everything with some probability, by the strength of its hand."""
