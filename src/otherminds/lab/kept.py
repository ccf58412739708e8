"""Results that last: one small compressed file per tournament, in a folder under version control.

A file is the text below, compressed; the same rows always give the same bytes. The first line is a
JSON object: what was played (``plan``), everything that could change a result (``description``, as
`Tournament.description` has it), whether a seed decides the games (``replayable``: not where a
budget is in seconds), and the signatures of the code that played (``builds``). Each further line is
one match as a JSON list: line-up, block, match, place in ``builds``, returns, acts of each seat,
digest of the moves, numbers of the final position, moves or null, and for a forfeit its seat and
reason.

Moves stay where a search has played. Of players that answer at once they can be had again in a
moment, so that only those of the first blocks are kept.

Files are written whole beside the old one and then put in its place, so that a kill leaves one or
the other, and rows are only ever added.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import lzma
import os
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from otherminds.arena.plan import Tournament
from otherminds.arena.recorded import recipe_text
from otherminds.arena.rows import Row, decode_moves, encode_moves
from otherminds.arena.store import StoreError
from otherminds.contracts import OthermindsError, Policy
from otherminds.contracts.files import write_whole
from otherminds.lab.kept_rows import NOT_KEPT, KeptRow, digest
from otherminds.lab.numbers import computed_numbers

__all__ = ["Kept", "KeptFile", "identity", "is_replayable", "readable"]

BLOCKS_WITH_MOVES = 40
"""Of tournaments in which nobody searches."""

LAYOUT = 1
_ENDING = ".jsonl.xz"
_LOCK = ".lock"
_BUILDS = "builds.json"
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24}]


@dataclass(frozen=True, eq=False)
class KeptFile:
    """The first line of a file, and where it lies."""

    path: Path
    plan: Mapping[str, Any]
    replayable: bool
    builds: tuple[str, ...]

    def tournament(self) -> Tournament:
        """What was played.

        Raises:
            OthermindsError: a player or an option is not there any more.
        """
        values = dict(self.plan)
        line_ups = values["line_ups"]
        return Tournament(
            game=values["game"],
            players=tuple(values["players"]),
            options=tuple(sorted(values["options"].items())),
            line_ups=line_ups if isinstance(line_ups, str) else tuple(map(tuple, line_ups)),
            seed=values["seed"],
            series=values["series"],
            move_seconds=values["move_seconds"],
        )


def _description(tournament: Tournament) -> dict[str, Any]:
    """Everything that can change a result but the version, whose part signatures play here."""
    described = tournament.description()
    return {name: value for name, value in described.items() if name != "otherminds"}


def identity(tournament: Tournament) -> str:
    """The name under which a tournament is kept: the same for what must play the same."""
    text = json.dumps(_description(tournament), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_replayable(tournament: Tournament) -> bool:
    """Whether a seed decides its games, which a budget in seconds prevents."""
    described = _description(tournament)
    return tournament.move_seconds is None and not _timed(
        (described["players"], described["recipes"])
    )


def _timed(value: Any) -> bool:
    if isinstance(value, Mapping):
        return bool(value.get("seconds")) or any(map(_timed, value.values()))
    return isinstance(value, list | tuple) and any(map(_timed, value))


class Kept:
    """A folder of results that last.

    Args:
        folder: where they lie; it is made when something is kept.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    def path(self, tournament: Tournament) -> Path:
        """The file of a tournament."""
        return self.folder / tournament.game / f"{identity(tournament)}{_ENDING}"

    def rows(self, tournament: Tournament) -> list[KeptRow]:
        """What is kept of a tournament, by line-up, block and match.

        Raises:
            StoreError: the file is damaged.
        """
        path = self.path(tournament)
        if not path.exists():
            return []
        head, rows = _read(path)
        seats: dict[tuple[int, int], tuple[int, ...]] = {}
        found = []
        for values in rows:
            place = values[0], values[2]
            if place not in seats:
                known = tournament.seats_of(*place)
                if known is None:
                    raise _damaged(path, "it has a match that the tournament has not")
                seats[place] = known
            found.append(_row(values, seats[place], head["builds"]))
        return found

    def keep(self, tournament: Tournament, rows: Iterable[Row], build: str) -> int:
        """Add what is not there yet, under the signature of the code that played it.

        Of series only whole ones are taken, and no match whose moves the rules do not allow.

        Returns:
            How many matches were added.
        """
        with self._alone(tournament.game):
            known = {(row.line_up, row.block, row.match): row for row in self.rows(tournament)}
            fresh = [row for row in rows if (row.line_up, row.block, row.match) not in known]
            if tournament.series:
                lengths = Counter((row.line_up, row.block) for row in fresh)
                fresh = [
                    row for row in fresh if lengths[row.line_up, row.block] == tournament.series
                ]
            if not fresh:
                return 0
            searched = not all(isinstance(each, Policy) for each in tournament.recipes)
            added, refused = [], 0
            for row in fresh:
                try:
                    added.append(_kept(tournament, row, build, searched))
                except OthermindsError:
                    refused += 1
            if refused:
                warnings.warn(
                    f"{refused:,} matches of {' - '.join(tournament.players)} have moves that the "
                    "rules do not allow; they were not kept.",
                    stacklevel=2,
                )
            whole = sorted(
                [*known.values(), *added], key=lambda row: (row.line_up, row.block, row.match)
            )
            _write(self.path(tournament), tournament, whole)
        return len(added)

    def files(self) -> list[KeptFile]:
        """The first lines of all files, by path."""
        return [_file(path) for path in sorted(self.folder.glob(f"*/*{_ENDING}"))]

    def builds(self) -> dict[str, str]:
        """The build of record of each game: rows of another are older ones.

        It is written down, so that pages are the same wherever they are made.
        """
        path = self.folder / _BUILDS
        found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return found

    def note_builds(self, builds: Mapping[str, str]) -> None:
        """Write down the builds of record."""
        write_whole(
            self.folder / _BUILDS, json.dumps(dict(sorted(builds.items())), indent=1) + "\n"
        )

    def builds_of(self, file: KeptFile) -> list[str]:
        """The signature of each match of a file, in its order."""
        head, rows = _read(file.path)
        return [head["builds"][values[3]] for values in rows]

    @contextmanager
    def _alone(self, game: str) -> Iterator[None]:
        """Keep other processes from writing meanwhile."""
        folder = self.folder / game
        folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / _LOCK, "w", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _kept(tournament: Tournament, row: Row, build: str, searched: bool) -> KeptRow:
    stays = searched or row.block < BLOCKS_WITH_MOVES
    values = {part.name: getattr(row, part.name) for part in fields(Row)}
    values["moves"] = row.moves if stays else NOT_KEPT
    values["seconds"] = (0.0,) * len(row.seats)
    return KeptRow(
        **values,
        build=build,
        digest=digest(row.moves),
        numbers=computed_numbers(tournament, row),
    )


