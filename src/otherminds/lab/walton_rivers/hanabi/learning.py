"""E10 and E11, W43 to W47: models that were learned from logs."""

from __future__ import annotations

from collections.abc import Mapping

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.walton_rivers.hanabi import arms
from otherminds.lab.walton_rivers.hanabi.agreement import GAMES, agreement, agreement_steps
from otherminds.lab.walton_rivers.hanabi.arms import (
    APRIL,
    BUDGETS,
    EXPENSIVE,
    EXPENSIVE_GAMES,
    NESTED_GAMES,
    PUBLISHED,
    THOUSAND,
    Budget,
    among,
    mirror,
    nested,
)
from otherminds.lab.walton_rivers.hanabi.battery import agent_arm
from otherminds.lab.walton_rivers.hanabi.learned import learned
from otherminds.lab.walton_rivers.hanabi.levels import BAND
from otherminds.lab.walton_rivers.hanabi.measures import gap
from otherminds.lab.walton_rivers.hanabi.reported import AGREEMENTS, LEARNED_AND_COPY

__all__ = ["CHEAP", "CLAIMS", "FEW", "QUICK", "copied_arm", "learned_arm"]

_BAND = 0.05


def _logs(name: str) -> Arm:
    """The first games of other claims: of a rule agent with itself, of a search in the battery."""
    arm = agent_arm(name, THOUSAND, APRIL) if name == "IS-MCTS" else mirror(name)
    games = {scale: min(most, GAMES) for scale, most in arm.games.items()}
    return Arm(f"logs of {name}", arm.tournaments, games)


def _learnable(letter: str, name: str) -> Claim:
    arm = _logs(name)
    figure = AGREEMENTS[name]
    return Claim(
        id=f"W43{letter}",
        text=f"A learned list agrees with {name} at {figure:.0%} of decisions, held-out games",
        settings={APRIL: (arm,)},
        statistic=agreement(arm.name),
        direction=None,
        figure=figure,
        band=_BAND,
        unit=".2f",
    )


_GROUPS = {
    "IGGI and Piers": ("iggi", "piers"),
    "Outer and Flawed": ("outer", "flawed"),
    "Internal": ("internal",),
}

_AGREEMENTS = (
    *(_learnable(letter, name) for letter, name in zip("abcdefg", AGREEMENTS, strict=True)),
    Claim(
        id="W44",
        text="Lists learn IGGI and Piers better than Outer and Flawed, and those better than "
        "Internal (smallest step)",
        settings={APRIL: tuple(_logs(name) for group in _GROUPS.values() for name in group)},
        statistic=agreement_steps(
            {name: [_logs(each).name for each in group] for name, group in _GROUPS.items()}
        ),
        direction=1,
        figure=0.18,
        band=2 * _BAND,
        source=".93, .75, .41",
        unit="+.2f",
    ),
)

CHEAP = ("iggi", "piers", "outer", "flawed", "van_den_bergh", "internal")
"""Partners that are rule agents."""


def _games(budget: Budget) -> Mapping[str, int]:
    """A claim here is about one partner only, so a cell has more games than in the battery."""
    more = {THOUSAND: 30, PUBLISHED: 12}
    return {**budget.games, "standard": more.get(budget, budget.games["standard"])}


def learned_arm(partner: str, budget: Budget) -> Arm:
    """Predictor with the learned model of its partners."""
    make = arms.modelled(budget, learned(partner))
    return among("learned model", make, _games(budget), partners=(partner,))


def copied_arm(partner: str, budget: Budget) -> Arm:
    """Predictor with a copy of its partners."""
    return among("Predictor", arms.predictor(budget), _games(budget), partners=(partner,))


def _learned(id_: str, partner: str, direction: int) -> Claim:
    one, other = LEARNED_AND_COPY[partner]
    named = [make(partner, THOUSAND).name for make in (learned_arm, copied_arm)]
    says = "costs points" if direction else "is as good as a copy (within .7)"
    return Claim(
        id=id_,
        text=f"With {partner} as partner a learned model {says}",
        settings={
            budget.name: (learned_arm(partner, budget), copied_arm(partner, budget))
            for budget in BUDGETS
        },
        statistic=gap(*named),
        direction=direction,
        margin=0.0 if direction else BAND,
        figure=round(one - other, 2) if direction else None,
        band=BAND,
        source=f"{one:.2f} and {other:.2f}",
        unit="+.2f",
    )


QUICK = Budget("20 ms per move", seconds=0.02, games=EXPENSIVE_GAMES)
FEW = Budget("20 iterations", iterations=20, games=NESTED_GAMES)


def _afforded(letter: str, partner: str) -> Claim:
    one, other = LEARNED_AND_COPY[partner]
    settings = {}
    for budget, sizes in ((QUICK, (2, 3)), (FEW, (2,))):
        model = arms.modelled(budget, learned(partner))
        settings[budget.name] = (
            nested("learned model", partner, model, budget.games, sizes),
            nested("copy", partner, arms.predictor(budget), budget.games, sizes),
        )
    return Claim(
        id=f"W47{letter}",
        text=f"With {partner} as partner a learned model scores more than a copy in the same time",
        settings=settings,
        statistic=gap(f"learned model, with {partner}", f"copy, with {partner}"),
        direction=1,
        figure=round(one - other, 2),
        band=BAND,
        source=f"{one:.2f} and {other:.2f}",
        unit="+.2f",
    )


CLAIMS: tuple[Claim, ...] = (
    *_AGREEMENTS,
    *(_learned(f"W45{letter}", name, 0) for letter, name in zip("abcde", CHEAP, strict=False)),
    _learned("W46", "internal", -1),
    *(_afforded(letter, name) for letter, name in zip("abcd", EXPENSIVE, strict=True)),
)
