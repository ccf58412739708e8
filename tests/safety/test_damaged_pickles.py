"""Pickles that were damaged, cut short, extended or of something else are refused in a sentence."""

from __future__ import annotations

import pickle
import resource
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from otherminds import FormatError, OthermindsError, Stream, _core, load
from otherminds.contracts import CHANCE, make_agent
from otherminds.games.registry import restore_belief, restore_view
from tests.safety.coin_tic_tac_toe import survives

# Small games, and one of each kind of thing that an agent keeps.
AGENTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "policy": ("othello", {"size": 4}, "agent6"),
    "reuse": ("othello", {"size": 4}, "search(tree=tree(reuse=true), iterations=40)"),
    "transpositions": (
        "othello",
        {"size": 4},
        "search(tree=tree(reuse=true, transpositions=true), iterations=40)",
    ),
    "reuse with chance": ("leduc", {}, "search(tree=tree(reuse=true), iterations=30)"),
    "particles": ("leduc", {}, "search(hidden=particles(count=10), iterations=10)"),
    "types": (
        "othello",
        {"size": 4},
        "search(others=types([random, agent4], carry_over=true), iterations=10)",
    ),
    "history": (
        "hanabi",
        {"players": 3, "colours": 2, "ranks": 3, "hand": 2},
        "search(hidden=particles(count=5, belief='history'), others=policies(iggi), iterations=5)",
    ),
    "evolve": ("tiny_coop", {"level": "######\n#0a.1#\n#.A.G#\n######"}, "evolve(iterations=20)"),
    "detective": ("cluedo", {"cards": "A, B, C; d, e; F, G", "players": 3}, "random"),
    "catan": ("catan", {"players": 2, "points": 3}, "search(iterations=5)"),
    "python": (
        "kuhn_poker",
        {},
        "search(hidden=particles(count=5), others=types([random, typed]), iterations=10)",
    ),
}
_MASK = 2**64 - 1


def _mix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
    return x ^ x >> 31


def signed(data: bytes) -> bytes:
    """The bytes with a checksum that fits them, as somebody could forge it."""
    key = _mix(len(data))
    for at in range(0, len(data), 8):
        key = _mix(key ^ int.from_bytes(data[at : at + 8], "little"))
    return data + key.to_bytes(8, "little")


def in_mid_match(kind: str) -> Any:
    name, options, text = AGENTS[kind]
    game = load(name, **options)
    state: Any = game.initial_state(5)
    agents = [make_agent(text, game) for _ in range(game.seats)]
    rng = Stream(1).rng()
    for seat, agent in enumerate(agents):
        agent.begin(seat, state.view(seat), Stream(seat))
    acted = [0] * game.seats
    while not state.is_terminal() and max(acted) < 2:
        actor = state.actor()
        if actor == CHANCE:
            action = state.sample_outcome(rng)
        else:
            action = agents[actor].act(state.view(actor))
            acted[actor] += 1
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(agents):
            agent.observe(seen[seat], state.view(seat))
    return agents[acted.index(max(acted))]


