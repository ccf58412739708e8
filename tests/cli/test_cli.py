"""The command line as people use it: what it prints, where it writes, how it refuses."""

from __future__ import annotations

import json
import re
import sqlite3
import struct
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from otherminds import OptionError, Policy, Stream, load, play_match
from otherminds.arena.store import Store
from otherminds.cli import cli, main


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, typed: str = "") -> str:
    """What a command prints when it succeeds."""
    result = CliRunner().invoke(cli, list(arguments), input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    """The one sentence on standard error of a command that fails with exit code 2."""
    monkeypatch.setattr(sys, "argv", ["otherminds", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("otherminds: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def tournament(games: int = 12, *more: str) -> str:
    agents = "max_value, search(iterations=10)"
    return run(
        *("tournament", "othello(size=4)", "--agents", agents, "--games", str(games)),
        *("--workers", "0", "--seed", "3", *more),
    )


def test_every_help_shows_an_example() -> None:
    names = cli.list_commands(click.Context(cli))
    assert {"play", "tournament", "reproduce"} < set(names)
    for name in names:
        assert f"Example: otherminds {name}" in run(name, "--help")


def test_who_types_nothing_is_told_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["otherminds"])
    main()
    out, err = capsys.readouterr()
    assert err == ""
    assert "Commands:" in out
    assert "..." not in out.partition("Commands:")[2]  # no sentence is cut


def test_games_and_agents_are_listed() -> None:
    listed = run("games")
    assert all(name in listed for name in ("othello", "bazaar", "kuhn_poker", "tic_tac_toe"))
    shown = run("games", "hanabi(players=3)")
    for said in (
        "Everybody holds cards",
        "seats: 3",
        "25 in all",
        "bombed='lost'",
        "play 'hanabi(players=3)'",
    ):
        assert said.casefold() in shown.casefold()
    assert max(map(len, run("games", "catan").splitlines())) <= 80
    assert "agent6" in run("agents", "othello")
    assert "greedy" in run("agents")


def test_perft_prints_the_published_counts() -> None:
    assert "8,200" in run("perft", "othello", "--depth", "6")


def test_a_position_is_solved() -> None:
    small = "othello(size=4)"
    assert "-8 discs for the side to move" in run("solve", small)
    assert "+8 discs for the side to move" in run("solve", small, "--moves", "b1")
    assert "the game is over" in run("solve", "othello", "--moves", "f5,d6,c5,f4,e7,f6,g5,e6,e3")


def test_bench_measures_native_and_python_games() -> None:
    assert "random games" in run("bench", "bazaar", "--seconds", "0.05")
    assert "search iterations" in run("bench", "tic_tac_toe", "--seconds", "0.05")


def test_a_match_is_shown_and_reproducible() -> None:
    arguments = ("match", "othello(size=4)", "--agents", "random, max_disk", "--seed", "7")
    first = run(*arguments)
    assert "seat 0: " in first
    assert "game over" in first
    assert run(*arguments) == first
    assert len(run(*arguments, "--quiet").splitlines()) == 3


def test_a_tournament_is_stored_extended_and_reported(folder: Path) -> None:
    printed = tournament(12, "--report", "first.html")
    assert "12 games" in printed
    assert "max_value" in printed
    assert "<svg" in (folder / "first.html").read_text()
    assert "20 games" in tournament(20)
    with Store("results.db") as store:
        assert [stored.matches for stored in store.tournaments()] == [20]
    assert "20 games" in run("report", "results.db")
    for ending in ("html", "md", "json", "csv"):
        run("report", "results.db", "--to", f"report.{ending}")
    assert json.loads((folder / "report.json").read_text())["games"] == 20
    assert len((folder / "report.csv").read_text().splitlines()) == 21


def test_a_report_leaves_out_what_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tournament()
    with sqlite3.connect("results.db") as connection:
        connection.execute(
            "INSERT INTO experiments (key, description, recipe, version) SELECT 'feed', "
            "description, replace(recipe, 'max_value', 'gone.Player'), version FROM experiments"
        )
    connection.close()
    result = CliRunner().invoke(cli, ["report", "results.db"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "size=4: 12 games" in result.stdout
    assert result.stderr.startswith("Tournament feed ")
    assert result.stderr.endswith("checksum.\n")
    sentence = refused(monkeypatch, capsys, "report", "results.db", "--tournament", "feed")
    assert "checksum" in sentence


def test_a_question_is_answered() -> None:
    printed = tournament(4_000, "--until", "search(iterations=10) > max_value by 0.2")
    assert re.search(r"by 0\.2: (yes|no), decided after \d+ games\.", printed)


def test_a_stored_match_is_replayed_and_analysed() -> None:
    tournament()
    whole = run("replay", "results.db", "--match", "3", "--all")
    assert "game over" in whole
    assert "Returns: " in whole
    ranked = run(
        *("analyse", "--store", "results.db", "--match", "0", "--ply", "2"),
        *("--agent", "search(iterations=200)"),
    )
    assert "Expected line: " in ranked


def test_a_position_is_analysed_from_moves_or_a_file(folder: Path) -> None:
    agent = ("--agent", "search(iterations=100)")
    assert "to move" in run("analyse", "othello", "--moves", "f5, d6", *agent)
    state = load("kuhn_poker").initial_state(Stream(1))
    (folder / "state.json").write_text(state.to_json())
    assert "bet" in run("analyse", "kuhn_poker", "--state", "state.json", "--peek", *agent)


def test_a_person_plays_with_hints_and_undo() -> None:
    typed = "moves\nhint\nnonsense\na1\nundo\nundo\nb1\nquit\n"
    printed = run("play", "othello(size=4)", "--against", "max_value", typed=typed)
    assert "b1, a2, d3, c4" in printed
    assert "Try " in printed
    assert "'nonsense' is not an action" in printed
    assert "no move of yours to take back" in printed
    assert "White plays " in printed


def test_a_person_plays_to_the_end_and_sees_only_what_the_seat_sees() -> None:
    printed = run("play", "kuhn_poker", "--against", "random", "--seat", "0", typed="bet\n" * 3)
    assert re.search("You (win|lose): ", printed)
    typed = "bid 0\npass\nreject\n" * 12
    result = CliRunner().invoke(cli, ["play", "bazaar", "--against", "greedy"], input=typed)
    assert "something that you do not see" in result.output
    # Without a word about the others they search, and look at nothing that is hidden from them.
    assert "your move" in run("play", "kuhn_poker", typed="quit\n")


def test_claims_are_judged(folder: Path) -> None:
    arguments = ("reproduce", "stevinson", "--claims", "S4", "--workers", "0")
    printed = run(*arguments, "--report", "claims.md")
    assert "direction only" in printed
    assert "| S4 |" in (folder / "claims.md").read_text()
    assert run(*arguments) == printed  # from the store this time
    run(*arguments, "--report", "claims.html")
    assert "<table>" in (folder / "claims.html").read_text()


def wthor(path: Path, games: int = 3) -> str:
    """A file of games as the federation keeps them, played by policies."""
    othello = load("othello")
    records = b""
    for seed in range(games):
        match = play_match(othello, [Policy("mobility"), Policy("random")], seed=seed)
        squares = [10 * (move // 8 + 1) + move % 8 + 1 for _, move in match.moves if move < 64]
        records += struct.pack("<3H2B60s", 0, 1, 2, 32, 32, bytes(squares))
    header = struct.pack("<4BiHH4B", 20, 20, 1, 1, games, 0, 2020, 8, 0, 0, 0)
    path.write_bytes(header + records)
    return str(path)


def test_claims_about_people_use_recorded_games(folder: Path) -> None:
    chosen = ("--claims", "S22,C7", "--scale", "smoke", "--workers", "0")
    arguments = ("reproduce", "stevinson", *chosen)
    assert "no games of people were given" in run(*arguments)
    printed = run(*arguments, "--games", wthor(folder / "some.wtb"), "--report", "found.md")
    assert "no games of people" not in printed
    text = (folder / "found.md").read_text()
    assert "3 recorded games of people" in text
    assert "People and controls in the same positions" in text


@pytest.mark.slow
def test_the_whole_source_runs(folder: Path) -> None:
    """Every claim, figure and table, with next to no games."""
    games = wthor(folder / "some.wtb")
    arguments = ("reproduce", "stevinson", "--scale", "smoke", "--games", games)
    printed = run(*arguments, "--report", "all.html")
    assert all(f"S{number}" in printed for number in range(1, 27))
    page = (folder / "all.html").read_text()
    assert page.count("<svg") == 7
    assert "http" not in page.replace("http://www.w3.org", "")  # nothing from elsewhere
    assert run(*arguments).splitlines()[-1] == printed.splitlines()[-1]


def test_players_of_recorded_games_are_recognised(folder: Path) -> None:
    games = wthor(folder / "some.wtb")
    printed = run("recognise", "othello", "--games", games, "--types", "max_disk, mobility")
    assert "players, early" in printed
    assert "random, late" in printed
    assert "3 games of people as play records them" in printed
    one = ("--most", "1", "--controls", "agent4(perturb=0.1)", "--posterior", "sum")
    printed = run("recognise", "--games", games, *one, "--likelihood", "probability")
    assert "agent4(perturb=0.1), early" in printed
    assert "1 game of people" in printed


def test_players_of_a_tournament_are_recognised_in_any_game(folder: Path) -> None:
    tournament = ("tournament", "hanabi", "--agents", "iggi, outer", "--games", "4")
    run(*tournament, "--workers", "0", "--store", "some.db")
    asked = ("recognise", "hanabi", "--games", "some.db", "--types", "iggi, outer")
    printed = run(*asked, "--player", "outer", "--controls", "random")
    assert "4 games of outer" in printed
    late = next(line for line in printed.splitlines() if line.startswith(" players, late"))
    assert float(late.split()[-3]) > 90  # of outer: the last column, with its interval
    assert "4 games of people" in run(*asked)
    wthor(folder / "some.wtb")
    for more, sentence in {
        ("hanabi", "--games", "some.wtb"): "hold games of othello, not of hanabi",
        ("hanabi(players=3)", "--games", "some.db"): "games of hanabi, not of hanabi, players=3",
        ("hanabi", "--games", "some.db", "--player", "piers"): "piers has played no game",
        ("othello", "--games", "some.wtb", "--player", "random"): "omit --player",
    }.items():
        refusal = CliRunner().invoke(cli, ["recognise", *more, "--types", "random"]).exception
        assert isinstance(refusal, OptionError), refusal
        assert sentence in str(refusal)


REFUSED = {
    "unknown command": (("tournamnt",), "Did you mean"),
    "unknown game": (("perft", "othelo"), "Did you mean 'othello'?"),
    "game option": (("perft", "othello(sise=4)"), "Did you mean 'size'?"),
    "unknown player": (("match", "othello", "--agents", "max_valu, random"), "Did you mean"),
    "players": (("match", "othello", "--agents", "random"), "2 seats"),
    "no number": (("demo", "--games", "many"), "many is not a whole number"),
    "no games": (("demo", "--games", "0"), "0 is not a whole number"),
    "no file": (("report", "nothing.db"), "There is no file"),
    "no such ending": (
        ("tournament", "tic_tac_toe", "--agents", "random, uct(iterations=1)", "--report", "x.doc"),
        "not one of .csv",
    ),
    "no question": (
        ("tournament", "othello", "--agents", "random, agent5", "--until", "random"),
        "write 'a > b'",
    ),
    "claims": (("reproduce", "stevinson", "--claims", "X9"), "'X9' is not a known claim"),
    "no claims": (("reproduce", "stevinson", "--claims", "S4-"), "names no claims"),
    "report": (("reproduce", "stevinson", "--report", "x.doc"), "must end in .html or .md"),
    "scale": (("reproduce", "stevinson", "--scale", "huge"), "'huge' is not one of"),
    "no people": (
        ("reproduce", "walton-rivers", "--claims", "W4g", "--games", "none.wtb"),
        "leave out --games",
    ),
    "no such games": (("reproduce", "stevinson", "--games", "none.wtb"), "none.wtb"),
    "nobody to recognise": (("recognise", "othello"), "Name a file of games"),
    "no types": (("recognise", "bazaar", "--games", "x.wtb"), "agents bazaar lists"),
    "no games of a file": (
        ("recognise", "bazaar", "--games", "x.wtb", "--types", "random"),
        "There is no file x.wtb",
    ),
    "types": (
        ("recognise", "othello", "--games", "x.wtb", "--types", "max_dsk"),
        "Did you mean 'max_disk'?",
    ),
    "source": (("reproduce", "stevenson"), "Did you mean 'stevinson'?"),
    "nobody to learn": (("learn", "hanabi"), "Name a file of games"),
    "no rules": (
        ("learn", "othello", "--model", "rules", "--from", "x.db"),
        "games of hanabi",
    ),
    "nothing to learn": (("learn", "--from", "none.db", "--player", "iggi"), "no file none.db"),
    "no learning": (("learn", "--from", "x.db", "--restarts", "0"), "from 1 to 1,000,000"),
    "position": (("analyse",), "Name a game"),
    "illegal move": (("analyse", "othello", "--moves", "a1"), "not possible here"),
    "no search": (("analyse", "leduc", "--agent", "random", "--peek"), "for a search"),
    "seat": (("play", "othello", "--seat", "4"), "no seat 4"),
    "python perft": (("perft", "kuhn_poker"), "written in Python"),
    "other solved": (("solve", "bazaar"), "not one of bazaar"),
    "solved too late": (("solve", "othello", "--nodes", "9"), "not solved within 9 nodes"),
}


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED.values(), ids=REFUSED)
def test_mistakes_are_one_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sentence in refused(monkeypatch, capsys, *arguments)


def test_foreign_and_unwritable_files_are_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "text.db").write_text("this is no database, however long one looks at it" * 100)
    assert "cannot be used" in refused(monkeypatch, capsys, "report", "text.db")
    other = sqlite3.connect(folder / "other.db")
    other.execute("CREATE TABLE things (name TEXT)")
    other.close()
    assert "not a store" in refused(monkeypatch, capsys, "report", "other.db")
    tournament()
    with sqlite3.connect(folder / "results.db") as old:
        old.execute("PRAGMA user_version = 99")
    assert "layout 99" in refused(monkeypatch, capsys, "report", "results.db")
    assert "There is no folder" in refused(
        *(monkeypatch, capsys, "tournament", "tic_tac_toe", "--agents"),
        *("random, uct(iterations=1)", "--workers", "0", "--games", "2"),
        *("--store", "new.db", "--report", "missing/report.md"),
    )


def test_any_agent_analyses_from_what_its_seat_has_witnessed() -> None:
    shown = run("analyse", "hanabi", "--moves", "hint 2 to seat 1", "--agent", "pointer")
    assert "probability" in shown
    assert "seat 1 believes" in shown
    shown = run("analyse", "kuhn_poker", "--moves", "bet", "--agent", "best", "--worlds", "1")
    assert "card of seat 0" in shown
    told = json.loads(run("analyse", "tic_tac_toe", "--agent", "best", "--json"))
    assert told["iterations"] == 2000


def test_analyse_for_a_seat_that_does_not_see_everything() -> None:
    """The view is what is shown, and what the seat believes about the rest."""
    agent = "search(hidden=particles, iterations=300)"
    shown = run("analyse", "leduc", "--agent", agent, "--seed", "3")
    assert "what is hidden" in shown
    assert "card of seat 1" in shown
    assert "raise" in shown
    typed = run(
        *("analyse", "othello", "--moves", "f5, d6"),
        *("--agent", "search(others=types(max_disk, mobility), iterations=50)"),
    )
    assert "Seat 1 is max_disk: 50.0%" in typed
    exact = run("analyse", "tic_tac_toe", "--moves", "a1,b2,c3,a2", "--agent", "exhaustive")
    assert "100.0%" not in exact
