"""Whatever a game raises or answers, the process lives and nothing is damaged."""

from __future__ import annotations

import itertools
import math
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from otherminds import (
    CHANCE,
    NOBODY,
    GameError,
    OptionError,
    OthermindsError,
    Policy,
    Search,
    load,
    play_match,
)
from otherminds.search import Tree
from tests.safety.coin_tic_tac_toe import (
    CHECKED,
    METHODS,
    WRONG,
    CoinTicTacToe,
    CoinTicTacToeState,
    First,
    Guard,
    Slippery,
    altered,
    calls_in_use,
    evil,
    native_state,
    overflow,
    survives,
    use,
)

pytestmark = pytest.mark.usefixtures("unharmed")


# Raising ------------------------------------------------------------------------------------------


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
    class Vanishing(CoinTicTacToeState):
        def legal_actions(self) -> list[int]:
            if "_returns" in vars(Vanishing):
                del Vanishing._returns
            return super().legal_actions()

        def _returns(self) -> list[float]:
            return [0.0, 0.0]

    class Game(CoinTicTacToe):
        state_class = Vanishing

    use(Game())  # the method of the base class takes over


# Wrong answers ------------------------------------------------------------------------------------


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
        return evil(*CoinTicTacToeState.legal_actions(self))

    def slippery(self: Any) -> list[Any]:
        return Slippery(CoinTicTacToeState.legal_actions(self))

    def outcomes(self: Any) -> list[Any]:
        return [(0, evil(1)[0])]

    def returns(self: Any) -> list[Any]:
        return evil(0, 1)

    state = altered("legal_actions", legal).initial_state()
    plain = CoinTicTacToe().initial_state()
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
    game = type("Wrong", (CoinTicTacToe,), attribute)()
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
    for thing in (
        None,
        5,
        "state",
        object(),
        state.view(0),
        state.game,
        CoinTicTacToe(),
        CoinTicTacToeState,
    ):
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
            return (
                CoinTicTacToeState.actor(self)
                if CoinTicTacToeState.actor(self) == NOBODY
                else chosen
            )

        class State(CoinTicTacToeState):
            def chance_outcomes(self) -> list[tuple[int, float]]:
                return [(0, 0.5), (1, 0.5)]

            def legal_actions(self) -> list[int]:
                return [0, 1, 2]

        State.actor = actor  # type: ignore[method-assign]
        game = type("Fickle", (CoinTicTacToe,), {"state_class": State})()
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
            getattr(CoinTicTacToeState, method),
            plausible[method] + (WRONG.get(method, []) if wild else []),
        )
        for method in chosen
    }
    state_class = type("Random", (CoinTicTacToeState,), members)
    game = type("RandomCoin", (CoinTicTacToe,), {"state_class": state_class})()
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
    survives("from tests.safety.test_games import contradict_many; contradict_many(range(400))")


class Endless(CoinTicTacToeState):
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
    game = type("EndlessCoin", (CoinTicTacToe,), {"state_class": state_class})()
    search = Search(iterations=1_000_000, tree=Tree(max_nodes=nodes))
    with pytest.raises(GameError, match="did not end within 100000 moves"):
        search.run(game.initial_state())


def test_matches_without_an_end_are_reported() -> None:
    class Game(CoinTicTacToe):
        state_class = Endless

    with pytest.raises(GameError, match="did not end within 100000 moves"):
        play_match(Game(), [Policy("random"), Policy("random")])


def test_the_game_of_a_state_changes() -> None:
    others: list[Any] = [load("othello"), None, 5, load("tic_tac_toe"), CoinTicTacToe]

    def apply(self: Any, action: int) -> None:
        CoinTicTacToeState._apply_action(self, action)
        self.game = random.choice(others)

    game = altered("_apply_action", apply)
    assert Search(iterations=50).run(game.initial_state()).iterations == 50
    with pytest.raises((AttributeError, OthermindsError, TypeError)):
        play_match(game, [Search(iterations=5), First()])
