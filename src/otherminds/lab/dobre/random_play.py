"""D1, D3 and D4: what random games look like, and what drawing types first does to them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from otherminds.arena.statistics import Interval
from otherminds.lab.claims import Claim, Estimate, Evidence, Statistic
from otherminds.lab.dobre.shape import (
    ALL,
    GAMES,
    TRADES,
    TYPES,
    Floats,
    Shape,
    games_a_second,
    interval,
    measured,
)
from otherminds.lab.statistics import smallest

__all__ = ["KINDS", "PRINTED_SIZES", "PRINTED_TYPES", "SIZES", "TYPED", "within"]

PRINTED_SIZES: Mapping[str, tuple[float, float]] = {
    "no trades": (10, 1090),
    "trades of 1:1": (17, 3085),
    "these and pairs of a kind": (26, 5371),
    ALL: (65, 11715),
}
"""Branching and depth of random play (his Table 3.3)."""

PRINTED_TYPES: Mapping[str, tuple[float, float, int]] = {
    "road": (0.0547, 5.48, 19),
    "settlement": (0.0331, 2.82, 13),
    "city": (0.0122, 2.71, 5),
    "development card": (0.0114, 1, 1),
    "trade with a player": (0.9982, 64.8, 512),
    "trade with the bank": (0.2361, 4.47, 20),
    "knight": (0.0001, 16.16, 29),
    "monopoly": (0.0010, 3.92, 5),
    "year of plenty": (0.0005, 15, 15),
    "road building": (0.0023, 6.35, 34),
    "end of the turn": (1, 1, 1),
}
"""How often a type is possible, how many actions it has then, and at most (his Table 3.2)."""

PRINTED_TYPED_DEPTH = 420
PRINTED_TIMES = 583.4, 8.53
"""Seconds for 10,000 games, untyped and typed (his Table 5.6)."""

TOLERANCE = 0.2
_HERE = "random play"
Number = Callable[[Shape], Floats]


def within(ours: float, printed: float, tolerance: float = TOLERANCE) -> bool:
    """Whether a number is that of the source, give or take a part of it.

    Examples:
        >>> within(63.2, 65)
        True
    """
    return abs(ours - printed) <= tolerance * printed


def _told(shape: Shape) -> str:
    return (
        f"without chance {shape.choices.mean():,.0f} choices of "
        f"{(shape.options / shape.choices).mean():.1f}, {shape.decisions.mean():,.0f} decisions, "
        f"{shape.steps.mean():,.0f} steps, {shape.turns.mean():,.0f} turns"
    )


def _mean(trades: str, number: Number, typed: bool = False) -> Statistic:
    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        shape = measured(trades, typed, evidence.scale)
        return Estimate(interval(number(shape)), None, _told(shape), shape.games)

    return statistic


def _difference(one: Floats, other: Floats, null: float) -> Estimate:
    from scipy import special

    value = float(one.mean() - other.mean())
    parts = [(float(own.var(ddof=1)) / len(own), len(own) - 1) for own in (one, other)]
    variance = sum(part for part, _ in parts)
    freedom = variance**2 / sum(part**2 / own for part, own in parts)
    error = math.sqrt(variance)
    half = error * float(special.stdtrit(freedom, 0.975))
    p_value = 2 * float(special.stdtr(freedom, -abs(value - null) / error))
    return Estimate(Interval(value, value - half, value + half), p_value)


def _rising(number: Number) -> Statistic:
    """The smallest step from one kind of trades to the next that allows more."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        shapes = [measured(trades, False, evidence.scale) for trades in TRADES]
        numbers = [number(shape) for shape in shapes]
        steps = [_difference(more, fewer, null) for fewer, more in itertools.pairwise(numbers)]
        told = ", ".join(f"{own.mean():,.1f}" for own in numbers)
        return replace(smallest(steps, null, told), games=sum(shape.games for shape in shapes))

    return statistic


def _size(
    id_: str, trades: str, what: str, number: Number, figure: float, typed: bool = False
) -> Claim:
    tolerance = 0.15 if typed else TOLERANCE
    allowed = "types drawn first" if typed else trades
    return Claim(
        id=id_,
        text=f"Random games have a {what} of {figure:,} with {allowed} (within {tolerance:.0%})",
        settings={_HERE: ()},
        statistic=_mean(trades, number, typed),
        direction=None,
        figure=figure,
        band=tolerance * figure,
        unit=",.1f" if what == "branching" else ",.0f",
    )


def _depth(shape: Shape) -> Floats:
    return shape.depth


def _branching(shape: Shape) -> Floats:
    return shape.branching


SIZES: tuple[Claim, ...] = (
    *(
        _size(f"D1{letter}", trades, "branching", _branching, figures[0])
        for letter, (trades, figures) in zip("abcd", PRINTED_SIZES.items(), strict=True)
    ),
    *(
        _size(f"D1{letter}", trades, "depth", _depth, figures[1])
        for letter, (trades, figures) in zip("efgh", PRINTED_SIZES.items(), strict=True)
    ),
    Claim(
        id="D1i",
        text="The more trades, the more choices (smallest step of the branching)",
        settings={_HERE: ()},
        statistic=_rising(_branching),
        direction=1,
        source="10, 17, 26, 65",
        unit="+.1f",
    ),
    Claim(
        id="D1j",
        text="The more trades, the longer the games (smallest step of the depth)",
        settings={_HERE: ()},
        statistic=_rising(_depth),
        direction=1,
        source="1,090, 3,085, 5,371, 11,715",
        unit="+,.0f",
    ),
)


