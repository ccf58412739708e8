"""The players of Stevinson's Othello experiments, each recomputed from its definition.

Statistical tests state their error rate: how often they would fail although all is right, were the
seeds drawn anew. With the seeds fixed here they always give the same answer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import pytest
from scipy import stats

import otherminds
from otherminds import (
    Agent,
    IllegalActionError,
    Observation,
    OptionError,
    Policy,
    Stream,
    View,
    _core,
    play_match,
)
from otherminds.agents.othello import (
    agent4,
    agent5,
    agent6,
    frontier,
    max_disk,
    max_value,
    min_disk,
    mobility,
)
from otherminds.search import Quirks
from tests.games.test_othello import board_of, othello, placements, position

ERROR_RATE = 1e-6  # of each chi-square test below

# The table as the specification prints it.
CLASSES = """
     A  B  C  D  E  F  G  H
1    2 -1  1  1  1  1 -1  2
2   -1 -2  0  0  0  0 -2 -1
3    1  0  0  0  0  0  0  1
4    1  0  0  0  0  0  0  1
5    1  0  0  0  0  0  0  1
6    1  0  0  0  0  0  0  1
7   -1 -2  0  0  0  0 -2 -1
8    2 -1  1  1  1  1 -1  2
"""
TABLE = [[int(value) for value in line.split()[1:]] for line in CLASSES.split("\n")[2:-1]]

TYPES = {"max_disk": max_disk, "max_value": max_value, "mobility": mobility}
OTHER_TYPES = {"min_disk": min_disk, "frontier": frontier}
ALL = [*TYPES.values(), *OTHER_TYPES.values(), agent4, agent5, agent6]


def assert_drawn_by(counts: Sequence[int], chances: Sequence[float]) -> None:
    expected = [sum(counts) * chance for chance in chances]
    assert stats.chisquare(counts, expected).pvalue > ERROR_RATE, (counts, expected)


# The types ---------------------------------------------------------------------------------------


def square_class(size: int, x: int, y: int) -> int:
    """Corner 2, edge 1, neutral 0, beside a corner -1, diagonal to one -2."""
    corners = [(a, b) for a in (0, size - 1) for b in (0, size - 1)]
    near = min((abs(x - a) + abs(y - b), max(abs(x - a), abs(y - b))) for a, b in corners)
    if near == (0, 0):
        return 2
    if near == (1, 1):
        return -1
    if any(abs(x - a) == abs(y - b) == 1 for a, b in corners):
        return -2
    return 1 if x in (0, size - 1) or y in (0, size - 1) else 0


def after(rows: list[str], x: int, y: int, mine: str, theirs: str) -> list[str]:
    """The board after a disc is placed, run by run in all eight directions."""
    size = len(rows)
    board = [list(row) for row in rows]
    board[y][x] = mine
    for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
        run = []
        column, row = x + dx, y + dy
        while 0 <= column < size and 0 <= row < size and rows[row][column] == theirs:
            run.append((column, row))
            column, row = column + dx, row + dy
        if 0 <= column < size and 0 <= row < size and rows[row][column] == mine:
            for a, b in run:
                board[b][a] = mine
    return ["".join(row) for row in board]


def expected_set(state: _core.State, name: str) -> set[int]:
    """What a type may play, by the definition of its score."""
    rows = board_of(state)
    size = len(rows)
    mine, theirs = ("X", "O") if state.actor() == 0 else ("O", "X")
    scores: dict[int, int] = {}
    for x, y in placements(rows, mine, theirs):
        then = after(rows, x, y, mine, theirs)
        if name == "max_disk":
            score = "".join(then).count(mine) - "".join(rows).count(mine)
        elif name == "max_value":
            score = square_class(size, x, y)
        elif name == "min_disk":
            score = "".join(rows).count(mine) - "".join(then).count(mine)
        elif name == "frontier":
            score = -frontier_discs(then, mine)
        else:
            score = -len(placements(then, theirs, mine))
        scores[size * y + x] = score
    if not scores:
        return {size * size}
    return {action for action, score in scores.items() if score == max(scores.values())}


def frontier_discs(rows: list[str], mine: str) -> int:
    """How many discs have an empty neighbour."""
    places = range(len(rows))
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return sum(
        rows[y][x] == mine
        and any(
            x + dx in places and y + dy in places and rows[y + dy][x + dx] not in "XO"
            for dx, dy in around
        )
        for x in places
        for y in places
    )


def random_positions(size: int, games: int) -> Iterator[_core.State]:
    """Every position of random games in which somebody acts."""
    game = othello(size)
    for seed in range(games):
        rng = Stream(seed).child("positions").child(size).rng()
        state = game.initial_state()
        while not state.is_terminal():
            yield state.copy()
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", [*TYPES, *OTHER_TYPES])
@pytest.mark.parametrize(("size", "games"), [(4, 40), (6, 12), (8, 8)])
def test_types_play_uniformly_over_their_set(name: str, size: int, games: int) -> None:
    for state in random_positions(size, games):
        chances = Policy(name).probabilities(state.view(state.actor()))
        chosen = expected_set(state, name)
        assert list(chances) == state.legal_actions()
        for action, chance in chances.items():
            expected = 1 / len(chosen) if action in chosen else 0.0
            assert chance == pytest.approx(expected, abs=1e-12), str(state)


def test_the_classes_of_squares_are_those_printed() -> None:
    assert [[square_class(8, x, y) for x in range(8)] for y in range(8)] == TABLE
    sizes = Counter(value for row in TABLE for value in row)
    assert sizes == {2: 4, 1: 16, 0: 32, -1: 8, -2: 4}


def test_max_value_prefers_the_classes_as_printed() -> None:
    """Over many positions each class is preferred to each lower one, and every square is met."""
    preferred, squares = set(), set()
    for state in random_positions(8, 60):
        legal = state.legal_actions()
        if legal == [64]:
            continue
        chances = max_value.probabilities(state.view(state.actor()))
        value = {action: TABLE[action // 8][action % 8] for action in legal}
        best = max(value.values())
        assert {action for action in legal if chances[action] > 0} == {
            action for action in legal if value[action] == best
        }
        preferred |= {(best, other) for other in value.values() if other < best}
        squares |= set(legal)
    assert preferred == {(a, b) for a in range(-2, 3) for b in range(-2, 3) if a > b}
    assert len(squares) == 60


def test_mobility_likes_to_leave_no_reply() -> None:
    """Taking the last white disc leaves no reply at all, the best score there is."""
    state = position(["XO..", ".X..", "....", "...."], to_move=0)
    chances = mobility.probabilities(state.view(0))
    assert [action for action, chance in chances.items() if chance] == [2]


LEGACY = Quirks(legacy=True)


def legacy_values(legal: Sequence[int]) -> set[int]:
    """What the author's program foretells of maximum value, by the list of its defects."""
    value = {action: TABLE[action // 8][action % 8] for action in legal}
    value |= {square: wrong for square, wrong in ((6, 0), (14, -1)) if square in value}
    best: list[int] = []
    for action in sorted(legal, key=lambda action: (action % 8, action // 8)):
        if not best or value[action] > value[best[0]]:
            if best and (value[best[0]], value[action]) == (-2, -1):
                continue
            best = [action]
        elif value[action] == value[best[0]]:
            best.append(action)
    return set(legal) if value[best[0]] == 0 else set(best)


@pytest.mark.slow
def test_legacy_types_foretell_what_the_authors_program_did() -> None:
    rng = Stream(1).rng()
    differs, silent = 0, 0
    for state in random_positions(8, 200):
        view, legal = state.view(state.actor()), state.legal_actions()
        if legal == [64]:
            continue
        chances = max_value(quirks=LEGACY).probabilities(view)
        chosen = {action for action, chance in chances.items() if chance > 0}
        assert chosen == legacy_values(legal), str(state)
        differs += chosen != expected_set(state, "max_value")
        chances = mobility(quirks=LEGACY).probabilities(view)
        best = expected_set(state, "mobility")
        after_best = state.copy()
        after_best.apply_action(min(best))
        if after_best.legal_actions() in ([64], []):
            silent += 1
            assert not any(chances.values())
            agent = mobility(quirks=LEGACY).agent(state.game)
            agent.begin(state.actor(), view, Stream(rng.below(1000)))
            assert agent.act(view) in best
        else:
            assert {action for action, chance in chances.items() if chance > 0} == best
    assert differs > 100
    assert silent > 20
    for policy in (max_value, mobility):
        with pytest.raises(OptionError, match="8 x 8"):
            policy(quirks=LEGACY).agent(othello(6))
    with pytest.raises(OptionError, match="'quirks' is not a known option of max_disk"):
        max_disk(quirks=LEGACY).agent(othello())


@pytest.mark.parametrize("policy", [*ALL, *(policy(perturb=0.3) for policy in ALL)], ids=repr)
def test_probabilities_sum_to_one_and_a_pass_is_certain(policy: Policy) -> None:
    for size in (4, 8):
        passes = 0
        for state in random_positions(size, 8):
            chances = policy.probabilities(state.view(state.actor()))
            assert list(chances) == state.legal_actions()
            assert math.fsum(chances.values()) == pytest.approx(1, abs=1e-12)
            assert all(0 <= chance <= 1 for chance in chances.values())
            if list(chances) == [size * size]:
                assert chances == {size * size: 1.0}
                passes += 1
        assert passes or size == 8


def test_who_does_not_act_has_no_probabilities() -> None:
    with pytest.raises(IllegalActionError, match="turn"):
        max_disk.probabilities(othello().initial_state().view(1))


# Types over time ---------------------------------------------------------------------------------


class Life:
    """A policy that is told of moves without a game: what its memory makes of them."""

    def __init__(self, policy: Policy, seed: int, seat: int = 0) -> None:
        self.game = othello()
        self.policy = policy.native(self.game)
        self.memory = _core.Memory()
        self.seat = seat
        self.view = self.game.initial_state().view(seat)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.policy.begin(self.memory, self.seat, Stream(seed).rng())

    def sees(self, actor: int, action: int) -> None:
        self.policy.observe(self.memory, Observation(actor, action), self.view)

    @property
    def type(self) -> str:
        return self.policy.current_type(self.memory)

    def types(self, moves: int) -> list[str]:
        """The types of the next moves, each of which it makes."""
        seen = []
        for _ in range(moves):
            seen.append(self.type)
            self.sees(self.seat, 19)
        return seen


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_agent4_changes_after_seven_and_fourteen_of_its_own_moves(seat: int, seed: int) -> None:
    life = Life(agent4, seed, seat)
    types = []
    for _ in range(30):
        types.append(life.type)
        life.sees(1 - seat, 20)
        life.sees(seat, 64)  # its own pass is no move
        life.sees(1 - seat, 64)
        assert life.type == types[-1]
        life.sees(seat, 19)
    assert types == ["max_disk"] * 7 + ["mobility"] * 7 + ["max_value"] * 16
    life.begin(seed)
    assert life.type == "max_disk"


def test_agent5_stays_five_to_eight_moves_and_then_changes() -> None:
    lengths, firsts, changes = Counter[int](), Counter[str](), Counter[int]()
    order = list(TYPES)
    for seed in range(1500):
        types = Life(agent5, seed).types(40)
        stints = [(name, len(list(run))) for name, run in groupby(types)]
        firsts[stints[0][0]] += 1
        for (name, length), (following, _) in pairwise(stints):
            assert 5 <= length <= 8
            assert following != name
            changes[(order.index(following) - order.index(name)) % 3] += 1
        # Later stints are cut by the end of the record: count those that always fit.
        for _, length in stints[:4]:
            lengths[length] += 1
    # Error rate 1e-6 for each of the three.
    assert_drawn_by([firsts[name] for name in order], [1 / 3] * 3)
    assert_drawn_by([lengths[length] for length in (5, 6, 7, 8)], [1 / 4] * 4)
    assert_drawn_by([changes[1], changes[2]], [1 / 2] * 2)


def test_agent5_does_not_count_passes_or_the_other_seat() -> None:
    life = Life(agent5, 1)
    first = life.type
    for _ in range(50):
        life.sees(1, 20)
        life.sees(0, 64)
    assert life.type == first


def mixture_differs(one: list[str], other: list[str]) -> bool:
    """Whether two records of types come from different mixtures; wrong with a chance of 1e-6."""
    table = [[record.count(name) for name in TYPES] for record in (one, other)]
    used = [column for column in zip(*table, strict=True) if sum(column)]
    if len(used) < 2:
        return False
    return bool(stats.chi2_contingency(used).pvalue < ERROR_RATE)


def test_agent6_changes_its_mixture_only_after_a_loss() -> None:
    """Over matches of either colour, by long records of the types that it draws.

    Wins and draws: 80 comparisons, each wrong with a chance of 1e-6. Losses: two mixtures are too
    alike to tell in about 4 % of the cases; more than 15 of 40 have a chance below 1e-10.
    """
    game = othello()
    agent = agent6.agent(game)
    results = {"win": 1.0, "draw": 0.0, "loss": -1.0}
    changed, last, before = 0, "", list[str]()
    for number in range(120):
        seat = (number // 2) % 2
        result = ("win", "draw", "loss")[number % 3]
        view = game.initial_state().view(seat)
        agent.begin(seat, view, Stream(7).child(number))
        types = []
        for _ in range(1500):
            types.append(agent.current_type)
            agent.observe(Observation(seat, 19), view)
        if last == "loss":
            changed += mixture_differs(before, types)
        elif last:
            assert not mixture_differs(before, types)
        value = results[result]
        agent.end([value, -value] if seat == 0 else [-value, value])
        before, last = types, result
    assert changed >= 24


@pytest.mark.slow
def test_agent6_starts_with_any_mixture_equally_likely() -> None:
    """Of n types drawn from a Dirichlet(1, 1, 1) mixture, k are of one kind by a known law."""
    draws, players = 12, 4000
    for name in TYPES:
        counts = Counter(Life(agent6, seed).types(draws).count(name) for seed in range(players))
        law = [float(stats.betabinom.pmf(k, draws, 1, 2)) for k in range(draws + 1)]
        assert_drawn_by([counts[k] for k in range(draws + 1)], law)  # error rate 1e-6


# In matches --------------------------------------------------------------------------------------


class Watched(Agent):
    """A native agent in a seat, with its published type written down before each move."""

    def __init__(self, player: Policy, game: _core.Game) -> None:
        self.inner = player.agent(game)
        self.types: list[str] = []

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        self.inner.begin(seat, view, stream)
        self.types = []

    def observe(self, observation: Observation, view: View) -> None:
        self.inner.observe(observation, view)

    def act(self, view: View) -> int:
        self.types.append(self.inner.current_type)
        return self.inner.act(view)

    def end(self, returns: Sequence[float]) -> None:
        self.inner.end(returns)


@pytest.mark.parametrize("player", [agent4, agent5, agent6], ids=repr)
@pytest.mark.parametrize("size", [6, 8])
def test_the_published_type_explains_each_move(player: Policy, size: int) -> None:
    game = othello(size)
    watched, bare = Watched(player, game), player.agent(game)
    for number in range(6):
        seat = number % 2
        watched_seats: list[Any] = [Policy("random"), Policy("random")]
        bare_seats = list(watched_seats)
        watched_seats[seat], bare_seats[seat] = watched, bare
        match = play_match(game, watched_seats, seed=number)
        assert match.moves == play_match(game, bare_seats, seed=number).moves
        states: list[Any] = [state for state in match.states() if state.actor() == seat]
        made = [action for actor, action in match.moves if actor == seat]
        for state, action, name in zip(states, made, watched.types, strict=True):
            assert action in expected_set(state, name)
        if player == agent4:
            placed = [t for t, a in zip(watched.types, made, strict=True) if a != size * size]
            schedule = ["max_disk"] * 7 + ["mobility"] * 7 + ["max_value"] * 20
            assert placed == schedule[: len(placed)]


def test_a_living_agent6_differs_from_a_new_one() -> None:
    """Memory outlives the match: after one match the next starts from another mind."""
    game = othello()
    living, other = agent6.agent(game), Policy("random")
    first = [play_match(game, [living, other], seed=seed).moves for seed in range(8)]
    fresh = [play_match(game, [agent6, other], seed=seed).moves for seed in range(8)]
    assert first[0] == fresh[0]
    assert first[1:] != fresh[1:]


@pytest.mark.parametrize("name", TYPES)
def test_perturbed_moves_come_as_often_as_asked(name: str) -> None:
    """Probabilities by the formula, and 20,000 moves by the probabilities (error rate 1e-6)."""
    share = 0.1
    policy = TYPES[name](perturb=share)
    game = othello()
    state = next(
        state
        for state in random_positions(8, 1)
        if 1 < len(expected_set(state, name)) < len(state.legal_actions()) - 1
    )
    view, legal = state.view(state.actor()), state.legal_actions()
    chosen = expected_set(state, name)
    chances = policy.probabilities(view)
    for action in legal:
        in_set = (1 - share) / len(chosen) if action in chosen else 0
        assert chances[action] == pytest.approx(share / len(legal) + in_set)
    agent = policy.agent(game)
    agent.begin(state.actor(), view, Stream(5))
    counts = Counter(agent.act(view) for _ in range(20_000))
    assert_drawn_by([counts[action] for action in legal], [chances[action] for action in legal])


def test_perturb_of_zero_and_one() -> None:
    view = othello().initial_state().view(0)
    for policy in ALL:
        assert policy(perturb=0).probabilities(view) == policy.probabilities(view)
        uniform = policy(perturb=1).probabilities(view)
        assert uniform == pytest.approx(Policy("random").probabilities(view))


@pytest.mark.parametrize("policy", ALL, ids=repr)
@pytest.mark.parametrize("perturb", [-0.1, 1.1, math.nan, math.inf, -math.inf, "0.1", None, [], 2])
def test_impossible_shares_are_refused(policy: Policy, perturb: Any) -> None:
    with pytest.raises(OptionError):
        policy(perturb=perturb).agent(othello())
    with pytest.raises(OptionError):
        policy(perturb=perturb).native(othello())


def test_unknown_policies_and_options_are_refused() -> None:
    game = othello()
    for policy in ALL:
        with pytest.raises(OptionError, match="perturb"):
            policy(pertrub=0.1).agent(game)
    with pytest.raises(OptionError, match="Did you mean 'mobility'"):
        Policy("mobilty").agent(game)
    with pytest.raises(OptionError):
        Policy("random", perturb=0.1).agent(game)
    types = {*TYPES, *OTHER_TYPES}
    assert set(game.policies()) == {"random", "typed", *types, "agent4", "agent5", "agent6"}
    assert otherminds.load("othello") == game


def test_an_option_may_have_any_name() -> None:
    """``name`` too: it is no option of these, which is what the error must be about."""
    with pytest.raises(OptionError, match="name"):
        otherminds.load("othello", name="x")
    odd = Policy("agent4", name="x")
    assert (odd.name, odd.options) == ("agent4", (("name", "x"),))
    with pytest.raises(OptionError, match="name"):
        odd.agent(otherminds.load("othello"))
