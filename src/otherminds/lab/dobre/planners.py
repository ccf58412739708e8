"""P1 to P5: one planner against three Stacs, as far as it has been measured.

The source caps offers at three a turn in most of its tournaments, and so do these: without a cap a
planner of few iterations makes hundreds of offers that nobody accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from otherminds.agents import catan as catan_agents
from otherminds.agents import player_text
from otherminds.arena.plan import Tournament
from otherminds.games import catan
from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import difference, share
from otherminds.search import VPI, BayesianUCB, Search

__all__ = ["CLAIMS", "PLANNERS", "against_stacs"]

_CAP = {"offers": 3}
_PROFILES = {"OBS": catan.PROFILES["OBS"] | _CAP, "PO": catan.PROFILES["PO"] | _CAP}

_ON_MOVES = replace(
    catan_agents.tmcts(), tree=replace(catan_agents.tmcts().tree, afterstates=False)
)
"""Of afterstates only totals and visits are kept, too little for a posterior."""
_PLAIN = "UCB1 on moves"

_KINDS: Mapping[str, tuple[str, Search]] = {
    "TMCTS": ("OBS", catan_agents.tmcts()),
    "TPOMCP": ("PO", catan_agents.tpomcp()),
    "TISMCTS": ("PO", catan_agents.tismcts()),
    _PLAIN: ("OBS", _ON_MOVES),
    "Bayesian UCB": ("OBS", replace(_ON_MOVES, bandit=BayesianUCB())),
    "VPI": ("OBS", replace(_ON_MOVES, bandit=VPI(posterior="gaussian"))),
}
PLANNERS = tuple(_KINDS)

_FIGURES = {"TMCTS": 0.3120, "TPOMCP": 0.3214, "TISMCTS": 0.3131}
"""With 10,000 iterations, of 2,000 games each (his tables C.2 and 6.1)."""
_BAND = 0.0205

_JUDGED, _FEW = 10_000, 1_000
_STANDARD: Mapping[tuple[str, int], int] = {
    ("TMCTS", _FEW): 400,
    ("TPOMCP", _FEW): 400,
    ("TISMCTS", _FEW): 60,
    (_PLAIN, _FEW): 60,
    ("Bayesian UCB", _FEW): 60,
    ("VPI", _FEW): 60,
    ("TMCTS", _JUDGED): 60,
    ("TPOMCP", _JUDGED): 60,
}


def _games(kind: str, iterations: int) -> Mapping[str, int]:
    few = iterations == _FEW
    return {
        "smoke": 4 if few and kind == "TMCTS" else 0,
        "quick": 8 if few else 0,
        "standard": _STANDARD.get((kind, iterations), 0),
        "full": 2_000,
    }


@cache
def against_stacs(kind: str, iterations: int) -> Arm:
    """One planner against three Stacs, every board once from each seat."""
    profile, planner = _KINDS[kind]
    tournament = Tournament(
        game="catan",
        players=(player_text(replace(planner, iterations=iterations)), "stac"),
        options=tuple(sorted(_PROFILES[profile].items())),
        line_ups=((0, 1, 1, 1),),
        seed=4,
    )
    return Arm(kind, (tournament,), _games(kind, iterations))


def _wins(id_: str, kind: str) -> Claim:
    profile, _ = _KINDS[kind]
    where = "open" if profile == "OBS" else "hidden"
    return Claim(
        id=id_,
        text=f"One {kind} beats three Stacs with {where} hands, three offers per turn",
        settings={
            f"{iterations:,} iterations": (against_stacs(kind, iterations),)
            for iterations in (_JUDGED, _FEW)
        },
        statistic=share(kind),
        direction=1,
        null=0.25,
        figure=_FIGURES[kind],
        band=_BAND,
        unit=".1%",
    )


def _bandit(id_: str, kind: str) -> Claim:
    return Claim(
        id=id_,
        text=f"TMCTS without afterstates wins as often with {kind} as with UCB1 (within 5 points)",
        settings={f"{_FEW:,} iterations": (against_stacs(kind, _FEW), against_stacs(_PLAIN, _FEW))},
        statistic=difference(kind, _PLAIN),
        direction=0,
        margin=0.05,
        source="not tested",
    )


CLAIMS: tuple[Claim, ...] = (
    _wins("P1", "TMCTS"),
    _wins("P2", "TPOMCP"),
    _wins("P3", "TISMCTS"),
    _bandit("P4", "Bayesian UCB"),
    _bandit("P5", "VPI"),
)
