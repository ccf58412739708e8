"""S1 to S7: how strong Stac and the planners are, by figures from elsewhere and without trades.

What a planner wins against Stac says as much about Stac as about the planner. These claims take the
two apart: Stac against the player it was made from, and searches against the robots of JSettlers,
for which others have published figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from otherminds.agents import catan as catan_agents
from otherminds.agents import player_text
from otherminds.arena.plan import Tournament
from otherminds.games import catan
from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import share
from otherminds.search import Search

__all__ = ["CLAIMS"]

_TRADED: Mapping[str, Any] = {"trades": "2:1"}
_NO_TRADES = catan.PROFILES["NOTRADE"]

_STACS_BAND = 0.0097
"""Half of an interval of 10,000 games (Guhe and Lascarides 2014)."""
_SMART_BAND = 0.1
"""The number of games behind the figures of Szita and others is not known: as if a hundred."""
_DOBRE_BAND = 0.0215
"""Half of an interval of 2,000 games."""

_SEED = 5


def _one_against_three(
    name: str, player: Search | str, others: str, options: Mapping[str, Any], games: Sequence[int]
) -> Arm:
    text = player if isinstance(player, str) else player_text(player)
    tournament = Tournament(
        game="catan",
        players=(text, others),
        options=tuple(sorted(options.items())),
        line_ups=((0, 1, 1, 1),),
        seed=_SEED,
    )
    scales = ("smoke", "quick", "standard", "full")
    return Arm(name, (tournament,), dict(zip(scales, games, strict=True)))


def _wins(
    id_: str, text: str, arms: Mapping[str, Arm], figure: float | None = None, band: float = 0.0
) -> Claim:
    (name,) = {arm.name for arm in arms.values()}
    return Claim(
        id=id_,
        text=text,
        settings={setting: (arm,) for setting, arm in arms.items()},
        statistic=share(name),
        direction=1,
        null=0.25,
        figure=figure,
        band=band,
        unit=".1%",
        source="" if figure else "none",
    )


_FULL, _OPEN = "full rules", "open hands, no trades"
_HIS, _OURS = "roll-outs of his program", "no exchanges in roll-outs either"
_QUICKLY = (4, 400, 4_000, 10_000)


def _smart_settlers(id_: str, iterations: int, figure: float, games: Sequence[int]) -> Claim:
    name = f"SmartSettlers {iterations:,}"
    planner = catan_agents.smart_settlers(iterations, shipped=True)
    return _wins(
        id_,
        f"One SmartSettlers of {iterations:,} iterations, as shipped, beats three JSettlers",
        {_OPEN: _one_against_three(name, planner, "jsettlers_mix", _NO_TRADES, games)},
        figure,
        _SMART_BAND,
    )


CLAIMS: tuple[Claim, ...] = (
    _wins(
        "S1",
        "A player that ranks plans by their time beats three of the player Stac was made from",
        {
            _FULL: _one_against_three(
                "ranked plans", "stac(favour_cards=0)", "stac_original", _TRADED, _QUICKLY
            )
        },
        0.299,
        _STACS_BAND,
    ),
    _wins(
        "S2",
        "Stac, which also avoids cards, beats three of them",
        {_FULL: _one_against_three("Stac", "stac", "stac_original", _TRADED, _QUICKLY)},
        0.43,
        _STACS_BAND,
    ),
    _smart_settlers("S3", 1_000, 0.27, (4, 20, 100, 2_000)),
    _smart_settlers("S4", 10_000, 0.49, (0, 0, 80, 2_000)),
    _wins(
        "S5",
        "One SmartSettlers of 2,000 iterations, roll-outs towards building, beats three Stacs",
        {
            _OPEN: _one_against_three(
                "SmartSettlers",
                catan_agents.smart_settlers(),
                "stac",
                _NO_TRADES,
                (4, 20, 480, 2_000),
            )
        },
    ),
    _wins(
        "S6",
        "One TMCTS of 10,000 iterations beats three Stacs",
        {
            f"{_OPEN}, {rollouts}": _one_against_three(
                "TMCTS and Stac",
                catan_agents.tmcts(10_000, shipped=rollouts == _HIS),
                "stac",
                _NO_TRADES,
                (0, 0, 88, 2_000),
            )
            for rollouts in (_HIS, _OURS)
        },
        0.399,
        _DOBRE_BAND,
    ),
    _wins(
        "S7",
        "One TMCTS of 10,000 iterations beats three JSettlers",
        {
            _OPEN: _one_against_three(
                "TMCTS and JSettlers",
                catan_agents.tmcts(10_000),
                "jsettlers_mix",
                _NO_TRADES,
                (0, 0, 40, 2_000),
            )
        },
    ),
)
