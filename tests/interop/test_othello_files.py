"""Othello transcripts, WTHOR and GGF: what is written is read back, and nothing else gets in."""

from __future__ import annotations

import contextlib
import os
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds
from otherminds.contracts import FormatError, IllegalActionError, OptionError, State
from otherminds.interop.ggf import GgfGame, GgfMove, read_ggf, standard_start, write_ggf
from otherminds.interop.othello_transcript import read_transcript, write_transcript
from otherminds.interop.wthor import read_players, read_tournaments, read_wthor

DRAW = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3"
    "A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
WIPE_OUT = "f5 d6 c5 f4 e7 f6 g5 e6 e3"
SIZES = st.sampled_from([4, 6, 8])

SLOWLY = settings(deadline=None)  # whole games take their time under the sanitizers


def play(actions: Iterable[int], size: int = 8) -> State:
    state: State = otherminds.load("othello", size=size).initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def bits(state: State) -> tuple[int, int]:
    """The discs of Black and of White."""
    values = state.to_dict()
    own, opponent = int(values["own"], 16), int(values["opponent"], 16)
    return (own, opponent) if values["to_move"] == 0 else (opponent, own)


def discs(state: State) -> tuple[int, int]:
    black, white = bits(state)
    return black.bit_count(), white.bit_count()


def position(state: State, size: int) -> str:
    """The position as GGF writes it."""
    black, white = bits(state)
    rows = (
        "".join(
            "*" if black >> square & 1 else "O" if white >> square & 1 else "-"
            for square in range(8 * row, 8 * row + size)
        )
        for row in range(size)
    )
    return " ".join([str(size), *rows, "*O"[state.to_dict()["to_move"]]])


@st.composite
def records(draw: st.DrawFn, size: int) -> list[int]:
    """The actions of a random game, which may stop early."""
    state: State = otherminds.load("othello", size=size).initial_state()
    actions: list[int] = []
    for choice in draw(st.lists(st.integers(0, 1000), max_size=size * size + 8)):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        actions.append(legal[choice % len(legal)])
        state.apply_action(actions[-1])
    return actions


def without_last_pass(actions: Sequence[int], size: int = 8) -> list[int]:
    return list(actions[:-1] if actions and actions[-1] == size * size else actions)


# Transcripts


def test_a_drawn_game() -> None:
    state = play(read_transcript(DRAW))
    assert state.is_terminal()
    assert discs(state) == (32, 32)
    assert state.returns() == [0, 0]


@pytest.mark.parametrize(
    "text", [WIPE_OUT, WIPE_OUT.upper(), WIPE_OUT.replace(" ", ""), f"\n{WIPE_OUT}\t\r\n"]
)
def test_a_wipe_out_in_any_spelling(text: str) -> None:
    state = play(read_transcript(text))
    assert state.is_terminal()
    assert discs(state) == (13, 0)
    assert state.returns() == [1, -1]


def test_a_pass_is_put_in_where_somebody_had_to_pass() -> None:
    # Black cannot move after the fourth square.
    assert read_transcript("b1 c1 d3 a1 a3", size=4) == [1, 2, 11, 0, 16, 8]
    assert read_transcript("b1 c1 d3 a1", size=4) == [1, 2, 11, 0]
    assert write_transcript([1, 2, 11, 0, 16, 8], size=4) == "B1C1D3A1A3"


@SLOWLY
@given(data=st.data(), size=SIZES)
def test_transcripts_round_trip(data: st.DataObject, size: int) -> None:
    actions = data.draw(records(size))
    text = write_transcript(actions, size=size)
    assert read_transcript(text, size=size) == without_last_pass(actions, size)
    assert read_transcript(text.lower(), size=size) == without_last_pass(actions, size)


