"""Our agents as engines of Othello programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Protocol

import click

from otherminds.agents import parse_player
from otherminds.games import load

__all__ = ["gtp", "nboard"]


class _Engine(Protocol):
    def answers(self, lines: Iterator[str], /) -> Iterator[str]:
        """What the engine says to the lines that it is told."""


def _serve(engine: _Engine, end: str) -> None:
    for answer in engine.answers(iter(sys.stdin.readline, "")):
        sys.stdout.write(answer + end)
        sys.stdout.flush()


_agent = click.option("--agent", default="best", show_default=True, help="Who plays.")
_seed = click.option("--seed", default=0, show_default=True, help="Decides what the agent draws.")


@click.command()
@_agent
@_seed
def gtp(agent: str, seed: int) -> None:
    """Be an engine of an Othello program that speaks GTP, such as Quarry.

    Example: otherminds gtp --agent "search(seconds=2)"
    """
    from otherminds.interop.gtp import GtpEngine

    _serve(GtpEngine(parse_player(agent, load("othello")), seed=seed), "")


@click.command()
@_agent
@_seed
def nboard(agent: str, seed: int) -> None:
    """Be an engine of an Othello program that speaks NBoard 2, such as NBoard.

    Example: otherminds nboard --agent "search(seconds=2)"
    """
    from otherminds.interop.nboard import NBoardEngine

    _serve(NBoardEngine(parse_player(agent, load("othello")), seed=seed), "\n")
