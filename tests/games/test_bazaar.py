"""Bazaar, natively and in Python: one game, exact beliefs, and nothing bad gets in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import otherminds
from otherminds import CHANCE, FormatError, Observation, OptionError, Rng, Stream
from otherminds.agents.bazaar import greedy

NAMES = ("bazaar", "bazaar_python")
BIDDING = 1
SEATS = range(3)


def load(name: str, rounds: int = 3) -> Any:
    return otherminds.load(name, rounds=rounds)


def choose(state: Any, rng: Rng) -> int:
    """A random move or outcome."""
    if state.actor() == CHANCE:
        return int(state.sample_outcome(rng))
    return int(rng.choice(state.legal_actions()))


def steps(game: Any, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """A random game: each state, what is done, and the state after it."""
    rng = Stream(seed).child("moves").rng()
    state = game.initial_state(seed)
    while not state.is_terminal():
        action = choose(state, rng)
        after = state.copy()
        after.apply_action(action)
        yield state, action, after
        state = after


def plain(values: object) -> object:
    """As JSON sees it: tuples and lists are one thing."""
    return json.loads(json.dumps(values))


def played(game: Any, state: Any, *texts: str) -> Any:
    """The state after these actions and outcomes, by their texts."""
    state = state.copy()
    for text in texts:
        parse = game.parse_outcome if state.actor() == CHANCE else game.parse_action
        state.apply_action(parse(text))
    return state


def dealt(game: Any, *hands: list[int]) -> Any:
    return game.state_from_dict({**game.initial_state().to_dict(), "goods": list(hands)})


# One game in two languages --------------------------------------------------------------------


def test_both_describe_themselves_alike() -> None:
    for rounds in range(1, 7):
        native, python = load("bazaar", rounds), load("bazaar_python", rounds)
        for trait in ("seats", "perfect_information", "return_range", "action_count"):
            assert getattr(native, trait) == getattr(python, trait)
        assert native.options == python.options == {"rounds": rounds}
        assert native.outcome_count == python.outcome_count == 6
        assert native.tensor_shape == python.tensor_shape
        assert list(native.action_types) == list(python.action_types)
        for action in range(native.action_count):
            assert native.action_text(action) == python.action_text(action)
            assert native.type_of(action) == python.type_of(action)
        for outcome in range(native.outcome_count):
            assert native.outcome_text(outcome) == python.outcome_text(outcome)


def test_action_ids() -> None:
    game = load("bazaar")
    texts = {0: "bid 0", 2: "bid 2", 3: "pass", 5: "steal from seat 1", 25: "accept", 26: "reject"}
    offers = {
        7: "offer silk for spice to seat 0",
        12: "offer tea for spice to seat 0",
        20: "offer silk for tea to seat 2",
    }
    for action, text in (texts | offers).items():
        assert game.action_text(action) == text
    kinds = [game.action_types[game.type_of(action)] for action in range(27)]
    assert Counter(kinds) == {"bid": 3, "pass": 1, "steal": 3, "offer": 18, "answer": 2}


@pytest.mark.parametrize("block", range(6))
def test_both_agree_move_for_move(block: int) -> None:
    for seed in range(60 * block, 60 * block + 60):
        rounds = 1 + seed % 6
        native, python = load("bazaar", rounds), load("bazaar_python", rounds)
        rng = Stream(seed).child("moves").rng()
        ours, theirs = native.initial_state(seed), python.initial_state(seed)
        while True:
            assert_same_position(ours, theirs)
            if ours.is_terminal():
                break
            twin = rng.copy()
            action = choose(ours, rng)
            assert choose(theirs, twin) == action
            assert rng.bits() == twin.bits()
            possible = ours.legal_actions() or [outcome for outcome, _ in ours.chance_outcomes()]
            for seen_action, seat in product({action, rng.choice(possible)}, SEATS):
                seen = ours.observation(seen_action, seat)
                assert seen == theirs.observation(seen_action, seat)
            ours.apply_action(action)
            theirs.apply_action(action)
        assert ours.returns() == theirs.returns()


def assert_same_position(ours: Any, theirs: Any) -> None:
    assert ours.actor() == theirs.actor()
    assert ours.is_terminal() == theirs.is_terminal()
    assert ours.legal_actions() == theirs.legal_actions()
    assert ours.legal_types() == theirs.legal_types()
    for action_type in ours.legal_types():
        assert ours.actions_of_type(action_type) == theirs.actions_of_type(action_type)
    assert ours.chance_outcomes() == theirs.chance_outcomes()
    assert ours.to_dict() == plain(theirs.to_dict())
    assert ours.to_json() == theirs.to_json()
    for seat in SEATS:
        mine, other = ours.view(seat), theirs.view(seat)
        assert mine.facts == plain(other.facts)
        assert mine.to_json() == other.to_json()
        assert (mine.seat, mine.actor()) == (other.seat, other.actor())
        assert mine.legal_actions() == other.legal_actions()
        assert np.array_equal(mine.tensor(), other.tensor())


# Who sees what --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_bids_stay_hidden_until_the_last(name: str) -> None:
    game = load(name)
    bidding = played(game, game.initial_state(1), "auction silk")
    for first, second in product(range(3), repeat=2):
        state = played(game, bidding, f"bid {first}")
        assert bidding.observation(first, 0) == Observation(0, first)
        assert bidding.observation(first, 2) == Observation(0, None)
        assert state.view(0).facts["bid"] == first
        assert state.view(1) == played(game, bidding, "bid 0").view(1)
        state = played(game, state, f"bid {second}")
        assert state.view(2) == played(game, bidding, "bid 0", "bid 0").view(2)
        for seat in SEATS:
            assert state.observation(1, seat) == Observation(2, 1, (1, first, second, 1))


@pytest.mark.parametrize("name", NAMES)
def test_the_third_seat_does_not_see_what_is_stolen(name: str) -> None:
    game = load(name)
    start = dealt(game, [2, 0, 0], [0, 1, 1], [1, 0, 1])
    quiet = ("auction silk", "bid 0", "bid 0", "bid 0")
    stealing = played(game, start, *quiet, "steal from seat 1")
    assert stealing.chance_outcomes() == [(4, 0.5), (5, 0.5)]
    for seat, hidden in ((0, False), (1, False), (2, True)):
        seen = [stealing.observation(outcome, seat) for outcome in (4, 5)]
        assert (seen[0] == seen[1]) == hidden
        assert (seen[0].action is None) == hidden
        after = [played(game, stealing, f"stolen {kind}").view(seat) for kind in ("spice", "tea")]
        assert (after[0] == after[1]) == hidden


@pytest.mark.parametrize("name", NAMES)
def test_views_show_no_goods_of_others(name: str) -> None:
    """Whatever the others hold, the view and what may be done stay the same."""
    game = load(name)
    views = set()
    hands = [[2, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 2]]
    for other, third in product(hands, repeat=2):
        state = played(game, dealt(game, [1, 1, 0], other, third), "auction tea", "bid 1")
        views.add(state.view(0))
    assert len(views) == 1


@pytest.mark.parametrize("name", NAMES)
def test_score(name: str) -> None:
    game = load(name, rounds=1)
    start = dealt(game, [1, 1, 0], [0, 2, 0], [0, 1, 1])
    offer = "offer silk for tea to seat 2"
    end = played(game, start, "auction tea", "bid 2", "bid 1", "bid 0", offer, "accept")
    assert list(end.to_dict()["goods"][0]) == [0, 1, 2]
    assert end.returns() == [1.0 + 3, 3.0 + 2, 3.0 + 2]
    end = played(game, start, "auction tea", "bid 1", "bid 0", "bid 0", "pass")
    assert end.returns() == [2.0 + 5, 3.0 + 2, 3.0 + 2]
    end = played(game, start, "auction tea", "bid 1", "bid 1", "bid 0", "pass")
    assert end.returns() == [3.0 + 2] * 3


# Beliefs --------------------------------------------------------------------------------------


class Enumeration:
    """All that a seat holds possible: whole states from all 729 deals on, with exact weights.

    Written from the rules and from what a seat witnesses alone; hidden bids are uniform, other
    choices say that they were legal and nothing more.
    """

    def __init__(self, game: Any, view: Any) -> None:
        self.game, self.seat = game, view.seat
        self.weights: dict[str, Fraction] = {}
        for deal in product(range(3), repeat=6):
            pairs = (deal[:2], deal[2:4], deal[4:])
            state = dealt(game, *([pair.count(kind) for kind in range(3)] for pair in pairs))
            if state.view(self.seat) == view:
                self.add(self.weights, state, Fraction(1))

    @staticmethod
    def add(weights: dict[str, Fraction], state: Any, weight: Fraction) -> None:
        text = state.to_json()
        weights[text] = weights.get(text, Fraction(0)) + weight

    def update(self, seen: Observation, view: Any) -> None:
        weights: dict[str, Fraction] = {}
        for text, weight in self.weights.items():
            state = self.game.state_from_json(text)
            for action, likelihood in self.possible(state):
                if state.observation(action, self.seat) != seen:
                    continue
                after = state.copy()
                after.apply_action(action)
                if after.view(self.seat) == view:
                    self.add(weights, after, weight * likelihood)
        total = sum(weights.values())
        self.weights = {text: weight / total for text, weight in weights.items()}

    @staticmethod
    def possible(state: Any) -> list[tuple[int, Fraction]]:
        if state.actor() == CHANCE:
            chances = state.chance_outcomes()
            return [(o, Fraction(chance).limit_denominator(60)) for o, chance in chances]
        legal = state.legal_actions()
        hidden = state.to_dict()["phase"] == BIDDING
        return [(action, Fraction(1, len(legal) if hidden else 1)) for action in legal]

    def goods(self) -> dict[tuple[tuple[int, ...], ...], Fraction]:
        """The weights of everybody's goods, whatever the hidden bids are."""
        result: dict[tuple[tuple[int, ...], ...], Fraction] = {}
        total = sum(self.weights.values())
        for text, weight in self.weights.items():
            goods = tuple(map(tuple, json.loads(text)["goods"]))
            result[goods] = result.get(goods, Fraction(0)) + weight / total
        return result


