"""What a game promises, as checks that you can run on your own game.

`check_game` runs them all; each raises an ``AssertionError`` whose sentence names the game, the
seed and the move. They use only the protocol in `games`, so the same checks apply to native games
and games written in Python. In a test module:

    @pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
    def test_my_game(check):
        check(MyGame(), games=20)

Players have a promise of their own, `check_swap`: they answer the same when only what they
may not see is different.

Examples:
    >>> from otherminds import Policy, load
    >>> game = load("tic_tac_toe")
    >>> check_game(game, games=2)
    >>> check_swap(game, Policy("random"), games=2)
"""

from __future__ import annotations

from typing import Protocol

from otherminds.conformance.bad_input import (
    check_bad_actions,
    check_bad_bytes,
    check_bad_options,
    check_bad_pickles,
    check_bad_seats,
    check_bad_values,
    check_foreign_states,
)
from otherminds.conformance.drawings import check_drawings
from otherminds.conformance.parts import check_action_parts
from otherminds.conformance.pickles import check_pickles
from otherminds.conformance.players import check_determinism, check_swap
from otherminds.conformance.rules import (
    check_action_texts,
    check_action_types,
    check_chance,
    check_copies,
    check_playthroughs,
    check_storage,
)
from otherminds.conformance.views import check_beliefs, check_observations, check_views
from otherminds.contracts import Game
from otherminds.games import game_of

__all__ = [
    "CHECKS",
    "Check",
    "check_action_parts",
    "check_action_texts",
    "check_action_types",
    "check_bad_actions",
    "check_bad_bytes",
    "check_bad_options",
    "check_bad_pickles",
    "check_bad_seats",
    "check_bad_values",
    "check_beliefs",
    "check_chance",
    "check_copies",
    "check_determinism",
    "check_drawings",
    "check_foreign_states",
    "check_game",
    "check_observations",
    "check_pickles",
    "check_playthroughs",
    "check_storage",
    "check_swap",
    "check_views",
]


class Check(Protocol):
    """A promise of a game: raises AssertionError when it is broken."""

    __name__: str

    def __call__(self, game: Game, *, games: int = 20, seed: int = 0) -> None:
        """Check this many random games, which follow from the seed."""


_ALL: tuple[Check, ...] = (
    check_playthroughs,
    check_chance,
    check_copies,
    check_storage,
    check_action_texts,
    check_action_types,
    check_action_parts,
    check_views,
    check_beliefs,
    check_observations,
    check_drawings,
    check_pickles,
    check_determinism,
    check_bad_actions,
    check_bad_seats,
    check_bad_bytes,
    check_bad_values,
    check_bad_pickles,
    check_bad_options,
    check_foreign_states,
)

CHECKS: dict[str, Check] = {check.__name__.removeprefix("check_"): check for check in _ALL}
"""The promises of a game by name, each called as ``check(game, games=20, seed=0)``."""


def check_game(game: Game | str, *, games: int = 20, seed: int = 0) -> None:
    """Run every check of `CHECKS` on a game.

    Args:
        game: native or written in Python, or a text that names it.
        games: how many random games each check plays; those that damage bytes and values take
            three at most.
        seed: the games follow from it.

    Raises:
        AssertionError: a promise is broken; the sentence says which, in which game and where.
    """
    played = game_of(game)
    for check in CHECKS.values():
        check(played, games=games, seed=seed)
