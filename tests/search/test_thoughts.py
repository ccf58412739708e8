"""Thoughts: values that become JSON and back, told while a search runs and afterwards."""

from __future__ import annotations

import gc
import json
import pickle
import threading
import time
import weakref
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import otherminds as om
from otherminds.contracts.thoughts import interval_of_mean
from otherminds.games.marginals import hidden_facts, marginals
from otherminds.games.registry import parse_game
from otherminds.search import (
    BelievedFact,
    BelievedWorld,
    ConsideredMove,
    LineMove,
    Thought,
    Tree,
    TypeBelief,
    listen,
    thought,
)

OTHELLO = om.load("othello", size=6)

# As JSON ------------------------------------------------------------------------------------------

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
LINES = st.lists(st.builds(LineMove, st.integers(), st.integers(), st.text()), max_size=3).map(
    tuple
)
SOME_NUMBERS = st.lists(NUMBERS, max_size=4).map(tuple)
MOVES = st.builds(
    ConsideredMove,
    action=st.integers(),
    text=st.text(),
    visits=st.none() | st.integers(),
    probability=st.none() | NUMBERS,
    value=st.none() | NUMBERS,
    values=SOME_NUMBERS,
    interval=st.none() | st.tuples(NUMBERS, NUMBERS),
    prior=NUMBERS,
    line=LINES,
)
CHANCES = st.lists(st.tuples(st.text(), NUMBERS), max_size=3).map(tuple)
THOUGHTS = st.builds(
    Thought,
    game=st.text(),
    seat=st.integers(),
    action=st.integers(),
    text=st.text(),
    moves=st.lists(MOVES, max_size=3).map(tuple),
    line=LINES,
    values=SOME_NUMBERS,
    types=st.lists(st.builds(TypeBelief, st.integers(), st.text(), NUMBERS), max_size=2).map(tuple),
    beliefs=st.lists(st.builds(BelievedFact, st.text(), CHANCES), max_size=2).map(tuple),
    counted=st.integers(),
    worlds=st.lists(
        st.builds(BelievedWorld, NUMBERS, st.dictionaries(st.text(max_size=4), PLAIN, max_size=3)),
        max_size=2,
    ).map(tuple),
    iterations=st.integers(),
    nodes=st.integers(),
    depth=st.integers(),
    reused=st.integers(),
    seconds=NUMBERS,
    finished=st.booleans(),
)


@given(THOUGHTS)
def test_a_thought_becomes_json_and_back(told: Thought) -> None:
    again = Thought.from_json(told.to_json())
    assert again == told
    assert again.seconds == told.seconds
    assert again.to_json() == told.to_json()
    assert Thought.from_dict(told.to_dict()) == told


GOOD: dict[str, Any] = {
    "game": "leduc",
    "seat": 0,
    "action": 1,
    "text": "call",
    "moves": [{"action": 1, "text": "call", "visits": 3}],
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat": "0"}, "seat of a thought is a whole number, not '0'"),
        ({"seat": True}, "seat of a thought is a whole number"),
        ({"finished": 1}, "finished of a thought is true or false"),
        ({"values": [None]}, "values of a thought is a number, not None"),
        ({"values": [10**400]}, "values of a thought is a number, not 1000"),
        ({"moves": {}}, "moves of a thought is a list"),
        ({"moves": [3]}, "A considered move is an object with names, not 3"),
        ({"moves": [{"action": 1}]}, "A considered move needs text"),
        ({"moves": [{"action": 1, "text": "", "interval": [1.0]}]}, "two numbers"),
        ({"beliefs": [{"fact": "x", "chances": [["a"]]}]}, "A chance is an answer and a number"),
        ({"worlds": [{"probability": 1.0, "state": 3}]}, "state of a believed world is an object"),
        ({"visit": 3}, "A thought has no 'visit'"),
        ({"game": None}, "game of a thought is a text"),
    ],
)
def test_other_json_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    assert Thought.from_dict(GOOD).moves[0].visits == 3
    with pytest.raises(om.FormatError, match=sentence.replace("[", r"\[")):
        Thought.from_json(json.dumps(GOOD | change))


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[1]", "3", "NaN", '{"game": "othello"}', "[" * 9999]
)
def test_what_is_no_thought_is_refused(text: str) -> None:
    with pytest.raises(om.FormatError):
        Thought.from_json(text)