def goods_of(belief: Any) -> dict[tuple[tuple[int, ...], ...], Fraction]:
    """The same of a belief in Python."""
    result: dict[tuple[tuple[int, ...], ...], Fraction] = {}
    for state, weight in belief.states:
        result[state.goods] = result.get(state.goods, Fraction(0)) + weight
    return result


@pytest.mark.parametrize("seed", range(9))
def test_the_belief_in_python_is_exact(seed: int) -> None:
    native, python = load("bazaar", rounds=2), load("bazaar_python", rounds=2)
    seat = seed % 3
    belief = python.belief(python.initial_state(seed).view(seat))
    enumeration = Enumeration(native, native.initial_state(seed).view(seat))
    assert goods_of(belief) == enumeration.goods()
    for state, action, after in steps(native, seed):
        seen = state.observation(action, seat)
        twin = python.state_from_dict(after.to_dict())
        belief.update(seen, twin.view(seat))
        enumeration.update(seen, after.view(seat))
        assert goods_of(belief) == enumeration.goods()


def fits(counts: Counter[str], expected: dict[str, Fraction], error_rate: float) -> bool:
    """Pearson's test; what is expected less than ten times is pooled."""
    draws = sum(counts.values())
    assert set(counts) <= set(expected)
    cells = [(counts[text], float(weight) * draws) for text, weight in expected.items()]
    rare = [cell for cell in cells if cell[1] < 10]
    table = [cell for cell in cells if cell[1] >= 10]
    if sum(mean for _, mean in rare) >= 10:
        table.append((sum(count for count, _ in rare), sum(mean for _, mean in rare)))
    if len(table) < 2:
        return True
    observed, means = np.array(table).T
    means *= observed.sum() / means.sum()
    return bool(chisquare(observed, means).pvalue > error_rate)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", NAMES)
