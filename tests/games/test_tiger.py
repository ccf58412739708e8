"""The tiger problem against dynamic programming over its beliefs and the value that is known."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

import otherminds
from otherminds import CHANCE, FormatError, Observation, OptionError, Policy, Stream, play_match
from otherminds.agents.tiger import listen, open_when_sure
from otherminds.conformance import check_swap
from tests.games import exact_play

LISTEN, OPEN_LEFT, OPEN_RIGHT = range(3)
HEAR_LEFT, HEAR_RIGHT, HIDE_LEFT, HIDE_RIGHT = range(4)
LEFT, RIGHT, NOWHERE = 0, 1, -1


def load(**options: Any) -> Any:
    return otherminds.load("tiger", **options)


def start(game: Any, tiger: int) -> Any:
    return game.state_from_dict({**game.initial_state().to_dict(), "tiger": tiger})


def played(state: Any, *moves: int) -> Any:
    state = state.copy()
    for move in moves:
        state.apply_action(move)
    return state


# Known values -------------------------------------------------------------------------------------


class Problem:
    """Values by dynamic programming. A belief is how much more often the tiger was heard left."""

    def __init__(
        self,
        discount: float = 0.95,
        accuracy: float = 0.85,
        listen_cost: float = 1,
        treasure: float = 10,
        tiger_cost: float = 100,
    ) -> None:
        self.discount, self.accuracy = discount, accuracy
        self.listen_cost, self.treasure, self.tiger_cost = listen_cost, treasure, tiger_cost
        self.sure = [0.5]  # how likely the tiger is where it was heard so much more often

    def left(self, surplus: int) -> float:
        """Bayes' rule, hear by hear."""
        while len(self.sure) <= abs(surplus):
            right = self.accuracy * self.sure[-1]
            self.sure.append(right / (right + (1 - self.accuracy) * (1 - self.sure[-1])))
        return self.sure[surplus] if surplus >= 0 else 1 - self.sure[-surplus]

    def choices(self, surplus: int, later: dict[int, float]) -> tuple[float, float, float]:
        """What each action is worth when so much is to be had later."""
        at_left = self.left(surplus)
        hear_left = at_left * self.accuracy + (1 - at_left) * (1 - self.accuracy)
        told = hear_left * later[surplus + 1] + (1 - hear_left) * later[surplus - 1]
        opened = [
            self.treasure * (1 - chance) - self.tiger_cost * chance + self.discount * later[0]
            for chance in (at_left, 1 - at_left)
        ]
        return self.discount * told - self.listen_cost, opened[0], opened[1]

    def values(self, horizon: int, surplus_to_open: int | None = None) -> dict[int, float]:
        """The values of all beliefs: the best, or those of who opens at a surplus."""
        later = dict.fromkeys(range(-horizon - 1, horizon + 2), 0.0)
        for left in range(1, horizon + 1):
            now = dict[int, float]()
            for surplus in range(left - horizon, horizon - left + 1):
                choices = self.choices(surplus, later)
                if surplus_to_open is None:
                    now[surplus] = max(choices)
                else:
                    sure = abs(surplus) >= surplus_to_open
                    now[surplus] = choices[(OPEN_RIGHT if surplus > 0 else OPEN_LEFT) * sure]
            later = {**dict.fromkeys((min(now) - 1, max(now) + 1), math.nan), **now}
        return later


@cache
def tree(**options: Any) -> exact_play.Weighted:
    game = load(**options)
    return exact_play.even(start(game, door) for door in (LEFT, RIGHT))


SETTINGS: list[dict[str, Any]] = [
    {},
    {"discount": 1.0},
    {"accuracy": 0.6, "listen_cost": 0.25, "tiger_cost": 15},
    {"accuracy": 1.0, "discount": 0.5},
    {"accuracy": 0.5},
]


@pytest.mark.parametrize("options", SETTINGS, ids=repr)
@pytest.mark.parametrize("horizon", [1, 2, 3, 4])
def test_the_best_plan_is_that_of_dynamic_programming(
    horizon: int, options: dict[str, Any]
) -> None:
    """The game listed history by history, against the beliefs that the game never hears of."""
    deals = tree(horizon=horizon, **options)
    best, _ = exact_play.best_response(deals, 0, lambda view: {})
    assert best == pytest.approx(Problem(**options).values(horizon)[0], abs=1e-6)


