"""Agents that are pickled or copied in mid-match answer as the original does."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import otherminds as om
from otherminds import _core, search
from otherminds.contracts import AgentError, Policy, make_agent
from tests.agents.driving import drive, pickled
from tests.agents.test_catalogue import EVERY, game_of, quick_or_behind


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_every_agent_of_every_catalogue_goes_on_as_before(name: str, entry: str) -> None:
    game, player = game_of(name), quick_or_behind(name, entry)
    if "seconds" in repr(player.recipe(game)):
        pytest.skip("what it answers depends on the clock")
    assert drive(game, [player] * game.seats, at=[4, 11], most_moves=30) > 0


SEARCHES: dict[str, tuple[str, om.Search | om.Evolve | Any]] = {
    "reuse": ("othello", "search(tree=tree(reuse=true), iterations=60)"),
    "reuse and transpositions": (
        "othello",
        "search(tree=tree(reuse=true, transpositions=true), iterations=60)",
    ),
    "reuse and chance": ("leduc", "search(tree=tree(reuse=true), iterations=60)"),
    "reuse and afterstates": (
        "othello",
        "search(tree=tree(reuse=true, transpositions=true, afterstates=true), iterations=40)",
    ),
    "reuse with Bayes": (
        "othello",
        "search(bandit=bayesian_ucb(), tree=tree(reuse=true), iterations=40)",
    ),
    "particles": ("leduc", "search(hidden=particles(count=30), iterations=40)"),
    "few particles": (
        "bazaar",
        "search(hidden=particles(count=8, reinvigorate=0.2), iterations=30)",
    ),
    "explained history": (
        "hanabi",
        "search(hidden=particles(count=9, belief='history'), others=policies(iggi), iterations=9)",
    ),
    "belief tree": ("leduc", "search(hidden=belief_tree(count=12), iterations=30)"),
    "belief game": (
        "cluedo",
        "search(hidden=belief_tree(belief_game=sheets()), iterations=10)",
    ),
    "the extremum of children, reused": (
        "othello",
        "search(bandit=bayesian_ucb(extremum=true), tree=tree(reuse=true), iterations=40)",
    ),
    "the value of information, reused": (
        "othello",
        "search(bandit=vpi(), tree=tree(reuse=true), iterations=40)",
    ),
    "types": ("othello", "search(others=types([random, max_disk, agent4]), iterations=20)"),
    "types that carry over": (
        "othello",
        "search(others=types([random, agent4, agent6], carry_over=true), iterations=20)",
    ),
    "correlated types": (
        "bazaar",
        "search(others=types([random, typed], posterior=correlated(), carry_over=true), "
        "iterations=10)",
    ),
    "types of a hidden choice": (
        "tiny_coop",
        "search(others=types([random, typed]), iterations=10)",
    ),
    "nested": ("othello", "search(others=policies(search(iterations=5)), iterations=5)"),
    "recalled": (
        "othello",
        "search(others=policies(search(iterations=5), recall=2), iterations=5)",
    ),
    "evolve": ("tiny_coop", "evolve(iterations=30)"),
    "evolve that commits": ("tiny_coop", "evolve(commit=true, turns=3, iterations=30)"),
    "python game": ("bazaar_python", "search(tree=tree(reuse=true), iterations=10)"),
    "particles of a python game": (
        "kuhn_poker",
        "search(hidden=particles(count=5), others=types([random, typed]), iterations=10)",
    ),
    "belief tree of a python game": (
        "kuhn_poker",
        "search(hidden=belief_tree(count=5), iterations=10)",
    ),
}


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_goes_on_as_before(kind: str) -> None:
    name, text = SEARCHES[kind]
    game = game_of(name)
    assert drive(game, [text] * game.seats, at=[3, 8], most_moves=14) > 0


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", ["reuse", "particles", "particles of a python game"])
def test_a_copied_search_goes_on_as_before(kind: str, twin: Any) -> None:
    name, text = SEARCHES[kind]
    game = game_of(name)
    assert drive(game, [text] * game.seats, at=[3, 8], most_moves=14, twin=twin) > 0


def test_writing_an_agent_changes_nothing() -> None:
    game = game_of("leduc")
    agent = om.Search(hidden=om.Particles(count=20), iterations=30).agent(game)
    assert pickle.dumps(agent) == pickle.dumps(agent)
    assert pickle.dumps(pickled(agent)) == pickle.dumps(agent)


def test_an_agent_that_never_played_begins_like_a_new_one() -> None:
    game = game_of("othello")
    for text in ("search(iterations=30)", "agent4"):
        assert drive(game, [text, text], at=[0], most_moves=8) > 0


def test_agents_of_two_matches_at_once() -> None:
    game = game_of("othello")
    agents = [make_agent(text, game) for text in ("search(iterations=9)", "agent6")]
    twins = pickled(agents)
    match, again = (om.play_match(game, table, seed=3) for table in (agents, twins))
    assert match.moves == again.moves


def even(state: Any) -> list[float]:
    return [0.0] * state.game.seats


def test_a_function_with_a_name_goes_along() -> None:
    game = game_of("othello")
    search = om.Search(rollout=om.Uniform(depth=2, evaluation=even), iterations=10)
    assert drive(game, [search, search], at=[3], most_moves=8) > 0


def test_a_function_without_a_name_is_refused_in_a_sentence() -> None:
    game = game_of("othello")
    search = om.Search(
        rollout=om.Uniform(depth=2, evaluation=lambda state: even(state)), iterations=10
    )
    agent = search.agent(game)
    with pytest.raises(AgentError, match="stands by its name in a module"):
        pickle.dumps(agent)
    assert isinstance(copy.deepcopy(agent), _core.NativeAgent)


@pytest.mark.parametrize("planner", [om.Search, om.Evolve])
def test_a_planner_with_a_function_without_a_name_is_refused_in_a_sentence(planner: Any) -> None:
    search = planner(
        rollout=om.Uniform(depth=2, evaluation=lambda state: even(state)), iterations=9
    )
    around = om.Delegate(by_type={"pass": search}, otherwise="random")
    for refused in (search, [search], around):
        with pytest.raises(om.OptionError, match="stand by their names in a module") as caught:
            pickle.dumps(refused)
        assert repr(search) in str(caught.value)
    for twin in (copy.copy(search), copy.deepcopy(search)):
        assert twin == search
    named = planner(rollout=om.Uniform(depth=2, evaluation=even), iterations=9)
    assert pickled(named) == named


def test_results_of_tournaments_pickle() -> None:
    results = om.tournament("othello(size=4)", ["random", "max_disk"], games=4, workers=0)
    again = pickled(results)
    assert again.standings == results.standings
    assert again.pairings == results.pairings
    assert again.tournament == results.tournament
    seen = search.recognise("othello", [19, 18], "types(max_disk, mobility)", 0)
    assert repr(pickled(seen)) == repr(seen)
    for thing in (om.agents("leduc"), om.agents("leduc")["is_mcts"]):
        assert pickled(thing) == thing


def test_results_pickle() -> None:
    game = game_of("othello")
    result = om.Search(others=om.Types(["random", "agent4"]), iterations=30).run(
        game.initial_state(), seed=1
    )
    assert pickled(result) == result
    match = om.play_match(game, ["random", "agent4"], seed=1)
    assert pickled(match) == match
    agent = om.Search(others=om.Types(["random", "agent4"]), iterations=30).agent(game)
    om.play_match(game, [agent, "random"], seed=1)
    found, twin = agent.last_result, pickled(agent.last_result)
    assert found is not None
    assert twin.seconds == found.seconds
    assert twin.__getstate__()[:2] == found.__getstate__()[:2]
    assert [pickled(a).visits for a in found.actions] == [a.visits for a in twin.actions]
    assert [pickled(t).type for t in found.posterior] == [t.type for t in twin.posterior]


def test_a_policy_and_its_memory_pickle() -> None:
    game: Any = game_of("othello")
    policy = game.policy("agent4", {"perturb": 0.25})
    memory = _core.Memory()
    policy.begin(memory, 0, om.Stream(3).rng())
    view = game.initial_state().view(0)
    twin, copied = pickled(policy), pickled(memory)
    assert twin.probabilities(view, copied) == policy.probabilities(view, memory)
    assert twin.current_type(copied) == policy.current_type(memory)
    assert Policy("agent4") == pickled(Policy("agent4"))
