"""The players, tables and numbers of games of Ledford's experiments with Cluedo.

A planner sits with three Heuristics, or three of it with one, and every deal is played once from
each seat. The source gave a planner 3.5 seconds per decision, in which its program made about 800
iterations; that number is the budget by which claims are judged, so that games can be repeated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from otherminds.agents import player_text
from otherminds.agents.cluedo import (
    Sheets,
    ablation,
    bmcts,
    heuristic,
    is_mcts,
    naive,
    pomcp,
)
from otherminds.arena.plan import Tournament
from otherminds.contracts import Player, Policy
from otherminds.lab.claims import SCALES, Arm
from otherminds.lab.ledford.program import program_bmcts
from otherminds.search import Played, Search, Themselves, Uniform

__all__ = [
    "BMCTS",
    "BUDGET",
    "CONTROL",
    "CORRECTED",
    "FIRST",
    "FIXED",
    "LADDER",
    "LD",
    "MODES",
    "PLANNERS",
    "PROGRAM",
    "RANDOM",
    "TABLES",
    "TEXT",
    "against_heuristics",
    "budget_name",
    "controlled",
    "four",
    "gradient",
    "joined",
    "single",
    "trio",
    "two_policies",
]

BMCTS, LD = "BMCTS", "LD-BMCTS"
PLANNERS = (BMCTS, LD)

CORRECTED, TEXT, PROGRAM = "corrected", "text", "program"
MODES = (CORRECTED, TEXT, PROGRAM)
"""With the exact belief, as the thesis describes it with its sheet, and as its program does it."""

BUDGET = 800
"""Iterations in 3.5 s at his 230 a second."""
LADDER = (100, 300, 1_000, 3_000, 10_000, 30_000)
CONTROL = 200
"""Iterations of the planners that are compared with each other only."""
FIXED = (0, 1, 2, 3, 6, 9, 12, 15)
"""Cards with a drawn place: from full belief over light determinization to determinization."""

_FEW = ("IS-MCTS", "POMCP", "searched opponents")
"""Planners that take long for a game."""

RANDOM, FIRST = "random ties", "first ties"
_TEXT_SHEETS = Sheets(root="sheet", belief="thesis", drawn="decision", drawn_by="support")

_PROGRAM_BOARD = {"starts": "program", "doors": "first", "dragged": "first", "reenter": True}
TABLES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    RANDOM: ("random", {}),
    FIRST: ("first", {}),
    "program's board": ("first", _PROGRAM_BOARD),
}
"""Settings of games without planners: who is chosen among equals, and options of the game."""

_SEEDS = {
    (BMCTS, CORRECTED): 1,
    (LD, CORRECTED): 2,
    (BMCTS, PROGRAM): 3,
    (LD, PROGRAM): 4,
    (BMCTS, TEXT): 6,
    (LD, TEXT): 7,
}
"""Runs that are compared share no deal; the source's were not independent."""

GAMES: Mapping[str, Mapping[str, int]] = {
    "policies": {"smoke": 8, "quick": 400, "standard": 2_000, "full": 2_000},
    "seats": {"smoke": 8, "quick": 2_000, "standard": 10_000, "full": 20_000},
    "detective": {"smoke": 8, "quick": 40, "standard": 400, "full": 2_000},
    "control": {"smoke": 0, "quick": 8, "standard": 60, "full": 2_000},
    "few": {"smoke": 0, "quick": 8, "standard": 120, "full": 2_000},
}
"""Games without planners, and of planners with one thing changed; full is the source's number."""

_STANDARD: Mapping[tuple[str, str, int], Mapping[str, int]] = {
    ("single", CORRECTED, BUDGET): {BMCTS: 240, LD: 240},
    ("single", TEXT, BUDGET): {BMCTS: 240, LD: 40},
    ("single", PROGRAM, BUDGET): {BMCTS: 60, LD: 60},
    ("single", CORRECTED, 100): {BMCTS: 400, LD: 400},
    ("single", CORRECTED, 300): {BMCTS: 100, LD: 100},
    ("single", CORRECTED, 1_000): {BMCTS: 100, LD: 100},
    ("single", CORRECTED, 3_000): {BMCTS: 40, LD: 40},
    ("single", CORRECTED, 10_000): {BMCTS: 12, LD: 12},
    ("single", CORRECTED, 30_000): {BMCTS: 8, LD: 8},
    ("single", TEXT, 100): {BMCTS: 400, LD: 120},
    ("single", PROGRAM, 100): {BMCTS: 240, LD: 240},
    ("trio", CORRECTED, 100): {BMCTS: 120, LD: 120},
    ("trio", TEXT, 100): {BMCTS: 120, LD: 60},
    ("trio", PROGRAM, 100): {BMCTS: 60, LD: 60},
}
"""Games of the planners at the scale "standard", fewer where one takes long; those of the other
scales follow from the cost."""


def budget_name(iterations: int) -> str:
    """A setting as people write it.

    Examples:
        >>> budget_name(10_000)
        '10,000 iterations'
    """
    return f"{iterations:,} iterations"


