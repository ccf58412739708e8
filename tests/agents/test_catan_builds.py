"""The build game of Catan as a planning model, and the agents of Karamalegkos."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import catan as catan_agents
from otherminds.agents import cluedo, parse_player, player_options, player_text
from otherminds.conformance import check_determinism, check_swap
from otherminds.contracts import peeks
from otherminds.games import catan
from tests.search.positions import Position, random_positions

GAME = om.load("catan")
SMALL: dict[str, Any] = {"players": 3, "points": 4, "turns": 30, "offers": 3}
PEEK = om.Nothing(peek=True)
BUILDS = {"build road", "build settlement", "build city", "buy card", "end turn"}


def _search(**options: Any) -> om.Search:
    return om.Search(
        **{"hidden": PEEK, "model": catan_agents.Builds(depth=4), "iterations": 8, **options}
    )


def _type(game: om.Game, action: int) -> str:
    name: str = game.action_types[game.type_of(action)]
    return name


def _phase(state: Any) -> int:
    phase: int = state.to_dict()["table"]["phase"]
    return phase


PLAYING = 8


def _playing(game: om.Game, seeds: range) -> Iterator[Position]:
    """Positions of random games after the roll."""
    for seed in seeds:
        for position in random_positions(game, seed):
            if _phase(position.state) == PLAYING:
                yield position


# What can be done ---------------------------------------------------------------------------------


def _within_reach(state: Any) -> set[int]:
    """All builds that are legal now or after any trades with the bank, by trying them all."""
    game, seen, found = state.game, {state.key()}, set[int]()
    waiting = [state]
    while waiting:
        at = waiting.pop()
        for action in at.legal_actions():
            kind = _type(game, action)
            if kind in BUILDS and "other end" not in game.action_text(action):
                found.add(action)  # Dobre's program has two numbers for some roads
            elif kind == "bank trade":
                after = at.copy()
                after.apply_action(action)
                if after.key() not in seen:
                    seen.add(after.key())
                    waiting.append(after)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"trades": "1:1"}, {"players": 2, "bank": 8, "trades": "1:1"}, {"rules": "dobre"}],
)
def test_builds_are_what_trades_with_the_bank_can_pay(options: dict[str, Any]) -> None:
    game = om.load("catan", **{"turns": 120, **options})
    by_trade = 0
    looked_at = 0
    for number, position in enumerate(_playing(game, range(6))):
        if number % 7:
            continue
        state = position.state
        result = _search(iterations=1).run(state, seed=number)
        assert {each.action for each in result.actions} == _within_reach(state)
        by_trade += len({each.action for each in result.actions} - set(state.legal_actions()))
        looked_at += 1
    assert looked_at > 100
    assert by_trade > 30


# From the model to the game -----------------------------------------------------------------------

BOARD = catan.layout(om.load("catan", board="beginner").initial_state())


def _position(hand: str, rest: str = "", game: om.Game = GAME) -> Any:
    """Seat 0 to build: a settlement inland, with two roads."""
    line = f"{BOARD}; 0 s18 r13-18 r18-24 hand {hand}; 1; 2; 3; turn 8 of 0; roll 5; playing{rest}"
    return catan.position(line, game) if game is not GAME else catan.position(line)


def _moves(search: om.Search, state: Any, seed: int = 1) -> list[str]:
    """What an agent does until its turn ends."""
    agent = search.agent(state.game)
    seat = state.actor()
    agent.begin(seat, state.view(seat), om.Stream(seed))
    state = state.copy()
    moves: list[str] = []
    while not moves or moves[-1] != "end turn":
        action = agent.act(state.view(seat), state if agent.peeks else None)
        moves.append(state.game.action_text(action))
        result = agent.last_result
        assert result is not None
        assert result.line[0] == result.action == action
        seen = state.observation(action, seat)
        state.apply_action(action)
        agent.observe(seen, state.view(seat))
        while state.actor() == om.CHANCE and state.chance_outcomes():
            outcome = state.sample_outcome(om.Stream(5).rng())
            seen = state.observation(outcome, seat)
            state.apply_action(outcome)
            agent.observe(seen, state.view(seat))
    return moves


def test_what_needs_a_trade_begins_with_it_and_is_carried_through() -> None:
    """Cards are worth nothing here, so a city is the best there is: it takes a trade first."""
    search = _search(model=catan_agents.Builds(depth=3, cards="printed"), iterations=300)
    state = _position("2o2w8f")
    assert not any("city" in state.game.action_text(each) for each in state.legal_actions())
    result = search.run(state, seed=1)
    texts = [state.game.action_text(each) for each in result.line]
    assert texts == ["trade wood with the bank for ore", "build city at 18"]
    assert result.action == result.line[0]
    assert result.iterations == 300
    assert "build city at 18" in [state.game.action_text(each.action) for each in result.actions]
    assert "trade wood with the bank for ore" in result.explain()
    assert len(result.line_text(state)) == 2
    moves = _moves(search, state)
    place = moves.index("trade wood with the bank for ore")
    assert moves[place + 1] == "build city at 18"


def test_trades_that_were_begun_are_not_searched_again() -> None:
    search = _search(model=catan_agents.Builds(depth=3, cards="printed"), iterations=300)
    state = _position("w16s")  # three ore and a wheat are missing: four trades of sheep
    agent = search.agent(state.game)
    agent.begin(0, state.view(0), om.Stream(1))
    iterations = []
    for _ in range(5):
        action = agent.act(state.view(0), state)
        result = agent.last_result
        assert result is not None
        iterations.append(result.iterations)
        seen = state.observation(action, 0)
        state.apply_action(action)
        agent.observe(seen, state.view(0))
    assert iterations == [300, 0, 0, 0, 0]
    assert state.game.action_text(action) == "build city at 18"


def test_without_a_choice_nothing_is_searched() -> None:
    result = _search(iterations=500).run(_position("o"), seed=1)
    assert result.iterations == 0
    assert GAME.action_text(result.action) == "end turn"
    assert [each.action for each in result.actions] == [result.action]


def test_it_finds_the_win() -> None:
    """A point short of the goal and a city within reach: all else is worth less."""
    game = om.load("catan", points=3)
    line = f"{BOARD}; 0 s18 s30 r13-18 r24-30 hand 3o2w2c2f; 1; 2; 3; turn 8 of 0; roll 5; playing"
    state = catan.position(line, game)
    for hidden in (PEEK, om.InformationSets()):
        start = state if hidden is PEEK else game.belief(state.view(0))
        result = _search(hidden=hidden, iterations=400, tree=om.Tree(final="mean")).run(start)
        assert "city" in game.action_text(result.action)
        best = next(each for each in result.actions if each.action == result.action)
        assert best.value == 1


# Where it can be used -----------------------------------------------------------------------------

SENTENCE = "decides what to build after the roll"


def test_elsewhere_it_has_nothing_to_decide() -> None:
    search = _search()
    phases = set[int]()
    for position in random_positions(om.load("catan", turns=60), 3):
        state = position.state
        phase = _phase(state)
        if phase in phases and phase != PLAYING:
            continue
        phases.add(phase)
        agent = search.agent(state.game)
        agent.begin(position.seat, state.view(position.seat), om.Stream(1))
        assert agent.decides(state.view(position.seat)) == (phase == PLAYING)
        if phase == PLAYING:
            search.run(state, seed=1)
            continue
        for hidden, start in ((PEEK, state), (om.InformationSets(), position.belief)):
            with pytest.raises(om.OptionError, match=SENTENCE):
                _search(hidden=hidden).run(start, seed=1)
    assert len(phases) > 5
    with pytest.raises(om.OptionError, match=SENTENCE):
        om.play_match(GAME, [search, *[catan_agents.stac] * 3], seed=1)


@pytest.mark.parametrize("name", ["othello", "leduc", "cluedo", "tic_tac_toe", "kuhn_poker"])
def test_other_games_have_no_such_model(name: str) -> None:
    game = om.load(name)
    with pytest.raises(om.OptionError, match=f"{name} has no planning model"):
        _search().agent(game)
    agent = om.Policy("random").agent(game)
    state = game.initial_state(1)
    while state.actor() < 0:
        state.apply_action(state.sample_outcome(om.Stream(1).rng()))
    agent.begin(state.actor(), state.view(state.actor()), om.Stream(1))
    assert agent.decides(state.view(state.actor()))


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"model": 5}, "catan.Builds"),
        ({"model": om.Nothing()}, "catan.Builds"),
        ({"tree": om.Tree(reuse=True)}, "starts anew each time"),
        (
            {"hidden": om.BeliefTree(belief_game=cluedo.Sheets())},
            "Either the planning model or the belief game",
        ),
        ({"tree": om.Tree(final="posterior")}, "final='posterior'"),
    ],
)
def test_searches_that_make_no_sense_are_refused(options: dict[str, Any], part: str) -> None:
    with pytest.raises(om.OptionError, match=re.escape(part)):
        _search(**options)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"model": catan_agents.Builds(depth=0)}, "from 1 to 10000 rounds"),
        ({"model": catan_agents.Builds(depth=10**30)}, "too large"),
        ({"model": catan_agents.Builds(rounds="both")}, "formula, prose"),
        ({"model": catan_agents.Builds(cards=3)}, "cards"),  # type: ignore[arg-type]
        ({"others": om.Policies("stac")}, "policy in the build game of catan"),
        ({"rollout": om.Played("stac")}, "policy in the build game of catan"),
        ({"rollout": om.Typed(under={"offers": 1})}, "the build game of catan has not"),
        ({"quirks": om.search.Quirks(searcher_first=True)}, "cannot"),
        ({"others": om.Policies(_search())}, "cannot model another seat"),
        ({"hidden": om.Particles(belief="history")}, "models of the others"),
    ],
)
def test_what_the_model_does_not_know_is_refused(options: dict[str, Any], part: str) -> None:
    with pytest.raises(om.OthermindsError, match=part):
        _search(**options).agent(GAME)


HIDDEN = [
    PEEK,
    om.Worlds(count=3),
    om.InformationSets(),
    om.InformationSets(observers="each", availability=False),
    om.Particles(count=20),
    om.Particles(belief="game"),
    om.BeliefTree(count=20),
    om.BeliefTree(count=20, observable=True),
]
MORE: list[dict[str, Any]] = [
    {},
    {"bandit": om.BayesianUCB(), "tree": om.Tree(final="posterior")},
    {"bandit": om.VPI(samples=5), "tree": om.Tree(final="posterior")},
    {"others": om.Random(), "rollout": om.Typed()},
    {"others": om.Types(["random", "typed"])},
    {"others": om.Themselves(paranoid=True), "bandit": om.Thompson()},
    {"bandit": om.PUCT(), "tree": om.Tree(transpositions=True)},
    {"tree": om.Tree(loop="open", depth=2, threads=2)},
    {"tree": om.Tree(threads=2, parallel="root")},
    {"model": catan_agents.Builds(depth=2, rounds="prose", cards="printed", sevens="nothing")},
]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_all_answers_work_in_the_model(hidden: om.search.hidden.Hidden) -> None:
    """Each beside each other option, in matches to the end and from single positions."""
    game = om.load("catan", **SMALL)
    some = [next(iter(_playing(game, range(seed, seed + 1)))) for seed in range(3)]
    played = 0
    for number, more in enumerate(MORE):
        try:
            search = _search(hidden=hidden, **more)
        except om.OptionError:  # some answers do not go together, in any game
            continue
        for position in some:
            start = position.state if hidden is PEEK else position.belief
            result = search.run(start, seed=number)
            assert result.action in position.state.legal_actions()
            assert all(0 <= value <= 1 for value in result.values)
        player = om.Delegate(by_type={tuple(BUILDS): search}, otherwise=om.Policy("typed"))
        match = om.play_match(game, [player, catan_agents.stac, om.Policy("typed")], seed=number)
        assert sum(match.returns) in (0, 1)
        played += 1
    assert played >= 7


def test_forged_positions_are_refused_or_searched() -> None:
    """Counts of hands, pieces and cards changed at random: what is accepted can be planned from."""
    game = om.load("catan", players=3, bank=5, turns=100)
    rng = random.Random(3)
    searched = refused = 0
    for number, position in enumerate(_playing(game, range(2))):
        if number % 5:
            continue
        for _ in range(12):
            values = position.state.to_dict()
            part: Any = values
            while isinstance(part, dict | list):
                parent, key = (
                    part,
                    rng.choice(list(part) if isinstance(part, dict) else range(len(part))),
                )
                part = parent[key]
            parent[key] = rng.choice([0, 1, 2, 7, 19, 50, -1])
            try:
                state = game.state_from_dict(values)
            except om.FormatError:
                refused += 1
                continue
            if state.actor() >= 0 and _phase(state) == PLAYING:
                result = _search(iterations=15).run(state, seed=number)
                assert result.action in state.legal_actions()
                searched += 1
    assert searched > 30
    assert refused > 100


# The agents of the source -------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["uct", "buct", "vpi"])
def test_his_agents_are_honest_values(method: Any) -> None:
    player = catan_agents.karamalegkos(method, depth=5, iterations=12)
    assert parse_player(player_text(player), GAME) == player
    assert player_options(parse_player(player_text(player), GAME)) == player_options(player)
    check_swap(om.load("catan", **SMALL), player, games=1)
    game = om.load("catan", **{**SMALL, "players": 2})
    check_determinism(game, players=[player, catan_agents.jsettlers_mix], games=4)


def test_his_settings() -> None:
    budgets: dict[Any, int] = {"uct": 6_500, "buct": 5_750, "vpi": 1_750}
    for method, budget in budgets.items():
        search = catan_agents.karamalegkos(method).by_type[0][1]
        assert isinstance(search, om.Search)
        assert search.iterations == budget
        assert search.model == catan_agents.Builds()
        assert search.hidden == om.InformationSets()
    timed = catan_agents.karamalegkos("uct", seconds=0.5, peek=True, opening="stac")
    search = timed.by_type[0][1]
    assert isinstance(search, om.Search)
    assert (search.iterations, search.seconds, search.hidden) == (None, 0.5, PEEK)
    assert search.bandit == om.UCB1(exploration=2.0)
    assert timed.otherwise == om.Policy("jsettlers_fast", opening="stac")
    with pytest.raises(om.OptionError, match="'uct', 'buct' or 'vpi'"):
        catan_agents.karamalegkos("ucb")  # type: ignore[arg-type]
    with pytest.raises(om.OptionError, match="opening"):
        catan_agents.karamalegkos("uct", opening="human")  # type: ignore[arg-type]


def test_who_peeks_is_caught() -> None:
    player = catan_agents.karamalegkos("uct", depth=5, iterations=60, peek=True)
    assert peeks(player.agent(GAME))
    with pytest.raises(AssertionError, match="looks the same"):
        check_swap(om.load("catan", **SMALL), player, games=6)


def test_the_search_decides_builds_and_the_robot_all_else() -> None:
    """What it builds is not what the robot would build, but opens and offers are."""
    game = om.load("catan", turns=40)
    robots = [catan_agents.jsettlers_fast] * 4
    players = [catan_agents.karamalegkos("uct", depth=5, iterations=10), *robots[1:]]
    alone, match = (om.play_match(game, seats, seed=3) for seats in (robots, players))
    opening = [move for move in match.moves[:16] if move[0] == 0]
    assert opening == [move for move in alone.moves[:16] if move[0] == 0]
    assert match.moves != alone.moves
    kinds = {_type(game, action) for actor, action in match.moves if actor == 0}
    assert kinds & {"buy card", "build road"}
    assert "roll" in kinds


@pytest.mark.slow
@pytest.mark.parametrize("method", ["uct", "vpi"])
def test_a_planner_beats_random_players(method: Any) -> None:
    """In games for two with five points.

    Were it no better than they are, it would win 10 of 12 or more in less than 2 of 100 such tests
    (binomial with one half: 0.019).
    """
    game = om.load("catan", points=5, players=2, turns=400)
    player = catan_agents.karamalegkos(method, depth=5, iterations=40)
    wins = 0.0
    for number in range(12):
        seats: list[Any] = [player, om.Policy("random")]
        place = number % 2
        match = om.play_match(game, seats[::-1] if place else seats, seed=number)
        wins += match.returns[place]
    assert wins >= 10


def test_final_posterior_is_the_mean_of_the_posterior() -> None:
    """Visits and totals are those of any search; a few lucky visits do not decide."""
    game = om.load("othello", size=6)
    for bandit, weight in (
        (om.VPI(levels=11, samples=5), 11),
        (om.BayesianUCB(levels=7), 7),
        (om.Thompson(), 2),
    ):
        search = om.Search(bandit=bandit, tree=om.Tree(final="posterior"), iterations=60)
        result = search.run(game.initial_state(), seed=3)
        means = {
            each.action: ((each.value + 1) / 2 * each.visits + weight / 2) / (each.visits + weight)
            for each in result.actions
        }
        assert means[result.action] == pytest.approx(max(means.values()))
