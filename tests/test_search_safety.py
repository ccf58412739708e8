"""Whatever a game, an agent or a callback does, the process lives and nothing is damaged.

What could end the interpreter runs in a process of its own, so that a test reports it.
"""

from __future__ import annotations

import gc
import itertools
import json
import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from otherminds import (
    CHANCE,
    NOBODY,
    Agent,
    AgentError,
    GameError,
    IllegalActionError,
    Nothing,
    Observation,
    OptionError,
    OthermindsError,
    Policy,
    Search,
    SearchResult,
    Stream,
    Tree,
    _core,
    load,
    play_match,
)
from otherminds.examples.tic_tac_toe import TicTacToe, TicTacToeState
from otherminds.games.python import PerfectBelief

ROOT = Path(__file__).parent.parent
LIVELY = 30  # seconds within which anything here must answer


# A game with every method in use, and ways to break it -------------------------------------------


@dataclass(eq=False)
class TossState(TicTacToeState):
    """Tic-tac-toe with a toss of a coin, which means nothing, after each move."""

    tossing: int = 0

    def actor(self) -> int:
        actor = super().actor()
        return CHANCE if self.tossing and actor != NOBODY else actor

    def legal_actions(self) -> list[int]:
        return [] if self.actor() < 0 else super().legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)] if self.actor() == CHANCE else []

    def _apply_action(self, action: int) -> None:
        if not self.tossing:
            super()._apply_action(action)
        self.tossing = 1 - self.tossing

    def _problem(self) -> str:
        return ""


class Toss(TicTacToe):
    name = "toss"
    outcome_names = ("heads", "tails")
    state_class = TossState
    belief_class: Any = PerfectBelief

    def belief(self, view: Any, /) -> Any:
        return self.belief_class(view)


STATE_METHODS = (
    "actor",
    "legal_actions",
    "_apply_action",
    "chance_outcomes",
    "_returns",
    "copy",
    "view",
    "_observation",
)
GAME_METHODS = ("belief", "_deal")
BELIEF_METHODS = ("update", "sample")
METHODS = (*STATE_METHODS, *GAME_METHODS, *BELIEF_METHODS)

Replacement = Callable[..., Any]  # gets the object that was asked and the arguments


def altered(method: str, instead: Replacement, calls: range = range(sys.maxsize)) -> Any:
    """A Toss whose method is replaced in some of its calls, by number."""
    counter = itertools.count()
    home: Any = TossState if method in STATE_METHODS else Toss
    if method in BELIEF_METHODS:
        home = PerfectBelief
    original = getattr(home, method)

    def asked(self: Any, *args: Any) -> Any:
        if next(counter) in calls:
            return instead(self, *args)
        return original(self, *args)

    home = type(f"Altered{home.__name__}", (home,), {method: asked})
    if method in GAME_METHODS:
        game: Any = home()
    elif method in BELIEF_METHODS:
        game = type("AlteredToss", (Toss,), {"belief_class": home})()
    else:
        game = type("AlteredToss", (Toss,), {"state_class": home})()
    game.asked = counter
    return game


class First(Agent):
    """Takes the first legal action and watches, so that all of a game is used."""

    def observe(self, observation: Observation, view: Any) -> None:
        assert observation.actor >= CHANCE
        assert view.seat == self.seat

    def act(self, view: Any) -> int:
        legal: list[int] = view.legal_actions()
        return legal[0]


def use(game: Any) -> None:
    """A match and a search, which ask for every method of the game."""
    play_match(game, [Search(iterations=12), First()], seed=3)
    Search(iterations=12).run(game.initial_state(), seed=3)


def fingerprint(result: SearchResult) -> Any:
    return replace(result, seconds=0.0)


class Guard:
    """States and searches as they were before somebody misbehaved."""

    def __init__(self) -> None:
        self.states = [load(name).initial_state() for name in ("othello", "tic_tac_toe")]
        self.states.append(Toss().initial_state())
        self.bytes = [state.to_bytes() for state in self.states]
        self.results = self.search()

    def search(self) -> list[Any]:
        return [fingerprint(Search(iterations=40).run(s, seed=9)) for s in self.states]

    def check(self) -> None:
        assert [state.to_bytes() for state in self.states] == self.bytes
        assert self.search() == self.results


@pytest.fixture(scope="module")
def unharmed() -> Iterator[None]:
    """Around a module's misuse: everything works as before."""
    guard = Guard()
    yield
    guard.check()


pytestmark = pytest.mark.usefixtures("unharmed")


