"""Whose code a player runs: the modules that its text names, and what stands in them.

A name of a catalogue stands for what this version of otherminds does. A class or function of
somebody's module may change from one day to the next under the same name, so the code is part of a
player's identity: the hash of the module's source. It does not cover what that module imports. A
program that plays is known by the files that its command names.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from otherminds.agents.catanatron import Catanatron
from otherminds.agents.imported import ImportedPlayer
from otherminds.agents.language import LanguageModel
from otherminds.agents.program import Program
from otherminds.contracts import Game, Policy
from otherminds.contracts.writing import text as player_text
from otherminds.search import Evaluation, PythonPolicy

__all__ = ["code_of", "paths_behind", "programs_behind"]

_OURS = "otherminds."


def paths_behind(player: Any, game: Game) -> set[str]:
    """The paths of all classes and functions of others that stand in a player."""
    found: set[str] = set()
    for part in _parts(player, game):
        if isinstance(part, ImportedPlayer):
            found.add(part.path)
        elif isinstance(part, Evaluation):
            found.add(_path(part.function))
        elif isinstance(part, PythonPolicy) or (callable(part) and hasattr(part, "__qualname__")):
            found.add(_path(part))
        evaluation = getattr(part, "evaluation", None)
        if isinstance(evaluation, str) and is_dataclass(part):
            found.add(evaluation)
    return {path for path in found if "." in path and not path.startswith(_OURS)}


def programs_behind(player: Any, game: Game) -> dict[str, str | None]:
    """For each program that stands in a player, by its text, the hash of its files.

    None where none of them can be read: what a command finds by other means is not known.
    """
    return {
        player_text(part): _hash_of_files(part.files())
        for part in _parts(player, game)
        if isinstance(part, Catanatron | LanguageModel | Program)
    }


def _parts(player: Any, game: Game) -> Iterator[Any]:
    """A player and everything that stands in it, names of the catalogue by their recipes."""
    yield player
    within: Iterable[Any] = ()
    if isinstance(player, tuple):
        within = player
    elif isinstance(player, Policy):
        recipe = player.recipe(game)
        within = (() if recipe is player else (recipe,)) + (player.values, player.options)
    elif is_dataclass(player) and not isinstance(player, type):
        within = (getattr(player, option.name) for option in fields(player))
    for part in within:
        yield from _parts(part, game)


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


def _hash_of_files(files: Sequence[Path]) -> str | None:
    digest = hashlib.sha256()
    try:
        for file in files:
            digest.update(file.read_bytes())
    except OSError:
        return None
    return digest.hexdigest()[:16] if files else None


def _hash(name: str) -> str | None:
    try:
        source = inspect.getsourcefile(sys.modules[name])
        data = Path(source or "").read_bytes()
    except (KeyError, TypeError, OSError):
        return None
    return hashlib.sha256(data).hexdigest()[:16]
