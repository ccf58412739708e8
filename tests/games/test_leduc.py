"""Leduc poker against what is known of it: its size, its value, and OpenSpiel move for move."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

import otherminds
from otherminds import CHANCE, NOBODY, FormatError, Observation, OptionError, Policy, Stream
from otherminds.agents.leduc import honest, mixed
from otherminds.conformance import check_swap
from tests.games import exact_play

FOLD, CALL, RAISE = range(3)
JACK, QUEEN, KING = range(3)
DEALS = list(permutations(range(6), 2))

game: Any = otherminds.load("leduc")


def card(rank: int, suit: int = 0) -> int:
    return 2 * rank + suit


def dealt(cards: tuple[int, int], *moves: int) -> Any:
    """The state after these actions; the card on the board is one of them."""
    state = game.state_from_dict({**game.initial_state().to_dict(), "cards": list(cards)})
    for move in moves:
        state.apply_action(move)
    return state


def below(state: Any) -> Iterator[Any]:
    """The state and all that can follow it."""
    yield state
    for action in state.legal_actions() or [card for card, _ in state.chance_outcomes()]:
        after = state.copy()
        after.apply_action(action)
        yield from below(after)


EVERYTHING = [state for cards in DEALS for state in below(dealt(cards))]
KNOWN = {state.to_json() for state in EVERYTHING}
DECISIONS = [state for state in EVERYTHING if state.actor() >= 0]
TREE = exact_play.even(dealt(cards) for cards in DEALS)


def ranks_only(view: Any) -> tuple[int, int, str]:
    """A position as far as it matters: suits do not."""
    facts = view.facts
    return facts["card"] // 2, facts["board"] // 2, str(facts["bets"])


# Its size and its value ---------------------------------------------------------------------------


def test_how_many_histories_and_information_sets_there_are() -> None:
    """9 ways to bet a round, 4 of them by a fold; 6 decisions a round; 30 deals, 4 boards."""
    assert len([state for state in EVERYTHING if state.is_terminal()]) == 30 * (4 + 5 * 4 * 9)
    assert len(DECISIONS) == 30 * (6 + 5 * 4 * 6)
    assert len({state.view(state.actor()).key() for state in DECISIONS}) == 936
    assert len({ranks_only(state.view(state.actor())) for state in DECISIONS}) == 288
    assert dealt((0, 1)).perft(20) == 184


def test_the_value_is_the_known_one() -> None:
    assert exact_play.zero_sum_value(TREE, ranks_only) == pytest.approx(-0.085606424078, abs=1e-9)


def test_a_best_response_gains_against_each_fixed_policy() -> None:
    """In an equilibrium neither seat could; here the gains are what a search can look for."""
    expected = {
        "random": (2.0875, 2.659722222222),
        "honest": (0.533333333333, 0.8),
        "mixed": (0.834137632092, 1.251887630040),
    }
    for name, values in expected.items():
        strategy = Policy(name).probabilities
        for seat in (0, 1):
            best, choices = exact_play.best_response(TREE, seat, strategy)
            assert best == pytest.approx(values[seat], abs=1e-9)
            assert best > exact_play.value(TREE, seat, strategy)
            reply = partial(answer, seat, choices, strategy)
            assert exact_play.value(TREE, seat, reply) == pytest.approx(best, abs=1e-9)


def answer(
    seat: int, choices: dict[int, int], others: exact_play.Strategy, view: Any
) -> Mapping[int, float]:
    """One seat makes the choices listed for its views, the others play by their strategy."""
    if view.seat != seat:
        return others(view)
    return {action: float(action == choices[view.key()]) for action in view.legal_actions()}


# Rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "returns"),
    [
        ((RAISE, FOLD), 1),
        ((CALL, RAISE, FOLD), -1),
        ((RAISE, RAISE, FOLD), -3),
        ((CALL, RAISE, RAISE, FOLD), 3),
        ((CALL, CALL, card(JACK), CALL, CALL), 1),
        ((RAISE, CALL, card(JACK), CALL, CALL), 3),
        ((RAISE, CALL, card(JACK), RAISE, CALL), 7),
        ((RAISE, RAISE, CALL, card(JACK), CALL, RAISE, RAISE, CALL), 13),
        ((RAISE, RAISE, CALL, card(JACK), RAISE, RAISE, FOLD), -9),
        ((CALL, CALL, card(QUEEN, 1), CALL, CALL), -1),  # a pair of queens beats the king
        ((CALL, CALL, card(KING, 1), RAISE, RAISE, CALL), 9),
    ],
)
def test_returns(moves: tuple[int, ...], returns: float) -> None:
    state = dealt((card(KING), card(QUEEN)), *moves)
    assert state.returns() == [returns, -returns]


def test_equal_ranks_share() -> None:
    state = dealt((card(KING), card(KING, 1)), RAISE, CALL, card(JACK), CALL, CALL)
    assert state.returns() == [0.0, 0.0]


def test_what_is_legal() -> None:
    """Nobody folds without a raise to fold to, and nobody raises a third time."""
    for state in DECISIONS:
        facts = state.view(state.actor()).facts
        bets = [bet for bet in facts["bets"][facts["round"]] if bet >= 0]
        may_fold = [FOLD] if bets[-1:] == [RAISE] else []
        may_raise = [RAISE] if bets.count(RAISE) < 2 else []
        assert state.legal_actions() == [*may_fold, CALL, *may_raise]


def test_texts() -> None:
    state = dealt((card(KING), card(QUEEN, 1)), CALL, RAISE, CALL)
    assert state.actor() == CHANCE
    assert {game.outcome_text(card): chance for card, chance in state.chance_outcomes()} == {
        "jack of hearts": 0.25,
        "jack of spades": 0.25,
        "queen of hearts": 0.25,
        "king of spades": 0.25,
    }
    assert "a hidden card" in str(state.view(1))
    assert "king" not in str(state.view(1))


def test_deals_are_equally_likely() -> None:
    """Error rate 1e-6."""
    counts = Counter(tuple(game.initial_state(seed).to_dict()["cards"]) for seed in range(9000))
    assert set(counts) == set(DEALS)
    assert chisquare(list(counts.values())).pvalue > 1e-6


# The same game in OpenSpiel -----------------------------------------------------------------------


@pytest.mark.slow
def test_openspiel_agrees_move_for_move() -> None:
    """On every history: who acts, what is legal, chances, returns, and what a seat can tell."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("leduc_poker")
    told: dict[int, str] = {}
    leaves = 0

    def compare(ours: Any, other: Any) -> None:
        nonlocal leaves
        assert ours.is_terminal() == other.is_terminal()
        if ours.is_terminal():
            assert ours.returns() == list(other.returns())
            leaves += 1
            return
        if ours.actor() == CHANCE:
            assert other.is_chance_node()
            assert ours.chance_outcomes() == other.chance_outcomes()
        else:
            assert ours.actor() == other.current_player()
            assert ours.legal_actions() == other.legal_actions()
            text = other.information_state_string()
            assert told.setdefault(ours.view(ours.actor()).key(), text) == text
        for action in other.legal_actions():
            after = ours.copy()
            after.apply_action(action)
            compare(after, other.child(action))

    for cards in DEALS:
        start = theirs.new_initial_state()
        for private in cards:
            start.apply_action(private)
        compare(dealt(cards), start)
    assert leaves == 5520
    assert len(told) == len(set(told.values())) == 936