def test_the_known_value_without_an_end() -> None:
    """19.37 from an even belief; 400 actions are as good as no end: 0.95^400 is 1e-9."""
    assert Problem().values(400)[0] == pytest.approx(19.37, abs=5e-3)
    assert Problem().values(400)[0] == pytest.approx(19.3713684, abs=1e-5)


def test_opening_at_a_surplus_of_two_is_best_without_an_end() -> None:
    problem = Problem()
    best = problem.values(400)[0]
    by_surplus = {k: problem.values(400, k)[0] for k in (1, 2, 3, 4)}
    assert by_surplus[2] == pytest.approx(best, abs=1e-6)
    assert max(by_surplus, key=by_surplus.__getitem__) == 2
    assert by_surplus[3] < best - 3


@pytest.mark.parametrize(
    ("horizon", "values"),
    [
        (3, (2.3098, -8.0775, 2.3098, -2.8525)),
        (5, (2.7631, -14.4649, 1.8260, 0.9810)),
        (10, (6.6934, -29.5288, 6.1066, 4.9439)),
        (20, (11.8796, -47.2089, 11.6357, 9.5692)),
        (400, (19.3714, -73.5897, 19.3714, 16.2589)),
    ],
)
def test_the_table_of_the_documentation(horizon: int, values: tuple[float, ...]) -> None:
    """The best value and those of opening at a surplus of 1, 2 and 3."""
    found = [Problem().values(horizon, surplus)[0] for surplus in (None, 1, 2, 3)]
    assert found == pytest.approx(values, abs=6e-5)


@pytest.mark.parametrize("surplus", [1, 2, 3])
def test_policies_get_what_dynamic_programming_says(surplus: int) -> None:
    policy = open_when_sure(k=surplus)
    for options in SETTINGS:
        for horizon in (1, 3, 4):
            got = exact_play.value(tree(horizon=horizon, **options), 0, policy.probabilities)
            wanted = Problem(**options).values(horizon, surplus)[0]
            assert got == pytest.approx(wanted, abs=1e-6)


def test_matches_have_the_expected_mean() -> None:
    """20,000 matches: the mean is within 5.5 standard errors, a false alarm in 1e7."""
    game = load(horizon=10)
    agent = open_when_sure.agent(game)
    returns = [play_match(game, [agent], seed=1, index=i).returns[0] for i in range(20_000)]
    mean = math.fsum(returns) / len(returns)
    error = math.sqrt(sum((r - mean) ** 2 for r in returns)) / len(returns)
    assert abs(mean - Problem().values(10, 2)[0]) < 5.5 * error


# Rules --------------------------------------------------------------------------------------------


def test_returns_are_the_discounted_sum() -> None:
    game = load(horizon=4, discount=0.5, listen_cost=2, treasure=20, tiger_cost=40)
    state = played(start(game, LEFT), LISTEN, HEAR_RIGHT, OPEN_RIGHT, HIDE_RIGHT, OPEN_RIGHT)
    state = played(state, HIDE_LEFT, LISTEN)
    assert state.is_terminal()
    assert state.returns() == [-2 + 20 / 2 - 40 / 4 - 2 / 8]


def test_the_range_of_returns_is_reached() -> None:
    game = load(horizon=3)
    for wanted, found in zip(game.return_range, (-100, 10), strict=True):
        state = start(game, LEFT)
        for _ in range(3):
            door = state.to_dict()["tiger"]
            state.apply_action(OPEN_LEFT + (door if found < 0 else 1 - door))
            if not state.is_terminal():
                state.apply_action(HIDE_RIGHT)
        assert state.returns() == [pytest.approx(wanted)]
        assert wanted == pytest.approx(found * (1 + 0.95 + 0.95**2))


def test_chance() -> None:
    game = load(accuracy=0.7)
    for door in (LEFT, RIGHT):
        chances = dict(played(start(game, door), LISTEN).chance_outcomes())
        assert chances == pytest.approx({door: 0.7, 1 - door: 0.3})
    hiding = played(start(game, LEFT), OPEN_RIGHT)
    assert hiding.chance_outcomes() == [(HIDE_LEFT, 0.5), (HIDE_RIGHT, 0.5)]
    perfect = played(start(load(accuracy=1), RIGHT), LISTEN)
    assert perfect.chance_outcomes() == [(HEAR_RIGHT, 1.0)]
    doors = Counter(game.initial_state(seed).to_dict()["tiger"] for seed in range(20_000))
    assert abs(doors[LEFT] - 10_000) < 425  # six standard deviations


