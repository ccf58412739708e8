"""The search against games solved exactly (tests/search/exact_worlds.py knows rules only)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

import otherminds as om
from otherminds.contracts import CHANCE, NOBODY
from otherminds.examples.kuhn_poker import Equilibrium, Honest, KuhnState
from tests.search.exact_worlds import (
    Worlds,
    action_values,
    best_response,
    decisions,
    minimax,
    uniform,
)
from tests.search.positions import random_positions

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

# ---- perfect information ----


def _after(state: Any, action: int) -> Any:
    after = state.copy()
    after.apply_action(action)
    return after


def _random_prefix(game: Any, plies: int, seed: int) -> Any:
    rng = om.Stream(seed).rng()
    state = game.initial_state()
    for _ in range(plies):
        if state.actor() == NOBODY:
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


BANDITS: list[om.search.bandits.Bandit] = [
    om.UCB1(),
    om.UCB1Tuned(),
    om.BayesianUCB(),
    om.BayesianUCB(extremum=True),
    om.VPI(posterior="normal_gamma"),
    om.PUCT(),
    om.Thompson(),
]


@pytest.mark.parametrize("bandit", BANDITS, ids=repr)
def test_the_chosen_move_keeps_the_value_of_4x4_othello(bandit: Any) -> None:
    """At 10,000 iterations every bandit finds a move of the solved value in 39 of 40 positions."""
    game = om.load("othello", size=4)
    memo: dict[int, float] = {}
    wrong = 0
    for seed in range(40):
        state = _random_prefix(game, seed % 9, seed)
        if state.actor() == NOBODY:
            continue
        result = om.Search(bandit=bandit, iterations=10_000).run(state, seed=seed)
        wrong += minimax(_after(state, result.action), memo) != minimax(state, memo)
    assert wrong <= 1


@pytest.mark.parametrize(
    "tree",
    [
        om.Tree(transpositions=True),
        om.Tree(transpositions=True, afterstates=True),
        om.Tree(final="mean"),
        om.Tree(threads=2),
        om.Tree(threads=2, parallel="root"),
        om.Tree(widening=2.0),
    ],
    ids=repr,
)
def test_every_tree_keeps_the_value_of_4x4_othello(tree: om.Tree) -> None:
    game = om.load("othello", size=4)
    memo: dict[int, float] = {}
    for seed in range(30):
        state = _random_prefix(game, seed % 9, seed)
        if state.actor() == NOBODY:
            continue
        result = om.Search(tree=tree, iterations=10_000).run(state, seed=seed)
        assert minimax(_after(state, result.action), memo) == minimax(state, memo), seed


def test_tic_tac_toe_is_never_lost() -> None:
    """From every position of two random games the search keeps the minimax value."""
    game = om.load("tic_tac_toe")
    memo: dict[int, float] = {}
    for seed in range(2):
        for plies in range(2, 9):
            state = _random_prefix(game, plies, seed)
            if state.actor() == NOBODY:
                continue
            result = om.Search(iterations=3000).run(state, seed=seed)
            assert minimax(_after(state, result.action), memo) == minimax(state, memo)


# ---- hidden cards ----


class Table(om.PythonPolicy):
    """A policy from a function, as the exact solver takes it."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def probabilities(self, view: Any, legal: Sequence[int]) -> Sequence[float]:
        answer: Sequence[float] = self.function(view, legal)
        return answer


def _by(player: Any) -> Any:
    return player.probabilities


def _first_views(game: Any, deals: list[Any], seat: int) -> list[Worlds]:
    """The deals, grouped by what the seat sees of them."""
    groups: dict[int, Worlds] = {}
    for state in deals:
        groups.setdefault(state.view(seat).key(), []).append((state, 1.0))
    return list(groups.values())


def _kuhn_deals() -> list[Any]:
    game: Any = om.load("kuhn_poker")
    return [KuhnState(game, cards) for cards in permutations(range(3), 2)]


def _drive(agent: Any, seat: int, path: list[tuple[Any, int]], seed: int) -> Any:
    """Lets an agent witness the moves that led to a state, from its seat."""
    first = path[0][0]
    agent.begin(seat, first.view(seat), om.Stream(seed))
    for state, action in path[:-1]:
        after = _after(state, action)
        agent.observe(state.observation(action, seat), after.view(seat))
    return agent.act(path[-1][0].view(seat))