@pytest.mark.slow
def test_openspiel_exploits_the_policies_as_we_do() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("leduc_poker")

    def listed(ours: Any, other: Any, policy: Policy, table: dict[str, Any]) -> dict[str, Any]:
        if ours.actor() >= 0:
            chances = policy.probabilities(ours.view(ours.actor()))
            table[other.information_state_string()] = list(chances.items())
        for action in [] if ours.is_terminal() else other.legal_actions():
            after = ours.copy()
            after.apply_action(action)
            listed(after, other.child(action), policy, table)
        return table

    for policy in (honest, mixed):
        table: dict[str, Any] = {}
        for cards in DEALS:
            start = theirs.new_initial_state()
            for private in cards:
                start.apply_action(private)
            listed(dealt(cards), start, policy, table)
        gains = sum(
            exact_play.best_response(TREE, seat, policy.probabilities)[0] for seat in (0, 1)
        )
        assert pyspiel.nash_conv(theirs, table) == pytest.approx(gains, abs=1e-9)


# What a seat sees and believes --------------------------------------------------------------------


def test_a_view_hides_the_other_card_unless_it_is_shown() -> None:
    for state in EVERYTHING:
        facts = state.to_dict()
        folded = facts["paid"][0] != facts["paid"][1]
        shown = state.is_terminal() and not folded
        for seat in (0, 1):
            expected = facts["cards"][1 - seat] if shown else -1
            assert state.view(seat).facts["other_card"] == expected


