"""Kuhn poker against what is known of it: its size, its equilibria and its value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import otherminds
from otherminds import (
    CHANCE,
    NOBODY,
    FormatError,
    IllegalActionError,
    Observation,
    OptionError,
    Stream,
)
from otherminds.agents import parse_player
from otherminds.conformance import check_swap
from otherminds.examples.kuhn_poker import Equilibrium, Honest, KuhnPlayer
from tests.games import exact_play

JACK, QUEEN, KING = range(3)
PASS, BET = range(2)
DEALS = list(permutations((JACK, QUEEN, KING), 2))

game: Any = otherminds.load("kuhn_poker")


def dealt(cards: tuple[int, ...], *history: int) -> Any:
    state = game.state_from_dict({"cards": list(cards), "history": []})
    for action in history:
        state.apply_action(action)
    return state


def below(state: Any) -> Iterator[Any]:
    """The state and all that can follow it."""
    yield state
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        yield from below(after)


EVERYTHING = [state for cards in DEALS for state in below(dealt(cards))]


def test_thirty_histories_end_five_to_a_deal() -> None:
    ended = [state.to_dict()["history"] for state in EVERYTHING if state.is_terminal()]
    assert len(ended) == 30
    names = {"".join("pb"[action] for action in history) for history in ended}
    assert names == {"pp", "pbp", "pbb", "bp", "bb"}


def test_twelve_information_sets() -> None:
    decisions = [state for state in EVERYTHING if not state.is_terminal()]
    keys = {state.view(state.actor()).key() for state in decisions}
    assert len(decisions) == 24
    assert len(keys) == 12


@pytest.mark.parametrize(
    ("history", "returns"),
    [
        ((PASS, PASS), [1.0, -1.0]),
        ((PASS, BET, PASS), [-1.0, 1.0]),
        ((PASS, BET, BET), [2.0, -2.0]),
        ((BET, PASS), [1.0, -1.0]),
        ((BET, BET), [2.0, -2.0]),
    ],
)
def test_returns(history: tuple[int, ...], returns: list[float]) -> None:
    assert dealt((KING, QUEEN), *history).returns() == returns
    folded = history[-2:] == (BET, PASS)
    other = dealt((JACK, QUEEN), *history).returns()
    assert other == (returns if folded else [-number for number in returns])


Strategy = Callable[[int, tuple[int, ...]], Fraction]
"""The probability of a bet, given the card and the history."""


def family(alpha: Fraction) -> Strategy:
    """Kuhn's equilibria: alpha is how often the first seat bluffs with a jack, 0 to 1/3."""
    third = Fraction(1, 3)
    bets: dict[tuple[int, ...], dict[int, Fraction]] = {
        (): {JACK: alpha, QUEEN: Fraction(0), KING: 3 * alpha},
        (PASS, BET): {JACK: Fraction(0), QUEEN: alpha + third, KING: Fraction(1)},
        (PASS,): {JACK: third, QUEEN: Fraction(0), KING: Fraction(1)},
        (BET,): {JACK: Fraction(0), QUEEN: third, KING: Fraction(1)},
    }
    return lambda card, history: bets[history][card]


