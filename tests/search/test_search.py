"""The search finds what is known to be right, keeps to its limits and repeats itself."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from typing import Any, ClassVar

import pytest

from otherminds import (
    CHANCE,
    NOBODY,
    OptionError,
    Policy,
    Search,
    Stream,
    load,
    play_match,
)
from otherminds.contracts import player_of
from otherminds.games.python import PythonGame, PythonState
from otherminds.search import UCB1, Nothing, SearchResult, Themselves, Tree, Uniform


def timeless(result: SearchResult) -> SearchResult:
    return replace(result, seconds=0.0)


def after(game: Any, moves: str) -> Any:
    state = game.initial_state()
    for move in moves.split():
        state.apply_action(game.parse_action(move))
    return state


def random_states(game: Any, count: int, moves: range, seed: int) -> list[Any]:
    """Positions after random moves in which there is a choice."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.choice(moves)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if len(state.legal_actions()) > 1:
            found.append(state)
    return found


class Solver:
    """The value of every position for seat 0, in games of two with opposite returns."""

    def __init__(self) -> None:
        self.known: dict[int, float] = {}

    def value(self, state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        key = state.key()
        if key not in self.known:
            values = [self.value(child) for child in self.children(state).values()]
            self.known[key] = max(values) if state.actor() == 0 else min(values)
        return self.known[key]

    def children(self, state: Any) -> dict[int, Any]:
        children = {}
        for action in state.legal_actions():
            children[action] = state.copy()
            children[action].apply_action(action)
        return children

    def best_actions(self, state: Any) -> list[int]:
        best = self.value(state)
        return [a for a, child in self.children(state).items() if self.value(child) == best]


# What is right ------------------------------------------------------------------------------------


def test_it_takes_a_win_and_blocks_one() -> None:
    game = load("tic_tac_toe")
    for moves, best in (
        ("a1 a2 b1 b2", "c1"),  # X wins
        ("a1 a2 b1 b2 c3", "c2"),  # O wins
        ("a1 b2 b1", "c1"),  # O must block
        ("b2 a1 a3 c1", "b1"),  # X must block
    ):
        for seed in range(5):
            result = Search(iterations=1000).run(after(game, moves), seed=seed)
            assert game.action_text(result.action) == best


def test_a_win_is_worth_one() -> None:
    game = load("tic_tac_toe")
    result = Search(iterations=2000).run(after(game, "a1 a2 b1 b2"), seed=1)
    [win] = [a for a in result.actions if a.action == result.action]
    assert win.value == 1
    assert result.values[0] == -result.values[1] > 0.9


def test_it_keeps_the_solved_value_of_tic_tac_toe() -> None:
    """At most one of 60 random positions may be misplayed with 1500 iterations."""
    game, solver = load("tic_tac_toe"), Solver()
    assert solver.value(game.initial_state()) == 0
    missed = 0
    for number, state in enumerate(random_states(game, 60, range(7), seed=1)):
        result = Search(iterations=1500).run(state, seed=number)
        missed += result.action not in solver.best_actions(state)
    assert missed <= 1


def test_two_searches_draw_tic_tac_toe() -> None:
    game = load("tic_tac_toe")
    for seed in range(3):
        assert play_match(game, [Search(iterations=1500)] * 2, seed=seed).returns == (0.0, 0.0)


def test_it_keeps_the_solved_value_of_small_othello() -> None:
    """At most one of 40 random positions may be misplayed with 4000 iterations."""
    game, solver = load("othello", size=4), Solver()
    assert solver.value(game.initial_state()) == -1  # White wins with 11 to 3
    missed = 0
    for number, state in enumerate(random_states(game, 40, range(11), seed=2)):
        result = Search(iterations=4000).run(state, seed=number)
        missed += result.action not in solver.best_actions(state)
    assert missed <= 1


def test_more_iterations_play_better() -> None:
    game = load("othello", size=6)
    deep, shallow = Search(iterations=300), Search(iterations=10)
    points = sum(
        play_match(game, [deep, shallow], seed=n).returns[0]
        + play_match(game, [shallow, deep], seed=n).returns[1]
        for n in range(10)
    )
    assert points >= 10  # of 20


# Chance and more than two seats -------------------------------------------------------------------


@dataclass(eq=False)
class WheelState(PythonState):
    """Seat 0 chooses a wheel, chance turns it, seat 0 may double."""

    game: Wheels
    wheel: int = -1
    outcome: int = -1
    choice: int = -1

    def actor(self) -> int:
        if self.wheel < 0:
            return 0
        return CHANCE if self.outcome < 0 else 0 if self.choice < 0 else NOBODY

    def legal_actions(self) -> list[int]:
        return [] if self.actor() != 0 else [0, 1, 2] if self.wheel < 0 else [3, 4]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.game.odds[self.wheel])) if self.actor() == CHANCE else []

    def _apply_action(self, action: int) -> None:
        if self.wheel < 0:
            self.wheel = action
        elif self.outcome < 0:
            self.outcome = action
        else:
            self.choice = action

    def _returns(self) -> list[float]:
        prize = self.game.prizes[self.wheel][self.outcome]
        return [2 * prize if self.choice == 4 else prize]


