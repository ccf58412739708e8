"""What makes beliefs over types survive types that are wrong, and the quirks of the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import otherminds as om
from otherminds import OptionError
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.store import Store
from otherminds.contracts import NativeAgent
from tests.arena import agents as arena_agents

GAME = om.load("othello")
BAZAAR = om.load("bazaar", rounds=6)
TYPES = ["max_disk", "max_value", "mobility"]
MOVES = ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5")


def _search(iterations: int = 2, **options: Any) -> om.Search:
    return om.Search(others=om.Types(TYPES, **options), iterations=iterations)


def _watched(agent: Any, moves: tuple[str, ...] = MOVES) -> list[tuple[list[float], float]]:
    """Shows an agent in seat 0 some moves; the types' chances of the other's, and random play's."""
    state = GAME.initial_state()
    agent.begin(0, state.view(0), om.Stream(1))
    rows = []
    for text in moves:
        action = GAME.parse_action(text)
        if state.actor() == 1:
            view = state.view(1)
            chances = [om.Policy(name).probabilities(view)[action] for name in TYPES]
            rows.append((chances, 1 / len(state.legal_actions())))
        seen = state.observation(action, 0)
        state.apply_action(action)
        agent.observe(seen, state.view(0))
    return rows


def _believed(agent: Any) -> list[float]:
    return list(agent.posterior()[1].values())


def test_an_agent_says_what_it_believes_without_a_search() -> None:
    agent = _search(posterior=om.Sum()).agent(GAME)
    assert agent.posterior() == {}, "between matches it believes nothing"
    rows = _watched(agent)
    sums = [sum(row[place] for row, _ in rows) for place in range(3)]
    assert list(agent.posterior()) == [1]
    assert list(agent.posterior()[1]) == TYPES
    assert _believed(agent) == pytest.approx([each / sum(sums) for each in sums])
    assert om.Search(iterations=2).agent(GAME).posterior() == {}
    policy = om.Policy("random").agent(GAME)
    assert isinstance(policy, NativeAgent)
    assert policy.posterior() == {}


def test_a_switching_filter_by_hand() -> None:
    rate, error = 0.2, 0.1
    agent = _search(posterior=om.Switching(rate), error=error).agent(GAME)
    belief = [1 / 3] * 3
    for row, uniform in _watched(agent):
        belief = [
            ((1 - rate) * old + rate / 3) * ((1 - error) * chance + error * uniform)
            for old, chance in zip(belief, row, strict=True)
        ]
        belief = [each / sum(belief) for each in belief]
    assert _believed(agent) == pytest.approx(belief)
    still = _search(posterior=om.Switching(0.0), error=error).agent(GAME)
    product = _search(posterior=om.Product(), error=error).agent(GAME)
    _watched(still)
    _watched(product)
    assert _believed(still) == pytest.approx(_believed(product))


def test_the_reserve_is_weighed_as_random_play() -> None:
    agent = _search(posterior=om.Product(), error=0.1, reserve=0.25).agent(GAME)
    weights = [0.25, 0.25, 0.25, 0.25]
    for row, uniform in _watched(agent):
        noisy = [0.9 * chance + 0.1 * uniform for chance in row]
        weights = [old * new for old, new in zip(weights, [*noisy, uniform], strict=True)]
    assert list(agent.posterior()[1]) == [*TYPES, "itself"]
    assert _believed(agent) == pytest.approx([each / sum(weights) for each in weights])


def _value(others: Any, size: int, iterations: int = 6000) -> float:
    """What a search from the start position expects for itself."""
    state = om.load("othello", size=size).initial_state()
    return om.Search(others=others, iterations=iterations).run(state, seed=7).values[0]


@pytest.mark.parametrize(("where", "size"), [("tree", 4), ("rollout", 8), ("both", 8)])
def test_a_reserve_that_is_certain_is_the_plain_search(where: str, size: int) -> None:
    """Values differ by how the other seat is modelled; with a sure reserve they are UCT's.

    Means of 6,000 games with deviations below 1 differ by a standard error of 0.018 at most.
    """
    plain = _value(om.Themselves(), size)
    typed = _value(om.Types(["max_value"], where=where), size)
    assert abs(typed - plain) > 0.3, "the type itself changes what is expected"
    reserved = om.Types(["max_value"], reserve=1 - 1e-12, where=where)
    assert _value(reserved, size) == pytest.approx(plain, abs=0.08)


