"""E3, W14 to W24: what a model of the partner is worth, second edition."""

from __future__ import annotations

from collections.abc import Mapping

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import difference, least_lead, least_step, ratio, welch
from otherminds.lab.walton_rivers.arms import (
    FEWER_LEVELS,
    NESTED,
    PROGRAM,
    RECALL,
    joined,
    level_name,
    with_partner,
)
from otherminds.lab.walton_rivers.baseline import BAND
from otherminds.lab.walton_rivers.measures import nested_cost, score, ticks

__all__ = ["CLAIMS", "FOLLOWER", "MODELS", "STRONG"]

FOLLOWER, STRONG = "Follow the Flare", "MCTS High"

MODELS = {f"{RECALL} answers a position": RECALL, "asked anew each time": 0}
"""What the model of a search recalls: so much that it can be afforded, or nothing, as in the
source."""


def _beside_strong(kind: str, budget: str, actions: str, recall: int) -> Arm:
    if kind != "Predictor":
        return with_partner(kind, budget, STRONG, actions)
    return with_partner(kind, budget, STRONG, actions, model=NESTED, recall=recall)


def _strong(*kinds: str, budget: str, actions: str) -> dict[str, tuple[Arm, ...]]:
    return {
        name: tuple(_beside_strong(kind, budget, actions, recall) for kind in kinds)
        for name, recall in MODELS.items()
    }


def _names(settings: Mapping[str, tuple[Arm, ...]]) -> list[str]:
    return [arm.name for arm in next(iter(settings.values()))]


