"""Thoughts: what a search or an agent can tell about a decision, while it thinks and afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from otherminds import _core
from otherminds._core import NativeAgent, Stream
from otherminds.contracts import CHANCE, AnyAgent, Belief, Composite, Game, State
from otherminds.contracts.grammar import Named, text_of
from otherminds.contracts.thoughts import (
    BelievedFact,
    BelievedWorld,
    ConsideredMove,
    LineMove,
    Thought,
    TypeBelief,
    interval_of_mean,
)
from otherminds.contracts.writing import written
from otherminds.games.marginals import marginals

__all__ = [
    "BelievedFact",
    "BelievedWorld",
    "ConsideredMove",
    "LineMove",
    "Thought",
    "TypeBelief",
    "listen",
    "thought",
]

Hear = Callable[[Thought], object]


class Mind:
    """What a seat believes while it decides: found out once, however many thoughts it goes into."""

    def __init__(
        self,
        game: Game,
        seat: int,
        belief: Belief | None,
        worlds: Iterable[tuple[State, float]] = (),
    ) -> None:
        self._game = game
        self._seat = seat
        self._belief = None if game.perfect_information else belief
        self._worlds = list(worlds)
        self._facts: tuple[tuple[BelievedFact, ...], int] | None = None

    def facts(self) -> tuple[tuple[BelievedFact, ...], int]:
        """What it believes about each hidden fact, and over how many worlds that was counted."""
        if self._facts is None:
            self._facts = (
                ((), 0)
                if self._belief is None
                else marginals(self._game, self._seat, self._belief, self._worlds)
            )
        return self._facts

    def some_worlds(self, count: int) -> tuple[BelievedWorld, ...]:
        """Worlds that it believes in; none where nothing is hidden."""
        if count < 1 or self._belief is None:
            return ()
        if self._worlds:
            likeliest = sorted(self._worlds, key=lambda world: -world[1])[:count]
            total = sum(weight for _, weight in likeliest)
            return tuple(BelievedWorld(w / total, _plain(state)) for state, w in likeliest)
        rng = Stream(0).child("worlds").rng()
        return tuple(
            BelievedWorld(1 / count, _plain(self._belief.sample(rng))) for _ in range(count)
        )


def _plain(state: State) -> dict[str, Any]:
    """A state as JSON has it: lists, no tuples."""
    values: dict[str, Any] = _listed(state.to_dict())
    return values


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _listed(of) for name, of in value.items()}
    return [_listed(item) for item in value] if isinstance(value, list | tuple) else value


def game_text(game: Game) -> str:
    """The text that names a game with all its options.

    Examples:
        >>> from otherminds import load
        >>> game_text(load("bazaar", rounds=2))
        'bazaar(rounds=2)'
    """
    options = tuple((name, written(value)) for name, value in game.options.items())
    return text_of(Named(game.name, options=options))


def _line(game: Game, moves: Iterable[tuple[int, int]]) -> tuple[LineMove, ...]:
    return tuple(
        LineMove(
            actor,
            action,
            game.outcome_text(action) if actor == CHANCE else game.action_text(action),
        )
        for actor, action in moves
    )


def _considered(
    game: Game, seat: int, native: _core.ActionStatistics, *, exact: bool
) -> ConsideredMove:
    known = native.visits > 0
    samples = max(native.visits, native.samples)
    return ConsideredMove(
        action=native.action,
        text=game.action_text(native.action),
        visits=native.visits,
        value=native.value if known else None,
        values=tuple(
            native.value if other == seat else value
            for other, value in enumerate(native.values[: game.seats])
        )
        if known and native.samples > 0
        else (),
        interval=interval_of_mean(native.value, samples, game.return_range)
        if known and not exact
        else None,
        prior=native.prior,
        line=_line(game, native.line),
    )


def of_search(
    game: Game,
    native: _core.NativeSearchResult,
    mind: Mind | None = None,
    *,
    finished: bool = True,
    worlds: int = 0,
) -> Thought:
    """What a search thinks, from what the core returned."""
    facts, counted = ((), 0) if mind is None else mind.facts()
    ranked = sorted(native.actions, key=lambda a: (a.action != native.action, -a.visits, a.action))
    moves = [_considered(game, native.seat, each, exact=native.exact) for each in ranked]
    if not any(move.action == native.action for move in moves):
        # A planning model may take several moves of the game for one of its own.
        text = game.action_text(native.action)
        moves.insert(0, ConsideredMove(action=native.action, text=text, visits=0))
    return Thought(
        game=game_text(game),
        seat=native.seat,
        action=native.action,
        text=game.action_text(native.action),
        moves=tuple(moves),
        line=_line(game, native.line_moves),
        values=tuple(native.values[: game.seats]) if native.iterations else (),
        types=tuple(TypeBelief(b.seat, b.type, b.probability) for b in native.posterior),
        beliefs=facts,
        counted=counted,
        worlds=() if mind is None else mind.some_worlds(worlds),
        iterations=native.iterations,
        nodes=native.nodes,
        depth=native.depth,
        reused=native.reused,
        seconds=native.seconds,
        finished=finished,
    )


def of_policy(game: Game, seat: int, action: int, chances: Mapping[int, float]) -> Thought:
    """What a policy can tell about a move: how likely each action was, of those that were."""
    likely = [chance for chance in chances.items() if chance[1] > 0 or chance[0] == action]
    ranked = sorted(likely, key=lambda chance: (chance[0] != action, -chance[1], chance[0]))
    moves = tuple(
        ConsideredMove(action=each, text=game.action_text(each), probability=probability)
        for each, probability in ranked
    )
    return Thought(
        game=game_text(game), seat=seat, action=action, text=game.action_text(action), moves=moves
    )


def thought(agent: AnyAgent, *, worlds: int = 0) -> Thought | None:
    """What an agent thought about its last decision, in its own words.

    Ask before the agent observes anything else: what a search believed is left out afterwards, and
    a policy can no longer say how likely its actions were. In matches ``play_match(...,
    thoughts=True)`` asks at the right moment.

    Args:
        agent: native or written in Python; a `Delegate` tells what the one thought that decided.
        worlds: how many worlds that it holds possible to include.

    Returns:
        None where the agent has not decided anything, or does not tell.

    Examples:
        >>> from otherminds import Search, Stream, load
        >>> game = load("kuhn_poker")
        >>> state = game.initial_state(1)
        >>> agent = Search(iterations=100).agent(game)
        >>> agent.begin(0, state.view(0), Stream(1))
        >>> action = agent.act(state.view(0))
        >>> told = thought(agent)
        >>> told.action == action, told.beliefs[0].fact
        (True, 'card of seat 1')
    """
    if not isinstance(agent, NativeAgent):
        return agent.thought(worlds=worlds)
    decision = agent.decision()
    if decision is not None:
        seat, action, chances = decision
        return of_policy(agent.game, seat, action, chances)
    result = agent.last_result
    if result is None:
        return None
    return of_search(agent.game, result, _mind(agent, result.seat), worlds=worlds)


def _mind(agent: NativeAgent, seat: int) -> Mind:
    belief = agent.belief
    return Mind(agent.game, seat, belief, () if belief is None else agent.worlds())


def listen(agent: AnyAgent, hear: Hear | None) -> None:
    """Have an agent tell what it thinks while it searches, about ten times a second.

    The last thought about each move has ``finished`` set. ``hear`` is called in the thread that
    thinks, so it should be quick; returning False ends the search early with what it has. Agents
    that do not search say nothing, and those written in Python what their ``listen`` does.

    Args:
        agent: native or written in Python; parts of a `Delegate` are listened to as well.
        hear: called with each `Thought`; None to stop listening, at any time and in any thread.
    """
    if isinstance(agent, NativeAgent):
        agent.listen(None if hear is None else _Listener(agent, hear))
    elif isinstance(agent, Composite):
        for part in agent._parts:
            listen(part, hear)
    else:
        agent.listen(hear)


class _Listener:
    """Turns what the core reports into thoughts; beliefs are found out once for each move."""

    def __init__(self, agent: NativeAgent, hear: Hear) -> None:
        self._agent = agent
        self._hear = hear
        self._mind: Mind | None = None

    def __call__(self, native: _core.NativeSearchResult, finished: bool) -> Any:
        if self._mind is None:
            self._mind = _mind(self._agent, native.seat)
        told = of_search(self._agent.game, native, self._mind, finished=finished)
        if finished:
            self._mind = None
        return self._hear(told)
