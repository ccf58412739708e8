"""Check a results file, and repair it."""

from __future__ import annotations

import sys

import click
from rich.text import Text

from otherminds.arena.checking import Checked, check, repair
from otherminds.arena.store import Store
from otherminds.cli.stored import allow_imports, repair_hint
from otherminds.cli.terminal import Terminal, say
from otherminds.contracts import OthermindsError

__all__ = ["check_file"]

LISTED = 20
"""Damaged rows of a tournament that are listed without --all."""


@click.command("check")
@click.argument("path", metavar="FILE")
@click.option("--repair", "repairing", is_flag=True, help="Play damaged matches again.")
@click.option("--all", "every", is_flag=True, help=f"List more than {LISTED} damaged rows.")
@allow_imports
def check_file(path: str, repairing: bool, every: bool, imports: bool) -> None:
    """Check every row of a results file, and play damaged matches again.

    A row has to fit its checksum, the plan of its tournament and the rules of its game: all its
    moves are made again. Exit code 1 says that something is damaged.

    Example: otherminds check results.db --repair
    """
    with Store(path, reading=True) as store:  # also says that the file is there
        broken = store.broken_pages()
    if broken:
        say(f"The file itself is damaged: {broken}.")
    console = Terminal(stderr=True)
    whole = not broken
    with Store(path, reading=not repairing) as store:
        if repairing:
            store.renew()
        with console.status(Text("Checking ...")) as status:

            def watch(rows: int) -> None:
                status.update(Text(f"{rows:,} rows checked"))

            found = list(check(store, allow_imports=imports, watch=watch))
        if not found:
            say(f"{path} holds no tournaments.")
        for checked in found:
            _tell(checked, every)
            if checked.damaged and repairing:
                whole &= _repair(store, checked, imports)
            else:
                whole &= not checked.damaged and checked.stored.damage is None
    if not whole:
        if not repairing:
            say(repair_hint(path))
        sys.exit(1)


def _tell(checked: Checked, every: bool) -> None:
    rows = checked.rows + len(checked.damaged)
    counted = f"{rows:,} row" if rows == 1 else f"{rows:,} rows"
    say(f"Tournament {checked.stored.key}: {counted}, {len(checked.damaged):,} damaged.")
    if checked.unread:
        say(f"  {checked.unread}")
    listed = checked.damaged if every else checked.damaged[:LISTED]
    for row in listed:
        say(f"  {row}")
    if len(listed) < len(checked.damaged):
        say(f"  and {len(checked.damaged) - len(listed):,} more; --all lists them")


def _repair(store: Store, checked: Checked, imports: bool) -> bool:
    """Repair one tournament, and say how; whether all of it is sound now."""
    try:
        done = repair(store, checked, allow_imports=imports)
    except OthermindsError as error:
        say(f"  Not repaired: {error}")
        return False
    if done.played:
        again = "match was" if done.played == 1 else "matches were"
        say(f"  {done.played:,} {again} played again.")
    if done.removed:
        rows = "row was" if done.removed == 1 else "rows were"
        say(f"  {done.removed:,} {rows} removed; run the tournament again to play what is missing.")
    if done.left:
        say(f"  Not repaired: {done.left:,}, which another process plays or nobody can find.")
    return not done.left
