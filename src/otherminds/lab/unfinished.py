"""Where games lie while they are played, until they are kept: a store in the folder of results.

Its name says which code plays, so that rows which a kill has left behind are kept under the right
signature, whatever runs next. It is a working file: what is in it is kept when a run ends, is
interrupted or begins, and it is not under version control.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from otherminds.arena.store import Store
from otherminds.lab.kept import Kept
from otherminds.lab.signature import signature

__all__ = ["keep_leftovers", "store_path"]

_START, _ENDING = "unfinished", ".db"


def store_path(folder: Path, games: Iterable[str]) -> Path:
    """The store in which this build plays these games; several processes may share it."""
    parts = [f"{game}-{signature(game)}" for game in sorted(set(games))]
    return folder / ("+".join([_START, *parts]) + _ENDING)


def _builds(path: Path) -> Mapping[str, str]:
    """The signature of each game, from the name of a store.

    Examples:
        >>> _builds(Path("unfinished+hanabi-12ab+tiny_coop-34cd.db"))
        {'hanabi': '12ab', 'tiny_coop': '34cd'}
    """
    parts = path.name.removesuffix(_ENDING).split("+")[1:]
    return {game: build for game, _, build in (part.partition("-") for part in parts)}


def keep_leftovers(kept: Kept) -> int:
    """Keep what earlier runs have played and not kept; how many matches that were."""
    added = 0
    for path in sorted(kept.folder.glob(f"{_START}+*{_ENDING}")):
        builds = _builds(path)
        with Store(path, reading=True) as store:
            for stored in store.tournaments():
                tournament = stored.tournament.planned(allow_imports=True)
                if stored.matches > len(kept.rows(tournament)) and tournament.game in builds:
                    rows = list(store.rows(stored.number))
                    added += kept.keep(tournament, rows, builds[tournament.game])
    return added