def _trade_possible(evidence: Evidence, null: float) -> Estimate:
    del null
    shape = measured(ALL, False, evidence.scale)
    return Estimate(shape.share("trade with a player"), games=shape.games)


def _trade_number(evidence: Evidence, null: float) -> Estimate:
    del null
    shape = measured(ALL, False, evidence.scale)
    most = shape.most[TYPES.index("trade with a player")]
    told = f"at most {most:.0f}, his 512"
    return Estimate(shape.number("trade with a player"), None, told, shape.games)


def _cells(evidence: Evidence, null: float) -> Estimate:
    """The share of the other cells of the table that are as printed."""
    del null
    shape = measured(ALL, False, evidence.scale)
    missed, met = [], 0
    for name in TYPES:
        if name in ("trade with a player", "end of the turn"):
            continue
        for what, ours, printed in (
            ("possible", shape.share(name).estimate, PRINTED_TYPES[name][0]),
            ("actions", shape.number(name).estimate, PRINTED_TYPES[name][1]),
        ):
            if within(ours, printed):
                met += 1
            else:
                missed.append(f"{name}, {what}: {ours:.4g}, not {printed:g}")
    value = met / (met + len(missed))
    return Estimate(Interval(value, value, value), None, "; ".join(missed), shape.games)


KINDS: tuple[Claim, ...] = (
    Claim(
        id="D3a",
        text="After the roll a trade with a player is nearly always possible (above 99 %)",
        settings={_HERE: ()},
        statistic=_trade_possible,
        direction=1,
        null=0.99,
        figure=0.9982,
        band=0.005,
        unit=".2%",
    ),
    Claim(
        id="D3b",
        text="There are some 65 of them then (60 to 70)",
        settings={_HERE: ()},
        statistic=_trade_number,
        direction=0,
        null=65,
        margin=5,
        source="64.8",
        unit=".1f",
    ),
    Claim(
        id="D3c",
        text="The other types are as often possible, with as many actions (share within 20 %)",
        settings={_HERE: ()},
        statistic=_cells,
        direction=None,
        figure=1.0,
        source="18 cells",
        unit=".0%",
    ),
)


def _depth_ratio(evidence: Evidence, null: float) -> Estimate:
    """Student's interval for the logarithm of the ratio."""
    from scipy import special

    shapes = [measured(ALL, typed, evidence.scale) for typed in (False, True)]
    own = [shape.depth for shape in shapes]
    means = [float(each.mean()) for each in own]
    error = math.sqrt(sum(float(each.var(ddof=1)) / len(each) / each.mean() ** 2 for each in own))
    freedom = min(map(len, own)) - 1
    middle = math.log(means[0] / means[1])
    half = error * float(special.stdtrit(freedom, 0.975))
    p_value = 2 * float(special.stdtr(freedom, -abs(middle - math.log(null)) / error))
    value = Interval(*map(math.exp, (middle, middle - half, middle + half)))
    told = f"{means[0]:,.0f} and {means[1]:,.0f}"
    return Estimate(value, p_value, told, sum(shape.games for shape in shapes))


def _time_ratio(evidence: Evidence, null: float) -> Estimate:
    """Five times in turn; the interval is from the least to the greatest."""
    del null
    pairs = [[games_a_second(typed, evidence.scale) for typed in (True, False)] for _ in range(5)]
    ratios = [typed / untyped for typed, untyped in pairs]
    typed, untyped = (float(np.median(own)) for own in zip(*pairs, strict=True))
    value = Interval(float(np.median(ratios)), min(ratios), max(ratios))
    told = f"{typed:,.0f} typed and {untyped:,.1f} untyped games per second on one core"
    games = len(pairs) * (GAMES[evidence.scale] + GAMES[evidence.scale] // 10)
    return Estimate(value, None, f"{told}, his 1,172 and 17", games)


TYPED: tuple[Claim, ...] = (
    Claim(
        id="D4a",
        text="Drawing types first makes random games at least 20 times as short",
        settings={_HERE: ()},
        statistic=_depth_ratio,
        direction=1,
        null=20,
        figure=27.9,
        band=TOLERANCE * 27.9,
        unit=".1f",
    ),
    _size("D4b", ALL, "depth", _depth, PRINTED_TYPED_DEPTH, typed=True),
    Claim(
        id="D4c",
        text="Drawing types first plays at least 40 times as many random games per second",
        settings={"one core, here": ()},
        statistic=_time_ratio,
        direction=1,
        null=40,
        source=f"{PRINTED_TIMES[0] / PRINTED_TIMES[1]:.0f}",
        unit=".0f",
    ),
)
