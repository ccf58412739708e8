"""Searches in Catan: roll-outs by other rules, offers that are refused, and honest planners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import catan as catan_agents
from otherminds.agents import parse_player, player_text
from otherminds.arena.match import witness
from otherminds.conformance import check_swap
from otherminds.games import catan

SMALL: dict[str, Any] = {"players": 3, "points": 4, "turns": 30, "offers": 3}


PLANNERS = [
    catan_agents.tmcts,
    catan_agents.mcts,
    catan_agents.tismcts,
    catan_agents.tpomcp,
    catan_agents.smart_settlers,
    partial(catan_agents.tmcts, shipped=True),
    partial(catan_agents.tpomcp, shipped=True),
]


@pytest.mark.parametrize("planner", PLANNERS)
def test_a_planner_is_its_text(planner: Callable[[int], om.Search]) -> None:
    game = om.load("catan", **catan.PROFILES["OBS"])
    assert parse_player(player_text(planner(70)), game) == planner(70)


@pytest.mark.parametrize(
    ("under", "part"),
    [
        ({"players": 3}, "exchange, offers, counters"),
        ({"exchange": "never"}, "accepted: offers, immediate, drawn"),
        ({"offers": "many"}, "a whole number"),
    ],
)
def test_only_rules_that_positions_do_not_depend_on_can_differ(
    under: dict[str, Any], part: str
) -> None:
    search = om.Search(rollout=om.search.Typed(under=under), iterations=5)
    with pytest.raises(om.OptionError, match=part):
        search.run(om.load("catan", rules="dobre").initial_state(), seed=1)


def test_other_games_have_no_other_rules_for_roll_outs() -> None:
    search = om.Search(rollout=om.search.Uniform(under={"size": 6}), iterations=5)
    with pytest.raises(om.OptionError, match="othello has not"):
        search.run(om.load("othello").initial_state(), seed=1)
    with pytest.raises(om.OptionError, match="mapping"):
        om.search.Typed(under=5)  # type: ignore[arg-type]


def test_roll_outs_by_other_rules_are_fair_games_too() -> None:
    game = om.load("catan", rules="dobre")
    values = {}
    for name, under in (("offers", {}), ("drawn", catan_agents.EXCHANGES)):
        search = om.Search(rollout=om.search.Typed(under=under), iterations=400)
        values[name] = search.run(game.initial_state(5), seed=1).values
    # Four equals: all eight means within 5 standard errors of a quarter (error rate below 1e-5).
    for found in values.values():
        assert sum(found) == pytest.approx(1, abs=1e-9)
        assert all(abs(value - 0.25) < 5 * (0.25 * 0.75 / 400) ** 0.5 for value in found[:4])
    assert values["offers"] != values["drawn"]


def test_exchanges_in_roll_outs_can_be_had_where_players_may_not_trade() -> None:
    """As in Dobre's program; where they may, an offer under way has its place in their list."""
    rules = {**catan_agents.EXCHANGES, "trades": "2:1"}
    search = om.Search(rollout=om.search.Typed(under=rules), iterations=300)
    start = om.load("catan", rules="dobre", trades="none").initial_state(5)
    plain = replace(search, rollout=om.search.Typed())
    assert search.run(start, seed=1).values != plain.run(start, seed=1).values
    assert search.run(om.load("catan", rules="dobre").initial_state(5), seed=1).iterations == 300
    with pytest.raises(om.OptionError, match="only where players may not trade"):
        search.run(om.load("catan", rules="dobre", trades="1:1").initial_state(5), seed=1)


def test_a_policy_of_all_seats_rolls_out_as_it_does_move_by_move() -> None:
    """Alike for all seats it plays in one loop; named for each seat, every move by itself."""
    game = om.load("catan", rules="dobre", trades="none", points=5)
    policy = om.Policy("turn_typed")
    at_once = om.Search(rollout=om.search.Played(policy), iterations=400)
    stepwise = replace(at_once, rollout=om.search.Played(dict.fromkeys(range(4), policy)))
    for seed in range(3):
        one, other = (s.run(game.initial_state(seed), seed=seed) for s in (at_once, stepwise))
        assert (one.values, one.nodes, one.line) == (other.values, other.nodes, other.line)


class _Rejects(om.search.PythonPolicy):
    """Takes no offer; ends its turn as soon as it can."""

    def probabilities(self, view: om.View, legal: Any) -> list[float]:
        wanted = {"reject", "end turn", "roll"}
        chosen = [float(view.game.action_text(action) in wanted) for action in legal]
        return chosen if any(chosen) else [1.0] * len(legal)


Found = dict[int, tuple[int, float]]
"""Visits and value of each move of a search."""