def value(state: Any, first: Strategy, second: Strategy) -> Fraction:
    """What the first seat expects."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    facts = state.view(state.actor()).facts
    history = tuple(action for action in facts["history"] if action >= 0)
    bet = (first, second)[state.actor()](facts["card"], history)
    total = Fraction(0)
    for action, probability in ((PASS, 1 - bet), (BET, bet)):
        if probability:
            after = state.copy()
            after.apply_action(action)
            total += probability * value(after, first, second)
    return total


def expected(first: Strategy, second: Strategy) -> Fraction:
    return sum((value(dealt(cards), first, second) for cards in DEALS), Fraction(0)) / len(DEALS)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_the_value_is_minus_one_eighteenth(alpha: Fraction) -> None:
    assert expected(family(alpha), family(alpha)) == Fraction(-1, 18)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_nobody_gains_by_leaving_the_equilibrium(alpha: Fraction) -> None:
    """The 64 pure strategies of each seat are its extreme replies."""
    calm = family(alpha)
    for number in range(64):
        bits = [Fraction(number >> bit & 1) for bit in range(6)]

        def pure(card: int, history: tuple[int, ...], bits: list[Fraction] = bits) -> Fraction:
            return bits[card + 3 * (history in ((PASS, BET), (BET,)))]

        assert expected(pure, calm) <= Fraction(-1, 18)
        assert expected(calm, pure) >= Fraction(-1, 18)


TREE = exact_play.even(dealt(cards) for cards in DEALS)
ALPHAS = [0, 0.2, 1 / 3]


def test_linear_programming_finds_the_value() -> None:
    found = exact_play.zero_sum_value(TREE, lambda view: view.key())
    assert found == pytest.approx(-1 / 18, abs=1e-9)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_equilibrium_player_is_one_of_the_family(alpha: float) -> None:
    player, calm = Equilibrium(alpha), family(Fraction(alpha).limit_denominator(10))
    for state in EVERYTHING:
        if state.is_terminal():
            with pytest.raises(IllegalActionError):
                player.chances(state.view(0))
            continue
        view, facts = state.view(state.actor()), state.to_dict()
        bet = float(calm(facts["cards"][state.actor()], facts["history"]))
        assert player.chances(view) == pytest.approx({PASS: 1 - bet, BET: bet})
    assert exact_play.value(TREE, 0, player.chances) == pytest.approx(-1 / 18)
    for seat, best in ((0, -1 / 18), (1, 1 / 18)):
        assert exact_play.best_response(TREE, seat, player.chances)[0] == pytest.approx(best)


def test_the_honest_player_can_be_exploited() -> None:
    """It bets nothing but a king: who knows that folds a queen to its bets."""
    player = Honest()
    assert exact_play.value(TREE, 0, player.chances) == pytest.approx(0)
    gains = [exact_play.best_response(TREE, seat, player.chances)[0] for seat in (0, 1)]
    assert gains == pytest.approx([1 / 6, 1 / 6])


@pytest.mark.parametrize("player", [Equilibrium(), Equilibrium(0.2), Honest()], ids=repr)
def test_players_act_by_their_probabilities_and_are_blind_to_the_other_card(
    player: KuhnPlayer,
) -> None:
    """Six standard deviations of 3000 draws at each of the twelve positions."""
    check_swap(game, player, games=5)
    agent = player.agent(game)
    for state in EVERYTHING:
        if state.is_terminal():
            continue
        view = state.view(state.actor())
        bet = player.chances(view)[BET]
        agent.begin(view.seat, view, Stream(2))
        bets = sum(agent.act(view) == BET for _ in range(3000))
        assert abs(bets - 3000 * bet) <= 6 * math.sqrt(3000 * bet * (1 - bet))


def test_players_by_name() -> None:
    for module in ("kuhn_poker", "kuhn_players"):
        player = parse_player(f"otherminds.examples.{module}.Equilibrium(alpha=0.2)", game)
        match = otherminds.play_match(game, [player, Honest()], seed=1)
        assert sum(match.returns) == 0
    with pytest.raises(OptionError, match="kuhn_poker"):
        otherminds.load("kuhn_players")
    for alpha in (-0.1, 0.34, math.nan, True, "0", None):
        with pytest.raises(OptionError, match="alpha"):
            Equilibrium(alpha)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="kuhn_poker"):
        Honest().agent(otherminds.load("tic_tac_toe"))


def test_a_view_hides_the_other_card_unless_it_is_shown() -> None:
    for state in EVERYTHING:
        for seat in (0, 1):
            cards = state.to_dict()["cards"]
            other = next(card for card in range(3) if card not in cards)
            swapped = (cards[0], other) if seat == 0 else (other, cards[1])
            twin = dealt(swapped, *state.to_dict()["history"])
            shown = state.is_terminal() and state.to_dict()["history"][-2:] != (BET, PASS)
            assert (state.view(seat) == twin.view(seat)) == (not shown)
            assert state.view(seat).facts["other_card"] == (cards[1 - seat] if shown else -1)
            if not state.is_terminal():
                for action in state.legal_actions():
                    seen = state.observation(action, seat)
                    assert seen == twin.observation(action, seat)


def test_the_belief_is_all_deals_that_the_view_allows() -> None:
    for cards in DEALS:
        for seat in (0, 1):
            for end in (state for state in EVERYTHING if state.is_terminal()):
                state = dealt(cards)
                belief = game.belief(state.view(seat))
                for action in (*end.to_dict()["history"], None):
                    same = [
                        deal
                        for deal in DEALS
                        if dealt(deal, *state.to_dict()["history"]).view(seat) == state.view(seat)
                    ]
                    held = {world.cards: weight for world, weight in belief.worlds()}
                    assert held == dict.fromkeys(same, 1 / len(same))
                    drawn = {
                        belief.sample(Stream(seed).rng()).to_dict()["cards"] for seed in range(30)
                    }
                    assert drawn == set(same)
                    if action is not None:
                        seen = state.observation(action, seat)
                        state.apply_action(action)
                        belief.update(seen, state.view(seat))


def test_samples_are_equally_likely() -> None:
    """6 standard deviations of 20000 fair coins: fails by chance once in 500 million runs."""
    belief = game.belief(dealt((QUEEN, KING)).view(0))
    rng = Stream(1).rng()
    kings = sum(belief.sample(rng).to_dict()["cards"][1] == KING for _ in range(20_000))
    assert abs(kings - 10_000) < 425


def test_a_belief_refuses_what_does_not_follow() -> None:
    state = dealt((QUEEN, KING))
    after = dealt((QUEEN, KING), BET)
    belief = game.belief(state.view(0))
    before = belief.worlds()
    for seen, view in [
        (Observation(0, BET), after.view(1)),
        (Observation(0, PASS), after.view(0)),
        (Observation(0, None), after.view(0)),
        (Observation(1, BET), after.view(0)),
        (Observation(0, BET), dealt((JACK, KING), BET).view(0)),
        (Observation(0, BET), dealt((QUEEN, KING), BET, BET).view(0)),
    ]:
        with pytest.raises(OptionError):
            belief.update(seen, view)
    assert belief.worlds() == before == [(dealt((QUEEN, card)), 0.5) for card in (JACK, KING)]
    twin = belief.copy()
    twin.update(Observation(0, BET), after.view(0))
    assert belief.worlds() == before
    assert [world for world, _ in twin.worlds()] == [
        dealt((QUEEN, card), BET) for card in (JACK, KING)
    ]


def test_deals_are_all_possible_and_follow_from_the_seed() -> None:
    deals = {game.initial_state(seed).to_dict()["cards"] for seed in range(200)}
    assert deals == set(DEALS)
    assert game.initial_state(5) == game.initial_state(5)
    assert all(state.actor() != CHANCE for state in EVERYTHING)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 4) | st.floats() | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@given(cards=plain | st.just([0, 1]), history=plain | st.just([1]))
def test_states_from_outside_are_possible_or_refused(cards: object, history: object) -> None:
    try:
        state = game.state_from_dict({"cards": cards, "history": history})
    except FormatError:
        return
    assert state in EVERYTHING
    for later in below(state):
        assert later.actor() in (0, 1, NOBODY)


def test_it_plays_a_match() -> None:
    match = otherminds.play_match(game, [otherminds.Policy("random")] * 2, seed=3)
    assert sum(match.returns) == 0