def _write(path: Path, tournament: Tournament, rows: Sequence[KeptRow]) -> None:
    builds = list(dict.fromkeys(row.build for row in rows))
    head = {
        "layout": LAYOUT,
        "plan": json.loads(recipe_text(tournament)),
        "description": _description(tournament),
        "replayable": is_replayable(tournament),
        "builds": builds,
    }
    lines = [json.dumps(head, separators=(",", ":"), sort_keys=True)]
    for row in rows:
        moves = None if row.moves is NOT_KEPT else encode_moves(row.moves).hex()
        values = [
            row.line_up,
            row.block,
            row.match,
            builds.index(row.build),
            [_short(value) for value in row.returns],
            row.acts,
            row.digest,
            {name: _short(value) for name, value in row.numbers},
            moves,
        ]
        if row.forfeit is not None:
            values += [row.forfeit, row.reason]
        lines.append(json.dumps(values, separators=(",", ":")))
    data = "\n".join(lines).encode() + b"\n"
    packed = lzma.compress(data, format=lzma.FORMAT_XZ, filters=_FILTERS)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "wb") as file:
        file.write(packed)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def _short(value: float) -> float | int:
    """A whole number without its point."""
    return int(value) if value == int(value) else value


def _lines(path: Path) -> list[bytes]:
    try:
        return lzma.decompress(path.read_bytes()).splitlines()
    except (OSError, lzma.LZMAError, EOFError) as error:
        raise _damaged(path, str(error)) from error


def _head(path: Path, line: bytes) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads(line)
        known = head["layout"]
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(path, "its first line says nothing") from error
    if known != LAYOUT:
        raise StoreError(f"{path} has the layout {known}; this version reads layout {LAYOUT}.")
    return head


def _read(path: Path) -> tuple[dict[str, Any], list[list[Any]]]:
    first, *rest = _lines(path) or [b""]
    try:
        return _head(path, first), [json.loads(line) for line in rest]
    except ValueError as error:
        raise _damaged(path, "a line of it is not JSON") from error


def _file(path: Path) -> KeptFile:
    """Only as much of a file as its first line takes."""
    with lzma.open(path) as file:
        try:
            head = _head(path, file.readline())
        except (lzma.LZMAError, EOFError) as error:
            raise _damaged(path, str(error)) from error
    return KeptFile(path, head["plan"], head["replayable"], tuple(head["builds"]))


def _row(values: Sequence[Any], seats: tuple[int, ...], builds: Sequence[str]) -> KeptRow:
    line_up, block, match, build, returns, acts, moves_digest, numbers, moves, *forfeit = values
    return KeptRow(
        line_up,
        block,
        match,
        seats,
        tuple(map(float, returns)),
        tuple(acts),
        (0.0,) * len(seats),
        NOT_KEPT if moves is None else decode_moves(bytes.fromhex(moves)),
        forfeit[0] if forfeit else None,
        forfeit[1] if forfeit else None,
        build=builds[build],
        digest=moves_digest,
        numbers=tuple((name, float(value)) for name, value in numbers.items()),
    )


def _damaged(path: Path, reason: str) -> StoreError:
    return StoreError(
        f"{path} is damaged: {reason}. Take the committed file again, or remove it and reproduce "
        "its claims."
    )


def readable(file: KeptFile) -> Tournament | None:
    """The tournament of a file if it is planned today as it was then, else None."""
    try:
        tournament = file.tournament()
    except OthermindsError:
        return None
    return tournament if file.path.name == f"{identity(tournament)}{_ENDING}" else None
