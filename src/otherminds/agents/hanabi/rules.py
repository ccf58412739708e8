"""Players of Hanabi made of rules: the library of Walton-Rivers 2022, to be listed in any order.

A rule proposes a move or nothing; the first of a list that proposes something decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds.contracts import Policy
from otherminds.search import Quirks

__all__ = [
    "LIBRARY",
    "MASTER_LIST",
    "DiscardProbablyUseless",
    "Hint",
    "If",
    "LibraryRule",
    "PlayProbablySafe",
    "answers",
    "cautious",
    "conventions",
    "flawed",
    "hat_guessing",
    "iggi",
    "internal",
    "outer",
    "piers",
    "pointer",
    "rules",
    "van_den_bergh",
]


@dataclass(frozen=True)
class LibraryRule:
    """A rule of the library.

    Attributes:
        name: what to write in a list.
        thresholded: whether it is written with a number, ``PlayProbablySafe(0.6)``.
        summary: what it does.
    """

    name: str
    thresholded: bool
    summary: str


LIBRARY: tuple[LibraryRule, ...] = tuple(
    LibraryRule(*entry) for entry in _core.hanabi_rule_library()
)
"""Every rule."""


def If(condition: str, rule: str) -> str:  # noqa: N802  it stands beside the names of rules
    """A rule that is consulted only where a condition holds.

    Args:
        condition: numbers everybody knows, compared with whole numbers and joined by ``and``:
            ``lives``, ``clues``, ``deck``, ``score`` and ``players``.
        rule: the rule.

    Examples:
        >>> If("lives > 1 and deck == 0", PlayProbablySafe(0))
        'lives > 1 and deck == 0: PlayProbablySafe(0.0)'
    """
    return f"{condition}: {rule}"


def PlayProbablySafe(threshold: float) -> str:  # noqa: N802
    """Play the card most likely to fit, if that is at least this likely."""
    return f"PlayProbablySafe({float(threshold)!r})"


def DiscardProbablyUseless(threshold: float) -> str:  # noqa: N802
    """Discard the card most likely to be useless, if that is at least this likely."""
    return f"DiscardProbablyUseless({float(threshold)!r})"


def rules(*names: str, quirks: Quirks | None = None) -> Policy:
    """A player that follows a list of rules.

    Where none of them has a move it gives a random hint to the next player, else it discards.

    Args:
        names: rules of the `LIBRARY`, the first that has a move decides.
        quirks: defects of the author's program, for experiments about it; see `Quirks`.

    Examples:
        >>> from otherminds import load, play_match
        >>> player = rules(
        ...     "PlaySafeCard",
        ...     If("lives > 1", PlayProbablySafe(0.6)),
        ...     "TellAnyoneAboutUsefulCard",
        ...     "DiscardOldestFirst",
        ... )
        >>> play_match(load("hanabi"), [player, player], seed=1).returns[0] > 8
        True
    """
    return Policy("rules", rules=names, **({} if quirks is None else {"quirks": quirks}))


Hint = tuple[int, bool, int, bool]
"""A hint at a single card: its slot, whether of a rank, the value, whether the card has left."""


def answers(
    state: Any, *names: str, published: bool = False, hints: Sequence[Hint] = ()
) -> list[dict[int, float]]:
    """What each rule alone would do where a seat acts: actions with their chances.

    A rule that has no move answers nothing.

    Args:
        state: where a seat acts.
        names: the rules.
        published: rules behave as in the author's program where that plainly differs from what
            they are for; docs/games/hanabi.md lists how.
        hints: those at single cards that the seat was given, the newest last. The state does not
            know them, and ``PlayUniquePossibleCard`` asks for them.

    Examples:
        >>> from otherminds import load
        >>> state = load("hanabi").initial_state(seed=1)
        >>> answers(state, "DiscardOldestFirst")  # there are eight clues
        [{}]
    """
    found = _core.hanabi_rule_answers(state, list(names), published, list(hints))
    return [dict(each) for each in found]


def _steps(name: str) -> list[str]:
    return [f"{name}({step / 10:g})" for step in range(1, 10)]


MASTER_LIST: tuple[str, ...] = (
    "DiscardRandomly",
    "DiscardIfCertain",
    "DiscardSafeCard",
    "DiscardOldestFirst",
    "DiscardUselessCard",
    "OsawaDiscard",
    "DiscardLeastLikelyToBeNecessary",
    "DiscardProbablyUseless(0.75)",
    "TellPlayableCard",
    "TellPlayableCardOuter",
    "TellRandomly",
    "TellAboutOnes",
    "TellAnyoneAboutUsefulCard",
    "TellUnknown",
    "TellAnyoneAboutUselessCard",
    "TellDispensable",
    "TellMostInformation",
    "PlaySafeCard",
    "PlayIfCertain",
    *_steps("PlayProbablySafe"),
    "TellIllInformed",
    "TellFives",
    "CompleteTellUsefulCard",
    "DiscardOldestNoInfoFirst",
    "TryToUnblock",
    "TellMostNewInformation",
    *_steps("DiscardProbablyUseless"),
    "TellAnyoneAboutOldestUsefulCard",
    "DiscardHighest",
    "TellToSave",
    "TellToSavePartialOnly",
    "DiscardUnidentifiedCard",
    "PlayFinesse",
    "PlayFinesseTold",
    "TellFinesse",
    "PlayUniquePossibleCard",
)
"""The rules of which the source learns its models, in the order of its program."""

internal = Policy("internal")
"""Plays what is safe and tells the next player of playable cards, known or not."""

outer = Policy("outer")
"""Like internal, but tells only what the next player does not know."""

cautious = Policy("cautious")
"""A careful beginner: plays only what is certain, discards anything."""

iggi = Policy("iggi")
"""Cautious, but discards its oldest card."""

piers = Policy("piers")
"""IGGI that takes risks while there are lives, and more when the deck is empty."""

flawed = Policy("flawed")
"""Deliberately bad: plays at a chance of 25 % and tells anything."""

van_den_bergh = Policy("van_den_bergh")
"""Van den Bergh's rules, tuned by a genetic algorithm."""

pointer = Policy("pointer")
"""Takes a hint that points at one card for the wish that it be played, and hints so.

Ours: the order of the rules was found by evolution for mirror games of two to five players.
"""

conventions = Policy("conventions")
"""Plays by conventions that people use, without a code.

Ours: hints ask for cards to be played or save them, prompts and finesses, nobody points at useless
cards. What a hint means follows from what everybody sees, so all seats read it alike.
"""

hat_guessing = Policy("hat_guessing")
"""Three to five players who share a code: a hint tells every one of them a number.

It plays nearly perfect games with copies of itself and nonsense with anybody else.
"""
