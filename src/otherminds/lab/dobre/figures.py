"""The tables of the report: sizes of random games by ways to count, and types of actions."""

from __future__ import annotations

import math

from otherminds.lab.claims import Finding
from otherminds.lab.dobre.random_play import (
    KINDS,
    PRINTED_SIZES,
    PRINTED_TYPES,
    SIZES,
    TYPED,
    within,
)
from otherminds.lab.dobre.shape import ALL, COUNTINGS, TRADES, TYPES, interval, latest
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Run

__all__ = ["figures"]


def figures(run: Run) -> list[Figure | Table]:
    """What was measured in this run: random games are not stored, but played on the spot."""
    if not any(map(_played_here, run.findings)):
        return []
    return [table for table in (_sizes(), _types()) if table is not None]


def _played_here(finding: Finding) -> bool:
    """Whether random games were played for a claim, and its figure is not one that was kept."""
    rung = finding.rungs[0]
    played = not rung.mark and not math.isnan(rung.estimate.value.estimate)
    return played and finding.claim in (*SIZES, *KINDS, *TYPED)


def _sizes() -> Table | None:
    rows = []
    for typed in (False, True):
        for trades in TRADES:
            shape = latest(trades, typed)
            if shape is None:
                continue
            branching, depth = PRINTED_SIZES[trades] if not typed else (None, 420.0)
            name = f"{trades}, types drawn first" if typed else trades
            for way, (length, choices) in COUNTINGS.items():
                rows.append(
                    [
                        name,
                        way,
                        f"{interval(length(shape)):,.0f}",
                        f"{depth:,.0f}",
                        f"{interval(choices(shape)):.1f}" if choices else "-",
                        f"{branching:g}" if branching and choices else "-",
                        f"{shape.games:,}",
                    ]
                )
    if not rows:
        return None
    return Table(
        "Random games by ways to count",
        ("trades", "what counts", "length [95 %]", "his", "branching [95 %]", "his", "games"),
        rows,
        "The first way of each kind is that of the source's program.",
    )


def _types() -> Table | None:
    shape = latest(ALL, typed=False)
    if shape is None:
        return None
    rows = []
    for name in TYPES:
        share, number = shape.share(name).estimate, shape.number(name).estimate
        most = shape.most[TYPES.index(name)]
        printed = PRINTED_TYPES[name]
        met = [within(share, printed[0]), within(number, printed[1])]
        rows.append(
            [
                name,
                f"{share:.4f}",
                f"{printed[0]:.4f}" + ("" if met[0] else " *"),
                f"{number:.2f}",
                f"{printed[1]:g}" + ("" if met[1] else " *"),
                f"{most:.0f}",
                str(printed[2]),
            ]
        )
    return Table(
        "Types of actions after the roll, all trades",
        ("type", "possible", "his", "actions then", "his", "at most", "his"),
        rows,
        f"{shape.games:,} random games. Stars: more than 20 % off.",
    )
