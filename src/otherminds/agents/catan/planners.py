"""Planners of Dobre 2018 and those he compares with, as settings of the search."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

from otherminds.agents.delegate import Delegate
from otherminds.contracts import Policy
from otherminds.search import (
    PUCT,
    UCB1,
    InformationSets,
    Nothing,
    Particles,
    Played,
    Policies,
    Search,
    Tree,
    Typed,
    TypeDistribution,
    Uniform,
)

__all__ = [
    "BUILDING",
    "EXCHANGES",
    "SHIPPED_ROLLOUT",
    "TREE",
    "VIRTUAL_WINS",
    "guided",
    "mcts",
    "pilot",
    "smart_settlers",
    "tismcts",
    "tmcts",
    "tpomcp",
    "tpomcp_ts_cr",
]

EXCHANGES: dict[str, Any] = {"exchange": "drawn", "offers": 0}
"""Rules of typed roll-outs in Dobre's program: who trades gets an exchange that chance draws, with
somebody who has cards, as often as it likes."""

SHIPPED_ROLLOUT = Played(Policy("turn_typed"), under={**EXCHANGES, "trades": "2:1"})
"""Typed roll-outs as Dobre's program plays them: kinds of actions are drawn in the midst of a turn
only, and cards are exchanged even where players may not trade."""

VIRTUAL_WINS = {"build settlement": 20.0, "build city": 10.0}
"""What SmartSettlers starts with."""

BUILDING = {
    "build road": 0.5,
    "build settlement": 100.0,
    "build city": 100.0,
    "buy card": 1.0,
    "trade": 1.0,
    "bank trade": 1.0,
    "play knight": 1.0,
    "play monopoly": 1.0,
    "year of plenty": 1.0,
    "road building": 1.0,
    "end turn": 0.1,
    "roll": 1.0,
    "discard": 1.0,
    "move robber": 1.0,
    "accept": 1.0,
    "reject": 1.0,
}
"""How often SmartSettlers' roll-outs draw each action type. Its own numbers are not known: with
these, random games without trades take about half the moves."""

TREE = Tree(transpositions=True, afterstates=True, final="mean", next_best=True)
"""Statistics belong to positions; after a refused offer the next best move follows."""

Final = Literal["mean", "visits"]
"""How the move is chosen in the end: by its mean (max-value), or by its visits (robust child)."""


def tmcts(
    iterations: int = 10_000,
    *,
    shipped: bool = False,
    peek: bool = False,
    exploration: float = 0.5,
    afterstates: bool = True,
    final: Final = "mean",
    threads: int = 1,
) -> Search:
    """TMCTS: search with typed roll-outs, made for games that hide nothing.

    Statistics belong to the positions that moves lead to, chance is drawn, each seat is for itself,
    and after an offer that was refused the next best move follows without a new search.

    Args:
        iterations: for each decision.
        shipped: roll-outs as in his program (`SHIPPED_ROLLOUT`), for games in which up to three
            cards or none are traded. Otherwise they draw a kind of action in every phase, discard
            any kind alike, and do not exchange anything where players may not.
        peek: look at all hands where they are hidden.
        exploration: of UCB1.
        afterstates: statistics belong to positions; otherwise to moves.
        final: the move with the best mean is made, or the one with the most visits.
        threads: that search one tree side by side.

    Examples:
        >>> from otherminds import load
        >>> tmcts(200).run(load("catan", rules="dobre").initial_state(), seed=1).iterations
        200
    """
    return Search(
        hidden=Nothing(peek=True) if peek else None,
        bandit=UCB1(exploration=exploration),
        rollout=SHIPPED_ROLLOUT if shipped else Typed(under=EXCHANGES),
        tree=replace(TREE, afterstates=afterstates, final=final, threads=threads),
        iterations=iterations,
    )


def mcts(iterations: int = 10_000, *, peek: bool = False, afterstates: bool = True) -> Search:
    """MCTS: as TMCTS with uniformly random roll-outs, in which offers are answered by a coin.

    Args:
        iterations: for each decision.
        peek: look at all hands where they are hidden.
        afterstates: statistics belong to positions (MCTSA); otherwise to moves.
    """
    return replace(tmcts(iterations, peek=peek, afterstates=afterstates), rollout=Uniform())


def tismcts(iterations: int = 10_000, *, shipped: bool = False) -> Search:
    """TISMCTS: the hidden game, one tree over what the searching seat sees and believes.

    Worlds are drawn from the game's belief, which is carried along every walk; nodes are told apart
    by what the seat sees and by a summary of what it would believe. A move counts only the visits
    in which it was legal.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [tismcts(20), Policy("stac")], seed=1).returns)
        2
    """
    tree = replace(TREE, same_belief=True)
    return replace(tmcts(iterations, shipped=shipped), hidden=InformationSets(), tree=tree)


def tpomcp(iterations: int = 10_000, *, shipped: bool = False) -> Search:
    """TPOMCP: as TISMCTS, with all visits counted, legal or not."""
    return replace(tismcts(iterations, shipped=shipped), hidden=Particles(belief="game"))


def tpomcp_ts_cr(iterations: int = 10_000) -> Search:
    """TPOMCP-TS-CR: TPOMCP that prefers the types of action that people choose.

    Type seeding (TS) and conditioned roll-outs (CR): after the roll, both the prior of PUCT and the
    roll-outs draw types as people do (`people`), the prior at temperature 7. Elsewhere all actions
    are alike, as in his program. His exploration of 4 goes with his prior.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [tpomcp_ts_cr(20), Policy("stac")], seed=1).returns)
        2
    """
    return replace(
        tpomcp(iterations),
        bandit=PUCT(exploration=4.0, prior=Policy("people", temperature=7.0), try_all=True),
        rollout=Played(Policy("people"), under=EXCHANGES),
    )


def guided(iterations: int = 5_000) -> Search:
    """A search that uses what the simple players know: the best agent for play.

    `value` says which moves to try first and what a position is worth; the fast robot of JSettlers
    plays on for 30 moves before that is asked; Stac stands in for the others.

    Args:
        iterations: for each decision.

    Examples:
        >>> from otherminds import Policy, load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [guided(20), Policy("stac")], seed=1).returns)
        2
    """
    return Search(
        others=Policies(Policy("stac")),
        bandit=PUCT(exploration=2.0, prior=Policy("value", temperature=0.3)),
        rollout=Played(Policy("jsettlers_fast"), depth=30, evaluation="value"),
        tree=Tree(next_best=True),
        iterations=iterations,
    )


def smart_settlers(iterations: int = 2_000, *, shipped: bool = False, peek: bool = False) -> Search:
    """SmartSettlers (Szita, Chaslot and Spronck 2010), for games without trades.

    Settlements start with 20 wins and cities with 10, which no visit has earned, so that they are
    tried again and again; until a node has 10 visits any move is as likely. Roll-outs prefer
    building, by `BUILDING`.

    Args:
        iterations: 2,000 in Dobre's matches, where they took as long as 10,000 of `tmcts`.
        shipped: roll-outs are uniform, as in the published program, in which the weights towards
            building that its authors tell of are switched off.
        peek: look at all hands where they are hidden, as the program does.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan", rules="dobre", trades="none")
        >>> smart_settlers(100).run(game.initial_state(), seed=1).iterations
        100
    """
    return Search(
        hidden=Nothing(peek=True) if peek else None,
        bandit=UCB1(exploration=2.0, virtual_wins=VIRTUAL_WINS, warm_up=10),
        rollout=Uniform() if shipped else Typed(TypeDistribution(BUILDING)),
        tree=Tree(transpositions=True, final="mean"),
        iterations=iterations,
    )


def pilot(iterations: int = 1_000, *, errors: float = 0.2) -> Delegate:
    """The pilot of Dobre 2018: plans its second settlement, and is Stac in everything else.

    Flat Monte Carlo search: each place is tried by UCB1, and from there four Stacs play the game to
    its end, each of whose moves is any legal one with the chance of an error. The place with the
    best mean is taken.

    Args:
        iterations: for the one decision.
        errors: how often a move of the roll-outs is any legal one.

    Examples:
        >>> from otherminds import load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> len(play_match(game, [pilot(20), "stac"], seed=1).returns)
        2
    """
    flat = Search(
        hidden=InformationSets(),
        bandit=UCB1(exploration=math.sqrt(2)),
        rollout=Played(Policy("stac", errors=errors)),
        tree=Tree(depth=1, final="mean"),
        iterations=iterations,
    )
    return Delegate(by_phase={"second settlement": flat}, otherwise=Policy("stac"))
