"""B1 to B6, beyond the source: partners whose type is not known but recognised."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice

import numpy as np

from otherminds.arena.match import play_match
from otherminds.arena.results import Results
from otherminds.arena.store import Row
from otherminds.contracts import NativeAgent, make_agent
from otherminds.lab.claims import UNKNOWN, Arm, Claim, Estimate, Evidence, Statistic
from otherminds.lab.statistics import strata_mean
from otherminds.lab.walton_rivers.hanabi import arms
from otherminds.lab.walton_rivers.hanabi.arms import HUNDRED, PARTNERS, THOUSAND, Budget, among
from otherminds.lab.walton_rivers.hanabi.levels import BAND
from otherminds.lab.walton_rivers.hanabi.measures import gap

__all__ = ["CLAIMS", "KINDS", "belief_in_truth", "known_arm"]

KINDS = ("right model", "types", "types that never err", "wrong model", "no model")
_GAMES = {
    THOUSAND: {"smoke": 0, "quick": 6, "standard": 12, "full": 100},
    HUNDRED: {"smoke": 0, "quick": 10, "standard": 20, "full": 400},
}
LOOKED_AT = 3
"""Games of each tournament whose beliefs are worked out again."""


def known_arm(kind: str, budget: Budget) -> Arm:
    """The planner by what it makes of its partners."""
    return among(kind, arms.recogniser(budget, kind), _GAMES[budget])


def _claim(number: int, text: str, first: str, second: str, direction: int = 1) -> Claim:
    return Claim(
        id=f"B{number}",
        text=text,
        settings={
            f"{budget.name}, one planner": tuple(
                known_arm(kind, budget) for kind in (first, second)
            )
            for budget in _GAMES
        },
        statistic=gap(first, second),
        direction=direction,
        margin=0.0 if direction else BAND,
        source="-",
        unit="+.2f",
    )


def _end_belief(results: Results, row: Row, truth: str) -> float | None:
    """What the agent gave the truth at its last move, mean over its partners; plays it again.

    Nothing where the game was over before it had a move.
    """
    tournament = results.tournament
    game = tournament.loaded_game
    agent = make_agent(tournament.recipes[0], game)
    assert isinstance(agent, NativeAgent), "searches are native"
    players = [agent if player == 0 else tournament.recipes[1] for player in row.seats]
    block, index = tournament.streams(row.line_up, row.block, row.match)
    play_match(game, players, seed=tournament.seed, block=block, index=index)
    if agent.last_result is None:
        return None
    label = repr(arms.policy(truth))
    beliefs = agent.last_result.posterior
    found = [belief.probability for belief in beliefs if belief.type == label]
    return float(np.mean(found))


def belief_in_truth(arm: str) -> Statistic:
    """How much the posterior gives the true type at the end of games of the arm."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        strata: list[list[float]] = []
        named: defaultdict[str, list[float]] = defaultdict(list)
        for place, results in enumerate(evidence.arms[arm]):
            truth = PARTNERS[place % len(PARTNERS)]
            found = (_end_belief(results, row, truth) for row in results.rows)
            strata.append(list(islice((each for each in found if each is not None), LOOKED_AT)))
            named[truth] += strata[-1]
        if not strata or not all(len(values) > 1 for values in strata):
            return UNKNOWN
        told = ", ".join(f"{name} {np.mean(values):.2f}" for name, values in named.items())
        return strata_mean(strata, null, told)

    return statistic


CLAIMS: tuple[Claim, ...] = (
    _claim(1, "Recognising one of seven types scores more than no model", "types", "no model"),
    _claim(2, "It scores more than a wrong model", "types", "wrong model"),
    _claim(3, "It scores like the right model (within .7)", "types", "right model", 0),
    _claim(4, "The right model scores more than no model", "right model", "no model"),
    _claim(
        5,
        "Recognition scores more if types may err (5 %) than if they never do",
        "types",
        "types that never err",
    ),
    Claim(
        id="B6",
        text="At the end of a game the true type has more than half of the belief",
        settings={
            f"{budget.name}, one planner": (known_arm("types", budget),) for budget in _GAMES
        },
        statistic=belief_in_truth("types"),
        direction=1,
        null=0.5,
        source="-",
        unit=".2f",
    ),
)