@pytest.mark.parametrize(
    ("text", "size", "sentence"),
    [
        ("F5D6C9", 8, r"In the transcript, move 3 \(C9\) is not a square .* a1 to h8\."),
        ("f5 i1", 8, r"move 2 \(i1\) is not a square"),
        ("F5D", 8, r"move 2 \(D\) is not a square"),
        ("F 5", 8, r"move 1 \(F\) is not a square"),
        ("F5,D6", 8, r"move 2 \(,D\) is not a square"),
        ("ｆ５", 8, r"move 1 \(ｆ５\) is not a square"),
        ("e1", 4, r"move 1 \(e1\) is not a square .* a1 to d4\."),
        ("a7", 6, r"move 1 \(a7\) is not a square .* a1 to f6\."),
        ("F5D6A1", 8, r"In the transcript, move 3 \(a1\) is not legal there\."),
        ("F5F5", 8, r"move 2 \(f5\) is not legal there"),
        (WIPE_OUT + "a1", 8, r"move 10 \(a1\) comes after the end of the game"),
    ],
)
def test_bad_transcripts_are_refused_in_a_sentence(text: str, size: int, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_transcript(text, size=size)


def test_there_is_no_transcript_of_an_impossible_game() -> None:
    with pytest.raises(IllegalActionError):
        write_transcript([64])
    with pytest.raises(IllegalActionError):
        write_transcript([37, 37])
    with pytest.raises(OptionError):
        read_transcript("f5", size=7)


@SLOWLY
@given(st.one_of(st.text(), st.text("abcdefgh12345678 \n")), SIZES)
def test_any_text_is_a_transcript_or_a_format_error(text: str, size: int) -> None:
    with contextlib.suppress(FormatError):
        play(read_transcript(text, size=size), size)


# WTHOR


def wtb(
    *games: Sequence[int],
    created: tuple[int, int, int, int] = (20, 15, 9, 30),
    count: int | None = None,
    size: int = 8,
    solitaires: int = 0,
    score: int = 33,
    theoretical: int = 31,
) -> bytes:
    """A file of games, which are given by their bytes; ids count up from the game's number."""
    number = len(games) if count is None else count
    head = struct.pack("<4BiHH4B", *created, number, 0, 2012, size, solitaires, 24, 0)
    return head + b"".join(
        struct.pack("<3H2B60s", i, i + 1, i + 2, score, theoretical, bytes(game))
        for i, game in enumerate(games)
    )


def squares(actions: Iterable[int]) -> list[int]:
    """Actions as the bytes of a WTHOR record."""
    return [10 * (action // 8 + 1) + action % 8 + 1 for action in actions if action != 64]


def names(count: int, *records: bytes) -> bytes:
    return struct.pack("<4BiHH4x", 20, 15, 9, 30, 0, count, 0) + b"".join(records)


def test_wthor_files_hold_what_they_say(tmp_path: Path) -> None:
    path = tmp_path / "WTH_2012.wtb"
    path.write_bytes(wtb(squares(read_transcript(DRAW)), [56, 64], []))
    file = read_wthor(path)
    assert file == read_wthor(str(path)) == read_wthor(path.read_bytes())
    assert file.header.created == date(2015, 9, 30)
    assert (file.header.year, file.header.games, file.header.depth) == (2012, 3, 24)
    draw, short, empty = file.games
    assert list(draw.actions) == read_transcript(DRAW)
    assert (draw.finished, short.finished, empty.finished) == (True, False, False)
    assert (short.actions, empty.actions) == ((37, 43), ())
    assert (short.tournament, short.black, short.white, short.year) == (1, 2, 3, 2012)
    assert (short.black_score, short.theoretical_score) == (33, 31)


@SLOWLY
@given(st.lists(records(8), max_size=3), st.sampled_from([0, 8]))
def test_wthor_games_round_trip(games: list[list[int]], size: int) -> None:
    file = read_wthor(wtb(*map(squares, games), size=size))
    assert [list(game.actions) for game in file.games] == [without_last_pass(g) for g in games]
    assert [game.finished for game in file.games] == [play(g).is_terminal() for g in games]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "<bytes> has 0 bytes; a WTHOR file starts with a header of 16"),
        (b"(;GM[Othello]PC[GGS/os]", r"is not a WTHOR file: its first bytes \(28 3b 47 4d\)"),
        (wtb(created=(20, 15, 13, 1)), "are not a date"),
        (wtb(created=(0, 0, 1, 1)), "are not a date"),
        (wtb([56], count=2), "has 84 bytes, but the 2 games .* take 152"),
        (wtb([56], count=0), "has 84 bytes, but the 0 games .* take 16"),
        (wtb([56], count=-1), "has 84 bytes, but the -1 games"),
        (wtb([56]) + b"\0", "has 85 bytes"),
        (wtb(size=10), "board of side 10"),
        (wtb(size=9), "board of side 9"),
        (wtb(solitaires=1), "holds solitaires"),
        (wtb([56], score=65), "In game 1 of <bytes>, Black's scores are 65 and 31"),
        (wtb([56], theoretical=255), "scores are 33 and 255"),
        (wtb([56], [56, 99]), "In game 2 of <bytes>, move 2 is the byte 99"),
        (wtb([56, 60]), "move 2 is the byte 60"),
        (wtb([56, 0, 33]), "move 2 is the byte 0"),
        (wtb([56], [56, 11]), r"In game 2 of <bytes>, move 2 \(a1\) is not legal there"),
        (wtb([*squares(read_transcript(WIPE_OUT)), 11]), "move 10 .* after the end of the game"),
    ],
)
def test_bad_wthor_files_are_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_wthor(data)


