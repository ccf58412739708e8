"""Whose code a player runs: the modules that its text names, and what stands in them.

A name of a catalogue stands for what this version of otherminds does. A class or function of
somebody's module may change from one day to the next under the same name, so the code is part of a
player's identity: the hash of the module's source. It does not cover what that module imports.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from otherminds.agents.imported import ImportedPlayer
from otherminds.contracts import Game, Policy
from otherminds.search import Evaluation, PythonPolicy

__all__ = ["code_of", "paths_behind"]

_OURS = "otherminds."


def paths_behind(player: Any, game: Game) -> set[str]:
    """The paths of all classes and functions of others that stand in a player."""
    found: set[str] = set()
    if isinstance(player, tuple):
        for part in player:
            found |= paths_behind(part, game)
        return found
    if isinstance(player, Policy):
        recipe = player.recipe(game)
        found |= set() if recipe is player else paths_behind(recipe, game)
        return found | paths_behind((player.values, player.options), game)
    if isinstance(player, ImportedPlayer):
        found.add(player.path)
    elif isinstance(player, Evaluation):
        found.add(_path(player.function))
    elif isinstance(player, PythonPolicy) or (callable(player) and hasattr(player, "__qualname__")):
        found.add(_path(player))
    if is_dataclass(player) and not isinstance(player, type):
        for option in fields(player):
            value = getattr(player, option.name)
            if option.name == "evaluation" and isinstance(value, str):
                found.add(value)
            found |= paths_behind(value, game)
    return {path for path in found if "." in path and not path.startswith(_OURS)}


def _path(value: Any) -> str:
    if isinstance(value, str):
        return value
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"


def code_of(paths: Iterable[str]) -> dict[str, str | None]:
    """For each module of these paths the hash of its source; None where that cannot be had.

    Examples:
        >>> code_of(["math.floor"])
        {'math': None}
    """
    modules = {path.rpartition(".")[0] for path in paths}
    return {module: _hash(module) for module in sorted(modules)}


def _hash(name: str) -> str | None:
    try:
        source = inspect.getsourcefile(sys.modules[name])
        data = Path(source or "").read_bytes()
    except (KeyError, TypeError, OSError):
        return None
    return hashlib.sha256(data).hexdigest()[:16]
