"""Bots of Catanatron as players of Catan: ``catanatron('value')``.

Catanatron hands its bots the whole state. At our table a bot gets a state that its seat holds
possible, drawn from what it believes, so that it looks at nobody's cards.
"""

from __future__ import annotations

import importlib
from dataclasses import KW_ONLY, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from otherminds.agents.catanatron_package import imported
from otherminds.contracts import Agent, Game, OptionError, Recipe

__all__ = ["Catanatron"]

_BOTS = {
    "random": ("models.player", "RandomPlayer"),
    "weighted_random": ("players.weighted_random", "WeightedRandomPlayer"),
    "victory_point": ("players.search", "VictoryPointPlayer"),
    "value": ("players.value", "ValueFunctionPlayer"),
    "alpha_beta": ("players.minimax", "AlphaBetaPlayer"),
    "same_turn_alpha_beta": ("players.minimax", "SameTurnAlphaBetaPlayer"),
}
_DEEP = ("alpha_beta", "same_turn_alpha_beta")


@dataclass(frozen=True, repr=False)
class Catanatron(Recipe):
    """A bot of Catanatron at our table.

    It plays by our rules: what its program takes for legal and we do not, is not offered to it. It
    makes no offers to other seats and rejects all of them, as on its own table.

    Attributes:
        bot: which: ``random``, ``weighted_random``, ``victory_point``, ``value``, ``alpha_beta`` or
            ``same_turn_alpha_beta``.
        depth: how many moves the last two look ahead; 2 by default.

    Raises:
        OptionError: there is no such bot, or an option is out of its range.

    Examples:
        >>> Catanatron("value")
        catanatron('value')
        >>> Catanatron("alpha_beta", depth=1)
        catanatron('alpha_beta', depth=1)
    """

    bot: str
    _: KW_ONLY
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse what there is not."""
        if self.bot not in _BOTS:
            raise OptionError(
                f"There is no bot {self.bot!r:.60} of catanatron; accepted: {', '.join(_BOTS)}."
            )
        if self.depth is None:
            return
        if self.bot not in _DEEP:
            raise OptionError(f"depth of catanatron belongs to {' and '.join(_DEEP)}.")
        if type(self.depth) is not int or not 1 <= self.depth <= 6:
            raise OptionError(f"depth of catanatron is from 1 to 6, not {self.depth!r:.60}.")

    def files(self) -> list[Path]:
        """The files of Catanatron: what decides how it plays."""
        return sorted(Path(next(iter(imported().__path__))).rglob("*.py"))

    def agent(self, game: Game) -> Agent:
        """A new agent."""
        if game.name != "catan":
            raise OptionError(f"Bots of Catanatron play catan, not {game.name}.")
        if game.options["bank"] == 0 or game.options["exchange"] != "offers":
            raise OptionError("Bots of Catanatron play with a bank that can run out, by offers.")
        # Here, because it loads Catan, which whoever plays another game does without.
        from otherminds.agents.catanatron_agent import CatanatronAgent

        return CatanatronAgent(game, self._player_class(), self.depth)

    def _player_class(self) -> type[Any]:
        theirs = imported().__name__
        module, name = _BOTS[self.bot]
        try:
            return getattr(importlib.import_module(f"{theirs}.{module}"), name)  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            raise OptionError(
                f"Catanatron {version(theirs)} has no bot {self.bot}, which its package of PyPI "
                "leaves out; it comes with pip install "
                "'catanatron @ git+https://github.com/bcollazo/catanatron'."
            ) from error

    def _policy(self) -> dict[str, Any]:
        raise OptionError(
            f"{self!r} cannot be a model inside a search: it is asked for moves only."
        )
