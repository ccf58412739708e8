"""The tables of Karamalegkos's experiments: who sits with whom, with which budget, how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from otherminds.agents import catan as catan_agents
from otherminds.agents import player_text
from otherminds.arena.plan import Tournament
from otherminds.contracts import PlayerLike
from otherminds.lab.claims import SCALES, Arm

__all__ = [
    "BUCT",
    "BUDGETS",
    "DEPTHS",
    "FEW",
    "FULL",
    "METHODS",
    "OPENINGS",
    "T1",
    "UCT",
    "VPI",
    "Budget",
    "Opponent",
    "cell",
    "cell_name",
    "cells",
    "four_robots",
    "joined",
    "reference",
    "three_way",
    "varied",
]

UCT, BUCT, VPI = "UCT", "BUCT", "VPI"
METHODS = (UCT, BUCT, VPI)
DEPTHS = (30, 15, 10, 5)
OPENINGS = ("jsettlers", "stac")
"""Without and with "+S"."""

Budget = Literal["midpoints of his 15 s", "a tenth of them", "a tenth, own turn only (T1)"]
FULL: Budget = "midpoints of his 15 s"
FEW: Budget = "a tenth of them"
T1: Budget = "a tenth, own turn only (T1)"
BUDGETS: tuple[Budget, ...] = (FULL, FEW)

_ITERATIONS = {UCT: 6_500, BUCT: 5_750, VPI: 1_750}
"""The middle of what his program made in 15 seconds (his table of simulations)."""

Opponent = Literal["JSettlers", "Random"]
_OPPONENTS: Mapping[Opponent, PlayerLike] = {
    "JSettlers": catan_agents.jsettlers_mix,
    "Random": catan_agents.karamalegkos_random(),
}
_OPTIONS: tuple[tuple[str, Any], ...] = (("trades", "2:1"),)
"""Full rules, with the exchanges that the robots make."""

_GAMES: Mapping[str, Mapping[str, int]] = {
    "cell": {"smoke": 0, "quick": 0, "standard": 24, "full": 200},
    "few cell": {"smoke": 0, "quick": 8, "standard": 100, "full": 400},
    "three": {"smoke": 0, "quick": 0, "standard": 30, "full": 300},
    "few three": {"smoke": 0, "quick": 12, "standard": 120, "full": 600},
    "robots": {"smoke": 8, "quick": 200, "standard": 2_000, "full": 4_000},
}
"""The source played 100 games of each cell."""

_SECONDS: Mapping[str, Mapping[int, float]] = {
    UCT: {30: 0.13, 15: 0.08, 10: 0.04, 5: 0.04},
    BUCT: {30: 0.13, 15: 0.08, 10: 0.04, 5: 0.04},
    VPI: dict.fromkeys(DEPTHS, 1.0),  # its samples take longer than its roll-outs
}
"""Of a game with a tenth of the budget, on one core of the machine that measured: four games each
of depths 30 and 10, the others taken from these. It grows with the budget (`_TIMES`)."""
_ROBOTS_SECONDS = 0.005
_TIMES: Mapping[Budget, float] = {FULL: 10.0, FEW: 1.0, T1: 1.0}


def _planner(
    method: str, depth: int, opening: str, budget: Budget, *, times: int = 1, trades: bool = True
) -> str:
    share = 1 if budget == FULL else 10
    return player_text(
        catan_agents.karamalegkos(
            method.lower(),  # type: ignore[arg-type]
            depth=depth,
            opening=opening,  # type: ignore[arg-type]
            planned="turn" if budget == T1 else "game",
            trades=trades,
            iterations=times * _ITERATIONS[method] // share,
            peek=True,
        )
    )


def _text(player: PlayerLike) -> str:
    return player if isinstance(player, str) else player_text(player)


def _tournament(players: Sequence[PlayerLike], line_up: tuple[int, ...], seed: int) -> Tournament:
    return Tournament(
        game="catan",
        players=tuple(_text(each) for each in players),
        options=tuple(sorted((*_OPTIONS, ("players", len(line_up))))),
        line_ups=(line_up,),
        seed=seed,
    )


_ONE, _THREE = (0, 1, 1, 1), (0, 1, 2)


def cell_name(method: str, depth: int, opening: str) -> str:
    """A cell as he names it.

    Examples:
        >>> cell_name("VPI", 10, "stac")
        'VPI+S, depth 10'
    """
    return f"{method}{'+S' if opening == 'stac' else ''}, depth {depth}"


@cache
def cell(method: str, depth: int, opening: str, opponent: Opponent, budget: Budget) -> Arm:
    """One planner against three opponents of a kind: all cells of one kind on the same boards."""
    tournament = _tournament(
        [_planner(method, depth, opening, budget), _OPPONENTS[opponent]], _ONE, 1
    )
    games = _GAMES["cell" if budget == FULL else "few cell"]
    seconds = _SECONDS[method][depth] * _TIMES[budget]
    return Arm(cell_name(method, depth, opening), (tournament,), games, seconds)


def joined(name: str, arms: Sequence[Arm]) -> Arm:
    """Several cells as one arm, each of them counting the same."""
    tournaments = tuple(tournament for arm in arms for tournament in arm.tournaments)
    games = {each: min(arm.games[each] for arm in arms) for each in SCALES}
    return Arm(name, tournaments, games, sum(arm.seconds for arm in arms) / len(arms))


@cache
def cells(
    opponent: Opponent,
    budget: Budget,
    methods: tuple[str, ...] = METHODS,
    depths: tuple[int, ...] = DEPTHS,
    openings: tuple[str, ...] = OPENINGS,
) -> tuple[Arm, ...]:
    """All cells of these kinds."""
    return tuple(
        cell(method, depth, opening, opponent, budget)
        for method in methods
        for depth in depths
        for opening in openings
    )


@cache
def three_way(first: str, depths: tuple[int, ...], budget: Budget) -> Arm:
    """One of each planner at a table of three, with both openings; `first` is the one that counts.

    The tables are the same whoever counts: `otherminds.lab.karamalegkos.measures` asks for the
    seat of a planner by its place among the players.
    """
    tournaments = tuple(
        _tournament([_planner(each, depth, opening, budget) for each in METHODS], _THREE, 2)
        for depth in depths
        for opening in OPENINGS
    )
    shown = "" if depths == DEPTHS else f", depth {', '.join(map(str, depths))}"
    games = _GAMES["three" if budget == FULL else "few three"]
    every = [sum(_SECONDS[method][depth] for method in METHODS) for depth in depths]
    seconds = _TIMES[budget] * sum(every) / len(every)
    return Arm(f"{first}{shown}", tournaments, games, seconds)


@cache
def reference() -> Arm:
    """One robot of JSettlers against three random builders."""
    tournament = _tournament([catan_agents.jsettlers_mix, _OPPONENTS["Random"]], _ONE, 1)
    return Arm("JSettlers", (tournament,), _GAMES["robots"], _ROBOTS_SECONDS)


@cache
def four_robots() -> Arm:
    """Four robots of JSettlers."""
    tournament = _tournament([catan_agents.jsettlers_mix], (0, 0, 0, 0), 3)
    return Arm("four JSettlers", (tournament,), _GAMES["robots"], _ROBOTS_SECONDS)


@cache
def varied(name: Literal["double", "without trades"], budget: Budget) -> Arm:
    """VPI of depth 10 with something changed, on the boards of its cell."""
    planner = _planner(
        VPI, 10, "jsettlers", budget, times=2 if name == "double" else 1, trades=name == "double"
    )
    tournament = _tournament([planner, _OPPONENTS["JSettlers"]], _ONE, 1)
    games = _GAMES["cell" if budget == FULL else "few cell"]
    return Arm(f"VPI, {name}", (tournament,), games, 2 * _SECONDS[VPI][10] * _TIMES[budget])
