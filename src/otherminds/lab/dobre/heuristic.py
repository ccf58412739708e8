"""D2, D5 and D6: how long games of the plan-based player are, and against whom it wins.

The source's games ran through JSettlers under the full rules. Its lengths count one ply for each
choice with more than one option; of a negotiation only the exchange that came out of it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from otherminds.arena.plan import Tournament
from otherminds.arena.statistics import mean_interval
from otherminds.lab.claims import UNKNOWN, Arm, Claim, Estimate, Evidence, Statistic
from otherminds.lab.dobre.lengths import Length, length
from otherminds.lab.seats import worst_seat
from otherminds.lab.statistics import share

__all__ = ["LENGTHS", "WINS"]

STAC = "stac"

FULL, OPEN = "full rules", "open hands"
RULES: Mapping[str, Mapping[str, Any]] = {
    FULL: {"trades": "2:1"},
    OPEN: {"rules": "dobre", "counters": 1},
}
"""What is hidden, and with it which offers are possible: in the open game only those that the
other can accept, each mixed pair in both orders, which is what the source counts."""

_GAMES: Mapping[str, Mapping[str, int]] = {
    "lengths": {"smoke": 4, "quick": 40, "standard": 400, "full": 1_000},
    "equal": {"smoke": 4, "quick": 400, "standard": 4_000, "full": 10_000},
    "random": {"smoke": 4, "quick": 600, "standard": 1_000, "full": 2_000},
}


def _arm(name: str, players: Sequence[str], setting: str, games: str, seed: int) -> Arm:
    tournament = Tournament(
        game="catan",
        players=tuple(dict.fromkeys(players)),
        options=tuple(sorted(RULES[setting].items())),
        line_ups=(tuple(int(player != STAC) for player in players),),
        seed=seed,
    )
    return Arm(name, (tournament,), _GAMES[games])


def _settings(
    name: str, players: Sequence[str], games: str, seed: int
) -> dict[str, tuple[Arm, ...]]:
    return {setting: (_arm(name, players, setting, games, seed),) for setting in RULES}


# Lengths ------------------------------------------------------------------------------------------


def _told(lengths: Sequence[Length]) -> str:
    def mean(of: Callable[[Length], float]) -> float:
        return float(np.mean([of(each) for each in lengths]))

    return (
        f"{mean(lambda e: e.decisions):.0f} with forced ones, {mean(lambda e: e.moves):.0f} moves, "
        f"{mean(lambda e: e.events):.0f} throws of chance, {mean(lambda e: e.turns):.0f} turns; "
        f"{mean(lambda e: e.offers):.1f} offers, "
        f"{mean(lambda e: e.exchanges):.1f} exchanges per game"
    )


def _over_games(arm: str, number: Callable[[Length], float]) -> Statistic:
    """A mean over games, with an interval over boards."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        (results,) = evidence.arms[arm]
        if not results.rows:
            return UNKNOWN
        lengths = [length(results.tournament, row) for row in results.rows]
        boards: dict[int, list[float]] = {}
        for row, each in zip(results.rows, lengths, strict=True):
            boards.setdefault(row.block, []).append(number(each))
        value = mean_interval([float(np.mean(own)) for own in boards.values()])
        return Estimate(value, None, _told(lengths))

    return statistic


_FOUR = "four Stacs"
_FOUR_PLAYERS = (STAC,) * 4

LENGTHS: tuple[Claim, ...] = (
    Claim(
        id="D2a",
        text="Games of four plan-based players take 249 plies (200 to 300)",
        settings=_settings(_FOUR, _FOUR_PLAYERS, "lengths", 1),
        statistic=_over_games(_FOUR, lambda each: each.plies),
        direction=None,
        figure=249,
        band=50,
        unit=".0f",
    ),
    Claim(
        id="D2b",
        text="and have a branching of 73 (within 20 %)",
        settings={OPEN: (_arm(_FOUR, _FOUR_PLAYERS, OPEN, "lengths", 1),)},
        statistic=_over_games(_FOUR, lambda each: each.options / each.plies),
        direction=None,
        figure=73,
        band=0.2 * 73,
        unit=".1f",
    ),
)

# Wins ---------------------------------------------------------------------------------------------

_EQUAL, _RANDOM = "four equal Stacs", "Stac against random players"

WINS: tuple[Claim, ...] = (
    Claim(
        id="D5",
        text="Of four equal players each wins a quarter (greatest distance, 2.5 points)",
        settings=_settings(_EQUAL, _FOUR_PLAYERS, "equal", 2),
        statistic=worst_seat(_EQUAL),
        direction=0,
        margin=0.025,
        source="below 0.3 points, seats drawn",
    ),
    Claim(
        id="D6",
        text="The plan-based player beats three random ones in 97 % of the games or more",
        settings=_settings(_RANDOM, (STAC, "random", "random", "random"), "random", 3),
        statistic=share(_RANDOM),
        direction=1,
        null=0.97,
        figure=0.99,
        band=0.01,
        unit=".1%",
    ),
)
