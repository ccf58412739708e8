"""One way in for recorded games, whatever wrote them.

| file | what it is |
|---|---|
| a results file | tournaments and games at the browser table, by this package |
| `.jsonl` | games that `otherminds play` or the browser table recorded, one per line |
| `.json` | a game of hanab.live |
| `.ggf` | games of Othello in the Generic Game Format |
| `.wtb` | games of Othello in the WTHOR format |
| `.safetensors` | games of Hanabi in the format of the Ad-Hoc Human-AI Coordination Challenge |

What cannot be read is left out, counted and named: a file with one damaged line teaches with the
others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from otherminds.agents import player_text
from otherminds.arena.findings import game_words
from otherminds.arena.recorded import PERSON, is_person
from otherminds.arena.store_file import is_store_file
from otherminds.contracts import FormatError, Game, OptionError, PlayerLike, player_of
from otherminds.contracts.files import reason
from otherminds.contracts.streams import MatchStreams
from otherminds.games import load
from otherminds.interop.ggf import GgfGame, read_ggf
from otherminds.interop.hanab_live import read_hanab_live
from otherminds.interop.played import PlayedGame, played_lines
from otherminds.interop.wthor import WthorGame, each_wthor
from otherminds.learn.ah2ac2 import read_ah2ac2_games
from otherminds.learn.records import Decision, Record, records_of_store

__all__ = ["BadLine", "Games", "read_games"]


@dataclass(frozen=True)
class BadLine:
    """Something in a file that was left out.

    Attributes:
        file: which one.
        reason: what stands there and why it cannot be read, as a sentence.
    """

    file: str
    reason: str


@dataclass(frozen=True)
class Games:
    """What files hold: the games, and what was left out.

    Attributes:
        records: the games, in the order of the files.
        bad: what was left out.
    """

    records: tuple[Record, ...]
    bad: tuple[BadLine, ...] = ()

    def decisions(self) -> Iterator[Decision]:
        """Every decision of the seats that count, game by game."""
        for record in self.records:
            yield from record.told()

    @property
    def told(self) -> str:
        """What was left out, in a sentence; empty where nothing was."""
        if not self.bad:
            return ""
        first = self.bad[0]
        more = f" The first: {first.file}: {first.reason}"
        entries = "entry" if len(self.bad) == 1 else "entries"
        return f"{len(self.bad):,} {entries} could not be used and are left out.{more}"


def read_games(
    files: str | Path | Iterable[str | Path],
    game: Game,
    player: PlayerLike | None = None,
    *,
    allow_imports: bool = False,
    any_options: bool = False,
) -> Games:
    """Read recorded games.

    Args:
        files: one file or several.
        game: what has to have been played.
        player: whose decisions count, where a file says who played: a player, its text, the name
            of a person, or ``person`` for all people. Without one the people, where people have
            played, and everybody elsewhere.
        allow_imports: import the modules of games that a results file names by path.
        any_options: whether the game may have had other options.

    Raises:
        OptionError: a file does not exist, has no such games, or nobody of that name in it.
        FormatError: a file is of none of these kinds.
    """

    def fits(record: Record) -> bool:
        played = record.start.game
        return played == game or (any_options and played.name == game.name)

    paths = [files] if isinstance(files, str | Path) else list(files)
    records: list[Record] = []
    bad: list[BadLine] = []
    for path in map(str, paths):
        found: list[Record] = []
        unread: list[str] = []
        for each in _read(path, game, player, allow_imports):
            if isinstance(each, Record):
                found.append(each)
            else:
                unread.append(each)
        bad += (BadLine(path, why) for why in unread)
        fitting = [record for record in found if fits(record)]
        if found and not fitting:
            played = game_words(found[0].start.game)
            raise OptionError(f"{path} has games of {played}, not of {game_words(game)}.")
        bad += (
            BadLine(path, f"{record.match} is of {game_words(record.start.game)}.")
            for record in found
            if not fits(record)
        )
        if not found and unread:
            raise FormatError(f"{path} has no game that can be read. {unread[0]}")
        records += fitting
    return Games(tuple(records), tuple(bad))


def _read(
    path: str, game: Game, player: PlayerLike | None, imports: bool
) -> Iterator[Record | str]:
    if not Path(path).is_file():
        raise OptionError(f"There is no file {path}.")
    if is_store_file(path):
        yield from _of_store(path, player, imports)
        return
    reader = _READERS.get(Path(path).suffix.lower())
    if reader in (None, _of_wthor, _of_ggf):
        if game.name != "othello":
            known = ", ".join(_READERS)
            raise OptionError(
                f"{path} is no results file and does not end in {known}; .wtb, .ggf and files of "
                f"other kinds hold games of othello, not of {game.name}."
                if reader is None
                else f"Files like {path} hold games of othello, not of {game.name}."
            )
        reader = reader or _of_wthor
    try:
        yield from reader(path, player)
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {reason(error)}.") from error


def _of_store(path: str, player: PlayerLike | None, imports: bool) -> Iterator[Record | str]:
    """Without a name the people, where some have played, and else everybody."""

    def read(wanted: PlayerLike | None) -> list[Record]:
        notes.clear()
        return records_of_store(path, wanted, allow_imports=imports, note=notes.append)

    notes: list[str] = []
    try:
        found = read(PERSON if player is None else player)
    except OptionError:
        if player is not None:
            raise
        found = read(None)
    yield from found
    yield from notes


def _of_played(path: str, player: PlayerLike | None) -> Iterator[Record | str]:
    if player is None:
        wanted = PERSON
    else:  # a text as it stands there, be it of a player or the name of a person
        wanted = player if isinstance(player, str) else player_text(player_of(player))
    found = False
    unread = False
    for line in played_lines(path):
        if isinstance(line, FormatError):
            unread = True
            yield str(line)
            continue
        record = _record_of(line, wanted, path)
        if record.seats:
            found = True
            yield record
    if not found and not unread:
        raise OptionError(f"{wanted} has played no game of {path}.")


def _record_of(played: PlayedGame, wanted: str, path: str) -> Record:
    players = tuple(text or PERSON for text in played.players)
    seats = tuple(
        seat
        for seat, text in enumerate(players)
        if text == wanted or (wanted == PERSON and is_person(text))
    )
    start = played.game.initial_state(MatchStreams(played.seed, played.block, played.index).deal)
    actions = tuple(action for _, action in played.moves)
    match = f"{path}, seed {played.seed}, game {played.block}.{played.index}"
    return Record(start, actions, seats, players, match)


def _of_hanab_live(path: str, player: PlayerLike | None) -> Iterator[Record | str]:
    try:
        game = read_hanab_live(Path(path))
    except FormatError as error:
        yield str(error)
        return
    name = "" if player is None else str(player)
    seats = [seat for seat, who in enumerate(game.players) if name in ("", who)]
    if not seats:
        raise OptionError(f"{name} has not played {path}; {', '.join(game.players)} have.")
    yield Record.of(game, seats, path)


_GGF_START = re.compile(r"(?=\(;)")


def _of_ggf(path: str, player: PlayerLike | None) -> Iterator[Record | str]:
    """Game by game, so that one that cannot be read leaves the others."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not text in UTF-8: {error}.") from None
    wanted = None if player is None else str(player)
    pieces = _GGF_START.split(text)
    if len(pieces) == 1:
        raise FormatError(f"{path} has no game of GGF, which starts with '(;'.")
    names: set[str] = set()
    found = unread = False
    for number, piece in enumerate(pieces[1:], 1):
        try:
            # The number of games in a match, which may stand before the next one.
            (game,) = read_ggf(re.sub(r"(?<=\))\s*\d+\s*$", "", piece))
        except FormatError as error:
            unread = True
            yield f"Game {number}: {error}"
            continue
        names |= {game.black, game.white}
        if record := _of_ggf_game(game, wanted, f"{path}, game {number}"):
            found = True
            yield record
    if not found and not unread:
        known = ", ".join(sorted(names))
        raise OptionError(f"{wanted} has played no game of {path}; these have: {known}.")