def test_models_and_the_search_share_the_nodes_of_a_seat() -> None:
    """Half a reserve, in every kind of tree: no node is taken for chance's, every visit counts."""
    game = om.load("tic_tac_toe")
    state = game.initial_state()
    for hidden in (om.Nothing(), om.InformationSets(), om.Particles(count=20), om.BeliefTree()):
        for tree in (om.Tree(), om.Tree(transpositions=True), om.Tree(loop="open")):
            if isinstance(hidden, om.BeliefTree) and tree != om.Tree():
                continue
            others = om.Types(["random"], reserve=0.5)
            rollout = om.Uniform()
            search = om.Search(
                hidden=hidden, others=others, tree=tree, rollout=rollout, iterations=500
            )
            start = state if isinstance(hidden, om.Nothing) else game.belief(state.view(0))
            result = search.run(start, game=game) if start is not state else search.run(start)
            assert sum(action.visits for action in result.actions) == 500
            assert result.nodes > 50


def test_an_exhaustive_planner_with_a_reserve_mixes_best_replies_and_types() -> None:
    """With weight w on a random opponent the value is linear between the two extremes."""
    game = om.load("tic_tac_toe")
    state = game.initial_state()
    for move in ("a1", "b2", "a2", "a3"):
        state.apply_action(game.parse_action(move))
    only_random = om.Exhaustive(others=om.Random()).run(state)
    only_best = om.Exhaustive().run(state)
    mixed = om.Exhaustive(others=om.Types(["random"], reserve=0.999999)).run(state)
    little = om.Exhaustive(others=om.Types(["random"], reserve=1e-6)).run(state)
    assert mixed.iterations <= only_best.iterations + 1, "every position is looked at once"
    for a, b in ((mixed, only_best), (little, only_random)):
        assert [x.value for x in a.actions] == pytest.approx([x.value for x in b.actions], abs=1e-4)


def test_types_drawn_anew_at_every_move_play_the_blend() -> None:
    """Drawn anew at every move, types play the blend that an exact look averages over.

    Kept for a whole iteration they are two players, and the value is another one.
    """
    game = om.load("othello", size=4)
    state = game.initial_state()
    types = ["max_disk", "mobility"]
    exact = om.Exhaustive(others=om.Types(types)).run(state).values[0]

    def best(redraw: float) -> float:
        others = om.Types(types, redraw=redraw)
        result = om.Search(others=others, iterations=60_000).run(state, seed=1)
        return max(action.value for action in result.actions if action.visits > 1000)

    assert best(1.0) == pytest.approx(exact, abs=0.1)
    assert abs(best(0.0) - exact) > 0.3


def test_redraw_follows_what_every_type_remembers() -> None:
    """agent4 plays by its own moves so far, whichever type was drawn in between.

    Two types that are the same player drawn anew at every move are that player: a search that
    draws between them expects what one that knows it expects.
    """
    state = GAME.initial_state()
    one = om.Search(others=om.Policies("agent4"), iterations=4000).run(state, seed=2).values[0]
    twins = om.Types(["agent4", om.Policy("agent4", perturb=1e-6)], redraw=0.5)
    drawn = om.Search(others=twins, iterations=4000).run(state, seed=3).values[0]
    forgetful = om.Search(others=om.Policies("max_disk"), iterations=4000).run(state, seed=2)
    assert drawn == pytest.approx(one, abs=0.1)
    assert abs(forgetful.values[0] - one) > 0.15, "what agent4 remembers matters"


