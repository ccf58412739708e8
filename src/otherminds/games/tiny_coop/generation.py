"""Random levels of Tiny Co-Op: rooms and doors, each level proved to be winnable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds._core import Rng, Stream
from otherminds.contracts import LimitError, OptionError

__all__ = ["Generated", "generate"]

_LETTERS = "abcdefhijk"  # g is the goal's
_SHAPES = {  # so many rooms, as columns and rows of rooms
    1: (1, 1),
    2: (2, 1),
    3: (3, 1),
    4: (2, 2),
    5: (3, 2),
    6: (3, 2),
    7: (4, 2),
    8: (4, 2),
}


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A random level and how hard it is.

    Attributes:
        map: the level, for ``load("tiny_coop", level=map)``.
        optimum: the ticks of a shortest win.
        passages: how often an agent walks into a door on the way that `cooperator` takes: each
            time somebody else, or itself a step before, has to hold a button.
    """

    map: str
    optimum: int
    passages: int


def generate(
    seed: int | Stream = 0,
    *,
    doors: int = 2,
    agents: int = 2,
    goals: int = 1,
    room: int = 3,
    edition: int = 2,
    least_ticks: int = 0,
    most_ticks: int | None = None,
    least_passages: int | None = None,
    tries: int = 10_000,
) -> Generated:
    """A random level that can be won, of the difficulty asked for.

    Rooms of one size lie in a grid and are joined to a tree by doors, each with a letter of its own
    and one button on either side of it, anywhere. Levels are drawn until one can be won by
    the exact planner and is as hard as it should be. The number of doors is the grade: with each
    one more, agents have to help each other more often.

    Args:
        seed: decides the level.
        doors: 0 to 7; there is one more room.
        agents: 2 to 4.
        goals: 1 to 8.
        room: squares along a side of a room, 2 to 6.
        edition: whose rules ``optimum`` and ``passages`` are measured by.
        least_ticks: the optimum is at least this.
        most_ticks: the optimum is at most this.
        least_passages: at least so many passages; by default one for each door.
        tries: give up after so many levels.

    Raises:
        LimitError: no level of that kind was found, or it would be too large to be solved.
        OptionError: an option makes no sense.

    Examples:
        >>> level = generate(1, doors=1)
        >>> level == generate(1, doors=1), level.passages >= 1
        (True, True)
    """
    for name, value, low, high in (
        ("doors", doors, 0, 7),
        ("agents", agents, 2, 4),
        ("goals", goals, 1, 8),
        ("room", room, 2, 6),
        ("tries", tries, 1, 10**9),
    ):
        if type(value) is not int or not low <= value <= high:
            raise OptionError(f"{name} is a whole number from {low} to {high}, not {value!r}.")
    wanted = doors if least_passages is None else least_passages
    columns, rows = _SHAPES[doors + 1]
    if (columns * (room + 1) + 1) * (rows * (room + 1) + 1) > 256:
        raise OptionError("A level has at most 256 squares: take fewer doors or smaller rooms.")
    stream = seed if isinstance(seed, Stream) else Stream(seed)
    rng = stream.child("tiny_coop level").rng()
    for _ in range(tries):
        drawn = _draw(rng, doors, agents, goals, room)
        try:
            game = _core.make_game("tiny_coop", {"level": drawn, "edition": edition})
        except OptionError:
            if edition not in (1, 2):
                raise
            continue  # nobody can win it
        optimum = _core.tiny_coop_optimum(game.initial_state())
        if optimum is None or optimum < least_ticks:
            continue
        if most_ticks is not None and optimum > most_ticks:
            continue
        passages = _passages(game, drawn.splitlines())
        if passages >= wanted:
            return Generated(map=drawn, optimum=optimum, passages=passages)
    raise LimitError(f"None of {tries} random levels was as asked for.")


def _draw(rng: Rng, doors: int, agents: int, goals: int, room: int) -> str:
    """A level that need not be winnable."""
    columns, rows = _SHAPES[doors + 1]
    step = room + 1
    squares = [["#"] * (columns * step + 1) for _ in range(rows * step + 1)]
    corners = [(step * x + 1, step * y + 1) for x in range(columns) for y in range(rows)]
    joined = [corners.pop(rng.below(len(corners)))]
    inside = {joined[0]: _floor(squares, joined[0], room)}
    walls = []
    while len(joined) <= doors:  # a random room next to one that is there
        options = [
            (old, new)
            for old in joined
            for new in corners
            if abs(old[0] - new[0]) + abs(old[1] - new[1]) == step
        ]
        old, new = rng.choice(options)
        corners.remove(new)
        joined.append(new)
        inside[new] = _floor(squares, new, room)
        walls.append((old, new))
    # The tree of rooms: what lies on the far side of a door hangs from the room behind it.
    behind = {new: {new} for _, new in walls}
    for old, new in reversed(walls):
        if old in behind:
            behind[old] |= behind[new]
    free = {corner: list(cells) for corner, cells in inside.items()}
    for letter, (old, new) in zip(_LETTERS, walls, strict=False):
        along = rng.below(room)
        if old[0] == new[0]:
            x, y = old[0] + along, max(old[1], new[1]) - 1
        else:
            x, y = max(old[0], new[0]) - 1, old[1] + along
        squares[y][x] = letter.upper()
        for side in (behind[new], set(joined) - behind[new]):
            _put(squares, rng, free, sorted(side), letter)
    for _ in range(goals):
        _put(squares, rng, free, sorted(joined), "G")
    for agent in range(agents):
        _put(squares, rng, free, sorted(joined), str(agent))
    return "\n".join("".join(row) for row in squares)


def _floor(squares: list[list[str]], corner: tuple[int, int], room: int) -> list[tuple[int, int]]:
    cells = [(corner[0] + dx, corner[1] + dy) for dx in range(room) for dy in range(room)]
    for x, y in cells:
        squares[y][x] = "."
    return cells


def _put(
    squares: list[list[str]],
    rng: Rng,
    free: dict[tuple[int, int], list[tuple[int, int]]],
    rooms: list[tuple[int, int]],
    square: str,
) -> None:
    """Draw a square somewhere on the free floor of these rooms."""
    places = [(corner, cell) for corner in rooms for cell in free[corner]]
    if not places:
        raise OptionError("The rooms are too small for everything that is in the level.")
    corner, (x, y) = rng.choice(places)
    free[corner].remove((x, y))
    squares[y][x] = square


def _passages(game: Any, rows: list[str]) -> int:
    agents = [_core.policy_agent(game, "cooperator", {}) for _ in range(game.seats)]
    moves, _, _ = _core.play_match(game, agents, 0, 0, 0)
    state = game.initial_state()  # nothing is dealt, so that it is where the match began
    positions = [state.copy()]
    for _, action in moves:
        state.apply_action(action)
        positions.append(state.copy())
    count, before = 0, None
    for position in positions:
        cells = position.to_dict()["cells"][: game.seats]
        squares = [rows[cell % len(rows)][cell // len(rows)] for cell in cells]
        if before is not None:
            count += sum(
                square.isupper() and square != "G" and cell != old
                for square, cell, old in zip(squares, cells, before, strict=True)
            )
        before = cells
    return count
