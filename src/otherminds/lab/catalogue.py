"""The laboratory's agents: planners with the defects of the programs that the sources published.

They join the catalogues of their games by entry points in the group ``otherminds.agents``. The
library's own agents of the same names have none of those defects. The packages of the sources are
imported when one of their agents is made: with all their claims they take seconds to load, and
whoever lists the agents of a game imports this module.
"""

from __future__ import annotations

from otherminds.agents import hanabi, recipe
from otherminds.agents.tiny_coop import BudgetLike
from otherminds.contracts import Player
from otherminds.search import Evolve, PolicyLike, Search

__all__ = ["CLUEDO", "HANABI", "TINY_COOP"]

_US = "the laboratory"
_WALTON_RIVERS = "the program of Walton-Rivers 2022"


def _as_published(search: Search, january: bool) -> Search:
    from otherminds.lab.walton_rivers.hanabi.published import as_published

    return as_published(search, january=january)


def program_bmcts(iterations: int = 800, *, light: bool = False, seats: int = 4) -> Search:
    """BMCTS as Ledford's released program has it, with its defects.

    Args:
        iterations: for each decision.
        light: LD-BMCTS.
        seats: of the game.
    """
    from otherminds.lab.ledford.program import program_bmcts

    return program_bmcts(iterations, light=light, seats=seats)


def ga_controller(*, flawed: bool = True, first_seat: bool = False) -> Player:
    """The genetic controller as published, which acts at every third tick only.

    Args:
        flawed: it acts at every third tick, by the plan that it made three ticks before; otherwise
            it plans and acts at each tick.
        first_seat: it plans for seat 0 whatever its own seat is.
    """
    from otherminds.lab.walton_rivers.agents import GAController

    return GAController(flawed=flawed, first_seat=first_seat)


def published_mcts(budget: BudgetLike = "medium", *, edition: int = 2, seats: int = 2) -> Search:
    """MCTS of the published program, whose bound counts one visit more at the parent.

    Args:
        budget: what a move may cost.
        edition: of the program, 1 or 2, which differ in how equal moves are told apart.
        seats: of the game.
    """
    from otherminds.lab.walton_rivers.agents import mcts

    return mcts(budget, edition=edition, seats=seats)


def published_tiny_coop_predictor(
    partner: PolicyLike = "follow_the_flare",
    budget: BudgetLike = "medium",
    *,
    recall: int = 0,
    seats: int = 2,
) -> Search:
    """Predictor MCTS of the published program, second edition.

    Args:
        partner: the policy, which can be a search.
        budget: what a move may cost, not counting searches of the partner's.
        recall: answers that such a search has for one position; 0 lets it plan anew each time.
        seats: of the game.
    """
    from otherminds.lab.walton_rivers.agents import predictor

    return predictor(partner, budget, seats=seats, recall=recall)


def published_vari_ga() -> Evolve:
    """VariGA of the published program, whose mutation by a mistake keeps most plans short."""
    from otherminds.lab.walton_rivers.agents import vari_ga

    return vari_ga()


def published_is_mcts(iterations: int = 1000, *, january: bool = False) -> Search:
    """IS-MCTS of the published program, with what it does otherwise than its text.

    Args:
        iterations: for each move.
        january: the state of January 2017, in which worlds also forget the own cards that were
            played or discarded, and deep returns are discounted.
    """
    return _as_published(hanabi.is_mcts(iterations), january)


def published_predictor(
    partner: PolicyLike = "iggi", iterations: int = 1000, *, january: bool = False
) -> Search:
    """Predictor IS-MCTS of the published program; see ``published_is_mcts``."""
    return _as_published(hanabi.predictor(partner, iterations), january)


def published_policy_mcts(
    policy: PolicyLike = "iggi", iterations: int = 1000, *, january: bool = False
) -> Search:
    """IS-MCTS Policy of the published program; see ``published_is_mcts``."""
    return _as_published(hanabi.policy_mcts(policy, iterations), january)


def published_mcs(
    policy: PolicyLike = "iggi", iterations: int = 1000, *, january: bool = False
) -> Search:
    """MCS of the published program; see ``published_is_mcts``."""
    return _as_published(hanabi.mcs(policy, iterations), january)


CLUEDO = (recipe(program_bmcts, source="the program of Ledford 2018", added_by=_US),)

HANABI = tuple(
    recipe(make, source=_WALTON_RIVERS, added_by=_US)
    for make in (published_is_mcts, published_predictor, published_policy_mcts, published_mcs)
)

TINY_COOP = (
    recipe(ga_controller, source=_WALTON_RIVERS, added_by=_US),
    recipe(published_mcts, source=_WALTON_RIVERS, added_by=_US),
    recipe(
        published_tiny_coop_predictor,
        name="published_predictor",
        source=_WALTON_RIVERS,
        added_by=_US,
    ),
    recipe(published_vari_ga, source=_WALTON_RIVERS, added_by=_US),
)
