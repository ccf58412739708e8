"""Bandits: regret on simulated arms, and what the extremum back-up is for."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om
from otherminds.search import play_bandit

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

ARMS = [0.3, 0.45, 0.5, 0.55, 0.7]


def _regret(bandit: Any, rounds: int = 3000, repetitions: int = 40) -> float:
    total = 0.0
    for seed in range(repetitions):
        pulls = play_bandit(bandit, ARMS, rounds=rounds, seed=seed)
        assert sum(pulls) == rounds
        total += sum((max(ARMS) - p) * n for p, n in zip(ARMS, pulls, strict=True))
    return total / repetitions


def test_regret_comes_in_the_expected_order() -> None:
    """Tuned (Auer 2002) and Thompson (Chapelle and Li 2011) beat UCB1, which beats chance.

    40 runs of 3,000 pulls; the measured regrets are about 26, 44, 150 and 600.
    """
    thompson = _regret(om.search.Thompson())
    tuned = _regret(om.search.UCB1Tuned())
    plain = _regret(om.search.UCB1())
    at_random = 3000 * (max(ARMS) - sum(ARMS) / len(ARMS))
    assert max(tuned, thompson) < 0.6 * plain < 0.6 * at_random


@pytest.mark.parametrize(
    "bandit",
    [
        om.search.BayesianUCB(posterior="beta"),
        om.search.BayesianUCB(posterior="normal"),
        om.search.BayesianUCB(form=1),
        om.search.BayesianUCB(levels=2),
        om.search.Thompson(posterior="normal"),
        om.search.Thompson(posterior="dirichlet", levels=2),
        om.search.UCB1(exploration=0.5),
    ],
    ids=repr,
)
def test_every_optimist_finds_the_best_arm(bandit: Any) -> None:
    regret = _regret(bandit, repetitions=15)
    assert regret < 0.5 * 3000 * (max(ARMS) - sum(ARMS) / len(ARMS))


@pytest.mark.parametrize("posterior", ["dirichlet", "normal_gamma", "gaussian"])
def test_perfect_information_is_mostly_greedy_and_mostly_right(posterior: str) -> None:
    """VPI explores only while that could pay, so it may settle early; rarely on a bad arm."""
    best = 0
    for seed in range(40):
        pulls = play_bandit(om.search.VPI(posterior=posterior), [0.2, 0.8], rounds=400, seed=seed)
        best += pulls[1] > 200
    assert best >= 34


def test_a_bandit_is_reproducible() -> None:
    one = play_bandit(om.search.Thompson(), ARMS, rounds=500, seed=7)
    assert one == play_bandit(om.search.Thompson(), ARMS, rounds=500, seed=7)
    assert one != play_bandit(om.search.Thompson(), ARMS, rounds=500, seed=8)


def test_impossible_bandits_are_refused() -> None:
    with pytest.raises(om.OptionError, match="arm"):
        play_bandit(om.search.UCB1(), [], rounds=5)
    with pytest.raises(om.OptionError, match="0 to 1"):
        play_bandit(om.search.UCB1(), [1.5], rounds=5)
    with pytest.raises(om.OptionError, match="levels"):
        om.Search(bandit=om.search.VPI(levels=1), iterations=5)
    with pytest.raises(om.OptionError, match="one of the two"):
        om.Search(bandit=om.search.UCB1(virtual_visits=3), iterations=5)
    with pytest.raises(om.OptionError, match="warm_up"):
        om.Search(bandit=om.search.UCB1(warm_up=-1), iterations=5)
    primed = om.search.UCB1(prior="random", virtual_visits=3, warm_up=5)
    with pytest.raises(om.OptionError, match="leave out"):
        om.Search(bandit=primed, iterations=5)
    with pytest.raises(om.OptionError, match="mapping"):
        om.search.UCB1(virtual_wins=3)  # type: ignore[arg-type]
