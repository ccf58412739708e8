"""Texts of older versions, read as what is written for the same player today.

What used to be an option of an answer and repeats a defect of some published program is a quirk of
the search around it; what used to be such an option of a policy is a quirk of the policy. A class
may stand in another module than before: a package says so by an entry point in the group
``otherminds.moved``, the old path in place of a name.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib.metadata import entry_points

from otherminds.contracts import OptionError
from otherminds.contracts.grammar import Named, Table, Value
from otherminds.search import Quirks

__all__ = ["as_written_now"]

_RULE_AGENTS = (
    *("internal", "outer", "cautious", "iggi", "piers", "flawed", "van_den_bergh", "pointer"),
    "rules",
)
_OTHELLO_TYPES = ("max_value", "mobility")

_QUIRKS: dict[str, tuple[str, ...]] = {
    "uniform": ("searcher_first", "skips_new_move"),
    "typed": ("searcher_first", "skips_new_move"),
    "played": ("searcher_first", "skips_new_move", "opens", "misses_hand"),
    "informationsets": ("count_first_tries", "forgets"),
    "policies": ("yields",),
    "types": ("swapped", "count_forced"),
    "ucb1": ("extra_visit",),
    "puct": ("root_over_fraction",),
    "tree": ("discount", "final_ties"),
    "evolve": ("mutates", "equals"),
    "sheets": ("consistent", "guess_below", "forgetful", "certain_wins", "uniform_outcomes"),
    **dict.fromkeys(_RULE_AGENTS, ("published", "forgets_own_cards")),
    **dict.fromkeys(_OTHELLO_TYPES, ("legacy",)),
}
"""Options that have become quirks, by what they were options of."""

_TAKE_QUIRKS = (
    *("search", "uct", "evolve", "exhaustive", "sheets"),
    *_RULE_AGENTS,
    *_OTHELLO_TYPES,
)
_DEFAULTS = {option.name: option.default for option in fields(Quirks)}


@cache
def _moved() -> dict[str, str]:
    """Where classes that older texts name stand today; nothing is imported to know it."""
    points = entry_points(group="otherminds.moved")
    return {point.name: point.value.replace(":", ".") for point in points}


def as_written_now(written: Named) -> Named:
    """The same player as it is written today.

    Examples:
        >>> from otherminds.contracts.grammar import parse, text_of
        >>> old = "search(rollout=uniform(searcher_first=true), iterations=5)"
        >>> text_of(as_written_now(parse(old, "player", "random")))
        'search(rollout=uniform, iterations=5, quirks=quirks(searcher_first=true))'
    """
    return _renewed(written, None)


def _renewed(written: Named, around: dict[str, Value] | None) -> Named:
    """A name and its options; `around` gathers the quirks of the search around it, if any."""
    name = _moved().get(written.name, written.name) if "." in written.name else written.name
    found: dict[str, Value] | None = {} if name in _TAKE_QUIRKS else around
    values = tuple(_value(value, found) for value in written.values)
    kept: list[tuple[str, Value]] = []
    quirks: dict[str, Value] = {}
    for option, value in written.options:
        quirk = _quirk(name, option, value)
        if quirk is None:
            kept.append((option, _value(value, found)))
        elif quirk[1] != _DEFAULTS[quirk[0]]:
            quirks.update([quirk])
    if name in _TAKE_QUIRKS:
        return Named(name, values, _with_quirks(kept, {**(found or {}), **quirks}))
    if quirks:
        if around is None:
            raise OptionError(f"{', '.join(quirks)} of {name} is a quirk, which a search has.")
        around.update(quirks)
    return Named(name, values, tuple(kept))


def _value(value: Value, around: dict[str, Value] | None) -> Value:
    if isinstance(value, Named):
        return _renewed(value, around)
    if isinstance(value, tuple):
        return tuple(_value(item, around) for item in value)
    if isinstance(value, Table):
        return Table(tuple((_value(k, around), _value(v, around)) for k, v in value.entries))
    return value


def _quirk(name: str, option: str, value: Value) -> tuple[str, Value] | None:
    """The quirk that an option says, or None for one that is still an option."""
    if option not in _QUIRKS.get(name, ()):
        return None
    if option == "final_ties":
        return ("coin_ties", True) if value == "coin" else None
    if option == "count_first_tries":
        return "ignores_first_tries", value is False
    if option == "consistent":
        return "inconsistent", value is False
    if option == "mutates":
        if value not in ("genes", "parts"):
            raise OptionError(f"mutates is 'genes' or 'parts', not {value!r}.")
        return "mutates_parts", value == "parts"
    return option, value


def _with_quirks(
    options: list[tuple[str, Value]], found: dict[str, Value]
) -> tuple[tuple[str, Value], ...]:
    """The options of what takes quirks, with those that were found beside those that it names."""
    if not found:
        return tuple(options)
    named = dict(options).get("quirks")
    given = dict(named.options) if isinstance(named, Named) else {}
    quirks = Named("quirks", options=tuple({**given, **found}.items()))
    return (
        *((option, value) for option, value in options if option != "quirks"),
        ("quirks", quirks),
    )
