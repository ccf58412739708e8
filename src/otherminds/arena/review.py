"""A game looked at again: the moves that cost most, and what could have been known when.

Everything is judged from what the person had witnessed at that moment, never from what was hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from otherminds.agents import parse_player
from otherminds.agents.catalogue import agents
from otherminds.arena.advice import lived_through
from otherminds.arena.hindsight import lessons
from otherminds.arena.match import Match
from otherminds.contracts import Game, Thought, View
from otherminds.contracts.thoughts import ConsideredMove
from otherminds.search import thought

__all__ = [
    "Blunder",
    "Moment",
    "blunder_of",
    "blunders",
    "evenly",
    "judge_of",
    "judged",
    "moments",
    "review",
]

_Item = TypeVar("_Item")

_JUDGES = {"catan": "tismcts(1000)", "cluedo": "is_mcts(200)", "othello": "mcts(3000)"}
"""Where the best agent does not tell what each move is worth, a search that does.

The best agent of Othello knows of most moves only that they are no better than the one it makes."""
_OTHERWISE = "search(iterations=2000)"
_DECISIONS = 40
"""Decisions that are judged, evenly spaced; a search for each takes up to a second."""
_TOLD = 3
"""Moves that are named."""


@dataclass(frozen=True)
class Moment:
    """A move of the game, as the person witnessed it.

    Attributes:
        number: of the move, from 1.
        actor: who moved.
        action: what.
        before: what the person saw before.
        seen: what the person witnessed of it.
        after: what the person saw then.
    """

    number: int
    actor: int
    action: int
    before: View
    seen: Any
    after: View


@dataclass(frozen=True)
class Blunder:
    """A decision after which the person was worse off than necessary.

    Attributes:
        number: of the move, from 1.
        played: what was done.
        better: what the search preferred.
        tries: of the search.
    """

    number: int
    played: ConsideredMove
    better: ConsideredMove
    tries: int

    @property
    def cost(self) -> float:
        """What it cost, in the game's units."""
        return (self.better.value or 0.0) - (self.played.value or 0.0)

    def text(self) -> str:
        """It in sentences."""
        told = (
            f"Move {self.number}: you played {self.played.text}, worth {self.played.value:+.2f}; "
            f"{self.better.text} was worth {self.better.value:+.2f}, the best of "
            f"{self.tries:,} tries."
        )
        for move in (self.played, self.better):
            if len(move.line) > 1:
                following = ", ".join(step.text for step in move.line[1:4])
                told += f" After {move.text} it might go {following}."
        return told


def evenly(items: Sequence[_Item], most: int | None) -> list[_Item]:
    """At most so many of them, evenly spaced."""
    if most is None or len(items) <= most:
        return list(items)
    return [items[place * len(items) // most] for place in range(most)]


def moments(match: Match, seat: int) -> Iterator[Moment]:
    """The moves of a match, as a seat witnessed them."""
    states = match.states()
    state = next(states)
    for number, (actor, action) in enumerate(match.moves, start=1):
        before, seen = state.view(seat), state.observation(action, seat)
        state = next(states)
        yield Moment(number, actor, action, before, seen, state.view(seat))


def judge_of(game: Game) -> Any:
    """The search that says what moves are worth: the best agent of the game if it is one."""
    if game.name in _JUDGES:
        return parse_player(_JUDGES[game.name], game)
    best = agents(game)["best"]
    cost = best.cost
    return best.player() if cost and cost.iterations else parse_player(_OTHERWISE, game)


def judged(
    match: Match,
    seat: int,
    *,
    judge: Any = None,
    watch: Callable[[int, int], object] | None = None,
) -> Iterator[tuple[Moment, Thought]]:
    """What a search thinks of each decision of a seat, from what the seat knew at that moment.

    Of very many decisions some are judged, evenly spaced.

    Args:
        match: the game; it may have been broken off.
        seat: whose decisions.
        judge: a search; by default the best agent of the game if it is one.
        watch: called with how many decisions are judged, and of how many.
    """
    whole = list(moments(match, seat))
    if not whole:
        return
    own = [m for m in whole if m.actor == seat and len(m.before.legal_actions()) > 1]
    chosen = {moment.number for moment in evenly(own, _DECISIONS)}
    agent = lived_through(match.game, seat, whole[0].before, (), judge or judge_of(match.game))
    done = 0
    for moment in whole:
        if moment.number in chosen:
            agent.act(moment.before)
            told = thought(agent)
            done += 1
            if watch is not None:
                watch(done, len(chosen))
            if told is not None:
                yield moment, told
        agent.observe(moment.seen, moment.after)


def blunders(
    match: Match,
    seat: int,
    *,
    judge: Any = None,
    watch: Callable[[int, int], object] | None = None,
) -> list[Blunder]:
    """The decisions of a seat that cost something, the dearest first; see `judged`.

    A decision counts where the 95 % intervals of the two moves do not touch.
    """
    every = judged(match, seat, judge=judge, watch=watch)
    found = [blunder for moment, told in every if (blunder := blunder_of(moment, told))]
    return sorted(found, key=lambda blunder: -blunder.cost)


def blunder_of(moment: Moment, told: Thought) -> Blunder | None:
    """What a decision cost, where the 95 % intervals of the two moves do not touch."""
    considered = {move.action: move for move in told.moves}
    better, made = considered[told.action], considered.get(moment.action)
    if made is None or made is better or better.interval is None or made.interval is None:
        return None
    if made.interval[1] >= better.interval[0]:
        return None
    return Blunder(moment.number, made, better, told.iterations)


def review(
    match: Match,
    seat: int,
    *,
    judge: Any = None,
    watch: Callable[[int, int], object] | None = None,
) -> str:
    """The moves that cost most and what could have been known, in sentences; see `judged`."""
    found = blunders(match, seat, judge=judge, watch=watch)
    if not found:
        told = ["No move of yours was clearly worse than the best that a search found."]
    else:
        of = "the move" if len(found[:_TOLD]) == 1 else f"the {len(found[:_TOLD])} moves"
        told = [f"Looking back, {of} that cost most, judged from what you knew then:"]
        told += [blunder.text() for blunder in found[:_TOLD]]
    told += _otherwise(match, seat)
    return "\n".join([*told, *lessons(match.game, list(moments(match, seat)), seat)])


def _otherwise(match: Match, seat: int) -> list[str]:
    """Where the best agent would have moved otherwise, if it does not say what moves are worth."""
    game = match.game
    best = agents(game)["best"]
    if game.name not in _JUDGES or best.make is None:
        return []
    whole = list(moments(match, seat))
    if not whole:
        return []
    agent = lived_through(game, seat, whole[0].before, (), best.player())
    decisions, others = 0, []
    for moment in whole:
        if moment.actor == seat and len(moment.before.legal_actions()) > 1:
            decisions += 1
            if (move := agent.act(moment.before)) != moment.action:
                others.append((moment.number, game.action_text(moment.action), move))
        agent.observe(moment.seen, moment.after)
    if not others:
        return [f"{agents(game).best}, the best agent here, would have made all of your moves."]
    number, made, move = others[0]
    return [
        f"{agents(game).best}, the best agent here, would have moved otherwise in {len(others)} of "
        f"your {decisions} decisions, first at move {number}: {game.action_text(move)} instead of "
        f"{made}."
    ]
