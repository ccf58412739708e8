"""Our games in OpenSpiel: `register` adds them all, as Python games, under ``otherminds_NAME``.

OpenSpiel wants every outcome of chance listed. What our games deal beforehand has too many, so the
first move of such a game is a chance node that chooses one of ``deals`` deals, all equally likely.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from otherminds.arena.cross_play import is_cooperative
from otherminds.contracts import CHANCE, NOBODY, Game, OptionError, State
from otherminds.contracts.streams import is_dealt
from otherminds.games import game_names, load
from otherminds.games.registry import restore_game
from otherminds.interop.extras import needs

with needs("OpenSpiel", "openspiel"):
    import pyspiel

__all__ = ["DEALS", "PREFIX", "is_ours", "load_in_openspiel", "register"]

PREFIX = "otherminds_"
DEALS = 1_000
"""How many deals a game has by default."""

LONGEST = 100_000
"""Moves of a game, as OpenSpiel wants to know beforehand; none of ours comes near."""

ZERO_SUM = {"othello", "tic_tac_toe", "kuhn_poker", "leduc"}


class _Ruled:
    """What has the rules of one of our games.

    It has their name only: what belongs to OpenSpiel outlives the interpreter.
    """

    named: tuple[str, tuple[tuple[str, Any], ...]]

    @property
    def rules(self) -> Game:
        """The game itself."""
        name, options = self.named
        rules: Game = restore_game(name, dict(options))
        return rules


class _Game(_Ruled, pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """One of our games, as OpenSpiel sees it."""

    def __init__(self, name: str, params: dict[str, Any], kind: Any) -> None:
        options = {option: value for option, value in params.items() if option != "deals"}
        self.named = name, tuple(sorted(options.items()))
        rules = self.rules
        self.deals = int(params.get("deals", DEALS)) if is_dealt(rules) else 0
        low, high = rules.return_range
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.action_count,
            max_chance_outcomes=max(self.deals, rules.outcome_count),
            num_players=rules.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if rules.name in ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        pyspiel.Game.__init__(self, kind, info, params)

    def new_initial_state(self, state: Any = None) -> _State:
        """The start: before the deal, where there is one."""
        del state
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What seats see: the tensor and the text of our views."""
        del iig_obs_type
        if params:
            raise ValueError(f"Observers of {self.rules!r} have no parameters, not {params!r}.")
        return _Observer(self.rules)


class _State(_Ruled, pyspiel.State):  # type: ignore[misc]
    """A state of one of our games; it follows from the actions that led to it."""

    def __init__(self, game: _Game) -> None:
        pyspiel.State.__init__(self, game)
        self.deals = game.deals
        self.named = game.named
        self.inner: State | None = None if game.deals else game.rules.initial_state()
        self.witnessed: tuple[tuple[int, ...], ...] = ((),) * game.rules.seats

    def current_player(self) -> int:
        """OpenSpiel's words for who acts."""
        actor = CHANCE if self.inner is None else self.inner.actor()
        if actor == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        if self.inner is None or self.inner.actor() != player:
            return []
        return self.inner.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal at the start; later what chance can do."""
        if self.inner is None:
            return [(deal, 1 / self.deals) for deal in range(self.deals)]
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.inner is None:
            self.inner = self.rules.initial_state(action)
            return
        inner = self.inner
        self.witnessed = tuple(
            (*before, inner.observation(action, seat).key())
            for seat, before in enumerate(self.witnessed)
        )
        inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if self.inner is None:
                return f"deal {action}"
            return self.rules.outcome_text(action)
        return self.rules.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner is not None and self.inner.is_terminal()

    def returns(self) -> list[float]:
        """What everybody got; nothing yet while the game goes on."""
        if self.inner is None or not self.inner.is_terminal():
            return [0.0] * self.rules.seats
        return self.inner.returns()

    def __str__(self) -> str:
        """The whole position."""
        return "before the deal" if self.inner is None else str(self.inner)


class _Observer:
    """The views of seats, as OpenSpiel's observers offer them."""

    def __init__(self, rules: Game) -> None:
        self.tensor = np.zeros(int(np.prod(rules.tensor_shape)), np.float32)
        self.dict = {"view": self.tensor.reshape(rules.tensor_shape)}

    def set_from(self, state: _State, player: int) -> None:
        """Take over what a seat sees."""
        if state.inner is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.inner.view(player).tensor().ravel()

    def string_from(self, state: _State, player: int) -> str:
        """What a seat sees, and a mark that tells apart what it has witnessed."""
        if state.inner is None:
            return ""
        witnessed = hash(state.witnessed[player]) & 0xFFFFFFFFFFFFFFFF
        return f"{state.inner.view(player).to_json()} {witnessed:016x}"


def _kind(name: str) -> Any:
    """What OpenSpiel has to know of a game beforehand."""
    rules = load(name)
    types = pyspiel.GameType
    if rules.name in ZERO_SUM:
        utility = types.Utility.ZERO_SUM
    elif is_cooperative(rules):
        utility = types.Utility.IDENTICAL
    else:
        utility = types.Utility.GENERAL_SUM
    perfect = rules.perfect_information
    chance = rules.outcome_count > 0 or is_dealt(rules)
    return pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"{name} of otherminds",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=(
            types.ChanceMode.EXPLICIT_STOCHASTIC if chance else types.ChanceMode.DETERMINISTIC
        ),
        information=(
            types.Information.PERFECT_INFORMATION
            if perfect
            else types.Information.IMPERFECT_INFORMATION
        ),
        utility=utility,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={**rules.options, "deals": DEALS},
    )


@cache
def register() -> tuple[str, ...]:
    """Let ``pyspiel.load_game`` know all our games; their names there.

    Examples:
        >>> "otherminds_hanabi" in register()
        True
        >>> import pyspiel
        >>> pyspiel.load_game("otherminds_hanabi(players=3,deals=50)").num_players()
        3
    """
    return tuple(_register(name) for name in game_names())


def _register(name: str) -> str:
    kind = _kind(name)

    def __init__(self: _Game, params: dict[str, Any] | None = None) -> None:  # noqa: N807
        _Game.__init__(self, name, dict(params or {}), kind)

    # A class, which Python never takes down: OpenSpiel lets go of it after the interpreter has.
    made = type(f"{name.title()}Game", (_Game,), {"__init__": __init__})
    pyspiel.register_game(kind, made)
    return f"{PREFIX}{name}"


def load_in_openspiel(game: Game, *, deals: int = DEALS) -> Any:
    """One of our games with its options, loaded by OpenSpiel."""
    names = register()
    if f"{PREFIX}{game.name}" not in names:
        raise OptionError(f"{game.name} has no name here by which OpenSpiel could load it.")
    return pyspiel.load_game(f"{PREFIX}{game.name}", {**game.options, "deals": deals})


def is_ours(state: Any) -> bool:
    """Whether a state of OpenSpiel is one of our games."""
    return isinstance(state, _State)
