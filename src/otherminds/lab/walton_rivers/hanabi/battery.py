"""E5 to E7, W26 to W36: planners among partners of one policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from otherminds.lab.claims import Arm, Claim, Statistic
from otherminds.lab.walton_rivers.hanabi import arms
from otherminds.lab.walton_rivers.hanabi.arms import (
    APRIL,
    BUDGETS,
    CONSTANTS,
    HUNDRED,
    JANUARY,
    ROOT_TWO,
    RULES_GAMES,
    SIZES,
    THOUSAND,
    TIMED,
    Budget,
    among,
    sized,
)
from otherminds.lab.walton_rivers.hanabi.levels import BAND
from otherminds.lab.walton_rivers.hanabi.measures import gap, least_gap, trend
from otherminds.lab.walton_rivers.hanabi.reported import MAIN, ROLLOUTS

__all__ = ["CLAIMS", "RULES", "agent_arm", "constant", "one_layer"]

RULES: Mapping[str, str] = {
    "Piers": "piers",
    "IGGI": "iggi",
    "VDB": "van_den_bergh",
    "Outer": "outer",
    "Flawed": "flawed",
    "Random": "random",
}
"""The evaluated rule agents, by the names of the thesis' tables."""

_MORE = (3, 4, 5)


def agent_arm(name: str, budget: Budget, state: str, sizes: Sequence[int] = SIZES) -> Arm:
    """An evaluated agent of E5 or E7."""
    if name in RULES:
        return among(name, arms.fixed(RULES[name], state), RULES_GAMES, state=state, sizes=sizes)
    make = {
        "IS-MCTS": arms.is_mcts,
        "Predictor": arms.predictor,
        "Policy[IGGI]": arms.policy_mcts,
    }[name]
    return among(name, make(budget, state=state), budget.games, state=state, sizes=sizes)


def _settings(
    state: str, names: Sequence[str], sizes: Sequence[int], budgets: Sequence[Budget]
) -> dict[str, tuple[Arm, ...]]:
    told = "" if state == APRIL else ", January 2017"
    return {
        budget.name + told: tuple(agent_arm(name, budget, state, sizes) for name in names)
        for budget in budgets
    }


