"""Queries and replies of the analysis engine: JSON lines in the shape of KataGo's analysis engine.

A query names a game, the moves that led to a position, and who shall think; replies are thoughts as
`Thought.to_dict` gives them, with the ``id`` of the query. See ``otherminds engine``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from otherminds.contracts import CHANCE, FormatError, Game, OptionError, State
from otherminds.contracts.streams import MatchStreams
from otherminds.games import parse_game

__all__ = ["Query", "read_query"]

_FIELDS = {
    "id": "id",
    "game": "game",
    "seed": "seed",
    "initialState": "initial_state",
    "moves": "moves",
    "analyzeTurns": "turns",
    "player": "player",
    "maxVisits": "visits",
    "maxTime": "seconds",
    "reportDuringSearchEvery": "every",
    "includeWorlds": "worlds",
    "priority": "priority",
}


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question about positions of one game.

    Attributes:
        id: comes back with each reply.
        game: the game.
        start: where it began.
        moves: who did what since.
        turns: after how many moves to think; the last position by default.
        player: the text of who thinks; empty for the best agent that searches.
        visits: iterations of the search, in place of its own budget.
        seconds: the longest that it may think about one position.
        every: seconds between reports while it thinks; None for none.
        worlds: how many worlds that it holds possible to include.
        priority: queries with a higher one come first.
    """

    id: str
    game: Game
    start: State
    moves: tuple[tuple[int, int], ...]
    turns: tuple[int, ...]
    player: str = ""
    visits: int | None = None
    seconds: float | None = None
    every: float | None = None
    worlds: int = 0
    priority: int = 0


def read_query(values: Mapping[str, Any]) -> Query:
    """The query of a line of JSON.

    Raises:
        FormatError: a field is unknown or of the wrong kind; the sentence names it.
        OthermindsError: there is no such game, or a move is impossible.

    Examples:
        >>> query = read_query({"id": "a", "game": "othello(size=4)", "moves": ["b1"]})
        >>> query.turns, query.moves
        ((1,), ((0, 1),))
    """
    for name in values:
        if name not in _FIELDS:
            raise FormatError(f"A query has no {name!r:.60}; it has {', '.join(_FIELDS)}.")
    read = _Fields(values)
    game = parse_game(read.text("game", None))
    start = _start(game, values, read)
    moves = _moves(game, start, values.get("moves", []))
    turns = read.list("analyzeTurns", [len(moves)])
    if not turns or not all(type(turn) is int and 0 <= turn <= len(moves) for turn in turns):
        raise FormatError(f"analyzeTurns are whole numbers from 0 to {len(moves)}, the moves.")
    return Query(
        id=read.text("id", None),
        game=game,
        start=start,
        moves=moves,
        turns=tuple(turns),
        player=read.text("player", ""),
        visits=read.number("maxVisits", None, whole=True),
        seconds=read.number("maxTime", None),
        every=read.number("reportDuringSearchEvery", None),
        worlds=read.number("includeWorlds", 0, whole=True, zero=True),
        priority=read.whole("priority", 0),
    )


class _Fields:
    """The fields of a query, each checked."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str, default: str | None) -> str:
        found = self._values.get(name, default)
        if not isinstance(found, str):
            raise FormatError(f"A query needs a text {name}, not {found!r:.60}.")
        return found

    def list(self, name: str, default: list[Any]) -> list[Any]:
        found = self._values.get(name, default)
        if not isinstance(found, list):
            raise FormatError(f"{name} is a list, not {found!r:.60}.")
        return found

    def whole(self, name: str, default: int) -> int:
        found = self._values.get(name, default)
        if type(found) is not int or abs(found) >= 2**53:
            raise FormatError(f"{name} is a whole number, not {found!r:.60}.")
        return found

    def number(self, name: str, default: Any, *, whole: bool = False, zero: bool = False) -> Any:
        found = self._values.get(name, default)
        if found is None:
            return None
        kinds = (int,) if whole else (int, float)
        if type(found) not in kinds or not math.isfinite(found) or found > 1e9:
            raise FormatError(f"{name} is a {'whole ' * whole}number, not {found!r:.60}.")
        if found < 0 or (found == 0 and not zero):
            raise FormatError(f"{name} is {'at least 0' if zero else 'above 0'}, not {found}.")
        return found


def _start(game: Game, values: Mapping[str, Any], read: _Fields) -> State:
    given = values.get("initialState")
    if given is None:
        return game.initial_state(MatchStreams(read.whole("seed", 0), 0, 0).deal)
    if "seed" in values:
        raise OptionError("A query has a seed or an initialState, not both.")
    if not isinstance(given, dict):
        raise FormatError("initialState is a state as to_dict() gives it.")
    return game.state_from_dict(given)


def _moves(game: Game, start: State, given: Any) -> tuple[tuple[int, int], ...]:
    """Moves by id or text, those of chance included, each checked."""
    if not isinstance(given, list):
        raise FormatError(f"moves is a list of ids or texts, not {given!r:.60}.")
    state = start.copy()
    moves = []
    for move in given:
        actor = state.actor()
        if isinstance(move, str):
            move = game.parse_outcome(move) if actor == CHANCE else game.parse_action(move)
        if type(move) is not int or not 0 <= move < 2**31:
            raise FormatError(f"A move is the id of an action or its text, not {move!r:.60}.")
        state.apply_action(move)
        moves.append((actor, move))
    return tuple(moves)