def test_samples_have_the_exact_frequencies(name: str, seed: int) -> None:
    """Fewer than 250 tests are made in all: a right belief fails one of them once in 1e6 runs."""
    native, game = load("bazaar", rounds=2), load(name, rounds=2)
    seat, rng = seed % 3, Stream(seed).child("samples").rng()
    belief = game.belief(game.initial_state(seed).view(seat))
    enumeration = Enumeration(native, native.initial_state(seed).view(seat))
    for step, (state, action, after) in enumerate(steps(native, seed)):
        seen = state.observation(action, seat)
        belief.update(seen, game.state_from_dict(after.to_dict()).view(seat))
        enumeration.update(seen, after.view(seat))
        if step % 2 == seed % 2:
            counts = Counter(belief.sample(rng).to_json() for _ in range(2000))
            assert fits(counts, enumeration.weights, 1e-6 / 250)


@pytest.mark.parametrize(("name", "games"), [("bazaar", 60), ("bazaar_python", 4)])
def test_samples_have_the_view_of_the_seat(name: str, games: int) -> None:
    rng = Stream(5).rng()
    for seed in range(games):
        game = load(name, 1 + seed % 6)
        start = game.initial_state(seed)
        beliefs = [game.belief(start.view(seat)) for seat in SEATS]
        for state, action, after in steps(game, seed):
            for seat in SEATS:
                beliefs[seat].update(state.observation(action, seat), after.view(seat))
                for belief in (beliefs[seat], beliefs[seat].copy(), game.belief(after.view(seat))):
                    sample = belief.sample(rng)
                    assert sample.view(seat) == after.view(seat)
                    assert game.state_from_bytes(sample.to_bytes()) == sample


@pytest.mark.parametrize("name", NAMES)
def test_an_offer_and_its_acceptance_prove_goods(name: str) -> None:
    game = load(name)
    state = dealt(game, [1, 0, 1], [0, 2, 0], [0, 1, 1])
    belief = game.belief(state.view(2))
    texts = ["auction silk", "bid 0", "bid 0", "bid 0", "offer tea for spice to seat 1", "accept"]
    for text in texts:
        parse = game.parse_outcome if state.actor() == CHANCE else game.parse_action
        seen = state.observation(parse(text), 2)
        state.apply_action(parse(text))
        belief.update(seen, state.view(2))
        if text.startswith("offer"):
            assert all(sampled["goods"][0][2] > 0 for sampled in samples(belief))
    assert all(sampled["goods"][0][1] > 0 for sampled in samples(belief))
    assert all(sampled["goods"][1][2] > 0 for sampled in samples(belief))


