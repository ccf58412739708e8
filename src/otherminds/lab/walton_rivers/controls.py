"""Controls beside the claims: what the rules of the final move and the mistakes of GA explain."""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.statistics import difference, welch
from otherminds.lab.walton_rivers.arms import (
    GA_SEATS,
    LOW_RULES,
    PROGRAM,
    SECOND,
    TIES_AT_RANDOM,
    flares,
    ga_with_random,
    mirror,
)
from otherminds.lab.walton_rivers.baseline import BAND
from otherminds.lab.walton_rivers.measures import score, seat_gap

__all__ = ["CLAIMS"]

_FIRST, _FIRST_WITHIN, _AT_RANDOM, _DEFAULT = LOW_RULES


def _rules(number: int, text: str, one: str, other: str, direction: int) -> Claim:
    return Claim(
        id=f"C{number}",
        text=text,
        settings={PROGRAM: tuple(mirror((name, LOW_RULES[name])) for name in (one, other))},
        statistic=difference(one, other, number=score, test=welch(score)),
        direction=direction,
        margin=0.0 if direction else BAND,
        unit="+.2f",
    )


def _ties(name: str) -> tuple[str, str]:
    return (f"{name}, equals at random", TIES_AT_RANDOM[name])


CLAIMS: tuple[Claim, ...] = (
    _rules(
        1,
        "First edition: Low scores more when equal moves are chosen at random than when the first "
        "is taken",
        _AT_RANDOM,
        _FIRST,
        1,
    ),
    _rules(
        2,
        "First edition: Low scores more when it plays its most visited move, our default",
        _DEFAULT,
        _FIRST,
        1,
    ),
    _rules(
        3,
        "First edition: the first of equals within the search as well makes no difference to Low "
        "(within .10)",
        _FIRST_WITHIN,
        _FIRST,
        0,
    ),
    Claim(
        id="C4",
        text="Second edition: equal moves at random are better than the program's coins",
        settings={
            name: (
                flares(_ties(name), "simple"),
                flares((name, SECOND[name]), "simple"),
            )
            for name in ("Low", "Medium")
        },
        statistic=lambda evidence, null: difference(
            *evidence.arms, number=score, test=welch(score)
        )(evidence, null),
        direction=1,
        unit="+.2f",
    ),
    Claim(
        id="C5",
        text="GA with Random scores more in the first seat than in the second",
        settings={name: (ga_with_random(spec),) for name, spec in GA_SEATS.items()},
        statistic=seat_gap("GA with Random"),
        direction=1,
        figure=0.11,
        band=BAND,
        source=".50 and .39",
        unit="+.2f",
    ),
)
