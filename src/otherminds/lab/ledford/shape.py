"""What searches cost and what their trees look like, at positions of games of Heuristics."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from otherminds.agents.cluedo import Sheets, bmcts, heuristic
from otherminds.arena.match import play_match
from otherminds.arena.statistics import wilson
from otherminds.games import load
from otherminds.lab.claims import Estimate, Evidence, Statistic

__all__ = ["Shape", "costly_decisions", "positions", "shape_of"]

MATCHES = 3
POSITIONS = 12
SECONDS = 3.5
"""What the source gave a decision."""


@cache
def positions() -> tuple[Any, ...]:
    """Beliefs of seat 0 where it has a choice, evenly spaced over some games of Heuristics."""
    game = load("cluedo", rules="ledford")
    chosen: list[Any] = []
    for seed in range(MATCHES):
        match = play_match(game, [heuristic] * 4, seed=seed)
        states = match.states()
        state = next(states)
        belief = game.belief(state.view(0))
        found = []
        for (_, move), after in zip(match.moves, states, strict=False):
            if state.actor() == 0 and len(state.legal_actions()) > 1:
                found.append(belief.copy())
            belief.update(state.observation(move, 0), after.view(0))
            state = after
        number = POSITIONS // MATCHES
        chosen += [found[place * len(found) // number] for place in range(number)]
    return tuple(chosen)


def costly_decisions(iterations: int) -> Statistic:
    """The share of decisions for which so many iterations take longer than the source's 3.5 s.

    Measured here and now, on one core, by the time that this program alone has used.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del evidence, null
        seconds = []
        for place, belief in enumerate(positions()):
            start = time.process_time()
            bmcts(iterations).run(belief, seed=place)
            seconds.append(time.process_time() - start)
        slow = sum(each > SECONDS for each in seconds)
        speeds = iterations / np.array(seconds)
        told = (
            f"{np.mean(seconds):.2f} s per decision, {min(seconds):.2f} to {max(seconds):.2f}; "
            f"{speeds.mean():,.0f} iterations per second on one core, his about 230 on four"
        )
        return Estimate(wilson(slow, len(seconds)), None, told)

    return statistic


@dataclass(frozen=True)
class Shape:
    """A tree on average: nodes an iteration, moves to the leaf, moves tried in a node."""

    nodes: float
    depth: float
    breadth: float
    root: float
    """Moves tried at the root."""


def shape_of(fixed: int, iterations: int) -> Shape:
    """The trees of a planner that draws the places of so many cards."""
    search = bmcts(iterations, sheets=Sheets(fixed=fixed))
    results = [search.run(belief, seed=place) for place, belief in enumerate(positions())]
    return Shape(
        nodes=float(np.mean([r.nodes / r.iterations for r in results])),
        depth=float(np.mean([r.mean_depth for r in results])),
        breadth=float(np.mean([r.breadth for r in results])),
        root=float(np.mean([sum(a.visits > 0 for a in r.actions) for r in results])),
    )
