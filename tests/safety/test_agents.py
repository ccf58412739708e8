"""Whatever an agent does or is told, the process lives and nothing is damaged."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from otherminds import (
    CHANCE,
    NOBODY,
    Agent,
    AgentError,
    GameError,
    IllegalActionError,
    Observation,
    OptionError,
    OthermindsError,
    Policy,
    Search,
    Stream,
    _core,
    load,
    play_match,
)
from otherminds.search import Nothing
from tests.safety.coin_tic_tac_toe import (
    JUNK,
    LIVELY,
    CoinTicTacToe,
    First,
    Unspeakable,
    evil,
    foreign_views,
    native_state,
    overflow,
)

pytestmark = pytest.mark.usefixtures("unharmed")


@pytest.fixture(params=["othello", "coin_tic_tac_toe"])
def game(request: pytest.FixtureRequest) -> Any:
    return load("othello", size=4) if request.param == "othello" else CoinTicTacToe()


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
