"""The analysis engine: answers queries about positions with thoughts, several at once.

Replies come in the order in which they are ready. A query may be ended early by the action
``terminate``; it then answers with what it has.
"""

from __future__ import annotations

import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from otherminds import __version__
from otherminds.agents import parse_player
from otherminds.arena.advice import lived_through, think
from otherminds.arena.match import Match
from otherminds.arena.review import judge_of, moments
from otherminds.contracts import FormatError, OptionError, OthermindsError, State, Thought
from otherminds.contracts.players import peeks
from otherminds.interop.analysis_queries import Query, read_query
from otherminds.search import Evolve, Search, thought

__all__ = ["AnalysisEngine"]

Reply = dict[str, Any]
_SECONDS = 10.0
"""The longest that a query thinks about a position unless it says otherwise."""


class AnalysisEngine:
    """Answers lines of JSON by lines of JSON.

    Args:
        write: gets each reply as a line, from any thread but one at a time.
        workers: how many positions are thought about at once.

    Examples:
        >>> lines = []
        >>> engine = AnalysisEngine(lines.append, workers=1)
        >>> engine.run(['{"id": "q", "game": "tic_tac_toe", "maxVisits": 50}'])
        >>> reply = json.loads(lines[-1])
        >>> reply["id"], reply["turnNumber"], reply["isDuringSearch"]
        ('q', 0, False)
        >>> Thought.from_dict(reply["thought"]).iterations
        50
    """

    def __init__(self, write: Callable[[str], object], *, workers: int) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._waiting: queue.PriorityQueue[tuple[float, int, Query | None, int]] = (
            queue.PriorityQueue()
        )
        self._numbers = itertools.count()
        self._living: dict[str, int] = {}
        """By id, how many positions of a query are not answered yet."""
        self._ended: set[str] = set()
        self._lock = threading.Lock()
        self._workers = [
            threading.Thread(target=self._work, name=f"engine {number}", daemon=True)
            for number in range(workers)
        ]

    def run(self, lines: Iterable[str]) -> None:
        """Answer until there are no more lines and everything is answered."""
        for worker in self._workers:
            worker.start()
        for line in lines:
            if line.strip():
                self._take(line)
        for _ in self._workers:
            self._waiting.put((float("inf"), next(self._numbers), None, 0))
        for worker in self._workers:
            worker.join()

    def _say(self, reply: Reply) -> None:
        with self._writing:
            self._write(json.dumps(reply, allow_nan=False))

    # What comes in -----------------------------------------------------------------------------

    def _take(self, line: str) -> None:
        name: Any = None
        try:
            try:
                values = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise FormatError(f"This line is not JSON: {error}.") from error
            if not isinstance(values, dict):
                raise FormatError("A query is an object with names.")
            name = values.get("id")
            if "action" in values:
                self._say(self._act(values))
            else:
                self._queue(read_query(values))
        except (OthermindsError, TypeError, ValueError, KeyError) as error:
            self._say({"id": name if isinstance(name, str) else None, "error": str(error)})

    def _act(self, values: Mapping[str, Any]) -> Reply:
        """``query_version``, ``terminate`` and ``terminate_all``, as KataGo has them."""
        action = values["action"]
        if action == "query_version":
            return {**values, "version": __version__}
        with self._lock:
            if action == "terminate":
                ended = {str(values.get("terminateId"))}
            elif action == "terminate_all":
                ended = set(self._living)
            else:
                raise OptionError(
                    f"{action!r:.60} is no action; accepted: query_version, terminate, "
                    "terminate_all."
                )
            self._ended |= ended & set(self._living)
        return dict(values)

    def _queue(self, query: Query) -> None:
        with self._lock:
            if query.id in self._living:
                raise OptionError(f"The query {query.id!r:.60} is not answered yet.")
            self._living[query.id] = len(query.turns)
        for turn in query.turns:
            self._waiting.put((-query.priority, next(self._numbers), query, turn))

    # Thinking ----------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            _, _, query, turn = self._waiting.get()
            if query is None:
                return
            try:
                self._think(query, turn)
            except Exception as error:  # games and agents of others may raise anything
                self._say({"id": query.id, "turnNumber": turn, "error": str(error)})
            finally:
                with self._lock:
                    self._living[query.id] -= 1
                    if not self._living[query.id]:
                        del self._living[query.id]
                        self._ended.discard(query.id)

    def _going(self, query: Query) -> bool:
        with self._lock:
            return query.id not in self._ended

    def _think(self, query: Query, turn: int) -> None:
        if not self._going(query):
            self._say({"id": query.id, "turnNumber": turn, "noResults": True})
            return
        state, agent = _agent(query, turn)
        seat = state.actor()
        told_at = time.monotonic()

        def hear(told: Thought) -> None:
            nonlocal told_at
            now = time.monotonic()
            if query.every is not None and now - told_at >= query.every:
                told_at = now
                self._say(_reply(query, turn, told, during=True))

        finished = think(
            agent,
            state.view(seat),
            seconds=query.seconds or _SECONDS,
            going=lambda: self._going(query),
            hear=hear,
        )
        if query.worlds:
            finished = thought(agent, worlds=query.worlds) or finished
        self._say(_reply(query, turn, finished, during=False))


def _reply(query: Query, turn: int, told: Thought, *, during: bool) -> Reply:
    return {
        "id": query.id,
        "turnNumber": turn,
        "isDuringSearch": during,
        "thought": told.to_dict(),
    }


def _agent(query: Query, turn: int) -> tuple[State, Any]:
    """The position, and an agent that has witnessed what the seat that acts there has."""
    made = query.moves[:turn]
    match = Match(
        game=query.game,
        players=("",) * query.game.seats,
        moves=made,
        returns=(0.0,) * query.game.seats,
        seconds=(0.0,) * query.game.seats,
        seed=0,
        block=0,
        index=0,
        start=query.start,
    )
    *_, state = match.states()
    seat = state.actor()
    if seat < 0:
        raise OptionError(f"No seat acts after {turn} moves: there is nothing to think about.")
    player = parse_player(query.player, query.game) if query.player else judge_of(query.game)
    if query.visits is not None:
        player = _with_visits(player, query)
    whole = list(moments(match, seat))
    first = whole[0].before if whole else state.view(seat)
    agent = lived_through(
        query.game, seat, first, [(moment.seen, moment.after) for moment in whole], player
    )
    if peeks(agent):
        raise OptionError(f"{query.player} looks at what is hidden; name an agent that does not.")
    return state, agent


def _with_visits(player: Any, query: Query) -> Any:
    """The same player with another budget."""
    recipe = player.recipe(query.game) if hasattr(player, "recipe") else player
    if not isinstance(recipe, Search | Evolve):
        raise OptionError(f"{player!r} does not search, so it has no maxVisits.")
    return replace(recipe, iterations=query.visits, seconds=None)