def _paths(state: Any, seat: int, opponent: Any) -> list[list[tuple[Any, int]]]:
    """Every way to a decision of the seat that the opponent makes possible."""
    found: list[list[tuple[Any, int]]] = []

    def walk(now: Any, path: list[tuple[Any, int]]) -> None:
        actor = now.actor()
        if actor == NOBODY:
            return
        if actor == seat:
            found.append([*path, (now, -1)])
            actions = now.legal_actions()
        elif actor == CHANCE:
            actions = [outcome for outcome, _ in now.chance_outcomes()]
        else:
            legal = now.legal_actions()
            chances = opponent(now.view(actor), legal)
            actions = [a for a, chance in zip(legal, chances, strict=True) if chance > 0]
        for action in actions:
            walk(_after(now, action), [*path, (now, action)])

    walk(state, [])
    return found


HONEST = _by(Honest())
MIXED = _by(Equilibrium(1 / 6))
KUHN_HIDDEN: list[om.search.hidden.Hidden] = [om.Particles(), om.BeliefTree()]


@pytest.mark.parametrize("hidden", KUHN_HIDDEN, ids=repr)
@pytest.mark.parametrize("opponent", [HONEST, MIXED, uniform], ids=["honest", "mixed", "uniform"])
def test_kuhn_best_responses_at_every_information_set(hidden: Any, opponent: Any) -> None:
    """What is chosen is worth, exactly, within 0.06 of the best reply at every decision."""
    game = om.load("kuhn_poker")
    search = om.Search(
        hidden=hidden,
        others=om.Policies(Table(opponent)),
        bandit=om.UCB1(exploration=0.5),
        iterations=2500,
    )
    for seat in range(2):
        for worlds in _first_views(game, _kuhn_deals(), seat):
            posteriors = {
                group[0][0].view(seat).key(): group for group in decisions(worlds, seat, opponent)
            }
            for path in _paths(worlds[0][0], seat, opponent):
                state = path[-1][0]
                group = posteriors[state.view(seat).key()]
                weight = sum(weight for _, weight in group)
                values = action_values(group, seat, opponent)
                agent: Any = search.agent(game)
                action = _drive(agent, seat, path, seed=seat)
                assert (max(values.values()) - values[action]) / weight < 0.06
                estimate = max(a.value for a in agent.last_result.actions if a.action == action)
                assert abs(estimate - values[action] / weight) < 0.16


LEDUC_HIDDEN: list[om.search.hidden.Hidden] = [
    om.InformationSets(),
    om.InformationSets(observers="each"),
    om.Particles(),
    om.BeliefTree(),
]


def _leduc_deals() -> list[Any]:
    game = om.load("leduc")
    seen: dict[int, Any] = {}
    for seed in range(400):
        state = game.initial_state(seed)
        seen.setdefault(state.key(), state)
    assert len(seen) == 30
    return list(seen.values())


def _leduc_policy(name: str) -> Any:
    policy = om.Policy(name)
    return lambda view, legal: [policy.probabilities(view)[action] for action in legal]


@pytest.mark.parametrize("hidden", LEDUC_HIDDEN, ids=repr)
@pytest.mark.parametrize("name", ["honest", "mixed"])
def test_leduc_best_responses_from_the_deal(hidden: Any, name: str) -> None:
    """The first move is close to a best reply for every card, and its value is found.

    Returns range over 26 chips; a choice may lose 0.15 (0.6 % of that) and the mean 0.05.
    """
    game = om.load("leduc")
    opponent = _leduc_policy(name)
    search = om.Search(
        hidden=hidden,
        others=om.Policies(name),
        bandit=om.UCB1(exploration=0.3),
        iterations=60_000,
    )
    regrets = []
    for worlds in _first_views(game, _leduc_deals(), 0):
        values = action_values(worlds, 0, opponent)
        weight = len(worlds)
        result = search.run(game.belief(worlds[0][0].view(0)), seed=1)
        regrets.append((max(values.values()) - values[result.action]) / weight)
        chosen = next(a.value for a in result.actions if a.action == result.action)
        assert abs(chosen - values[result.action] / weight) < 0.25
    assert max(regrets) < 0.15
    assert sum(regrets) / len(regrets) < 0.05


