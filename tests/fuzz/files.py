"""Files of other programs and records of people: each is read, or refused in a sentence."""

from __future__ import annotations

import contextlib
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import otherminds as om
from otherminds import _core
from otherminds.contracts import OthermindsError, Thought
from otherminds.interop import (
    PlayedGame,
    read_ggf,
    read_hanab_live,
    read_played,
    read_transcript,
    read_wthor,
    share_link,
    write_ggf,
    write_hanab_live,
    write_transcript,
)
from otherminds.interop.ggf import GgfGame, GgfMove, standard_start
from otherminds.interop.hanab_live import HanabLiveGame
from otherminds.learn import read_model
from otherminds.learn.ah2ac2 import read_ah2ac2_games
from otherminds.search import Network
from tests.fuzz.states import other_value
from tests.interop.test_othello_files import squares, wtb
from tests.learn.made_up import GAME, made_up
from tests.learn.test_reading import ah2ac2

FULL = 100_000

Rng = random.Random
Read = Callable[[bytes, Path], Any]


def _from_text(read: Callable[[str], Any]) -> Read:
    return lambda data, _: read(data.decode("utf-8", "replace"))


def _from_file(read: Callable[[Path], Any]) -> Read:
    def apply(data: bytes, folder: Path) -> Any:
        path = folder / "given"
        path.write_bytes(data)
        return read(path)

    return apply


def _sound() -> list[tuple[bytes, Read]]:
    """A sound file of each format, and what reads it."""
    othello, hanabi = om.load("othello"), om.load("hanabi")
    played = om.play_match(othello, ["random", "search(iterations=20)"], seed=1, thoughts=True)
    moves = [action for _, action in played.moves]
    dealt = om.play_match(hanabi, ["iggi", "iggi"], seed=1)
    cards = HanabLiveGame.of(next(dealt.states()), [action for _, action in dealt.moves])
    record = PlayedGame(
        game=othello,
        person=0,
        players=("", "search(iterations=20)"),
        seed=1,
        moves=tuple(played.moves),
        beliefs=({},) * len(played.moves),
        thoughts=tuple(played.thoughts),
        returns=tuple(played.returns),
    )
    ggf = GgfGame(start=standard_start(8), moves=tuple(map(GgfMove, moves)))
    thought = next(filter(None, played.thoughts))
    return [
        (record.to_json().encode() + b"\n", _from_file(read_played)),
        (write_transcript(moves).encode(), _from_text(read_transcript)),
        (write_ggf([ggf]).encode(), _from_text(read_ggf)),
        (wtb(squares(moves), squares(moves[:9])), lambda data, _: read_wthor(data)),
        (write_hanab_live(cards).encode(), _from_text(read_hanab_live)),
        (share_link(cards).encode(), _from_text(read_hanab_live)),
        (thought.to_json().encode(), lambda data, _: Thought.from_json(data)),
        (ah2ac2([dealt]), _from_file(lambda path: list(read_ah2ac2_games(path)))),
        (
            _core.pack_model(GAME, "softmax", "{}", made_up("softmax", (8, 8))),
            _from_file(lambda path: (read_model(path), Network(str(path)).agent(GAME))),
        ),
    ]


def _damaged(rng: Rng, data: bytes) -> bytes:
    """Bytes changed, cut, doubled; numbers and names replaced; another value in JSON."""
    if data[:1] == b"{" and rng.random() < 0.5:
        with contextlib.suppress(TypeError):  # some values are none of JSON's
            return json.dumps(other_value(rng, json.loads(data))).encode()
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        place = rng.randrange(len(changed) + 1)
        new = rng.choice(_PIECES) if rng.random() < 0.5 else bytes([rng.randrange(256)])
        changed[place : place + rng.choice([0, 1, len(new)])] = new
    if rng.random() < 0.1:
        del changed[rng.randrange(len(changed) + 1) :]
    return bytes(changed)


_PIECES = [
    *(b"", b"\0", b"\xff\xfe", b"\n", b"]", b"[", b"(;", b";)", b"{", b"}", b",", b"-", b"1e999"),
    *(b"9" * 30, b"[" * 2_000, b"null", b"NaN", b"\x1b[2J", "\u202e".encode(), b"pa", b"a0", b"h9"),
]


def fuzz(count: int, seed: int) -> str:
    read = refused = 0
    sound = _sound()
    with tempfile.TemporaryDirectory() as name:
        for data, reader in sound:
            assert reader(data, Path(name))
        for number in range(count):
            rng = random.Random(f"{seed} {number}")
            data, reader = rng.choice(sound)
            given = _damaged(rng, data)
            try:
                reader(given, Path(name))
                read += 1
            except OthermindsError:
                refused += 1
            except Exception as error:
                raise AssertionError(f"seed {seed}, input {number}: {given!r:.2000}") from error
    return f"{read:,} read and {refused:,} refused"
