"""One game between agents."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds._core import Stream
from otherminds.contracts import (
    CHANCE,
    Belief,
    Game,
    OptionError,
    PlayerLike,
    State,
    Thought,
    agent_of,
    player_of,
)
from otherminds.contracts.streams import MatchStreams
from otherminds.contracts.tables import html_table
from otherminds.contracts.writing import text
from otherminds.games import game_of
from otherminds.games.drawings import drawing
from otherminds.search.thoughts import game_text, thought

__all__ = ["Match", "play_match", "witness"]


@dataclass(frozen=True)
class Match:
    """A finished match: enough to replay it.

    Attributes:
        game: what was played.
        players: the text of each seat's player.
        moves: who acted (a seat or CHANCE) and what, in order.
        returns: what each seat got.
        seconds: thinking time of each seat; policies are not timed.
        seed: with block and index, what decided everything random.
        block: decides the deal.
        index: tells matches of a block apart.
        start: where it began, if not at the deal of the seed.
        thoughts: where they were asked for, what the seat thought about each move; None for moves
            of chance, of an opening, and of agents that do not tell.
    """

    game: Game
    players: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]
    returns: tuple[float, ...]
    seconds: tuple[float, ...]
    seed: int | Stream
    block: int
    index: int
    start: State | None = None
    thoughts: tuple[Thought | None, ...] = ()

    def states(self) -> Iterator[State]:
        """Every state of the match, from the deal to the end."""
        streams = MatchStreams(self.seed, self.block, self.index)
        state = self.game.initial_state(streams.deal) if self.start is None else self.start.copy()
        yield state.copy()
        for _, action in self.moves:
            state.apply_action(action)
            yield state.copy()

    def text(self) -> str:
        """The moves as a person reads them, a line each."""
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Each move as a person reads it."""
        lines = []
        for actor, action in self.moves:
            if actor == CHANCE:
                lines.append(f"chance: {self.game.outcome_text(action)}")
            else:
                lines.append(f"seat {actor}: {self.game.action_text(action)}")
        return lines

    def _repr_html_(self) -> str:
        """Who got what, the end as a picture or a text, and the moves: for notebooks."""
        seats = [
            [str(seat), player, f"{got:+g}"]
            for seat, (player, got) in enumerate(zip(self.players, self.returns, strict=True))
        ]
        *_, end = self.states()
        drawn = drawing(end)
        picture = drawn.svg if drawn else f"<pre>{html.escape(str(end))}</pre>"
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self.lines())
        moves = f"<details><summary>{len(self.moves)} moves</summary><ol>{lines}</ol></details>"
        return html_table(["seat", "player", "return"], seats, names=2) + picture + moves

    def to_dict(self) -> dict[str, Any]:
        """The record of the match as named plain values, ready for JSON, thoughts included."""
        texts = {True: self.game.outcome_text, False: self.game.action_text}
        thoughts = self.thoughts or (None,) * len(self.moves)
        moves = [
            {"actor": actor, "action": action, "text": texts[actor == CHANCE](action)}
            | ({} if told is None else {"thought": told.to_dict()})
            for (actor, action), told in zip(self.moves, thoughts, strict=True)
        ]
        return {
            "game": game_text(self.game),
            "players": list(self.players),
            "seed": self.seed if isinstance(self.seed, int) else {"stream": self.seed.key},
            "block": self.block,
            "index": self.index,
            "start": None if self.start is None else self.start.to_dict(),
            "moves": moves,
            "returns": list(self.returns),
            "seconds": list(self.seconds),
        }

    def to_json(self) -> str:
        """The record as JSON text."""
        return json.dumps(self.to_dict())