@pytest.mark.parametrize("hidden", [om.Particles(), om.BeliefTree()], ids=repr)
def test_leduc_best_responses_after_the_other_has_moved(hidden: Any) -> None:
    game = om.load("leduc")
    opponent = _leduc_policy("mixed")
    search = om.Search(
        hidden=hidden,
        others=om.Policies("mixed"),
        bandit=om.UCB1(exploration=0.3),
        iterations=30_000,
    )
    rng = om.Stream(5).rng()
    deals = _leduc_deals()
    for number in range(12):
        seat = number % 2
        paths = _paths(rng.choice(deals), seat, opponent)
        path = paths[rng.below(len(paths))]
        state = path[-1][0]
        worlds = next(
            g
            for g in _first_views(game, deals, seat)
            if g[0][0].view(seat).key() == path[0][0].view(seat).key()
        )
        group = next(
            g
            for g in decisions(worlds, seat, opponent)
            if g[0][0].view(seat).key() == state.view(seat).key()
        )
        weight = sum(w for _, w in group)
        values = action_values(group, seat, opponent)
        action = _drive(search.agent(game), seat, path, seed=number)
        assert (max(values.values()) - values[action]) / weight < 0.15, (number, values)


def test_peeking_is_worth_more_than_there_is_to_know() -> None:
    """Who sees the other card expects more than the exact best reply: the search does not peek."""
    game, deals = om.load("kuhn_poker"), _kuhn_deals()
    blind = sum(best_response(group, 0, MIXED) for group in _first_views(game, deals, 0)) / 6
    seeing = sum(best_response([(state, 1.0)], 0, MIXED) for state in deals) / 6
    assert seeing > blind + 0.3
    answers: dict[str, Any] = {
        "others": om.Policies(Table(MIXED)),
        "bandit": om.UCB1(exploration=0.5),
        "iterations": 3000,
    }
    peek = om.Search(hidden=om.Nothing(peek=True), **answers)
    peeked = [max(a.value for a in peek.run(state, seed=1).actions) for state in deals]
    assert abs(sum(peeked) / 6 - seeing) < 0.1
    for hidden in (om.InformationSets(), om.Particles(), om.BeliefTree()):
        fair = om.Search(hidden=hidden, **answers)
        found = [
            max(a.value for a in fair.run(game.belief(s.view(0)), game=game, seed=1).actions)
            for s in deals
        ]
        assert abs(sum(found) / 6 - blind) < 0.1, hidden


# ---- Bazaar ----


def test_bazaar_by_enumeration() -> None:
    """In a game of one round the chosen move is close to a best reply to random merchants.

    Worlds by enumeration: everything the seat's exact belief holds possible.
    """
    game = om.load("bazaar", rounds=1)
    search = om.Search(
        hidden=om.Particles(count=400),
        others=om.Random(),
        bandit=om.UCB1(exploration=0.3),
        iterations=40_000,
    )
    regrets = []
    for seed in range(30):
        for position in random_positions(game, seed):
            if position.seat != 0 or len(position.state.legal_actions()) < 3:
                continue
            rng = om.Stream(seed).rng()
            counts = Counter(position.belief.sample(rng).to_bytes() for _ in range(6000))
            worlds = [
                (game.state_from_bytes(data), number / 6000) for data, number in counts.items()
            ]
            values = action_values(worlds, 0, uniform)
            chosen = search.run(position.belief, seed=seed).action
            regrets.append(max(values.values()) - values[chosen])
    assert len(regrets) >= 20
    assert max(regrets) < 0.25
    assert sum(regrets) / len(regrets) < 0.05


# ---- the tiger ----

HORIZON, DISCOUNT, ACCURACY = 4, 0.95, 0.85


def _tiger_belief(game: Any, net: int, turns: int) -> Any:
    """What the seat believes with so many turns left, a side having been heard ``net`` times more.

    Doors are opened first, which hides the tiger anew; then the same side is heard each time.
    """
    rng = om.Stream(turns).rng()
    state = game.initial_state(turns)
    belief = game.belief(state.view(0))

    def settle(wanted: str | None) -> None:
        while state.actor() == CHANCE:
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            heard = [o for o in outcomes if game.outcome_text(o) == wanted]
            apply(heard[0] if heard else state.sample_outcome(rng))

    def apply(action: int) -> None:
        seen = state.observation(action, 0)
        state.apply_action(action)
        belief.update(seen, state.view(0))

    settle(None)
    for _ in range(HORIZON - turns - abs(net)):
        apply(game.parse_action("open left"))
        settle(None)
    for _ in range(abs(net)):
        apply(game.parse_action("listen"))
        settle("hear left" if net > 0 else "hear right")
    return belief


