"""What the answers to the four questions share."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from otherminds.contracts import OptionError

__all__ = ["Answer"]


class Answer:
    """One answer to one of the four questions: a frozen value whose fields are its options."""

    def _native(self) -> dict[str, Any]:
        """The answer as the core reads it."""
        return {"answer": type(self).__name__, **self._options()}

    def _options(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in fields(self)}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        """Only what differs from the defaults, as it would be written."""
        chosen = [
            f"{option.name}={getattr(self, option.name)!r}"
            for option in fields(self)  # type: ignore[arg-type]
            if getattr(self, option.name) != option.default
        ]
        return f"{type(self).__name__}({', '.join(chosen)})"


def pairs_of(option: str, given: Any) -> tuple[tuple[str, Any], ...]:
    """A mapping as pairs in order, a value that can be compared."""
    try:
        return tuple(sorted((str(name), value) for name, value in dict(given).items()))
    except (TypeError, ValueError):
        raise OptionError(f"{option} is a mapping from names to values, not {given!r}.") from None


def check_answer(question: str, given: Any, kind: type[Answer], example: str) -> None:
    """Refuse, in a sentence, what is no answer to a question."""
    if not isinstance(given, kind):
        raise OptionError(f"{question} must be an answer such as {example}(), not {given!r}.")
