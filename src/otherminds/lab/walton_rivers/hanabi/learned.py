"""Rule lists that were learned from logs, the models of E11.

Each was learned as in `agreement` from 20 games of the player with itself at each number of
players, with seed 2, which no tournament has.
"""

from __future__ import annotations

from collections.abc import Mapping

from otherminds.agents import hanabi
from otherminds.contracts import Policy
from otherminds.search import Quirks

__all__ = ["LISTS", "learned"]

LISTS: Mapping[str, tuple[str, ...]] = {
    "iggi": (
        "PlaySafeCard",
        "TryToUnblock",
        "TellPlayableCardOuter",
        "DiscardSafeCard",
        "PlayFinesse",
        "TellAnyoneAboutUsefulCard",
        "DiscardOldestFirst",
        "TellMostNewInformation",
    ),
    "internal": (
        "DiscardIfCertain",
        "PlaySafeCard",
        "DiscardUselessCard",
        "TellPlayableCard",
        "TellMostInformation",
        "DiscardProbablyUseless(0.3)",
        "DiscardOldestNoInfoFirst",
        "DiscardRandomly",
    ),
    "outer": (
        "PlaySafeCard",
        "TellPlayableCardOuter",
        "TellUnknown",
        "OsawaDiscard",
        "DiscardProbablyUseless(0.7)",
        "DiscardHighest",
        "DiscardLeastLikelyToBeNecessary",
    ),
    "flawed": (
        "PlayProbablySafe(0.2)",
        "TellRandomly",
    ),
    "piers": (
        "PlayProbablySafe(0.6)",
        "TellPlayableCardOuter",
        "DiscardSafeCard",
        "TellFinesse",
        "PlayFinesse",
        "TellAnyoneAboutUsefulCard",
        "DiscardOldestFirst",
        "TellMostInformation",
    ),
    "van_den_bergh": (
        "PlayProbablySafe(0.9)",
        "DiscardProbablyUseless(0.8)",
        "PlayProbablySafe(0.8)",
        "TellAnyoneAboutUsefulCard",
        "TellPlayableCard",
        "DiscardProbablyUseless(0.75)",
        "TellMostNewInformation",
        "PlayProbablySafe(0.6)",
        "DiscardProbablyUseless(0.7)",
        "DiscardProbablyUseless(0.4)",
        "DiscardProbablyUseless(0.1)",
        "DiscardLeastLikelyToBeNecessary",
    ),
    "MCS-IGGI": (
        "PlaySafeCard",
        "TellAnyoneAboutUsefulCard",
        "DiscardProbablyUseless(0.2)",
        "TellMostNewInformation",
        "DiscardOldestNoInfoFirst",
        "DiscardRandomly",
    ),
    "MCS-Flawed": (
        "PlayProbablySafe(0.9)",
        "TellPlayableCardOuter",
        "PlayProbablySafe(0.5)",
        "PlayProbablySafe(0.4)",
        "CompleteTellUsefulCard",
        "DiscardProbablyUseless(0.2)",
        "DiscardOldestNoInfoFirst",
        "PlayProbablySafe(0.3)",
        "TellAnyoneAboutUsefulCard",
        "DiscardHighest",
    ),
    "MCS-Random": (
        "PlayProbablySafe(0.3)",
        "DiscardProbablyUseless(0.4)",
        "CompleteTellUsefulCard",
        "DiscardHighest",
        "TellAnyoneAboutUsefulCard",
        "TellRandomly",
        "DiscardOldestFirst",
    ),
    "IS-MCTS": (
        "PlayProbablySafe(0.3)",
        "TellMostInformation",
        "TryToUnblock",
        "PlayProbablySafe(0.2)",
        "DiscardProbablyUseless(0.3)",
        "DiscardProbablyUseless(0.1)",
        "DiscardHighest",
        "DiscardOldestNoInfoFirst",
    ),
}


def learned(name: str) -> Policy:
    """The learned model of a player."""
    return hanabi.rules(*LISTS[name], quirks=Quirks(published=True))
