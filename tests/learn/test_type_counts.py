"""Types of actions counted in games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import otherminds as om
from otherminds.learn import Record, count_types, learn_types, records_of_store


def _matches() -> list[om.Match]:
    game = om.load("catan", points=4, players=3)
    return [om.play_match(game, ["stac", "value", "stac"], seed=seed) for seed in range(3)]


def test_each_decision_between_types_counts_once() -> None:
    records = [Record.of(match, seats=[0, 2]) for match in _matches()]
    expected: Counter[tuple[frozenset[str], str]] = Counter()
    for match in _matches():
        states = list(match.states())
        for state, (seat, action) in zip(states, match.moves, strict=False):
            if seat not in (0, 2):
                continue
            game = state.game
            kinds = [game.action_types[game.type_of(each)] for each in state.legal_actions()]
            if len(set(kinds)) > 1:
                expected[frozenset(kinds), game.action_types[game.type_of(action)]] += 1
    counted = count_types(records)
    assert {(each.legal, name): n for each in counted for name, n in each.chosen.items()} == dict(
        expected
    )
    sizes = [each.chosen.total() for each in counted]
    assert sizes == sorted(sizes, reverse=True)


def test_a_phase_of_the_turn_can_be_counted_alone() -> None:
    records = [Record.of(match) for match in _matches()]
    turns = count_types(records, when="end turn")
    assert turns
    assert all("end turn" in each.legal for each in turns)
    assert sum(each.chosen.total() for each in turns) < sum(
        each.chosen.total() for each in count_types(records)
    )


def test_shares_are_choices_among_chances() -> None:
    records = [Record.of(match) for match in _matches()]
    counted = count_types(records, when="end turn")
    learned = learn_types(records, when="end turn", temperature=2.0)
    assert learned.temperature == 2
    for name, share in learned.weights:
        chances = sum(each.chosen.total() for each in counted if name in each.legal)
        assert share == pytest.approx(sum(each.chosen[name] for each in counted) / chances)
    by_set = {frozenset(types): dict(weights) for types, weights in learned.conditioned}
    assert set(by_set) == {each.legal for each in counted}
    for each in counted:
        for name, number in each.chosen.items():
            assert by_set[each.legal][name] == pytest.approx(number / each.chosen.total())
    assert learn_types(records, conditioned=False).conditioned == ()


def test_a_results_file_teaches_and_what_is_learned_plays(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    game = om.load("catan", points=3, players=2)
    om.tournament(game, ["stac", "value"], games=4, seed=5, store=path, workers=1)
    learned = learn_types(records_of_store(path, "stac"), when="end turn")
    assert sum(om.play_match(game, [learned, om.Policy("stac")], seed=1).returns) in (0, 1)


def test_without_decisions_there_is_nothing_to_learn() -> None:
    with pytest.raises(om.OptionError, match="at least one decision"):
        learn_types([])
