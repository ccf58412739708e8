"""The named players of Bazaar."""

from __future__ import annotations

from otherminds.contracts import Policy

__all__ = ["greedy"]

greedy = Policy("greedy")
"""Bids 1 for a good it lacks, accepts a swap that raises its score, otherwise does nothing."""
