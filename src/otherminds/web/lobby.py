"""What the lobby shows: games with their options, who can play them, results files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from otherminds import __version__
from otherminds.agents.catalogue import Entry
from otherminds.agents.catalogue import agents as catalogue_of
from otherminds.agents.game_options import game_options
from otherminds.agents.levels import has_levels, levels
from otherminds.agents.options import AgentOption
from otherminds.arena.metrics import replayed
from otherminds.arena.recorded import RecordedTournament
from otherminds.arena.rows import Row
from otherminds.arena.store import Store
from otherminds.contracts import OptionError
from otherminds.games import load
from otherminds.games.drawings import drawing
from otherminds.games.words import goal, seat_name
from otherminds.web.replies import GameDetails, Lobby, Stored, StoredMatches
from otherminds.web.requests import ListMatches, LookUpGame, OpenMatch
from otherminds.web.settings import SeatSetting, ServerOptions, TableSettings, new_token
from otherminds.web.shown import (
    AgentInfo,
    GameInfo,
    LevelInfo,
    Limits,
    Option,
    StoredMatch,
    StoredTournament,
    StudyInfo,
)
from otherminds.web.tables import Tables
from otherminds.web.titles import summary_of, title_of

__all__ = ["game_details", "lobby", "open_match", "stored", "stored_matches"]

_AT_ONCE = 100
"""Matches of a stored tournament in one message."""


def lobby(tables: Tables) -> Lobby:
    """What there is."""
    options = tables.options
    return Lobby(
        version=__version__,
        games=[_game_info(name) for name in tables.game_names()],
        opened=options.opened,
        studies=[
            StudyInfo(name=name, title=study.title, summary=study.summary)
            for name, study in options.studies.items()
        ],
        stores=len(options.results),
        limits=Limits(
            tables=options.tables, seconds=options.seconds, allow_imports=options.allow_imports
        ),
    )


@lru_cache(maxsize=64)
def _game_info(name: str) -> GameInfo:
    game = load(name)
    return GameInfo(
        name=name,
        title=title_of(name),
        summary=summary_of(name),
        seats=game.seats,
        hidden=not game.perfect_information,
        drawn=drawing(game.initial_state()) is not None,
        levels=len(levels(game.name)) if has_levels(game.name) else 0,
        options=[_shown(option) for option in game_options(name)],
    )


def game_details(tables: Tables, asked: LookUpGame) -> GameDetails:
    """A game with these options: its seats, and who can play it.

    Raises:
        OptionError: there is no such game or option.
    """
    game = tables.game(asked.game, dict(asked.options))
    catalogue = catalogue_of(game)
    graded = levels(game.name) if has_levels(game.name) else ()
    return GameDetails(
        request=asked.request,
        game=repr(game),
        seats=game.seats,
        seat_names=[seat_name(game, seat) for seat in range(game.seats)],
        goals=[goal(game, seat) for seat in range(game.seats)],
        best=catalogue.best,
        agents=[_agent_info(entry) for entry in catalogue.values()],
        levels=[
            LevelInfo(
                number=number,
                player=level.player,
                strength=level.strength,
                low=level.low,
                high=level.high,
            )
            for number, level in enumerate(graded, start=1)
        ],
    )


def _agent_info(entry: Entry) -> AgentInfo:
    return AgentInfo(
        name=entry.name,
        text=entry.text,
        summary=entry.summary,
        source=entry.source,
        honesty=entry.honesty,
        # Other packages may take seconds to make an agent, which its cost is looked up by.
        cost="" if entry.added_by else entry.cost_text,
        options=[_shown(option) for option in entry.options if not option.quirk],
    )


def _shown(option: AgentOption) -> Option:
    """An option as a form shows it."""
    default = option.default
    return Option(
        name=option.name,
        kind=option.kind,
        default=default if isinstance(default, bool | int | float | str | None) else str(default),
        summary=option.summary,
        choices=list(option.choices),
        free=option.free,
        least=option.least,
        most=option.most,
        above=option.above,
        below=option.below,
        optional=option.optional,
    )


# Results files ------------------------------------------------------------------------------------


def stored(options: ServerOptions, request: int | None) -> Stored:
    """The tournaments of all results files."""
    found = []
    for file, path in enumerate(options.results):
        with Store(path, reading=True) as store:
            for each in store.tournaments():
                if each.damage is not None:
                    continue
                tournament = each.read(allow_imports=options.allow_imports)
                found.append(
                    StoredTournament(
                        file=file,
                        name=Path(path).name,
                        key=each.key,
                        game=tournament.game,
                        players=list(tournament.players),
                        matches=each.matches,
                    )
                )
    return Stored(request=request, tournaments=found)


def stored_matches(options: ServerOptions, asked: ListMatches) -> StoredMatches:
    """Some matches of a tournament, in the order of their places."""
    tournament, rows = stored_rows(options, asked.file, asked.key)
    some = rows[asked.first : asked.first + _AT_ONCE]
    return StoredMatches(
        request=asked.request,
        first=asked.first,
        total=len(rows),
        matches=[
            StoredMatch(
                number=asked.first + place,
                players=[tournament.players[player] for player in row.seats],
                returns=list(row.returns),
                moves=len(row.moves),
            )
            for place, row in enumerate(some)
        ],
    )


def stored_rows(
    options: ServerOptions, file: int, key: str
) -> tuple[RecordedTournament, list[Row]]:
    """A stored tournament and its matches, in the order of their places.

    Raises:
        OptionError: there is no such file or tournament.
    """
    if file >= len(options.results):
        raise OptionError(f"The server was started with {len(options.results)} results files.")
    with Store(options.results[file], reading=True) as store:
        for each in store.tournaments():
            if each.key == key:
                tournament = each.read(allow_imports=options.allow_imports)
                return tournament, store.read(each.number, tournament)[0]
    raise OptionError(f"{Path(options.results[file]).name} has no tournament {key}.")


def open_match(tables: Tables, asked: OpenMatch) -> TableSettings:
    """A stored match as a table whose game is over.

    Raises:
        OptionError: there is no such match.
    """
    tournament, rows = stored_rows(tables.options, asked.file, asked.key)
    if asked.number >= len(rows):
        raise OptionError(f"There are {len(rows)} matches; the first is 0.")
    row = rows[asked.number]
    match = replayed(tournament, row)
    settings = TableSettings(
        id=new_token(),
        game=tournament.game,
        options=dict(tournament.options),
        people=[SeatSetting(kind="agent", name=text, player=text) for text in match.players],
        tokens=[""] * len(match.players),
        watch=new_token(),
        seed=tournament.seed,
        minds="open",
        opening=list(match.moves),
        streams=(match.block, match.index),
    )
    tables.open(settings)
    tables.keeper.add_result(settings.id, 0, (row.returns, row.forfeit, row.reason))
    return settings
