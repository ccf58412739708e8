"""One seat of each game under Gymnasium's own check."""

from __future__ import annotations

import numpy as np
import pytest

from otherminds import Agent, OptionError, View, play_match
from tests.conftest import VARIANTS, make

pytest.importorskip("gymnasium", reason="Gymnasium comes with the extra [gymnasium]")
import gymnasium
from gymnasium.utils.env_checker import check_env

from otherminds.interop.gymnasium import env

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*A Box observation space m.* value is"),
    pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes"),
]
NAME = "otherminds.interop.gymnasium:otherminds/Seat-v0"


@pytest.mark.parametrize("variant", VARIANTS)
def test_check_env(variant: str) -> None:
    game = make(variant)
    for seat in {0, game.seats - 1}:
        check_env(env(game, "random", seat=seat))


def test_check_env_of_a_registered_environment() -> None:
    made = gymnasium.make(NAME, game="hanabi(players=3)", others="iggi", render_mode="ansi")
    check_env(made.unwrapped)


class _Recorded(Agent):
    """Plays moves that are known."""

    def __init__(self, moves: list[int]) -> None:
        self._moves = iter(moves)

    def act(self, view: View) -> int:
        assert view.seat == self.seat
        return next(self._moves)


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("othello", ["search(iterations=20)"]),
        ("hanabi(players=3)", ["piers", "search(others=types(iggi), iterations=10)"]),
        ("catan(turns=12, offers=2)", ["random"] * 3),
        ("kuhn_poker", ["random"]),
    ],
)
def test_it_is_the_match_of_its_seed(game: str, others: list[str]) -> None:
    """The agents see and answer what they do in a match."""
    match = play_match(game, ["random", *others], seed=9)
    environment = env(game, others)
    _, info = environment.reset(seed=9)
    own = [action for actor, action in match.moves if actor == 0]
    for action in own:
        assert info["action_mask"][action] == 1
        _, reward, over, _, info = environment.step(np.int64(action))
    assert over
    assert reward == match.returns[0]
    assert not info["action_mask"].any()
    assert environment._playing().state == list(match.states())[-1]


def test_an_illegal_action_forfeits() -> None:
    environment = env("othello", "random", seat=1)
    environment.reset(seed=1)
    _, reward, over, _, info = environment.step(0)
    assert (reward, over) == (-1.0, True)
    assert "(a1) is not possible here" in info["forfeit"]
    with pytest.raises(OptionError, match="reset"):
        environment.step(0)


def test_what_does_not_fit_is_a_sentence() -> None:
    with pytest.raises(OptionError, match="seats are 0 to 1"):
        env("othello", "random", seat=2)
    with pytest.raises(OptionError, match="needs 2 other players, not 1"):
        env("hanabi(players=3)", ["iggi"])
    with pytest.raises(OptionError, match="nobody"):
        env("othello", "nobody")
    with pytest.raises(OptionError, match="ansi"):
        env("othello", "random", render_mode="human")
    with pytest.raises(OptionError, match="reset"):
        env("othello", "random").render()
