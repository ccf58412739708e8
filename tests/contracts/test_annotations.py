"""Public signatures have types: ``Any`` stands only where no protocol could."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.slow  # Python only

PUBLIC = [
    "otherminds",
    "otherminds.agents",
    "otherminds.arena.match",
    "otherminds.arena.plan",
    "otherminds.arena.running",
    "otherminds.arena.store",
    "otherminds.conformance",
    "otherminds.contracts",
    "otherminds.games",
    "otherminds.interop.played",
    "otherminds.learn",
    "otherminds.search",
]
PLAIN = "plain values, ready for JSON: whatever the game or the player has"
OPTIONS = "options of games and players are of any plain type"
VIEWS = "a native game takes its own views only, which a protocol's argument would forbid"
OBJECT = "takes anything, and names what it does not know by its class"
ALLOWED = {
    "Belief.update(view)": VIEWS,
    "Game.belief(view)": VIEWS,
    "Delegate.__init__(by_phase)": "keys of mappings are invariant: texts, or tuples of texts",
    "Delegate.__init__(by_type)": "keys of mappings are invariant: texts, or tuples of texts",
    "TypeDistribution.__init__(conditioned)": "keys of mappings are invariant: tuples of texts",
    "Evaluation(function)": "what it takes and returns depends on batched and priors",
    "Evaluation.__init__(function)": "what it takes and returns depends on batched and priors",
    "Game.options()": PLAIN,
    "Game.action_parts()": PLAIN,
    "Game.action_from_parts(parts)": PLAIN,
    "Game.action_schema()": PLAIN,
    "Game.state_from_dict(values)": PLAIN,
    "State.to_dict()": PLAIN,
    "View.facts()": PLAIN,
    "Tournament.description()": PLAIN,
    "player_options()": PLAIN,
    "player_options(player)": OBJECT,
    "player_text(value)": OBJECT,
    "recipes_behind(player)": OBJECT,
    "Store.add(rows)": "rows as workers send them, of columns of SQLite",
    "Store.replace(rows)": "likewise",
    **{
        f"{name}({option})": OPTIONS
        for name, option in (
            ("load", "options"),
            ("Policy", "options"),
            ("Policy", "values"),
            ("ImportedPlayer", "options"),
            ("Tournament", "options"),
            ("plan_tournament", "options"),
            ("Uniform", "under"),
            ("Played", "under"),
            ("Typed", "under"),
        )
    },
    **{
        f"{name}.__init__({option})": OPTIONS
        for name, option in (
            ("Policy", "options"),
            ("Policy", "values"),
            ("ImportedPlayer", "options"),
            ("Tournament", "options"),
            ("Uniform", "under"),
            ("Played", "under"),
            ("Typed", "under"),
        )
    },
    "game_parts()": OPTIONS,
    **dict.fromkeys(
        (
            "AgentOption(default)",
            "AgentOption.__init__(default)",
            "AgentOption.check(value)",
            "Entry.player(options)",
            "Entry.player(values)",
            "Entry.recipe(options)",
            "Entry.recipe(values)",
            "OptionSchema(default)",
            "OptionSchema.__init__(default)",
        ),
        OPTIONS,
    ),
    **dict.fromkeys(
        (
            "AgentOption.to_dict()",
            "BelievedFact.to_dict()",
            "BelievedWorld(state)",
            "BelievedWorld.__init__(state)",
            "Catalogue.to_dict()",
            "Cost.to_dict()",
            "Entry.to_dict()",
            "Fit.to_dict()",
            "LearnedModel(card)",
            "LearnedModel.__init__(card)",
            "Model(card)",
            "Model.__init__(card)",
            "write_model(card)",
            "Match.to_dict()",
            "Policy.native_options()",
            "Quirks.by_name()",
            *(
                f"{part}.from_dict(values)"
                for part in (
                    "BelievedFact",
                    "BelievedWorld",
                    "ConsideredMove",
                    "LineMove",
                    "Thought",
                    "TypeBelief",
                )
            ),
        ),
        PLAIN,
    ),
}
"""Where Any stands, and why nothing better could."""


def _annotated(name: str, made: Any) -> Iterator[tuple[str, Any]]:
    """A function or a class and its public methods, by their names."""
    yield name, made
    for part, found in vars(made).items() if inspect.isclass(made) else ():
        if part.startswith("_") and part != "__init__":
            continue
        function = getattr(found, "fget", None) or getattr(found, "__func__", found)
        if inspect.isfunction(function):
            yield f"{name}.{part}", function


def _uses_of_any() -> set[str]:
    found = set()
    for path in PUBLIC:
        module = importlib.import_module(path)
        for name in module.__all__:
            made = getattr(module, name)
            native = getattr(made, "__module__", "") == "otherminds._core"
            if native or not (inspect.isclass(made) or inspect.isfunction(made)):
                continue
            for where, annotated in _annotated(name, made):
                for argument, kind in getattr(annotated, "__annotations__", {}).items():
                    if re.search(r"\bAny\b", str(kind)):
                        found.add(f"{where}({'' if argument == 'return' else argument})")
    return found


def test_any_stands_only_where_there_is_a_reason() -> None:
    found = _uses_of_any()
    assert not found - set(ALLOWED), "give these a type, or say why there is none"
    assert not set(ALLOWED) - found, "these have types now; take them off the list"