def _tournament(
    player: Player, other: Player, line_up: tuple[int, ...], seed: int, **options: Any
) -> Tournament:
    return Tournament(
        game="cluedo",
        players=tuple(player_text(each) for each in (player, other)[: max(line_up) + 1]),
        options=tuple(sorted({"rules": "ledford", **options}.items())),
        line_ups=(line_up,),
        seed=seed,
    )


_SINGLE, _TRIO, _FOUR = (0, 1, 1, 1), (0, 0, 0, 1), (0, 0, 0, 0)


@cache
def two_policies(name: str, setting: str) -> Arm:
    """One player without search against three others: ``"Naive against Heuristic"``."""
    ties, options = TABLES[setting]
    known = {
        "Naive": naive,
        "Heuristic": Policy("heuristic", ties=ties),
        "without updates": Policy(ablation.name, **dict(ablation.options), ties=ties),
    }
    one, three = name.split(" against ")
    tournament = _tournament(known[one], known[three], _SINGLE, 1, **options)
    return Arm(name, (tournament,), GAMES["policies"])


@cache
def four(setting: str) -> Arm:
    """Four Heuristics."""
    ties, options = TABLES[setting]
    player = Policy("heuristic", ties=ties)
    tournament = _tournament(player, player, _FOUR, 1, **options)
    return Arm("four Heuristics", (tournament,), GAMES["seats"])


def _planner(kind: str, mode: str, iterations: int) -> Search:
    light = kind == LD
    if mode == PROGRAM:
        return program_bmcts(iterations, light=light)
    return bmcts(iterations, light=light, sheets=_TEXT_SHEETS if mode == TEXT else None)


def _opponent(mode: str) -> Player:
    """The Heuristic of the program takes the first of equal cards."""
    return Policy("heuristic", ties="first") if mode == PROGRAM else heuristic


def _games(table: str, kind: str, mode: str, iterations: int) -> Mapping[str, int]:
    cheap = iterations == LADDER[0]
    quick = {"single": 16 if cheap else 8 if mode == CORRECTED else 0, "trio": 8 if cheap else 0}
    return {
        "smoke": 4 if cheap and table == "single" else 0,
        "quick": quick[table] if iterations <= BUDGET else 0,
        "standard": _STANDARD.get((table, mode, iterations), {}).get(kind, 0),
        "full": 2_000,
    }


@cache
def single(kind: str, mode: str, iterations: int = BUDGET) -> Arm:
    """One planner against three Heuristics."""
    tournament = _tournament(
        _planner(kind, mode, iterations), _opponent(mode), _SINGLE, _SEEDS[kind, mode]
    )
    return Arm(f"{kind}, {mode}", (tournament,), _games("single", kind, mode, iterations))


@cache
def trio(kind: str, mode: str, iterations: int = BUDGET) -> Arm:
    """Three planners against one Heuristic."""
    tournament = _tournament(
        _planner(kind, mode, iterations), _opponent(mode), _TRIO, _SEEDS[kind, mode]
    )
    return Arm(f"three {kind}, {mode}", (tournament,), _games("trio", kind, mode, iterations))


def joined(name: str, *arms: Arm) -> Arm:
    """Several arms as one, each of their tournaments counting the same."""
    tournaments = tuple(tournament for arm in arms for tournament in arm.tournaments)
    games = {scale: min(arm.games[scale] for arm in arms) for scale in SCALES}
    return Arm(name, tournaments, games)


def against_heuristics(name: str, player: Player, games: str) -> Arm:
    """Any player against three Heuristics, all on the same deals."""
    return Arm(name, (_tournament(player, heuristic, _SINGLE, 5),), GAMES[games])


@cache
def gradient(fixed: int) -> Arm:
    """A planner that draws the places of so many cards in each iteration."""
    player = bmcts(CONTROL, sheets=Sheets(fixed=fixed) if fixed else None)
    return against_heuristics(f"{fixed} cards", player, "control")


@cache
def controlled(name: str) -> Arm:
    """A planner of the text with one thing changed."""
    changed: Mapping[str, Search] = {
        "typed": bmcts(CONTROL),
        "flat": replace(bmcts(CONTROL), rollout=Uniform()),
        "rooms": replace(bmcts(CONTROL), rollout=Played("rooms")),
        "marked sheet": bmcts(CONTROL, sheets=Sheets(root="sheet")),
        "thesis' sheet": bmcts(CONTROL, sheets=Sheets(root="sheet", belief="thesis")),
        "accuses from 90 %": bmcts(CONTROL, sheets=Sheets(accuse=0.9)),
        "accuses from 70 %": bmcts(CONTROL, sheets=Sheets(accuse=0.7)),
        "accuses from 50 %": bmcts(CONTROL, sheets=Sheets(accuse=0.5)),
        "searched opponents": replace(bmcts(CONTROL), others=Themselves()),
        "IS-MCTS": is_mcts(CONTROL),
        "POMCP": pomcp(CONTROL),
    }
    games = "few" if name in _FEW else "control"
    return against_heuristics(name, changed[name], games)
