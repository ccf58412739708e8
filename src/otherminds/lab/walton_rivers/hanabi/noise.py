"""E9, W40 to W42: a model that is sometimes wrong."""

from __future__ import annotations

from collections.abc import Sequence

from otherminds.lab.claims import Arm, Claim, Statistic
from otherminds.lab.walton_rivers.hanabi import arms
from otherminds.lab.walton_rivers.hanabi.arms import (
    ACCURACIES,
    APRIL,
    BUDGETS,
    HUNDRED,
    PARTNERS,
    SIZES,
    Budget,
    among,
)
from otherminds.lab.walton_rivers.hanabi.battery import agent_arm
from otherminds.lab.walton_rivers.hanabi.levels import BAND
from otherminds.lab.walton_rivers.hanabi.measures import gap, steps

__all__ = ["CLAIMS", "noisy_arm"]


def noisy_arm(
    accuracy: float,
    budget: Budget,
    sizes: Sequence[int] = SIZES,
    partners: Sequence[str] = PARTNERS,
) -> Arm:
    """Predictor with a model of some accuracy."""
    name = f"accuracy {accuracy:g}"
    make = arms.noisy(budget, accuracy)
    return among(name, make, budget.games, sizes=sizes, partners=partners)


def _claim(
    id_: str,
    text: str,
    statistic: Statistic,
    accuracies: Sequence[float],
    *,
    direction: int,
    margin: float = 0.0,
    sizes: Sequence[int] = SIZES,
    partners: Sequence[str] = PARTNERS,
    beside: bool = False,
    source: str = "",
) -> Claim:
    settings = {}
    for budget in BUDGETS:
        chosen = [noisy_arm(each, budget, sizes, partners) for each in accuracies]
        if beside:
            chosen.append(agent_arm("IS-MCTS", budget, APRIL))
        elif budget == HUNDRED and (tuple(sizes), tuple(partners)) == (SIZES, PARTNERS):
            rest = [each for each in ACCURACIES if each not in accuracies]
            chosen += [noisy_arm(each, budget) for each in rest]  # the curve, to be drawn
        settings[budget.name] = tuple(chosen)
    return Claim(
        id=id_,
        text=text,
        settings=settings,
        statistic=statistic,
        direction=direction,
        margin=margin,
        source=source,
        unit="+.2f",
    )


_LADDER = (1.0, 0.7, 0.3, 0.0)
_MORE = (3, 4, 5)


def _names(
    accuracies: Sequence[float], sizes: Sequence[int] = SIZES, partners: Sequence[str] = PARTNERS
) -> list[str]:
    return [noisy_arm(each, HUNDRED, sizes, partners).name for each in accuracies]


CLAIMS: tuple[Claim, ...] = (
    _claim(
        "W40a",
        "Predictor scores more the more accurate its model is: 1, .7, .3, 0 (smallest step)",
        steps(*_names(_LADDER)),
        _LADDER,
        direction=1,
        source="plots only",
    ),
    _claim(
        "W40b",
        "With a model of accuracy 0 Predictor scores like IS-MCTS (within .7)",
        gap(_names([0.0])[0], "IS-MCTS"),
        [0.0],
        direction=0,
        margin=BAND,
        beside=True,
        source="the same",
    ),
    _claim(
        "W41",
        "A model of accuracy .7 costs less than a point with 3 to 5 players",
        gap(*_names([0.7, 1.0], _MORE)),
        [0.7, 1.0],
        direction=0,
        margin=1.0,
        sizes=_MORE,
        source="about 1 at most",
    ),
    _claim(
        "W42",
        "With Random as partner accuracy makes no difference (1 against 0, within .7)",
        gap(*_names([1.0, 0.0], SIZES, ("random",))),
        [1.0, 0.0],
        direction=0,
        margin=BAND,
        partners=("random",),
        source="flat",
    ),
)
