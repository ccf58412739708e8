"""Type distributions from counts of what was chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from otherminds.contracts import OptionError
from otherminds.search.policies import TypeDistribution

__all__ = ["SetOfTypes", "distribution_of"]


@dataclass(frozen=True)
class SetOfTypes:
    """How often each type was chosen where exactly these types of action were legal."""

    legal: frozenset[str]
    chosen: Counter[str]


def distribution_of(
    sets: Iterable[SetOfTypes],
    *,
    conditioned: bool = True,
    backoff: str = "per_type",
    temperature: float = 1.0,
) -> TypeDistribution:
    """The shares with which types were chosen when they were legal (Dobre 2018).

    Args:
        sets: the counts.
        conditioned: a share for each set of legal types that was met, and the share of all
            positions in which a type was legal for the rest; otherwise only the latter.
        backoff: as in `TypeDistribution`.
        temperature: as in `TypeDistribution`.

    Raises:
        OptionError: nothing was counted.

    Examples:
        >>> seen = [SetOfTypes(frozenset({"bid", "pass"}), Counter(bid=3, **{"pass": 1}))]
        >>> dict(distribution_of(seen).weights)
        {'bid': 0.75, 'pass': 0.25}
    """
    known = list(sets)
    legal: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for each in known:
        legal.update(dict.fromkeys(each.legal, each.chosen.total()))
        chosen.update(each.chosen)
    if not chosen.total():
        raise OptionError("A type distribution needs at least one decision between types.")
    shares = {name: chosen[name] / legal[name] for name in sorted(legal)}
    return TypeDistribution(
        shares,
        conditioned={
            tuple(sorted(each.legal)): {
                name: count / each.chosen.total() for name, count in sorted(each.chosen.items())
            }
            for each in known
        }
        if conditioned
        else {},
        backoff=backoff,
        temperature=temperature,
    )
