"""Controls beside Stevinson's claims: what the gain is due to, and what noise does.

They are judged at 40 equal play-outs, in the middle of the ladder, far from floor and ceiling.
"""

from __future__ import annotations

from otherminds.lab.claims import Claim
from otherminds.lab.statistics import difference
from otherminds.lab.stevinson import people
from otherminds.lab.stevinson.arms import (
    FROZEN,
    GTW,
    MCTS,
    PROBABILITY,
    SOURCE,
    SUM,
    perturbed,
    settings,
)

__all__ = ["CLAIMS"]

_MIDDLE = ("40", "10", "20", "80", "160", "320")
_GTW_30, _MCTS_30 = perturbed(GTW, 0.3), perturbed(MCTS, 0.3)

CLAIMS: tuple[Claim, ...] = (
    Claim(
        id="C1",
        text="Learning helps: HBA(gtw) wins more than with beliefs frozen at the prior",
        settings=settings(GTW, FROZEN, at=(*_MIDDLE, SOURCE)),
        statistic=difference(GTW.name, FROZEN.name),
        direction=1,
    ),
    Claim(
        id="C2",
        text="Time weights help: HBA(gtw) wins more than with plain sums",
        settings=settings(GTW, SUM, at=(*_MIDDLE, SOURCE)),
        statistic=difference(GTW.name, SUM.name),
        direction=1,
    ),
    Claim(
        id="C3",
        text="Types help without learning: frozen beliefs win more than MCTS",
        settings=settings(FROZEN, MCTS, at=(*_MIDDLE, SOURCE)),
        statistic=difference(FROZEN.name, MCTS.name),
        direction=1,
    ),
    Claim(
        id="C4",
        text="Probabilities instead of indicators as likelihood help HBA(gtw)",
        settings=settings(PROBABILITY, GTW, at=("40", "20", "80")),
        statistic=difference(PROBABILITY.name, GTW.name),
        direction=1,
    ),
    Claim(
        id="C5",
        text="30 % random moves of the opponents cost HBA(gtw) something",
        settings=settings(_GTW_30, GTW, at=("40", "20", "80")),
        statistic=difference(_GTW_30.name, GTW.name),
        direction=-1,
    ),
    Claim(
        id="C6",
        text="Under 30 % random moves MCTS wins more than HBA(gtw)",
        settings=settings(_MCTS_30, _GTW_30, at=("40", "20", "80")),
        statistic=difference(_MCTS_30.name, _GTW_30.name),
        direction=1,
    ),
    Claim(
        id="C7",
        text="Early on, people look like maximum value more than random moves do where they played",
        settings={"recorded games": ()},
        recorded=True,
        statistic=people.leads_more(0, "max_value"),
        direction=1,
    ),
    Claim(
        id="C8",
        text="Late, they look like mobility or maximum disc more than random moves do there",
        settings={"recorded games": ()},
        recorded=True,
        statistic=people.leads_more(2, "max_disk", "mobility"),
        direction=1,
    ),
)
