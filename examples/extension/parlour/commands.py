"""The command ``otherminds nim-sum``."""

from __future__ import annotations

from functools import reduce
from operator import xor

import click


@click.command()
@click.argument("heaps", nargs=-1, type=int)
def nim_sum(heaps: tuple[int, ...]) -> None:
    """Print the nim-sum of heaps; 0 is lost for who has to move.

    Example: otherminds nim-sum 3 4 5
    """
    click.echo(reduce(xor, heaps, 0))
