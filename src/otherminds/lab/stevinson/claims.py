"""Stevinson's claims S1 to S26.

A win rate is judged at the source's own budget, about 340 play-outs with types against 3,000
without; the ladder of equal play-outs and equal time stand beside. Bands are half the widths of
the 95 % intervals that his numbers of games give. Bars that he does not give are ours, and
docs/sources/stevinson.md gives the reasons.
"""

from __future__ import annotations

from dataclasses import replace

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import (
    difference,
    least_lead,
    least_step,
    mean,
    not_significant,
    share,
    won,
)
from otherminds.lab.stevinson import measures, people
from otherminds.lab.stevinson.arms import (
    COR,
    EXPONENTS,
    FROZEN,
    GTW,
    HORIZONS,
    LADDER,
    MCTS,
    MV,
    SOURCE,
    SUM,
    Player,
    against,
    exponent,
    horizon,
    perturbed,
    settings,
)

__all__ = ["CLAIMS"]

_HALF = {"draws as half wins": measures.half_for_draws}
_SAME = 0.02
"""Win rates that differ by less are the same: a fifth of the loss that S11 reports."""
_POSTERIORS = ("20", "80")

_GTW_10, _MCTS_10, _MV_10 = perturbed(GTW), perturbed(MCTS), perturbed(MV)
_ENDLESS, _FIVE = horizon(None), horizon(5)
_FLAT, _STEEP = exponent(0.0), exponent(5.0)
_NOVICES = replace(
    against(GTW, "random", "max_disk", "max_value", "mobility", "search(iterations=2)"),
    name="HBA(gtw) against novices",
)


def _rungs(*players: Player) -> tuple[Arm, ...]:
    """One setting that holds the arms of the whole ladder, the rung in their names."""
    return tuple(
        replace(player.at(rung), name=f"{player.name} {rung}")
        for player in players
        for rung in LADDER
    )


_WIN_RATES = (
    Claim(
        id="S1a",
        text="HBA(cor) wins about 90 % against agents 4 to 6",
        settings=settings(COR),
        statistic=share(COR.name, also=_HALF),
        direction=None,
        figure=0.90,
        band=0.029,
        unit=".1%",
    ),
    Claim(
        id="S1b",
        text="HBA(cor) wins more than each of the others (smallest lead)",
        settings=settings(COR, GTW, MCTS, MV),
        statistic=least_lead(COR.name, GTW.name, MCTS.name, MV.name),
        direction=1,
        margin=_SAME,
    ),
    Claim(
        id="S2",
        text="HBA(gtw) wins 81 % against agents 4 to 6",
        settings=settings(GTW),
        statistic=share(GTW.name, also=_HALF),
        direction=None,
        figure=0.81,
        band=0.036,
        unit=".1%",
    ),
    Claim(
        id="S3",
        text="MCTS wins 73 % against agents 4 to 6",
        settings=settings(MCTS),
        statistic=share(MCTS.name, also=_HALF),
        direction=None,
        figure=0.73,
        band=0.041,
        unit=".1%",
    ),
    Claim(
        id="S4",
        text="Maximum value wins 61 %, more than half",
        settings=settings(MV, at=(SOURCE,)),
        statistic=share(MV.name, also=_HALF),
        direction=1,
        null=0.5,
        figure=0.61,
        band=0.012,
        unit=".1%",
    ),
    Claim(
        id="S5",
        text="The order is HBA(cor), HBA(gtw), MCTS, maximum value (smallest step)",
        settings=settings(COR, GTW, MCTS, MV),
        statistic=least_step(COR.name, GTW.name, MCTS.name, MV.name),
        direction=1,
        margin=_SAME,
    ),
    Claim(
        id="S6",
        text="HBA(gtw) wins more than MCTS",
        settings=settings(GTW, MCTS),
        statistic=difference(GTW.name, MCTS.name),
        direction=1,
        figure=0.08,
        band=0.055,
        source="+8 points, t 4.29, p 0.026",
    ),
    Claim(
        id="S7",
        text="HBA(gtw) wins more than maximum value",
        settings=settings(GTW, MV),
        statistic=difference(GTW.name, MV.name),
        direction=1,
        figure=0.20,
        band=0.038,
        source="+20 points, t 14.18, p 0.0035",
    ),
    Claim(
        id="S8a",
        text="HBA(cor) wins more than MCTS",
        settings=settings(COR, MCTS),
        statistic=difference(COR.name, MCTS.name),
        direction=1,
        margin=_SAME,
        source="t 6.13, p 0.015",
    ),
    Claim(
        id="S8b",
        text="HBA(cor) wins more than maximum value",
        settings=settings(COR, MV),
        statistic=difference(COR.name, MV.name),
        direction=1,
        source="t 21.4, p 0.0014",
    ),
    Claim(
        id="S9",
        text="MCTS wins more than maximum value",
        settings=settings(MCTS, MV),
        statistic=difference(MCTS.name, MV.name),
        direction=1,
        figure=0.12,
        band=0.043,
        source="+12 points, t 3.06, p 0.0175",
    ),
    Claim(
        id="S10",
        text="The lead of HBA(cor) over HBA(gtw) is not significant (most experiments of his size)",
        settings=settings(COR, GTW),
        statistic=not_significant(COR.name, GTW.name, games=150),
        direction=1,
        equal=True,
        null=0.5,
        source="t 1.54, p 0.124",
        unit=".0%",
    ),
)

