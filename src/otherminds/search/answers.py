"""What the answers to the four questions share."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from otherminds.contracts import OptionError
from otherminds.contracts.reading import read_answer
from otherminds.contracts.writing import Pairs, Written

__all__ = ["Answer"]


class Answer(Written):
    """One answer to one of the four questions: a frozen value whose fields are its options."""

    def _native(self) -> dict[str, Any]:
        """The answer as the core reads it."""
        return {"answer": type(self).__name__, **self._options()}

    def _options(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in fields(self)}  # type: ignore[arg-type]


def pairs_of(option: str, given: Any) -> Pairs:
    """A mapping as pairs in order, a value that can be compared."""
    try:
        return Pairs.of({str(name): value for name, value in dict(given).items()})
    except (TypeError, ValueError):
        raise OptionError(f"{option} is a mapping from names to values, not {given!r}.") from None


def answer_of(question: str, given: Any, kind: type[Answer], example: str) -> Any:
    """An answer to a question, given as a value or as its text; a sentence for anything else."""
    answer = read_answer(given, question) if isinstance(given, str) else given
    if not isinstance(answer, kind):
        raise OptionError(f"{question} must be an answer such as {example}(), not {given!r}.")
    return answer