def damaged(data: bytes, count: int) -> Iterator[bytes]:
    """Bits flipped, ends cut off, bytes added, removed, doubled, set to 0 and to 255."""
    rng = Stream(len(data)).rng()
    for _ in range(count):
        at = rng.below(len(data))
        yield data[:at] + bytes([data[at] ^ 1 << rng.below(8)]) + data[at + 1 :]
        yield data[:at]
        yield data[:at] + bytes([rng.below(256)]) + data[at:]
        yield data[:at] + data[at + 1 :]
    for width in (1, 8, 64):
        for _ in range(count // 4):
            at = rng.below(max(1, len(data) - width))
            for filling in (b"\0", b"\xff"):
                changed = data[:at] + filling * width + data[at + width :]
                if changed != data:
                    yield changed
    yield from (b"", b"\0", data + b"\0", data + data, b"\xff" * len(data))


def test_the_checksum_here_is_that_of_the_core() -> None:
    data = load("othello").initial_state().to_bytes()
    assert signed(data[:-8]) == data


@pytest.mark.parametrize("kind", AGENTS)
def test_a_damaged_agent(kind: str) -> None:
    restore, (game, recipe, data, objects) = in_mid_match(kind).__reduce__()
    assert isinstance(restore(game, recipe, data, objects), _core.NativeAgent)
    for changed in damaged(data, 200):
        with pytest.raises(FormatError):
            restore(game, recipe, changed, objects)


@pytest.mark.parametrize("kind", AGENTS)
def test_an_agent_damaged_behind_its_checksum(kind: str) -> None:
    """Only somebody who means harm gets here; what cannot be is refused all the same."""
    restore, (game, recipe, data, objects) = in_mid_match(kind).__reduce__()
    refused = 0
    for changed in damaged(data[:-8], 80):
        try:
            restore(game, recipe, signed(changed), objects)
        except OthermindsError:
            refused += 1
    assert refused > 40


def test_an_agent_of_something_else() -> None:
    agents = {kind: in_mid_match(kind).__reduce__()[1] for kind in ("policy", "reuse", "particles")}
    restore = in_mid_match("policy").__reduce__()[0]
    game, recipe, data, objects = agents["policy"]
    for other in ("reuse", "particles"):
        with pytest.raises(FormatError):
            restore(*agents[other][:2], data, objects)
        with pytest.raises(FormatError):
            restore(game, recipe, agents[other][2], objects)
    with pytest.raises(FormatError, match="other options"):
        restore(load("othello", size=6), recipe, data, objects)
    with pytest.raises(FormatError, match="another recipe"):
        restore(game, ("agent4", {}), data, objects)
    with pytest.raises(FormatError, match="state of othello, not an agent"):
        restore(game, recipe, game.initial_state().to_bytes(), objects)
    with pytest.raises(FormatError):
        restore(game, recipe, data, [1, 2])
    nonsense: Any
    for nonsense in (None, 5, "agent6", ("agent6",), ("agent6", {}, 1), (1, {})):
        with pytest.raises(FormatError):
            restore(game, nonsense, data, objects)


def test_an_agent_of_a_python_game_with_other_objects() -> None:
    restore, (game, recipe, data, objects) = in_mid_match("python").__reduce__()
    for changed in ([], objects[:-1], [*objects, objects[0]]):
        with pytest.raises(FormatError):
            restore(game, recipe, data, changed)
    for nonsense in (None, 5, "state", object()):
        try:  # refused when it is read, or by Python when it is asked something
            agent = restore(game, recipe, data, [nonsense] * len(objects))
            agent.end([0.0, 0.0])
        except (OthermindsError, AttributeError, TypeError):
            pass


@pytest.mark.parametrize("name", ["bazaar", "catan", "cluedo", "hanabi", "leduc", "othello"])
def test_damaged_views_and_beliefs(name: str) -> None:
    game: Any = load(name)
    view = game.initial_state(3).view(0)
    restore, (_, options, seat, data) = view.__reduce__()
    assert restore is restore_view
    assert restore(name, options, seat, data) == view
    belief = game.belief(view).__reduce__()[1][2]
    for changed in damaged(data, 40):
        with pytest.raises(FormatError):
            restore_view(name, options, seat, changed)
    for changed in damaged(belief, 40):
        with pytest.raises(FormatError):
            restore_belief(name, options, changed)
    for changed in damaged(belief[:-8], 20):
        try:
            restore_belief(name, options, signed(changed))
        except OthermindsError:
            continue
    with pytest.raises(FormatError, match="not a belief"):
        restore_belief(name, options, data)
    with pytest.raises(OthermindsError):
        restore_view(name, options, 99, data)


def test_damaged_memories_and_generators() -> None:
    data = _core.Memory().__getstate__()
    for changed in damaged(data, 200):
        with pytest.raises(FormatError):
            _core.Memory.__new__(_core.Memory).__setstate__(changed)
    wrong: Any
    for wrong in ([0, 0, 0, 0], [1, 2, 3], [1, 2, 3, -1], [1, 2, 3, 2**64], None, "text", 5):
        with pytest.raises((FormatError, TypeError)):
            _core.Rng.__new__(_core.Rng).__setstate__(wrong)
    for wrong in ((), (1,) * 15, None, ("a",) * 15):
        with pytest.raises((FormatError, TypeError)):
            _core.NativeSearchResult.__new__(_core.NativeSearchResult).__setstate__(wrong)


def load_damaged() -> None:
    """Load damaged pickles with little memory: Python's own reader believes any length it reads."""
    pickled = pickle.dumps(in_mid_match("particles"))
    resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
    for changed in damaged(pickled, 50):
        with suppress(Exception):
            pickle.loads(changed)
    print("survived")


@pytest.mark.slow  # a sanitizer needs more room for addresses than the limit leaves
def test_a_pickle_damaged_anywhere() -> None:
    """Python's own part of a pickle raises what Python raises; nothing ends the process."""
    code = "from tests.safety.test_damaged_pickles import load_damaged; load_damaged()"
    assert survives(code) == "survived\n"


def test_states_that_arrive_share_their_game() -> None:
    states = [load("tiny_coop").initial_state(), load("tiny_coop").initial_state()]
    first, second = pickle.loads(pickle.dumps(states))
    assert first.game is second.game
    for size in range(100):  # as many games as one likes
        other = load("tiny_coop", ticks=size + 1).initial_state()
        assert pickle.loads(pickle.dumps(other)) == other
