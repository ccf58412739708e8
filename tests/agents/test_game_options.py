"""The options of a game as forms, tables and programs get them: held to what the game accepts."""

from __future__ import annotations

import math
from typing import Any

import pytest

import otherminds as om
from otherminds import _core
from otherminds.agents.game_options import game_options
from otherminds.agents.options import AgentOption
from otherminds.contracts import OptionError

NATIVE = [name for name in om.game_names() if isinstance(om.load(name), _core.Game)]
OPTIONS = [
    pytest.param(name, option, id=f"{name}-{option.name}")
    for name in NATIVE
    for option in game_options(name)
]


@pytest.mark.parametrize("name", om.game_names())
def test_every_option_is_listed_with_its_default(name: str) -> None:
    declared = {option.name: option.default for option in game_options(name)}
    assert declared == dict(om.load(name).options)


def _outside(option: AgentOption) -> list[Any]:
    """Values that the option's declaration does not accept."""
    wrong: list[Any] = [None, ["a"]]
    if option.kind == "true or false":
        wrong += [2, "yes"]
    elif option.kind in ("whole number", "number"):
        assert option.choices or (option.least is not None and option.most is not None)
        wrong += ["many", math.nan]
        if option.least is not None and option.most is not None:
            step = 1 if option.kind == "whole number" else 0.001
            whole = option.kind == "whole number"
            edges = [option.least - step * (not option.above), option.most + step]
            wrong += [int(edge) if whole else edge for edge in edges]
        if option.choices:
            wrong.append(1 + max(map(int, option.choices)))
    else:
        assert option.choices
        wrong += [3, "no such value"]
    return wrong


def _inside(option: AgentOption) -> list[Any]:
    if option.kind == "true or false":
        return [False, True]
    if option.choices:
        return [int(each) if option.kind == "whole number" else each for each in option.choices]
    assert option.least is not None
    assert option.most is not None
    edges = [option.least + 1e-9 * option.above, option.most]
    return [int(edge) for edge in edges] if option.kind == "whole number" else edges


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_what_is_not_declared_is_refused_in_a_sentence(name: str, option: AgentOption) -> None:
    for value in _outside(option):
        with pytest.raises(OptionError, match=rf"{option.name}.*\.$"):
            om.load(name, **{option.name: value})


def _loaded(name: str, option: str, value: Any) -> tuple[om.Game | None, str]:
    try:
        return om.load(name, **{option: value}), ""
    except OptionError as error:
        return None, str(error)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_what_is_declared_is_accepted(name: str, option: AgentOption) -> None:
    """Alone; or it is refused for what it does to another option, which the sentence says."""
    for value in _inside(option):
        game, refused = _loaded(name, option.name, value)
        assert f"The option {option.name} of" not in refused, f"{value!r}: {refused}"
        assert game is None or game.options[option.name] == value


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_each_says_what_it_does(name: str, option: AgentOption) -> None:
    assert option.summary.endswith("."), f"{name}, {option.name}"


def test_forms_know_what_rules_accept() -> None:
    catan = {option.name: option for option in game_options("catan")}
    assert catan["board"].choices == ("spiral", "beginner", "shuffled")
    assert (catan["points"].least, catan["points"].most) == (3, 20)
    assert catan["turns"].most == 60_000
    hanabi = {option.name: option for option in game_options("hanabi")}
    assert hanabi["open_hand"].kind == "true or false"
    assert hanabi["colours"].default == 5