def _searches_around_refusals(*, next_best: bool) -> list[tuple[int, Found, Found]]:
    """Each offer that was refused, what was found before it and what is known after it."""
    game = om.load("catan", rules="dobre", offers=5, turns=16)
    tree = om.search.Tree(transpositions=True, afterstates=True, final="mean", next_best=next_best)
    search = om.Search(
        rollout=om.search.Typed(under=catan_agents.EXCHANGES), tree=tree, iterations=150
    )
    agent = search.agent(game)
    table: list[Any] = [agent, *(_Rejects().agent(game) for _ in range(3))]
    state, stream = game.initial_state(4), om.Stream(9)
    for seat, each in enumerate(table):
        each.begin(seat, state.view(seat), stream.child(seat))
    rng = stream.child(9).rng()
    seen: list[tuple[int, Found, Found]] = []
    before: Found = {}
    offer = refused = -1
    while (actor := state.actor()) != om.NOBODY:
        action = state.sample_outcome(rng) if actor < 0 else table[actor].act(state.view(actor))
        if actor == 0:
            result = agent.last_result
            assert result is not None
            after = {each.action: (each.visits, each.value) for each in result.actions}
            if refused >= 0:
                seen.append((refused, before, after))
            before, offer, refused = after, action, -1
        elif actor > 0 and game.action_text(action) == "reject":
            refused = offer
        witnessed = [state.observation(action, seat) for seat in range(4)]
        state.apply_action(action)
        for seat, each in enumerate(table):
            each.observe(witnessed[seat], state.view(seat))
    return seen


def test_after_a_refusal_the_next_best_move_of_the_same_search_follows() -> None:
    seen = _searches_around_refusals(next_best=True)
    assert len(seen) > 3
    for offer, before, after in seen:
        assert offer not in after
        assert after.items() < before.items()


def test_without_that_every_refusal_is_followed_by_a_new_search() -> None:
    seen = _searches_around_refusals(next_best=False)
    assert len(seen) > 3
    assert all(not after.items() < before.items() for _, before, after in seen)


def test_moves_cannot_be_refused_elsewhere() -> None:
    with pytest.raises(om.OptionError, match="none can"):
        om.Search(tree=om.search.Tree(next_best=True), iterations=5).agent(om.load("othello"))


def smart_settlers(iterations: int) -> om.Search:
    """As it can play where hands are hidden."""
    return replace(catan_agents.smart_settlers(iterations), hidden=om.search.InformationSets())


@pytest.mark.parametrize(
    ("planner", "options"),
    [(catan_agents.tismcts, {}), (catan_agents.tpomcp, {}), (smart_settlers, {"trades": "none"})],
)
def test_planners_answer_the_same_whatever_is_hidden(
    planner: Callable[[int], om.Search], options: dict[str, Any]
) -> None:
    check_swap(om.load("catan", **SMALL | options), planner(12), games=1)


def _middle(game: Any, seed: int, steps: int) -> Any:
    """A position of Stac's games in which a seat may choose."""
    states = list(om.play_match(game, [catan_agents.stac] * 4, seed=seed).states())[steps:]
    return next(s for s in states if s.actor() >= 0 and len(s.legal_actions()) > 3)


@pytest.mark.parametrize("steps", [0, 120, 240])
def test_where_nothing_is_hidden_planners_with_a_belief_decide_as_those_without(
    steps: int,
) -> None:
    game = om.load("catan", **catan.PROFILES["OBS"])
    state = _middle(game, 5, steps)
    open_ = catan_agents.tmcts(300).run(state, seed=2)
    believing = catan_agents.tpomcp(300).run(game.belief(state.view(state.actor())), seed=2)
    assert believing.actions == open_.actions
    assert believing.action == open_.action


def test_nodes_are_told_apart_by_what_would_be_believed() -> None:
    """Where hidden cards move within the search, it finds something else than by views alone."""
    game = om.load("catan", **catan.PROFILES["PO"])
    match = om.play_match(game, [catan_agents.stac] * 4, seed=5)
    seat = list(match.states())[105].actor()
    belief = witness(match, seat, 105)
    planner = catan_agents.tpomcp(1_500)
    assert planner.tree.same_belief
    by_view = replace(planner, tree=replace(planner.tree, same_belief=False))
    found = planner.run(belief, seed=1).actions
    assert found == planner.run(belief, seed=1).actions
    assert found != by_view.run(belief, seed=1).actions


def test_beliefs_can_be_compared_in_catan_alone() -> None:
    tree = om.search.Tree(transpositions=True, same_belief=True)
    search = om.Search(hidden=om.search.InformationSets(), tree=tree, iterations=5)
    with pytest.raises(om.OptionError, match="compared"):
        search.agent(om.load("bazaar"))
    with pytest.raises(om.OptionError, match="needs transpositions"):
        om.Search(
            hidden=om.search.InformationSets(), tree=om.search.Tree(same_belief=True), iterations=5
        )
    with pytest.raises(om.OptionError, match="one observer"):
        om.Search(hidden=om.search.InformationSets(observers="each"), tree=tree, iterations=5)
    with pytest.raises(om.OptionError, match="Particles"):
        om.Search(hidden=om.search.Nothing(), tree=tree, iterations=5)


BUILD = om.load("catan").action_types.index("build settlement")