class Wheels(PythonGame):
    name = "wheels"
    seats = 1
    return_range = (-20.0, 20.0)
    action_names = ("wheel 1", "wheel 2", "wheel 3", "keep", "double")
    outcome_names = ("first", "second")
    state_class = WheelState
    odds = ((0.5, 0.5), (0.9, 0.1), (0.25, 0.75))
    prizes = ((3.0, -1.0), (-1.0, 10.0), (-8.0, 4.0))
    # Doubled when positive: 0.5 * 6 - 0.5, -0.9 + 0.1 * 20, -0.25 * 8 + 0.75 * 8.
    values = (2.5, 1.1, 4.0)


def test_chance_is_weighed_by_its_probabilities() -> None:
    search = Search(iterations=20_000, bandit=UCB1(exploration=0.1))
    result = search.run(Wheels().initial_state(), seed=1)
    assert result.action == 2
    best = result.actions[2]
    assert best.value == pytest.approx(4.0, abs=0.2)
    assert best.visits > 0.6 * 20_000
    assert max(a.value for a in result.actions) == best.value
    assert result.line == (2, 1, 4)  # the commonest outcome, and a prize worth doubling


def test_outcomes_are_visited_by_their_probabilities() -> None:
    seen: list[int] = []

    class Counting(WheelState):
        def _apply_action(self, action: int) -> None:
            if self.actor() == CHANCE and self.wheel == 1:
                seen.append(action)
            super()._apply_action(action)

    class Game(Wheels):
        state_class = Counting

    Search(iterations=5000, bandit=UCB1(exploration=100)).run(Game().initial_state(), seed=3)
    share = seen.count(0) / len(seen)
    assert len(seen) > 1000
    assert abs(share - 0.9) < 5 * math.sqrt(0.09 / len(seen))


@dataclass(eq=False)
class SplitState(PythonState):
    """Three seats choose left or right in turn; a table gives each its own return."""

    game: Split
    chosen: tuple[int, ...] = ()

    def actor(self) -> int:
        return len(self.chosen) if len(self.chosen) < 3 else NOBODY

    def legal_actions(self) -> list[int]:
        return [0, 1] if len(self.chosen) < 3 else []

    def _apply_action(self, action: int) -> None:
        self.chosen = (*self.chosen, action)

    def _returns(self) -> list[float]:
        return list(self.game.table[self.chosen])


