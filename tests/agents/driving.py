"""Agents driven by hand through matches, with twins that must answer the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

from otherminds._core import MatchStreams
from otherminds.contracts import CHANCE, Game, PlayerLike, ask, make_agent
from otherminds.contracts.players import AnyAgent, peeks

Twin = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def drive(
    game: Game,
    players: Sequence[PlayerLike],
    *,
    at: Sequence[int],
    seed: int = 1,
    matches: int = 2,
    most_moves: int = 60,
    twin: Twin = pickled,
) -> int:
    """Plays matches; after the moves of ``at`` new twins take part. Returns how often they acted.

    Whenever it is an agent's turn its twin is asked as well: it must answer the same, and for the
    same reasons.
    """
    agents = [make_agent(player, game) for player in players]
    twins: list[AnyAgent] | None = None
    compared = moves = 0
    for match in range(matches):
        streams = MatchStreams(seed, match, 0)
        state: Any = game.initial_state(streams.deal)
        events = 0
        for seat in range(game.seats):
            for table in filter(None, (agents, twins)):
                table[seat].begin(seat, state.view(seat), streams.agent(seat))
        for _ in range(most_moves):
            if moves in at:
                twins = [twin(agent) for agent in agents]
            moves += 1
            if state.is_terminal():
                break
            actor = state.actor()
            if actor == CHANCE:
                action = state.sample_outcome(streams.event(events).rng())
                events += 1
            else:
                action = answer(agents, actor, state)
                if twins is not None:
                    assert answer(twins, actor, state) == action
                    assert reasons(twins[actor]) == reasons(agents[actor])
                    compared += 1
            seen = [state.observation(action, seat) for seat in range(game.seats)]
            state.apply_action(action)
            for seat in range(game.seats):
                for table in filter(None, (agents, twins)):
                    table[seat].observe(seen[seat], state.view(seat))
        returns = state.returns() if state.is_terminal() else [0.0] * game.seats
        for table in filter(None, (agents, twins)):
            for agent in table:
                agent.end(returns)
    return compared


def answer(agents: Sequence[AnyAgent], actor: int, state: Any) -> int:
    """What an agent does here; one that is told types or shown the truth gets them."""
    agent = agents[actor]
    if agent.informed:
        agent.inform([other.current_type for other in agents])
    return ask(agent, state.view(actor), state.copy() if peeks(agent) else None)


def reasons(agent: Any) -> Any:
    """What a search found out, times apart."""
    found = getattr(agent, "last_result", None)
    if found is None:
        return None
    actions = [(a.action, a.visits, a.value, a.total, a.prior) for a in found.actions]
    types = [(t.seat, t.type, t.probability) for t in found.posterior]
    return found.action, actions, found.line, found.nodes, found.depth, types, found.reused
