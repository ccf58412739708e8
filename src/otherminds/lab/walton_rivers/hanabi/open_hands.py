"""E8, W37 to W39: everybody sees the own cards."""

from __future__ import annotations

from collections.abc import Sequence

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.walton_rivers.hanabi import arms
from otherminds.lab.walton_rivers.hanabi.arms import (
    HUNDRED,
    PARTNERS,
    PUBLISHED,
    THOUSAND,
    WEAK,
    Budget,
    among,
)
from otherminds.lab.walton_rivers.hanabi.levels import BAND
from otherminds.lab.walton_rivers.hanabi.measures import gap, least_partner, size_gap

__all__ = ["AGENTS", "CLAIMS", "open_arm"]

AGENTS = ("IGGI", "IS-MCTS", "Policy[IGGI]", "Predictor")
_STRONG = tuple(name for name in PARTNERS if name not in WEAK)
_GAMES = {
    THOUSAND: {"smoke": 0, "quick": 6, "standard": 12, "full": 400},
    PUBLISHED: {"smoke": 0, "quick": 0, "standard": 6, "full": 400},
    HUNDRED: {"smoke": 0, "quick": 6, "standard": 12, "full": 400},
}
"""Games with open hands are twice as long, and a search sees every move to the end."""


def open_arm(name: str, budget: Budget, partners: Sequence[str] = PARTNERS) -> Arm:
    """An agent of E8."""
    if name == "IGGI":
        agent, games = arms.fixed("iggi"), arms.RULES_GAMES
    else:
        make = {
            "IS-MCTS": arms.is_mcts,
            "Predictor": arms.predictor,
            "Policy[IGGI]": arms.policy_mcts,
        }[name]
        agent, games = make(budget), _GAMES[budget]
    return among(f"{name}, open", agent, games, partners=partners, open_hand=True)


def _settings(*names: str, partners: Sequence[str] = PARTNERS) -> dict[str, tuple[Arm, ...]]:
    return {
        budget.name: tuple(open_arm(name, budget, partners) for name in names) for budget in _GAMES
    }


def _alike(letter: str, name: str, source: str) -> Claim:
    settings = _settings(name, "IS-MCTS")
    return Claim(
        id=f"W37{letter}",
        text=f"With open hands {name} scores like IS-MCTS (within .7)",
        settings=settings,
        statistic=gap(f"{name}, open", "IS-MCTS, open"),
        direction=0,
        margin=BAND,
        source=source,
        unit="+.2f",
    )


def _partner_arms(budget: Budget) -> tuple[Arm, ...]:
    """For each partner all agents together."""
    found = []
    for partner in PARTNERS:
        several = [open_arm(name, budget, (partner,)) for name in AGENTS if name != "IGGI"]
        tournaments = tuple(each for arm in several for each in arm.tournaments)
        found.append(Arm(f"searches, open, with {partner}", tournaments, several[0].games))
    return tuple(found)


_BY_PARTNER = {budget.name: _partner_arms(budget) for budget in _GAMES}
_NAMES = {partner: f"searches, open, with {partner}" for partner in PARTNERS}


def _sizes(letter: str, name: str, figure: float, source: str) -> Claim:
    settings = _settings(name, partners=_STRONG)
    arm = next(iter(settings.values()))[0].name
    return Claim(
        id=f"W39{letter}",
        text=f"With open hands and without weak partners {name} scores more with 3 to 5 players "
        "than with 2",
        settings=settings,
        statistic=size_gap(arm),
        direction=1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


CLAIMS: tuple[Claim, ...] = (
    _alike("a", "Predictor", "21.52 and 21.50"),
    _alike("b", "Policy[IGGI]", "21.05 and 21.50"),
    _alike("c", "IGGI", "21.74 and 21.50"),
    Claim(
        id="W38a",
        text="With open hands searches score more than 23 with every partner but Random (lowest)",
        settings=_BY_PARTNER,
        statistic=least_partner(*(_NAMES[name] for name in PARTNERS if name != "random")),
        direction=1,
        null=23.0,
        figure=23.94,
        band=BAND,
        source="23.9 to 24.3",
        unit=".2f",
    ),
    Claim(
        id="W38b",
        text="With open hands searches score less than 6 with Random",
        settings=_BY_PARTNER,
        statistic=least_partner(_NAMES["random"]),
        direction=-1,
        null=6.0,
        figure=4.44,
        band=BAND,
        source="3.0 to 5.3",
        unit=".2f",
    ),
    _sizes("a", "IS-MCTS", 1.21, "24.51 and 23.30"),
    _sizes("b", "Predictor", 1.15, "24.54 and 23.39"),
)