# What the seat sees and believes ------------------------------------------------------------------


def test_what_the_seat_sees() -> None:
    game = load()
    for door in (LEFT, RIGHT):
        state = start(game, door)
        assert state.view(0) == start(game, 1 - door).view(0)
        assert state.observation(LISTEN, 0) == Observation(0, LISTEN)
        for action, found in ((OPEN_LEFT, LEFT), (OPEN_RIGHT, RIGHT)):
            told = -1 if found == door else 1
            assert state.observation(action, 0) == Observation(0, action, (told,))
        hiding = played(state, OPEN_LEFT)
        for outcome in (HIDE_LEFT, HIDE_RIGHT):
            assert hiding.observation(outcome, 0) == Observation(CHANCE, None)
        assert played(hiding, HIDE_LEFT).view(0) == played(hiding, HIDE_RIGHT).view(0)
        hearing = played(state, LISTEN)
        assert hearing.observation(HEAR_LEFT, 0) == Observation(CHANCE, HEAR_LEFT)


def posterior(accuracy: float, heard: tuple[int, ...]) -> float:
    """How likely the tiger is left, from the likelihood of all that was heard."""
    left = math.prod(accuracy if door == LEFT else 1 - accuracy for door in heard)
    right = math.prod(accuracy if door == RIGHT else 1 - accuracy for door in heard)
    return left / (left + right)


@pytest.mark.parametrize("accuracy", [0.85, 0.6, 0.5])
def test_the_belief_is_bayes_rule(accuracy: float) -> None:
    """30 tests with an error rate of 1e-6 each."""
    game, rng, draws = load(accuracy=accuracy), Stream(1).rng(), 10_000
    for heard in product((LEFT, RIGHT), repeat=3):
        state = start(game, LEFT)
        belief = game.belief(state.view(0))
        for move in (OPEN_RIGHT, HIDE_LEFT, *(m for door in heard for m in (LISTEN, door))):
            seen = state.observation(move, 0)
            state.apply_action(move)
            belief.update(seen, state.view(0))
            assert belief.sample(rng).view(0) == state.view(0)
        doors = Counter(belief.sample(rng).to_dict()["tiger"] for _ in range(draws))
        chance = posterior(accuracy, heard)
        means = [draws * chance, draws * (1 - chance)]
        assert chisquare([doors[LEFT], doors[RIGHT]], means).pvalue > 1e-6


def test_perfect_ears_are_believed() -> None:
    game, rng = load(accuracy=1.0), Stream(1).rng()
    state = played(start(game, RIGHT), LISTEN, HEAR_RIGHT)
    belief = game.belief(state.view(0))
    assert {belief.sample(rng).to_dict()["tiger"] for _ in range(50)} == {RIGHT}
    belief.update(Observation(0, LISTEN), played(state, LISTEN).view(0))
    heard_left = played(start(game, LEFT), LISTEN, HEAR_LEFT, LISTEN, HEAR_LEFT)
    with pytest.raises(OptionError, match="No place of the tiger"):
        belief.update(Observation(CHANCE, HEAR_LEFT), heard_left.view(0))


def test_nothing_is_believed_of_a_tiger_that_is_nowhere() -> None:
    game, rng = load(horizon=1), Stream(1).rng()
    for action in (LISTEN, OPEN_LEFT):
        state = played(start(game, LEFT), action)
        assert state.is_terminal()
        assert game.belief(state.view(0)).sample(rng) == state


def test_a_belief_refuses_what_does_not_follow() -> None:
    game = load()
    state = start(game, LEFT)
    listening, heard = played(state, LISTEN), played(state, LISTEN, HEAR_LEFT)
    belief = game.belief(state.view(0))
    for seen, after in [
        (Observation(0, OPEN_LEFT), listening),
        (Observation(0, None), listening),
        (Observation(0, 3), listening),
        (Observation(CHANCE, LISTEN), listening),
        (Observation(0, LISTEN, (1,)), listening),
        (Observation(0, LISTEN), heard),
        (Observation(0, OPEN_LEFT, (1,)), played(state, OPEN_LEFT)),
        (Observation(0, OPEN_LEFT, (-1,)), played(state, OPEN_RIGHT)),
    ]:
        with pytest.raises(OptionError, match="No place of the tiger"):
            belief.update(seen, after.view(0))
    belief.update(Observation(0, LISTEN), listening.view(0))
    for seen in (Observation(CHANCE, HEAR_RIGHT), Observation(CHANCE, None), Observation(0, 0)):
        with pytest.raises(OptionError, match="No place of the tiger"):
            belief.update(seen, heard.view(0))
    belief.update(Observation(CHANCE, HEAR_LEFT), heard.view(0))


