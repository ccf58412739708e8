"""Hanabi for two to five players: everybody sees all cards but his own."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.hanabi.players import is_mcts, mcs, policy_mcts, predictor
from otherminds.games.hanabi.rules import (
    LIBRARY,
    MASTER_LIST,
    DiscardProbablyUseless,
    If,
    LibraryRule,
    PlayProbablySafe,
    answers,
    cautious,
    flawed,
    iggi,
    internal,
    outer,
    piers,
    rules,
    van_den_bergh,
)

__all__ = [
    "LIBRARY",
    "MASTER_LIST",
    "DiscardProbablyUseless",
    "If",
    "LibraryRule",
    "PlayProbablySafe",
    "answers",
    "cautious",
    "flawed",
    "iggi",
    "internal",
    "is_mcts",
    "make",
    "mcs",
    "outer",
    "piers",
    "policy_mcts",
    "predictor",
    "rules",
    "van_den_bergh",
]


def make(**options: Any) -> _core.Game:
    """Hanabi; docs/games/hanabi.md lists the options.

    Examples:
        >>> make(players=4).seats
        4
    """
    return _core.make_game("hanabi", options)
