"""Games under PettingZoo's own test suite."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from otherminds import IllegalActionError, OptionError, State, Stream, load, play_match
from otherminds.contracts import CHANCE
from tests.conftest import VARIANTS, make

pytest.importorskip("pettingzoo", reason="PettingZoo comes with the extra [pettingzoo]")

with warnings.catch_warnings():  # the tests import environments by a way that PettingZoo gives up
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.bombardment_test import bombardment_test
    from pettingzoo.utils.wrappers import BaseWrapper

from otherminds.interop.pettingzoo import env, parallel_env
from otherminds.interop.pettingzoo_parallel import choosing

pytestmark = [
    pytest.mark.slow,
    # PettingZoo warns of every environment with masks: its own have exceptions by name.
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

TABLES = {
    **{f"hanabi-{players}": ("hanabi", {"players": players}) for players in range(2, 6)},
    **{f"catan-{n}": ("catan", {"players": n, "turns": 8, "offers": 1}) for n in range(2, 5)},
    **{f"cluedo-{n}": ("cluedo", {"players": n, "turns": 30}) for n in range(2, 7)},
}
"""Every number of players."""
GAMES = {**VARIANTS, **TABLES}


class _Shaped(dict[str, Any]):
    """An observation with the shape of its tensor."""

    @property
    def shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = self["observation"].shape
        return shape


class _AsBombarded(BaseWrapper):  # type: ignore[misc]
    """What bombardment_test of PettingZoo 1.27 takes for granted.

    It expects observations from ``step`` and with a shape, which no environment with masks gives,
    PettingZoo's own Hanabi included.
    """

    def observe(self, agent: str) -> _Shaped:
        return _Shaped(super().observe(agent))

    def step(self, action: int | None) -> _Shaped:
        super().step(action)
        return self.observe(self.agent_selection if self.agents else self.possible_agents[0])


def made(name: str) -> Any:
    game, options = GAMES[name]
    return env(load(game, **options))


def state_of(environment: Any) -> State:
    state: State = environment._match.state
    return state


@pytest.mark.parametrize("name", GAMES)
def test_api_test(name: str) -> None:
    api_test(made(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_seed_test(name: str) -> None:
    seed_test(lambda: made(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_bombardment_test(name: str) -> None:
    random.seed(1)
    bombardment_test(_AsBombarded(made(name)), cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_the_view_and_never_the_state(name: str) -> None:
    game, options = GAMES[name]
    played = load(game, **options)
    environment = env(played)
    environment.reset(seed=3)
    rng = Stream(4).rng()
    for _ in range(12):
        state = state_of(environment)
        for seat, agent in enumerate(environment.possible_agents):
            seen = environment.observe(agent)
            view = state.view(seat)
            assert np.array_equal(seen["observation"], view.tensor())
            assert seen["action_mask"].nonzero()[0].tolist() == view.legal_actions()
            assert environment.observation_space(agent).contains(seen)
        if environment.terminations[environment.agent_selection]:
            break
        environment.step(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["othello", "hanabi-3", "catan-3", "bazaar", "leduc", "tiger"])
def test_a_seed_is_the_match_of_that_seed(name: str) -> None:
    game, options = GAMES.get(name, (name, {}))
    played = load(game, **options)
    environment = env(played)
    environment.reset(seed=5)
    for block in range(3):
        match = play_match(played, ["random"] * played.seats, seed=5, block=block)
        for actor, action in match.moves:
            if actor != CHANCE:
                assert environment.agent_selection == f"player_{actor}"
                environment.step(np.int64(action))
        assert tuple(environment._cumulative_rewards.values()) == match.returns
        assert all(environment.terminations.values())
        environment.reset()


def test_games_without_a_seed_differ() -> None:
    first, second = env("hanabi"), env("hanabi")
    first.reset()
    second.reset()
    assert state_of(first) != state_of(second)


def test_what_the_mask_forbids_changes_nothing() -> None:
    environment = env("othello")
    with pytest.raises(IllegalActionError, match="reset"):
        environment.observe("player_0")
    environment.reset(seed=1)
    before = state_of(environment).copy()
    for wrong in (0, 64, -1, 65, None):
        with pytest.raises(IllegalActionError):
            environment.step(wrong)
    assert state_of(environment) == before
    with pytest.raises(OptionError, match="ansi, human"):
        env("othello", render_mode="rgb_array")


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    shown = env("othello", render_mode="ansi")
    shown.reset(seed=1)
    text = shown.render()
    assert text == str(load("othello").initial_state())
    printed = env("othello", render_mode="human")
    printed.reset(seed=1)
    assert printed.render() is None
    assert capsys.readouterr().out == f"{text}\n"


@pytest.mark.parametrize("name", ["tiny_coop", "bazaar", "bazaar_python", "othello", "catan-2"])
def test_parallel_api_test(name: str) -> None:
    game, options = GAMES.get(name, (name, {}))
    parallel_api_test(parallel_env(load(game, **options)), num_cycles=50)


def test_parallel_seed_test() -> None:
    """In Tiny Co-Op alone: the test draws actions without the mask, and there all are legal."""
    parallel_seed_test(lambda: parallel_env("tiny_coop"), num_cycles=100)


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_chooses_together_does_not_see_what_the_others_choose(variant: str) -> None:
    game = make(variant)
    rng = Stream(1).rng()
    together = 0
    for seed in range(5):
        state = game.initial_state(seed)
        for _ in range(30):
            while state.actor() == CHANCE:
                state.apply_action(state.sample_outcome(rng))
            if state.is_terminal():
                break
            at = choosing(state)
            assert at[0] == state
            together += len(at) > 1
            moves = [rng.choice(each.legal_actions()) for each in at]
            for each, move in zip(at, moves, strict=True):
                assert state.actor() == each.actor()
                assert state.view(state.actor()) == each.view(state.actor())
                state.apply_action(move)
    simultaneous = variant.startswith(("tiny_coop", "bazaar"))
    assert (together > 0) == simultaneous or variant.startswith("catan")


def test_a_parallel_step_is_whole_or_not_at_all() -> None:
    environment = parallel_env("tiny_coop")
    with pytest.raises(IllegalActionError, match="reset"):
        environment.step({})
    environment.reset(seed=1)
    before = state_of(environment).copy()
    with pytest.raises(IllegalActionError, match="player_1 has to choose"):
        environment.step({"player_0": 0})
    with pytest.raises(IllegalActionError):
        environment.step({"player_0": 0, "player_1": 99})
    assert state_of(environment) == before