class Split(PythonGame):
    name = "split"
    seats = 3
    return_range = (0.0, 9.0)
    action_names = ("left", "right")
    state_class = SplitState
    # Seat 2 decides last: (0,0) right, (0,1) left, (1,0) left, (1,1) right. Seat 1 then takes right
    # after left (5 > 2) and left after right (6 > 1), so seat 0 compares 4 with 3.
    table: ClassVar[dict[tuple[int, ...], tuple[float, ...]]] = {
        (0, 0, 0): (9.0, 9.0, 1.0),
        (0, 0, 1): (6.0, 2.0, 2.0),
        (0, 1, 0): (4.0, 5.0, 7.0),
        (0, 1, 1): (9.0, 0.0, 3.0),
        (1, 0, 0): (3.0, 6.0, 5.0),
        (1, 0, 1): (8.0, 8.0, 4.0),
        (1, 1, 0): (9.0, 9.0, 0.0),
        (1, 1, 1): (7.0, 1.0, 9.0),
    }


def test_every_seat_looks_after_itself() -> None:
    search = Search(iterations=5000, bandit=UCB1(exploration=0.3))
    result = search.run(Split().initial_state(), seed=1)
    assert result.line == (0, 1, 0)
    left, right = result.actions
    assert left.value == pytest.approx(4.0, abs=0.1)
    assert right.value < left.value
    assert result.values == pytest.approx((4.0, 5.0, 7.0), abs=0.7)


# Limits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
@pytest.mark.parametrize("iterations", [1, 2, 3, 17, 500])
def test_iterations_are_exact(name: str, iterations: int) -> None:
    result = Search(iterations=iterations).run(load(name).initial_state())
    assert result.iterations == iterations
    assert sum(a.visits for a in result.actions) == iterations


def test_seconds_are_respected() -> None:
    result = Search(seconds=0.2).run(load("othello").initial_state())
    assert 0.2 <= result.seconds < 10
    assert result.iterations > 1
    assert Search(seconds=1e-9).run(load("othello").initial_state()).iterations == 1


def test_with_both_limits_the_first_counts() -> None:
    state = load("othello").initial_state()
    assert Search(iterations=50, seconds=600).run(state).iterations == 50
    assert Search(iterations=2_000_000_000, seconds=0.1).run(state).iterations < 2_000_000_000


@pytest.mark.parametrize(
    "budget",
    [
        {},
        {"iterations": None, "seconds": None},
        *({"iterations": n} for n in (0, -1, 1.5, 4_000_000_001, 10**30, "5", True, [5], math.nan)),
        *({"seconds": n} for n in (0, 0.0, -1.0, math.nan, math.inf, -math.inf, "1", [1], 1j)),
        {"iterations": 5, "seconds": -1},
        {"iterations": 0, "seconds": 1},
    ],
    ids=str,
)
def test_impossible_budgets_are_refused_at_once(budget: dict[str, Any]) -> None:
    with pytest.raises((OptionError, TypeError)):
        Search(**budget)


@pytest.mark.parametrize(
    "options",
    [
        {"bandit": UCB1(exploration=-0.1)},
        {"bandit": UCB1(exploration=math.nan)},
        {"bandit": UCB1(exploration=math.inf)},
        {"bandit": UCB1(exploration="1")},  # type: ignore[arg-type]
        {"bandit": Uniform()},
        {"bandit": UCB1},
        {"bandit": None},
        {"hidden": Themselves()},
        {"hidden": Nothing(peek=1)},  # type: ignore[arg-type]
        {"others": None},
        {"rollout": 5},
        {"tree": None},
        {"tree": {"max_nodes": 5}},
        *({"tree": Tree(max_nodes=n)} for n in (0, -1, 10**10, 10**30)),
        {"tree": Tree(max_nodes=1.5)},  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_impossible_answers_are_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"\.$"):
        Search(iterations=5, **options)


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 100])
def test_the_tree_stays_within_its_bound(name: str, nodes: int) -> None:
    state = load(name).initial_state()
    result = Search(iterations=400, tree=Tree(max_nodes=nodes)).run(state, seed=1)
    assert result.nodes == nodes
    assert sum(a.visits for a in result.actions) == 400
    assert result.action in state.legal_actions()
    assert len(result.line) >= 1


