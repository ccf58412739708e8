"""What notebooks show beside drawings: thoughts, results, matches and tournaments as tables."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import otherminds as om
from otherminds.contracts.thoughts import ConsideredMove, Thought

HOSTILE = "<script>alert(1)</script>&"


def parsed(shown: str) -> ElementTree.Element:
    """Well-formed, and without scripts."""
    root = ElementTree.fromstring(f"<div>{shown}</div>")
    assert not [element for element in root.iter() if "script" in element.tag]
    return root


def cells(shown: str) -> list[list[str]]:
    rows = parsed(shown).iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_a_result_is_a_table_of_its_moves() -> None:
    state: Any = om.load("othello").initial_state()
    result = om.Search(iterations=100).run(state, seed=1)
    head, *rows = cells(result._repr_html_())
    assert head == ["move", "visits", "value", "95 %"]
    assert [row[0] for row in rows] == [move.text for move in result.thought().moves]
    assert sum(int(row[1]) for row in rows) == 100
    assert result._repr_html_() == result.thought()._repr_html_()
    assert f"Seat 0 plays {state.game.action_text(result.action)}" in result._repr_html_()


def test_moves_beyond_the_table_are_counted() -> None:
    state = om.load("catan").initial_state(1)
    result = om.Search(iterations=50).run(state.game.belief(state.view(0)), seed=1)
    rows = cells(result._repr_html_())[1:]
    assert len(rows) == 10
    assert re.search(rf"{len(result.actions) - 10} more actions had", result._repr_html_())


def test_a_policy_tells_probabilities_and_texts_are_escaped() -> None:
    move = ConsideredMove(action=0, text=HOSTILE, probability=1.0)
    thought = Thought(game="x", seat=0, action=0, text=HOSTILE, moves=(move,))
    assert cells(thought._repr_html_()) == [["move", "probability"], [HOSTILE, "100 %"]]


@pytest.mark.parametrize("name", ["tic_tac_toe", "bazaar"])
def test_a_match_shows_who_got_what_and_where_it_ended(name: str) -> None:
    game = om.load(name)
    match = om.play_match(game, ["random"] * game.seats, seed=1)
    shown = match._repr_html_()
    *_, end = match.states()
    drawn = om.drawing(end)
    assert (drawn.svg if drawn else "<pre>") in shown
    rows = cells(shown)[1:]
    assert [(row[1], float(row[2])) for row in rows] == list(
        zip(match.players, match.returns, strict=True)
    )
    assert len(list(parsed(shown).iter("li"))) == len(match.moves)


def test_results_are_their_standings() -> None:
    results = om.tournament("tic_tac_toe", ["random", "search(iterations=5)"], games=4, workers=1)
    head, *rows = cells(results._repr_html_())
    assert head[0] == "player"
    assert [row[0] for row in rows] == [standing.player for standing in results.standings]
