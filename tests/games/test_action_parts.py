"""Actions as parts: what they are in each game, the way back, and what happens to bad ones."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import FormatError, GameError
from otherminds.conformance import check_action_parts
from otherminds.contracts import Game
from otherminds.examples.tic_tac_toe import TicTacToe
from tests.conftest import VARIANTS, make

# What a person would read, and what it consists of.
KNOWN: dict[str, list[tuple[dict[str, Any], str, dict[str, Any]]]] = {
    "catan": [
        ({}, "roll", {"type": "roll"}),
        ({}, "play road building", {"type": "road building"}),
        ({}, "build road 0-3", {"type": "build road", "edge": [0, 3]}),
        ({}, "build settlement at 53", {"type": "build settlement", "vertex": 53}),
        ({}, "build city at 23", {"type": "build city", "vertex": 23}),
        (
            {},
            "offer wheat to seat 2 for ore",
            {"type": "trade", "give": {"wheat": 1}, "get": {"ore": 1}, "to": 2},
        ),
        (
            {},
            "offer clay + wood to seat 0 for sheep",
            {"type": "trade", "give": {"clay": 1, "wood": 1}, "get": {"sheep": 1}, "to": 0},
        ),
        (
            {},
            "trade clay with the bank for ore",
            {"type": "bank trade", "give": "clay", "get": "ore"},
        ),
        ({}, "play monopoly on wheat", {"type": "play monopoly", "resource": "wheat"}),
        ({}, "play year of plenty for 2 ore", {"type": "year of plenty", "get": {"ore": 2}}),
        ({}, "discard wood", {"type": "discard", "resource": "wood"}),
        (
            {},
            "play knight to hex 4 and steal from seat 1",
            {"type": "play knight", "hex": 4, "from": 1},
        ),
        ({}, "move robber to hex 18", {"type": "move robber", "hex": 18, "from": "nobody"}),
        (
            {"rules": "dobre", "exchange": "drawn"},
            "draw an exchange as seat 3",
            {"type": "trade", "give": {}, "get": {}, "to": 3, "again": False},
        ),
        (
            {"listing": "program"},
            "build road 0-3 from its other end",
            {"type": "build road", "edge": [0, 3], "again": True},
        ),
        (
            {"listing": "program"},
            "offer wood + clay to seat 1 for ore",
            {
                "type": "trade",
                "give": {"clay": 1, "wood": 1},
                "get": {"ore": 1},
                "to": 1,
                "again": True,
            },
        ),
    ],
    "cluedo": [
        (
            {},
            "suggest Plum with the rope in the hall",
            {"type": "suggest", "suspect": "Plum", "weapon": "rope", "room": "hall"},
        ),
        (
            {},
            "accuse Plum with the rope in the hall",
            {"type": "accuse", "suspect": "Plum", "weapon": "rope", "room": "hall"},
        ),
        ({}, "enter the hall", {"type": "move", "place": "hall"}),
        ({}, "go to 7,4", {"type": "move", "place": [7, 4]}),
        ({"moves": "towards"}, "go towards the hall", {"type": "move", "place": "hall"}),
        ({}, "take the passage", {"type": "passage"}),
        ({}, "show rope", {"type": "show", "card": "rope"}),
        ({}, "no card", {"type": "no card"}),
    ],
    "hanabi": [
        ({}, "play slot 0", {"type": "play", "slot": 0}),
        ({}, "discard slot 4", {"type": "discard", "slot": 4}),
        ({}, "hint red to seat 1", {"type": "hint colour", "colour": "red", "to": 1}),
        ({"players": 3}, "hint 1 to seat 2", {"type": "hint rank", "rank": 1, "to": 2}),
    ],
    "tiny_coop": [
        ({}, "wait", {"type": "wait"}),
        ({}, "up", {"type": "move", "direction": "up"}),
        ({"actions": "relative"}, "flare down", {"type": "flare", "direction": "down"}),
        ({"actions": "full"}, "flare at 3,1", {"type": "flare", "cell": [3, 1]}),
    ],
    "othello": [
        ({}, "f5", {"type": "place", "square": "f5"}),
        ({}, "pass", {"type": "pass"}),
    ],
    "leduc": [({}, name, {"type": name}) for name in ("fold", "call", "raise")],
    "tiger": [
        ({}, "listen", {"type": "listen"}),
        ({}, "open left", {"type": "open", "door": "left"}),
    ],
    "kuhn_poker": [({}, name, {"type": name}) for name in ("pass", "bet")],
    "tic_tac_toe": [({}, "b2", {"type": "move", "square": "b2"})],
    "bazaar": [
        ({}, "bid 2", {"type": "bid", "coins": 2}),
        ({}, "pass", {"type": "pass"}),
        ({}, "steal from seat 1", {"type": "steal", "from": 1}),
        (
            {},
            "offer silk for tea to seat 0",
            {"type": "offer", "give": "silk", "get": "tea", "to": 0},
        ),
        ({}, "accept", {"type": "answer", "accept": True}),
        ({}, "reject", {"type": "answer", "accept": False}),
    ],
}
KNOWN["bazaar_python"] = KNOWN["bazaar"]


def test_every_game_is_listed() -> None:
    assert set(KNOWN) == set(otherminds.game_names())


@pytest.mark.parametrize("name", KNOWN)
def test_parts_say_what_the_text_says(name: str) -> None:
    for options, text, parts in KNOWN[name]:
        game = otherminds.load(name, **options)
        action = game.parse_action(text)
        assert game.action_parts(action) == parts, text
        assert list(game.action_parts(action)) == list(parts), text
        assert game.action_from_parts(parts) == action, text


def test_bazaar_has_the_same_parts_natively_and_in_python() -> None:
    native, python = otherminds.load("bazaar"), otherminds.load("bazaar_python")
    for action in range(native.action_count):
        assert native.action_parts(action) == python.action_parts(action)
    assert native.action_schema() == python.action_schema()


def test_the_schema_lists_types_and_values_in_order() -> None:
    assert otherminds.load("hanabi", players=3, hand=2).action_schema() == {
        "play": {"slot": [0, 1]},
        "discard": {"slot": [0, 1]},
        "hint colour": {"colour": ["red", "yellow", "green", "blue", "white"], "to": [0, 1, 2]},
        "hint rank": {"rank": [1, 2, 3, 4, 5], "to": [0, 1, 2]},
    }
    assert "trade" not in otherminds.load("catan", trades="none").action_schema()
    robber = otherminds.load("catan").action_schema()["move robber"]
    assert robber == {"hex": list(range(19)), "from": [0, 1, 2, 3, "nobody"]}


# Bad parts ---------------------------------------------------------------------------------------

REFUSED: list[tuple[Any, str]] = [
    (
        7,
        "The parts of an action of catan are named values with a type, such as "
        '{"type": "build road", "edge": [0, 3]}, not 7.',
    ),
    (
        {"vertex": 3},
        "The parts of an action of catan are named values with a type, such as "
        '{"type": "build road", "edge": [0, 3]}, not {"vertex": 3}.',
    ),
    (
        {"type": "bulid city", "vertex": 3},
        "'bulid city' is not a known type of actions of catan; accepted: build road, build "
        "settlement, build city, buy card, trade, bank trade, play knight, play monopoly, year of "
        "plenty, road building, end turn, roll, discard, move robber, accept, reject. Did you mean "
        "'build city'?",
    ),
    (
        {"type": "build city", "vertx": 3},
        "'vertx' is not a known part of the action 'build city' of catan; accepted: type, vertex. "
        "Did you mean 'vertex'?",
    ),
    (
        {"type": "build city"},
        "The part 'vertex' of the action 'build city' of catan is missing; accepted: 0 to 53.",
    ),
    (
        {"type": "build city", "vertex": 54},
        "The part 'vertex' of the action 'build city' of catan cannot be 54; accepted: 0 to 53.",
    ),
    (
        {"type": "build city", "vertex": True},
        "The part 'vertex' of the action 'build city' of catan cannot be true; accepted: 0 to 53.",
    ),
    (
        {"type": "build city", "vertex": 3.0},
        "The part 'vertex' of the action 'build city' of catan cannot be 3.0; accepted: 0 to 53.",
    ),
    (
        {"type": "play monopoly", "resource": "brick"},
        "The part 'resource' of the action 'play monopoly' of catan cannot be \"brick\"; accepted: "
        '"clay", "ore", "sheep", "wheat", "wood".',
    ),
    (
        {"type": "bank trade", "give": "clay", "get": "clay"},
        'The parts {"type": "bank trade", "give": "clay", "get": "clay"} do not go together in the '
        "action 'bank trade' of catan; an example is "
        '{"type": "bank trade", "give": "clay", "get": "ore"}.',
    ),
]


@pytest.mark.parametrize(("parts", "sentence"), REFUSED)
def test_what_fits_no_action_is_refused_in_a_sentence(parts: Any, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        otherminds.load("catan").action_from_parts(parts)
    assert str(caught.value) == sentence


def test_python_games_refuse_in_the_same_sentences() -> None:
    for parts in (7, {}, {"type": "x"}, {"type": "bid"}, {"type": "bid", "coins": 3}, {"give": 0}):
        sentences = []
        for name in ("bazaar", "bazaar_python"):
            with pytest.raises(FormatError) as caught:
                otherminds.load(name).action_from_parts(parts)  # type: ignore[arg-type]
            sentences.append(str(caught.value))
        assert sentences[0].replace("bazaar", "bazaar_python") == sentences[1]


GAMES: dict[str, Game] = {variant: make(variant) for variant in VARIANTS}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=80),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(["type", "to"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def text_of(parts: Any) -> str:
    """Tells True from 1, whatever the order of names."""
    return json.dumps(parts, sort_keys=True)


@settings(deadline=None)
@given(variant=st.sampled_from(sorted(GAMES)), parts=JSON)
def test_any_json_is_refused_or_is_an_action(variant: str, parts: Any) -> None:
    game = GAMES[variant]
    try:
        action = game.action_from_parts(parts)
    except FormatError:
        return
    assert text_of(game.action_parts(action)) == text_of(parts)


@settings(deadline=None, max_examples=300)
@given(variant=st.sampled_from(sorted(GAMES)), data=st.data())
def test_what_a_form_gives_is_refused_or_is_an_action(variant: str, data: st.DataObject) -> None:
    """Any combination of the values of a schema, a part of it now and then replaced by junk."""
    game = GAMES[variant]
    schema = game.action_schema()
    kind = data.draw(st.sampled_from(sorted(schema)))
    values = {name: st.sampled_from(known) for name, known in schema[kind].items()}
    parts = {"type": kind, **data.draw(st.fixed_dictionaries(values))}
    if data.draw(st.integers(0, 3)) == 0:
        parts[data.draw(st.sampled_from([*parts, "more"]))] = data.draw(JSON)
    try:
        action = game.action_from_parts(parts)
    except FormatError:
        known = (game.action_parts(other) for other in range(game.action_count))
        assert text_of(parts) not in map(text_of, known)
    else:
        assert text_of(game.action_parts(action)) == text_of(parts)


# Games written in Python -------------------------------------------------------------------------


class Silent(TicTacToe):
    """Says nothing of its parts."""

    def _action_parts(self, action: int) -> dict[str, Any]:
        return super(TicTacToe, self)._action_parts(action)


def test_a_python_game_that_says_nothing_has_its_texts() -> None:
    game = Silent()
    assert game.action_parts(4) == {"type": "move", "text": "b2"}
    assert game.action_from_parts({"text": "b2", "type": "move"}) == 4
    assert game.action_schema() == {"move": {"text": list(game.action_names)}}
    check_action_parts(game)


def test_a_python_game_pickles_after_its_parts_were_used() -> None:
    game = TicTacToe()
    assert game.action_from_parts({"type": "move", "square": "c3"}) == 8
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert twin.action_from_parts({"type": "move", "square": "c3"}) == 8


class Broken(TicTacToe):
    parts: ClassVar[dict[int, Any]] = {}

    def _action_parts(self, action: int) -> dict[str, Any]:
        given: dict[str, Any] = self.parts.get(action, super()._action_parts(action))
        return given


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({3: {"square": "a1"}}, "The actions 0 and 3 of tic_tac_toe have equal parts"),
        ({3: {"place": "a1"}}, "Actions of the type 'move' of tic_tac_toe have different parts"),
        ({3: {}}, "Actions of the type 'move' of tic_tac_toe have different parts"),
        ({0: {}}, "Actions of the type 'move' of tic_tac_toe have different parts"),
        ({3: {"type": "hop", "square": "a2"}}, "have no type that is one of its action types"),
        ({3: {"square": {1}}}, "A plain value is needed"),
        ({3: {"square": 10**30}}, "is too large"),
    ],
)
def test_broken_parts_of_a_python_game_are_caught(parts: dict[int, Any], sentence: str) -> None:
    game = type("Broken", (Broken,), {"parts": parts})()
    with pytest.raises(GameError, match=sentence):
        game.action_schema()
    with pytest.raises((GameError, AssertionError)):
        check_action_parts(game)


def test_parts_that_json_changes_are_caught() -> None:
    game = type("Broken", (Broken,), {"parts": {3: {"square": ("a", 2)}}})()
    with pytest.raises(AssertionError, match="JSON gives the parts"):
        check_action_parts(game)


def test_many_threads_may_ask_first() -> None:
    for _ in range(20):
        game = otherminds.load("catan", trades="3:3")
        action = game.parse_action("build city at 23")
        with ThreadPoolExecutor(8) as pool:
            parts = {"type": "build city", "vertex": 23}
            assert set(pool.map(game.action_from_parts, [parts] * 8)) == {action}