def test_carried_beliefs_start_where_the_last_match_ended() -> None:
    keep = _search(posterior=om.Sum(), carry_over=True).agent(GAME)
    lose = _search(posterior=om.Sum()).agent(GAME)
    for agent in (keep, lose):
        _watched(agent)
        agent.end([1.0, -1.0])
    state = GAME.initial_state()
    before = _search(posterior=om.Sum()).agent(GAME)
    _watched(before)
    for seat in (0, 1):  # also when the colours change
        keep.begin(seat, state.view(seat), om.Stream(2))
        assert list(keep.posterior()[1 - seat].values()) == pytest.approx(_believed(before))
        keep.end([0.0, 0.0])
    lose.begin(0, state.view(0), om.Stream(2))
    assert _believed(lose) == pytest.approx([1 / 3] * 3)


def test_a_random_prior_is_drawn_once_for_a_series() -> None:
    agent = _search(posterior=om.Sum(), prior="random", carry_over=True).agent(GAME)
    state = GAME.initial_state()
    agent.begin(0, state.view(0), om.Stream(0))
    first = _believed(agent)
    for seed in range(1, 12):
        agent.end([0.0, 0.0])
        agent.begin(0, state.view(0), om.Stream(seed))
        assert _believed(agent) == first


def test_copies_of_a_player_keep_their_neighbours_in_a_series(tmp_path: Path) -> None:
    """The table turns; who sits to the left of whom stays the same, copies included."""
    tournament = Tournament(
        game="bazaar",
        players=("tests.arena.agents.Numbered", "greedy"),
        line_ups=((0, 0, 1),),
        series=6,
        seed=1,
    )
    arena_agents.LOG.clear()
    with Store(tmp_path / "series.db") as store:
        running.run(tournament, store, games=6, workers=0)
    seats = [dict(arena_agents.LOG[place : place + 2]) for place in range(0, 12, 2)]
    numbers = sorted(seats[0])
    steps = {(each[numbers[1]] - each[numbers[0]]) % 3 for each in seats}
    assert steps == {1}, seats
    assert len({each[numbers[0]] for each in seats}) == 3, "everybody sits everywhere"


def test_swapped_roles_are_those_of_the_authors_program() -> None:
    """Swapped, only our own roll-out moves follow the type.

    Both searches judge the same position, one with the types as they should be and one swapped.
    The value of playing our moves by a good type against random replies is far higher.
    """
    state = GAME.initial_state()
    types = om.Types(["max_value"], where="rollout")
    swapped = om.search.Quirks(swapped=True)
    values = [
        om.Search(others=types, iterations=4000, quirks=quirks).run(state, seed=3).values[0]
        for quirks in (None, swapped)
    ]
    assert values[1] > values[0] + 0.3
    with pytest.raises(OptionError, match="rollout"):
        om.Search(others=om.Types(TYPES), iterations=1, quirks=swapped)
    with pytest.raises(OptionError, match="two seats"):
        om.Search(
            hidden=om.Worlds(count=1),
            others=om.Types(["greedy"], where="rollout"),
            iterations=1,
            quirks=swapped,
        ).agent(BAZAAR)


def test_a_learned_horizon_ends_where_types_foretell_nothing() -> None:
    """A type that is always wrong is not followed: what is expected is what random play brings."""
    state = GAME.initial_state()
    wrong = [0, 0]
    moves: list[str] = []
    while state.actor() >= 0 and (len(moves) < 16 or state.actor() != 0):
        legal = state.legal_actions()
        action = legal[0]
        if state.actor() == 1:
            chances = om.Policy("max_value").probabilities(state.view(1))
            action = min(legal, key=lambda move: chances[move])
            wrong[chances[action] > 0] += 1
        moves.append(GAME.action_text(action))
        state.apply_action(action)
    assert wrong[0] > wrong[1], "the other seat mostly does what the type would not"

    def expected(others: Any) -> float:
        agent = om.Search(others=others, iterations=6000).agent(GAME)
        _watched(agent, tuple(moves))
        agent.act(state.view(0))
        result = agent.last_result
        assert result is not None
        return result.values[0]

    plain = expected(om.Themselves())
    followed = expected(om.Types(["max_value"], where="rollout"))
    learned = expected(om.Types(["max_value"], where="rollout", horizon="learned"))
    assert abs(followed - plain) > 0.1
    assert learned == pytest.approx(plain, abs=0.06)
    with pytest.raises(OptionError, match="learn nothing"):
        om.Search(others=om.Types(TYPES, horizon="learned", frozen=True), iterations=1)
    with pytest.raises(OptionError, match="'learned'"):
        om.Search(others=om.Types(TYPES, horizon="soon"), iterations=1)
    with pytest.raises(OptionError, match="at least 0"):
        om.Search(others=om.Types(TYPES, horizon=-2), iterations=1)


