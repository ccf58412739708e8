"""What kinds of actions people choose in Catan, counted in their games."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files

from otherminds.search import TypeDistribution
from otherminds.search.counted_types import SetOfTypes, distribution_of

__all__ = ["HumanTypes", "human_types"]


@dataclass(frozen=True)
class HumanTypes:
    """The counts behind `human_types`.

    Attributes:
        provenance: whose games they are, and who counted.
        sets: how often each type was chosen where exactly some types were legal.
        as_printed: how often each type was chosen in all, by the author's program, which counts
            the first decisions of some sets more than once.
    """

    provenance: str
    sets: tuple[SetOfTypes, ...]
    as_printed: dict[str, int]

    @classmethod
    def read(cls) -> HumanTypes:
        """The counts that the package has."""
        given = json.loads(files(__package__).joinpath("human_types.json").read_text("utf-8"))
        sets = tuple(
            SetOfTypes(frozenset(each["legal"]), Counter(each["chosen"])) for each in given["sets"]
        )
        return cls(given["provenance"], sets, given["as_printed"])


def human_types(*, conditioned: bool = True, temperature: float = 1.0) -> TypeDistribution:
    """How often people choose each type of action after the roll, of those that are legal.

    7,458 decisions of about 60 games, counted by Dobre (2018), after the roll only. The policy
    `people` draws by them there, and elsewhere any legal action; take it for roll-outs and priors.

    Args:
        conditioned: the shares where exactly the same types were legal; a type that was never
            chosen there has its share of all positions in which it was legal. Otherwise these are
            used everywhere.
        temperature: shares to the power ``1 / temperature``.

    Examples:
        >>> dict(human_types(conditioned=False).weights)["build settlement"] > 0.8
        True
    """
    return distribution_of(HumanTypes.read().sets, conditioned=conditioned, temperature=temperature)
