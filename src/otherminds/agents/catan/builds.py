"""The build game: Karamalegkos's reduced game as a planning model, and his agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from otherminds.agents.catan.players import jsettlers_fast
from otherminds.agents.delegate import Delegate
from otherminds.contracts import OptionError
from otherminds.search import (
    UCB1,
    VPI,
    BayesianUCB,
    InformationSets,
    Nothing,
    Search,
    Tree,
    TypeDistribution,
)
from otherminds.search.bandits import Bandit
from otherminds.search.model import PlanningModel

__all__ = ["Builds", "karamalegkos", "karamalegkos_random"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Builds(PlanningModel):
    """``model``: the build game of Catan (Karamalegkos).

    It decides what to build after the roll: a city, a settlement or a road, each with its place, a
    card, or nothing, which ends the turn. What is missing comes from the bank, at the seat's rates:
    for each card in turn the resource that the bank takes fewest of is given, then the one most is
    left of. Nobody trades with others or plays cards. Returns are points as a share of those that
    win, for every seat, after some rounds or when somebody has won.

    Attributes:
        depth: how many rounds c to look ahead, before they are shortened by the round r that it is.
        rounds: ``"formula"``: max(3, c - r) up to round 20, then max(3, c / 2), or ``"prose"``: c
            up to round 20, then max(3, c / 2).
        cards: cards are bought, but not drawn: they are worth what they may do for the largest
            army, ``"corrected"`` or with the sign and the chances as ``"printed"``.
        sevens: after a seven hands are cut, the robber is moved and a card is stolen by chance,
            ``"random"``, or ``"nothing"`` happens.
        planned: the choices of all seats in the whole ``"game"``, or those of this ``"turn"`` only,
            after which everybody builds at random.
    """

    depth: int = 15
    rounds: str = "formula"
    cards: str = "corrected"
    sevens: str = "random"
    planned: str = "game"


_METHODS: dict[str, tuple[Bandit, str, int]] = {
    "uct": (UCB1(exploration=2.0), "mean", 6_500),
    "buct": (BayesianUCB(), "posterior", 5_750),
    "vpi": (VPI(samples=100), "posterior", 1_750),
}

_BUILDS = ("bank trade", "build city", "build road", "build settlement", "buy card", "end turn")

_NO_TRADES = dict.fromkeys(
    (
        *_BUILDS,
        "discard",
        "move robber",
        "play knight",
        "play monopoly",
        "reject",
        "road building",
        "roll",
        "year of plenty",
    ),
    1.0,
)


def karamalegkos(
    method: Literal["uct", "buct", "vpi"] = "vpi",
    *,
    depth: int = 15,
    opening: Literal["jsettlers", "stac"] = "jsettlers",
    planned: Literal["game", "turn"] = "game",
    trades: bool = True,
    iterations: int | None = None,
    seconds: float | None = None,
    peek: bool = False,
) -> Delegate:
    """An agent of Karamalegkos: it searches for what to build, JSettlers does the rest.

    The robot of JSettlers opens, trades with others, plays cards and moves the robber. What it
    would build, buy or trade with the bank for, and when it would end its turn, is decided by a
    search in the build game instead.

    Args:
        method: ``"uct"``, ``"buct"`` (Bayesian UCT) or ``"vpi"`` (value of perfect information).
        depth: rounds to look ahead; see `Builds`.
        opening: ``"jsettlers"``, or ``"stac"`` for the variants "+S".
        planned: the choices of all seats are in the tree, or only its own in this ``"turn"``; see
            `Builds`.
        trades: leave it to the robot to make and accept offers; otherwise it does neither.
        iterations: for each decision. Without a budget it is the middle of what his program made
            in 15 seconds: 6,500, 5,750 and 1,750 for the three methods.
        seconds: for each decision.
        peek: look at the others' cards, as his simulations do; otherwise the hands are drawn from
            the seat's belief in each iteration.

    Raises:
        OptionError: there is no such method, opening or budget.

    Examples:
        >>> from otherminds import load, play_match
        >>> from otherminds.agents import catan
        >>> game = load("catan", points=3, players=2)
        >>> players = [karamalegkos("vpi", depth=5, iterations=20), catan.jsettlers_mix]
        >>> sum(play_match(game, players, seed=1).returns)
        1.0
    """
    if method not in _METHODS:
        raise OptionError(f"A method is 'uct', 'buct' or 'vpi', not {method!r}.")
    if opening not in ("jsettlers", "stac"):
        raise OptionError(f"An opening is 'jsettlers' or 'stac', not {opening!r}.")
    bandit, final, usual = _METHODS[method]
    search = Search(
        hidden=Nothing(peek=True) if peek else InformationSets(),
        bandit=bandit,
        tree=Tree(final=final),
        model=Builds(depth=depth, planned=planned),
        iterations=usual if iterations is None and seconds is None else iterations,
        seconds=seconds,
    )
    robot = jsettlers_fast if opening == "jsettlers" else jsettlers_fast(opening="stac")
    if trades:
        return Delegate(by_type={_BUILDS: search}, otherwise=robot)
    never = TypeDistribution({"reject": 1.0})
    return Delegate(by_type={(*_BUILDS, "trade"): search, "accept": never}, otherwise=robot)


def karamalegkos_random() -> Delegate:
    """The Random agent of Karamalegkos: builds at random whatever it can pay, and never trades.

    After the roll it draws one of the builds that it can have, with what the bank gives for its
    cards, or the end of its turn, again and again. It refuses every offer. All else is random.

    Examples:
        >>> from otherminds import load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> sum(play_match(game, ["jsettlers_fast", karamalegkos_random()], seed=1).returns)
        1.0
    """
    builds = Search(
        hidden=InformationSets(), tree=Tree(final="visits"), model=Builds(depth=1), iterations=1
    )
    return Delegate(by_type={_BUILDS: builds}, otherwise=TypeDistribution(_NO_TRADES))