def test_smart_settlers_wants_to_build() -> None:
    """Virtual wins make it look at settlements more than twice as often."""
    game = om.load("catan", rules="dobre", trades="none")
    states = (
        state
        for seed in range(20)
        for state in om.play_match(game, [catan_agents.stac] * 4, seed=seed).states()
        if state.actor() >= 0 and BUILD in state.legal_types()
    )
    state = next(s for s in states if len(s.legal_types()) > 1)
    planner = catan_agents.smart_settlers(200)
    even = replace(planner, bandit=om.search.UCB1(exploration=2.0, warm_up=10))

    def tries(search: om.Search) -> int:
        found = search.run(state, seed=1).actions
        return sum(each.visits for each in found if game.type_of(each.action) == BUILD)

    assert tries(planner) > 2 * tries(even)


def test_weights_towards_building_make_the_better_random_player() -> None:
    """Half of the games against three who draw kinds alike; a third is 6 standard errors off."""
    game = om.load("catan", rules="dobre", trades="none")
    assert set(catan_agents.BUILDING) == set(game.action_types)
    builder, games, won = om.search.TypeDistribution(catan_agents.BUILDING), 300, 0.0
    for number in range(games):
        players: list[om.Player] = [om.search.TypeDistribution()] * 4
        players[number % 4] = builder
        won += om.play_match(game, players, seed=number // 4).returns[number % 4]
    assert won > games / 3
    shipped = catan_agents.smart_settlers(70, shipped=True)
    assert shipped == replace(catan_agents.smart_settlers(70), rollout=om.search.Uniform())


@pytest.mark.parametrize(
    "bandit",
    [
        om.search.UCB1(),
        om.search.BayesianUCB(),
        om.search.VPI(),
        om.search.PUCT(),
        om.search.Thompson(),
    ],
)
def test_every_bandit_plans_in_catan(bandit: Any) -> None:
    game = om.load("catan", **SMALL)
    player = om.Search(hidden=om.search.InformationSets(), bandit=bandit, iterations=8)
    match = om.play_match(game, [player, catan_agents.stac, catan_agents.typed], seed=2)
    assert sum(match.returns) in (0, 1)


@pytest.mark.parametrize("bank", [1, 2, 3, 5])
def test_a_bank_that_runs_out_in_the_set_up_pays_what_it_has(bank: int) -> None:
    game = om.load("catan", bank=bank, turns=6)
    for seed in range(4):
        state, rng = game.initial_state(seed), om.Stream(seed).rng()
        while (actor := state.actor()) != om.NOBODY:
            for seat in range(4):
                world = game.belief(state.view(seat)).sample(rng)
                assert world.view(seat) == state.view(seat)
            assert game.state_from_bytes(state.to_bytes()) == state
            legal = [] if actor < 0 else state.legal_actions()
            chosen = legal[rng.below(len(legal))] if legal else state.sample_outcome(rng)
            state.apply_action(chosen)
    match = om.play_match(game, [catan_agents.tismcts(8), *[catan_agents.stac] * 3], seed=1)
    assert sum(match.returns) in (0, 1)


def test_roads_of_the_set_up_lie_at_their_settlements() -> None:
    """Otherwise three roads round a free vertex would leave a settlement there without a road."""
    board = catan.layout(om.load("catan", board="beginner").initial_state())
    with pytest.raises(om.FormatError, match="one at each settlement"):
        catan.position(f"{board}; 0 s0 r18-24; 1 s2 s11 r19-24 r24-30; turn 0 of 0; settling")


@pytest.mark.parametrize("planner", [catan_agents.tmcts, catan_agents.tismcts, catan_agents.tpomcp])
@pytest.mark.parametrize("ties", ["random", "first"])
@pytest.mark.parametrize("extra", [False, True])
def test_a_widening_that_opens_all_moves_changes_nothing(
    planner: Callable[[int], om.Search], ties: str, extra: bool
) -> None:
    """Without one UCB1 chooses in a pass of its own, which must be the same choice."""
    search = planner(800)
    tree, quirks = replace(search.tree, ties=ties), om.search.Quirks(extra_visit=extra)
    hidden = search.hidden or om.search.Nothing(peek=True)
    plain = replace(
        search, hidden=hidden, bandit=om.search.UCB1(exploration=0.5), tree=tree, quirks=quirks
    )
    widened = replace(plain, tree=replace(plain.tree, widening=1e6))
    game: Any = om.load("catan", rules="dobre", hidden="cards", offers=3)
    match = om.play_match(game, [om.Policy("stac")] * 4, seed=3)
    moves, state = next(
        (moves, state)
        for moves, state in enumerate(match.states())
        if moves > 150 and state.actor() >= 0 and len(state.legal_actions()) > 20
    )
    start = state if planner is catan_agents.tmcts else witness(match, state.actor(), moves)
    one, other = (each.run(start, seed=2) for each in (plain, widened))
    assert (one.nodes, one.line, one.values) == (other.nodes, other.line, other.values)
    assert [(a.action, a.visits, a.value) for a in one.actions] == [
        (a.action, a.visits, a.value) for a in other.actions
    ]