def _claim(
    id_: str,
    text: str,
    state: str,
    names: Sequence[str],
    *,
    sizes: Sequence[int] = SIZES,
    statistic: Callable[..., Statistic] = gap,
    direction: int = 1,
    figure: float | None = None,
    source: str = "",
    timed: bool = False,
) -> Claim:
    return Claim(
        id=id_,
        text=text,
        settings=_settings(state, names, sizes, (*BUDGETS, TIMED) if timed else BUDGETS),
        statistic=statistic(*(sized(name, sizes) for name in names)),
        direction=direction,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


def _printed(table: Mapping[str, tuple[float, ...]], size: int, *names: str) -> list[float]:
    return [table[name][size - 2] for name in names]


def _by_size(
    id_: str,
    letters: str,
    text: str,
    state: str,
    names: Sequence[str],
    *,
    sizes: Sequence[int],
    statistic: Callable[..., Statistic] = gap,
    direction: int = 1,
    timed: bool = False,
) -> list[Claim]:
    """One claim a number of players; the figure is the printed lead over the best of the rest."""
    claims = []
    for letter, size in zip(letters, sizes, strict=True):
        first, *rest = _printed(MAIN if state == JANUARY else ROLLOUTS, size, *names)
        claims.append(
            _claim(
                id_ + letter,
                f"{text} with {size} players",
                state,
                names,
                sizes=(size,),
                statistic=statistic,
                direction=direction,
                figure=round(first - max(rest), 2),
                source=f"{first:.2f} and {max(rest):.2f}",
                timed=timed,
            )
        )
    return claims


_RIVALS = ("Piers", "VDB", "IGGI", "Outer", "IS-MCTS")

_MAIN = (
    _claim(
        "W26",
        "Predictor scores more than IS-MCTS, all partners and numbers of players",
        JANUARY,
        ("Predictor", "IS-MCTS"),
        figure=4.84,
        source="10.74 and 5.90, |t| 68",
        timed=True,
    ),
    *_by_size(
        "W27",
        "abcd",
        "Predictor scores more than IS-MCTS",
        JANUARY,
        ("Predictor", "IS-MCTS"),
        sizes=SIZES,
    ),
    *_by_size(
        "W28",
        "abc",
        "Predictor scores more than every other agent (smallest lead)",
        JANUARY,
        ("Predictor", *_RIVALS),
        sizes=_MORE,
        statistic=least_gap,
    ),
    *_by_size(
        "W29",
        "a",
        "Predictor scores less than Piers",
        JANUARY,
        ("Predictor", "Piers"),
        sizes=(2,),
        direction=-1,
    ),
    *_by_size(
        "W29",
        "b",
        "Piers scores more than every other agent (smallest lead)",
        JANUARY,
        ("Piers", "IGGI", "VDB", "Outer", "Predictor", "IS-MCTS"),
        sizes=(2,),
        statistic=least_gap,
    ),
)


def one_layer(name: str, budget: Budget) -> Arm:
    """MCS over a rule agent; what it tries, the budget says."""
    make = arms.mcs(RULES[name], budget, JANUARY)
    return among(f"MCS-{name}", make, budget.games, state=JANUARY)


def _one_layer(letter: str, name: str, direction: int, source: str) -> Claim:
    says = "scores more than" if direction else "scores like"
    within = "" if direction else " (within .7)"
    return Claim(
        id=f"W30{letter}",
        text=f"MCS over {name}, all own moves tried, {says} {name}{within}",
        settings={
            f"{budget.name}, January 2017": (
                one_layer(name, budget),
                agent_arm(name, budget, JANUARY),
            )
            for budget in BUDGETS
        },
        statistic=gap(f"MCS-{name}", name),
        direction=direction,
        margin=0.0 if direction else BAND,
        figure=0.86 if direction else None,
        band=BAND,
        source=source,
        unit="+.2f",
    )


_LAYERS = (
    _one_layer("a", "IGGI", 0, "10.97 and 10.96"),
    _one_layer("b", "Flawed", 0, "5.06 and 5.02"),
    _one_layer("c", "Random", 1, "5.45 and 4.59"),
)


def constant(name: str, value: float, budget: Budget, sizes: Sequence[int] = SIZES) -> Arm:
    """E6: a search with an exploration constant; that of √2 is E7's."""
    if value == ROOT_TWO:
        return agent_arm(name, budget, APRIL, sizes)
    make = {"IS-MCTS": arms.is_mcts, "Predictor": arms.predictor}[name]
    return among(f"{name}, C {value:g}", make(budget, value), budget.games, sizes=sizes)


def _curve() -> tuple[Arm, ...]:
    """What no claim is about, to be drawn: all constants at the cheap budget."""
    return tuple(
        constant(name, value, HUNDRED)
        for name in ("IS-MCTS", "Predictor")
        for value in CONSTANTS
        if value not in (0.0, 0.25)
    )


def _tuned(
    id_: str,
    text: str,
    first: tuple[str, float],
    second: tuple[str, float],
    *,
    sizes: Sequence[int] = SIZES,
    statistic: Callable[..., Statistic] = gap,
    direction: int = 1,
    null: float = 0.0,
    figure: float | None = None,
    source: str = "plots only",
    more: tuple[Arm, ...] = (),
) -> Claim:
    named = [constant(*each, THOUSAND, sizes).name for each in (first, second)]
    return Claim(
        id=id_,
        text=text,
        settings={
            budget.name: (
                *(constant(name, value, budget, sizes) for name, value in (first, second)),
                *(more if budget == HUNDRED else ()),
            )
            for budget in BUDGETS
        },
        statistic=statistic(*named),
        direction=direction,
        null=null,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


_CONSTANT = (
    *(
        _tuned(
            f"W31{letter}",
            f"{name} scores less with C = 0 than with C = .25",
            (name, 0.0),
            (name, 0.25),
            direction=-1,
            more=_curve() if letter == "a" else (),
        )
        for letter, name in (("a", "Predictor"), ("b", "IS-MCTS"))
    ),
    *(
        _tuned(
            f"W31{letter}",
            f"{name} scores more with C = .25 than with C = √2",
            (name, 0.25),
            (name, ROOT_TWO),
        )
        for letter, name in (("c", "Predictor"), ("d", "IS-MCTS"))
    ),
    _tuned(
        "W32",
        "IS-MCTS with C = .25 stays more than two points below Predictor with C = √2",
        ("Predictor", ROOT_TWO),
        ("IS-MCTS", 0.25),
        null=2.0,
    ),
    _tuned(
        "W33a",
        "Predictor gains about a point with C = .25 over √2 with 2 players",
        ("Predictor", 0.25),
        ("Predictor", ROOT_TWO),
        sizes=(2,),
        figure=1.0,
        source="about 1, a plot",
    ),
    _tuned(
        "W33b",
        "Predictor gains more with C = .25 over √2 with 2 players than with more",
        ("Predictor", 0.25),
        ("Predictor", ROOT_TWO),
        statistic=trend,
    ),
)

_ROLLOUTS = (
    *_by_size(
        "W34",
        "abcd",
        "IS-MCTS with roll-outs by IGGI scores more than with random ones",
        APRIL,
        ("Policy[IGGI]", "IS-MCTS"),
        sizes=SIZES,
    ),
    *_by_size(
        "W35",
        "abc",
        "Predictor scores more than IS-MCTS with roll-outs by IGGI",
        APRIL,
        ("Predictor", "Policy[IGGI]"),
        sizes=_MORE,
        timed=True,
    ),
    *_by_size(
        "W35",
        "d",
        "Predictor scores less than IS-MCTS with roll-outs by IGGI",
        APRIL,
        ("Predictor", "Policy[IGGI]"),
        sizes=(2,),
        direction=-1,
        timed=True,
    ),
    *_by_size(
        "W36",
        "abc",
        "Predictor scores more than IGGI",
        APRIL,
        ("Predictor", "IGGI"),
        sizes=_MORE,
    ),
    *_by_size(
        "W36",
        "d",
        "IGGI scores more than Predictor and than roll-outs by IGGI (smallest lead)",
        APRIL,
        ("IGGI", "Policy[IGGI]", "Predictor"),
        sizes=(2,),
        statistic=least_gap,
    ),
    _claim(
        "W36e",
        "IS-MCTS with roll-outs by IGGI scores less than IGGI with 3 to 5 players",
        APRIL,
        ("Policy[IGGI]", "IGGI"),
        sizes=_MORE,
        direction=-1,
        figure=-0.75,
        source="10.68 and 11.43",
    ),
)

CLAIMS: tuple[Claim, ...] = (*_MAIN, *_LAYERS, *_CONSTANT, *_ROLLOUTS)
