"""Learned models in a search: a player, a model of others, a roll-out, a prior, an evaluation."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent
from otherminds.contracts import Game, OptionError, Recipe

__all__ = ["Network"]


@dataclass(frozen=True, repr=False)
class Network(Recipe):
    """A model that `otherminds.learn` made, by its file; its forward pass is native.

    A model of what is played is a policy: it can sit in a seat, be the model of another seat, a
    type, a roll-out, or the prior of `PUCT`. A model of what positions are worth is an evaluation.

    Attributes:
        file: of the model.
        temperature: chances to the power ``1 / temperature``; 0 takes the likeliest action.
        checksum: what the file has to hold. By default what it holds now, so that a player whose
            model was taught anew is another player.

    Examples:
        >>> Network("missing.om")
        Traceback (most recent call last):
        otherminds.contracts.errors.OptionError: There is no model file missing.om.
    """

    file: str
    _: KW_ONLY
    temperature: float = 1.0
    checksum: str = ""

    def __post_init__(self) -> None:
        """Look into the file."""
        if not isinstance(self.file, str | Path):
            raise OptionError(f"A network is named by its file, not by {self.file!r}.")
        object.__setattr__(self, "file", str(self.file))
        if not self.checksum:
            found = _core.load_model(self.file)
            object.__setattr__(self, "checksum", found["checksum"])

    def options(self) -> dict[str, str | float]:
        """What the core is told."""
        return {
            "file": self.file,
            "temperature": self.temperature,
            "checksum": self.checksum,
        }

    def _policy(self) -> dict[str, Any]:
        return {"policy": "network", "options": self.options(), "label": repr(self)}

    def agent(self, game: Game) -> NativeAgent:
        """A player that draws from the chances of the model.

        Raises:
            OptionError: the model was learned for another game, or the file is not what it was.
            FormatError: the file is no model.
        """
        return _core.policy_agent(game, "network", self.options())
