"""Priors by value: matrices by hand, and a game in which it is clear who is worth what."""

from __future__ import annotations

import numpy as np
import pytest

import otherminds as om
from otherminds.learn.value_priors import _least_loss, _worth, value_prior

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

KINDS = ["utility", "stackelberg", "welfare", "fairness"]


def test_values_by_hand() -> None:
    mine, theirs = np.array([[0.9, 0.2], [0.4, 0.6]]), np.array([[0.1, 0.8], [0.6, 0.4]])
    assert np.diag(_worth("utility", mine, theirs)).tolist() == [0.9, 0.6]
    assert np.diag(_worth("stackelberg", mine, theirs)).tolist() == [0.1, 0.4]
    assert np.diag(_worth("welfare", mine, theirs)).tolist() == [1.0, 1.0]
    assert np.diag(_worth("fairness", mine, theirs)) == pytest.approx([0.09, 0.24])


def test_the_least_loss_by_hand() -> None:
    """Losses: planned 0, true 1: 0.6 - 0.2 = 0.4; planned 1, true 0: 0.9 - 0.4 = 0.5.

    With p for type 0 the losses are 0.5 (1 - p) and 0.4 p, equal at p = 5/9.
    """
    assert _least_loss(np.array([[0.9, 0.2], [0.4, 0.6]])) == pytest.approx((5 / 9, 4 / 9))


@pytest.mark.parametrize("kind", [*KINDS, *(f"lp_{kind}" for kind in KINDS)])
def test_priors_are_distributions(kind: str) -> None:
    game = om.load("othello", size=4)
    prior = value_prior(
        game, ["random", "max_disk"], kind=kind, search=om.Search(iterations=30), matches=10
    )
    assert sum(prior) == pytest.approx(1.0)
    assert min(prior) >= 0
    om.Types(["random", "max_disk"], prior=prior)


def test_against_the_weaker_type_the_planner_gets_more() -> None:
    """A best reply gets 2.09 a game from a random player of Leduc, 0.53 from an honest one."""
    game = om.load("leduc")
    utility = value_prior(
        game,
        ["random", "honest"],
        search=om.Search(hidden=om.Particles(count=50), iterations=150),
        matches=120,
        seed=1,
    )
    assert utility[0] > utility[1]


def test_impossible_priors_are_refused() -> None:
    game = om.load("othello", size=4)
    with pytest.raises(om.OptionError, match="not a prior by value"):
        value_prior(game, ["random"], kind="luck")
    with pytest.raises(om.OptionError, match="needs types"):
        value_prior(game, [])
