"""Whatever takes a player takes its text too, and says so in its signature."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

import otherminds as om
from otherminds.learn import ceiling, value_prior
from otherminds.learn.records import Record

pytestmark = pytest.mark.slow  # Python only

PLAYER = re.compile(r"\b(Player|Policy|Recipe|Planner|Search|Evolve|Exhaustive)\b")
TEXT = re.compile(r"\b(str|PlayerLike|PolicyLike)\b")
ALLOWED = {
    "Entry(make)": "a function that makes players, not a player",
    "recipe(make)": "likewise",
    "LearnedRules(policy)": "a result, which learning makes",
    "agent_of(player)": "for what player_of has read already",
}


def _takers(name: str, made: Any) -> Iterator[tuple[str, Any]]:
    """A function, or what makes a value of a class and its methods."""
    if inspect.isfunction(made):
        yield name, made
    for part, found in vars(made).items() if inspect.isclass(made) else ():
        function = getattr(found, "__func__", found)
        if inspect.isfunction(function) and (part == "__init__" or not part.startswith("_")):
            yield (name if part == "__init__" else f"{name}.{part}"), function


def _without_text() -> set[str]:
    found = set()
    for module in pkgutil.walk_packages(om.__path__, "otherminds."):
        if module.name.split(".")[1] in ("_core", "cli", "lab"):
            continue
        loaded = importlib.import_module(module.name)
        for name in getattr(loaded, "__all__", ()):
            made = getattr(loaded, name)
            if getattr(made, "__module__", "") != module.name:
                continue
            for taker, function in _takers(name, made):
                for argument, kind in function.__annotations__.items():
                    wants = argument != "return" and PLAYER.search(str(kind))
                    if wants and not TEXT.search(str(kind)):
                        found.add(f"{taker}({argument})")
    return found


def test_signatures_take_texts() -> None:
    assert _without_text() == set(ALLOWED)


def test_learning_takes_texts() -> None:
    types = ["random", "max_disk"]
    by_text = value_prior("othello(size=4)", types, search="search(iterations=5)", matches=2)
    game = om.load("othello", size=4)
    assert by_text == value_prior(game, types, search=om.Search(iterations=5), matches=2)
    with pytest.raises(om.OptionError, match="plans by a search, not by random"):
        value_prior(game, types, search="random")
    match = om.play_match("hanabi", ["iggi", "iggi"], seed=1)
    played = [Record(next(iter(match.states())), tuple(a for _, a in match.moves), (0, 1))]
    assert ceiling(played, "iggi") == ceiling(played, om.Policy("iggi"))
    with pytest.raises(om.OptionError, match="is not a policy of a game"):
        ceiling(played, "search(iterations=5)")


@pytest.mark.parametrize("wrong", [5, None, "othello", object])
def test_what_is_no_game_is_refused_in_a_sentence(wrong: Any) -> None:
    for player in (om.Search(iterations=5), om.Policy("random"), om.Policy("best")):
        with pytest.raises(om.OptionError, match="is not a game: a game is what"):
            player.agent(wrong)
    if wrong != "othello":
        for take in (om.agents, lambda game: om.play_match(game, ["random"] * 2)):
            with pytest.raises(om.OptionError, match="is not a game: a game is what"):
                take(wrong)
