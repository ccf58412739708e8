"""Planners drawn from the schema: whatever answers there are, in whatever combination."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

import otherminds as om
from otherminds import search
from otherminds.search.planner import Planner
from otherminds.search.schema import OptionSchema, schema

Strategy = st.SearchStrategy[Any]

FEW = 6  # how far above its least a whole number is drawn


class Sloped(om.PythonPolicy):
    """Prefers later actions."""

    def probabilities(self, view: Any, legal: Any) -> list[float]:
        del view
        return [float(place + 1) for place in range(len(legal))]


def middle(state: Any) -> list[float]:
    """The same for everybody."""
    low, high = state.game.return_range
    return [(low + high) / 2] * state.game.seats


def policies(game: om.Game) -> Strategy:
    """Policies that a search may ask, a nested search among them."""
    nested = om.Search(hidden=om.Nothing(peek=True), iterations=3)
    return st.sampled_from(["random", Sloped(), om.TypeDistribution(), nested, *_named(game)])


def _named(game: Any) -> list[str]:
    return [name for name in game.policies() if name not in ("random", "typed")][:2]


def _numbers(option: OptionSchema) -> Strategy:
    low = option.least or 0.0
    if option.kind == "whole number":
        high = low + FEW if option.most is None else min(low + FEW, option.most)
        return st.integers(int(low), int(high))
    high = low + 3.0 if option.most is None else min(low + 3.0, option.most)
    return st.floats(low, high, exclude_min=option.above, exclude_max=option.below)


def _values(option: OptionSchema, game: om.Game) -> Strategy:
    policy, seats = policies(game), st.integers(0, game.seats - 1)
    by_kind: dict[str, Callable[[], Strategy]] = {
        "boolean": st.booleans,
        "whole number": lambda: _numbers(option),
        "number": lambda: _numbers(option),
        "choice": st.nothing,
        "weights": lambda: st.lists(st.floats(0, 2), min_size=1, max_size=3),
        "policy": lambda: policy,
        "policies": lambda: policy | st.dictionaries(seats, policy, min_size=1),
        "types": lambda: st.lists(policy, min_size=1, max_size=3),
        "evaluation": lambda: st.just(middle),
        "options": lambda: st.just({}),
        "game options": st.none,
        "answer": lambda: st.one_of(*(answers(name, game) for name in option.answers)),
    }
    drawn = by_kind[option.kind]()
    if option.choices:
        drawn |= st.sampled_from(option.choices)
    return st.none() | drawn if option.optional else drawn


@st.composite
def answers(draw: st.DrawFn, name: str, game: om.Game, most: int = 2) -> Any:
    """An answer of that name with a few options changed."""
    options = schema()[name].options
    open_options = [option for option in options if not option.required]
    chosen = [option for option in options if option.required]
    if open_options:
        chosen += draw(st.lists(st.sampled_from(open_options), max_size=most, unique=True))
    given = {option.name: draw(_values(option, game)) for option in chosen}
    if name == "Typed":  # its policy is a distribution
        given.pop("distribution", None)
    return getattr(search, name)(**given)


@st.composite
def planners(draw: st.DrawFn, name: str, game: om.Game) -> Planner | om.OptionError:
    """A planner of that name, or why there is none: an answer to every question, a few options."""
    given: dict[str, Any] = {}
    for option in schema()[name].options:
        if option.name == "quirks":  # of the laboratory
            continue
        if option.kind == "answer" or (
            "options" not in option.kind and draw(st.integers(0, 5)) == 0
        ):
            given[option.name] = draw(_values(option, game))
    if name == "Search" and draw(st.booleans()):
        given.pop("tree")
    budget = {} if name == "Exhaustive" else {"iterations": 20, "seconds": None}
    try:
        made: Planner = getattr(search, name)(**{**given, **budget})
    except om.OptionError as error:
        return error
    return made