def _tiger_values(choices: dict[tuple[int, int], str]) -> tuple[float, float]:
    """What these choices are worth from the start, exactly, and what the best ones are."""

    def value(net: int, turns: int, choose: Any) -> float:
        if turns == 0:
            return 0.0
        odds = (ACCURACY / (1 - ACCURACY)) ** net
        left = odds / (1 + odds)
        hear = left * ACCURACY + (1 - left) * (1 - ACCURACY)
        again = DISCOUNT * value(0, turns - 1, choose)
        worth = {
            "listen": -1
            + DISCOUNT
            * (
                hear * value(net + 1, turns - 1, choose)
                + (1 - hear) * value(net - 1, turns - 1, choose)
            ),
            "open left": -100 * left + 10 * (1 - left) + again,
            "open right": 10 * left - 100 * (1 - left) + again,
        }
        return float(worth[choose(net, turns, worth)])

    return (
        value(0, HORIZON, lambda net, turns, worth: choices[net, turns]),
        value(0, HORIZON, lambda net, turns, worth: max(worth, key=worth.__getitem__)),
    )


@pytest.mark.parametrize(
    "hidden",
    [om.InformationSets(), om.Particles(), om.Particles(belief="game"), om.BeliefTree()],
    ids=repr,
)
def test_the_tiger_is_solved(hidden: Any) -> None:
    """The choices at all beliefs of horizon 4 are worth, exactly, the discounted optimum.

    At horizon 5 one search in six of 60,000 iterations still listens where a door is due.
    """
    game = om.load("tiger", horizon=HORIZON)
    search = om.Search(hidden=hidden, bandit=om.UCB1(exploration=1.0), iterations=60_000)
    choices = {
        (net, turns): game.action_text(
            search.run(_tiger_belief(game, net, turns), seed=10 * turns + net).action
        )
        for turns in range(1, HORIZON + 1)
        for net in range(turns - HORIZON, HORIZON - turns + 1)
    }
    found, best = _tiger_values(choices)
    assert best == pytest.approx(1.7955, abs=1e-4)
    assert found > best - 0.01


# ---- models of others ----


def test_a_known_opponent_is_worth_knowing() -> None:
    """Exhaustive against random in tic-tac-toe beats minimax's draw, and the search agrees."""
    game = om.load("tic_tac_toe")
    state = game.initial_state()
    for move in ("a1", "b2", "c3"):
        state.apply_action(game.parse_action(move))
    exact = om.Exhaustive(others=om.Random()).run(state)
    found = om.Search(others=om.Random(), iterations=20_000).run(state, seed=1)
    assert exact.values[1] > 0.3
    best = max(a.value for a in found.actions)
    assert abs(best - exact.values[1]) < 0.08
    assert minimax(state) == 0


def test_the_exhaustive_planner_averages_over_types() -> None:
    """Half random, half a player of fixed squares: values are the mean of the two."""
    game = om.load("tic_tac_toe")

    class Last(om.PythonPolicy):
        def probabilities(self, view: Any, legal: Sequence[int]) -> Sequence[float]:
            del view
            return [0.0] * (len(legal) - 1) + [1.0]

    state = _random_prefix(game, 6, 4)
    assert state.actor() == 0
    both = om.Exhaustive(others=om.Types(["random", Last()])).run(state)
    mixed = om.Exhaustive(others=om.Policies(Mixture(Last()))).run(state)
    for one, other in zip(both.actions, mixed.actions, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)


class Mixture(om.PythonPolicy):
    """Half the time random, half the time another policy."""

    def __init__(self, other: om.PythonPolicy) -> None:
        self.other = other

    def probabilities(self, view: Any, legal: Sequence[int]) -> Sequence[float]:
        theirs = self.other.probabilities(view, legal)
        return [0.5 / len(legal) + 0.5 * chance for chance in theirs]
