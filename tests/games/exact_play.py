"""Exact answers for games small enough to list: sizes, best responses, values of zero-sum games.

Written from the rules alone: states, chance and views. A position of a seat is its view, so it
must hold all that the seat has witnessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linprog

from otherminds import CHANCE, NOBODY

Position = Callable[[Any], Any]
"""What a seat knows: of a view, something that can be a key."""

Strategy = Callable[[Any], Mapping[int, float]]
"""The probabilities of the legal actions, given a view."""


@dataclass
class Node:
    """A history of a game: who acts, what it knows, and what can follow."""

    actor: int
    view: Any = None
    children: dict[int, Node] = field(default_factory=dict)
    chances: dict[int, float] = field(default_factory=dict)
    returns: list[float] = field(default_factory=list)

    def below(self) -> Iterator[Node]:
        yield self
        for child in self.children.values():
            yield from child.below()


Weighted = list[tuple[float, Node]]
"""Histories with their probabilities, as far as they are not one's own doing."""


def grow(state: Any) -> Node:
    """All that can follow a state."""
    node = Node(state.actor())
    if node.actor == NOBODY:
        node.returns = state.returns()
        return node
    if node.actor == CHANCE:
        node.chances = dict(state.chance_outcomes())
    else:
        node.view = state.view(node.actor)
    for action in node.chances or state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        node.children[action] = grow(after)
    return node


def even(states: Iterable[Any]) -> Weighted:
    """The deals of a game, all equally likely."""
    nodes = [grow(state) for state in states]
    return [(1 / len(nodes), node) for node in nodes]


def best_response(deals: Weighted, seat: int, others: Strategy) -> tuple[float, dict[int, int]]:
    """What a seat can get at best against fixed strategies, and an action for each of its views."""
    choices: dict[int, int] = {}

    def best(histories: Weighted) -> float:
        total, groups = 0.0, dict[int, Weighted]()
        pending = list(histories)
        while pending:
            weight, node = pending.pop()
            if node.actor == NOBODY:
                total += weight * node.returns[seat]
            elif node.actor == seat:
                groups.setdefault(node.view.key(), []).append((weight, node))
            else:
                law = node.chances or others(node.view)
                pending += [
                    (weight * law[a], child) for a, child in node.children.items() if law[a]
                ]
        for key, group in groups.items():
            values = {
                action: best([(weight, node.children[action]) for weight, node in group])
                for action in group[0][1].children
            }
            choices[key] = max(values, key=values.__getitem__)
            total += values[choices[key]]
        return total

    return best(deals), choices


def value(deals: Weighted, seat: int, strategy: Strategy) -> float:
    """What a seat expects when everybody plays by the strategy."""

    def expected(node: Node) -> float:
        if node.actor == NOBODY:
            return node.returns[seat]
        law = node.chances or strategy(node.view)
        return sum(law[a] * expected(child) for a, child in node.children.items() if law[a])

    return sum(weight * expected(node) for weight, node in deals)


def zero_sum_value(deals: Weighted, position: Position) -> float:
    """The value for seat 0 of a zero-sum game of two seats, by linear programming.

    The sequence form (Koller, Megiddo and von Stengel 1994): seat 0 chooses how likely it makes
    each sequence of its own actions; for each position of seat 1 there is a number that bounds
    what seat 1 leaves it there.
    """
    sequences: tuple[dict[Any, int], dict[Any, int]] = ({(): 0}, {(): 0})
    # For each position: the number of the sequence that leads to it and those that leave it.
    positions: tuple[dict[Any, tuple[int, list[int]]], ...] = ({}, {})
    payoff: dict[tuple[int, int], float] = {}

    def walk(node: Node, weight: float, last: tuple[int, int]) -> None:
        if node.actor == NOBODY:
            payoff[last] = payoff.get(last, 0.0) + weight * node.returns[0]
            return
        for action, child in node.children.items():
            if node.actor == CHANCE:
                walk(child, weight * node.chances[action], last)
                continue
            seat, key = node.actor, position(node.view)
            number = sequences[seat].setdefault((key, action), len(sequences[seat]))
            _, leaving = positions[seat].setdefault(key, (last[seat], []))
            if number not in leaving:
                leaving.append(number)
            walk(child, weight, (number, last[1]) if seat == 0 else (last[0], number))

    for weight, node in deals:
        walk(node, weight, (0, 0))

    ours, theirs = len(sequences[0]), len(sequences[1])
    columns = ours + 1 + len(positions[1])  # the plan, then the bounds: of the whole, of each place
    # Whichever sequence seat 1 follows: its bound is at most what follows it and what it pays.
    bounds, plan = np.zeros((theirs, columns)), np.zeros((1 + len(positions[0]), columns))
    bounds[0, ours] = 1.0
    for index, (came, leaving) in enumerate(positions[1].values()):
        bounds[came, ours + 1 + index] = -1.0
        for number in leaving:
            bounds[number, ours + 1 + index] = 1.0
    for (mine, other), amount in payoff.items():
        bounds[other, mine] -= amount
    plan[0, 0] = 1.0
    for index, (came, leaving) in enumerate(positions[0].values()):
        plan[1 + index, came] = -1.0
        for number in leaving:
            plan[1 + index, number] = 1.0
    goal = np.zeros(columns)
    goal[ours] = -1.0
    solved = linprog(
        goal,
        A_ub=bounds,
        b_ub=np.zeros(theirs),
        A_eq=plan,
        b_eq=np.eye(1, 1 + len(positions[0]))[0],
        bounds=[(0, None)] * ours + [(None, None)] * (columns - ours),
    )
    assert solved.fun is not None, solved.message
    return -float(solved.fun)
