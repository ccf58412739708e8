"""How often players choose each type of action, counted in their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from otherminds.learn.records import Record
from otherminds.search import TypeDistribution
from otherminds.search.counted_types import SetOfTypes, distribution_of

__all__ = ["count_types", "learn_types"]


def count_types(records: Iterable[Record], *, when: str | None = None) -> list[SetOfTypes]:
    """How often each type was chosen, for each set of types that was legal.

    Decisions between actions of one type tell nothing of types and are left out.

    Args:
        records: the games, with the seats whose decisions count.
        when: only decisions in which this type is legal: with "end turn", those of Catan after the
            roll, which are those that Dobre (2018) counted.
    """
    chosen: dict[frozenset[str], Counter[str]] = {}
    for record in records:
        game = record.start.game
        names = list(game.action_types)
        for state, action in record.decisions():
            legal = frozenset(names[kind] for kind in state.legal_types())
            if len(legal) > 1 and (when is None or when in legal):
                chosen.setdefault(legal, Counter())[names[game.type_of(action)]] += 1
    ordered = sorted(chosen, key=lambda legal: (-chosen[legal].total(), sorted(legal)))
    return [SetOfTypes(legal, chosen[legal]) for legal in ordered]


def learn_types(
    records: Iterable[Record],
    *,
    when: str | None = None,
    conditioned: bool = True,
    backoff: str = "per_type",
    temperature: float = 1.0,
) -> TypeDistribution:
    """A type distribution from games: a player, a roll-out, or a prior of a search.

    Args:
        records: the games, with the seats whose decisions count.
        when: as in `count_types`.
        conditioned: a share for each set of types that was legal, not only one for all positions.
        backoff: what holds where a set, or a type in it, was never seen; see `TypeDistribution`.
        temperature: shares to the power ``1 / temperature``.

    Raises:
        OptionError: there was no decision between types.

    Examples:
        >>> from otherminds import load, play_match
        >>> game = load("catan", points=5, players=2)
        >>> records = [Record.of(play_match(game, ["stac", "value"], seed=1))]
        >>> shares = dict(learn_types(records, when="end turn").weights)
        >>> 0 < shares["end turn"] < 1
        True
    """
    counted = count_types(records, when=when)
    return distribution_of(
        counted, conditioned=conditioned, backoff=backoff, temperature=temperature
    )