def test_an_interval_covers_and_narrows() -> None:
    assert interval_of_mean(0.0, 0, (0.0, 1.0)) is None
    assert interval_of_mean(3.0, 5, (3.0, 3.0)) is None
    few, many = interval_of_mean(2.0, 10, (0.0, 4.0)), interval_of_mean(2.0, 1000, (0.0, 4.0))
    assert few is not None
    assert many is not None
    assert 0 <= few[0] < many[0] < 2.0 < many[1] < few[1] <= 4
    end = interval_of_mean(4.0, 10, (0.0, 4.0))
    assert end is not None
    assert end[1] == pytest.approx(4.0)


# Of a search --------------------------------------------------------------------------------------


def test_values_of_every_seat_and_lines_come_from_the_tree() -> None:
    result = om.Search(iterations=3000).run(OTHELLO.initial_state(), seed=1)
    told = result.thought()
    assert parse_game(told.game) == OTHELLO
    assert (told.seat, told.action, told.moves[0].action) == (0, result.action, result.action)
    assert {move.action: move.visits for move in told.moves} == {
        each.action: each.visits for each in result.actions
    }
    for move in told.moves:
        assert move.value == move.values[0]
        assert sum(move.values) == pytest.approx(0)  # what one wins the other loses
        assert move.interval is not None
        assert move.interval[0] < move.values[0] < move.interval[1]
        assert move.line[0] == LineMove(0, move.action, move.text)
        assert [step.actor for step in move.line] == [i % 2 for i in range(len(move.line))]
    visits = sum(move.visits or 0 for move in told.moves)
    mean = sum((move.visits or 0) * move.values[1] for move in told.moves) / visits
    assert mean == pytest.approx(told.values[1])
    assert tuple(step.action for step in told.line) == result.line
    assert told.text in result.explain()
    assert pickle.loads(pickle.dumps(result)).thought() == told


def test_chance_is_named_by_its_outcomes() -> None:
    game = om.load("tiger")
    result = om.Search(hidden=om.search.Nothing(peek=True), iterations=300).run(
        game.initial_state(), seed=1
    )
    steps = [step for move in result.thought().moves for step in move.line if step.actor < 0]
    assert steps
    assert all(step.text == game.outcome_text(step.action) for step in steps)


def test_exact_values_have_no_interval() -> None:
    game = om.load("tic_tac_toe")
    state = game.initial_state()
    for text in ("a1", "b1", "a2"):
        state.apply_action(game.parse_action(text))
    told = om.search.Exhaustive().run(state).thought()
    assert all(move.interval is None and len(move.values) == 2 for move in told.moves)


def test_a_move_without_visits_is_worth_nothing_known() -> None:
    told = om.Search(iterations=2).run(OTHELLO.initial_state(), seed=1).thought()
    unseen = [move for move in told.moves if not move.visits]
    assert unseen
    assert all((m.value, m.values, m.interval, m.line) == (None, (), None, ()) for m in unseen)


def test_evolution_tells_the_same_things() -> None:
    told = om.Evolve(iterations=200).run(OTHELLO.initial_state(), seed=1).thought()
    tried = [move for move in told.moves if move.visits]
    assert all(sum(move.values) == pytest.approx(0) for move in tried)
    assert all(move.value == pytest.approx(move.values[0]) for move in tried)


# What is hidden -----------------------------------------------------------------------------------


def test_a_search_from_a_belief_tells_what_the_seat_believes() -> None:
    game = om.load("hanabi", colours=2, ranks=2, hand=2)
    state = game.initial_state(1)
    result = om.Search(iterations=50).run(game.belief(state.view(0)), seed=1)
    told = result.thought(worlds=5)
    assert [fact.fact for fact in told.beliefs] == ["your slot 0", "your slot 1"]
    assert told.counted == 0
    for fact in told.beliefs:
        assert sum(chance for _, chance in fact.chances) == pytest.approx(1)
    assert len(told.worlds) == 5
    for world in told.worlds:
        assert game.state_from_dict(world.state).view(0) == state.view(0)
    assert Thought.from_json(told.to_json()) == told
    with pytest.raises(om.OptionError, match="out of a pickle"):
        pickle.loads(pickle.dumps(result)).thought(worlds=1)


@pytest.mark.parametrize("name", om.games())
def test_every_game_that_hides_something_has_words_for_it(name: str) -> None:
    game = om.load(name)
    rng, met = om.Stream(3).rng(), False
    state = game.initial_state(2)
    beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
    for _ in range(900 if name == "catan" else 60):  # nobody steals early
        if state.is_terminal():
            break
        for seat, belief in enumerate(beliefs):
            facts, _ = marginals(game, seat, belief)
            believed = {fact.fact: dict(fact.chances) for fact in facts}
            met = met or any(len(chances) > 1 for chances in believed.values())
            for fact, answer in hidden_facts(state, seat).items():
                # What is true is thought possible, and only what is possible is named.
                assert believed.get(fact, {}).get(answer, 0.0) > 0, (fact, answer)
        if state.actor() == om.CHANCE:
            action = state.sample_outcome(rng)
        else:
            action = rng.choice(state.legal_actions())
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, belief in enumerate(beliefs):
            belief.update(seen[seat], state.view(seat))
    assert met != game.perfect_information


