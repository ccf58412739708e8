"""Advice to a person: what the best agent would do in their place, and why.

The agent that advises sits in the person's seat: it has witnessed what the person has witnessed and
nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from otherminds.agents.catalogue import agents
from otherminds.contracts import Belief, Game, PlayerLike, Stream, Thought, View, make_agent
from otherminds.contracts.thoughts import BelievedFact
from otherminds.games.marginals import marginals
from otherminds.search import listen, thought
from otherminds.search.thoughts import of_policy

__all__ = ["advise", "in_words", "likely", "lived_through", "reasons", "think"]

_FACTS = 3
"""Hidden facts that advice names."""
_LIKELY = 0.35
"""Chances below are no news either."""
_NOTHING = ("0", "no")
"""Answers that are no news."""


def lived_through(
    game: Game,
    seat: int,
    first: View,
    seen: Iterable[tuple[Any, View]],
    player: PlayerLike,
    seed: int = 0,
) -> Any:
    """An agent that has witnessed all this from a seat.

    Args:
        game: what is played.
        seat: whose.
        first: what the seat saw first.
        seen: what it witnessed since, each with the view after it.
        player: what agent.
        seed: decides what it draws.
    """
    agent: Any = make_agent(player, game)
    agent.begin(seat, first, Stream(seed))
    for observation, view in seen:
        agent.observe(observation, view)
    return agent


def advise(
    game: Game,
    seat: int,
    first: View,
    seen: Sequence[tuple[Any, View]],
    belief: Belief | None,
) -> str:
    """A move and why, in sentences.

    Args:
        game: what is played.
        seat: who asks.
        first: what the seat saw first.
        seen: what it witnessed since, each with the view after it.
        belief: what it believes; None where nothing is hidden.
    """
    agent = lived_through(game, seat, first, seen, agents(game)["best"].player())
    view = seen[-1][1] if seen else first
    action = agent.act(view)
    return in_words(game, seat, action, thought(agent), belief)


def in_words(
    game: Game, seat: int, action: int, told: Thought | None, belief: Belief | None
) -> str:
    """Advice to make a move, in sentences.

    Args:
        game: what is played.
        seat: who asks.
        action: the move.
        told: what the best agent thought about it, if it tells.
        belief: what the seat believes; None where nothing is hidden.
    """
    move = game.action_text(action)
    if told is None or not told.iterations:
        why = [f"the best agent of {game.name}, {agents(game).best}, would do it."]
    else:
        why = reasons(told)
    facts = [] if belief is None else marginals(game, seat, belief)[0]
    if known := likely(facts):
        why.append(f"Most likely: {known}.")
    return " ".join([f"Try {move}:", *why])


def reasons(told: Thought) -> list[str]:
    """Why a search prefers its move, in sentences of which the first continues one."""
    first, *others = told.moves
    worth = "" if first.value is None else f", worth {first.value:+.2f} on average"
    sentences = [f"best of {told.iterations:,} tries{worth}."]
    ranked = [move for move in others if move.value is not None and move.visits]
    if ranked:
        second = max(ranked, key=lambda move: move.visits or 0)
        sentences.append(f"Next comes {second.text}, {second.value:+.2f}.")
    if len(told.line) > 1:
        sentences.append(f"It may go on: {', '.join(move.text for move in told.line[1:4])}.")
    return sentences


def likely(beliefs: Iterable[BelievedFact]) -> str:
    """The facts about which most is known without being certain, each with its likeliest answer."""
    leading = []
    for fact in beliefs:
        answer, chance = max(fact.chances, key=lambda each: each[1])
        if _LIKELY <= chance < 1 and answer not in _NOTHING:
            leading.append((chance, fact.fact, answer))
    leading.sort(key=lambda each: -each[0])
    return "; ".join(
        f"{fact}: {answer} ({100 * chance:.0f} %)" for chance, fact, answer in leading[:_FACTS]
    )


def think(
    agent: Any,
    view: View,
    *,
    seconds: float,
    going: Callable[[], bool],
    hear: Callable[[Thought], object],
) -> Thought:
    """What an agent thinks about a view, told while it thinks; see `lived_through`.

    Args:
        agent: it has witnessed what its seat has.
        view: what it sees now.
        seconds: a search ends after so long.
        going: asked about ten times per second; a search ends when it says no.
        hear: gets what the agent thinks by then.
    """
    began = time.monotonic()

    def heard(told: Thought) -> bool:
        if not told.finished:
            hear(told)
        return going() and time.monotonic() - began < seconds

    listen(agent, heard)
    try:
        action = agent.act(view)
    finally:
        listen(agent, None)
    return thought(agent) or of_policy(view.game, view.seat, action, {action: 1.0})
