"""TorchRL through PettingZoo: its own check of specifications, and the example of the page.

TorchRL and PyTorch are large and no part of what the tests of every change need: `make integration`
runs these.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torchrl", reason="TorchRL comes with the extra [integration]")

from otherminds.interop.pettingzoo import env, parallel_env

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

PAGE = Path(__file__).parents[2] / "docs" / "integrations" / "pettingzoo.md"


def wrapped(environment: Any, **options: Any) -> Any:
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    return PettingZooWrapper(environment, seed=1, **options)


@pytest.mark.parametrize(
    "game",
    ["tic_tac_toe", "othello(size=4)", "hanabi(players=3)", "leduc_poker", "tiger"],
)
def test_games_with_turns_keep_their_specifications(game: str) -> None:
    from torchrl.envs.utils import check_env_specs

    environment = wrapped(env(game), use_mask=True)
    check_env_specs(environment)
    rolled = environment.rollout(200, break_when_any_done=True)
    assert rolled["next", "done"][-1].all()
    assert not rolled["next", "done"][:-1].any()


def test_a_game_with_simultaneous_choices_keeps_its_specifications() -> None:
    from torchrl.envs.utils import check_env_specs

    check_env_specs(wrapped(parallel_env("tiny_coop")))


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```py\n(.*?)```\n\n```\n(.*?)```", PAGE.read_text(), re.S)
    assert found is not None
    exec(found[1], {})
    assert capsys.readouterr().out.split("\n")[-2] == found[2].strip()