def test_the_belief_is_all_deals_that_the_view_allows() -> None:
    """Each as likely as the others: all states of one view have come by equal chances."""
    same: dict[int, set[str]] = {}
    for state in EVERYTHING:
        for seat in (0, 1):
            same.setdefault(state.view(seat).key(), set()).add(state.to_json())
    rng = Stream(3).rng()
    for state in EVERYTHING[::23]:
        for seat in (0, 1):
            belief = game.belief(state.view(seat))
            drawn = {belief.sample(rng).to_json() for _ in range(80)}
            assert drawn == same[state.view(seat).key()]


def test_samples_are_equally_likely() -> None:
    """Six tests with an error rate of 1e-6 each."""
    rng = Stream(1).rng()
    for moves, count in (((), 5), ((CALL, CALL), 5), ((CALL, CALL, card(JACK)), 4)):
        for seat in (0, 1):
            belief = game.belief(dealt((card(KING), card(QUEEN)), *moves).view(seat))
            drawn = Counter(belief.sample(rng).to_dict()["cards"][1 - seat] for _ in range(20_000))
            assert len(drawn) == count
            assert chisquare(list(drawn.values())).pvalue > 1e-6


def test_a_belief_follows_every_game() -> None:
    for end in EVERYTHING[::11]:
        if not end.is_terminal():
            continue
        facts = end.to_dict()
        bets = [[bet for bet in bets if bet >= 0] for bets in facts["bets"]]
        moves = bets[0] if facts["board"] < 0 else [*bets[0], facts["board"], *bets[1]]
        state = dealt(facts["cards"])
        beliefs = [game.belief(state.view(seat)) for seat in (0, 1)]
        for move in moves:
            seen = [state.observation(move, seat) for seat in (0, 1)]
            assert seen[0] == seen[1] == Observation(state.actor(), move)
            state.apply_action(move)
            for seat in (0, 1):
                beliefs[seat].update(seen[seat], state.view(seat))
                sampled = beliefs[seat].sample(Stream(5).rng())
                assert sampled.view(seat) == state.view(seat)
        assert state == end


def test_a_belief_refuses_what_does_not_follow() -> None:
    state = dealt((card(KING), card(QUEEN)))
    after = dealt((card(KING), card(QUEEN)), RAISE)
    belief = game.belief(state.view(0))
    for seen, view in [
        (Observation(0, RAISE), after.view(1)),
        (Observation(0, CALL), after.view(0)),
        (Observation(1, RAISE), after.view(0)),
        (Observation(0, RAISE, (1,)), after.view(0)),
        (Observation(0, FOLD), after.view(0)),
        (Observation(0, None), after.view(0)),
        (Observation(CHANCE, 0), after.view(0)),
        (Observation(0, RAISE), dealt((card(JACK), card(QUEEN)), RAISE).view(0)),
        (Observation(0, RAISE), dealt((card(KING), card(QUEEN)), RAISE, CALL).view(0)),
    ]:
        with pytest.raises(OptionError):
            belief.update(seen, view)
    belief.update(Observation(0, RAISE), after.view(0))