_ROBUSTNESS = (
    Claim(
        id="S11",
        text="10 % random moves of the opponents cost HBA(gtw) 10 points",
        settings=settings(_GTW_10, GTW),
        statistic=difference(_GTW_10.name, GTW.name),
        direction=-1,
        figure=-0.10,
        band=0.055,
    ),
    Claim(
        id="S12a",
        text="They do not change what MCTS wins (within 2 points)",
        settings=settings(_MCTS_10, MCTS),
        statistic=difference(_MCTS_10.name, MCTS.name),
        direction=0,
        margin=_SAME,
        source="73 % stays",
    ),
    Claim(
        id="S12b",
        text="They do not change what maximum value wins (within 2 points)",
        settings=settings(_MV_10, MV, at=(SOURCE,)),
        statistic=difference(_MV_10.name, MV.name),
        direction=0,
        margin=_SAME,
        source="61 % stays",
    ),
    Claim(
        id="S13",
        text="Under them MCTS wins more than HBA(gtw)",
        settings=settings(_MCTS_10, _GTW_10),
        statistic=difference(_MCTS_10.name, _GTW_10.name),
        direction=1,
    ),
)

_PARAMETERS = (
    Claim(
        id="S14",
        text="Types to the end win less than types for 5 plies (agent4)",
        settings={
            setting: tuple(horizon(plies).at(setting) for plies in HORIZONS)
            for setting in (SOURCE, "20", "80")
        },
        statistic=difference(_ENDLESS.name, _FIVE.name),
        direction=-1,
        margin=_SAME,
    ),
    Claim(
        id="S15",
        text="Time weights with exponent 5 win more than with exponent 0 (agent4, 5 plies)",
        settings={
            setting: tuple(exponent(c).at(setting) for c in EXPONENTS)
            for setting in (SOURCE, "20", "80")
        },
        statistic=difference(_STEEP.name, _FLAT.name),
        direction=1,
        margin=_SAME,
    ),
    Claim(
        id="S16",
        text="With exponent 0 the belief in the true type is between 0.3 and 0.4 (agent4)",
        settings=settings(_FLAT, at=(SOURCE, *_POSTERIORS)),
        statistic=mean(
            _FLAT.name,
            measures.belief_in_truth(0.0),
            also={"share of all beliefs in 0.3 to 0.4": measures.between(0.0, 0.3, 0.4)},
        ),
        direction=None,
        figure=0.35,
        band=0.05,
        source="0.3 to 0.4",
        unit=".3f",
    ),
    Claim(
        id="S17",
        text="The strongest belief is weaker with exponent 0.5 than with 5 (the same games)",
        settings=settings(_STEEP, at=(SOURCE, *_POSTERIORS)),
        statistic=mean(
            _STEEP.name,
            measures.less(measures.strongest_belief(0.5), measures.strongest_belief(5.0)),
            also={
                "strongest with 5": measures.strongest_belief(5.0),
                "with 0.5": measures.strongest_belief(0.5),
                "in the true type with 5": measures.belief_in_truth(5.0),
                "in it with 0.5": measures.belief_in_truth(0.5),
            },
        ),
        direction=-1,
        unit="+.3f",
    ),
    Claim(
        id="S18",
        text="The types overlap: most moves of agents 4 to 6 fit two or more",
        settings=settings(GTW, at=(SOURCE, "20")),
        statistic=mean(
            GTW.name,
            measures.fits_several,
            also={
                "average overlap by probabilities": measures.overlap("probability"),
                "by indicators": measures.overlap("indicator"),
            },
        ),
        direction=1,
        null=0.5,
        unit=".1%",
    ),
)