def samples(belief: Any) -> list[dict[str, Any]]:
    return [belief.sample(Stream(seed).rng()).to_dict() for seed in range(50)]


@pytest.mark.parametrize("name", NAMES)
def test_a_belief_refuses_what_contradicts_it(name: str) -> None:
    game = load(name)
    state = dealt(game, [1, 1, 0], [0, 2, 0], [0, 1, 1])
    texts = ["auction silk", "bid 1", "bid 0", "bid 0", "steal from seat 1", "stolen spice"]
    for number in range(len(texts)):
        before = played(game, state, *texts[:number])
        after = played(game, before, texts[number])
        parse = game.parse_outcome if before.actor() == CHANCE else game.parse_action
        seen = before.observation(parse(texts[number]), 0)
        belief = game.belief(before.view(0))
        kept = samples(belief)
        nonsense = [
            (Observation(1 - seen.actor, seen.action, seen.facts), after.view(0)),
            (seen, after.view(1)),
            (seen, played(game, dealt(game, [0, 0, 2], [0, 2, 0], [0, 1, 1])).view(0)),
        ]
        if texts[number].startswith("stolen"):
            nonsense += [(Observation(CHANCE, action), after.view(0)) for action in (0, 3, 5, 99)]
        for observation, view in nonsense:
            with pytest.raises(
                OptionError, match=r"No (deal|state) fits|the view of seat|is of seat"
            ):
                belief.update(observation, view)
        assert samples(belief) == kept
        belief.update(seen, after.view(0))


# What comes from outside ----------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rounds", [0, 7, -1, 2.0, True, "3", None, 10**30])
def test_bad_options_are_refused(name: str, rounds: object) -> None:
    with pytest.raises(OptionError):
        otherminds.load(name, rounds=rounds)
    with pytest.raises(OptionError):
        otherminds.load(name, round=3)


numbers = st.integers(-3, 7) | st.sampled_from([-129, -128, 127, 128, 2**31, 2**70])
junk = st.recursive(
    numbers | st.none() | st.booleans() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """A state of a random game with some of its values changed."""
    rounds = draw(st.integers(1, 6))
    seed = draw(st.integers(0, 10_000))
    states = [after for _, _, after in steps(load("bazaar", rounds), seed)]
    values: dict[str, Any] = draw(st.sampled_from(states)).to_dict()
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(values)))
        if draw(st.integers(0, 9)) == 0:
            values[name] = draw(junk)
            continue
        place: Any = values
        index: Any = name
        while isinstance(place[index], list) and place[index]:
            place, index = place[index], draw(st.integers(0, len(place[index]) - 1))
        place[index] = draw(numbers)
    return rounds, values


@pytest.mark.parametrize("name", NAMES)
@given(case=mutated())
@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_states_from_outside_are_playable_or_refused(
    name: str, case: tuple[int, dict[str, Any]]
) -> None:
    rounds, values = case
    game = load(name, rounds)
    try:
        state = game.state_from_dict(values)
    except FormatError:
        return
    assert plain(state.to_dict()) == values
    rng = Stream(0).rng()
    low, high = game.return_range
    for seat in SEATS:
        assert game.belief(state.view(seat)).sample(rng).view(seat) == state.view(seat)
    while not state.is_terminal():
        state.apply_action(choose(state, rng))
    assert all(low <= number <= high for number in state.returns())


@given(case=mutated())
@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_both_refuse_the_same_states(case: tuple[int, dict[str, Any]]) -> None:
    rounds, values = case

    def accepted(name: str) -> bool:
        try:
            load(name, rounds).state_from_dict(values)
        except FormatError:
            return False
        return True

    assert accepted("bazaar") == accepted("bazaar_python")


# Players --------------------------------------------------------------------------------------


def test_greedy_is_better_than_random() -> None:
    """Over 2000 matches its mean return is above random's by far more than chance allows."""
    game = load("bazaar")
    players = [greedy, otherminds.Policy("random"), otherminds.Policy("random")]
    lead = []
    for seed in range(2000):
        returns = otherminds.play_match(game, players, seed=seed).returns
        lead.append(returns[0] - (returns[1] + returns[2]) / 2)
    mean, error = np.mean(lead), np.std(lead) / np.sqrt(len(lead))
    assert mean > 5 * error


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_matches(name: str) -> None:
    game = load(name, rounds=6)
    first, second = (
        otherminds.play_match(game, [otherminds.Policy("random")] * 3, seed=8) for _ in range(2)
    )
    assert first.moves == second.moves
    assert first.returns == second.returns
