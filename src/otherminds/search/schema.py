"""The options of every planner and answer as the core declares them, for programs and docs.

Examples:
    >>> [option.name for option in schema()["Worlds"].options]
    ['count']
    >>> schema()["Worlds"].options[0].most
    1000000.0
    >>> len(refusals()) > 50
    True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from otherminds import _core

__all__ = ["AnswerSchema", "OptionSchema", "Refusal", "Schema", "refusals", "schema"]


@dataclass(frozen=True)
class OptionSchema:
    """One option of a planner or an answer.

    Attributes:
        name: as it is written.
        kind: ``"boolean"``, ``"whole number"``, ``"number"``, ``"choice"``, ``"weights"``,
            ``"policy"``, ``"policies"`` (one per seat), ``"types"`` (several per seat),
            ``"evaluation"``, ``"options"`` (by name), ``"game options"`` (of a belief game or a
            planning model), ``"names"`` or ``"answer"``.
        default: what holds when it is left out; the name of a policy or of an answer.
        required: it has no default.
        optional: None is accepted.
        choices: texts that are accepted.
        least: the least number accepted, or None.
        most: the greatest number accepted, or None.
        above: the least number itself is not accepted.
        below: the greatest number itself is not accepted.
        answers: names of the answers that can be given, where the kind is ``"answer"``.
    """

    name: str
    kind: str
    default: Any
    required: bool
    optional: bool
    choices: tuple[str, ...]
    least: float | None
    most: float | None
    above: bool
    below: bool
    answers: tuple[str, ...]


@dataclass(frozen=True)
class AnswerSchema:
    """One planner, or one answer to a question.

    Attributes:
        name: of its class.
        question: the option that it answers, such as ``"hidden"``; ``"planner"`` for planners.
        options: in the order in which Python has them.
    """

    name: str
    question: str
    options: tuple[OptionSchema, ...]


class Schema(Mapping[str, AnswerSchema]):
    """Every planner and answer by the name of its class, planners first."""

    def __init__(self, entries: list[AnswerSchema]) -> None:
        """Of these planners and answers."""
        self._entries = {entry.name: entry for entry in entries}

    def __getitem__(self, name: str) -> AnswerSchema:
        """The planner or answer of that name."""
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        """Names, planners first."""
        return iter(self._entries)

    def __len__(self) -> int:
        """How many planners and answers there are."""
        return len(self._entries)

    def answers(self, question: str) -> tuple[AnswerSchema, ...]:
        """The answers to a question, the default first."""
        return tuple(entry for entry in self.values() if entry.question == question)


@dataclass(frozen=True)
class Refusal:
    """One combination of options that is refused.

    Attributes:
        id: its name.
        options: what it is about, as ``"Tree.reuse"``.
        sentence: what the error says; ``{game}`` stands for the name of the game.
        example: a planner that is refused, as it is written in Python.
        game: where the example is refused; empty where every game refuses it, when it is made.
    """

    id: str
    options: tuple[str, ...]
    sentence: str
    example: str
    game: str


def _option(plain: dict[str, Any]) -> OptionSchema:
    lists = {name: tuple(plain[name]) for name in ("choices", "answers")}
    default = plain["default"]
    if isinstance(default, dict | list):  # an empty one: what is not empty is left to the user
        default = tuple(default)
    return OptionSchema(**{**plain, **lists, "default": default})


def _answer(plain: dict[str, Any]) -> AnswerSchema:
    return AnswerSchema(plain["name"], plain["question"], tuple(map(_option, plain["options"])))


@cache
def schema() -> Schema:
    """What every planner and answer takes."""
    plain = _core.search_schema()
    return Schema([_answer(entry) for entry in (*plain["planners"], *plain["answers"])])


@cache
def refusals() -> tuple[Refusal, ...]:
    """Every combination of options that is refused, in the order in which they are looked for."""
    return tuple(
        Refusal(**{**entry, "options": tuple(entry["options"])})
        for entry in _core.search_refusals()
    )