_SIDE = (
    Claim(
        id="S19a",
        text="As White the search agents win about 3 points more, a draw being a win for White",
        settings=settings(COR, GTW, MCTS),
        statistic=measures.white_lead(COR.name, GTW.name, MCTS.name),
        direction=1,
        figure=0.03,
        band=0.04,
    ),
    Claim(
        id="S19b",
        text="As White they have about 4 discs more",
        settings=settings(COR, GTW, MCTS),
        statistic=measures.colour_gap(measures.discs, COR.name, GTW.name, MCTS.name),
        direction=1,
        figure=4.0,
        band=1.0,
        unit="+.1f",
    ),
    Claim(
        id="S20",
        text="Discs say little about wins (rank correlation over players and budgets below 0.5)",
        settings={"ladder": (*_rungs(COR, GTW, SUM, FROZEN, MCTS), MV.at(""))},
        statistic=measures.rank_correlation(measures.discs, won),
        direction=-1,
        null=0.5,
        unit="+.2f",
    ),
    Claim(
        id="S24",
        text="In equal time MCTS makes 6 to 12 times the play-outs of HBA(gtw)",
        settings={"this machine": ()},
        statistic=measures.speed_ratio(),
        direction=1,
        null=1.0,
        figure=9.0,
        band=3.0,
        source="8.9, 6.1, 12.2",
        unit=".1f",
    ),
    Claim(
        id="S25a",
        text="MCTS wins more with 320 play-outs than with 10",
        settings={"ladder": _rungs(MCTS)},
        statistic=difference(f"{MCTS.name} 320", f"{MCTS.name} 10"),
        direction=1,
    ),
    Claim(
        id="S25b",
        text="HBA(gtw) wins more with 320 play-outs than with 10",
        settings={"ladder": _rungs(GTW)},
        statistic=difference(f"{GTW.name} 320", f"{GTW.name} 10"),
        direction=1,
    ),
    Claim(
        id="S26a",
        text="Draws are negligible (below 3 %)",
        settings=settings(MV, GTW, MCTS),
        statistic=measures.share_of_draws(MV.name, GTW.name, MCTS.name),
        direction=-1,
        null=0.03,
        unit=".1%",
    ),
    Claim(
        id="S26b",
        text="Draws fall alike on both colours (within 1 point)",
        settings=settings(MV, GTW, MCTS),
        statistic=measures.colour_gap(measures.drawn, MV.name, GTW.name, MCTS.name),
        direction=0,
        margin=0.01,
    ),
)

_PEOPLE = (
    Claim(
        id="S21",
        text="HBA(gtw) beats novices always: 12 of 12 is more likely than not (stand-ins)",
        settings=settings(_NOVICES, at=(SOURCE, "20")),
        statistic=share(_NOVICES.name),
        direction=1,
        null=0.5 ** (1 / 12),
        source="12 of 12",
        unit=".1%",
    ),
    Claim(
        id="S22",
        text="People change type about 4 times per game (runs of the most believed type)",
        settings={"recorded games": tuple(p.at("") for p in people.control_players())},
        recorded=True,
        statistic=people.runs(),
        direction=None,
        figure=4.0,
        band=0.5,
        source="4, every 7.5 turns",
        unit=".1f",
    ),
    Claim(
        id="S23a",
        text="Early in the game people look like maximum value, more than a third of the time",
        settings={"recorded games": tuple(p.at("") for p in people.control_players())},
        recorded=True,
        statistic=people.leads(0, "max_value"),
        direction=1,
        null=1 / 3,
        unit=".1%",
    ),
    Claim(
        id="S23b",
        text="Late in the game they look like mobility or maximum disc, more than two thirds",
        settings={"recorded games": tuple(p.at("") for p in people.control_players())},
        recorded=True,
        statistic=people.leads(2, "max_disk", "mobility"),
        direction=1,
        null=2 / 3,
        unit=".1%",
    ),
)


def _number(claim: Claim) -> tuple[int, str]:
    return int("".join(letter for letter in claim.id if letter.isdigit())), claim.id


CLAIMS: tuple[Claim, ...] = tuple(
    sorted((*_WIN_RATES, *_ROBUSTNESS, *_PARAMETERS, *_SIDE, *_PEOPLE), key=_number)
)
