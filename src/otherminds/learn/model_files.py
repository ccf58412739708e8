"""Model files: a card for people, named arrays, a checksum. Reading one executes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds import __version__, _core
from otherminds.contracts import FormatError, Game
from otherminds.contracts.files import reason, write_whole_bytes

__all__ = ["KINDS", "Model", "read_model", "write_model"]

KINDS = ("softmax", "sigmoid", "frequency", "value")
"""How a model scores: one choice among the legal actions, each action by itself, how often each
action was chosen when it was legal, and what positions are worth."""

Arrays = dict[str, npt.NDArray[np.float32]]


@dataclass(frozen=True)
class Model:
    """What a model file holds.

    Attributes:
        game: the name of the game that it was learned from.
        kind: one of `KINDS`.
        card: what it was learned from and how well, for people.
        arrays: the weights.
        checksum: of the file.
    """

    game: str
    kind: str
    card: Mapping[str, Any]
    arrays: Arrays
    checksum: str = ""

    @property
    def layers(self) -> tuple[int, ...]:
        """Units of each layer; none where actions were counted."""
        sizes = (self.arrays.get(name) for name in ("first_bias", "second_bias"))
        return tuple(len(found) for found in sizes if found is not None)


def write_model(
    path: str | os.PathLike[str], game: Game, kind: str, card: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write a model, whole or not at all.

    Raises:
        FormatError: the file cannot be written, or the arrays hold what no training gives.
    """
    told = {**card, "version": __version__}
    sound = {name: np.ascontiguousarray(each, dtype=np.float32) for name, each in arrays.items()}
    data = _core.pack_model(_native(game), kind, json.dumps(told), sound)
    _core.NativeModel(_native(game), data)  # refuses arrays that do not fit the game
    try:
        write_whole_bytes(Path(path), data)
    except OSError as error:
        raise FormatError(f"{os.fspath(path)} cannot be written: {reason(error)}.") from error


def read_model(path: str | os.PathLike[str]) -> Model:
    """Read a model.

    Raises:
        OptionError: there is no such file.
        FormatError: it is no model, or damaged.
    """
    found = _core.load_model(os.fspath(path))
    try:
        card = json.loads(found["card"])
        if not isinstance(card, dict):
            raise ValueError("it names no values")
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{os.fspath(path)} is no model file. Its card is no JSON.") from error
    return Model(found["game"], found["kind"], card, found["arrays"], found["checksum"])


def _native(game: Game) -> _core.Game:
    if not isinstance(game, _core.Game):
        raise FormatError(f"Models are of native games; {game.name} is written in Python.")
    return game
