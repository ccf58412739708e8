"""Small games solved exactly, as yardsticks for the search.

Nothing here uses the search or the beliefs of the games: only rules, observations and the policies
of the other seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from otherminds.contracts import CHANCE, NOBODY

Worlds = list[tuple[Any, float]]
Opponent = Callable[[Any, Sequence[int]], Sequence[float]]


def uniform(view: Any, legal: Sequence[int]) -> list[float]:
    del view
    return [1 / len(legal)] * len(legal)


def step(
    worlds: Worlds, seat: int, opponent: Opponent, own_action: int | None = None
) -> list[Worlds]:
    """Groups of the worlds that follow and look alike to the seat, with unnormalised weights."""
    groups: dict[Any, dict[int, tuple[Any, float]]] = defaultdict(dict)
    for state, weight in worlds:
        actor = state.actor()
        if actor == CHANCE:
            choices = state.chance_outcomes()
        elif actor == seat:
            choices = [(own_action, 1.0)]
        else:
            legal = state.legal_actions()
            chances = opponent(state.view(actor), legal)
            total = sum(chances)
            choices = [(a, chance / total) for a, chance in zip(legal, chances, strict=True)]
        for action, chance in choices:
            if chance <= 0:
                continue
            after = state.copy()
            seen = state.observation(action, seat)
            after.apply_action(action)
            group = groups[(seen, after.view(seat).key())]
            old = group.get(after.key(), (after, 0.0))
            group[after.key()] = (after, old[1] + weight * chance)
    return [list(group.values()) for group in groups.values()]


def best_response(worlds: Worlds, seat: int, opponent: Opponent) -> float:
    """The most that the seat can expect, times the weight of the worlds."""
    actor = worlds[0][0].actor()
    if actor == NOBODY:
        return float(sum(weight * state.returns()[seat] for state, weight in worlds))
    if actor == seat:
        return max(action_values(worlds, seat, opponent).values())
    return sum(best_response(group, seat, opponent) for group in step(worlds, seat, opponent))


def action_values(worlds: Worlds, seat: int, opponent: Opponent) -> dict[int, float]:
    """What each action is worth to the seat that acts, times the weight of the worlds."""
    return {
        action: sum(
            best_response(group, seat, opponent) for group in step(worlds, seat, opponent, action)
        )
        for action in worlds[0][0].legal_actions()
    }


def decisions(worlds: Worlds, seat: int, opponent: Opponent) -> list[Worlds]:
    """Every information set of the seat that it can reach, each with its posterior weights."""
    actor = worlds[0][0].actor()
    if actor == NOBODY:
        return []
    if actor != seat:
        return [
            found
            for group in step(worlds, seat, opponent)
            for found in decisions(group, seat, opponent)
        ]
    return [
        worlds,
        *(
            found
            for action in worlds[0][0].legal_actions()
            for group in step(worlds, seat, opponent, action)
            for found in decisions(group, seat, opponent)
        ),
    ]


def minimax(state: Any, memo: dict[int, float] | None = None) -> float:
    """The value to seat 0 of a two-seat game without chance whose returns are opposite."""
    memo = {} if memo is None else memo
    if state.actor() == NOBODY:
        value: float = state.returns()[0]
        return value
    key = state.key()
    if key not in memo:
        values = []
        for action in state.legal_actions():
            after = state.copy()
            after.apply_action(action)
            values.append(minimax(after, memo))
        memo[key] = max(values) if state.actor() == 0 else min(values)
    return memo[key]
