"""Measure what a move of an agent costs.

Times are processor time of this process, so that other work on the machine hardly counts.
"""

from __future__ import annotations

import statistics
import time

from otherminds._core import Stream
from otherminds.agents.catalogue import Entry
from otherminds.agents.costs import Cost
from otherminds.contracts import CHANCE, Game, PlayerLike, Policy, ask, make_agent

__all__ = ["Decision", "decisions", "measure"]

_DECISIONS = 15
_SECONDS = 2.0
_SKIPPED = 3
"""Decisions of the agent that are not measured, so that the opening does not stand for the game."""

Decision = tuple[float, int | None]
"""The seconds of a decision, and the iterations of the search that made it, if one did."""


def decisions(
    game: Game,
    player: PlayerLike,
    *,
    seed: int = 1,
    number: int = _DECISIONS,
    seconds: float = _SECONDS,
) -> list[Decision]:
    """Decisions of a player in a match against random players.

    It sits in seat 0. Decisions with one legal action do not count, nor do the first three where
    there are more.

    Args:
        game: where.
        player: who is measured.
        seed: decides the match.
        number: of decisions, at most.
        seconds: after which no further decision is waited for.
    """
    stream = Stream(seed)
    state = game.initial_state(stream.child("deal"))
    seated = [make_agent(each, game) for each in (player, *[Policy("random")] * (game.seats - 1))]
    for seat, agent in enumerate(seated):
        agent.begin(seat, state.view(seat), stream.child("agent").child(seat))
    chance = stream.child("chance").rng()
    made: list[Decision] = []
    started = time.process_time()
    while not state.is_terminal() and len(made) < number + _SKIPPED:
        if time.process_time() - started > seconds and made:
            break
        actor = state.actor()
        if actor == CHANCE:
            action = state.sample_outcome(chance)
        else:
            before = time.process_time()
            action = ask(seated[actor], state.view(actor), state)
            if actor == 0 and len(state.legal_actions()) > 1:
                result = getattr(seated[0], "last_result", None)
                iterations = None if result is None else result.iterations
                made.append((time.process_time() - before, iterations))
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(seated):
            agent.observe(seen[seat], state.view(seat))
    return made[_SKIPPED:] or made


def measure(game: Game, entry: Entry) -> Cost:
    """What a move of an agent with default options costs; see `decisions`."""
    made = decisions(game, entry.player())
    # An agent that searches for some of its moves costs what those do.
    searched = [(each, number) for each, number in made if number]
    seconds = statistics.median([each for each, _ in searched or made] or [0.0])
    iterations = [number for _, number in searched]
    return Cost(
        seconds=float(f"{seconds:.2g}"),
        moves=len(searched or made),
        iterations=round(statistics.median(iterations)) if iterations else None,
        recipe=entry.recipe_mark(game),
    )
