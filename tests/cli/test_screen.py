"""Frames fit the terminal: no line too wide, no word broken, no more lines than there are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

import otherminds as om
from otherminds.cli import boards
from otherminds.cli.boards import coloured, picture
from otherminds.cli.screen import Frame, Screen, layout, wrapped
from otherminds.cli.terminal import Terminal
from otherminds.games import parse_game
from otherminds.games.words import ending, seat_name

GAMES = ["catan", "cluedo", "hanabi", "hanabi(players=5)", "tiny_coop", "othello", "kuhn_poker"]


def position(text: str, moves: int = 60) -> Any:
    """A view in the middle of a game of policies."""
    game = parse_game(text)
    match = om.play_match(game, ["random"] * game.seats, seed=3)
    states = list(match.states())
    state = next(s for s in states[min(moves, len(states) // 2) :] if s.actor() >= 0)
    return state.view(state.actor())


def frame(text: str) -> Frame:
    view = position(text)
    news = [f"Seat {number} did something that takes a sentence to tell." for number in range(6)]
    return Frame(
        title="You are somebody (seat 0), against best. Deal 4.\nBe the first.",
        picture=picture(view),
        news=news,
        notes="a note\nanother",
        foot="You can: build, trade, wait. More: moves, help.",
    )


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (160, 50), (80, 50), (100, 24)])
def test_a_frame_fits_the_terminal(text: str, width: int, height: int) -> None:
    shown = frame(text)
    laid = layout(shown, width, height - 1)
    words = set(" ".join([*shown.news, shown.foot, *shown.picture.facts]).split())
    words |= set(" ".join([shown.title, *shown.picture.small_facts, shown.notes]).split())
    words |= {"...", "(all:", "news)"}
    for pages in (0, 1, -1, 5):
        lines, _ = laid.drawn(height - 1, None, pages)
        assert len(lines) <= height - 1
        assert all(line.cell_len <= width for line in lines)
        side = [line.plain for line in (*laid.side, *laid.foot)]
        assert set(" ".join(side).split()) <= words


def test_every_line_of_a_board_can_be_scrolled_to() -> None:
    laid = layout(frame("cluedo"), 80, 23)
    assert len(laid.body) > 22
    seen: set[str] = set()
    top = None
    for pages in (-9, 1, 1):
        lines, top = laid.drawn(23, top, pages)
        seen |= {line.plain[: laid.column].rstrip() for line in lines}
    assert {line.plain.rstrip() for line in laid.body} <= seen


def test_the_own_pawn_is_in_sight_first() -> None:
    game = om.load("cluedo")
    for seat in range(4):
        view = game.initial_state(2).view(seat)
        laid = layout(Frame(title="", picture=picture(view)), 80, 12)
        mark = seat_name(game, seat)[:2]
        lines, _ = laid.drawn(12, None, 0)
        assert any(mark in line.plain[:52] for line in lines)


@pytest.mark.parametrize(("name", "player"), [("catan", "stac"), ("cluedo", "heuristic")])
def test_a_narrow_column_keeps_the_own_cards_and_the_latest_news(name: str, player: str) -> None:
    match = om.play_match(name, [player] * 4, seed=3)
    *_, late, _ = match.states()
    shown = replace(frame(name), picture=picture(late.view(1)))
    own = next(line for line in shown.picture.facts if line.startswith("you are "))
    laid = layout(shown, 80, 23)
    lines, _ = laid.drawn(23, None, 0)
    side = " ".join(" ".join(line.plain[laid.column :] for line in lines).split())
    assert own in side
    assert "Seat 5 did something" in side


def test_a_small_board_of_catan_has_every_hex_and_corner() -> None:
    view = position("catan")
    shown = picture(view)
    assert len(shown.small_board) < len(shown.board) <= 28
    for kind in (r"\d+", "wood|clay|ore|sheep|wheat|desert", "ROBBER"):
        found = [sorted(re.findall(kind, "\n".join(b))) for b in (shown.board, shown.small_board)]
        assert found[0] == found[1]


def test_lines_break_between_words_and_what_fits_stays() -> None:
    assert wrapped("a  b", 4) == ["a  b"]
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("one two three", 8, hang=2) == ["one two", "  three"]
    assert wrapped("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert wrapped("\x1b[2Jred", 20) == ["?[2Jred"]


def codes(lines: list[Any], **settings: Any) -> str:
    console = Console(force_terminal=True, color_system="standard", **settings)
    with console.capture() as captured:
        for line in lines:
            console.print(line)
    return captured.get()


def test_colours_and_their_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;31m" in codes([coloured("   rrr r17 R3", "catan", board=True)])
    assert "\x1b[" not in codes([coloured("  sheep wheat", "catan", board=True)])
    assert "\x1b[1;33m" in codes([coloured("seat 0   y1  r?", "hanabi")])
    assert "42m" in codes([coloured("1 X O . *", "othello", board=True)])
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in codes([coloured("seat 0   y1  r?", "hanabi")])


def test_nothing_is_coloured_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(Terminal()).show(frame("hanabi"))
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("text", GAMES)
def test_the_end_of_every_game_is_a_sentence(text: str) -> None:
    game = parse_game(text)
    *_, last = om.play_match(game, ["random"] * game.seats, seed=3).states()
    for seat in (None, 0, 1):
        told = ending(last, seat)
        assert told[0].isupper() or told[0].isdigit()
        assert told.endswith(".")


def test_boards_of_games_without_a_form_of_their_own_are_shown_as_they_are() -> None:
    shown = picture(position("leduc", 2))
    assert not shown.board
    assert shown.facts
    assert "leduc" not in boards._GAMES
