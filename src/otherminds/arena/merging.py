"""One store of several: what shards on several machines have played."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherminds.arena.recorded import StoreError
from otherminds.arena.rows import Damaged, Row
from otherminds.arena.store import Store, StoredRow
from otherminds.contracts import OptionError

__all__ = ["Merged", "merge"]

_AT_ONCE = 10_000
"""Rows between two commits."""

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Merged:
    """What one file had of one tournament.

    Attributes:
        file: where it stands.
        key: of the tournament.
        added: matches that are new in the merged store.
        known: matches that were there already, move for move the same.
        damaged: rows that were left out.
    """

    file: str
    key: str
    added: int
    known: int
    damaged: int


def merge(
    sources: Sequence[str | Path],
    target: str | Path,
    *,
    watch: Callable[[Merged], None] | None = None,
) -> list[Merged]:
    """Add the matches of some stores to one, which may have some of them already.

    Nothing that the files name is imported or started. Done twice, it adds nothing the second time.

    Args:
        sources: the files to read.
        target: the file to write; one that is not there is created.
        watch: called with each result as it comes.

    Raises:
        StoreError: a file is not a store, or two have different games in one place.
        OptionError: a source is the target itself.

    Examples:
        >>> merge([], ":memory:")
        []
    """
    for source in sources:
        if os.path.exists(target) and os.path.exists(source) and os.path.samefile(source, target):
            raise OptionError(f"{source} cannot be merged into itself.")
    done: list[Merged] = []
    for source in sources:  # what is no store is better known before anything is written
        Store(source, reading=True).close()
    with Store(target) as into:
        for source in sources:
            with Store(source, reading=True) as store:
                for stored in store.tournaments():
                    if stored.damage is not None or stored.older:
                        why = stored.damage or "it is of the first layout"
                        raise StoreError(
                            f"Tournament {stored.key} in {source} cannot be merged: {why}."
                        )
                    done.append(_merge_one(store, stored.number, stored.key, into, str(source)))
                    if watch:
                        watch(done[-1])
    return done


def _merge_one(store: Store, number: int, key: str, into: Store, file: str) -> Merged:
    there = into.adopt(store.entry(number))
    before = {_place(row): _facts(row) for row in into.rows(there)}
    new: list[StoredRow] = []
    added = known = damaged = 0
    for row, values in store.rows_as_stored(number):
        if values is None or isinstance(row, Damaged):
            damaged += 1
            continue
        facts = before.setdefault(_place(row), _facts(row))
        if facts != _facts(row):
            raise StoreError(
                f"Line-up {row.line_up}, block {row.block}, match {row.match} of tournament {key} "
                f"went otherwise in {file} than in {into.path}: they were played by different "
                "builds, or an agent draws numbers of its own. They must not be mixed."
            )
        new.append(values)
        if len(new) == _AT_ONCE:
            added += into.add(there, new)
            known += len(new)
            new = []
    added += into.add(there, new)
    known += len(new)
    return Merged(file, key, added, known - added, damaged)


def _place(row: Row) -> Place:
    return row.line_up, row.block, row.match


def _facts(row: Row) -> int:
    """Everything but the times, as a number that differs where the rows do."""
    return hash((row.seats, row.returns, row.acts, row.moves, row.forfeit, row.reason))