def survives(code: str, *, seconds: float = 120, environment: dict[str, str] | None = None) -> str:
    """What a process of its own printed; it must end by itself and well."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    return done.stdout


def calls_in_use(method: str) -> int:
    game = altered(method, lambda *_: None, range(0))
    use(game)
    return int(next(game.asked))


# Raising ------------------------------------------------------------------------------------------


def overflow() -> None:
    overflow()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "kind", [ValueError, KeyboardInterrupt, SystemExit, MemoryError, StopIteration, GameError]
)
@pytest.mark.parametrize("first", [True, False])
def test_what_a_game_raises_comes_out_unchanged(
    method: str, kind: type[BaseException], first: bool
) -> None:
    raised = kind("on purpose")

    def fail(*_: Any) -> None:
        raise raised

    when = 0 if first else random.Random(method + kind.__name__).randrange(calls_in_use(method))
    with pytest.raises(kind) as caught:
        use(altered(method, fail, range(when, when + 1)))
    assert caught.value is raised


@pytest.mark.parametrize("method", METHODS)
def test_endless_recursion_in_a_game_is_a_recursion_error(method: str) -> None:
    with pytest.raises(RecursionError):
        use(altered(method, lambda *_: overflow()))


def test_attributes_deleted_in_flight() -> None:
    for name in ("board", "to_move", "winner", "game"):

        def delete(self: Any, *_: Any, name: str = name) -> int:
            del self.__dict__[name]
            return 0

        for method in ("actor", "_apply_action"):
            with pytest.raises((AttributeError, GameError, KeyError)):
                use(altered(method, delete, range(20, sys.maxsize)))


def test_methods_deleted_in_flight() -> None:
    class Vanishing(TossState):
        def legal_actions(self) -> list[int]:
            if "_returns" in vars(Vanishing):
                del Vanishing._returns
            return super().legal_actions()

        def _returns(self) -> list[float]:
            return [0.0, 0.0]

    class Game(Toss):
        state_class = Vanishing

    use(Game())  # the method of the base class takes over


# Wrong answers ------------------------------------------------------------------------------------


class Slippery(list[Any]):
    """A list that empties itself when it is looked at."""

    def __len__(self) -> int:
        super().clear()
        return 7

    def __getitem__(self, index: Any) -> Any:
        super().clear()
        raise IndexError(index)

    def __iter__(self) -> Iterator[Any]:
        super().clear()
        return iter([1, 2, 3])

    def __repr__(self) -> str:
        raise RuntimeError("shy")


class Evil(int):
    """A number that does harm when it is asked anything."""

    victim: list[Any]

    def _harm(self, *_: Any) -> Any:
        self.victim.clear()
        gc.collect()
        raise RuntimeError("harm")

    __index__ = __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _harm
    __hash__ = __eq__ = __repr__ = __str__ = __bool__ = __add__ = __sub__ = _harm


def evil(*numbers: int) -> list[Any]:
    victim: list[Any] = [Evil(number) for number in numbers]
    for number in victim:
        number.victim = victim
    return victim


class Unspeakable:
    def __repr__(self) -> str:
        return "\ud800"  # no text in UTF-8


class EndlessRepr:
    def __repr__(self) -> str:
        return repr(self)


def native_state() -> Any:
    return load("othello").initial_state()


JUNK: list[Callable[[], Any]] = [
    lambda: None,
    lambda: "0",
    lambda: 0.5,
    lambda: math.nan,
    lambda: 10**30,
    lambda: -3,
    lambda: object(),
    lambda: b"\x00",
    dict,
    lambda: Unspeakable(),
    lambda: EndlessRepr(),
    lambda: NotImplemented,
    lambda: type,
    native_state,
    lambda: native_state().view(0),
    lambda: load("othello"),
]
NO_LISTS: list[Callable[[], Any]] = [
    *JUNK,
    list,
    lambda: (),
    lambda: [None],
    lambda: ["0"],
    lambda: [[0]],
    lambda: [0.0],
    lambda: [math.nan, math.inf],
    lambda: [10**400],
    lambda: [-(10**400), 0],
    lambda: (n for n in (0, 1)),
    lambda: range(2),
    lambda: {0, 1},
    lambda: iter([0, 1]),
    lambda: [Unspeakable()],
    lambda: Slippery([None]),
]
WRONG: dict[str, list[Callable[[], Any]]] = {
    "actor": [*JUNK, lambda: 2, lambda: [0], lambda: 2**31, lambda: evil(7)[0]],
    "legal_actions": [
        *NO_LISTS,
        lambda: [3, 1],
        lambda: [0, 0],
        lambda: [-1, 0],
        lambda: [0, 9],
        lambda: [2**31],
        lambda: [2**32],
        lambda: evil(2, 1),
    ],
    "chance_outcomes": [
        *NO_LISTS,
        lambda: [(0,)],
        lambda: [(0, 0.5, 1)],
        lambda: [(0, 0.5)],
        lambda: [(0, 0.5), (1, 0.6)],
        lambda: [(0, 0.0), (1, 1.0)],
        lambda: [(0, -1.0), (1, 2.0)],
        lambda: [(0, math.nan), (1, 1.0)],
        lambda: [(0, math.inf)],
        lambda: [(0, 10**400)],
        lambda: [(2**31, 1.0)],
        lambda: [("0", 1.0)],
        lambda: [(0, "1")],
        lambda: ["ab"],
        lambda: [[0, 1.0], None],
        lambda: [evil(0, 2)],
        lambda: [Slippery([0])],
    ],
    "_returns": [
        *NO_LISTS,
        lambda: [0.0],
        lambda: [0.0, 0.0, 0.0],
        lambda: [math.nan, 0.0],
        lambda: [math.inf, -math.inf],
        lambda: [2.0, -2.0],
        lambda: ["1", "2"],
        lambda: (0.0, None),
        lambda: [10**400, 0],
        lambda: evil(2, 3),
    ],
    "copy": [*JUNK, lambda: Toss().initial_state(), lambda: TossState.__new__(TossState)],
    "_observation": [*JUNK, lambda: (0, 1)],
    "_deal": [*JUNK, lambda: load("tic_tac_toe")],
    "sample": [*JUNK],
    "view": [*JUNK],
    "belief": [*JUNK],
}
CHECKED = ("actor", "legal_actions", "chance_outcomes", "_returns", "copy")


@pytest.mark.filterwarnings("ignore")  # numbers that cannot be compared are no news here
@pytest.mark.parametrize("method", WRONG)
def test_wrong_answers_are_game_errors(method: str) -> None:
    """A GameError names the method, unless the answer meets Python code before ours."""
    calls = calls_in_use(method)
    draw = random.Random(method)
    for wrong in WRONG[method]:

        def answer(*_: Any, wrong: Callable[[], Any] = wrong) -> Any:
            return wrong()

        for when in (0, draw.randrange(calls)):
            with pytest.raises(Exception) as caught:  # noqa: PT011
                use(altered(method, answer, range(when, sys.maxsize)))
            if isinstance(caught.value, GameError):
                assert str(caught.value).endswith(".")
        if method in CHECKED:
            with pytest.raises(GameError, match=method):
                Search(iterations=12).run(altered(method, answer).initial_state())


def test_a_state_that_is_its_own_copy_is_refused() -> None:
    with pytest.raises(GameError, match="copy"):
        use(altered("copy", lambda self: self))


def test_numbers_and_lists_that_do_harm_are_read_without_asking_them() -> None:
    def legal(self: Any) -> list[Any]:
        return evil(*TossState.legal_actions(self))

    def slippery(self: Any) -> list[Any]:
        return Slippery(TossState.legal_actions(self))

    def outcomes(self: Any) -> list[Any]:
        return [(0, evil(1)[0])]

    def returns(self: Any) -> list[Any]:
        return evil(0, 1)

    state = altered("legal_actions", legal).initial_state()
    plain = Toss().initial_state()
    want = Search(iterations=50).run(plain, seed=1).actions
    assert Search(iterations=50).run(state, seed=1).actions == want
    for method, harmful in (
        ("legal_actions", slippery),
        ("chance_outcomes", outcomes),
        ("_returns", returns),
    ):
        state = altered(method, harmful).initial_state()
        assert Search(iterations=50).run(state, seed=1).iterations == 50


def test_truth_values_are_numbers() -> None:
    state = altered("actor", lambda self: bool(self.to_move)).initial_state()
    with pytest.raises((GameError, IndexError)):  # this game never ends
        Search(iterations=50).run(state)


@pytest.mark.parametrize(
    "attribute",
    [
        {"seats": 0},
        {"seats": 7},
        {"seats": "2"},
        {"seats": 10**30},
        {"seats": None},
        {"name": 5},
        {"name": "\ud800"},
        {"return_range": ()},
        {"return_range": (1.0,)},
        {"return_range": (-1.0, 0.0, 1.0)},
        {"return_range": (1.0, -1.0)},
        {"return_range": (0.0, math.nan)},
        {"return_range": (-math.inf, math.inf)},
        {"return_range": "ab"},
        {"return_range": None},
        {"perfect_information": "yes"},
        {"action_names": ()},
        {"action_count": -(2**31)},
        {"action_count": 2**31},
        {"action_count": None},
    ],
    ids=str,
)
def test_games_that_describe_themselves_wrongly(attribute: dict[str, Any]) -> None:
    game = type("Wrong", (Toss,), attribute)()
    state = game.initial_state()
    for act in (
        lambda: Search(iterations=5).run(state),
        lambda: play_match(game, [Policy("random"), Policy("random")]),
    ):
        with pytest.raises((GameError, TypeError, OptionError)):
            act()


def test_things_that_are_no_states() -> None:
    state = native_state()
    thing: Any
    for thing in (None, 5, "state", object(), state.view(0), state.game, Toss(), TossState):
        with pytest.raises((OptionError, TypeError)):
            Search(iterations=5).run(thing)
    impostor = type("Impostor", (), {"game": None, "_apply_action": None})()
    with pytest.raises(OthermindsError):
        Search(iterations=5).run(impostor)


# Games that contradict themselves -----------------------------------------------------------------


def test_a_game_that_changes_its_mind_about_who_acts() -> None:
    """A node of the tree is a seat's or chance's for good; a game may not say otherwise."""
    for answers in itertools.product((0, 1, CHANCE, NOBODY), repeat=3):
        count = itertools.count()

        def actor(self: Any, answers: Any = answers, count: Any = count) -> int:
            chosen: int = answers[min(next(count) // 5, 2)]
            return TossState.actor(self) if TossState.actor(self) == NOBODY else chosen

        class State(TossState):
            def chance_outcomes(self) -> list[tuple[int, float]]:
                return [(0, 0.5), (1, 0.5)]

            def legal_actions(self) -> list[int]:
                return [0, 1, 2]

        State.actor = actor  # type: ignore[method-assign]
        game = type("Fickle", (Toss,), {"state_class": State})()
        for iterations in (1, 2, 50):
            try:
                result = Search(iterations=iterations).run(game.initial_state(), seed=1)
            except (OthermindsError, IndexError):
                continue
            assert result.action in (0, 1, 2)


def contradict(seed: int) -> None:
    """Searches and matches in a game that answers each question at random."""
    draw = random.Random(seed)
    odds = draw.choice((0.02, 0.2, 0.9))

    def sometimes(original: Any, answers: list[Callable[[], Any]]) -> Any:
        def asked(self: Any, *args: Any) -> Any:
            if draw.random() < odds:
                return draw.choice(answers)()
            return original(self, *args)

        return asked

    plausible: dict[str, list[Callable[[], Any]]] = {
        "actor": [lambda: draw.choice((0, 1, CHANCE, NOBODY))],
        "legal_actions": [lambda: sorted({draw.randrange(9) for _ in range(3)})],
        "chance_outcomes": [lambda: [(draw.randrange(5), 1.0)]],
        "_returns": [lambda: [draw.uniform(-1, 1), draw.uniform(-1, 1)]],
        "_apply_action": [lambda: None],
    }
    chosen = draw.sample(sorted(plausible), draw.randrange(1, 6))
    wild = draw.random() < 0.3
    members = {
        method: sometimes(
            getattr(TossState, method), plausible[method] + (WRONG.get(method, []) if wild else [])
        )
        for method in chosen
    }
    state_class = type("Random", (TossState,), members)
    game = type("RandomToss", (Toss,), {"state_class": state_class})()
    nodes = draw.choice((1, 2, 5, 1000))
    search = Search(iterations=draw.choice((1, 2, 60)), tree=Tree(max_nodes=nodes))
    for act in (
        lambda: search.run(game.initial_state(), seed=seed),
        lambda: play_match(game, [search, First()], seed=seed),
        lambda: play_match(game, [Policy("random"), search], seed=seed),
    ):
        with suppress(Exception):
            act()


def contradict_many(seeds: range) -> None:
    guard = Guard()
    for seed in seeds:
        contradict(seed)
    guard.check()


def test_games_that_contradict_themselves_at_random() -> None:
    survives("from tests.test_search_safety import contradict_many; contradict_many(range(400))")


class Endless(TossState):
    def actor(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def _apply_action(self, action: int) -> None:
        pass


class EndlessChance(Endless):
    def actor(self) -> int:
        return self.tossing

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        self.tossing = CHANCE


@pytest.mark.parametrize("state_class", [Endless, EndlessChance])
@pytest.mark.parametrize("nodes", [1, 1_000_000])
def test_games_without_an_end_are_reported(state_class: Any, nodes: int) -> None:
    game = type("EndlessToss", (Toss,), {"state_class": state_class})()
    search = Search(iterations=1_000_000, tree=Tree(max_nodes=nodes))
    with pytest.raises(GameError, match="did not end within 100000 moves"):
        search.run(game.initial_state())


def test_matches_without_an_end_are_reported() -> None:
    class Game(Toss):
        state_class = Endless

    with pytest.raises(GameError, match="did not end within 100000 moves"):
        play_match(Game(), [Policy("random"), Policy("random")])


def test_the_game_of_a_state_changes() -> None:
    others: list[Any] = [load("othello"), None, 5, load("tic_tac_toe"), Toss]

    def apply(self: Any, action: int) -> None:
        TossState._apply_action(self, action)
        self.game = random.choice(others)

    game = altered("_apply_action", apply)
    assert Search(iterations=50).run(game.initial_state()).iterations == 50
    with pytest.raises((AttributeError, OthermindsError, TypeError)):
        play_match(game, [Search(iterations=5), First()])


# Re-entry -----------------------------------------------------------------------------------------


def test_a_game_that_searches_itself_three_deep() -> None:
    depth = 0

    def legal(self: Any) -> list[int]:
        nonlocal depth
        if depth < 3:
            depth += 1
            own = Search(iterations=2).run(self, seed=depth)
            native = Search(iterations=20).run(native_state(), seed=depth)
            assert own.action in TossState.legal_actions(self)
            assert native.action in native_state().legal_actions()
            play_match(load("othello", size=4), [Search(iterations=5), First()])
            depth -= 1
        return TossState.legal_actions(self)

    nested = Search(iterations=4).run(altered("legal_actions", legal).initial_state(), seed=1)
    plain = Search(iterations=4).run(Toss().initial_state(), seed=1)
    assert nested.actions == plain.actions


def nest_without_end() -> None:
    def legal(self: Any) -> list[int]:
        Search(iterations=2).run(self)
        return TossState.legal_actions(self)

    guard = Guard()
    with pytest.raises(RecursionError):
        Search(iterations=2).run(altered("legal_actions", legal).initial_state())

    class Mirror(First):
        def act(self, view: Any) -> int:
            play_match(load("othello"), [Mirror(), Mirror()])
            return super().act(view)

    with pytest.raises(RecursionError):
        play_match(load("othello"), [Mirror(), Mirror()])
    guard.check()


def test_searches_within_searches_without_end_are_a_recursion_error() -> None:
    survives("from tests.test_search_safety import nest_without_end; nest_without_end()")


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_progress_may_search_play_and_raise(name: str) -> None:
    game = load(name)
    state = game.initial_state()
    seen: list[int] = []

    def progress(iterations: int, seconds: float) -> bool:
        assert seconds > 0
        seen.append(iterations)
        Search(iterations=10).run(state)
        play_match(game, [Search(iterations=2), Policy("random")])
        return len(seen) < 3

    result = Search(seconds=LIVELY).run(state, progress=progress)
    assert len(seen) == 3
    assert result.iterations == seen[-1]

    for kind in (ValueError, KeyboardInterrupt, SystemExit):

        def fail(*_: Any, kind: type[BaseException] = kind) -> None:
            raise kind("on purpose")

        with pytest.raises(kind, match="on purpose"):
            Search(seconds=LIVELY).run(state, progress=fail)
    wrong: Any
    for wrong in (5, "yes", object()):
        with pytest.raises(TypeError):
            Search(iterations=1).run(state, progress=wrong)
    with pytest.raises(TypeError):
        Search(seconds=LIVELY).run(state, progress=lambda: None)  # type: ignore[arg-type,misc]


def test_an_agent_cannot_be_asked_while_it_acts() -> None:
    agent: Any = None
    refused = 0

    def legal(self: Any) -> list[int]:
        nonlocal refused
        if agent is not None:
            view = Toss().initial_state().view(0)
            for ask in (
                lambda: agent.act(view),
                lambda: agent.begin(0, view, Stream(0)),
                lambda: agent.observe(Observation(0, 0), view),
                lambda: agent.end([0.0, 0.0]),
                lambda: play_match(Toss(), [agent, First()]),
            ):
                with pytest.raises(AgentError):
                    ask()
                refused += 1
            assert agent.last_result is None
            assert agent.peeks is False
        return TossState.legal_actions(self)

    game = altered("legal_actions", legal)
    made = Search(iterations=3).agent(game)
    view = game.initial_state().view(0)
    made.begin(0, view, Stream(1))
    agent = made
    action = made.act(view)
    agent = None
    assert refused > 0
    assert made.last_result is not None
    assert made.last_result.action == action


# Threads ------------------------------------------------------------------------------------------


def in_threads(count: int, work: Callable[[int], None]) -> None:
    """Run it in so many threads at once; raise what they raised."""
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIVELY * 4)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def test_a_state_goes_on_while_eight_threads_search_it() -> None:
    state = native_state()
    done = threading.Event()

    def search(number: int) -> None:
        while not done.is_set():
            if state.actor() < 0:
                continue
            try:
                result = Search(iterations=200).run(state, seed=number)
            except OptionError:
                assert state.is_terminal()
                continue
            assert sum(a.visits for a in result.actions) == 200

    def play(_: int) -> None:
        rng = random.Random(1)
        start = state.to_bytes()
        try:
            while not state.is_terminal():
                state.view(0).tensor()
                str(state)
                state.apply_action(rng.choice(state.legal_actions()))
                assert state.to_bytes() != start
                time.sleep(0.0005)
        finally:
            done.set()

    in_threads(9, lambda number: play(0) if number == 8 else search(number))


def test_threads_share_a_python_game() -> None:
    game = Toss()
    state = game.initial_state()
    want = [fingerprint(Search(iterations=60).run(state, seed=n)) for n in range(4)]
    match = play_match(game, [Search(iterations=8), First()], seed=5)

    def work(number: int) -> None:
        for _ in range(4):
            assert fingerprint(Search(iterations=60).run(state, seed=number)) == want[number]
            again = play_match(game, [Search(iterations=8), First()], seed=5)
            assert again.moves == match.moves

    in_threads(4, work)


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_an_agent_in_two_matches_at_once(name: str) -> None:
    game = load(name)
    agent = Search(iterations=200).agent(game)
    inside, leave = threading.Event(), threading.Event()

    class Waits(First):
        def act(self, view: Any) -> int:
            inside.set()
            leave.wait(LIVELY)
            return super().act(view)

    def work(number: int) -> None:
        if number == 0:
            play_match(game, [agent, Waits()])
            return
        inside.wait(LIVELY)
        view = game.initial_state().view(0)
        try:
            for ask in (
                lambda: play_match(game, [First(), agent]),
                lambda: agent.begin(0, view, Stream(0)),
                lambda: agent.observe(Observation(0, 0), view),
                lambda: agent.act(view),
                lambda: agent.end([0.0, 0.0]),
                lambda: agent.last_result,
                lambda: agent.current_type,
            ):
                with pytest.raises(AgentError, match="one match at a time"):
                    ask()
        finally:
            leave.set()

    in_threads(2, work)
    first = play_match(game, [agent, First()], seed=2)
    assert first.moves == play_match(game, [Search(iterations=200), First()], seed=2).moves


def test_an_agent_asked_from_all_sides() -> None:
    game = load("othello", size=4)
    agent = Search(iterations=400).agent(game)
    state = game.initial_state()
    view = state.view(0)
    agent.begin(0, view, Stream(1))
    refused = []

    def work(number: int) -> None:
        asks: list[Callable[[], Any]] = [
            lambda: agent.act(view),
            lambda: agent.observe(Observation(1, 3), view),
            lambda: agent.last_result,
            lambda: agent.begin(0, view, Stream(2)),
        ]
        for _ in range(100):
            try:
                asks[number]()
            except AgentError as error:
                refused.append(str(error))

    in_threads(4, work)
    assert agent.act(view) in view.legal_actions()


def test_the_thread_of_a_match_may_look_at_its_agents() -> None:
    game = load("othello", size=4)
    other = Policy("agent5").agent(game)

    class Curious(First):
        def act(self, view: Any) -> int:
            assert other.current_type in ("max_disk", "max_value", "mobility")
            assert other.last_result is None
            return super().act(view)

    play_match(game, [Curious(), other])


# Deletion while searching -------------------------------------------------------------------------


def test_the_last_reference_may_go_while_the_search_runs() -> None:
    held: list[Any] = []
    dead: list[Any] = []

    def legal(self: Any) -> list[int]:
        if held:
            held.clear()
            gc.collect()
        return TossState.legal_actions(self)

    game = altered("legal_actions", legal)
    dead.append(weakref.ref(game))
    held.append(game.initial_state())
    dead.append(weakref.ref(held[0]))
    del game
    held.append("something to clear")
    assert Search(iterations=20).run(held.pop(0)).iterations == 20
    gc.collect()
    assert [reference() for reference in dead] == [None, None]

    game = altered("legal_actions", legal)
    held.extend((Search(iterations=5).agent(game), game))
    del game
    play_match(held[1], [held[0], First()])
    assert held == []


def test_players_and_lists_may_go_while_a_match_runs() -> None:
    native = load("othello", size=4)
    for game in (native, Toss()):
        agents: list[Any] = []

        class Wrecker(First):
            def begin(self, seat: int, view: Any, stream: Stream, agents: Any = agents) -> None:
                super().begin(seat, view, stream)
                agents.clear()
                gc.collect()

        agents[:] = [Wrecker(), Search(iterations=20).agent(game)]
        moves, returns, _ = _core.play_match(game, agents, 0, 0, 0)
        assert moves
        assert len(returns) == 2


def test_another_thread_drops_what_is_searched() -> None:
    state: Any = native_state()
    box = [state, Search(seconds=0.3)]
    del state

    def work(number: int) -> None:
        if number == 0:
            assert box[1].run(box.pop(0)).iterations > 0
        else:
            time.sleep(0.1)
            box.clear()
            gc.collect()

    in_threads(2, work)


def test_what_a_match_handed_out_outlives_it() -> None:
    for game in (load("othello", size=4), Toss()):
        kept: list[Any] = []

        class Keeper(First):
            def begin(self, seat: int, view: Any, stream: Stream, kept: Any = kept) -> None:
                super().begin(seat, view, stream)
                kept.extend((view, stream, stream.rng()))

            def observe(self, observation: Observation, view: Any, kept: Any = kept) -> None:
                kept.extend((view, observation))

            def act(self, view: Any, kept: Any = kept) -> int:
                kept.append(view)
                return super().act(view)

        first = game.initial_state().view(0)
        play_match(game, [Keeper(), Policy("random")])
        del game
        gc.collect()
        assert kept[0] == first
        assert 0 <= kept[2].unit() < 1
        for thing in kept:
            str(thing)
            if hasattr(thing, "legal_actions"):
                thing.legal_actions()
                thing.key()
                thing.tensor()


def test_searches_leave_nothing_behind() -> None:
    game = Toss()
    state = game.initial_state()
    failing = altered("_returns", lambda *_: None)
    failing_state = failing.initial_state()
    watched = [game, state, TossState, failing, failing_state, None.__class__, First]

    def work() -> None:
        for seed in range(10):
            Search(iterations=10).run(state, seed=seed, progress=lambda *_: None)
            play_match(game, [Search(iterations=2), First()], seed=seed)
            agent = Search(iterations=3).agent(game)
            agent.begin(0, state.view(0), Stream(seed))
            agent.act(state.view(0))
            with pytest.raises(GameError):
                Search(iterations=10).run(failing_state)
            with pytest.raises(GameError):
                play_match(failing, [Search(iterations=2), First()], seed=seed)

    def counts() -> list[int]:
        gc.collect()
        return [len(gc.get_objects()), *map(sys.getrefcount, watched)]

    work()
    before = counts()
    for _ in range(3):
        work()
    after = counts()
    assert after[1:] == before[1:]
    assert after[0] - before[0] < 100  # 30 rounds with a leak of one object in each use leave 150


def test_a_game_and_its_agent_are_collected_together() -> None:
    for player in (Search(iterations=3), Policy("random")):
        game = Toss()
        agent = player.agent(game)
        agent.begin(0, game.initial_state().view(0), Stream(0))
        game.friend = agent  # type: ignore[attr-defined]
        gone = weakref.ref(game)
        del game, agent
        gc.collect()
        assert gone() is None


# The end of the process and Ctrl-C ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
@pytest.mark.parametrize("how", ["search", "match", "agent"])
def test_the_interpreter_ends_while_daemon_threads_search(name: str, how: str) -> None:
    """Several times: the threads are met in another place each time."""
    code = f"""
