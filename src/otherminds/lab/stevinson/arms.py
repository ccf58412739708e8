"""The agents, opponents and budgets of Stevinson's experiments.

The source searched for ten seconds per move, in which its program made about 340 play-outs with
types and 3,000 without (in the opening; more later). That pair is the setting ``source``, by which
claims are judged. The ladder gives both sides the same number of play-outs, and the setting
``2 ms`` the same time on this machine, which no two runs repeat exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from otherminds.arena.plan import Tournament
from otherminds.lab.claims import Arm
from otherminds.search import TimeWeighted, Types

__all__ = [
    "COR",
    "FROZEN",
    "GTW",
    "HORIZONS",
    "LADDER",
    "MCTS",
    "MV",
    "OPPONENTS",
    "PROBABILITY",
    "SOURCE",
    "SUM",
    "TIME",
    "TYPES",
    "Player",
    "against",
    "exponent",
    "hba",
    "horizon",
    "perturbed",
    "settings",
    "types",
]

OPPONENTS = ("agent4", "agent5", "agent6")
TYPES = ("max_disk", "max_value", "mobility")
HORIZONS = (0, 2, 5, 10, 20, None)
EXPONENTS = (0.0, 0.5, 2.0, 3.0, 5.0)

SOURCE, TIME = "source", "2 ms"
LADDER = ("10", "20", "40", "80", "160", "320")
SETTINGS = (SOURCE, *LADDER, TIME)
_SECONDS = 0.002

SEED = 1
SERIES = 10
"""Games of agent6 in a row, since it changes after a loss."""
GAME_OPTIONS = (("draw_is_white_win", True),)

GAMES: Mapping[str, Mapping[str, int]] = {
    "ladder": {"smoke": 2, "quick": 30, "standard": 200, "full": 2_000},
    "source": {"smoke": 2, "quick": 30, "standard": 200, "full": 2_000},
    "time": {"smoke": 2, "quick": 20, "standard": 100, "full": 1_000},
    "one": {"smoke": 2, "quick": 60, "standard": 400, "full": 4_000},
    "defect": {"smoke": 2, "quick": 20, "standard": 100, "full": 1_000},
    "policy": {"smoke": 20, "quick": 2_000, "standard": 10_000, "full": 50_000},
}
"""Games against each opponent: on a rung, at the source's budget, in equal time, where there is but
one opponent, with a defect of the program, and for players that do not search."""


@dataclass(frozen=True)
class Player:
    """Who plays against whom.

    Attributes:
        name: as the source calls it.
        spec: the player, with ``{budget}`` where its budget belongs.
        playouts: its budget in the setting ``source``.
        perturb: how often the opponents move at random.
        opponents: one tournament each.
        series: games in a row that the same living agents play; agent6 always plays in series.
        kind: which entry of `GAMES` says how many games; by default the one that fits.
    """

    name: str
    spec: str
    playouts: int = 340
    perturb: float = 0.0
    opponents: tuple[str, ...] = OPPONENTS
    series: int = 0
    kind: str = ""

    @property
    def searches(self) -> bool:
        """Whether it has a budget at all."""
        return "{budget}" in self.spec

    def at(self, setting: str) -> Arm:
        """The arm of this player under a setting; a player without budget is the same in all."""
        return _arm(self, setting if self.searches else "")


def types(*, c: float = 5.0, likelihood: str = "indicator", **options: Any) -> Types:
    """The hypotheses of HBA as the source used them."""
    posterior = TimeWeighted(10.0, 0.01, c)
    return Types(TYPES, posterior=posterior, likelihood=likelihood, where="rollout", **options)


def hba(
    name: str, *, known: tuple[str, ...] = TYPES, quirks: tuple[str, ...] = (), **options: Any
) -> Player:
    """A form of HBA; options are those of `Types`, and ``c`` for the time weights."""
    c = float(options.pop("c", 5.0))
    given = {"likelihood": "indicator", "where": "rollout", "horizon": 10, **options}
    words = ", ".join(f"{key}={_word(value)}" for key, value in given.items())
    listed = ", ".join(known)
    others = f"types([{listed}], posterior=time_weighted(10.0, 0.01, {c}), {words})"
    if quirks:
        others += f", quirks=quirks({', '.join(f'{quirk}=true' for quirk in quirks)})"
    return Player(name, f"search(others={others}, {{budget}})")


def _word(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else str(value)


MCTS = Player("MCTS", "search({budget})", playouts=3_000)
MV = Player("MV", "max_value")
GTW = hba("HBA(gtw)")
COR = hba("HBA(cor)", informed=True)
SUM = hba("HBA(sum)", c=0.0)
FROZEN = hba("HBA(frozen)", frozen=True)
PROBABILITY = hba("HBA(gtw, probability)", likelihood="probability")


def perturbed(player: Player, share: float = 0.1) -> Player:
    """The same player against opponents that make this share of their moves at random."""
    return replace(player, name=f"{player.name}, {share:.0%} random", perturb=share)


def against(player: Player, *opponents: str) -> Player:
    """The same player against these opponents only."""
    return replace(
        player, name=f"{player.name} against {', '.join(opponents)}", opponents=opponents
    )


def horizon(plies: int | None) -> Player:
    """HBA(gtw) that assumes types for so many plies, against agent4."""
    name = f"HBA(gtw, h={'∞' if plies is None else plies})"
    return against(hba(name, horizon=plies), "agent4")


def exponent(c: float) -> Player:
    """HBA with this exponent of its time weights and types for 5 plies, against agent4."""
    return against(hba(f"HBA(c={c:g}, h=5)", c=c, horizon=5), "agent4")


def settings(*players: Player, at: tuple[str, ...] = SETTINGS) -> dict[str, tuple[Arm, ...]]:
    """The arms of these players under each setting; the first setting is judged."""
    return {setting: tuple(player.at(setting) for player in players) for setting in at}


def _budget(player: Player, setting: str) -> str:
    if setting == TIME:
        return f"seconds={_SECONDS}"
    return f"iterations={player.playouts if setting == SOURCE else setting}"


@cache
def _arm(player: Player, setting: str) -> Arm:
    option = f"(perturb={player.perturb})" if player.perturb else ""
    spec = player.spec.replace("{budget}", _budget(player, setting)) if setting else player.spec
    tournaments = tuple(
        Tournament(
            game="othello",
            players=(spec, opponent + option),
            options=GAME_OPTIONS,
            seed=SEED,
            series=SERIES if opponent == "agent6" else player.series,
        )
        for opponent in player.opponents
    )
    if player.kind:
        kind = player.kind
    elif not setting:
        kind = "policy"
    elif len(player.opponents) == 1:
        kind = "one"
    else:
        kind = {SOURCE: "source", TIME: "time"}.get(setting, "ladder")
    return Arm(player.name, tournaments, GAMES[kind])
