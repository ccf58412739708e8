"""Tiny Co-Op: the rules of both editions, levels, players, the planner, and what seats see."""

from __future__ import annotations

import math
import statistics
import xml.etree.ElementTree
from collections import deque
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import otherminds
import otherminds as om
from otherminds import LimitError, Observation, OptionError, Policy, Stream, play_match
from otherminds.agents import tiny_coop as tiny_coop_agents
from otherminds.agents.tiny_coop import LOW
from otherminds.conformance import check_determinism, check_swap
from otherminds.contracts import Player
from otherminds.games import tiny_coop
from otherminds.games.tiny_coop import LEVELS, level_map, optimum

MOVES = {"wait": (0, 0), "up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
NAMES = list(MOVES)
FLARES = ("down", "up", "left", "right")

# The fewest ticks to win, first and second edition: breadth-first search, docs/games/tiny_coop.md.
OPTIMA = {
    "pathfinding": (9, 8),
    "single_door": (18, 15),
    "symmetric_single_door": (12, 10),
    "extended_side": (24, 22),
    "side_by_side": (17, 15),
    "airlock": (15, 14),
    "butterfly": (36, 33),
}

# Three agents and all sorts of squares, in few cells.
TRIO = """
########
#0.a.B.#
#1b.##G#
#2..A..#
########
"""


def load(level: str = "single_door", **options: Any) -> Any:
    return otherminds.load("tiny_coop", level=level, **options)


def framed(*rows: str) -> str:
    edge = "#" * (len(rows[0]) + 2)
    return "\n".join([edge, *(f"#{row}#" for row in rows), edge])


def corridor(inside: str, **options: Any) -> Any:
    """A corridor above a hall, so that everybody gets everywhere in the end."""
    return load(framed(inside, "." * len(inside)), **options)


# The rules once more, in plain Python -----------------------------------------------------------


@dataclass
class Reference:
    """Written from the table of the source's program, with signals counted and squares as text."""

    rows: list[str]
    edition: int
    order: str
    collision: str
    places: list[tuple[int, int]] = field(default_factory=list)
    visits: list[set[tuple[int, int]]] = field(default_factory=list)
    flares: list[int] = field(default_factory=list)
    ticks: int = 0

    def __post_init__(self) -> None:
        found = {
            square: (x, y)
            for y, row in enumerate(self.rows)
            for x, square in enumerate(row)
            if square.isdigit()
        }
        self.places = [found[square] for square in sorted(found)]
        self.visits = [set() for _ in found]
        self.flares = [-1 for _ in found]

    def at(self, place: tuple[int, int]) -> str:
        return self.rows[place[1]][place[0]]

    def goals(self) -> int:
        return sum(row.count("G") for row in self.rows)

    def raised(self) -> set[str]:
        return {self.at(place) for place in self.places if self.at(place).islower()}

    def visit(self) -> None:
        for place, visited in zip(self.places, self.visits, strict=True):
            if self.at(place) == "G":
                visited.add(place)

    def tick(self, actions: list[int]) -> None:
        self.flares = [action - 5 if action > 4 else -1 for action in actions]
        if self.edition == 1:
            self.visit()
        before = self.raised()
        agents = list(range(len(self.places)))
        if self.order == "scan":
            agents.sort(key=lambda agent: self.places[agent])
        for agent in agents:
            dx, dy = MOVES[NAMES[actions[agent]]] if actions[agent] < 5 else (0, 0)
            target = (self.places[agent][0] + dx, self.places[agent][1] + dy)
            square = self.at(target)
            door = square.isupper() and square != "G"
            signals = before if self.edition == 1 else self.raised()
            if square == "#" or (door and square.lower() not in signals):
                continue
            if self.collision == "block" and target in self.places:
                continue
            self.places[agent] = target
        if self.edition == 2:
            self.visit()
        self.ticks += 1

    def score(self) -> float:
        return sum(map(len, self.visits)) / (len(self.visits) * self.goals())


def reference(game: Any) -> Reference:
    options = game.options
    first = options["edition"] == 1
    order = {"edition": "scan" if first else "id"}.get(options["order"], options["order"])
    usual = {"edition": "block" if first else "share"}
    collision = usual.get(options["collision"], options["collision"])
    return Reference(level_map(game).splitlines(), options["edition"], order, collision)


def same(state: Any, twin: Reference) -> None:
    facts, seats = state.to_dict(), len(twin.places)
    height = len(twin.rows)
    assert [divmod(cell, height) for cell in facts["cells"][:seats]] == twin.places
    assert [visits.bit_count() for visits in facts["visited"][:seats]] == list(
        map(len, twin.visits)
    )
    assert facts["flares"][:seats] == twin.flares
    assert facts["tick"] == twin.ticks


RULES = [
    {"edition": edition, "order": order, "collision": collision}
    for edition in (1, 2)
    for order in ("edition", "id", "scan")
    for collision in ("edition", "share", "block")
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_random_play_is_as_the_plain_rules_say(rules: dict[str, Any]) -> None:
    for number, level in enumerate((*LEVELS, TRIO)):
        actions = ("simple", "relative", "full")[number % 3]
        game = load(level, actions=actions, ticks=150, **rules)
        rng = Stream(number).rng()
        for _ in range(4):
            state, twin = game.initial_state(), reference(game)
            while not state.is_terminal():
                same(state, twin)
                chosen = [rng.below(game.action_count) for _ in range(game.seats)]
                for action in chosen:
                    state.apply_action(action)
                twin.tick(chosen)
            same(state, twin)
            assert twin.ticks == 150 or twin.score() == 1
            assert state.returns() == [pytest.approx(twin.score())] * game.seats


# Each line of the table of the two editions -------------------------------------------------------


def after(game: Any, *ticks: str) -> Any:
    """The state after ticks such as "right wait"."""
    state = game.initial_state()
    for tick in ticks:
        for text in tick.split():
            state.apply_action(game.parse_action(text.replace("-", " ")))
    return state


def places(state: Any) -> list[int]:
    """Where the agents are along a corridor."""
    facts = state.to_dict()
    return [cell // 4 for cell in facts["cells"][: state.game.seats]]


def test_order_within_a_tick() -> None:
    """First edition by place (the agent on the left first) or by number; second by number."""
    crossing = {"inside": "1.0G", "collision": "block"}
    tick = "left right"  # both want the square between them
    assert places(after(corridor(edition=1, **crossing), tick)) == [3, 2]
    assert places(after(corridor(edition=1, order="id", **crossing), tick)) == [2, 1]
    assert places(after(corridor(edition=2, **crossing), tick)) == [2, 1]
    assert places(after(corridor(edition=2, order="scan", **crossing), tick)) == [3, 2]


def test_doors_react_at_once_or_a_tick_later() -> None:
    """Stepping on a button opens the door for those who move later, in the second edition."""
    game = {"inside": "0a.A1G"}
    assert places(after(corridor(edition=2, **game), "right left")) == [2, 4]
    assert places(after(corridor(edition=1, **game), "right left")) == [2, 5]
    assert places(after(corridor(edition=1, **game), "right left", "wait left")) == [2, 4]
    # And stepping off closes it.
    assert places(after(corridor(edition=2, **game), "right wait", "left left")) == [1, 5]
    assert places(after(corridor(edition=1, **game), "right wait", "left left")) == [1, 4]


def test_goals_count_at_once_or_a_tick_later() -> None:
    late, soon = corridor("0G1", edition=1), corridor("0G1", edition=2)
    assert after(soon, "right wait").to_dict()["visited"] == [1, 0, 0, 0]
    assert after(late, "right wait").to_dict()["visited"] == [0, 0, 0, 0]
    assert after(late, "right wait", "right wait").to_dict()["visited"] == [1, 0, 0, 0]
    assert after(soon, "right left").is_terminal()
    state = after(late, "right wait", "left wait", "wait left")
    assert not state.is_terminal()
    for _ in range(2):
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [1.0, 1.0]


def test_cells_are_blocked_or_shared() -> None:
    """In the second edition agents pass through each other; a leader who goes first makes room."""
    assert places(after(corridor(".01G", edition=1), "right left")) == [2, 3]
    assert places(after(corridor(".01G", edition=2), "right left")) == [3, 2]
    assert places(after(corridor(".01G", edition=2), "right wait")) == [3, 3]
    assert places(after(corridor("01.G", edition=1), "right right")) == [1, 3]  # 0 is first
    assert places(after(corridor("10.G", edition=1), "right right")) == [3, 1]  # 1 is first
    assert places(after(corridor("10.G", edition=1, order="id"), "right right")) == [3, 2]
    assert places(after(corridor("10.G", edition=2, collision="block"), "right right")) == [3, 2]
    # The thesis: the agent with the lower number gets a cell that both want.
    assert places(after(corridor("1.0G", collision="block"), "left right")) == [2, 1]


@pytest.mark.parametrize("edition", [1, 2])
def test_an_agent_in_a_closing_door_stays_and_may_leave(edition: int) -> None:
    game = corridor("0a.A1G", edition=edition)
    state = after(game, "right wait", "wait left", "left wait")
    assert places(state) == [1, 4]
    assert game.parse_action("up") == 1
    for text in ("wait", "up"):  # a wall is a wait
        state.apply_action(game.parse_action(text))
    assert places(state) == [1, 4]
    for text in ("wait", "right"):
        state.apply_action(game.parse_action(text))
    assert places(state) == [1, 5]


def test_one_of_several_buttons_is_enough() -> None:
    level = "#######\n#0a1aA#\n#.....#\n#....G#\n#######"
    state = load(level).initial_state()
    for text in ("right", "right"):  # both are on a button now
        state.apply_action(state.game.parse_action(text))
    assert "door A is open" in str(state)
    for text in ("left", "wait"):
        state.apply_action(state.game.parse_action(text))
    assert "door A is open" in str(state)
    for text in ("wait", "right"):  # off the button and into its own door
        state.apply_action(state.game.parse_action(text))
    assert state.to_dict()["cells"][1] == 5 * 5 + 1


def test_actions_in_the_source_s_order() -> None:
    names = ["wait", "up", "down", "left", "right"]
    simple, relative, full = (load(actions=kind) for kind in ("simple", "relative", "full"))
    texts = [relative.action_text(action) for action in range(relative.action_count)]
    assert texts == [*names, "flare down", "flare up", "flare left", "flare right"]
    assert [simple.action_text(action) for action in range(simple.action_count)] == names
    counts = {"pathfinding": 86, "single_door": 86, "airlock": 104, "butterfly": 61}
    for level, count in counts.items():
        assert load(level, actions="full").action_count == count
    assert [full.action_text(action) for action in (5, 6, 14)] == [
        "flare at 0,0",
        "flare at 0,1",
        "flare at 1,0",
    ]
    assert simple.action_types == ["wait", "move"]
    assert relative.action_types == ["wait", "move", "flare"]


@pytest.mark.parametrize("edition", [1, 2])
def test_a_flare_is_seen_for_one_decision(edition: int) -> None:
    game = load(actions="relative", edition=edition)
    state = game.initial_state()
    state.apply_action(game.parse_action("flare left"))
    assert state.view(1).facts["flares"] == [-1, -1, -1, -1]  # not before everybody has chosen
    state.apply_action(game.parse_action("down"))
    assert state.to_dict()["flares"] == [2, -1, -1, -1]
    assert state.to_dict()["cells"][0] == game.initial_state().to_dict()["cells"][0]
    state.apply_action(0)
    assert state.view(1).facts["flares"] == [2, -1, -1, -1]
    state.apply_action(0)
    assert state.to_dict()["flares"] == [-1, -1, -1, -1]


def test_the_cap() -> None:
    match = play_match(load(ticks=7), [tiny_coop_agents.wait] * 2)
    assert len(match.moves) == 14
    assert match.returns == (0.0, 0.0)
    assert len(play_match(load(), [tiny_coop_agents.wait] * 2).moves) == 4000


# Who sees what --------------------------------------------------------------------------------


def test_a_choice_stays_hidden_until_the_last() -> None:
    game = load(TRIO, actions="relative")
    start = game.initial_state()
    for first, second in product((0, 4, 7), repeat=2):
        state = start.copy()
        assert state.observation(first, 0) == Observation(0, first)
        assert state.observation(first, 1) == Observation(0, None)
        state.apply_action(first)
        assert state.view(0).facts["choice"] == first
        assert state.observation(second, 0) == Observation(1, None)
        state.apply_action(second)
        other = start.copy()
        other.apply_action(first)
        other.apply_action(0)
        assert (state.view(0), state.view(2)) == (other.view(0), other.view(2))
        for seat in range(3):
            assert state.observation(3, seat) == Observation(2, 3, (1, first, second, 3))


def test_beliefs_hold_every_choice_alike() -> None:
    game = load(TRIO, actions="relative")
    state = game.initial_state()
    state.apply_action(8)
    state.apply_action(2)
    rng = Stream(1).rng()
    worlds = [game.belief(state.view(2)).sample(rng).to_dict()["choices"] for _ in range(8100)]
    counts = dict.fromkeys(product(range(9), repeat=2), 0)
    for first, second, *rest in worlds:
        assert rest == [-1, -1]
        counts[first, second] += 1
    assert all(abs(count - 100) < 60 for count in counts.values())
    mine = [game.belief(state.view(1)).sample(rng).to_dict()["choices"][1] for _ in range(50)]
    assert set(mine) == {2}


PLAYERS: dict[str, Player] = {
    "cooperator": tiny_coop_agents.cooperator,
    "follow_the_flare": tiny_coop_agents.follow_the_flare,
    "bias_random": tiny_coop_agents.bias_random,
    "mcts": tiny_coop_agents.mcts(LOW),
    "vari_ga": tiny_coop_agents.vari_ga(),
    "predictor": tiny_coop_agents.predictor("follow_the_flare", LOW),
    "duct": tiny_coop_agents.duct(LOW),
    "planner": tiny_coop_agents.planner(LOW),
    "predicting planner": tiny_coop_agents.planner(LOW, partner="cooperator"),
}


@pytest.mark.parametrize("name", PLAYERS)
def test_players_do_not_see_what_the_others_choose(name: str) -> None:
    game = load("butterfly", actions="relative", ticks=4)
    check_swap(game, PLAYERS[name], games=2)
    check_determinism(game, games=2, players=[PLAYERS[name], Policy("random")])


def test_plans_are_bred_alike_from_the_same_seed() -> None:
    game = load("single_door", ticks=12)
    players = [tiny_coop_agents.ga(), Policy("random")]
    one, two = (play_match(game, players, seed=3) for _ in range(2))
    assert one.moves == two.moves
    match = play_match(load("pathfinding", ticks=20), [tiny_coop_agents.vari_ga()] * 2, seed=1)
    assert 0 <= match.returns[0] <= 1


def test_a_model_that_recalls_answers_by_what_matters_to_it() -> None:
    """Flares and time change nothing for a search that takes its partner for random."""
    game = load("butterfly", actions="relative")
    early, late = game.initial_state(), game.initial_state()
    for _ in range(3):
        late.apply_action(game.parse_action("flare up"))
        late.apply_action(game.parse_action("flare left"))
    budget = tiny_coop_agents.Budget(iterations=20, depth=2, ticks=5)
    search = tiny_coop_agents.mcts(budget)
    answers = [search.run(game.belief(each.view(0)), seed=9) for each in (early, late)]
    assert answers[0].actions == answers[1].actions
    planner = tiny_coop_agents.predictor(search, budget, recall=2)
    plans = [planner.run(game.belief(each.view(0)), seed=4) for each in (early, late)]
    assert plans[0].actions == plans[1].actions
    short = load("butterfly", actions="relative", ticks=30)
    check_determinism(short, games=2, players=[planner, Policy("random")])


PARTNERS = ("bias_random", "follow_the_flare", "cooperator")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("partner", PARTNERS)
def test_a_partner_is_recognised_by_choices_that_are_shown_later(partner: str, seat: int) -> None:
    """Seat 0's choice is hidden until seat 1 has chosen: it is evidence all the same.

    Twenty ticks of a deterministic type leave at least 99 to 1 against the others unless they
    agree; bias_random is never certain to differ, but a wait in twenty is what the others do.
    """
    game = load("single_door", actions="relative", ticks=20)
    search = om.Search(
        hidden=om.Particles(count=50),
        others=om.Types(PARTNERS),
        rollout=om.Uniform(depth=4, evaluation="score"),
        iterations=20,
    )
    agent = search.agent(game)
    players: list[Any] = [Policy(partner), Policy(partner)]
    players[seat] = agent
    play_match(game, players, seed=4)
    assert agent.last_result is not None
    posterior = om.SearchResult.from_native(game, agent.last_result).posterior
    believed = {belief.type: belief.probability for belief in posterior}
    assert max(believed, key=lambda name: believed[name]) == partner
    assert believed[partner] > 0.99


def test_a_search_that_models_a_search_does_not_see_its_choice() -> None:
    """The model of seat 1 draws what seat 0 chose, instead of looking into the simulated world."""
    game = load("symmetric_single_door", ticks=6)
    partner = tiny_coop_agents.mcts(LOW)
    search = tiny_coop_agents.predictor(
        partner, tiny_coop_agents.Budget(iterations=5, depth=2, ticks=4)
    )
    one, two = (play_match(game, [search, partner], seed=3) for _ in range(2))
    assert one.moves == two.moves
    check_swap(load("symmetric_single_door", ticks=3), search, games=1)


# Levels -------------------------------------------------------------------------------------------


BAD_LEVELS = {
    "no_such_level": "single_door",
    "#0G1#": "several lines",
    framed("0G1") + "\n##": "same length",
    "#####\n#0G1.\n#####": "the border is open at 4,1",
    framed("0G1", "..x", ".X.").replace("x", "*"): r"There is '\*' at 3,2",
    framed("0Gg1"): "a small letter but g",
    framed("0G..1").replace("..", " ."): "There is the character number 32",
    framed("0G.."): "'1' occurs 0 times",
    framed("0G00", "1..."): "'0' occurs 3 times",
    framed("0G12", "3..3"): "'3' occurs 2 times",
    framed("0G2."): "'1' occurs 0 times",
    framed("0.1."): "at least one goal",
    framed("01GGGGGGGGG"): "at most 8 goals",
    framed("0GA1"): "The door 'A' has no button: there is no 'a'",
    framed("0Ga1"): "The button 'a' opens nothing",
    framed("0.1#G"): "Agent 0 can never reach the goal at 5,1",
    framed("0.G#1"): "Agent 1 can never reach the goal at 3,1",
    framed("01AaG"): "Agent 0 can never reach the goal at 5,1",
    framed("0a.B.A.b.G1"): "No play of all agents together",
    framed(*["01G" + "." * 20] * 1, *["." * 23] * 12): "at most 256 squares",
    "##\n##": "at least 3 squares",
    "\n": "at least 3 squares",
}


@pytest.mark.parametrize("level", BAD_LEVELS)
def test_a_bad_level_gets_a_sentence(level: str) -> None:
    with pytest.raises(OptionError, match=BAD_LEVELS[level]):
        load(level)


def test_bad_options_get_a_sentence() -> None:
    for options, sentence in (
        ({"edition": 3}, "edition of Tiny Co-Op must be 1 or 2, not 3"),
        ({"actions": "some"}, "simple, relative, full"),
        ({"order": "random"}, "edition, id, scan"),
        ({"collision": "bounce"}, "edition, share, block"),
        ({"ticks": 0}, "from 1 to 30,?000, not 0"),
        ({"level": 5}, "must be a text"),
        ({"level": Path("/no/such/level.txt")}, "cannot be read"),
    ):
        with pytest.raises(OptionError, match=sentence):
            otherminds.load("tiny_coop", **options)


def test_levels_from_text_and_files(tmp_path: Path) -> None:
    drawn = level_map(load("airlock"))
    path = tmp_path / "mine.txt"
    path.write_text(f"\n  {drawn.replace(chr(10), chr(10) + '  ')}\n\n")
    for level in (drawn, path, str(path), f"\r\n{drawn}\r\n"):
        game = otherminds.load("tiny_coop", level=level)
        assert level_map(game) == drawn
        assert optimum(game) == OPTIMA["airlock"][1]
        assert otherminds.load("tiny_coop", **game.options) == game


def test_a_level_too_large_to_solve_is_played() -> None:
    rows = ["." * 12 for _ in range(12)]
    rows[0] = "0.1.2.3....."
    rows[11] = "...........G"
    game = load(framed(*rows), ticks=30)
    with pytest.raises(LimitError, match="too large to be solved"):
        optimum(game)
    with pytest.raises(LimitError):
        game.policy("cooperator", {})
    planner = tiny_coop_agents.planner(
        tiny_coop_agents.Budget(iterations=400, depth=2, ticks=15), seats=4
    )
    match = play_match(game, [planner] * 4, seed=1)
    assert match.returns[0] >= 0.5  # by distances; the search is the same


# The planner ------------------------------------------------------------------------------------


def breadth_first(game: Any) -> int:
    """The optimum, by the plain rules."""
    start = reference(game)
    known = {(tuple(start.places), tuple(map(frozenset, start.visits)))}
    waiting = deque([(start, 0)])
    while waiting:
        here, ticks = waiting.popleft()
        if here.score() == 1:
            return ticks
        for actions in product(range(5), repeat=len(here.places)):
            visits = [set(visited) for visited in here.visits]
            twin = Reference(here.rows, here.edition, here.order, here.collision)
            twin.places, twin.visits = list(here.places), visits
            twin.tick(list(actions))
            key = (tuple(twin.places), tuple(map(frozenset, twin.visits)))
            if key not in known:
                known.add(key)
                waiting.append((twin, ticks + 1))
    raise AssertionError("cannot be won")


@pytest.mark.slow
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(
    "level",
    [
        "symmetric_single_door",
        framed("0a.A1G", "..#.b.", ".B...."),
        framed("1aA.0", "#B#b.", "G...#"),
    ],
)
def test_the_optimum_by_plain_search(level: str, edition: int) -> None:
    for collision in ("share", "block"):
        game = load(level, edition=edition, collision=collision)
        assert optimum(game) == breadth_first(game)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("level", LEVELS)
def test_the_optimum_is_reached(level: str, edition: int) -> None:
    for actions in ("simple", "relative"):
        game = load(level, edition=edition, actions=actions)
        best = optimum(game)
        assert best == OPTIMA[level][edition - 1]
        match = play_match(game, [tiny_coop_agents.cooperator] * 2)
        assert match.returns == (1.0, 1.0)
        assert len(match.moves) == 2 * best
        ticks = [optimum(state) for state in list(match.states())[::2]]
        assert ticks == list(range(best, -1, -1))


def test_the_cooperator_plans_anew_from_wherever_it_is() -> None:
    for level in ("single_door", "airlock", "butterfly"):
        match = play_match(load(level), [tiny_coop_agents.cooperator, Policy("random")], seed=2)
        assert match.returns == (1.0, 1.0)


def test_optimum_refuses_what_is_no_state() -> None:
    for nonsense in (None, 5, otherminds.load("tic_tac_toe").initial_state()):
        with pytest.raises(OptionError, match="A state of Tiny Co-Op"):
            optimum(nonsense)
    lost = load(framed("0.a.A.1G", "##.#####"), edition=2)  # both can get locked in on the right
    assert optimum(lost) is not None


def ticks_of(match: Any) -> int:
    return len(match.moves) // 2


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_small_search_is_within_a_fifth_of_the_optimum(level: str) -> None:
    """At the source's medium budget, in mirror play and with the co-operator; means of 10 games."""
    game = load(level, ticks=200)
    for partner in (None, "cooperator"):
        planner = tiny_coop_agents.planner(partner=partner)
        for players in ([planner, planner], [planner, tiny_coop_agents.cooperator]):
            ticks = [ticks_of(play_match(game, players, seed=seed)) for seed in range(10)]
            assert statistics.mean(ticks) <= 1.2 * OPTIMA[level][1]


# The players of the source ------------------------------------------------------------------------


def test_bias_random_and_follow_the_flare() -> None:
    def chances(game: Any, name: str, state: Any) -> dict[int, float]:
        policy = game.policy(name, {})
        memory = otherminds._core.Memory()
        policy.begin(memory, state.actor(), Stream(0).rng())
        return dict(policy.probabilities(state.view(state.actor()), memory))

    simple, relative, full = (load(actions=kind) for kind in ("simple", "relative", "full"))
    start = simple.initial_state()
    assert chances(simple, "bias_random", start) == {0: 0.0, **dict.fromkeys(range(1, 5), 0.25)}
    start = relative.initial_state()
    biased = chances(relative, "bias_random", start)
    assert biased[0] == 0
    assert [biased[action] for action in range(1, 9)] == [0.1875] * 4 + [0.0625] * 4
    assert math.isclose(sum(chances(full, "bias_random", full.initial_state()).values()), 1)
    assert chances(relative, "follow_the_flare", start)[0] == 1
    for flare, direction in enumerate(FLARES):
        state = after(relative, f"wait flare-{direction}")
        assert chances(relative, "follow_the_flare", state)[NAMES.index(direction)] == 1, flare
    own = "1,1"  # agent 0; the cells around it, one of them a wall, and one too far away
    for place, move in (("1,0", "up"), ("1,2", "down"), ("0,1", "left"), ("2,1", "right")):
        state = after(full, f"wait flare-at-{place}")
        assert chances(full, "follow_the_flare", state)[NAMES.index(move)] == 1
    for place in (own, "3,1", "2,2"):
        state = after(full, f"wait flare-at-{place}")
        assert chances(full, "follow_the_flare", state)[0] == 1


# Random against random: score and ticks in the source's program, 1,500 games with agents in the
# order of their numbers. docs/sources/walton-rivers.md, R-2.
FINGERPRINT = {
    "pathfinding": (1.00, 426),
    "single_door": (0.34, 1918),
    "symmetric_single_door": (0.34, 1918),
    "extended_side": (0.29, 1976),
    "side_by_side": (0.66, 1925),
    "airlock": (0.14, 1968),
    "butterfly": (0.39, 1998),
}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_random_play_has_the_source_s_fingerprint(level: str) -> None:
    score, ticks = FINGERPRINT[level]
    game = load(level, edition=1, order="id")
    games = 4000
    assert game.playouts(games, 1)[0] / games == pytest.approx(score, abs=0.04)
    lengths = [ticks_of(play_match(game, [Policy("random")] * 2, seed=s)) for s in range(300)]
    assert statistics.mean(lengths) == pytest.approx(ticks, abs=60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("actions", "scores"),
    [
        ("simple", {"airlock": 0.14, "butterfly": 0.39, "pathfinding": 1.0, "single_door": 0.31}),
        (
            "relative",
            {"airlock": 0.06, "butterfly": 0.24, "pathfinding": 0.99, "single_door": 0.19},
        ),
    ],
)
def test_so_has_the_second_edition(actions: str, scores: dict[str, float]) -> None:
    for level, score in scores.items():
        game = load(level, actions=actions)
        assert game.playouts(3000, 1)[0] / 3000 == pytest.approx(score, abs=0.05)


# Pictures and generated levels ------------------------------------------------------------------


def test_pictures_are_well_formed() -> None:
    for actions in ("simple", "relative", "full"):
        game = load(TRIO, actions=actions, ticks=30)
        match = play_match(game, [Policy("random")] * 3, seed=1)
        for state in match.states():
            for position in (state, state.view(0)):
                root = xml.etree.ElementTree.fromstring(tiny_coop.drawing(position).svg)
                assert root.tag.endswith("svg")
    texts = [text for text in root.itertext() if text in ("0", "1", "2")]
    assert texts == ["0", "1", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("doors", range(6))
def test_generated_levels_can_be_won(doors: int) -> None:
    for seed in range(3):
        level = tiny_coop.generate(seed, doors=doors)
        assert level == tiny_coop.generate(Stream(seed), doors=doors)
        game = load(level.map)
        assert optimum(game) == level.optimum
        assert level.passages >= doors
        assert len({square for square in level.map if square.isupper()} - {"G"}) == doors
    assert tiny_coop.generate(1, doors=doors) != tiny_coop.generate(2, doors=doors)


@pytest.mark.slow
def test_generated_levels_are_as_hard_as_asked() -> None:
    level = tiny_coop.generate(4, doors=3, goals=2, agents=2, least_ticks=25, least_passages=6)
    assert level.optimum >= 25
    assert level.passages >= 6
    trio = tiny_coop.generate(4, doors=1, agents=3, most_ticks=15, edition=1)
    assert load(trio.map, edition=1).seats == 3
    assert optimum(load(trio.map, edition=1)) == trio.optimum <= 15
    means = [
        statistics.mean(tiny_coop.generate(seed, doors=doors).optimum for seed in range(8))
        for doors in (0, 2, 5)
    ]
    assert means == sorted(means)
    for options, error in (
        ({"doors": 8}, OptionError),
        ({"doors": 7, "room": 6}, OptionError),
        ({"agents": 1}, OptionError),
        ({"edition": 4}, OptionError),
        ({"doors": 0, "least_passages": 1, "tries": 20}, LimitError),
    ):
        with pytest.raises(error):
            tiny_coop.generate(1, **options)