import threading, time
from otherminds import Policy, Search, Stream, load, play_match
from tests.test_search_safety import First
game = load({name!r})
state = game.initial_state()
def search():
    Search(seconds=0.02).run(state, progress=lambda *_: None)
def match():
    play_match(game, [Search(iterations=20), First()])
def agent():
    player = Search(iterations=20).agent(game)
    player.begin(0, state.view(0), Stream(1))
    player.act(state.view(0))
def work():
    while True:
        {how}()
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""
    for _ in range(3):
        survives(code)


@pytest.mark.parametrize(
    "work",
    [
        "Search(seconds=600).run(load('othello').initial_state())",
        "Search(iterations=4_000_000_000, tree=Tree(max_nodes=9)).run(load('othello')"
        ".initial_state())",
        "Search(seconds=600).run(load('tic_tac_toe').initial_state())",
        "play_match(load('othello'), [Search(seconds=600), Search(seconds=600)])",
        "[play_match(load('othello'), [Search(iterations=300), Search(iterations=300)])"
        " for _ in range(10**9)]",
        "play_match(load('tic_tac_toe'), [Search(seconds=600), Search(seconds=600)])",
        "load('othello').initial_state().perft(40)",
        "load('othello').playouts(10**12)",
        "play_batch(load('othello'), [[Policy('random').agent(load('othello')) for _ in range(2)]],"
        " 1, (0, 0, 10**12, [0], [[0, 0]]), 0, 0, 0, 0.0, 600.0)",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    # A shell that runs the tests in the background has its children ignore the signal.
    code = f"""
import signal
from otherminds import *
from otherminds._core import play_batch
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=LIVELY)[0] == "interrupted\n"
            assert process.returncode == 0
        finally:
            process.kill()


# Agents -------------------------------------------------------------------------------------------


@pytest.fixture(params=["othello", "toss"])
def game(request: pytest.FixtureRequest) -> Any:
    return load("othello", size=4) if request.param == "othello" else Toss()


@pytest.mark.parametrize("method", ["begin", "observe", "act", "end", "inform"])
@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit, MemoryError])
def test_what_an_agent_raises_comes_out_unchanged(
    game: Any, method: str, kind: type[BaseException]
) -> None:
    raised = kind("on purpose")

    def fail(*_: Any) -> None:
        raise raised

    failing = type("Failing", (First,), {method: fail, "informed": True})
    for seat in (0, 1):
        native = Search(iterations=20).agent(game)
        agents: list[Any] = [native, native]
        agents[seat] = failing()
        with pytest.raises(kind) as caught:
            play_match(game, agents)
        assert caught.value is raised
        play_match(game, [native, First()])  # the native agent is free again
    deep = type("Deep", (First,), {method: lambda *_: overflow(), "informed": True})
    with pytest.raises(RecursionError):
        play_match(game, [deep(), First()])


@pytest.mark.parametrize(
    "answer",
    [*JUNK, lambda: -1, lambda: 99, lambda: 2**31, lambda: [0], lambda: evil(77)[0], lambda: 1e9],
)
def test_agents_that_answer_nonsense(game: Any, answer: Callable[[], Any]) -> None:
    class Nonsense(First):
        def act(self, view: Any) -> Any:
            return answer()

    with pytest.raises(AgentError, match=r"^The agent in seat 1 answered .*\.$"):
        play_match(game, [First(), Nonsense()])


def test_an_agent_cannot_make_an_action_legal() -> None:
    class Cheat(First):
        def act(self, view: Any) -> int:
            taken = [n for n in range(9) if n not in view.legal_actions()]
            if not taken:
                return super().act(view)
            view._legal = tuple(range(9))
            return taken[0]

    with pytest.raises(AgentError, match="not legal"):
        play_match(load("tic_tac_toe"), [First(), Cheat()])


def test_agents_without_methods(game: Any) -> None:
    class Bare:
        watches = True

    thing: Any
    for thing in (Bare(), object(), None, 5, Search, Agent):
        with pytest.raises((AgentError, TypeError, AttributeError)):
            play_match(game, [thing, First()])
        with pytest.raises((AgentError, TypeError, AttributeError)):
            _core.play_match(game, [thing, First()], 0, 0, 0)
    broken = type("Broken", (First,), {"watches": property(lambda self: 1 / 0)})
    with pytest.raises(ZeroDivisionError):
        play_match(game, [broken(), First()])


def test_seats_and_line_ups(game: Any) -> None:
    native, python = Search(iterations=5).agent(game), First()
    for agent in (native, python):
        with pytest.raises(AgentError, match="two seats"):
            play_match(game, [agent, agent])
    for number in (0, 1, 3, 50):
        with pytest.raises(OptionError, match="2 seats"):
            play_match(game, [First() for _ in range(number)])
    strangers = [
        Search(iterations=5).agent(load("othello", size=6)),
        Search(iterations=5).agent(load("othello", size=4, draw_is_white_win=True)),
        Search(iterations=5).agent(load("tic_tac_toe")),
        Policy("random").agent(load("tic_tac_toe")),
        Policy("max_disk").agent(load("othello")),
    ]
    for stranger in strangers:
        with pytest.raises(AgentError, match="another game"):
            play_match(game, [stranger, First()])
        with pytest.raises(AgentError, match="another game"):
            play_match(game, [native, stranger])
    wrong: Any
    for wrong in ("seed", None, 1.5, [1]):
        with pytest.raises(TypeError):
            play_match(game, [native, First()], seed=wrong)
    for wrong in (-1, 2**64, 0.5, "1"):
        with pytest.raises(TypeError):
            play_match(game, [native, First()], block=wrong)
    play_match(game, [native, First()])


class Curious(First):
    """Asks for the types of the others before each move."""

    informed = True

    def inform(self, types: Any) -> None:
        assert len(types) == 2
        assert all(isinstance(kind, str) for kind in types)


def test_agents_that_publish_nonsense(game: Any) -> None:
    for published in (None, 5, b"x", "\ud800", evil(3), Unspeakable()):
        speaker = type("Speaker", (First,), {"current_type": published})
        play_match(game, [Curious(), speaker()])


def batch(game: Any, sources: list[Any], **changes: Any) -> list[Any]:
    """Two matches of a pair of players, in both seatings, as the arena plays them."""
    given = {
        "seed": 1,
        "work": (0, 0, 1, [0, 1], [[0, 1], [1, 0]]),
        "played": 0,
        "stream_base": 0,
        "series": 0,
        "move_seconds": 0.0,
        "seconds": LIVELY,
        **changes,
    }
    packed, count = _core.play_batch(game, sources, **given)
    rows = _core.unpack_rows(packed)
    assert len(rows) == count
    return rows


def test_batches_with_wrong_things(game: Any) -> None:
    def native() -> list[Any]:
        return [Search(iterations=5).agent(game) for _ in range(2)]

    def python(_copy: int, _fresh: bool) -> Agent:
        return First()

    assert len(batch(game, [native(), native()])) == 2
    assert len(batch(game, [native(), python])) == 2
    wrong: Any
    for wrong in (
        [],
        [native()],
        [native()[:1], native()],
        [[First(), First()], native()],
        [native(), None],
        [native(), lambda: First()],
        [native(), [None, None]],
        [[Search(iterations=5).agent(load("othello", size=6)) for _ in range(2)], native()],
    ):
        with pytest.raises((OthermindsError, TypeError, AttributeError)):
            batch(game, wrong)
    for row in batch(game, [native(), lambda *_: None]):  # no agent at all loses as a bad one does
        assert "AttributeError" in row[5]
    twice = native()
    with pytest.raises(AgentError):
        batch(game, [twice, twice])
    for wrong in (
        None,
        (),
        (0, 0, 1, [], []),
        (0, 0, 1, [0], [[0, 1], [1, 0]]),
        (0, 0, 1, [0], [[0]]),
        (0, 0, 1, [0], [[0, 2]]),
        (0, 0, 1, [0], [[-1, 0]]),
        (0, 0, 1, [0], [[0, 1, 0]]),
        (-1, 0, 1, [0], [[0, 1]]),
        (0, 0, 2**64, [0], [[0, 1]]),
    ):
        with pytest.raises((OptionError, TypeError)):
            batch(game, [native(), python], work=wrong)
    for change in ({"seed": "1"}, {"played": -1}, {"seconds": "1"}, {"move_seconds": None}):
        with pytest.raises(TypeError):
            batch(game, [native(), python], **change)
    assert batch(game, [native(), python], played=2**64 - 1) == []
    assert len(batch(game, [native(), python], seconds=math.nan)) == 1
    assert len(batch(game, [native(), python], seconds=-math.inf)) == 1
    for packed in (b"\xff", b"\x00\x00\x00\x05", b"\xff" * 100, b"\x00" * 5):
        with pytest.raises(OthermindsError):
            _core.unpack_rows(packed)


class SpeechlessError(ValueError):
    def __str__(self) -> str:
        raise RuntimeError("shy")


class HalvedError(ValueError):
    def __str__(self) -> str:
        return "\ud800"


@pytest.mark.parametrize(
    "kind", [ValueError, SpeechlessError, HalvedError, RecursionError, MemoryError, SystemExit]
)
@pytest.mark.parametrize("method", ["begin", "observe", "act", "end", "inform"])
def test_what_an_agent_raises_in_a_batch_is_a_forfeit(game: Any, kind: Any, method: str) -> None:
    def fail(*_: Any) -> None:
        raise kind("on purpose")

    failing = type("Failing", (First,), {method: fail, "informed": True})
    agents = [Search(iterations=5).agent(game) for _ in range(2)]
    rows = batch(game, [lambda *_: failing(), agents])
    for row in rows:
        assert json.loads(row[3])["forfeit"] in (0, 1)
        assert kind.__name__ in row[5]
    play_match(game, [agents[0], First()])

    kind = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        batch(game, [lambda *_: failing(), agents])


class Undecided:
    def __bool__(self) -> bool:
        raise ValueError("neither yes nor no")


@pytest.mark.parametrize("name", ["watches", "informed", "current_type"])
def test_what_a_property_of_an_agent_raises_in_a_batch_is_its_forfeit(game: Any, name: str) -> None:
    kind: type[BaseException] = ValueError

    def fail(_: Any) -> None:
        raise kind("on purpose")

    failing = type("Failing", (First,), {name: property(fail)})
    both = [lambda *_: failing(), lambda *_: Curious()]
    for kind in (ValueError, SystemExit):
        for row in batch(game, both):
            result = json.loads(row[3])
            assert result["seats"][result["forfeit"]] == 0
            assert f"{name} raised {kind.__name__}: on purpose" in row[5]
    kind = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        batch(game, both)
    with pytest.raises(KeyboardInterrupt):
        play_match(game, [failing(), Curious()])

    if name != "current_type":
        undecided = type("Undecided", (First,), {name: Undecided()})
        for row in batch(game, [lambda *_: undecided(), lambda *_: Curious()]):
            assert f"{name} raised ValueError: neither yes nor no" in row[5]


def foreign_views() -> list[Any]:
    return [
        load("othello", size=6).initial_state().view(0),
        load("othello", size=4, draw_is_white_win=True).initial_state().view(0),
        load("tic_tac_toe").initial_state().view(0),
        native_state(),
        Toss().initial_state(),
        5,
        "view",
        object(),
    ]


@pytest.mark.parametrize(
    "player",
    [Search(iterations=20), Policy("random"), Search(hidden=Nothing(peek=True), iterations=20)],
    ids=repr,
)
def test_native_agents_driven_by_hand_with_wrong_things(game: Any, player: Any) -> None:
    state = game.initial_state()
    view, other = state.view(0), state.view(1)
    seen = Observation(0, 1)
    agent = player.agent(game)
    with pytest.raises(AgentError, match="begin"):
        agent.act(view)
    with pytest.raises(AgentError, match="begin"):
        agent.observe(seen, view)
    with pytest.raises(AgentError, match="begin"):
        agent.end([0.0, 0.0])
    for seat in (-1, 2, 100):
        with pytest.raises(OptionError):
            agent.begin(seat, view, Stream(0))
    wrong: Any
    for wrong in foreign_views():
        with pytest.raises((OptionError, TypeError)):
            agent.begin(0, wrong, Stream(0))
    for wrong in (None, 5, "stream"):
        with pytest.raises(TypeError):
            agent.begin(0, view, wrong)
    agent.begin(0, view, Stream(0))
    for wrong in foreign_views():
        with pytest.raises((OptionError, TypeError)):
            agent.act(wrong, state)
        with pytest.raises((OptionError, TypeError)):
            agent.observe(seen, wrong)
    for wrong in (None, 5, state, "seen"):
        with pytest.raises(TypeError):
            agent.observe(wrong, view)
    with pytest.raises((OptionError, IllegalActionError, GameError)):
        agent.act(other, state)
    for wrong in ([], [0.0], [0.0] * 3):
        with pytest.raises(OptionError):
            agent.end(wrong)
    if agent.peeks:
        for wrong in (None, native_state(), load("tic_tac_toe").initial_state(), 5, view):
            with pytest.raises((OthermindsError, TypeError, AttributeError)):
                agent.act(view, wrong)
    assert agent.act(view, state) in state.legal_actions()
    agent.end([0.0, 0.0])
    with pytest.raises(AgentError, match="begin"):
        agent.act(view, state)


def test_observations_of_things_that_never_happened() -> None:
    """Whatever a native agent, policy or belief is told, it goes on or refuses with a sentence."""
    draw = random.Random(4)
    numbers = (-(2**31), -3, -2, -1, 0, 1, 2, 5, 63, 64, 65, 2**31 - 1)
    for name in ("othello", "bazaar"):
        game: Any = load(name)
        states = [game.initial_state(seed) for seed in range(3)]
        for state in list(states):
            for _ in range(6):
                state = state.copy()
                if state.actor() == CHANCE:
                    state.apply_action(state.chance_outcomes()[0][0])
                elif state.actor() != NOBODY:
                    state.apply_action(draw.choice(state.legal_actions()))
                states.append(state)
        for seat in range(game.seats):
            first = states[0].view(seat)
            belief = game.belief(first)
            agents = [Policy(policy).agent(game) for policy in game.policies()]
            for agent in agents:
                agent.begin(seat, first, Stream(0))
            for _ in range(150):
                facts = [draw.choice(numbers) for _ in range(draw.randrange(9))]
                action = draw.choice((None, *numbers))
                seen = Observation(draw.choice(numbers), action, facts)
                view = draw.choice(states).view(draw.randrange(game.seats))
                for target in (belief.update, *(agent.observe for agent in agents)):
                    with suppress(OthermindsError):
                        target(seen, view)
                world = belief.sample(Stream(1).rng())
                assert game.state_from_bytes(world.to_bytes()) == world
                if view.seat == seat and view.legal_actions():
                    for agent in agents:
                        assert agent.act(view) in view.legal_actions()


def test_beliefs_with_views_of_others() -> None:
    game = load("othello", size=4)
    belief = game.belief(game.initial_state().view(0))
    wrong: Any
    for wrong in foreign_views():
        with pytest.raises((OptionError, TypeError)):
            belief.update(Observation(0, 1), wrong)
        with pytest.raises((OptionError, TypeError)):
            game.belief(wrong)
    with pytest.raises(OptionError, match="seat 1"):
        belief.update(Observation(0, 1), game.initial_state().view(1))
    for wrong in (None, 5, Stream(0)):
        with pytest.raises(TypeError):
            belief.sample(wrong)
    assert belief.sample(Stream(0).rng()) == game.initial_state()


# Memories of other policies -----------------------------------------------------------------------


def test_policies_with_memories_of_others() -> None:
    game: Any = load("othello")
    state = game.initial_state()
    policies = {name: game.policy(name, {}) for name in game.policies()}
    for writer, reader in itertools.product(policies.values(), repeat=2):
        memory = _core.Memory()
        for step in range(12):
            if step % 3 == 0:
                writer.begin(memory, step % 2, Stream(step).rng())
            writer.observe(memory, Observation(0, step), state.view(0))
            reader.observe(memory, Observation(0, step), state.view(0))
            reader.current_type(memory)
            assert sum(reader.probabilities(state.view(0), memory).values()) == pytest.approx(1)
            reader.end(memory, 0, [-1.0, 1.0])
            writer.end(memory, 1, [math.nan, math.inf])
        reader.begin(memory, 1, Stream(0).rng())
        assert sum(reader.probabilities(state.view(0), memory).values()) == pytest.approx(1)


def test_policies_with_wrong_things() -> None:
    game: Any = load("othello", size=4)
    policy = game.policy("agent6", {})
    memory, rng, view = _core.Memory(), Stream(0).rng(), game.initial_state().view(0)
    wrong: Any
    for wrong in foreign_views():
        with pytest.raises((OptionError, TypeError)):
            policy.probabilities(wrong, memory)
        with pytest.raises((OptionError, TypeError)):
            policy.observe(memory, Observation(0, 1), wrong)
    with pytest.raises(IllegalActionError):
        policy.probabilities(game.initial_state().view(1), memory)
    for seat in (-1, 2):
        with pytest.raises(OptionError):
            policy.begin(memory, seat, rng)
        with pytest.raises(OptionError):
            policy.end(memory, seat, [0.0, 0.0])
    for wrong in ([], [1.0], [1.0] * 9):
        with pytest.raises(OptionError):
            policy.end(memory, 0, wrong)
    for wrong in (None, 5, b"0" * 64):
        with pytest.raises(TypeError):
            policy.probabilities(view, wrong)
        with pytest.raises(TypeError):
            policy.begin(wrong, 0, rng)


# Objects that were never made ---------------------------------------------------------------------


def use_in_vain(thing: Any) -> int:
    """Hand something that was never made to whatever takes an argument; how often it is refused."""
    game, toss = load("othello"), Toss()
    state = game.initial_state()
    asked = 0
    agent = Search(iterations=5).agent(game)
    agent.begin(0, state.view(0), Stream(0))
    for ask in (
        lambda: Search(iterations=5).run(thing),
        lambda: Search(iterations=5).run(state, seed=thing),
        lambda: Search(iterations=5).agent(thing),
        lambda: _core.play_match(thing, [First(), First()], 0, 0, 0),
        lambda: _core.play_match(game, [thing, First()], 0, 0, 0),
        lambda: _core.play_match(toss, [thing, First()], 0, 0, 0),
        lambda: _core.play_match(game, [First(), First()], thing, 0, 0),
        lambda: agent.begin(0, thing, Stream(0)),
        lambda: agent.begin(0, state.view(0), thing),
        lambda: agent.observe(thing, state.view(0)),
        lambda: agent.act(thing),
        lambda: agent.act(state.view(0), thing),
        lambda: game.belief(thing),
        lambda: state == thing,
        lambda: state.view(0) == thing,
        lambda: game == thing,
        lambda: state.sample_outcome(thing),
        lambda: Stream(0) == thing,
        lambda: Observation(0) == thing,
        lambda: use(altered("_observation", lambda *_: thing)),
        lambda: use(altered("_deal", lambda *_: thing)),
        lambda: use(altered("sample", lambda *_: thing)),
        lambda: use(altered("view", lambda *_: thing)),
        lambda: use(altered("copy", lambda *_: thing)),
    ):
        try:
            ask()
        except Exception:
            asked += 1
    return asked


def use_the_unmade() -> None:
    """Every method of every class of the core, on objects that were never initialised."""
    guard = Guard()
    sys.unraisablehook = lambda _: None
    classes: list[Any] = [thing for thing in vars(_core).values() if isinstance(thing, type)]
    unmade: list[Any] = []
    for kind in classes:
        unmade.append(kind.__new__(kind))
        try:
            subclass: Any = type("Sub", (kind,), {"__init__": lambda self: None})
            unmade.append(subclass.__new__(subclass))
            unmade.append(subclass())
        except (TypeError, OthermindsError):
            pass
    state = native_state()
    arguments: list[tuple[Any, ...]] = [(), (0,), (state,), *((thing,) for thing in unmade)]
    arguments += [(0, thing, thing) for thing in unmade] + [(thing, thing) for thing in unmade]
    asked = 0
    for thing in unmade:
        for name in dir(type(thing)):
            if name in ("__init_subclass__", "__subclasshook__", "__class__", "__new__"):
                continue
            for args in arguments:
                try:
                    getattr(thing, name)(*args)
                except Exception:
                    asked += 1
    asked += sum(use_in_vain(thing) for thing in unmade)
    assert asked > 1000
    guard.check()


@pytest.mark.parametrize("warnings", ["ignore", "error"])
def test_objects_that_were_never_made(warnings: str) -> None:
    survives(
        "from tests.test_search_safety import use_the_unmade; use_the_unmade()",
        environment={"PYTHONWARNINGS": warnings},
    )


def test_options_that_change_while_they_are_read() -> None:
    options: dict[Any, Any] = {}
    value: Any

    class Clears(list[Any]):
        def __iter__(self) -> Iterator[Any]:
            options.clear()
            gc.collect()
            return super().__iter__()

    class Shown:
        def __repr__(self) -> str:
            options.clear()
            gc.collect()
            return "shown"

    for value in (Clears([1]), Shown(), [Clears([1])], {"a": Clears([1]), "b": "c" * 99}):
        options.update({"size": value, "more": "text" * 9, Shown(): 1, "last": [1]})
        with pytest.raises(OptionError):
            _core.make_game("othello", options)
        options.update({"size": value, "more": "text" * 9})
        with pytest.raises(OptionError):
            _core.search(native_state(), None, options, 0, None)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, "\ud800", {"\ud800": 1}, 10**30, math.nan, Unspeakable()):
        with pytest.raises(OptionError):
            _core.make_game("othello", {"size": value})
    del value
    while deep:
        deep = deep[0]
