"""Results files that commands read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from otherminds.arena.match import Match
from otherminds.arena.metrics import replayed
from otherminds.arena.rows import Damaged, Row
from otherminds.arena.store import Store, StoredTournament, StoreError
from otherminds.cli.records import is_played, played_match
from otherminds.cli.terminal import say
from otherminds.contracts import OptionError

__all__ = ["StoredMatch", "allow_imports", "choose_tournament", "repair_hint", "stored_match"]

allow_imports: Callable[[Any], Any] = click.option(
    "--allow-imports",
    "imports",
    is_flag=True,
    help="Import the modules that the file names, which runs their code.",
)
"""The option of every command that reads a results file."""


class StoredMatch(NamedTuple):
    """A match that a file has.

    Attributes:
        match: what was played.
        broken_off: a sentence about why it did not go to its end; empty if it did.
        forfeit: the seat that forfeited.
    """

    match: Match
    broken_off: str = ""
    forfeit: int | None = None


def choose_tournament(store: Store, key: str | None) -> StoredTournament:
    """The tournament whose key begins so; the newest without a key."""
    found = [stored for stored in store.tournaments() if stored.key.startswith(key or "")]
    if not found:
        raise OptionError(f"{store.path} has no tournament {key or ''}".rstrip() + ".")
    return found[-1]


def repair_hint(path: str) -> str:
    """What to do about damaged rows."""
    return f"Play what is damaged again by: otherminds check {path} --repair"


def stored_match(path: str, key: str | None, place: int, imports: bool) -> StoredMatch:
    """One match of a results file, by its number among all of its tournament, or a played game."""
    if is_played(path):
        return StoredMatch(*played_match(path, place))
    with Store(path, reading=True) as store:
        stored = choose_tournament(store, key)
        tournament = stored.read(allow_imports=imports)
        rows, damaged = store.read(stored.number, tournament)
    every: list[Row | Damaged] = sorted(
        [*rows, *damaged], key=lambda row: (row.line_up, row.block, row.match)
    )
    if not 0 <= place < len(every):
        raise OptionError(f"There are {len(every)} matches; the first is 0.")
    row = every[place]
    if isinstance(row, Damaged):
        raise StoreError(f"Match {place} is damaged, {row}. {repair_hint(path)}")
    if damaged:
        are = "match is" if len(damaged) == 1 else "matches are"
        say(f"{len(damaged):,} other {are} damaged. {repair_hint(path)}", err=True)
    reason = "" if row.forfeit is None else f"Seat {row.forfeit} forfeited: {row.reason}"
    return StoredMatch(replayed(tournament, row), reason, row.forfeit)