# Policies -----------------------------------------------------------------------------------------


def views(game: Any, games: int) -> Iterator[Any]:
    for seed in range(games):
        match = play_match(game, [Policy("random")], seed=seed)
        for state in match.states():
            if state.actor() == 0:
                yield state.view(0)


@pytest.mark.parametrize("surplus", [1, 2, 3])
def test_who_opens_when_sure(surplus: int) -> None:
    policy, done = open_when_sure(k=surplus), Counter[int]()
    for view in views(load(horizon=100), 30):
        left, right = view.facts["heard"]
        choice = LISTEN
        if abs(left - right) >= surplus:
            choice = OPEN_RIGHT if left > right else OPEN_LEFT
        chances = policy.probabilities(view)
        assert chances == {action: float(action == choice) for action in range(3)}
        done[choice] += 1
    assert len(done) == 3


def test_the_policies_it_has() -> None:
    game = load()
    assert list(game.policies()) == ["random", "typed", "listen", "open_when_sure"]
    for view in views(game, 5):
        assert listen.probabilities(view) == {LISTEN: 1.0, OPEN_LEFT: 0.0, OPEN_RIGHT: 0.0}
        assert open_when_sure.probabilities(view) == open_when_sure(k=2).probabilities(view)
    for policy in (listen, open_when_sure, open_when_sure(k=1)):
        check_swap(game, policy, games=10)
    for bad in (0, -1, 1001, 1.5, "2", None, 2**40):
        with pytest.raises(OptionError):
            open_when_sure(k=bad).agent(game)
    with pytest.raises(OptionError):
        listen(k=2).agent(game)


# Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        *({"horizon": value} for value in (0, -1, 1001, 2.5, "20", None)),
        *({"discount": value} for value in (0, -0.5, 1.01, math.nan, math.inf, "1")),
        *({"accuracy": value} for value in (0.49, 1.01, math.nan, None)),
        *({"treasure": value} for value in (0, -10, 1001, math.nan)),
        *({"listen_cost": value} for value in (-1, 1001, math.nan, math.inf)),
        *({"tiger_cost": value} for value in (-1, 1001, math.nan, -math.inf)),
        {"treasure": 1e-12, "tiger_cost": 0, "listen_cost": 0},
        {"horizons": 20},
    ],
    ids=repr,
)
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"\.$|\?$"):
        load(**options)


def test_a_long_game_ends() -> None:
    game = load(horizon=1000, discount=1.0, treasure=1000, tiger_cost=1000)
    match = play_match(game, [Policy("random")], seed=1)
    low, high = game.return_range
    assert low == -1e6
    assert high == 1e6
    assert low <= match.returns[0] <= high


numbers = st.integers(-2, 4)


@given(
    horizon=st.integers(1, 3),
    accuracy=st.sampled_from([0.85, 1.0]),
    values=st.fixed_dictionaries(
        {
            "sum": st.integers(-4, 4).map(lambda tens: tens * 10**10) | st.integers(),
            "step": numbers,
            "heard": st.lists(numbers, min_size=2, max_size=2),
            "tiger": numbers,
            "phase": numbers,
        }
    ),
)
def test_states_from_outside_are_sound_or_refused(
    horizon: int, accuracy: float, values: dict[str, Any]
) -> None:
    """What is accepted has a belief that holds it possible, and ends within the range."""
    game = load(horizon=horizon, accuracy=accuracy, discount=1.0)
    try:
        state = game.state_from_dict(values)
    except FormatError:
        return
    rng, (low, high) = Stream(1).rng(), game.return_range
    belief = game.belief(state.view(0))
    assert state in [belief.sample(rng) for _ in range(2000)] or accuracy < 1
    while not state.is_terminal():
        moves = state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(rng.choice(moves))
    assert low <= state.returns()[0] <= high
