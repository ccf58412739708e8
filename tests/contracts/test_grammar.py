"""The grammar of player texts: trees and texts are inverse, and nothing else gets in."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherminds import OptionError
from otherminds.contracts.grammar import Named, Table, Value, parse, text_of

NAMES = st.from_regex(r"[a-z]{1,5}(\.[A-Z][a-z]{1,4})?", fullmatch=True).filter(
    lambda name: (
        name not in ("true", "false", "none") and not any(map(keyword.iskeyword, name.split(".")))
    )
)
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
)


def _inside(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    lists = st.lists(values, max_size=3).map(tuple)
    options = st.dictionaries(st.from_regex(r"[a-z]{2}_[a-z]", fullmatch=True), values, max_size=2)
    named = st.builds(Named, NAMES, lists, options.map(lambda given: tuple(given.items())))
    entries = st.lists(st.tuples(PLAIN, values), max_size=2).map(tuple)
    return st.one_of(lists, named, st.builds(Table, entries))


@given(st.recursive(PLAIN, _inside, max_leaves=12))
def test_what_is_printed_is_read_back(value: Value) -> None:
    whole = Named("player", options=(("option", value),))
    assert parse(text_of(whole), "player", "random") == whole


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a game; write a name with options, like othello."),
        ("othello(", "is not a game: its brackets do not pair; write"),
        ("othello(size=6)(size=8)", "'othello(size=6)' in 'othello(size=6)(size=8)' is not a name"),
        ("3", "'3' in '3' is not a name."),
        ("a(**b)", "Options are written name=value, unlike those of 'a(**b)'."),
        ("a(b=1 + 1)", "'1 + 1' in 'a(b=1 + 1)' is not a value; accepted: numbers,"),
        ("a(b=1e999)", "is not a value"),
        ("a(b={**c})", "is not a value"),
        ("a(b=lambda: 1)", "is not a value"),
        ("a" * 10_001, "A game of 10,001 characters is too long."),
        ("a(" * 250 + ")" * 250, "is not a game"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse(text, "game", "othello")
    assert sentence in str(refused.value)