def test_exact_counts_agree_with_counted_worlds() -> None:
    game = om.load("cluedo", cards="A, B, C; d, e; F, G", players=3)
    belief = game.belief(game.initial_state(1).view(0))
    exact, none = marginals(game, 0, belief)
    rng = om.Stream(1).rng()
    worlds = [(belief.sample(rng), 1.0) for _ in range(2000)]
    counted, number = marginals(game, 0, belief, worlds)
    assert (none, number) == (0, 2000)
    assert [fact.fact for fact in exact] == [fact.fact for fact in counted]
    for one, other in zip(exact, counted, strict=True):
        for answer, chance in one.chances:
            assert dict(other.chances).get(answer, 0) == pytest.approx(chance, abs=0.06)


def test_who_keeps_worlds_believes_in_these() -> None:
    game = om.load("leduc")
    agent = om.Search(hidden=om.search.Particles(count=50), iterations=20).agent(game)
    state = game.initial_state(1)
    agent.begin(0, state.view(0), om.Stream(1))
    agent.act(state.view(0))
    told = thought(agent, worlds=3)
    assert told is not None
    assert told.counted == len(agent.worlds()) <= 50
    assert len(told.worlds) == 3
    assert agent.belief is not None
    seen = state.observation(1, 0)
    state.apply_action(1)
    agent.observe(seen, state.view(0))
    later = thought(agent)  # what it believes now is not what it decided by
    assert later is not None
    assert later.beliefs == ()


# While it runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tree", [Tree(), Tree(threads=2), Tree(threads=2, parallel="root")], ids=["one", "tree", "root"]
)
def test_a_running_search_tells_what_it_thinks(tree: Tree) -> None:
    heard = list[tuple[float, Thought]]()
    search = om.Search(seconds=1.2, tree=tree)
    result = search.run(
        OTHELLO.initial_state(),
        seed=1,
        on_thought=lambda told: heard.append((time.perf_counter(), told)),
    )
    running = [told for _, told in heard if not told.finished]
    assert len(running) >= 5
    assert heard[-1][1] == result.thought()
    assert [told.iterations for told in running] == sorted(told.iterations for told in running)
    for told in running:
        assert sum(move.visits or 0 for move in told.moves) == told.iterations
        for move in told.moves:
            if move.values:  # consistent: nothing is counted whose returns are not
                assert sum(move.values) == pytest.approx(0, abs=1e-9)
                assert move.value is not None
                assert -1 <= move.value <= 1


def test_listening_changes_nothing() -> None:
    state = OTHELLO.initial_state()
    for search in (
        om.Search(iterations=30_000),
        om.Search(
            rollout=om.search.Evaluated(om.search.Evaluation(_even, batched=True)),
            tree=Tree(batch=8),
            iterations=3000,
        ),
    ):
        heard = list[Thought]()
        quiet = search.run(state, seed=2)
        told = search.run(state, seed=2, on_thought=heard.append)
        assert told.actions == quiet.actions
        assert told.line == quiet.line
        assert heard[-1].finished


def _even(states: list[Any]) -> list[list[float]]:
    return [[0.1, -0.1]] * len(states)