def play_match(
    game: Game | str,
    players: Sequence[PlayerLike],
    *,
    seed: int | Stream = 0,
    block: int = 0,
    index: int = 0,
    thoughts: bool = False,
    opening: Iterable[tuple[int, int]] = (),
    start: State | None = None,
    on_move: Callable[[int, int], object] | None = None,
    on_thought: Callable[[Thought], object] | None = None,
) -> Match:
    """Play one match; ``players[seat]`` sits in that seat.

    The deal follows from ``(seed, block)``, so that a block can play one deal in several seatings;
    dice and each agent's own randomness follow from ``(seed, block, index)``. With budgets in
    iterations the same arguments give the same match on one build, whatever runs beside it.

    Args:
        game: an object or a text such as ``othello(size=6)``.
        players: recipes, their texts, or living agents; a living agent keeps what it learned.
        seed: with ``block`` and ``index`` decides everything random.
        block: decides the deal.
        index: tells matches of a block apart.
        thoughts: keep what each agent thought about each of its moves.
        opening: moves as `Match` has them, which are made without asking anybody. All seats live
            through them, and chance goes on afterwards as it would have without an opening: a
            match can be taken up again, or taken back to an earlier move.
        start: begin from this state instead of a deal. Agents know of what happened before only
            what their first view tells.
        on_move: called after each move, once all seats have seen of it what they may, with who
            acted and what; whatever it raises ends the match.
        on_thought: called after each decision, before anybody sees it, with what the agent thought,
            if it tells. To hear an agent while it thinks, see `otherminds.search.listen`.

    Raises:
        AgentError: an agent answered something illegal, or sits in two seats.
        OptionError: the number of players does not fit the game, or a move of the opening cannot
            be made.

    Examples:
        >>> match = play_match("othello", ["random", "mobility"], seed=7)
        >>> match.returns
        (1.0, -1.0)
        >>> again = play_match("othello", ["random", "mobility"], seed=7, opening=match.moves)
        >>> again.moves == match.moves
        True
        >>> told = play_match("leduc", ["honest", "search(iterations=50)"], seed=1, thoughts=True)
        >>> told.thoughts[0].moves[0].probability
        1.0
    """
    played = game_of(game)
    recipes = [player_of(player, played) for player in players]
    agents = [agent_of(player, played) for player in recipes]
    asks = thoughts or on_thought is not None
    told: dict[int, Thought | None] = {}
    made = 0

    def decided(seat: int) -> None:
        told[made] = about = thought(agents[seat])
        if on_thought is not None and about is not None:
            on_thought(about)

    def moved(actor: int, action: int) -> None:
        nonlocal made
        made += 1
        if on_move is not None:
            on_move(actor, action)

    moves, returns, seconds = _core.play_match(
        played,
        agents,
        seed,
        block,
        index,
        list(opening),
        start,
        decided if asks else None,
        moved if asks or on_move is not None else None,
    )
    return Match(
        game=played,
        players=tuple(map(text, recipes)),
        moves=tuple(moves),
        returns=tuple(returns),
        seconds=tuple(seconds),
        seed=seed,
        block=block,
        index=index,
        start=None if start is None else start.copy(),
        thoughts=tuple(told.get(place) for place in range(len(moves))) if thoughts else (),
    )


def witness(match: Match, seat: int, moves: int | None = None) -> Belief:
    """What a seat believes after so many moves of a match, all of them by default.

    Args:
        match: a finished match, from `play_match` or a store.
        seat: whose belief.
        moves: stop after so many.

    Raises:
        OptionError: there is no such seat.

    Examples:
        >>> from otherminds import load
        >>> from otherminds.agents.cluedo import heuristic
        >>> from otherminds.games.cluedo import deals
        >>> match = play_match(load("cluedo", rules="ledford"), [heuristic] * 4, seed=1)
        >>> [deals(witness(match, 0, moves)) for moves in (0, 100, 200)]
        [4158000, 18355, 48]
    """
    if not 0 <= seat < match.game.seats:
        raise OptionError(
            f"{match.game.name} has no seat {seat}; seats are 0 to {match.game.seats - 1}."
        )
    states = match.states()
    state = next(states)
    belief = match.game.belief(state.view(seat))
    for (_, action), after in zip(match.moves[:moves], states, strict=False):
        belief.update(state.observation(action, seat), after.view(seat))
        state = after
    return belief
