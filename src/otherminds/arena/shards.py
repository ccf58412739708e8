"""Shards: parts of a tournament that several machines play apart, each into a file of its own.

A shard plays every n-th block, so it does not change when more games are asked for, and shards
together play each match once. `otherminds.arena.merging` puts their files together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from otherminds.contracts import OptionError

__all__ = ["WHOLE", "Shard", "parse_shard"]

MOST_SHARDS = 1_000_000


@dataclass(frozen=True)
class Shard:
    """One part of several.

    Attributes:
        number: which one, from 1 on.
        of: how many there are.
    """

    number: int
    of: int

    def __post_init__(self) -> None:
        """Refuse a part that there is not."""
        if not 1 <= self.number <= self.of <= MOST_SHARDS:
            raise OptionError(
                f"There is no shard {self.number} of {self.of}; shards of {self.of} are 1 to "
                f"{self.of}."
            )

    def has(self, block: int) -> bool:
        """Whether a block belongs to it."""
        return block % self.of == self.number - 1

    def count(self, blocks: int) -> int:
        """How many of the first blocks belong to it."""
        return len(range(self.number - 1, blocks, self.of))


WHOLE = Shard(1, 1)
"""All of a tournament."""


def parse_shard(text: str) -> Shard:
    """Read ``3/16``.

    Raises:
        OptionError: it is something else.

    Examples:
        >>> parse_shard("3/16")
        Shard(number=3, of=16)
    """
    written = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text, re.ASCII)
    if written is None:
        raise OptionError(f"{text!r:.40} is not a shard; write 3/16 for the third of sixteen.")
    return Shard(int(written[1]), int(written[2]))
