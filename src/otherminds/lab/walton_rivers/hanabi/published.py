"""Searches of Hanabi as Walton-Rivers' program of 2017 has them, with its defects."""

from __future__ import annotations

from dataclasses import replace

from otherminds.contracts import OptionError
from otherminds.search import InformationSets, Played, Policies, Quirks, Search, Uniform

__all__ = ["as_published"]


def as_published(search: Search, *, january: bool = False) -> Search:
    """A search of `otherminds.agents.hanabi` with all that the author's program does otherwise.

    Roll-outs begin with the searching player and leave out a move that is new; roll-out policies
    do not count their own hand as unseen, and those of `mcs` propose the moves to try; a model
    yields to the bandit; availability counts choices of the bandit only; worlds forget that the
    last round runs. The page of the source has them all.

    Args:
        search: from `is_mcts`, `predictor`, `policy_mcts` or `mcs`.
        january: the state of January 2017, in which worlds forget the own cards that were played or
            discarded as well, and deep returns are discounted.

    Raises:
        OptionError: it is another kind of search.

    Examples:
        >>> from otherminds.agents.hanabi import is_mcts
        >>> quirks = as_published(is_mcts(100)).quirks
        >>> quirks.searcher_first, quirks.misses_hand, quirks.forgets
        (True, False, ('last_round',))
    """
    if not (
        isinstance(search.hidden, InformationSets) and isinstance(search.rollout, Uniform | Played)
    ):
        raise OptionError(f"The author's program has no search like {search!r}.")
    played = isinstance(search.rollout, Played)
    quirks = Quirks(
        searcher_first=True,
        skips_new_move=True,
        misses_hand=played,
        opens=played and search.tree.depth == 1,
        yields=isinstance(search.others, Policies),
        ignores_first_tries=True,
        discount=0.95 if january else 1.0,
        forgets=("own_cards", "last_round") if january else ("last_round",),
    )
    return replace(search, quirks=quirks)
