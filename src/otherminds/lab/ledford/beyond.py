"""B: what the thesis asks for and did not do, and what does better.

B1 is the gradient from belief to determinization, B2 to B4 change one thing in the planner, B5 are
other planners, B6 and B7 players without search.
"""

from __future__ import annotations

from collections.abc import Mapping

from otherminds.agents import player_text
from otherminds.contracts import Policy
from otherminds.lab.claims import Arm, Claim, Estimate, Evidence, Statistic
from otherminds.lab.ledford.arms import (
    CONTROL,
    FIXED,
    against_heuristics,
    budget_name,
    controlled,
    gradient,
)
from otherminds.lab.ledford.measures import solved
from otherminds.lab.statistics import difference, share

__all__ = ["CLAIMS", "POLICIES", "policy_arm"]

_DETECTIVES = (
    Policy("detective", accuse=1.0),
    Policy("detective"),
    Policy("detective", accuse=0.9),
    Policy("detective", accuse=0.75),
    Policy("detective", accuse=0.5),
    Policy("detective", guarded=False),
    Policy("detective", deals=50),
    Policy("detective", deals=1_000),
    Policy("detective", patience=0.5),
    Policy("detective", patience=1.0),
)
_HEURISTICS = (
    Policy("heuristic", belief="factored"),
    Policy("heuristic", belief="none"),
    Policy("heuristic", choice="sensible"),
    Policy("heuristic", belief="factored", choice="sensible"),
)
POLICIES: tuple[Policy, ...] = (*_DETECTIVES, *_HEURISTICS)
"""Each alone against three Heuristics; one option is changed at a time."""


def policy_arm(policy: Policy) -> Arm:
    """A player without search against three Heuristics."""
    return against_heuristics(player_text(policy), policy, "detective")


def _pair(id_: str, text: str, first: Arm, second: Arm, *shown: Arm, direction: int = 1) -> Claim:
    """One arm against another; more arms are there for the figures."""
    return Claim(
        id=id_,
        text=text,
        settings={budget_name(CONTROL): (first, second, *shown)},
        statistic=difference(first.name, second.name, number=solved),
        direction=direction,
    )


def _only_share() -> Statistic:
    """The share of the only arm of a setting."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        (name,) = evidence.arms
        return share(name, number=solved)(evidence, null)

    return statistic


def _alone(id_: str, text: str, settings: Mapping[str, Arm]) -> Claim:
    return Claim(
        id=id_,
        text=text,
        settings={name: (arm,) for name, arm in settings.items()},
        statistic=_only_share(),
        direction=1,
        null=0.25,
        unit=".1%",
    )


_TYPED = controlled("typed")
_NAMED = {player_text(policy): policy_arm(policy) for policy in POLICIES}

CLAIMS: tuple[Claim, ...] = (
    _pair(
        "B1a",
        "Light determinization (3 cards drawn) wins more than full belief",
        gradient(3),
        gradient(0),
        *(gradient(fixed) for fixed in FIXED if fixed not in (0, 3)),
    ),
    _pair(
        "B1b",
        "Determinization (15 cards drawn) wins more than full belief",
        gradient(15),
        gradient(0),
    ),
    _pair(
        "B2a",
        "The exact belief at the root wins more than the marked sheet",
        _TYPED,
        controlled("marked sheet"),
    ),
    _pair(
        "B2b",
        "The exact belief at the root wins more than the sheet marked as in the thesis",
        _TYPED,
        controlled("thesis' sheet"),
    ),
    _pair(
        "B3a",
        "Accusing from 90 % wins more than from certainty",
        controlled("accuses from 90 %"),
        _TYPED,
    ),
    _pair(
        "B3b",
        "Accusing from 70 % wins more than from certainty",
        controlled("accuses from 70 %"),
        _TYPED,
    ),
    _pair(
        "B3c",
        "Accusing from 50 % wins more than from certainty",
        controlled("accuses from 50 %"),
        _TYPED,
    ),
    _pair(
        "B4",
        "Opponents as Heuristics win more than opponents that are searched",
        _TYPED,
        controlled("searched opponents"),
    ),
    _alone(
        "B5a",
        "IS-MCTS wins more than a quarter",
        {"exact belief": controlled("IS-MCTS")},
    ),
    _alone(
        "B5b",
        "POMCP wins more than a quarter",
        {"exact belief": controlled("POMCP")},
    ),
    _alone(
        "B6",
        "A detective without search wins more than a quarter",
        {name: _NAMED[name] for name in map(player_text, _DETECTIVES)},
    ),
    _alone(
        "B7",
        "A Heuristic with another belief or choice wins more than a quarter",
        {name: _NAMED[name] for name in map(player_text, _HEURISTICS)},
    ),
)
