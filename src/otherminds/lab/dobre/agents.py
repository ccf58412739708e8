"""The planners of chapters 4 to 8 by the names that claims give them, and what a game costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from otherminds.agents import catan as catan_agents
from otherminds.agents import player_text
from otherminds.arena.plan import Tournament
from otherminds.contracts import Policy
from otherminds.games import catan
from otherminds.lab.claims import Arm
from otherminds.lab.statistics import sample_for
from otherminds.search import PUCT, UCB1, Played, Search, Tree
from otherminds.search.bandits import Bandit

__all__ = ["FEW", "JUDGED", "RULES", "arm", "planner_text"]

JUDGED, FEW = 10_000, 1_000
"""Iterations: the thesis' and a tenth, which shows directions for little."""

RULES: Mapping[str, Mapping[str, Any]] = {
    "OBS": catan.PROFILES["OBS"],
    "OBS, 3 offers": {**catan.PROFILES["OBS"], "offers": 3},
    "NOTRADE": catan.PROFILES["NOTRADE"],
    "T11": catan.PROFILES["T11"],
    "PO": catan.PROFILES["PO"],
    "PO-VPvis": catan.PROFILES["PO-VPvis"],
    "full rules": {"trades": "2:1"},
}


def _people(conditioned: bool, temperature: float = 1.0) -> Policy:
    return Policy("people", conditioned=conditioned, temperature=temperature)


def _rollouts(conditioned: bool) -> Played:
    return Played(_people(conditioned), under=catan_agents.EXCHANGES)


_PUCT = PUCT(exploration=4.0, try_all=True)
_TS = PUCT(exploration=4.0, prior=_people(True, 7.0), try_all=True)
_TS_UNCONDITIONED = PUCT(exploration=4.0, prior=_people(False, 5.0), try_all=True)
_DECAYED = UCB1(exploration=0.5, prior=_people(True, 7.0), decay=1_000)


def _open(iterations: int) -> Search:
    """TMCTS with the roll-outs of his program."""
    return catan_agents.tmcts(iterations, shipped=True)


def _hidden(iterations: int) -> Search:
    return catan_agents.tpomcp(iterations, shipped=True)


def _with(make: Callable[[int], Search], **changes: Any) -> Callable[[int], Search]:
    return lambda iterations: replace(make(iterations), **changes)


def _tree(make: Callable[[int], Search], **changes: Any) -> Callable[[int], Search]:
    def made(iterations: int) -> Search:
        planner = make(iterations)
        assert isinstance(planner.tree, Tree)
        return replace(planner, tree=replace(planner.tree, **changes))

    return made


def _explores(make: Callable[[int], Search], exploration: float) -> Callable[[int], Search]:
    bandit: Bandit = UCB1(exploration=exploration)
    return _with(make, bandit=bandit)


_MAKE: Mapping[str, Callable[[int], Any]] = {
    "Stac": lambda _: Policy("stac"),
    "pilot": lambda iterations: catan_agents.pilot(iterations // 10),
    "SmartSettlers": lambda iterations: catan_agents.smart_settlers(iterations // 5, shipped=True),
    "TMCTS": _open,
    "TMCTS, C 4": _explores(_open, 4.0),
    "TMCTS, most visits": _tree(_open, final="visits"),
    "TMCTS, 4 threads": _tree(_open, threads=4),
    "MCTS": catan_agents.mcts,
    "TMCTS, no other trades": catan_agents.tmcts,  # roll-outs by the rules of T11, too
    "TMCTS on moves": _explores(_tree(_open, afterstates=False), 2.0),
    "TMCTS-U": _with(_open, rollout=_rollouts(False)),
    "TMCTS-C": _with(_open, rollout=_rollouts(True)),
    "TMCTS PUCT": _with(_open, bandit=_PUCT),
    "TMCTS-TS": _with(_open, bandit=_TS),
    "TMCTS-TSu": _with(_open, bandit=_TS_UNCONDITIONED),
    "TMCTS decayed": _with(_open, bandit=_DECAYED),
    "TPOMCP": _hidden,
    "TISMCTS": lambda iterations: catan_agents.tismcts(iterations, shipped=True),
    "TBMCTS": catan_agents.tbmcts,
    "TBMCTSOR": catan_agents.tbmctsor,
    "TBMCTS, no legality": lambda n: catan_agents.tbmcts(n, legality=False),
    "TBMCTSOR, no legality": lambda n: catan_agents.tbmctsor(n, legality=False),
    "TBMCTS, tempered": lambda n: catan_agents.tbmcts(n, temperature=4.0),
    "TBMCTSOR, tempered": lambda n: catan_agents.tbmctsor(n, temperature=4.0),
    "TBMCTSOR, weighted returns": lambda n: catan_agents.tbmctsor(n, weighted_returns=True),
    "TBMCTS, possible types": lambda n: catan_agents.tbmcts(n, types_by="possibility"),
    "TPOMCP-U": _with(_hidden, rollout=_rollouts(False)),
    "TPOMCP-C": _with(_hidden, rollout=_rollouts(True)),
    "TPOMCP PUCT": _with(_hidden, bandit=_PUCT),
    "TPOMCP-TS": _with(_hidden, bandit=_TS),
    "TPOMCP-TSu": _with(_hidden, bandit=_TS_UNCONDITIONED),
    "TPOMCP-TS-CR": catan_agents.tpomcp_ts_cr,
}

_MICROSECONDS: Mapping[str, float] = {
    "Stac": 0.0,
    "pilot": 50.0,  # for the one decision of a hundred that it plans
    "SmartSettlers": 50.0,  # 250 for each of a fifth of the iterations
    "MCTS": 2_400.0,
    "TBMCTS": 130.0,
}
"""Of an iteration, by the first word of the name; 60 for what is not named. By the costs of the
catalogue: they forecast, they do not measure."""
_DECISIONS = 92
"""Of a planner in a game (his 9,211 in 100 games)."""


def _seconds(player: str, iterations: int) -> float:
    kind = player.split(",")[0].split(" ")[0]
    return _MICROSECONDS.get(kind, 60.0) * 1e-6 * iterations * _DECISIONS


@cache
def planner_text(player: str, iterations: int) -> str:
    """A planner as a tournament names it."""
    return player_text(_MAKE[player](iterations))


@cache
def arm(
    player: str,
    opponent: str = "Stac",
    rules: str = "PO",
    iterations: int = JUDGED,
    effect: float = 0.05,
    name: str = "",
) -> Arm:
    """One planner against three opponents of a kind, every board once from each seat.

    ``full`` has the 2,000 games of the source. ``standard`` has as many as 80 % power needs to tell
    a share that is so much greater from a quarter, 40 to 2,000; ``quick`` a tenth of these.
    """
    standard = min(2_000, max(40, sample_for(0.25 + effect, 0.25)))
    quick = max(8, standard // 40 * 4)
    few = iterations <= FEW
    games = {
        "smoke": 0,
        "quick": quick if few else 0,
        "standard": standard,
        "full": 2_000,
    }
    tournament = Tournament(
        game="catan",
        players=(planner_text(player, iterations), planner_text(opponent, iterations)),
        options=tuple(sorted(RULES[rules].items())),
        line_ups=((0, 1, 1, 1),),
        seed=6,
    )
    seconds = _seconds(player, iterations) + 3 * _seconds(opponent, iterations)
    return Arm(name or player, (tournament,), games, seconds)
