"""An agent as a player of hanab.live."""

from __future__ import annotations

import os

import click

from otherminds.agents import parse_player
from otherminds.arena.plan import MOST_GAMES
from otherminds.cli.terminal import Count, say
from otherminds.contracts import OptionError
from otherminds.games import load

__all__ = ["hanab_live"]

_USER, _PASSWORD = "HANAB_LIVE_USER", "HANAB_LIVE_PASSWORD"


@click.command()
@click.option("--agent", default="best", show_default=True, help="Who plays.")
@click.option("--table", type=int, help="Join this table at once; else it waits for invitations.")
@click.option("--table-password", default="", help="The password of that table.")
@click.option(
    "--games",
    type=Count(0, MOST_GAMES),
    default=0,
    help="How many to play; 0, the default: no end.",
)
@click.option("--server", default="https://hanab.live", show_default=True, help="Where.")
@click.option("--seed", default=0, show_default=True, help="Decides what the agent draws.")
def hanab_live(
    agent: str, table: int | None, table_password: str, games: int, server: str, seed: int
) -> None:
    """Play Hanabi on hanab.live with people who invite it.

    The account stands in the environment: HANAB_LIVE_USER and HANAB_LIVE_PASSWORD. At the site,
    people sit down at a table and send the account the private message /join.

    Example: otherminds hanab-live --agent best
    """
    from otherminds.interop.hanab_live_bot import HanabLiveBot
    from otherminds.interop.hanab_live_connection import play_on

    user, password = os.environ.get(_USER, ""), os.environ.get(_PASSWORD, "")
    if not user or not password:
        raise OptionError(
            f"Name the account in the environment: {_USER}=NAME {_PASSWORD}=... otherminds "
            "hanab-live"
        )
    player = parse_player(agent, load("hanabi", players=3))  # some agents need three players
    bot = HanabLiveBot(player, seed=seed, table=table, password=table_password, tell=say)
    play_on(server, user, password, bot, games=games)
