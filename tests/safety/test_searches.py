"""Games that never end, that change their minds or lie about types, under every kind of search."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from otherminds import (
    CHANCE,
    NOBODY,
    Evolve,
    GameError,
    IllegalActionError,
    Observation,
    OptionError,
    OthermindsError,
    Policy,
    Rng,
    Search,
    Stream,
    load,
    play_match,
)
from otherminds.games.python import PythonView
from otherminds.search import (
    PUCT,
    BeliefTree,
    Evaluated,
    Exhaustive,
    InformationSets,
    Nothing,
    Particles,
    Policies,
    Random,
    Themselves,
    Tree,
    Typed,
    TypeDistribution,
    TypePrior,
    Types,
    Uniform,
    Worlds,
)
from tests.safety.coin_tic_tac_toe import CoinTicTacToe, CoinTicTacToeState, First, Guard, survives

pytestmark = pytest.mark.usefixtures("unharmed")


# Endless and deep games ---------------------------------------------------------------------------


class LongState(CoinTicTacToeState):
    """One seat moves ``length`` times without a choice; with ``chance`` dice do after the first."""

    def actor(self) -> int:
        if self.moves == self.game.length:  # type: ignore[attr-defined]
            return NOBODY
        return CHANCE if self.moves and self.game.chance else 0  # type: ignore[attr-defined]

    def legal_actions(self) -> list[int]:
        return [0] if self.actor() == 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)] if self.actor() == CHANCE else []

    def _apply_action(self, action: int) -> None:
        self.moves += 1

    def _returns(self) -> list[float]:
        return [1.0, -1.0]


class Long(CoinTicTacToe):
    state_class = LongState
    length = -1
    chance = False


def long(length: int, chance: bool) -> Any:
    return type("SomeLong", (Long,), {"length": length, "chance": chance})().initial_state()


def nought(_: Any) -> list[float]:
    return [0.0, 0.0]


EVOLUTIONS = [
    Evolve(iterations=50),
    Evolve(iterations=50, population=1, length=1),
    Evolve(iterations=50, varying=True, macro=3, turns=2, commit=True),
    Evolve(iterations=50, rollout=Typed(), others=Random()),
    Evolve(iterations=50, rollout=Uniform(depth=3, evaluation=nought)),
    Evolve(iterations=50, rollout=Evaluated(nought)),
]


@pytest.mark.parametrize("player", EVOLUTIONS, ids=range(len(EVOLUTIONS)))
def test_evolution_reports_dice_without_an_end(player: Evolve) -> None:
    with pytest.raises(GameError, match="did not end within 100000 moves"):
        player.run(long(-1, chance=True), seed=1)


def test_evolution_in_endless_games_ends_where_its_plans_are_judged() -> None:
    for player in EVOLUTIONS[:4]:
        with pytest.raises(GameError, match="did not end within 100000 moves"):
            player.run(long(-1, chance=False), seed=1)
    for player in EVOLUTIONS[4:]:
        assert player.run(long(-1, chance=False), seed=1).action == 0


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("others", [Themselves(), Random(), Types(["random", "typed"])], ids=repr)
def test_looking_at_everything_in_a_deep_game(others: Any, chance: bool) -> None:
    player = Exhaustive(others=others)
    assert player.run(long(500, chance)).values[0] == 1.0
    for length in (1_001, 20_000, 1_000_000, -1):
        with pytest.raises(OptionError, match="too long to look at everything"):
            player.run(long(length, chance))


def test_looking_a_little_ahead_in_a_deep_game() -> None:
    player = Exhaustive(depth=5, evaluation=nought)
    assert player.run(long(1_000_000, chance=False)).values[0] == 0.0
    with pytest.raises(OptionError, match="too long to look at everything"):
        player.run(long(1_000_000, chance=True))  # dice do not count towards the depth
    with pytest.raises(OptionError):
        Exhaustive(depth=10**6, evaluation=nought).run(long(-1, chance=False))


# Games that change their minds, under every answer to what is hidden -----------------------------

NOISE = "noise"


class LooseBelief:
    """Takes every view for the truth; nothing that a fickle game says is refused here."""

    def __init__(self, view: Any) -> None:
        self.view, self.game = view, view.game

    def update(self, observation: Observation, view: Any, /) -> None:
        self.view = view

    def sample(self, rng: Rng, /) -> Any:
        facts = {name: fact for name, fact in self.view.facts.items() if name != NOISE}
        return self.game.state_class(self.game, **facts)

    def copy(self) -> LooseBelief:
        return type(self)(self.view)


class WeightedBelief(LooseBelief):
    """Lists its worlds, so that a search weighs them."""

    def worlds(self) -> list[tuple[Any, float]]:
        rng = Stream(0).rng()
        return [(self.sample(rng), weight) for weight in (1.0, 0.25)]


HIDDEN = [
    InformationSets(),
    InformationSets(observers="each"),
    InformationSets(availability=False),
    Particles(count=10),
    Particles(count=10, reinvigorate=0.5),
    Particles(belief="game"),
    Worlds(count=3),
    BeliefTree(count=5),
    BeliefTree(count=5, light=True),
    BeliefTree(count=5, observable=True),
    BeliefTree(count=5, weighted_returns=True, temperature=2.0),
]
TREES = [
    Tree(),
    Tree(max_nodes=2),
    Tree(loop="open"),
    Tree(transpositions=True),
    Tree(transpositions=True, afterstates=True),
    Tree(widening=1.0, outcome_widening=1.0),
    Tree(reuse=True),
]


def fickle(draw: random.Random, methods: list[str]) -> Any:
    """A CoinTicTacToe that hides facts and answers some of these questions at random."""
    odds = draw.choice((0.02, 0.2, 0.9))
    squares = range(9)
    answers: dict[str, Callable[..., Any]] = {
        "actor": lambda state: draw.choice((0, 1, CHANCE, NOBODY)),
        "legal_actions": lambda state: sorted({draw.choice(squares) for _ in range(3)}),
        "chance_outcomes": lambda state: draw.choice(([(0, 1.0)], [(0, 0.5), (1, 0.5)])),
        "_apply_action": lambda state, action: CoinTicTacToeState._apply_action(
            state, draw.choice(squares)
        ),
        "_returns": lambda state: [draw.uniform(-1, 1), draw.uniform(-1, 1)],
        "_observation": lambda state, action, seat: Observation(
            draw.choice((CHANCE, 0, 1)), draw.choice((None, *squares)), [draw.choice(squares)]
        ),
        "_facts": lambda state, seat: {**state.to_dict(), NOISE: draw.choice(squares)},
        "view": lambda state, seat: PythonView(
            state.game, seat, draw.choice((0, 1)), (draw.choice(squares),), state.to_dict()
        ),
        "key": lambda state: draw.choice(squares),
        "type_of": lambda game, action: draw.choice((0, 0, 0, 1)),
    }

    def sometimes(method: str, original: Any) -> Any:
        def asked(self: Any, *args: Any) -> Any:
            return answers[method](self, *args) if draw.random() < odds else original(self, *args)

        return asked

    own = {
        name: sometimes(name, getattr(CoinTicTacToeState, name))
        for name in methods
        if name != "type_of"
    }
    members = {
        "perfect_information": False,
        "belief_class": draw.choice((LooseBelief, WeightedBelief)),
        "state_class": type("FickleState", (CoinTicTacToeState,), own),
        "action_types": ("one", "two"),
    }
    if "type_of" in methods:
        members["type_of"] = sometimes("type_of", CoinTicTacToe.type_of)
    return type("Fickle", (CoinTicTacToe,), members)()


FICKLE = ["actor", "legal_actions", "chance_outcomes", "_apply_action", "_returns"]
FICKLE += ["_observation", "_facts", "view", "key", "type_of"]


def endings(game: Any, search: Search, seed: int) -> list[str]:
    """What a search and two matches said of a game: a sentence, or nothing when all went well."""
    acts: list[Callable[[], Any]] = [
        lambda: search.run(game.belief(game.initial_state().view(0)), seed=seed),
        lambda: play_match(game, [search, Policy("random")], seed=seed),
        lambda: play_match(game, [Policy("random"), search], seed=seed),
    ]
    said = []
    for act in acts:
        try:
            act()
        except OthermindsError as error:
            said.append(str(error))
        else:
            said.append("")
    return said


def change_minds(hidden: int, seeds: range) -> None:
    """Searches and matches in fickle games; prints how many ended well and how many did not."""
    guard = Guard()
    said: list[str] = []
    for seed in seeds:
        draw = random.Random(seed)
        game = fickle(draw, draw.sample(FICKLE, draw.randrange(1, 5)))
        options: dict[str, Any] = {
            "hidden": HIDDEN[hidden],
            "others": draw.choice((Themselves(), Random(), Types(["random", "typed"]))),
            "iterations": draw.choice((3, 60)),
        }
        said += endings(game, Search(**options), seed)
        rollout, tree = draw.choice((Uniform(), Typed())), draw.choice(TREES)
        with suppress(OptionError):  # not everything goes together
            said += endings(game, Search(rollout=rollout, tree=tree, **options), seed)
    guard.check()
    assert all(sentence.endswith(".") for sentence in said if sentence)
    print(said.count(""), len(said) - said.count(""))


@pytest.mark.parametrize("number", range(len(HIDDEN)), ids=lambda number: repr(HIDDEN[number]))
def test_games_that_change_their_minds(number: int) -> None:
    code = f"from tests.safety.test_searches import change_minds; change_minds({number}, range(24))"
    well, badly = map(int, survives(code).split())
    assert well > 8
    assert badly > 8


@pytest.mark.parametrize("hidden", HIDDEN, ids=repr)
def test_the_same_search_works_in_the_same_game_with_a_mind_of_its_own(hidden: Any) -> None:
    game = fickle(random.Random(0), [])
    result = Search(hidden=hidden, iterations=30).run(game.belief(game.initial_state().view(0)))
    assert result.action in range(9)
    assert play_match(game, [Search(hidden=hidden, iterations=6), First()]).moves


# Types of actions that grow or do not exist -------------------------------------------------------

EVEN = TypeDistribution({"one": 1.0, "two": 2.0})
TYPED = [
    Search(rollout=Typed(), iterations=30),
    Search(rollout=Typed(EVEN), iterations=30),
    Search(rollout=Typed(TypePrior(EVEN)), iterations=30),
    Search(bandit=PUCT(prior=TypePrior(EVEN)), iterations=30),
    Search(others=Policies("typed"), iterations=30),
    Evolve(rollout=Typed(), length=1, others=Policies("typed"), iterations=30),
]


def with_types(type_of: Callable[[], Any]) -> Any:
    members = {"action_types": ("one", "two"), "_type_of": lambda self, action: type_of()}
    return type("Kinds", (CoinTicTacToe,), members)()


@pytest.mark.parametrize("player", TYPED, ids=repr)
@pytest.mark.parametrize(
    "kind", [2, 99, -1, -(2**31), 2**31, 2**40, 10**400, "one", None, 0.5, [0]], ids=repr
)
def test_types_that_do_not_exist_are_game_errors(player: Any, kind: Any) -> None:
    game = with_types(lambda: kind)
    with pytest.raises(GameError, match=r"type_of\(\) of coin_tic_tac_toe returned"):
        player.run(game.initial_state(), seed=1)
    with pytest.raises(GameError, match=r"type_of\(\) of coin_tic_tac_toe returned"):
        play_match(game, [Policy("typed"), First()])


@pytest.mark.parametrize("player", TYPED, ids=repr)
def test_types_that_leave_their_range_in_flight_are_game_errors(player: Any) -> None:
    """Right at first, and one more each time thereafter."""
    numbers = itertools.chain([0, 1] * 40, itertools.count(2))
    state = with_types(lambda: next(numbers)).initial_state()

    def search() -> None:
        for seed in range(100):
            player.run(state, seed=seed)

    with pytest.raises(GameError, match=r"type_of\(\) of coin_tic_tac_toe returned 2"):
        search()


@pytest.mark.parametrize("player", TYPED, ids=repr)
@pytest.mark.parametrize("grows", [True, False])
def test_a_list_of_types_that_changes_in_flight(player: Any, grows: bool) -> None:
    names: list[str] = []

    class Changing(CoinTicTacToe):
        @property
        def action_types(self) -> tuple[str, ...]:  # type: ignore[override]
            return tuple(names)

        def _type_of(self, action: int) -> int:
            if grows:
                names.append(f"kind {len(names)}")
            else:
                names.pop()
            return len(names) - 1

    names[:] = ["one", "two"] if grows else ["one", "two", *map(str, range(50))]
    with suppress(GameError, IndexError):
        assert player.run(Changing().initial_state(), seed=1).action in range(9)


# Agents that peek ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["othello", "bazaar", "leduc", "tiger", "tic_tac_toe", "kuhn_poker"]
)
@pytest.mark.parametrize(
    "player",
    [
        Search(hidden=Nothing(peek=True), iterations=20),
        Search(hidden=Nothing(peek=True), tree=Tree(reuse=True), iterations=20),
        Evolve(hidden=Nothing(peek=True), iterations=20),
    ],
    ids=repr,
)
def test_an_agent_that_peeks_is_shown_a_state_in_which_others_act(name: str, player: Any) -> None:
    game = load(name)
    start = game.initial_state(1)
    while start.actor() == CHANCE:
        start.apply_action(start.chance_outcomes()[0][0])
    seat = start.actor()
    view = start.view(seat)
    agent = player.agent(game)
    agent.begin(seat, view, Stream(0))
    state, others = start.copy(), 0
    while not state.is_terminal():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action((outcomes or state.legal_actions())[0])
        if state.actor() != seat:
            others += 1
            with pytest.raises(OptionError, match=r"not its turn|in which it acts"):
                agent.act(view, state)
            with pytest.raises((OptionError, IllegalActionError)):
                agent.act(state.view(seat), state)
    assert others > 0
    assert agent.act(view, start) in start.legal_actions()
