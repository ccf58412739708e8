"""Options of a game's own policies are declared once, in the core: listed, checked and refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import AgentOption, agents
from otherminds.contracts import OptionError, Policy, make_agent

NEEDS = {("hanabi", "rules"): {"rules": ("PlaySafeCard",)}}
"""What some policies are nothing without."""
OPTIONS = {"hanabi": {"players": 3}}
"""Hat guessing is for three."""

POLICIES = [
    (game, entry.name)
    for game in om.game_names()
    for entry in agents(om.load(game, **OPTIONS.get(game, {}))).values()
    if entry.make is None
]
LISTED = [
    (game, name, option.name) for game, name in POLICIES for option in agents(game)[name].options
]


def _make(game: str, name: str, **options: Any) -> None:
    played = om.load(game, **OPTIONS.get(game, {}))
    make_agent(Policy(name, **{**NEEDS.get((game, name), {}), **options}), played)


def _option(game: str, name: str, option: str) -> AgentOption:
    return next(each for each in agents(game)[name].options if each.name == option)


def _default(option: AgentOption) -> Any:
    if option.kind == "weights":
        return {}
    return list(option.default) if option.kind == "weights by types" else option.default


def test_policies_that_take_options_list_them() -> None:
    assert len(LISTED) > 100
    for game, name in (("catan", "stac"), ("cluedo", "detective"), ("tic_tac_toe", "typed")):
        assert agents(game)[name].options, name
    assert "patience=0.8" in agents("cluedo")["detective"].text


@pytest.mark.parametrize(("game", "name", "option"), LISTED)
def test_a_listed_option_is_described_and_accepted(game: str, name: str, option: str) -> None:
    listed = _option(game, name, option)
    assert listed.summary.endswith(".")
    if (game, name, option) != ("hanabi", "rules", "rules"):  # a list of none is no player
        _make(game, name, **{option: _default(listed)})
    for choice in listed.choices:
        _make(game, name, **{option: choice})


@pytest.mark.parametrize(("game", "name"), POLICIES)
def test_an_unknown_option_is_refused_with_those_that_there_are(game: str, name: str) -> None:
    with pytest.raises(OptionError, match=f"'nothing' is not a known option of {name}") as refused:
        _make(game, name, nothing=1)
    options = agents(game)[name].options
    listed = ", ".join(option.name for option in options)
    expected = f"accepted: {listed}." if options else "none are accepted."
    assert expected in str(refused.value)


def _impossible(option: AgentOption) -> list[tuple[Any, str]]:
    """Values that an option does not take, and what the refusal says of it."""
    if option.choices:
        return [("no such choice", f"accepted: {', '.join(option.choices)}"), (7, "one of")]
    if option.kind == "true or false":
        return [("maybe", "true or false")]
    if option.kind == "texts":
        return [(3, "a list of texts")]
    wrong: list[tuple[Any, str]] = [("many", option.kind)]
    if option.least is not None:
        wrong.append((option.least if option.above else option.least - 1, f"{option.least:,.0f}"))
    if option.most is not None:
        wrong.append((option.most if option.below else option.most + 1, f"{option.most:,.0f}"))
    if option.kind == "whole number":
        return [(int(v) if isinstance(v, float) else v, said) for v, said in wrong]
    return [] if option.kind.startswith("weights") else wrong


@pytest.mark.parametrize(("game", "name", "option"), LISTED)
def test_an_impossible_value_is_refused(game: str, name: str, option: str) -> None:
    for value, said in _impossible(_option(game, name, option)):
        with pytest.raises(OptionError, match=re.escape(said)) as refused:
            _make(game, name, **{option: value})
        assert option in str(refused.value)
        assert name in str(refused.value)


def test_weights_are_read_by_the_game() -> None:
    _make("bazaar", "typed", weights={"bid": 2.0, "pass": 1.0})
    with pytest.raises(OptionError, match="'bit' is not a known action type"):
        _make("bazaar", "typed", weights={"bit": 2.0})
    with pytest.raises(OptionError, match="conditioned"):
        _make("bazaar", "typed", conditioned=3)


def test_a_model_in_a_search_is_held_to_the_same_declaration() -> None:
    search = om.Search(others=om.Policies(Policy("max_disk", perturb=2.0)), iterations=3)
    with pytest.raises(OptionError, match="perturb of max_disk must be a number from 0 to 1"):
        search.agent(om.load("othello"))
