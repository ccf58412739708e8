"""Watching agents play: frames, thoughts, keys, and nothing that a seat may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from otherminds.cli import cli, watching
from otherminds.cli.screen import Screen
from otherminds.contracts import OptionError

OTHELLO = ("watch", "othello(size=4)", "--agents", "search(iterations=20), max_disk")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), env={"COLUMNS": "80"}, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_every_move_is_shown_and_the_end_told() -> None:
    shown = run(*OTHELLO, "--seed", "2")
    assert "Black (seat 0): search(iterations=20), White (seat 1): max_disk. Deal 2." in shown
    assert shown.count("Deal 2.") == shown.count("  a b c d")
    assert re.search(r"(Black|White) wins \d+ to \d+\.$|A draw, \d+ to \d+\.$", shown.strip())
    assert "iterations, " not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert run(*OTHELLO, "--seed", "2") == shown


def test_thoughts_are_shown_where_they_are_asked_for() -> None:
    assert "20 iterations" in run(*OTHELLO, "--thoughts")


def test_a_seat_sees_its_view_and_its_own_thoughts_only() -> None:
    arguments = ("watch", "kuhn_poker", "--agents", "random", "--seed", "1")
    assert "the other card is hidden" in run(*arguments, "--seat", "0")
    thinking = ("--thoughts", "--seat", "1", "--agents", "search(iterations=9)")
    shown = run("watch", "hanabi(colours=1, ranks=2, hand=1)", *thinking)
    assert "Seat 1 plays" in shown
    assert "Seat 0 plays" not in shown


@pytest.mark.parametrize(
    "wrong",
    [
        ("--pace", "-1"),
        ("--seat", "7"),
        ("--agents", "a, b, c"),
        ("--agents", "random, random, random"),
    ],
)
def test_mistakes_are_sentences(wrong: tuple[str, str]) -> None:
    result = CliRunner().invoke(cli, [*OTHELLO, *wrong])
    assert isinstance(result.exception, OptionError)


def test_keys_stop_show_thoughts_and_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []
    keys: Iterator[str] = iter(["", " ", "t", "\n", "x", " ", "", "q"])

    def key(seconds: float | None) -> str:
        waits.append(seconds)
        return next(keys)

    monkeypatch.setattr(watching, "key_within", key)
    monkeypatch.setattr(Screen, "show", lambda *_: None)
    made = Screen.__init__

    def drawn(screen: Screen) -> None:
        made(screen)
        screen.redraws = True

    monkeypatch.setattr(Screen, "__init__", drawn)
    run(*OTHELLO, "--pace", "0.5")
    # Stopped by the first space until the second, it waits as long as it takes.
    assert waits == [0.5, 0.5, None, None, None, None, 0.5, 0.5]
    assert next(keys, None) is None