def _model_helps(letter: str, budget: str, actions: str, figure: float, source: str) -> Claim:
    settings = _strong("Predictor", "MCTS", budget=budget, actions=actions)
    return Claim(
        id=f"W14{letter}",
        text=f"With MCTS High, Predictor {budget} scores more than MCTS {budget}, {actions} "
        "actions",
        settings=settings,
        statistic=difference(*_names(settings), number=score, test=welch(score)),
        direction=1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


def _both_sets(kind: str, recall: int) -> Arm:
    sets = (_beside_strong(kind, "Low", actions, recall) for actions in ("relative", "simple"))
    return joined(f"{kind} Low with {STRONG}, both sets", *sets)


_LOW = {
    name: (_both_sets("Predictor", recall), _both_sets("MCTS", recall))
    for name, recall in MODELS.items()
}


def _model_hurries(letter: str, actions: str, figure: float, source: str) -> Claim:
    settings = _strong("Predictor", "MCTS", budget="High", actions=actions)
    return Claim(
        id=f"W16{letter}",
        text=f"With MCTS High, Predictor High needs a tenth of the moves of MCTS High, {actions} "
        "actions (ratio)",
        settings=settings,
        statistic=ratio(*_names(settings), number=ticks),
        direction=-1,
        null=1.0,
        figure=figure,
        band=0.05,
        source=source,
        unit=".2f",
    )


def _between(letter: str, actions: str, figure: float, source: str) -> Claim:
    settings = _strong("Predictor", "DUCT", "MCTS", budget="High", actions=actions)
    return Claim(
        id=f"W17{letter}",
        text=f"With MCTS High, DUCT High lies between Predictor and MCTS, {actions} actions "
        "(smallest step)",
        settings=settings,
        statistic=least_step(*_names(settings), number=score),
        direction=1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


_WITH_A_SEARCH = (
    _model_helps("a", "High", "relative", 0.25, "1.00 and .75"),
    _model_helps("b", "Medium", "relative", 0.27, "1.00 and .73"),
    _model_helps("c", "High", "simple", 0.14, "1.00 and .86"),
    _model_helps("d", "Medium", "simple", 0.14, ".98 and .84"),
    Claim(
        id="W15",
        text="At Low a model of MCTS High makes no difference (within .10, both sets)",
        settings=_LOW,
        statistic=difference(*_names(_LOW), number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=".73 and .71, .86 and .82",
        unit="+.2f",
    ),
    _model_hurries("a", "relative", 90.23 / 902.24, "90 and 902"),
    _model_hurries("b", "simple", 59.43 / 511.89, "59 and 512"),
    _between("a", "relative", 0.07, "1.00, .82, .75"),
    _between("b", "simple", 0.06, "1.00, .92, .86"),
    Claim(
        id="W18",
        text="A nested search as model is impractical: a move takes more than 100 times as long",
        settings={"this machine": ()},
        statistic=nested_cost(),
        direction=1,
        null=100.0,
        source="198 of 400 games finished",
        unit=",.0f",
    ),
)


def _following(kind: str, budget: str, level: str = "") -> Arm:
    return with_partner(kind, budget, FOLLOWER, levels=(level,) if level else FEWER_LEVELS)


def _pair(budget: str, other: str = "MCTS", level: str = "") -> dict[str, tuple[Arm, ...]]:
    return {PROGRAM: (_following("Predictor", budget, level), _following(other, budget, level))}


def _gain(
    id_: str, budget: str, figure: float, source: str, level: str = "", direction: int = 1
) -> Claim:
    settings = _pair(budget, level=level)
    where = f" on {level_name(level)}" if level else ""
    says, within = ("scores more than", "") if direction else ("scores like", " (within .10)")
    return Claim(
        id=id_,
        text=f"With {FOLLOWER}, Predictor {budget} {says} MCTS {budget}{where}{within}",
        settings=settings,
        statistic=difference(*_names(settings), number=score, test=welch(score)),
        direction=direction,
        margin=0.0 if direction else BAND,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


def _faster(id_: str, budget: str, other: str, figure: float, band: float, source: str) -> Claim:
    settings = _pair(budget, other)
    return Claim(
        id=id_,
        text=f"With {FOLLOWER}, Predictor {budget} needs fewer moves than {other} {budget} (ratio)",
        settings=settings,
        statistic=ratio(*_names(settings), number=ticks),
        direction=-1,
        null=1.0,
        figure=figure,
        band=band,
        source=source,
        unit=".2f",
    )


_OTHER_DUCTS = (_following("DUCT", "Medium"), _following("DUCT", "Low"))
"""No claim is about them; they are drawn and tabled."""

_AIRLOCK = {
    PROGRAM: tuple(_following(kind, "High", "airlock") for kind in ("DUCT", "MCTS", "Predictor"))
}


def _brings_nothing(letter: str, partner: str, source: str) -> Claim:
    settings = {
        PROGRAM: tuple(with_partner(kind, "High", partner) for kind in ("Predictor", "MCTS"))
    }
    return Claim(
        id=f"W24{letter}",
        text=f"With {partner}, Predictor High scores like MCTS High (within .10)",
        settings=settings,
        statistic=difference(*_names(settings), number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=source,
        unit="+.2f",
    )


_WITH_A_FOLLOWER = (
    _gain("W19a", "High", 0.06, ".75 and .69, t 2.02"),
    _gain("W19b", "Medium", 0.11, ".70 and .59, t 3.93"),
    _gain("W19c", "Low", 0.09, ".52 and .43, t 3.10"),
    _faster("W20a", "High", "MCTS", 0.68, 0.07, "882 and 1296"),
    _faster("W20b", "Medium", "MCTS", 0.774, 0.07, "1148 and 1483"),
    _faster("W20c", "Low", "MCTS", 0.932, 0.07, "1457 and 1563"),
    _gain("W21a", "Medium", 0.32, ".99 and .67", "single_door"),
    _gain("W21b", "High", 0.21, ".91 and .70", "butterfly"),
    _gain("W22a", "High", -0.05, ".10 and .15", "airlock", direction=0),
    Claim(
        id="W22b",
        text=f"With {FOLLOWER}, DUCT High is the best on Airlock (smallest lead)",
        settings=_AIRLOCK,
        statistic=least_lead(*_names(_AIRLOCK), number=score),
        direction=1,
        figure=0.25,
        band=BAND,
        source=".40, .15, .10",
        unit="+.2f",
    ),
    Claim(
        id="W23a",
        text=f"With {FOLLOWER}, Predictor High scores like DUCT High (within .10)",
        settings={PROGRAM: (*_pair("High", "DUCT")[PROGRAM], *_OTHER_DUCTS)},
        statistic=difference(*_names(_pair("High", "DUCT")), number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=".75 and .76",
        unit="+.2f",
    ),
    _faster("W23b", "High", "DUCT", 0.683, 0.07, "882 and 1292"),
    _brings_nothing("a", "Bias Random", "t 1.74"),
    _brings_nothing("b", "Random", "no difference"),
)

CLAIMS: tuple[Claim, ...] = (*_WITH_A_SEARCH, *_WITH_A_FOLLOWER)
