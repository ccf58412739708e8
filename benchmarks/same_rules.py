"""Our tic-tac-toe as a Python game of OpenSpiel: the same rules under the other search."""

from __future__ import annotations

from typing import Any

import pyspiel

import otherminds
from otherminds.contracts import NOBODY

NAME = "otherminds_tic_tac_toe"

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Tic-tac-toe of otherminds",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=9,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=9,
)


class Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})
        self.rules = otherminds.load("tic_tac_toe")

    def new_initial_state(self, state: Any = None) -> State:
        del state
        return State(self)


class State(pyspiel.State):  # type: ignore[misc]
    """OpenSpiel copies it by deepcopy, which our state answers with a shallow copy."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.inner: Any = game.rules.initial_state()

    def current_player(self) -> int:
        actor: int = self.inner.actor()
        return int(pyspiel.PlayerId.TERMINAL) if actor == NOBODY else actor

    def _legal_actions(self, player: int) -> list[int]:
        del player
        actions: list[int] = self.inner.legal_actions()
        return actions

    def _apply_action(self, action: int) -> None:
        self.inner._apply_action(action)

    def is_terminal(self) -> bool:
        terminal: bool = self.inner.actor() == NOBODY
        return terminal

    def returns(self) -> list[float]:
        if self.inner.actor() != NOBODY:
            return [0.0, 0.0]
        values: list[float] = self.inner._returns()
        return values

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return str(action)

    def __str__(self) -> str:
        return str(self.inner)


pyspiel.register_game(_TYPE, Game)


def load() -> Any:
    return pyspiel.load_game(NAME)