def test_a_small_tree_with_chance_stays_within_its_bound() -> None:
    for nodes in (1, 2, 3, 4, 5, 8):
        search = Search(iterations=2000, tree=Tree(max_nodes=nodes))
        result = search.run(Wheels().initial_state(), seed=1)
        assert result.nodes <= nodes
        assert sum(a.visits for a in result.actions) == 2000


def test_one_node_is_a_bandit_on_roll_outs() -> None:
    """Without a tree behind the root, values are those of random play."""
    search = Search(iterations=20_000, tree=Tree(max_nodes=1))
    result = search.run(Wheels().initial_state(), seed=1)
    assert result.actions[2].value == pytest.approx(1.5 * (0.75 * 4 - 0.25 * 8), abs=0.3)


# Repetition ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_a_seed_decides_everything(name: str) -> None:
    state = load(name).initial_state()
    search = Search(iterations=300)
    first = search.run(state, seed=5)
    assert timeless(first) == timeless(search.run(state, seed=5))
    assert timeless(first) == timeless(search.run(state.copy(), seed=5))
    assert timeless(first) == timeless(search.run(state, seed=Stream(5)))
    assert timeless(first) != timeless(search.run(state, seed=6))
    again = search.run(state, seed=5, progress=lambda *_: True)
    assert timeless(first) == timeless(again)


def test_seeds_of_any_size_and_sign() -> None:
    state = load("othello").initial_state()
    results = {
        Search(iterations=100).run(state, seed=seed).actions
        for seed in (0, 1, -1, 2**63, 2**64, 10**40, -(10**40))
    }
    assert len(results) == 7
    wrong: Any
    for wrong in (1.0, "1", None, b"1", [1]):
        with pytest.raises(TypeError):
            Search(iterations=100).run(state, seed=wrong)


def test_the_state_is_not_touched() -> None:
    for name in ("othello", "tic_tac_toe", "kuhn_poker", "bazaar"):
        state = ready(load(name))
        before = state.to_bytes()
        Search(iterations=50, hidden=Nothing(peek=True)).run(state)
        assert state.to_bytes() == before


# Results ------------------------------------------------------------------------------------------


def ready(game: Any) -> Any:
    """A first state in which a seat acts."""
    state = game.initial_state(1)
    rng = Stream(1).rng()
    while state.actor() == CHANCE:
        state.apply_action(state.sample_outcome(rng))
    return state


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe", "kuhn_poker", "bazaar"])
def test_results_fit_the_position(name: str) -> None:
    game = load(name)
    state = ready(game)
    for seed in range(5):
        peek = Nothing(peek=not game.perfect_information)
        result = Search(hidden=peek, iterations=300).run(state, seed=seed)
        low, high = game.return_range
        assert [a.action for a in result.actions] == state.legal_actions()
        assert all(low <= a.value <= high for a in result.actions)
        assert all(low <= value <= high for value in result.values)
        assert len(result.values) == game.seats
        assert result.seat == state.actor()
        assert result.game == game
        assert 1 <= len(result.line) <= result.depth + 1
        assert result.line[0] == result.action
        most = max(a.visits for a in result.actions)
        assert most in (a.visits for a in result.actions if a.action == result.action)
        position = state.copy()
        for action in result.line:
            position.apply_action(action)  # raises unless possible
        assert len(result.line_text(state)) == len(result.line)
        assert str(result).startswith("300 iterations")
        mean = sum(a.visits * a.value for a in result.actions) / 300
        assert mean == pytest.approx(result.values[result.seat])


def test_a_single_move_is_found() -> None:
    game = load("tic_tac_toe")
    state = after(game, "a1 b1 c1 a2 b2 a3 c2 c3")
    for iterations in (1, 50):
        result = Search(iterations=iterations).run(state)
        assert game.action_text(result.action) == "b3"
        assert result.values == (0.0, 0.0)


def test_there_must_be_somebody_to_act() -> None:
    game = load("tic_tac_toe")
    with pytest.raises(OptionError, match="over"):
        Search(iterations=5).run(after(game, "a1 a2 b1 b2 c1"))
    state = Wheels().initial_state()
    state.apply_action(0)
    with pytest.raises(OptionError, match="Chance"):
        Search(iterations=5).run(state)


