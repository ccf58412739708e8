"""Beliefs about a player's type, read off a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import otherminds as om
from otherminds.contracts import IllegalActionError, OptionError
from otherminds.search import Types, recognise, recognise_instead
from otherminds.search.others import Posterior, Switching
from otherminds.search.recognition import runs_of

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

TYPES = ["max_disk", "max_value", "mobility"]
POSTERIORS: list[Posterior] = [
    om.Product(),
    om.Sum(),
    om.TimeWeighted(),
    om.TimeWeighted(10.0, 0.01, 0.0),
    Switching(0.2),
]


class Scripted(om.PythonPolicy):
    """Gives these chances to the actions, the rest to all others alike."""

    def __init__(self, **chances: float) -> None:
        self.chances = {int(name[1:]): chance for name, chance in chances.items()}

    def probabilities(self, view: Any, legal: Sequence[int]) -> list[float]:
        rest = (1 - sum(self.chances.values())) / max(1, len(legal) - len(self.chances))
        return [self.chances.get(action, rest) for action in legal]


def scripted(**options: Any) -> Types:
    # In tic-tac-toe seat 0 plays 0, then 1: the first type gives these 0.5 and 0.25, the second
    # 0.25 and 0.
    first = Scripted(_0=0.5, _1=0.25)
    second = Scripted(_0=0.25, _1=0.0)
    return Types([first, second], **options)


MOVES = (0, 4, 1)


def beliefs(**options: Any) -> list[float]:
    """The belief in the first type after each move of seat 0 in the scripted game."""
    seen = recognise(om.load("tic_tac_toe"), MOVES, scripted(**options), 0)
    return [float(row[0]) for row in seen.posterior]


def test_beliefs_by_hand() -> None:
    # At the second move seven squares are free: a weight of 0.25 for square 1, and six of
    # 0.25 / 5 for the others.
    game = om.load("tic_tac_toe")
    seen = recognise(game, MOVES, scripted(), 0)
    second = 0.25 / (0.25 + 6 * (0.25 / 5))
    np.testing.assert_allclose(seen.chances, [[0.5, 0.25], [second, 0.0]])
    assert beliefs(posterior=om.Product()) == pytest.approx([2 / 3, 1.0])
    first_sum, second_sum = 0.5 + second, 0.25
    expected = [2 / 3, first_sum / (first_sum + second_sum)]
    assert beliefs(posterior=om.Sum()) == pytest.approx(expected)
    assert beliefs(posterior=om.Sum(), likelihood="indicator") == pytest.approx([1 / 2, 2 / 3])
    weighted = [2 / 3, (10 * second + 9.99 * 0.5) / (10 * second + 9.99 * 0.75)]
    assert beliefs(posterior=om.TimeWeighted()) == pytest.approx(weighted)
    assert beliefs(frozen=True, prior=[3, 1]) == [0.75, 0.75]
    assert beliefs(posterior=om.Sum(), likelihood="indicator", prior=[1, 3]) == pytest.approx(
        [1 / 4, 2 / 5]
    )
    # A change with chance 0.2 before the second move; then the second type cannot have made it.
    assert beliefs(posterior=Switching(0.2)) == pytest.approx([2 / 3, 1.0])


def test_when_no_type_explains_anything_the_belief_is_the_prior() -> None:
    never = [Scripted(_0=0.0), Scripted(_0=0.0)]
    types = Types(never, posterior=om.Sum(), prior=[1, 3])
    assert list(recognise(om.load("tic_tac_toe"), (0,), types, 0).posterior[0]) == [0.25, 0.75]


@pytest.mark.parametrize("posterior", POSTERIORS, ids=repr)
@pytest.mark.parametrize("likelihood", ["indicator", "probability"])
@pytest.mark.parametrize("options", [{}, {"error": 0.2}], ids=repr)
def test_the_beliefs_are_those_of_a_search(
    posterior: Posterior, likelihood: str, options: dict[str, Any]
) -> None:
    game = om.load("othello", size=6)
    types = Types(TYPES, posterior=posterior, likelihood=likelihood, **options)
    match = om.play_match(game, [om.Policy("agent5"), om.Policy("random")], seed=3)
    moves = [move for _, move in match.moves]
    agent = om.Search(others=types, iterations=1).agent(game)
    state = game.initial_state()
    agent.begin(1, state.view(1), om.Stream(1))
    held = []
    for move in moves:
        actor, choices = state.actor(), len(state.legal_actions())
        observation = state.observation(move, 1)
        state.apply_action(move)
        agent.observe(observation, state.view(1))
        if actor == 0 and choices > 1:
            held.append(agent.posterior()[0])
    seen = recognise(game, moves, types, 0)
    assert len(seen) == len(held)
    for ours, native in zip(seen, held, strict=True):
        assert ours == pytest.approx(native)


def test_a_reserve_is_believed_as_in_a_search() -> None:
    game = om.load("othello", size=6)
    types = Types(["max_disk", "mobility"], posterior=Switching(0.1), reserve=0.3)
    for seed in range(8):
        match = om.play_match(game, [om.Policy("random"), om.Policy("random")], seed=seed)
        moves = [move for _, move in match.moves]
        agent = om.Search(others=types, iterations=1).agent(game)
        state = game.initial_state()
        agent.begin(1, state.view(1), om.Stream(1))
        for move in moves:
            observation = state.observation(move, 1)
            state.apply_action(move)
            agent.observe(observation, state.view(1))
        assert list(recognise(game, moves, types, 0))[-1] == pytest.approx(agent.posterior()[0])


def test_a_type_that_remembers_is_followed() -> None:
    game = om.load("othello")
    match = om.play_match(game, [om.Policy("agent4"), om.Policy("random")], seed=2)
    seen = recognise(game, [m for _, m in match.moves], Types(["agent4", "random"]), 0)
    assert seen.chances[:, 0].min() > 0
    assert list(seen)[-1]["agent4"] > 0.99


def test_overlap_leaders_and_runs_by_hand() -> None:
    seen = recognise(om.load("tic_tac_toe"), MOVES, scripted(posterior=om.Sum()), 0)
    # Only the first move fits both: (0.5 + 0.25) / 2, over two moves.
    assert seen.overlap() == pytest.approx(0.375 / 2)
    assert seen.overlap("indicator") == pytest.approx(0.5)
    assert list(seen.fitting) == [2, 1]
    assert seen.leaders == (0, 0)
    tied = recognise(
        om.load("tic_tac_toe"), MOVES, Types([Scripted(_0=0.1), Scripted(_0=0.2)], frozen=True), 0
    )
    assert tied.leaders == (0, 0)  # a tie keeps the one before, the first at first
    assert runs_of([]) == []


def test_controls_choose_in_the_same_positions() -> None:
    game = om.load("othello")
    match = om.play_match(game, [om.Policy("mobility"), om.Policy("random")], seed=5)
    moves = [m for _, m in match.moves]
    types = Types(TYPES, posterior=om.TimeWeighted(), likelihood="indicator")
    own = recognise(game, moves, types, 0)
    movers = {name: name for name in ("random", *TYPES, "agent4")}
    drawn = recognise_instead(game, moves, types, 0, movers, seed=1)
    again = recognise_instead(game, moves, types, 0, movers, seed=1)
    other = recognise_instead(game, moves, types, 0, movers, seed=2)
    for name, seen in drawn.items():
        assert seen.plies == own.plies
        assert seen.choices == own.choices
        assert seen.actions == again[name].actions
    assert drawn["random"].actions != other["random"].actions
    for place, name in enumerate(TYPES):
        assert (drawn[name].chances[:, place] > 0).all()
    # agent4 keeps to maximum disc for its first seven moves.
    assert (drawn["agent4"].chances[:6, 0] > 0).all()


def test_other_beliefs_about_the_same_moves() -> None:
    seen = recognise(om.load("tic_tac_toe"), MOVES, scripted(posterior=om.Product()), 0)
    again = seen.believed(scripted(posterior=om.Sum(), likelihood="indicator"))
    assert [float(row[0]) for row in again.posterior] == pytest.approx([1 / 2, 2 / 3])


def test_hidden_cards_are_seen_by_the_observer() -> None:
    game = om.load("leduc")
    assert isinstance(game, om._core.Game)
    policies = list(game.policies())
    match = om.play_match(game, [om.Policy("random"), om.Policy("random")], seed=4)
    start = next(iter(match.states()))
    seen = recognise(game, [m for _, m in match.moves], Types(policies[:2]), 1, start=start)
    assert np.allclose(seen.posterior.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat": 2}, "has no seat 2"),
        ({"types": Types({1: ["random"]})}, "no types for seat 0"),
        ({"types": Types(["random"], prior="random")}, "drawn in a match"),
        ({"types": Types(["random", "max_disk"], prior=[1, 1, 1])}, "3 weights for 2 types"),
        ({"types": Types([om.Search(iterations=5)])}, "gives no probabilities"),
    ],
)
def test_what_cannot_be_recognised_is_a_sentence(change: dict[str, Any], sentence: str) -> None:
    given = {"types": Types(["random"]), "seat": 0, "moves": (19,), **change}
    with pytest.raises(OptionError, match=sentence):
        recognise(om.load("othello"), given["moves"], given["types"], given["seat"])


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(IllegalActionError):
        recognise(om.load("othello"), (0,), Types(["random"]), 0)
