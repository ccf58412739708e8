"""Tiny Co-Op: doors that stay open only while somebody stands on a button (Walton-Rivers 2022).

Two to four agents win together when each of them has been on every goal. They move at the same
time: seats choose in turn, and a choice is hidden until the last seat has chosen.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from otherminds import _core
from otherminds.contracts import OptionError
from otherminds.games.tiny_coop.generation import Generated, generate
from otherminds.games.tiny_coop.narration import ending, goal, seat_name, told
from otherminds.games.tiny_coop.picture import drawing

__all__ = [
    "LEVELS",
    "Generated",
    "drawing",
    "ending",
    "generate",
    "goal",
    "hidden_facts",
    "level_map",
    "make",
    "optimum",
    "seat_name",
    "told",
]

LEVELS = (
    "pathfinding",
    "single_door",
    "symmetric_single_door",
    "extended_side",
    "side_by_side",
    "airlock",
    "butterfly",
)
"""The seven levels of the source, by name."""


VIEWS_TELL_ALL = True
"""A view says what its seat believes; see `otherminds.games.registry.views_tell_all`."""


def make(**options: Any) -> _core.Game:
    """Tiny Co-Op.

    Options are ``level`` (``"single_door"``; a name of `LEVELS`, a map, or a file of one: a path,
    or a text that ends in ``.txt``), ``edition`` (2, or 1), ``actions`` (``"simple"``,
    ``"relative"`` or ``"full"``), ``order`` (``"edition"``, ``"id"`` or ``"scan"``), ``collision``
    (``"edition"``, ``"share"`` or ``"block"``) and ``ticks`` (2000).

    Raises:
        OptionError: the level cannot be played or won, or an option makes no sense.

    Examples:
        >>> make(level="airlock", actions="relative").action_count
        9
    """
    level = options.get("level")
    named_file = isinstance(level, str) and "\n" not in level and level.endswith(".txt")
    if isinstance(level, PathLike) or named_file:
        options = {**options, "level": _read(level)}
    return _core.make_game("tiny_coop", options)


def _read(path: Any) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise OptionError(f"The level {str(path)!r} cannot be read: {error}.") from error
    return text + "\n"  # so that a single line is taken for a map, not for a name


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """What others have chosen in this tick, until everybody has.

    Examples:
        >>> state = make().initial_state()
        >>> state.apply_action(0)
        >>> hidden_facts(state, seat=1)
        {'choice of seat 0': 'wait'}
    """
    choices = state.to_dict()["choices"]
    return {
        f"choice of seat {other}": state.game.action_text(choice)
        for other, choice in enumerate(choices)
        if choice >= 0 and other != seat
    }


def level_map(game: Any) -> str:
    r"""The map of a game's level, with everybody at the start.

    Examples:
        >>> level_map(make(level="butterfly")).splitlines()[1]
        '#G.#.G#'
    """
    return _core.tiny_coop_map(game.initial_state())


def optimum(position: Any) -> int | None:
    """The fewest ticks in which the agents can win together, by exhaustive search.

    Args:
        position: a game, meant from its start, or a state. Choices that are pending do not count.

    Returns:
        The number of ticks, or None if the agents can no longer win. The cap of the game is not
        considered.

    Raises:
        LimitError: the level is too large to be solved.

    Examples:
        >>> optimum(make(level="butterfly"))
        33
    """
    state = position.initial_state() if hasattr(position, "initial_state") else position
    return _core.tiny_coop_optimum(state)
