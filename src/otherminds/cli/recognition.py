"""Which types do players look like?"""

from __future__ import annotations

import math

import click
from rich import box
from rich.table import Table
from rich.text import Text

from otherminds.agents import parse_player, parse_players
from otherminds.arena.findings import percent
from otherminds.arena.recognition_measures import PHASES, Resemblance, recognise_all, resemblance
from otherminds.arena.review import evenly
from otherminds.arena.statistics import Interval
from otherminds.cli.recorded_games import records_in
from otherminds.cli.stored import allow_imports
from otherminds.cli.terminal import Count, Terminal
from otherminds.contracts import OptionError
from otherminds.games import parse_game
from otherminds.search import Types

__all__ = ["recognise"]

OF_OTHELLO = "max_disk, max_value, mobility"
DEFAULT = "time_weighted(10.0, 0.01, 5.0)"


def _number(value: Interval) -> str:
    if math.isnan(value.estimate):
        return "-"
    if not (math.isfinite(value.low) and math.isfinite(value.high)):
        return f"{value.estimate:.1f} [?]"
    return f"{value:.1f}"


def _whom(player: str) -> str:
    return player or "people as play records them, and of everybody in other files"


def _table(title: str, head: list[str], rows: list[list[str]]) -> Table:
    table = Table(title=Text(title), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if place else "left", no_wrap=not place)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _phase_rows(found: list[Resemblance], belief: bool) -> list[list[str]]:
    rows = []
    for each in found:
        numbers = each.posterior if belief else each.leading
        for phase in PHASES:
            cells = [percent(numbers[phase][name]) for name in each.types]
            rows.append([f"{each.name}, {phase}", *cells])
    return rows


@click.command()
@click.argument("game_text", metavar="GAME", default="othello")
@click.option(
    "--games",
    "files",
    multiple=True,
    help="A results file, games of yours (.jsonl), a game of hanab.live (.json) or a WTHOR file "
    "(.wtb); repeatable.",
)
@click.option(
    "--types",
    "types_text",
    help=f"The policies that players are compared with.  [default in Othello: {OF_OTHELLO}]",
)
@click.option("--player", default="", help="Whom to look at; by default all people, or everybody.")
@click.option("--posterior", default=DEFAULT, show_default=True, help="How evidence adds up.")
@click.option(
    "--likelihood",
    type=click.Choice(["indicator", "probability"]),
    default="indicator",
    show_default=True,
    help="Whether a type could have made the move, or how likely it was to.",
)
@click.option(
    "--controls",
    "controls_text",
    default="",
    help="Policies to put in the players' place; by default random and each type.",
)
@click.option(
    "--most", type=Count(1, 10**9), help="Look at this many games, evenly spaced over the files."
)
@click.option("--seed", default=0, show_default=True, help="Decides the moves of the controls.")
@allow_imports
def recognise(
    game_text: str,
    files: tuple[str, ...],
    types_text: str | None,
    player: str,
    posterior: str,
    likelihood: str,
    controls_text: str,
    most: int | None,
    seed: int,
    imports: bool,
) -> None:
    """Say which types the players of recorded games look like.

    Beliefs are those of a search with the same types. A type that allows many moves is believed
    often whoever plays, so each number stands next to controls: policies that choose in the very
    same positions. Numbers are percentages with 95 % intervals over games.

    Example: otherminds recognise hanabi --games results.db --player piers --types "iggi, piers"
    """
    game = parse_game(game_text)
    if not files:
        raise OptionError("Name a file of games: --games results.db.")
    if types_text is None:
        if game.name != "othello":
            raise OptionError(
                'Name the types that players may be of: --types "NAME, NAME"; '
                f"otherminds agents {game.name} lists them."
            )
        types_text = OF_OTHELLO
    others = f"types([{types_text}], posterior={posterior}, likelihood='{likelihood}')"
    types = getattr(parse_player(f"search(others={others}, iterations=1)", game), "others", None)
    assert isinstance(types, Types), "the spec says so"
    controls = {
        repr(policy): policy
        for policy in parse_players(controls_text or f"random, {types_text}", game)
    }
    every = [record for file in files for record in records_in(file, game, player, imports=imports)]
    records = evenly(every, most)
    if not records:
        raise OptionError("There is no finished game in these files.")
    console = Terminal()
    with Terminal(stderr=True).status(Text("")) as shown:

        def watch(done: int) -> None:
            if done % 50 == 0:
                shown.update(f"{done:,} of {len(records):,} games")

        groups = recognise_all(
            game,
            [record.actions for record in records],
            types,
            controls,
            seats=[record.seats for record in records],
            starts=[record.start for record in records],
            seed=seed,
            watch=watch,
        )
        found = [resemblance(name, games) for name, games in groups.items()]
    names = list(found[0].types)
    console.print(
        _table(
            "most believed type, % of moves",
            ["who, when", *names],
            _phase_rows(found, belief=False),
        )
    )
    console.print(_table("mean belief, %", ["who, when", *names], _phase_rows(found, belief=True)))
    changes = [[each.name, _number(each.runs), _number(each.duration)] for each in found]
    console.print(_table("changes of type", ["who", "runs per game", "moves per run"], changes))
    fit = [
        [
            each.name,
            percent(each.fits_none),
            percent(each.fits_several),
            *(percent(each.overlap[form]) for form in ("indicator", "probability")),
        ]
        for each in found
    ]
    head = ["who", "fits no type", "fits several", "overlap, 0 or 1", "by chances"]
    console.print(_table("how moves fit the types, %", head, fit))
    plural = "game" if len(records) == 1 else "games"
    console.print(
        Text(
            f"{len(records):,} {plural} of {_whom(player)}. "
            "Controls choose in the positions of these games. Runs are stretches with the same "
            "most believed type."
        ),
        highlight=False,
    )
