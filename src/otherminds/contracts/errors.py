"""The errors of otherminds; each is a sentence that a person can act on."""

from __future__ import annotations

__all__ = [
    "AgentError",
    "FormatError",
    "GameError",
    "IllegalActionError",
    "LimitError",
    "OptionError",
    "OthermindsError",
]


class OthermindsError(Exception):
    """The base of all errors that otherminds raises."""


class IllegalActionError(OthermindsError, ValueError):
    """An action, outcome or question that does not fit the position; the position is unchanged."""


class OptionError(OthermindsError, ValueError):
    """An unknown or impossible option, budget, seat or name."""


class FormatError(OthermindsError, ValueError):
    """Text, bytes, JSON or a file that cannot be read as what it should be."""


class GameError(OthermindsError, RuntimeError):
    """A game broke its contract, for example a game written in Python with a wrong return."""


class AgentError(OthermindsError, RuntimeError):
    """An agent broke its contract, or sits in two seats at once."""


class LimitError(OthermindsError, RuntimeError):
    """A computation reached the limit it was given before it had an answer."""
