"""Options of a game's own policies are declared once, in the core: listed, checked and refused."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds as om
from otherminds.agents import AgentOption, agents, parse_player
from otherminds.contracts import OptionError, Policy, make_agent
from otherminds.search import Quirks, TypeDistribution

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


WEIGHTS = st.dictionaries(st.text(min_size=1, max_size=5), st.floats(0, 9), max_size=2)
TYPES = st.lists(st.text("ab", min_size=1), max_size=2, unique=True).map(tuple)


def _values(option: AgentOption) -> st.SearchStrategy[Any]:
    """What may be given for an option."""
    least = -100 if option.least is None else option.least
    most = least + 200 if option.most is None else option.most
    by_kind: dict[str, st.SearchStrategy[Any]] = {
        "true or false": st.booleans(),
        "whole number": st.integers(math.ceil(least), math.floor(most)),
        "number": st.floats(least, most),
        "text": st.text(max_size=5),
        "texts": st.lists(st.text(max_size=5), max_size=3),
        "weights": WEIGHTS,
        "weights by types": st.dictionaries(TYPES, WEIGHTS, max_size=2)
        | st.lists(st.fixed_dictionaries({"types": st.lists(st.text("ab")), "weights": WEIGHTS})),
        "quirks": st.builds(Quirks, forgets_own_cards=st.booleans()),
    }
    values = st.sampled_from(option.choices) if option.choices else by_kind[option.kind]
    return st.none() | values if option.optional else values


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    """A policy of a catalogue with some of its options set."""
    game, name = draw(st.sampled_from(POLICIES))
    options = agents(game)[name].options
    chosen = [option for option in options if draw(st.booleans())]
    return Policy(name, **{option.name: draw(_values(option)) for option in chosen})


@settings(deadline=None, max_examples=300)
@given(policies())
def test_a_policy_is_read_back_from_its_text(policy: Policy) -> None:
    assert parse_player(repr(policy)) == policy
    assert hash(parse_player(repr(policy))) == hash(policy)


def test_typed_plays_by_the_tables_of_its_text() -> None:
    game = om.load("bazaar")
    weights = {"pass": 1.0, "steal": 3.0}
    text = f"typed(weights={weights}, conditioned={{['pass', 'steal']: {{'pass': 1.0}}}})"
    policy = parse_player(text, game)
    assert policy == Policy("typed", weights=weights, conditioned={("pass", "steal"): {"pass": 1}})
    described = TypeDistribution(weights, conditioned={("pass", "steal"): {"pass": 1.0}})
    played = [om.play_match(game, [player] * 3, seed=4).moves for player in (policy, described)]
    assert played[0] == played[1]
