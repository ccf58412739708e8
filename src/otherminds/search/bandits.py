"""What do I try next? The answers to ``bandit``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from otherminds import _core
from otherminds._core import Stream
from otherminds.search.answers import Answer, later, pairs_of
from otherminds.search.policies import PolicyLike

__all__ = [
    "PUCT",
    "UCB1",
    "VPI",
    "Bandit",
    "BayesianUCB",
    "Thompson",
    "UCB1Tuned",
    "play_bandit",
]


class Bandit(Answer):
    """An answer to ``bandit``. Returns are scaled to [0, 1] by the game's ``return_range``."""


@dataclass(frozen=True, kw_only=True, repr=False)
class UCB1(Bandit):
    """``bandit``: the greatest ``mean + exploration * sqrt(ln parent_visits / visits)``.

    Auer, Cesa-Bianchi and Fischer 2002; on trees Kocsis and Szepesvári 2006. Actions never tried
    come first, in random order.

    Attributes:
        exploration: the square root of 2 by default, as in the original bound for [0, 1].
        prior: a policy whose preferences count as play before the search, with
            ``virtual_visits``, or fade into the bound, with ``decay``.
        virtual_visits: each action starts with this many visits, won in proportion to its prior.
        decay: with V, an action of n visits is judged by ``a * prior + (1 - a) * bound`` where
            ``a = max(0, (V - n) / V)`` (Dobre 2018, after the schedule of RAVE).
        virtual_wins: for some types of action how many wins each action of the type starts with,
            none of them visited: ``{"build city": 10}``. They fade as visits come in, and count in
            the values that results tell. Where all actions are of one type, when an action first
            comes up at a node, it gets none (SmartSettlers; Szita, Chaslot and Spronck 2010).
        warm_up: at a node with fewer visits any action is as likely.
    """

    exploration: float = math.sqrt(2.0)
    prior: PolicyLike | None = None
    virtual_visits: int = 0
    decay: int = later(0)
    virtual_wins: Mapping[str, float] | tuple[tuple[str, float], ...] = ()
    warm_up: int = 0

    def __post_init__(self) -> None:
        """Keep the wins as a value that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "virtual_wins", pairs_of("virtual_wins", self.virtual_wins))


@dataclass(frozen=True, kw_only=True, repr=False)
class UCB1Tuned(Bandit):
    """``bandit``: UCB1 whose exploration follows the variance seen, at most 1/4.

    Auer, Cesa-Bianchi and Fischer 2002, section 4.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class BayesianUCB(Bandit):
    """``bandit``: an upper bound from the posterior of each action's value.

    Tesauro, Rajan and Segal 2010: ``mean + sqrt(2 ln N / n)`` (form 1) or
    ``mean + sqrt(2 ln N) * deviation`` (form 2).

    Attributes:
        form: 1 or 2.
        posterior: ``"dirichlet"`` over reward levels, ``"beta"`` or ``"normal"``.
        levels: how many levels the Dirichlet has between 0 and 1.
        extremum: the value of a node is the distribution of the best of its moves, by Clark's
            moments, instead of the average of what was seen.
    """

    form: int = 2
    posterior: str = "dirichlet"
    levels: int = 11
    extremum: bool = False


@dataclass(frozen=True, kw_only=True, repr=False)
class VPI(Bandit):
    """``bandit``: the mean plus the value of perfect information about the action.

    Dearden, Friedman and Russell 1998; in Catan Karamalegkos 2016.

    Attributes:
        posterior: ``"dirichlet"`` estimates the value from samples, ``"normal_gamma"`` has it in
            closed form, ``"gaussian"`` takes the Dirichlet's two moments.
        levels: how many reward levels the Dirichlet has between 0 and 1.
        samples: draws per action for the Dirichlet.
    """

    posterior: str = "dirichlet"
    levels: int = 11
    samples: int = 32


@dataclass(frozen=True, kw_only=True, repr=False)
class PUCT(Bandit):
    """``bandit``: ``mean + exploration * prior * sqrt(others' visits) / (1 + visits)``.

    Rosin 2011 in the form of AlphaGo (Silver and others 2016).

    Attributes:
        exploration: how much the prior counts.
        prior: a policy, such as a `TypePrior`; None for the priors of the evaluation where it
            gives some, and the uniform prior elsewhere.
        try_all: try each action once before the rule applies.
    """

    exploration: float = math.sqrt(2.0)
    prior: PolicyLike | None = None
    try_all: bool = False


@dataclass(frozen=True, kw_only=True, repr=False)
class Thompson(Bandit):
    """``bandit``: draw a value for each action from its posterior, take the greatest.

    Thompson 1933.

    Attributes:
        posterior: ``"beta"``, ``"normal"`` or ``"dirichlet"``.
        levels: how many levels the Dirichlet has between 0 and 1.
    """

    posterior: str = "beta"
    levels: int = 11


def play_bandit(
    bandit: Bandit, chances: Sequence[float], *, rounds: int, seed: int | Stream = 0
) -> list[int]:
    """How often each arm is pulled when arm ``i`` pays 1 with probability ``chances[i]``, else 0.

    Examples:
        >>> pulls = play_bandit(UCB1(), [0.2, 0.8], rounds=1000, seed=1)
        >>> sum(pulls), pulls[1] > 800
        (1000, True)
    """
    return _core.play_bandit(bandit._native(), list(chances), rounds, seed)
