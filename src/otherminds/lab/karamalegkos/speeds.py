"""K15 and K23: how many simulations and games there are in a second, measured on the spot."""

from __future__ import annotations

import time
from collections.abc import Callable

from otherminds.agents import catan as catan_agents
from otherminds.arena.match import play_match
from otherminds.arena.statistics import mean_interval
from otherminds.games import load
from otherminds.lab.claims import Estimate, Evidence, Statistic
from otherminds.search import Search

__all__ = ["games_per_second", "iterations_of"]

_ROUNDS = {"smoke": 2, "quick": 10, "standard": 30, "full": 100}


def _seconds(work: Callable[[], object]) -> float:
    """Processor time of this process, so that other work on the machine hardly counts."""
    before = time.process_time()
    work()
    return max(time.process_time() - before, 1e-6)


def _search(method: str) -> Search:
    player = catan_agents.karamalegkos(
        method.lower(),  # type: ignore[arg-type]
        depth=10,
        iterations=1_000,
        peek=True,
    )
    (_, search), *_ = player.by_type
    assert isinstance(search, Search)
    return search


def iterations_of(first: str, second: str) -> Statistic:
    """How many iterations a method makes for one of another, in positions with much to build."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        game = load("catan")
        searches = [_search(method) for method in (first, second)]
        ratios = []
        for seed in range(_ROUNDS[evidence.scale]):
            match = play_match(game, [catan_agents.jsettlers_fast] * 4, seed=seed)
            states = [
                state
                for state in match.states()
                if state.actor() >= 0 and len(state.legal_types()) > 3
            ]
            if not states:
                continue
            state = states[len(states) // 2]
            spent = [_seconds(lambda s=s, p=state: s.run(p, seed=1)) for s in searches]  # type: ignore[misc]
            ratios.append(spent[1] / spent[0])
        return Estimate(mean_interval(ratios), None, f"{len(ratios)} positions", games=len(ratios))

    return statistic


def games_per_second(seconds: float) -> Statistic:
    """How many times as quick a game of four robots is as one that takes so many seconds."""

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        game = load("catan", trades="2:1")
        times = []
        for seed in range(3 * _ROUNDS[evidence.scale]):
            spent = _seconds(
                lambda s=seed: play_match(game, [catan_agents.jsettlers_mix] * 4, seed=s)  # type: ignore[misc]
            )
            times.append(seconds / spent)
        return Estimate(mean_interval(times), None, f"{len(times)} games", games=len(times))

    return statistic
