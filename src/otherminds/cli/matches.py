"""One game between agents on the command line: play it, or step through a stored one."""

from __future__ import annotations

from pathlib import Path

import click

from otherminds.agents import parse_players
from otherminds.arena.match import Match, play_match
from otherminds.arena.replay_page import replay_page
from otherminds.cli.arena import OLD_NAMES
from otherminds.cli.stored import StoredMatch, allow_imports, stored_match
from otherminds.cli.terminal import Count, Terminal, say
from otherminds.contracts import OptionError
from otherminds.contracts.files import write_whole
from otherminds.games import parse_game
from otherminds.games.words import ending
from otherminds.interop.hanab_live import HanabLiveGame, share_link
from otherminds.interop.kaggle import write_kaggle

__all__ = ["match", "replay"]

_EPISODE = ".kaggle.json"


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--agents", required=True, help="A player for each seat, separated by commas.")
@click.option("--seed", default=0, show_default=True, help="Decides everything random.")
@click.option("--quiet", is_flag=True, help="Only the result.")
def match(game_text: str, agents: str, seed: int, quiet: bool) -> None:
    """Let agents play one game and show it.

    Example: otherminds match othello --agents "search(iterations=500), agent4" --seed 7
    """
    game = parse_game(game_text)
    played = play_match(game, parse_players(agents, game), seed=seed)
    *_, last = played.states()
    if not quiet:
        say(played.text())
        say(f"\n{last}")
    say(ending(last))
    for seat, (player, value) in enumerate(zip(played.players, played.returns, strict=True)):
        timed = f", {played.seconds[seat]:.2f} s" if played.seconds[seat] else ""
        say(f"seat {seat} {player}: {value:g}{timed}")


@click.command(context_settings=OLD_NAMES)
@click.argument("path", metavar="FILE")
@click.option("--tournament", "key", help="Which one, by the beginning of its key.")
@click.option(
    "--match",
    "place",
    type=Count(0, 10**12),
    default=0,
    show_default=True,
    help="Which stored match.",
)
@click.option("--all", "whole", is_flag=True, help="Do not wait after each move.")
@click.option(
    "--to",
    "target",
    help="Write a page to step through, a .html file, or an episode for Kaggle's viewers and "
    "tools, a .kaggle.json file.",
)
@click.option("--link", is_flag=True, help="Print the link of hanab.live that shows the match.")
@allow_imports
def replay(
    path: str,
    key: str | None,
    place: int,
    whole: bool,
    target: str | None,
    link: bool,
    imports: bool,
) -> None:
    """Step through a stored match, or through a game of yours (.jsonl).

    Example: otherminds replay results.db --match 3 --to match.html
    """
    _check_target(target)
    stored = stored_match(path, key, place, imports)
    played = stored.match
    console = Terminal()
    if link:
        say(_link(played))
    if target:
        write_whole(Path(target), _written(stored, target))
        console.print(f"Wrote {target}.")
    if link or target:
        return
    for seat, player in enumerate(played.players):
        console.print(f"seat {seat}: {player}")
    lines = ["", *played.lines()]
    for number, (state, line) in enumerate(zip(played.states(), lines, strict=True)):
        console.print(f"\n{number}  {line}\n{state}")
        if not whole and number < len(lines) - 1:
            click.pause("press a key for the next move, Ctrl-C to leave")
    console.print(stored.broken_off or _ending(played))
    console.print("Returns: " + ", ".join(f"{value:g}" for value in played.returns))


def _ending(played: Match) -> str:
    *_, last = played.states()
    return ending(last)


def _check_target(path: str | None) -> None:
    if path and not path.endswith((".html", _EPISODE)):
        raise OptionError(f"The ending of {path!r} is neither .html nor {_EPISODE}.")
    if path and not Path(path).absolute().parent.is_dir():
        raise OptionError(f"There is no folder for {path!r}.")


def _written(stored: StoredMatch, target: str) -> str:
    if target.endswith(_EPISODE):
        return write_kaggle(stored.match, forfeit=stored.forfeit)
    return replay_page(stored.match, ending=stored.broken_off or _ending(stored.match))


def _link(played: Match) -> str:
    if played.game.name != "hanabi":
        raise OptionError(f"hanab.live shows games of hanabi, not of {played.game.name}.")
    start = next(played.states())
    return share_link(HanabLiveGame.of(start, [action for _, action in played.moves]))
