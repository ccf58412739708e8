"""Cluedo: who, with what, where."""

from __future__ import annotations

from typing import Any

from otherminds import _core


def make(**options: Any) -> _core.Game:
    """Cluedo."""
    return _core.make_game("cluedo", options)