def test_a_listener_ends_a_search_and_its_errors_pass() -> None:
    result = om.Search(seconds=60).run(OTHELLO.initial_state(), on_thought=lambda _: False)
    assert result.seconds < 5
    with pytest.raises(ZeroDivisionError):
        om.Search(seconds=60).run(OTHELLO.initial_state(), on_thought=lambda _: bool(1 // 0))
    with pytest.raises(TypeError, match="on_thought"):
        om.Search(seconds=1).run(OTHELLO.initial_state(), on_thought=3)  # type: ignore[arg-type]


def test_a_living_agent_is_heard_in_another_thread() -> None:
    game = om.load("hanabi")
    agent = om.Search(seconds=0.6).agent(game)
    heard = list[Thought]()
    listen(agent, heard.append)
    state = game.initial_state(1)
    agent.begin(0, state.view(0), om.Stream(1))
    thread = threading.Thread(target=agent.act, args=(state.view(0),))
    thread.start()
    thread.join()
    assert len([told for told in heard if not told.finished]) >= 3
    assert heard[-1].finished
    assert heard[-1] == thought(agent)
    assert all(told.beliefs == heard[0].beliefs != () for told in heard)
    listen(agent, None)
    count = len(heard)
    agent.act(state.view(0))
    assert len(heard) == count
    with pytest.raises(TypeError, match="listener"):
        agent.listen(3)  # type: ignore[arg-type]


def test_an_agent_and_its_listener_are_collected() -> None:
    class Ear:
        def hear(self, told: Thought) -> None:
            del told

    ear = Ear()
    agent = om.Search(iterations=5).agent(OTHELLO)
    ear.agent = agent  # type: ignore[attr-defined]
    listen(agent, ear.hear)
    gone = weakref.ref(ear)
    del ear, agent
    gc.collect()
    assert gone() is None


# Of agents ----------------------------------------------------------------------------------------


def _after_a_move(player: Any, game: Any) -> Any:
    agent = player.agent(game)
    state = game.initial_state(1)
    agent.begin(0, state.view(0), om.Stream(1))
    assert thought(agent) is None
    action = agent.act(state.view(0))
    told = thought(agent)
    assert told is None or told.action == action
    return told


def test_a_policy_gives_its_probabilities() -> None:
    told = _after_a_move(om.Policy("mobility"), OTHELLO)
    view = OTHELLO.initial_state(1).view(0)
    chances = om.Policy("mobility").probabilities(view)
    assert {move.action: move.probability for move in told.moves} == chances
    assert all(move.visits is None for move in told.moves)
    assert "25 %" in told.explain()


def test_a_policy_tells_what_it_could_have_done() -> None:
    told = _after_a_move(om.Policy("cooperator"), om.load("tiny_coop"))
    assert [(move.action, move.probability) for move in told.moves] == [(told.action, 1.0)]


def test_python_agents_tell_if_they_like() -> None:
    class Silent(om.Agent):
        def agent(self, game: om.Game) -> om.Agent:
            return self

        def act(self, view: om.View) -> int:
            return view.legal_actions()[0]

    class Even(om.search.PythonPolicy):
        def probabilities(self, view: Any, legal: Any) -> list[float]:
            return [2.0] * len(legal)

    game = om.load("tic_tac_toe")
    assert _after_a_move(Silent(), game) is None
    told = _after_a_move(Even(), game)
    assert [move.probability for move in told.moves] == pytest.approx([1 / 9] * 9)
    match = om.play_match(game, [Silent(), Even()], thoughts=True)
    assert [told is None for told in match.thoughts] == [actor == 0 for actor, _ in match.moves]


def test_a_delegate_tells_what_the_one_thought_that_decided() -> None:
    player = om.Delegate(
        by_type=dict.fromkeys(("call", "raise"), om.Search(iterations=30)), otherwise="random"
    )
    told = _after_a_move(player, om.load("leduc"))
    assert told.iterations == 30
    heard = list[Thought]()
    agent = player.agent(om.load("leduc"))
    listen(agent, heard.append)
    state = om.load("leduc").initial_state(1)
    agent.begin(0, state.view(0), om.Stream(1))
    agent.act(state.view(0))
    assert [each.finished for each in heard] == [True]


# In matches ---------------------------------------------------------------------------------------


def test_a_match_keeps_a_thought_for_each_decision() -> None:
    game = om.load("bazaar", rounds=2)
    players = ["search(iterations=20)", "greedy", "random"]
    match = om.play_match(game, players, seed=1, thoughts=True)
    assert match.moves == om.play_match(game, players, seed=1).moves
    assert len(match.thoughts) == len(match.moves)
    for (actor, action), told in zip(match.moves, match.thoughts, strict=True):
        assert (told is None) == (actor == om.CHANCE)
        if told is not None:
            assert (told.seat, told.action) == (actor, action)
            assert (told.beliefs != ()) == (actor == 0)
    record = json.loads(match.to_json())
    again = [Thought.from_dict(move["thought"]) for move in record["moves"] if "thought" in move]
    assert again == [told for told in match.thoughts if told is not None]
    assert om.play_match(game, players, seed=1).thoughts == ()
    heard = list[Thought]()
    om.play_match(game, players, seed=1, on_thought=heard.append)
    assert heard == again


def test_a_match_does_not_say_what_a_seat_does_not_know() -> None:
    """Thoughts of a record hold beliefs that the truth was among, not the truth."""
    game = om.load("kuhn_poker")
    match = om.play_match(game, ["search(iterations=20)", "honest"], seed=4, thoughts=True)
    told = match.thoughts[0]
    assert told is not None
    assert [chance for _, chance in told.beliefs[0].chances] == [0.5, 0.5]
    assert replace(told, seconds=1.0) == told