def _of_ggf_game(game: GgfGame, wanted: str | None, match: str) -> Record | None:
    players = (game.black, game.white)
    seats = tuple(seat for seat, name in enumerate(players) if wanted in (None, name))
    actions = tuple(move.action for move in game.moves)
    return Record(game.initial_state(), actions, seats, players, match) if seats else None


def _nameless(path: str) -> OptionError:
    return OptionError(
        f"Games of {path} have no names of players in them; omit --player (in Python: player)."
    )


def _of_wthor(path: str, player: PlayerLike | None) -> Iterator[Record | str]:
    if player is not None:
        raise _nameless(path)
    start = load("othello")
    for number, game in enumerate(each_wthor(path), 1):
        if not isinstance(game, WthorGame):
            yield f"Game {number}: {game}"
        elif not game.finished:
            yield f"Game {number}: its record stops before the end."
        else:
            yield Record(start.initial_state(), game.actions, (0, 1), (), f"{path}, game {number}")


def _of_ah2ac2(path: str, player: PlayerLike | None) -> Iterator[Record | str]:
    if player is not None:
        raise _nameless(path)
    for number, game in enumerate(read_ah2ac2_games(path), 1):
        if isinstance(game, FormatError):
            yield f"Game {number}: {game}"
        else:
            yield Record(
                game.initial_state(),
                game.actions,
                tuple(range(game.game.seats)),
                (),
                f"{path}, game {number}",
            )


_READERS: dict[str, Callable[[str, PlayerLike | None], Iterator[Record | str]]] = {
    ".jsonl": _of_played,
    ".json": _of_hanab_live,
    ".ggf": _of_ggf,
    ".wtb": _of_wthor,
    ".safetensors": _of_ah2ac2,
}