# Policies -----------------------------------------------------------------------------------------

WEIGHTS = {
    "weak": {FOLD: 0.5, CALL: 0.3, RAISE: 0.2},
    "medium": {FOLD: 0.1, CALL: 0.7, RAISE: 0.2},
    "strong": {FOLD: 0.05, CALL: 0.35, RAISE: 0.6},
}


def strength(view: Any) -> str:
    rank, board = view.facts["card"] // 2, view.facts["board"]
    if board < 0:
        return ("weak", "medium", "strong")[rank]
    if rank == board // 2:
        return "strong"
    return "medium" if rank == KING else "weak"


def test_mixed_does_everything_with_the_documented_probability() -> None:
    for state in DECISIONS:
        view = state.view(state.actor())
        legal = {action: WEIGHTS[strength(view)][action] for action in view.legal_actions()}
        chances = mixed.probabilities(view)
        assert min(chances.values()) > 0
        assert math.fsum(chances.values()) == pytest.approx(1, abs=1e-12)
        total = sum(legal.values())
        assert chances == pytest.approx({action: w / total for action, w in legal.items()})


def test_honest_does_one_thing() -> None:
    wanted = {"weak": FOLD, "medium": CALL, "strong": RAISE}
    for state in DECISIONS:
        view = state.view(state.actor())
        choice = wanted[strength(view)]
        choice = choice if choice in view.legal_actions() else CALL
        chances = {action: float(action == choice) for action in view.legal_actions()}
        assert honest.probabilities(view) == chances


@pytest.mark.parametrize("policy", [honest, mixed], ids=repr)
def test_policies_act_by_their_probabilities(policy: Policy) -> None:
    """Error rate 1e-6 for each of the positions."""
    agent = policy.agent(game)
    for moves in ((), (RAISE,), (RAISE, RAISE), (CALL, CALL, card(JACK), RAISE)):
        state = dealt((card(QUEEN), card(KING)), *moves)
        view = state.view(state.actor())
        agent.begin(view.seat, view, Stream(7))
        counts = Counter(agent.act(view) for _ in range(10_000))
        chances = {a: chance for a, chance in policy.probabilities(view).items() if chance}
        assert set(counts) == set(chances)
        means = [10_000 * chance for chance in chances.values()]
        assert chisquare([counts[action] for action in chances], means).pvalue > 1e-6 or (
            len(chances) == 1
        )


@pytest.mark.parametrize("policy", [honest, mixed], ids=repr)
def test_policies_are_blind_to_the_other_card(policy: Policy) -> None:
    check_swap(game, policy, games=30)


def test_the_policies_it_has() -> None:
    assert list(game.policies()) == ["random", "typed", "honest", "mixed"]
    with pytest.raises(OptionError):
        Policy("honest", perturb=0.1).agent(game)
    with pytest.raises(OptionError, match="players"):
        otherminds.load("leduc", players=3)


# Bad input ----------------------------------------------------------------------------------------

numbers = st.integers(-2, 6)


@given(
    st.fixed_dictionaries(
        {
            "cards": st.lists(numbers, min_size=2, max_size=2),
            "board": numbers,
            "actor": numbers,
            "paid": st.lists(st.integers(0, 14), min_size=2, max_size=2),
            "raises": numbers,
            "acted": numbers,
            "bets": st.lists(st.lists(numbers, min_size=4, max_size=4), min_size=2, max_size=2),
        }
    ),
    st.integers(0, len(EVERYTHING) - 1),
    st.sets(st.sampled_from(["cards", "board", "actor", "paid", "raises", "acted", "bets"])),
)
def test_states_from_outside_are_possible_or_refused(
    junk: dict[str, Any], true: int, replaced: set[str]
) -> None:
    values = {**EVERYTHING[true].to_dict(), **{name: junk[name] for name in replaced}}
    try:
        state = game.state_from_dict(values)
    except FormatError:
        return
    assert state.to_json() in KNOWN
    assert state.actor() in (0, 1, CHANCE, NOBODY)
