"""Levels of strength from 1 to 10: opponents for people, calibrated by a stored tournament.

``tools/calibrate_levels.py`` plays the tournament and writes the file that is read here. The levels
of a game rise evenly: in ratings, or in the mean score with a fixed partner where all seats win or
lose together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from otherminds.contracts import OptionError, Player

__all__ = ["FILE", "LEVELS", "Level", "has_levels", "level", "levels"]

FILE = Path(__file__).with_name("levels.json")
"""The calibration that comes with the package."""

LEVELS = 10


@dataclass(frozen=True, kw_only=True)
class Level:
    """One level of a game.

    Attributes:
        player: the text of the player behind it.
        strength: its rating, or its mean score with the partner.
        low: the lower end of the 95 % interval.
        high: the upper end.
        games: how many it played.
    """

    player: str
    strength: float
    low: float
    high: float
    games: int


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored


def has_levels(game: str) -> bool:
    """Whether a game of that name has been calibrated."""
    return game in _stored()


@cache
def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first.

    Raises:
        OptionError: it has not been calibrated.
    """
    if not has_levels(game):
        known = ", ".join(_stored()) or "none yet"
        raise OptionError(
            f"{game} has no levels, as their strength has not been measured. Name a player "
            f"instead; otherminds agents {game} lists them. Games with levels: {known}."
        )
    return tuple(Level(**values) for values in _stored()[game]["levels"])


def level(game: str, number: int) -> Player:
    """The player of a level.

    Raises:
        OptionError: there is no such level.
    """
    from otherminds.agents.player_texts import parse_player  # which reads catalogues

    listed = levels(game)
    if not 1 <= number <= len(listed):
        raise OptionError(f"Levels go from 1 to {len(listed)}; {number!r} is none of them.")
    return parse_player(listed[number - 1].player)