def test_a_wthor_file_cut_anywhere_is_refused() -> None:
    data = wtb([56, 64], [56])
    for length in range(len(data)):
        with pytest.raises(FormatError):
            read_wthor(data[:length])


@SLOWLY
@given(st.binary(max_size=300))
def test_any_bytes_are_a_wthor_file_or_a_format_error(data: bytes) -> None:
    for read in (read_wthor, read_players, read_tournaments):
        with contextlib.suppress(FormatError):
            read(data)


@SLOWLY
@given(st.lists(st.tuples(st.integers(0, 151), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_damaged_wthor_file_is_read_or_refused(changes: list[tuple[int, int]]) -> None:
    data = bytearray(wtb(squares(read_transcript(DRAW)), squares(read_transcript(WIPE_OUT))))
    for at, byte in changes:
        data[at] = byte
    with contextlib.suppress(FormatError):
        for game in read_wthor(bytes(data)).games:
            assert play(game.actions).is_terminal() == game.finished


@pytest.mark.parametrize(("read", "length"), [(read_players, 20), (read_tournaments, 26)])
def test_names_of_players_and_tournaments(read: Callable[[bytes], list[str]], length: int) -> None:
    given = ["Rose Brian", "Jérôme", "", "x" * length]
    data = names(4, *(name.encode("latin-1").ljust(length, b"\0") for name in given))
    assert read(data) == given
    assert read(names(0)) == []
    for cut in range(len(data)):
        with pytest.raises(FormatError, match="bytes"):
            read(data[:cut])


DATA = os.environ.get("OTHERMINDS_DATA", "")


@pytest.mark.skipif(not DATA, reason="OTHERMINDS_DATA names no folder with othello/*.wtb")
def test_the_scores_of_real_games() -> None:
    paths = sorted(Path(DATA, "othello").glob("*.wtb"))
    assert paths, f"{DATA}/othello has no .wtb file"
    for path in paths:
        for number, game in enumerate(read_wthor(path).games, 1):
            if game.finished:
                black, white = discs(play(game.actions))
                empty = 64 - black - white
                share = empty if black > white else 0 if black < white else empty // 2
                assert game.black_score == black + share, f"game {number} of {path.name}"


# GGF

VALUES = st.text(st.characters(exclude_characters="]"), max_size=12)
NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def ggf_games(draw: st.DrawFn) -> GgfGame:
    size = draw(SIZES)
    return GgfGame(
        black=draw(VALUES),
        white=draw(VALUES),
        place=draw(VALUES),
        date=draw(VALUES),
        result=draw(VALUES),
        black_rating=draw(VALUES),
        white_rating=draw(VALUES),
        time=draw(VALUES),
        black_time=draw(VALUES),
        white_time=draw(VALUES),
        board_type=draw(VALUES),
        start=standard_start(size),
        moves=tuple(
            GgfMove(action, draw(NUMBERS), draw(NUMBERS)) for action in draw(records(size))
        ),
        tags=tuple(draw(st.lists(st.tuples(st.sampled_from(["C", "ID", "KB", "XYZ"]), VALUES)))),
    )


def ggf(moves: str, start: str = standard_start()) -> str:
    return f"(;GM[Othello]BO[{start}]{moves};)"


SERVER = (
    "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ada]PW[Bob]RB[2197.01]RW[2199.72]\n"
    "TI[05:00//02:00]TY[8]RE[+0.000:r]KM[0.5]\n"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n"
    "B[F5/-1.50/0.01]W[d6//12]B[C3/ +2.5e1 ]W[d3/]B[c4//.5]W[F4] ; )(;GM[othello]\n"
    "BO[8 ---------------------------O*------*O--------------------------- *];)\n"
)


def test_a_match_as_servers_write_it(tmp_path: Path) -> None:
    first, second = read_ggf(SERVER)
    assert (first.place, first.date) == ("GGS/os", "2003.12.15_13:24:03.MST")
    assert (first.black, first.white) == ("Ada", "Bob")
    assert (first.black_rating, first.white_rating) == ("2197.01", "2199.72")
    assert (first.time, first.board_type, first.result) == ("05:00//02:00", "8", "+0.000:r")
    assert first.tags == (("KM", "0.5"),)
    assert first.moves == (
        GgfMove(37, -1.5, 0.01),
        GgfMove(43, None, 12),
        GgfMove(18, 25),
        GgfMove(19),
        GgfMove(26, None, 0.5),
        GgfMove(29),
    )
    assert second == GgfGame()
    path = tmp_path / "match.ggf"
    path.write_text(SERVER, encoding="utf-8")
    assert read_ggf(path) == [first, second]
    path.write_bytes(b"(;GM[Othello]PB[\xff];)")
    with pytest.raises(FormatError, match="is not text in UTF-8"):
        read_ggf(path)


@SLOWLY
@given(st.lists(ggf_games(), max_size=3))
def test_ggf_round_trips(games: list[GgfGame]) -> None:
    assert read_ggf(write_ggf(games)) == games


@SLOWLY
@given(data=st.data(), size=SIZES)
def test_ggf_games_start_from_any_position(data: st.DataObject, size: int) -> None:
    actions = data.draw(records(size))
    cut = data.draw(st.integers(0, len(actions)))
    middle = play(actions[:cut], size)
    game = GgfGame(
        start=position(middle, size), moves=tuple(map(GgfMove, actions[cut:])), board_type="8r"
    )
    assert game.initial_state().to_dict() == middle.to_dict()
    assert read_ggf(write_ggf([game])) == [game]
    if cut == 0:
        assert game.start == standard_start(size)


@SLOWLY
@given(records(4))
def test_passes_may_be_left_out_of_ggf(actions: list[int]) -> None:
    actions = without_last_pass(actions, 4)
    text = write_ggf([GgfGame(start=standard_start(4), moves=tuple(map(GgfMove, actions)))])
    (game,) = read_ggf(re.sub(r"[BW]\[PA\]", "", text))
    assert [move.action for move in game.moves] == actions


@pytest.mark.parametrize("word", ["PA", "pa", "PASS", "pass", "PA//0.01"])
def test_passes_in_any_spelling(word: str) -> None:
    (game,) = read_ggf(ggf(f"B[b1]W[c1]B[d3]W[a1]B[{word}]W[a3]", standard_start(4)))
    assert [move.action for move in game.moves] == [1, 2, 11, 0, 16, 8]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("games.ggf", r"Line 1 of the GGF text should go on with a game, .* not with 'games\.ggf'"),
        (ggf("") + "\n\nwhat", "Line 1 of the GGF text should go on with a game"),
        ("(;GM[Othello]", "should go on with a tag .* not with the end of the text"),
        ("\n(;GM[Othello]\nB{F5};)", "Line 2 of the GGF text should go on with a tag"),
        ("(;GM[Othello", "should go on with a tag"),
        ("(;PB[Ada];)", "In game 1, the tag GM is missing"),
        ("(;GM[Othello];)", "In game 1, the tag BO is missing"),
        (ggf("") + ggf("PB[Ada]PB[Bob]"), "In game 2, the tag PB comes twice"),
        ("(;GM[Amazons]BO[10 * *];)", "Amazons is played; only Othello"),
        (ggf("", ""), "start position '' is not the side of a board"),
        (ggf("", "8 *"), "is not the side of a board"),
        (ggf("", standard_start(10)), "is not the side of a board"),
        (ggf("", standard_start()[:-2]), "is not the side of a board"),
        (ggf("", standard_start().replace("O", "x")), "is not the side of a board"),
        (ggf("B[F5]W[F9]"), r"In game 1, move 2 \(W\[F9\]\) is not a square"),
        (ggf("B[F5/1/2/3]"), "is not a square of the board or PA, perhaps with"),
        (ggf("B[F5/good]"), r"move 1 \(B\[F5/good\]\) has 'good' where a number should be"),
        (ggf("B[F5//nan]"), "has 'nan' where a number"),
        (ggf("B[F5/1e999]"), "has '1e999' where a number"),
        (ggf("B[F5]B[D6]"), r"move 2 \(B\[D6\]\) is out of turn"),
        (ggf("W[F5]"), "is out of turn"),
        (ggf("B[A1]"), r"move 1 \(B\[A1\]\) is not legal there"),
        (ggf("B[PA]"), "is not legal there"),
        (ggf("B[A1]", f"8 {'*' * 64} *"), "comes after the end of the game"),
    ],
)
def test_bad_ggf_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_ggf(text)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (GgfGame(black="a]b"), r"no way to write the '\]' in PB\[a\]b\]"),
        (GgfGame(tags=(("C", "]"),)), "no way to write"),
        (GgfGame(tags=(("PB", "Ada"),)), "The tag 'PB'"),
        (GgfGame(tags=(("B", "F5"),)), "The tag 'B'"),
        (GgfGame(tags=(("", "F5"),)), "The tag ''"),
        (GgfGame(start="8"), "is not the side of a board"),
        (GgfGame(moves=(GgfMove(37, float("nan")),)), "no way to write nan"),
    ],
)
def test_what_ggf_cannot_say_is_not_written(game: GgfGame, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        write_ggf([game])


def test_illegal_moves_are_not_written() -> None:
    game = GgfGame(moves=(GgfMove(37),))
    for action in (37, 64, 65, -1):
        with pytest.raises(IllegalActionError):
            write_ggf([replace(game, moves=(*game.moves, GgfMove(action)))])


def test_ggf_cut_anywhere_is_refused() -> None:
    text = SERVER.rstrip().partition("(;GM[othello]")[0]
    assert read_ggf("") == []
    for length in range(1, len(text)):
        with pytest.raises(FormatError):
            read_ggf(text[:length])


@SLOWLY
@given(st.one_of(st.text(), st.text("(;)[]GMBOW*-8 /F5")))
def test_any_text_is_ggf_or_a_format_error(text: str) -> None:
    with contextlib.suppress(FormatError):
        read_ggf(text)


@SLOWLY
@given(st.lists(st.tuples(st.integers(0, len(SERVER)), st.integers(0, 3), st.text(max_size=3))))
def test_damaged_ggf_is_read_or_refused(changes: list[tuple[int, int, str]]) -> None:
    text = SERVER
    for at, removed, inserted in changes:
        text = text[:at] + inserted + text[at + removed :]
    with contextlib.suppress(FormatError):
        games = read_ggf(text)
        assert read_ggf(write_ggf(games)) == games
