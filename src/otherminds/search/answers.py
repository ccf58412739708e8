"""What the answers to the four questions share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, TypeVar

from otherminds.contracts import OptionError, player_of
from otherminds.contracts.reading import read_answer
from otherminds.contracts.writing import Pairs, Written
from otherminds.search.evaluations import evaluation_spec
from otherminds.search.policies import policy_spec, seat_specs
from otherminds.search.schema import OptionSchema, schema

__all__ = ["Answer", "answer_of", "later", "pairs_of"]

T = TypeVar("T")


def later(default: T) -> T:
    """An option that an answer was given after results had been stored.

    At its default everything is as it was before, so it is left out of a player's identity then,
    and older results stay that player's.
    """
    return field(default=default, metadata={"later": True})


class Answer(Written):
    """One answer to one of the four questions: a frozen value whose fields are its options."""

    def __post_init__(self) -> None:
        """Read answers and policies that are given as text."""
        for option in self._declared():
            given = getattr(self, option.name)
            read = _READ.get(option.kind)
            if isinstance(given, str) and read is not None:
                object.__setattr__(self, option.name, read(given, option.name))

    def _declared(self) -> tuple[OptionSchema, ...]:
        """The options that the core declares; none for what only a game knows."""
        name = type(self).__name__
        return schema()[name].options if name in schema() else ()

    def _native(self) -> dict[str, Any]:
        """The answer as the core reads it: its options by their kinds."""
        return {
            "answer": type(self).__name__,
            **{each.name: _native(each, getattr(self, each.name)) for each in self._declared()},
        }

    def _options(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in fields(self)}  # type: ignore[arg-type]


_READ: dict[str, Callable[[str, str], Any]] = {
    "answer": read_answer,
    "game options": read_answer,
    "policy": lambda text, _: player_of(text),
}
"""How options of these kinds are read from a text."""

_WRITE: dict[str, Callable[[Any], Any]] = {
    "policy": policy_spec,
    "policies": seat_specs,
    "types": seat_specs,
    "evaluation": evaluation_spec,
    "options": dict,
}
"""How the core reads options of these kinds."""


def _native(option: OptionSchema, value: Any) -> Any:
    """The value of an option as the core reads it."""
    if value is None and option.optional:
        return None
    if option.kind == "answer":
        if not isinstance(value, Answer) or type(value).__name__ not in option.answers:
            *most, last = (f"{name}()" for name in option.answers)
            accepted = f"{', '.join(most)} or {last}" if most else last
            raise OptionError(f"{option.name} must be {accepted}, not {value!r}.")
        return value._native()
    if option.kind == "game options":
        if not isinstance(value, Answer) or type(value).__name__ in schema():
            raise OptionError(
                f"{option.name} must be what the game's agents have for it, such as "
                f"cluedo.Sheets() or catan.Builds(), not {value!r}."
            )
        return value._options()
    write = _WRITE.get(option.kind)
    return value if write is None else write(value)


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
