"""What single options of the search promise: typed play, evaluations, reuse, limits, results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import otherminds as om
from otherminds import NOBODY, _core
from otherminds.games.exact import ExactBelief
from otherminds.games.python import PythonGame, PythonState
from tests.search.positions import random_positions

BAZAAR = om.load("bazaar")
OTHELLO = om.load("othello", size=6)
TTT = om.load("tic_tac_toe")


def _trading(seed: int = 1) -> Any:
    """A position of Bazaar with several kinds of action."""
    for position in random_positions(BAZAAR, seed):
        kinds = position.state.legal_types()
        if len(kinds) >= 3:
            return position.state
    raise AssertionError("no such position")


def _played(distribution: om.TypeDistribution, state: Any) -> dict[str, float]:
    """The chance of each kind when the distribution plays."""
    native: Any = BAZAAR
    policy = native.policy("typed", distribution._policy()["options"])
    chances = policy.probabilities(state.view(state.actor()), _core.Memory())
    shares: dict[str, float] = {}
    for action, chance in chances.items():
        kind = BAZAAR.action_types[BAZAAR.type_of(action)]
        shares[kind] = shares.get(kind, 0.0) + chance
    return shares


def test_typed_play_draws_kinds_before_actions() -> None:
    state = _trading()
    kinds = [BAZAAR.action_types[kind] for kind in state.legal_types()]
    even = _played(om.TypeDistribution(), state)
    assert even == pytest.approx({kind: 1 / len(kinds) for kind in kinds})
    weights = dict.fromkeys(kinds, 1.0) | {kinds[0]: 3.0}
    uneven = _played(om.TypeDistribution(weights), state)
    assert uneven[kinds[0]] == pytest.approx(3 / (len(kinds) + 2))
    warm = _played(om.TypeDistribution(weights, temperature=2.0), state)
    assert warm[kinds[0]] == pytest.approx(3**0.5 / (3**0.5 + len(kinds) - 1))


def test_conditioned_weights_and_how_they_back_off() -> None:
    state = _trading()
    kinds = [BAZAAR.action_types[kind] for kind in state.legal_types()]
    general = dict.fromkeys(kinds, 1.0)
    seen = {tuple(kinds): {kinds[0]: 2.0, kinds[1]: 1.0}}
    unseen = om.TypeDistribution(general, conditioned=seen, backoff="unseen")
    assert _played(unseen, state) == pytest.approx(
        {kinds[0]: 2 / 3, kinds[1]: 1 / 3} | dict.fromkeys(kinds[2:], 0.0)
    )
    per_type = om.TypeDistribution(general, conditioned=seen)
    total = 2 + 1 + len(kinds[2:])
    assert _played(per_type, state) == pytest.approx(
        {kinds[0]: 2 / total, kinds[1]: 1 / total} | dict.fromkeys(kinds[2:], 1 / total)
    )
    elsewhere = om.TypeDistribution(general, conditioned={(kinds[0],): {kinds[0]: 1.0}})
    assert _played(elsewhere, state) == pytest.approx({kind: 1 / len(kinds) for kind in kinds})


@pytest.mark.parametrize(
    "options",
    [
        {"weights": {"fly": 1.0}},
        {"weights": {"bid": -1.0}},
        {"weights": {"bid": 0.0}},
        {"backoff": "never"},
        {"temperature": 0.0},
        {"conditioned": {("bid", "fly"): {"bid": 1.0}}},
    ],
)
def test_impossible_distributions_are_refused(options: dict[str, Any]) -> None:
    search = om.Search(rollout=om.Typed(om.TypeDistribution(**options)), iterations=5)
    with pytest.raises(om.OptionError):
        search.agent(BAZAAR)


class Knows(om.PythonPolicy):
    """Always the last legal action."""

    def probabilities(self, view: Any, legal: Sequence[int]) -> Sequence[float]:
        del view
        return [0.0] * (len(legal) - 1) + [1.0]


def test_roll_outs_follow_their_policies() -> None:
    """One iteration from a position two moves before the end has one possible result."""
    state = TTT.initial_state()
    for move in ("a1", "b1", "c1", "b2", "a2", "c2", "b3"):
        state.apply_action(TTT.parse_action(move))
    results = {
        om.Search(rollout=om.Played(Knows()), iterations=1, tree=om.Tree(ties="first"))
        .run(state, seed=seed)
        .values
        for seed in range(20)
    }
    assert len(results) == 1


def test_evaluations_of_every_kind_agree() -> None:
    """A constant judgement is found at the root, whoever makes it and in whatever batches."""

    def one(state: Any) -> list[float]:
        del state
        return [0.25, -0.25]

    def many(states: list[Any]) -> list[list[float]]:
        sizes.append(len(states))
        return [one(state) for state in states]

    sizes: list[int] = []
    state = OTHELLO.initial_state()
    for evaluation, batch in (
        (one, 1),
        (om.Evaluation(many, batched=True), 1),
        (om.Evaluation(many, batched=True), 8),
    ):
        search = om.Search(
            rollout=om.Evaluated(evaluation), tree=om.Tree(batch=batch), iterations=50
        )
        result = search.run(state, seed=1)
        assert result.values == pytest.approx((0.25, -0.25))
        assert sum(action.visits for action in result.actions) == 50
    assert max(sizes) == 8
    named = om.Search(rollout=om.Evaluated("disks"), iterations=50).run(state, seed=1)
    assert -1 <= named.values[0] <= 1
    with pytest.raises(om.OptionError, match="Did you mean"):
        om.Search(rollout=om.Evaluated("disk"), iterations=5).run(state)


def test_priors_of_an_evaluation_guide_puct() -> None:
    favourite = OTHELLO.initial_state().legal_actions()[2]

    def judge(state: Any) -> tuple[list[float], list[float]]:
        legal = state.legal_actions()
        return [0.0, 0.0], [0.97 if action == favourite else 0.03 for action in legal]

    for batch in (1, 4):
        search = om.Search(
            bandit=om.PUCT(exploration=2.0),
            rollout=om.Evaluated(om.Evaluation(judge, priors=True)),
            tree=om.Tree(batch=batch),
            iterations=200,
        )
        result = search.run(OTHELLO.initial_state(), seed=1)
        root = {action.action: action for action in result.actions}
        assert set(root) == set(OTHELLO.initial_state().legal_actions())


@pytest.mark.parametrize("broken", [lambda s: [2.0, 0.0], lambda s: [0.0], lambda s: "no"])
def test_evaluations_that_break_the_contract_are_named(broken: Any) -> None:
    with pytest.raises((om.AgentError, ValueError, TypeError)):
        om.Search(rollout=om.Evaluated(broken), iterations=5).run(OTHELLO.initial_state())


def test_priors_as_virtual_visits() -> None:
    """Virtual visits lead the first choices and are not counted as visits."""
    search = om.Search(bandit=om.UCB1(prior=Knows(), virtual_visits=50), iterations=40)
    result = search.run(TTT.initial_state(), seed=1)
    assert sum(action.visits for action in result.actions) == 40
    assert max(result.actions, key=lambda a: a.visits).action == 8


def test_in_a_warm_up_every_move_is_as_likely() -> None:
    """Without exploration UCB1 would follow one move; 2,000 even draws have a spread of 19."""
    state = om.load("othello", size=4).initial_state()
    for tree in (om.Tree(), om.Tree(transpositions=True, ties="first")):
        warm = om.Search(
            bandit=om.UCB1(exploration=0.0, warm_up=10_000), tree=tree, iterations=2_000
        )
        visits = [action.visits for action in warm.run(state, seed=1).actions]
        assert sum(visits) == 2_000
        assert all(abs(number - 500) < 5 * 19.4 for number in visits)  # error rate below 1e-5
        brief = om.Search(bandit=om.UCB1(exploration=0.0, warm_up=10), tree=tree, iterations=2_000)
        assert max(action.visits for action in brief.run(state, seed=1).actions) > 900


def kind_of(game: om.Game, action: int) -> str:
    return game.action_types[game.type_of(action)]


def test_virtual_wins_lead_to_their_types_and_fade() -> None:
    game = om.load("leduc")
    state = game.initial_state(1)
    while state.actor() < 0:
        state.apply_action(state.sample_outcome(om.Stream(1).rng()))

    def visits(wins: float, iterations: int) -> float:
        bandit = om.UCB1(virtual_wins={"raise": wins} if wins else {})
        search = om.Search(hidden=om.Nothing(peek=True), bandit=bandit, iterations=iterations)
        found = search.run(state, seed=1).actions
        own = sum(a.visits for a in found if kind_of(game, a.action) == "raise")
        for action in found:
            low, high = game.return_range
            gift = wins * (high - low) if kind_of(game, action.action) == "raise" else 0
            earned = action.value - gift / max(action.visits, 1)
            assert low - 1e-6 <= earned <= high + 1e-6
        return own / iterations

    assert visits(1e6, 300) > 0.9
    assert visits(20, 300) > visits(20, 20_000) + 0.02
    assert abs(visits(20, 20_000) - visits(0, 20_000)) < abs(visits(20, 300) - visits(0, 300))


def test_where_all_moves_are_of_one_type_there_are_no_virtual_wins() -> None:
    state = om.load("othello").initial_state()
    kind = kind_of(state.game, state.legal_actions()[0])
    plain, seeded = (
        om.Search(bandit=om.UCB1(virtual_wins=wins), tree=om.Tree(depth=1), iterations=200)
        for wins in ({}, {kind: 50.0})
    )
    assert plain.run(state, seed=3).actions == seeded.run(state, seed=3).actions
    for wins, part in (({"build": 1.0}, "action type"), ({kind: -1.0}, "0 or more")):
        with pytest.raises(om.OptionError, match=part):
            om.Search(bandit=om.UCB1(virtual_wins=wins), iterations=5).run(state)
    tree = om.Tree(transpositions=True, afterstates=True)
    with pytest.raises(om.OptionError, match="virtual_wins of UCB1 need"):
        om.Search(bandit=om.UCB1(virtual_wins={kind: 0.0}), iterations=5).run(state)
    with pytest.raises(om.OptionError, match="would count"):
        om.Search(
            bandit=om.UCB1(virtual_wins={kind: 1.0}), tree=om.Tree(final="total"), iterations=5
        )
    with pytest.raises(om.OptionError, match="afterstates"):
        om.Search(bandit=om.UCB1(virtual_wins={kind: 1.0}), tree=tree, iterations=5)


def test_puct_follows_its_prior_first() -> None:
    search = om.Search(bandit=om.PUCT(prior=Knows(), exploration=5.0), iterations=20)
    result = search.run(TTT.initial_state(), seed=1)
    assert result.action == 8
    assert next(a.prior for a in result.actions if a.action == 8) == pytest.approx(1.0)


def test_trees_are_reused_by_agents() -> None:
    for hidden, game in (
        (om.Nothing(), OTHELLO),
        (om.Particles(count=30), om.load("tiger")),
        (om.InformationSets(), BAZAAR),
    ):
        reused = []
        for reuse in (False, True):
            agent: Any = om.Search(hidden=hidden, tree=om.Tree(reuse=reuse), iterations=400).agent(
                game
            )
            players = [agent, *[om.Policy("random")] * (game.seats - 1)]
            om.play_match(game, players, seed=4)
            reused.append(agent.last_result.reused)
            assert agent.last_result.iterations == 400
        assert reused[0] == 0
        assert reused[1] > 0 or hidden == om.InformationSets()


def test_a_tree_keeps_to_its_bounds() -> None:
    state = OTHELLO.initial_state()
    shallow = om.Search(tree=om.Tree(depth=1), iterations=300).run(state, seed=1)
    assert (shallow.depth, shallow.nodes) == (1, 5)
    bounded = om.Search(tree=om.Tree(max_nodes=20), iterations=300).run(state, seed=1)
    assert bounded.nodes == 20
    narrow = om.Search(tree=om.Tree(widening=1.0, widening_exponent=0.0), iterations=300)
    assert sum(a.visits > 0 for a in narrow.run(state, seed=1).actions) == 1


def test_transpositions_share_nodes() -> None:
    """4x4 Othello has fewer positions than paths: the shared tree has fewer nodes."""
    state = om.load("othello", size=4).initial_state()
    merged = om.Search(tree=om.Tree(transpositions=True), iterations=40_000).run(state, seed=1)
    plain = om.Search(iterations=40_000).run(state, seed=1)
    assert merged.nodes < 0.8 * plain.nodes


def test_one_thread_repeats_itself_and_threads_share_the_budget() -> None:
    state = OTHELLO.initial_state()
    for parallel in ("tree", "root"):
        search = om.Search(tree=om.Tree(threads=3, parallel=parallel), iterations=501)
        result = search.run(state, seed=1)
        assert result.iterations == 501
        assert sum(action.visits for action in result.actions) == 501


def test_a_function_that_raises_in_a_thread_ends_the_search() -> None:
    def judge(state: Any) -> list[float]:
        del state
        raise ValueError("no opinion")

    search = om.Search(rollout=om.Evaluated(judge), tree=om.Tree(threads=2), iterations=100)
    with pytest.raises(ValueError, match="no opinion"):
        search.run(OTHELLO.initial_state())


def test_results_for_programs_and_for_people() -> None:
    search = om.Search(others=om.Types(["max_disk", "mobility"]), iterations=100)
    result = search.run(OTHELLO.initial_state(), seed=1)
    plain = json.loads(result.thought().to_json())
    assert plain == result.thought().to_dict()
    assert plain["types"][0] == {"seat": 1, "type": "max_disk", "probability": 0.5}
    told = result.explain()
    assert "Seat 1 is taken for max_disk 50 %, mobility 50 %." in told
    assert OTHELLO.action_text(result.action) in told


def test_a_search_asks_for_what_it_starts_from() -> None:
    state = BAZAAR.initial_state(1)
    state.apply_action(state.chance_outcomes()[0][0])
    belief = BAZAAR.belief(state.view(0))
    with pytest.raises(om.OptionError, match="belief"):
        om.Search(hidden=om.Particles(), iterations=5).run(state)
    with pytest.raises(om.OptionError, match="state"):
        om.Search(hidden=om.Nothing(peek=True), iterations=5).run(belief)
    assert om.Search(iterations=5).run(belief).iterations == 5
    kuhn: Any = om.load("kuhn_poker")
    view = kuhn.initial_state(1).view(0)
    unknown = type("Unnamed", (ExactBelief,), {"game": None})(view, kuhn.belief(view).states)
    with pytest.raises(om.OptionError, match="game="):
        om.Search(hidden=om.Particles(), iterations=5).run(unknown)


def test_beliefs_of_the_library_say_their_game() -> None:
    search = om.Search(hidden=om.Particles(count=30), iterations=5)
    for name in ("tic_tac_toe", "bazaar_python", "kuhn_poker"):
        position = next(random_positions(om.load(name), 1))
        assert search.run(position.belief).action in position.state.legal_actions()


def test_nested_searches_model_other_seats() -> None:
    """A search that models the other one as a search sees through a trap that random play hides."""
    state = TTT.initial_state()
    for move in ("b2", "a1", "c3"):
        state.apply_action(TTT.parse_action(move))
    inner = om.Search(iterations=200)
    outer = om.Search(others=om.Policies(inner, where="tree"), iterations=150)
    assert TTT.action_text(outer.run(state, seed=1).action) in ("a3", "c1")
    with pytest.raises(om.OptionError, match="simulated world"):
        om.Search(
            others=om.Policies(om.Search(hidden=om.Particles(), iterations=5)), iterations=5
        ).run(state)


def test_a_nested_search_that_recalls_depends_on_nothing_before() -> None:
    """What an agent remembers of earlier matches changes none of its moves."""
    model = om.Policies(om.Search(iterations=20), recall=2)
    player = om.Search(others=model, iterations=30)
    used = player.agent(TTT)
    for seed in range(3):
        fresh = om.play_match(TTT, [player.agent(TTT), om.Policy("random")], seed=seed)
        assert om.play_match(TTT, [used, om.Policy("random")], seed=seed).moves == fresh.moves


@pytest.mark.parametrize("game", [TTT, om.load("bazaar"), om.load("tiny_coop", ticks=20)])
def test_nested_searches_recall_in_every_kind_of_game(game: Any) -> None:
    inner = om.Search(hidden=om.Nothing(peek=True), iterations=5)
    for others in (om.Policies(inner, recall=3), om.Types([inner, "random"], recall=1)):
        player = om.Search(
            hidden=om.Nothing(peek=True), others=others, tree=om.Tree(threads=1), iterations=10
        )
        match = om.play_match(game, [player] + [om.Policy("random")] * (game.seats - 1), seed=2)
        assert len(match.returns) == game.seats


def test_only_searches_recall() -> None:
    for others in (om.Policies, lambda *args, **options: om.Types([*args], **options)):
        with pytest.raises(om.OptionError, match="no search"):
            om.Search(others=others("random", recall=1), iterations=5)
        for recall in (-1, 100_001):
            with pytest.raises(om.OptionError, match="100,000"):
                om.Search(others=others(om.Search(iterations=5), recall=recall), iterations=5)


# ---- nothing that Python does may end the process ----


@pytest.mark.parametrize("hidden", [om.InformationSets(), om.Particles(), om.BeliefTree()])
def test_an_agent_that_was_not_told_what_happened_says_so(hidden: Any) -> None:
    game = om.load("leduc")
    state = game.initial_state(1)
    agent = om.Search(hidden=hidden, others=om.Random(), iterations=10).agent(game)
    agent.begin(1, state.view(1), om.Stream(1))
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(om.OptionError, match="observe"):
        agent.act(state.view(1))


def test_a_tree_is_reused_only_where_it_belongs() -> None:
    """Driven by hand to another position than the moves lead to: the answer is legal there."""
    agent = om.Search(tree=om.Tree(reuse=True), iterations=500).agent(OTHELLO)
    state = OTHELLO.initial_state()
    agent.begin(0, state.view(0), om.Stream(1))
    agent.act(state.view(0))
    for position in random_positions(OTHELLO, 5):
        if position.seat == 0 and position.state.key() != state.key():
            agent.observe(state.observation(state.legal_actions()[0], 0), position.state.view(0))
            assert agent.act(position.state.view(0)) in position.state.legal_actions()


def test_an_evaluation_may_do_what_it_likes_to_its_list() -> None:
    class Fake:
        game = type("Game", (), {"seats": 100_000, "return_range": (0.0, 1.0)})()

    def judge(states: list[Any]) -> list[list[float]]:
        count = len(states)
        states[:] = [Fake()] * count
        return [[0.0] * 100_000] * count

    search = om.Search(rollout=om.Evaluated(om.Evaluation(judge, batched=True)), iterations=5)
    with pytest.raises(om.AgentError, match="values of the seats"):
        search.run(OTHELLO.initial_state())


def test_models_that_search_with_threads_do_not_wait_for_each_other() -> None:
    inner = om.Search(others=om.Policies(Knows()), tree=om.Tree(threads=2), iterations=30)
    agent = om.Search(others=om.Types([inner, "random"]), iterations=4).agent(OTHELLO)
    state = OTHELLO.initial_state()
    agent.begin(1, state.view(1), om.Stream(1))
    action = state.legal_actions()[0]
    seen = state.observation(action, 1)
    state.apply_action(action)
    agent.observe(seen, state.view(1))
    assert agent.act(state.view(1)) in state.legal_actions()


def test_weights_of_worlds_may_be_huge() -> None:
    class Huge:
        def __init__(self, belief: Any) -> None:
            self.belief, self.game = belief, belief.game

        def sample(self, rng: Any, /) -> Any:
            return self.belief.sample(rng)

        def update(self, observation: Any, view: Any, /) -> None:
            self.belief.update(observation, view)

        def worlds(self) -> list[tuple[Any, float]]:
            return [(state, 1e308) for state, _ in self.belief.worlds()]

        def copy(self) -> Huge:
            return Huge(self.belief.copy())

    game = om.load("kuhn_poker")
    belief = Huge(game.belief(game.initial_state(1).view(0)))
    for hidden in (om.Particles(), om.BeliefTree()):
        assert om.Search(hidden=hidden, iterations=20).run(belief).action in (0, 1)


def test_a_model_that_looks_at_everything_plays_any_of_the_best_moves() -> None:
    """Types: the one that looks at everything is recognised by its moves."""
    wise = om.Exhaustive(depth=1, evaluation="disks")
    agent: Any = om.Search(
        others=om.Types([wise, "random"], posterior=om.Product()), iterations=4
    ).agent(OTHELLO)
    om.play_match(OTHELLO, [agent, wise], seed=1)
    beliefs = {b.type: b.probability for b in agent.last_result.posterior}
    assert beliefs["random"] < 0.01


@dataclass(eq=False)
class RefutedState(PythonState):
    """Left is worth 1 if the other seat errs and -0.5 if not; right is always worth -0.2."""

    game: Refuted
    moves: tuple[int, ...] = ()

    def actor(self) -> int:
        return NOBODY if len(self.moves) == 2 else len(self.moves)

    def legal_actions(self) -> list[int]:
        return [] if len(self.moves) == 2 else [0, 1]

    def _apply_action(self, action: int) -> None:
        self.moves = (*self.moves, action)

    def _returns(self) -> list[float]:
        value = -0.2 if self.moves[0] == 1 else (1.0, -0.5)[self.moves[1]]
        return [value, -value]


class Refuted(PythonGame):
    name = "refuted"
    seats = 2
    action_names = ("left", "right")
    state_class = RefutedState


@pytest.mark.parametrize("max_nodes", [3, 4, 5, 6, 1000])
def test_the_extremum_counts_moves_that_found_no_room(max_nodes: int) -> None:
    """A reply that a full tree has no node for refutes a move all the same."""
    search = om.Search(
        bandit=om.BayesianUCB(extremum=True), tree=om.Tree(max_nodes=max_nodes), iterations=1000
    )
    for seed in range(10):
        assert search.run(Refuted().initial_state(), seed=seed).action == 1


def test_a_depth_counts_the_moves_of_the_search_only() -> None:
    """Moves that models make at nodes of the search are not its own: depth 1 still looks beyond."""
    game = om.load("othello", size=4)
    state = game.initial_state()
    state.apply_action(state.legal_actions()[0])
    nodes = [
        om.Search(
            others=om.Types(["random"], reserve=reserve), tree=om.Tree(depth=2), iterations=3000
        )
        .run(state, seed=1)
        .nodes
        for reserve in (0.0, 1e-9)
    ]
    assert nodes[1] > 0.5 * nodes[0]