def test_exploration() -> None:
    """None at all follows the first luck; very much tries everything equally often."""
    state = load("othello", size=4).initial_state()
    greedy = Search(iterations=1000, bandit=UCB1(exploration=0.0)).run(state, seed=1)
    assert max(a.visits for a in greedy.actions) > 900
    even = Search(iterations=1000, bandit=UCB1(exploration=1e6)).run(state, seed=1)
    assert all(abs(a.visits - 250) <= 1 for a in even.actions)
    huge = Search(iterations=1000, bandit=UCB1(exploration=1e308)).run(state, seed=1)
    assert sum(a.visits for a in huge.actions) == 1000


# The object ---------------------------------------------------------------------------------------


def test_a_search_is_a_value() -> None:
    search = Search(iterations=5)
    with pytest.raises(FrozenInstanceError):
        search.iterations = 6  # type: ignore[misc]
    assert search == Search(iterations=5) != Search(iterations=6)
    assert len({search, Search(iterations=5), Search(seconds=5)}) == 2
    with pytest.raises(TypeError):
        Search(5)  # type: ignore[call-arg,arg-type]


def test_only_what_was_chosen_is_printed() -> None:
    assert repr(Search(iterations=5)) == "search(iterations=5)"
    chosen = Search(bandit=UCB1(exploration=1.0), seconds=0.5, tree=Tree(max_nodes=7))
    assert repr(chosen) == (
        "search(bandit=ucb1(exploration=1.0), tree=tree(max_nodes=7), seconds=0.5)"
    )
    assert player_of(repr(chosen)) == chosen
    assert "peek" in repr(Search(hidden=Nothing(peek=True), iterations=5))


# Progress -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_progress_is_told_and_can_stop(name: str) -> None:
    state = load(name).initial_state()
    told: list[tuple[int, float]] = []

    def stop_at(calls: int, answer: Any) -> Callable[[int, float], Any]:
        def progress(iterations: int, seconds: float) -> Any:
            told.append((iterations, seconds))
            return None if len(told) < calls else answer

        return progress

    result = Search(seconds=600).run(state, progress=stop_at(3, False))
    assert len(told) == 3
    assert told == sorted(told)
    assert result.iterations == told[-1][0]
    # Only False stops it: what else is not true does not.
    told.clear()
    Search(seconds=0.3).run(state, progress=stop_at(1, 0))
    assert len(told) >= 1


# Games that hide facts ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn_poker", "bazaar"])
def test_searching_a_hidden_game_must_be_asked_for_in_a_seat(name: str) -> None:
    game = load(name)
    honest: list[Any] = [Policy("random")] * game.seats
    for seat in range(game.seats):
        players = [*honest[:seat], Search(hidden=Nothing(), iterations=20), *honest[seat + 1 :]]
        with pytest.raises(OptionError, match=r"hidden=Nothing\(peek=True\)"):
            play_match(game, players)
        players[seat] = Search(iterations=20, hidden=Nothing(peek=True))
        match = play_match(game, players)
        assert len(match.returns) == game.seats
        assert "peek=true" in match.players[seat]


def test_peeking_helps_in_poker() -> None:
    """With the cards open the best reply never loses two to a random player's worse card."""
    game = load("kuhn_poker")
    peek = Search(iterations=200, hidden=Nothing(peek=True))
    total = sum(play_match(game, [peek, Policy("random")], seed=n).returns[0] for n in range(60))
    assert total > 0


@cache
def wheel_value(wheel: int) -> float:
    return sum(
        odds * max(prize, 2 * prize)
        for odds, prize in zip(Wheels.odds[wheel], Wheels.prizes[wheel], strict=True)
    )


def test_the_wheels_are_solved_by_hand_correctly() -> None:
    assert [wheel_value(wheel) for wheel in range(3)] == pytest.approx(list(Wheels.values))
