"""Moves that race in the same worlds, and worlds that are sought until enough explain the past."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om
from otherminds import play_match
from otherminds.agents.hanabi import flawed, iggi

GAME: Any = om.load("hanabi", bombed="kept")


def race(policy: str, iterations: int, significance: float = 2.0, **particles: Any) -> om.Search:
    return om.Search(
        hidden=om.Particles(**{"count": 50, "belief": "history", **particles}),
        others=om.Policies("iggi", error=0.02),
        rollout=om.Played(policy),
        tree=om.Tree(depth=1, margin=0.0, significance=significance),
        iterations=iterations,
    )


def asked(search: om.Search, seed: int, *, moves: int) -> Any:
    """The agent of the seat that acts after some moves of IGGI, when it has answered."""
    state = GAME.initial_state(om.Stream(seed))
    agents, players = ([who.agent(GAME) for _ in range(2)] for who in (search, iggi))
    for seat in (0, 1):
        for each in (agents[seat], players[seat]):
            each.begin(seat, state.view(seat), om.Stream(seed).child(seat))
    for _ in range(moves):
        action = players[state.actor()].act(state.view(state.actor()))
        seen = [state.observation(action, seat) for seat in (0, 1)]
        state.apply_action(action)
        for seat in (0, 1):
            for each in (agents[seat], players[seat]):
                each.observe(seen[seat], state.view(seat))
    agent = agents[state.actor()]
    agent.act(state.view(state.actor()))
    return agent


def ask(search: om.Search, seed: int, *, moves: int = 0) -> om.SearchResult:
    """What that agent has found out."""
    return om.SearchResult.from_native(GAME, asked(search, seed, moves=moves).last_result)


def test_without_significance_nothing_changes() -> None:
    """No gain is a thousand standard errors: the match is that of the roll-out's policy."""
    for seed in range(3):
        one, two = (
            play_match(GAME, [who, iggi], seed=seed)
            for who in (race("pointer", 100, 1000.0), om.Policy("pointer"))
        )
        assert one.moves == two.moves


def test_a_bad_policy_is_left() -> None:
    """Flawed plays blindly; with points kept every hint or discard is better, and significantly."""
    usual = [play_match(GAME, [flawed, iggi], seed=seed).returns[0] for seed in range(6)]
    raced = [
        play_match(GAME, [race("flawed", 300), iggi], seed=seed).returns[0] for seed in range(6)
    ]
    assert sum(raced) > sum(usual) + 6


def test_moves_are_compared_in_the_same_worlds() -> None:
    """All that are left at the end were played on as often, and none more often than they."""
    found = ask(race("pointer", 400), 1, moves=6)
    visits = sorted(each.visits for each in found.actions)
    assert sum(visits) == found.iterations <= 400
    assert visits[-1] == visits[-2]
    assert visits[0] >= 12  # nobody leaves before
    best = next(each for each in found.actions if each.action == found.action)
    assert best.visits == visits[-1]


@pytest.mark.parametrize("attempts", [1, 20])
def test_one_seed_one_race(attempts: int) -> None:
    search = race("pointer", 200, attempts=attempts)
    one, two = (ask(search, 3, moves=8) for _ in range(2))
    assert one.action == two.action
    assert [(each.action, each.visits, each.value) for each in one.actions] == [
        (each.action, each.visits, each.value) for each in two.actions
    ]


def test_attempts_find_worlds_that_explain_more() -> None:
    """Of the same belief: worth 50 equal worlds where there are so many, and more than without."""

    def worth(attempts: int) -> float:
        worlds = asked(race("iggi", 20, attempts=attempts), 5, moves=20).worlds()
        return float(1 / sum(weight**2 for _, weight in worlds))

    assert worth(50) >= min(49.9, 2 * worth(1))
