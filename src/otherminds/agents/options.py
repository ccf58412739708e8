"""The options of an agent or a game: what can be set, of which kind, with which default."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal

from otherminds import _core
from otherminds.contracts import OptionError
from otherminds.search import Quirks
from otherminds.search.policies import PolicyLike

__all__ = ["AgentOption", "bound", "declared_options", "options_of"]

_KINDS: dict[Any, str] = {
    bool: "true or false",
    int: "whole number",
    float: "number",
    str: "text",
    PolicyLike: "player",
    Sequence[PolicyLike]: "players",
}
_DECLARED = {"boolean": "true or false", "choice": "text", "names": "texts"}
"""Kinds that the core calls otherwise."""
_ACCEPTED: dict[str, tuple[type, ...]] = {
    "true or false": (bool,),
    "whole number": (int,),
    "number": (int, float),
    "text": (str,),
    "texts": (tuple, list),
    "quirks": (Quirks,),
}


@dataclass(frozen=True, kw_only=True)
class AgentOption:
    """An option of an agent or of a game.

    Attributes:
        name: what to write before the value.
        kind: ``"true or false"``, ``"whole number"``, ``"number"``, ``"text"``, ``"texts"``,
            ``"player"``, ``"players"``, ``"weights"`` (of action types by name), ``"weights by
            types"`` (that are legal together), ``"quirks"`` or ``"value"``.
        default: what holds if nothing is given.
        summary: what it does, in a sentence; empty where its name says it.
        choices: what is accepted, as texts, where that is a list.
        free: whether other texts than the choices are accepted, such as a board as text.
        least: the least number accepted, where one is declared.
        most: the greatest number accepted, likewise.
        above: the least number itself is not accepted.
        below: the greatest number itself is not accepted.
        optional: whether it may be none.
        positional: whether its value may stand without its name.
    """

    name: str
    kind: str
    default: Any
    summary: str = ""
    choices: tuple[str, ...] = ()
    free: bool = False
    least: float | None = None
    most: float | None = None
    above: bool = False
    below: bool = False
    optional: bool = False
    positional: bool = False

    @property
    def quirk(self) -> bool:
        """Whether it repeats defects of a published program, for experiments about that program."""
        return self.kind == "quirks"

    def __str__(self) -> str:
        """As it is written with its default."""
        return f"{self.name}={self.default_text}"

    @property
    def default_text(self) -> str:
        """The default as it is written."""
        if self.kind == "players":
            return f"[{', '.join(map(str, self.default))}]"
        if self.kind == "texts":
            return f"[{', '.join(map(repr, self.default))}]"
        if self.kind.startswith("weights"):
            return "{}"
        if self.default is None or isinstance(self.default, bool):
            return str(self.default).lower()
        return str(self.default) if self.kind == "player" else repr(self.default)

    @property
    def accepted(self) -> str:
        """What may be given, for people: ``whole number from 1 to 1,000,000``."""
        shown = self.kind
        if self.choices:
            shown = "one of " + ", ".join(self.choices)
        if self.least is not None and self.most is not None:
            shown += f" {'above' if self.above else 'from'} {_number(self.least)} to "
            shown += f"{'below ' if self.below else ''}{_number(self.most)}"
        elif self.least is not None:
            shown += f" {'above' if self.above else 'of at least'} {_number(self.least)}"
        elif self.most is not None:
            shown += f" {'below' if self.below else 'of at most'} {_number(self.most)}"
        return f"{shown} or none" if self.optional else shown

    def check(self, agent: str, value: Any) -> None:
        """Refuse a value of another kind, in a sentence."""
        if value is None and self.optional:
            return
        if self.choices and value not in self.choices:
            choices = list(self.choices)
            if isinstance(value, str):
                raise OptionError(_core.unknown_name(f"{self.name} of {agent}", value, choices))
            listed = ", ".join(map(repr, choices))
            raise OptionError(f"{self.name} of {agent} is one of {listed}, not {value!r}.")
        kinds = _ACCEPTED.get(self.kind)
        wrong_bool = isinstance(value, bool) and self.kind != "true or false"
        if kinds and (not isinstance(value, kinds) or wrong_bool):
            raise OptionError(f"{self.name} of {agent} is a {self.kind}, not {value!r}.")

    def to_dict(self) -> dict[str, Any]:
        """The option as plain values, ready for JSON; the default as it is written."""
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default_text,
            "summary": self.summary,
            "choices": list(self.choices),
            "least": self.least,
            "most": self.most,
            "above": self.above,
            "below": self.below,
            "optional": self.optional,
            "positional": self.positional,
            "quirk": self.quirk,
        }


def _number(given: float) -> str:
    return f"{int(given):,}" if given == int(given) else f"{given:g}"


def declared_options(listed: Sequence[Mapping[str, Any]]) -> tuple[AgentOption, ...]:
    """The options of a policy or a game as the core declares them; its quirks are one option."""
    options = [_declared(plain) for plain in listed if not plain["quirk"]]
    quirks = [plain for plain in listed if plain["quirk"]]
    if quirks:
        told = " ".join(f"{plain['name']}: {_lower(plain['summary'])}" for plain in quirks)
        options.append(
            AgentOption(name="quirks", kind="quirks", default=None, optional=True, summary=told)
        )
    return tuple(options)


def _declared(plain: Mapping[str, Any]) -> AgentOption:
    values = {name: value for name, value in plain.items() if name != "quirk"}
    values["choices"] = tuple(plain["choices"])
    values["free"] = plain["kind"] == "text"
    values["kind"] = _DECLARED.get(plain["kind"], plain["kind"])
    if isinstance(plain["default"], list | dict):  # an empty one: what is in it is the user's
        values["default"] = ()
    return AgentOption(**values)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def options_of(make: Callable[..., Any]) -> tuple[AgentOption, ...]:
    """The parameters of a recipe as options; ``seats`` is none, it follows from the game.

    Raises:
        OptionError: a parameter has no default.
    """
    hints = typing.get_type_hints(make)
    told = _told(inspect.getdoc(make) or "")
    found = []
    for name, parameter in inspect.signature(make).parameters.items():
        if name == "seats" or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.default is parameter.empty:
            raise OptionError(f"The recipe {make.__name__} has no default for {name}.")
        kind, choices, optional = _kind(hints.get(name, Any))
        found.append(
            AgentOption(
                name=name,
                kind=kind,
                default=parameter.default,
                summary=told.get(name, ""),
                choices=choices,
                optional=optional,
                positional=parameter.kind is parameter.POSITIONAL_OR_KEYWORD,
            )
        )
    return tuple(found)


def _told(docstring: str) -> dict[str, str]:
    """What a docstring says of each argument, as a sentence."""
    _, _, after = docstring.partition("\nArgs:\n")
    section = re.split(r"\n\n|\n(?=\S)", after)[0]
    found: dict[str, str] = {}
    for part in re.split(r"\n(?= {4}\S)", section):
        name, colon, text = part.strip().partition(": ")
        if colon:
            sentence = " ".join(text.split())
            found[name] = sentence[0].upper() + sentence[1:]
    return found


def _kind(hint: Any) -> tuple[str, tuple[str, ...], bool]:
    """What an annotation accepts: a kind, choices, and whether none is one."""
    if hint in _KINDS:
        return _KINDS[hint], (), False
    if typing.get_origin(hint) is Literal:
        return "text", typing.get_args(hint), False
    if typing.get_origin(hint) in (UnionType, typing.Union):
        parts = set(typing.get_args(hint))
        if typing.get_args(PolicyLike) and set(typing.get_args(PolicyLike)) <= parts:
            return "player", (), NoneType in parts
        for part in parts:  # of a text and what the text stands for, the text is written
            kind, choices, _ = _kind(part)
            if kind != "value":
                return kind, choices, NoneType in parts
    return "value", (), False


def bound(
    agent: str, options: Sequence[AgentOption], values: Sequence[Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Values and named options of an agent by name, checked.

    Raises:
        OptionError: there are too many values, or an option is unknown, given twice or of another
            kind.
    """
    places = [option.name for option in options if option.positional]
    if len(values) > len(places):
        accepted = f"{len(places)} at most ({', '.join(places)})" if places else "none"
        raise OptionError(
            f"{agent} takes values without a name: {accepted}, not {len(values)}; write name=value."
        )
    chosen = dict(zip(places, values, strict=False))
    by_name = {option.name: option for option in options}
    for name, value in given.items():
        if name not in by_name:
            raise OptionError(_core.unknown_name(f"option of {agent}", name, list(by_name)))
        if name in chosen:
            raise OptionError(f"The option {name} of {agent} is given twice.")
        chosen[name] = value
    for name, value in chosen.items():
        by_name[name].check(agent, value)
    return chosen
