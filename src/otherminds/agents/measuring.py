"""Measure what a move of an agent costs."""

from __future__ import annotations

import statistics
import time

from otherminds._core import Stream
from otherminds.agents.catalogue import Entry
from otherminds.agents.costs import Cost
from otherminds.contracts import CHANCE, Game, Policy, ask, make_agent

__all__ = ["measure"]

_DECISIONS = 15
_SECONDS = 20.0
_SKIPPED = 3
"""Decisions of the agent that are not measured, so that the opening does not stand for the game."""


def measure(game: Game, entry: Entry, *, seed: int = 1) -> Cost:
    """What a move of an agent with default options costs, in a match against random players.

    The agent sits in seat 0. Decisions with one legal action do not count. It stops after 15
    decisions, after 20 seconds, or when the match is over.

    Args:
        game: where.
        entry: of the game's catalogue.
        seed: decides the match.
    """
    stream = Stream(seed)
    state = game.initial_state(stream.child("deal"))
    players = [entry.player(), *[Policy("random")] * (game.seats - 1)]
    seated = [make_agent(player, game) for player in players]
    for seat, agent in enumerate(seated):
        agent.begin(seat, state.view(seat), stream.child("agent").child(seat))
    chance = stream.child("chance").rng()
    seconds: list[float] = []
    iterations: list[int] = []
    started = time.perf_counter()
    while not state.is_terminal() and len(seconds) < _DECISIONS + _SKIPPED:
        if time.perf_counter() - started > _SECONDS and seconds:
            break
        actor = state.actor()
        if actor == CHANCE:
            action = state.sample_outcome(chance)
        else:
            before = time.perf_counter()
            action = ask(seated[actor], state.view(actor), state)
            if actor == 0 and len(state.legal_actions()) > 1:
                seconds.append(time.perf_counter() - before)
                result = getattr(seated[0], "last_result", None)
                if result is not None:
                    iterations.append(result.iterations)
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(seated):
            agent.observe(seen[seat], state.view(seat))
    measured = seconds[_SKIPPED:] or seconds or [0.0]
    return Cost(
        seconds=float(f"{statistics.median(measured):.2g}"),
        iterations=round(statistics.median(iterations)) if iterations else None,
    )