@pytest.mark.parametrize("hidden", [om.Worlds(count=5), om.InformationSets(), om.Particles()])
def test_all_of_it_where_facts_are_hidden_and_three_sit(hidden: Any) -> None:
    others = om.Types(
        ["greedy", "random"],
        posterior=om.Switching(),
        error=0.1,
        reserve=0.2,
        redraw=0.3,
        carry_over=True,
        horizon="learned",
        samples=4,
    )
    agent = om.Search(hidden=hidden, others=others, iterations=20).agent(BAZAAR)
    for seed in range(3):
        om.play_match(BAZAAR, [agent, om.Policy("greedy"), om.Policy("random")], seed=seed)
    result = agent.last_result
    assert result is not None
    beliefs = result.posterior
    assert {(b.seat, b.type) for b in beliefs} == {
        (seat, name) for seat in (1, 2) for name in ("greedy", "random", "itself")
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reserve": 1.0}, "reserve"),
        ({"reserve": -0.1}, "reserve"),
        ({"reserve": 0.5, "likelihood": "indicator"}, "probability"),
        ({"redraw": 1.5}, "redraw"),
        ({"posterior": om.Switching(2.0)}, "rate"),
        ({"posterior": om.TimeWeighted(b=-1.0)}, "from 0 to"),
        ({"posterior": om.TimeWeighted(a=1e200)}, "from 0 to"),
        ({"prior": [1e300, 1e300, 1e300]}, "has a weight that must be"),
        ({"carry_over": True, "frozen": True}, "carry over"),
        ({"posterior": om.Switching(0.1, 0.5)}, "reserve_rate"),
        ({"count": "moves"}, "nothing to count"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        _search(**options).agent(GAME)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (lambda: om.Types(["random"], redraw=0.5), "redraw"),
        (lambda: om.Types({0: TYPES, 1: TYPES[:2]}, carry_over=True), "one list"),
        (lambda: om.Policies("random", count="moves"), "nothing to count"),
    ],
)
def test_options_that_contradict_each_other_are_refused(others: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        om.Search(others=others(), iterations=1).agent(GAME)


def test_the_extremum_backup_knows_no_reserve_in_the_tree() -> None:
    bandit = om.BayesianUCB(extremum=True)
    with pytest.raises(OptionError, match="extremum"):
        om.Search(others=om.Types(["random"], reserve=0.1), bandit=bandit, iterations=1)
    rollouts = om.Types(["random"], reserve=0.1, where="rollout")
    om.Search(others=rollouts, bandit=bandit, iterations=50).run(GAME.initial_state())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: om.Evolve(others=om.Themselves(paranoid=True), iterations=5), "paranoid"),
        (
            lambda: om.Evolve(hidden=om.InformationSets(observers="each"), iterations=5),
            "InformationSets",
        ),
        (lambda: om.Evolve(hidden=om.BeliefTree(light=True), iterations=5), "BeliefTree"),
        (lambda: om.Exhaustive(others=om.Types(TYPES, where="tree")), "where"),
        (lambda: om.Exhaustive(others=om.Policies("random", where="rollout")), "where"),
        (
            lambda: om.Search(hidden=om.Particles(belief="game", count=7), iterations=5),
            "no particles",
        ),
        (
            lambda: om.Search(hidden=om.BeliefTree(legality=False, temperature=2.0), iterations=5),
            "weighs",
        ),
        (
            lambda: om.Search(
                hidden=om.Worlds(count=5),
                tree=om.Tree(threads=2, parallel="root"),
                iterations=8,
            ),
            "each thread",
        ),
        (
            lambda: om.Search(
                others=om.Policies(om.Search(tree=om.Tree(reuse=True), iterations=5)), iterations=5
            ).agent(GAME),
            "reuse",
        ),
    ],
)
def test_options_that_would_do_nothing_are_refused(make: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make()
