"""One game between agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from otherminds import _core
from otherminds._core import Stream
from otherminds.contracts import (
    CHANCE,
    Belief,
    Game,
    OptionError,
    PlayerLike,
    State,
    make_agent,
    player_of,
)
from otherminds.contracts.streams import MatchStreams
from otherminds.contracts.writing import text
from otherminds.games import game_of

__all__ = ["Match", "play_match"]


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
    """

    game: Game
    players: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]
    returns: tuple[float, ...]
    seconds: tuple[float, ...]
    seed: int | Stream
    block: int
    index: int

    def states(self) -> Iterator[State]:
        """Every state of the match, from the deal to the end."""
        state = self.game.initial_state(MatchStreams(self.seed, self.block, self.index).deal)
        yield state.copy()
        for _, action in self.moves:
            state.apply_action(action)
            yield state.copy()

    def text(self) -> str:
        """The moves as a person reads them, a line each."""
        lines = []
        for actor, action in self.moves:
            if actor == CHANCE:
                lines.append(f"chance: {self.game.outcome_text(action)}")
            else:
                lines.append(f"seat {actor}: {self.game.action_text(action)}")
        return "\n".join(lines)


def play_match(
    game: Game | str,
    players: Sequence[PlayerLike],
    *,
    seed: int | Stream = 0,
    block: int = 0,
    index: int = 0,
) -> Match:
    """Play one match; ``players[seat]`` sits in that seat.

    The deal follows from ``(seed, block)``, so that a block can play one deal in several seatings;
    dice and each agent's own randomness follow from ``(seed, block, index)``. With budgets in
    iterations the same arguments give the same match on one build, whatever runs beside it.

    The game is an object or a text such as ``othello(size=6)``. Players are recipes, their texts,
    or living agents; a living agent keeps what it learned.

    Raises:
        AgentError: an agent answered something illegal, or sits in two seats.
        OptionError: the number of players does not fit the game.

    Examples:
        >>> match = play_match("othello", ["random", "mobility"], seed=7)
        >>> match.returns
        (-1.0, 1.0)
    """
    played = game_of(game)
    recipes = [player_of(player, played) for player in players]
    agents = [make_agent(player, played) for player in recipes]
    moves, returns, seconds = _core.play_match(played, agents, seed, block, index)
    names = tuple(map(text, recipes))
    return Match(played, names, tuple(moves), tuple(returns), tuple(seconds), seed, block, index)


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
        [4331250, 67144, 351]
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
