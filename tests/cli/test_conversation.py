"""What a person can type in a game, and what they are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.cli import cli
from otherminds.cli.conversation import advice_words
from otherminds.cli.sitting import Sitting
from otherminds.interop.played import read_played

FIVE = ["catan", "cluedo", "hanabi", "tiny_coop", "othello"]


def run(*arguments: str, typed: str = "quit\n") -> str:
    result = CliRunner().invoke(
        cli, list(arguments), input=typed, env={"COLUMNS": "80"}, catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("game", FIVE)
def test_a_person_knows_who_they_are_what_for_and_what_to_type(game: str) -> None:
    shown = run("play", game, "--against", "random", typed="?\nquit\n")
    assert re.search(r"You are \w+.*, (against|with) random\. Deal \d+\.", shown)
    assert om.load(game).action_types
    for word in ("moves", "advice", "news", "undo", "save", "page up", "quit"):
        assert re.search(rf"^  {word}  ", shown, re.MULTILINE), word
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_hint_asks_for_advice_unless_it_is_a_move() -> None:
    assert advice_words(om.load("othello")) == ("advice", "hint")
    assert advice_words(om.load("hanabi")) == ("advice",)
    typed = "advice\nhint\nquit\n"
    shown = run("play", "hanabi(players=2)", "--against", "random", typed=typed)
    assert shown.count("Try ") == 1
    assert "fits" in shown  # several hints
    assert "Type advice to hear" in " ".join(shown.split())  # lines break at any word
    shown = run("play", "othello(size=4)", "--against", "random", typed=typed)
    assert shown.count("Try ") == 2
    assert re.search(r"best of [\d,]+ tries, worth", " ".join(shown.split()))


def test_every_deal_is_a_new_one_unless_it_is_named() -> None:
    deals = {re.search(r"Deal (\d+)", run("play", "othello(size=4)"))[1] for _ in range(3)}  # type: ignore[index]
    assert len(deals) > 1
    deal = deals.pop()
    first, second = (run("play", "hanabi", "--seed", deal) for _ in range(2))
    assert first == second


def test_news_undo_and_empty_lines() -> None:
    typed = "news\nundo\n\nb1\nnews\ntake back\nnonsense\nsave\npage down\nexit\n"
    shown = run("play", "othello(size=4)", "--against", "max_value", typed=typed)
    assert "There is no move of yours to take back." in shown
    assert "You play b1." in shown
    assert "'nonsense' is not an action" in shown
    assert "Say to which file" in shown


def first_moves(game: om.Game, other: om.Policy, seed: int, said: list[str]) -> Sitting:
    """A game in which the person always makes the first move of the list."""
    sitting = Sitting(game, 0, [None, other], seed)
    sitting.play(lambda: sitting.view.legal_actions()[0], said.append)
    return sitting


def test_a_forced_move_is_announced() -> None:
    game = om.load("othello", size=4)
    for seed in range(40):
        said: list[str] = []
        sitting = first_moves(game, om.Policy("random"), seed, said)
        if "pass" in [game.action_text(a) for actor, a in sitting.moves if actor == 0]:
            assert "You pass: no square is open to you. (Your only move.)" in said
            return
    raise AssertionError("nobody had to pass")


def test_a_move_comes_before_a_word_that_looks_like_it() -> None:
    typed = "up\nright\nwait\nquit\n"
    shown = run("play", "tiny_coop", "--against", "wait", typed=typed)
    assert "You: up. Agent 1: wait." in shown


def test_a_game_that_was_saved_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = ("play", 'cluedo(rules="ledford")', "--against", "heuristic", "--seed", "3")
    saved = run(*arguments, typed=f"go lounge\nsave {path}\nmoves\nsheet\nquit\n")
    assert f"otherminds play --resume {path}".replace(" ", "") in "".join(saved.split())
    resumed = run("play", "--resume", str(path), typed="moves\nsheet\nundo\nquit\n")
    (played,) = read_played(path)
    assert played.returns is None
    after = resumed.index("your move> ")
    assert saved.split("your move> ")[3:5] == resumed.split("your move> ")[1:3]
    assert "You are Scarlett" in resumed[after:]  # undo shows the first decision again
    on, rest = (_on(path, extra) for extra in ("", "undo\n"))
    assert on == rest  # chance and agents go on as they would have


def _on(path: Path, typed: str) -> list[tuple[int, int]]:
    """The moves of a resumed game after one more choice."""
    record = path.with_name(f"record{len(typed)}.jsonl")
    again = "go lounge\n" if typed else ""
    run(
        "play",
        "--resume",
        str(path),
        "--record",
        str(record),
        typed=f"{typed}{again}go hall\nquit\n",
    )
    return list(read_played(record)[0].moves)


def test_resuming_what_cannot_go_on_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("")
    for arguments, reason in (
        (["play", "--resume", str(path)], "nothing to go on with"),
        (["play", "othello", "--resume", str(path)], "whose players and deal stand"),
        (["play"], "Name a game"),
    ):
        result = CliRunner().invoke(cli, arguments)
        assert reason in str(result.exception)


def moves_of_a_whole_game(seed: int) -> str:
    """Text that plays a game of Othello on the small board to its end."""
    game = om.load("othello", size=4)
    sitting = Sitting(game, 0, [None, om.Policy("max_value")], seed)
    typed: list[str] = []

    def choose() -> int:
        move = sitting.view.legal_actions()[0]
        typed.append(game.action_text(move))
        return move

    sitting.play(choose)
    return "".join(f"{text}\n" for text in typed)


def test_after_a_game_there_is_another(tmp_path: Path) -> None:
    record, whole = tmp_path / "games.jsonl", moves_of_a_whole_game(5)
    arguments = ("play", "othello(size=4)", "--against", "max_value", "--seed", "5")
    typed = f"{whole}nonsense\nsave {tmp_path}/saved.jsonl\nundo\nquit\n"
    shown = run(*arguments, "--record", str(record), typed=typed)
    assert re.search(r"You (win|lose) \d+ to \d+\.|A draw, \d+ to \d+\.", shown)
    assert shown.count("what next>") == 3
    assert read_played(record)[0].returns is None  # it was taken back
    typed = f"{whole}rematch\nquit\n"
    shown = run(*arguments, "--record", str(record), typed=typed)
    deals = re.findall(r"Deal (\d+)\.", shown)
    assert deals[0] == "5"
    assert deals[-1] != "5"
    assert shown.rstrip().endswith(f"The game is in {record}.") or "You are Black" in shown
    shown = run(*arguments, typed=f"{whole}swap\nquit\n")
    assert "You are White (seat 1)" in shown
    # Who has played a game against themselves can look at it in every way that there is.
    for command in (("replay", str(record), "--all", "--match", "1"), ("report", str(record))):
        assert "max_value" in run(*command)
    analysed = run(
        "analyse", "--store", str(record), "--ply", "2", "--agent", "search(iterations=50)"
    )
    assert "50 iterations" in analysed


def test_a_recorded_game_of_hanabi_is_learned_from(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    typed = "play slot 0\nplay slot 1\nquit\n"
    for seed in ("1", "2"):
        arguments = ("--against", "iggi", "--seed", seed, "--record", str(record))
        run("play", "hanabi", *arguments, typed=typed)
    learned = run("learn", "hanabi", "--from", str(record), "--restarts", "1")
    assert "decisions in 2 games." in learned
    assert "decisions in 2 games." in run(
        "learn", "hanabi", "--from", str(record), "--player", "iggi", "--restarts", "1"
    )
