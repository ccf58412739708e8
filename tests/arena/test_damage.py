"""Damaged rows are named, left out and repaired; nothing of them is believed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from otherminds.arena import running
from otherminds.arena.checking import check, repair
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.store import Store, StoreError
from otherminds.cli import cli
from tests.arena.runs import AGENTS, facts

pytestmark = pytest.mark.slow

PLANNED = plan_tournament("othello", ["max_value", "random"], options={"size": 4}, seed=2)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit | StoreError)
    return result


def make(path: Path, planned: Tournament = PLANNED, games: int = 12) -> None:
    with Store(path) as store:
        running.run(planned, store, games=games, workers=0)


def change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def as_older_layout(path: Path) -> None:
    """A file as it was before rows had checksums."""
    change(
        path,
        "ALTER TABLE matches DROP COLUMN checksum",
        "ALTER TABLE experiments DROP COLUMN checksum",
        "DROP TABLE leases",
        "PRAGMA user_version = 2",
    )


WHERE = "WHERE block = 2 AND match = 1"
DAMAGE = {
    "a return": f"SET result = json_set(result, '$.returns[1]', 9) {WHERE}",
    "no number": f"SET result = json_set(result, '$.returns[1]', 'x') {WHERE}",
    "endless": f"SET result = replace(result, '\"returns\":[', '\"returns\":[1e999,') {WHERE}",
    "no JSON": f"SET result = substr(result, 3) {WHERE}",
    "no text": f"SET result = CAST(x'ff7b22' AS TEXT) {WHERE}",
    "a list": f"SET result = '[1]' {WHERE}",
    "nothing": f"SET result = x'00' {WHERE}",
    "seats": f"SET result = json_set(result, '$.seats', json('[0,0]')) {WHERE}",
    "lengths": f"SET result = json_set(result, '$.acts', json('[1]')) {WHERE}",
    "too many": f"SET result = json_set(result, '$.acts[0]', 99) {WHERE}",
    "times": f"SET result = json_set(result, '$.seconds[0]', -1) {WHERE}",
    "a forfeit": f"SET result = json_set(result, '$.forfeit', 1) {WHERE}",
    "a seat": f"SET result = json_set(result, '$.forfeit', 7), reason = 'late' {WHERE}",
    "a move": f"SET moves = moves || x'ff' {WHERE}",
    "long moves": f"SET moves = CAST(x'{'ff' * 40}01' AS BLOB) {WHERE}",
    "a place": f"SET match = 77 {WHERE}",
    "a reason": f"SET reason = x'ff' {WHERE}",
}
ONLY_THE_CHECKSUM = {
    "another return": f"SET result = json_set(result, '$.returns', json('[0, 0]')) {WHERE}",
    "another move": f"SET moves = x'0102030405060708090a0b0c0d0e0f' {WHERE}",
    "a far block": f"SET block = 123456789 {WHERE}",
}


@pytest.mark.parametrize("older", [False, True], ids=["checksums", "older"])
@pytest.mark.parametrize("what", [*DAMAGE, *ONLY_THE_CHECKSUM])
def test_damaged_rows_are_named_and_left_out(what: str, older: bool, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    make(path)
    with Store(path) as store:
        sound, _ = store.read(1)
    if older:
        as_older_layout(path)
    change(path, f"UPDATE matches {({**DAMAGE, **ONLY_THE_CHECKSUM})[what]}")
    with Store(path, reading=True) as store:
        rows, damaged = store.read(1)
        assert len(list(store.rows(1))) == len(rows)
    if older and what in ONLY_THE_CHECKSUM:
        assert not damaged  # what a checksum is for
        return
    (one,) = damaged
    assert one.line_up == 0
    assert one.reason
    assert facts(rows) == facts([row for row in sound if (row.block, row.match) != (2, 1)])


def test_every_command_says_what_is_damaged_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(Path("r.db"))
    change(Path("r.db"), f"UPDATE matches {DAMAGE['a return']}")
    report = run("report", "r.db")
    assert report.exit_code == 0
    assert "11 games" in report.output
    assert "1 damaged row is left out: line-up 0, block 2, match 1" in _joined(report.output)
    assert "otherminds check r.db --repair" in _joined(report.output)
    assert "+4" not in report.output
    for ending in (".md", ".html"):
        assert run("report", "r.db", "--to", f"r{ending}").exit_code == 0
        assert "1 damaged row is left out" in Path(f"r{ending}").read_text()
    run("report", "r.db", "--to", "r.json")
    (named,) = json.loads(Path("r.json").read_text())["damaged"]
    assert (named["block"], named["match"]) == (2, 1)
    replay = run("replay", "r.db", "--match", "3", "--all")
    assert replay.exit_code == 0
    assert "1 other match is damaged" in replay.output
    chosen = run("replay", "r.db", "--match", "5", "--all")
    assert isinstance(chosen.exception, StoreError)
    assert "Match 5 is damaged" in str(chosen.exception)
    analyse = ("analyse", "--store", "r.db", "--agent", "search(iterations=5)", "--match")
    assert run(*analyse, "4").exit_code == 0
    assert isinstance(run(*analyse, "5").exception, StoreError)
    arguments = ("tournament", "othello(size=4)", "--agents", "max_value, random", "--seed", "2")
    more = run(*arguments, "--games", "16", "--store", "r.db", "--workers", "0")
    assert more.exit_code == 0
    assert "15 games" in more.output
    assert "1 damaged row is left out" in _joined(more.output)


def _joined(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("series", [0, 4])
def test_damaged_rows_are_played_again(series: int, tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    players = [f"{AGENTS}.Counting", "random"]
    planned = plan_tournament("othello", players, options={"size": 4}, series=series)
    make(path, planned, 16)
    with Store(path) as store:
        sound, _ = store.read(1)
    change(
        path,
        f"UPDATE matches {DAMAGE['a return']}",
        "UPDATE matches SET moves = x'' WHERE block = 0 AND match = 0",
    )
    refused = run("check", str(path))
    assert refused.exit_code == 1
    assert "16 rows, 2 damaged" in refused.output
    no_imports = run("check", str(path), "--repair")
    assert no_imports.exit_code == 1
    assert "--allow-imports" in no_imports.output
    repaired = run("check", str(path), "--repair", "--allow-imports")
    assert repaired.exit_code == 0, repaired.output
    with Store(path) as store:
        rows, damaged = store.read(1)
    assert not damaged
    assert facts(rows) == facts(sound)
    assert run("check", str(path)).exit_code == 0
    assert not list(tmp_path.glob("*-playing-*"))


def test_a_row_in_the_wrong_place_is_removed_and_the_match_played_again(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make(path)
    with Store(path) as store:
        sound, _ = store.read(1)
    change(path, f"UPDATE matches {ONLY_THE_CHECKSUM['a far block']}")
    repaired = run("check", str(path), "--repair")
    assert "1 row was removed" in repaired.output
    make(path)
    with Store(path) as store:
        assert facts(store.read(1)[0]) == facts(sound)


def test_a_check_makes_the_moves_again(tmp_path: Path) -> None:
    """Rows of older files have no checksum, but their moves tell how the match ended."""
    path = tmp_path / "r.db"
    make(path)
    as_older_layout(path)
    change(path, f"UPDATE matches {ONLY_THE_CHECKSUM['another return']}")
    with Store(path, reading=True) as store:
        (found,) = check(store)
    assert [row.reason for row in found.damaged] == ["its returns are not those of its moves"]
    assert run("check", str(path), "--repair").exit_code == 0
    with Store(path, reading=True) as store:
        (found,) = check(store)
        assert (found.rows, found.damaged) == (12, [])


def test_older_files_are_read_and_given_checksums_when_they_grow(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make(path)
    as_older_layout(path)
    before = path.read_bytes()
    assert "12 games" in run("report", str(path)).output
    assert path.read_bytes() == before
    make(path, games=20)
    with Store(path) as store:
        rows, damaged = store.read(1)
    assert (len(rows), damaged) == (20, [])
    change(path, f"UPDATE matches {ONLY_THE_CHECKSUM['another return']}")
    with Store(path) as store:
        assert len(store.read(1)[1]) == 1


@pytest.mark.parametrize("column", ["key", "recipe", "version", "description"])
def test_a_damaged_entry_is_named_and_hides_no_other(column: str, tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make(path)
    make(path, plan_tournament("othello", ["mobility", "random"], options={"size": 4}), 4)
    change(path, f"UPDATE experiments SET {column} = '{{}}' WHERE number = 1")
    found = run("report", str(path))
    assert found.exit_code == 0
    assert "does not fit its checksum" in found.stderr
    assert "4 games" in found.output
    assert run("check", str(path)).exit_code == 1


def test_a_series_that_another_process_plays_is_not_repaired(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    planned = plan_tournament("othello", ["max_value", "random"], options={"size": 4}, series=4)
    make(path, planned, 16)
    change(path, f"UPDATE matches {DAMAGE['a return']}")
    with Store(path) as playing, Store(path) as store:
        assert playing.take(1, (0, 2))
        (found,) = check(store)
        assert repair(store, found).left == 1
        playing.release()
        assert repair(store, found).played == 4


def test_a_file_whose_pages_are_damaged_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make(path, games=600)
    data = bytearray(path.read_bytes())
    data[40_000:60_000] = bytes(20_000)
    path.write_bytes(data)
    commands: list[Callable[[], Any]] = [
        lambda: run("report", str(path)),
        lambda: run("check", str(path)),
        lambda: run("replay", str(path), "--all"),
    ]
    for command in commands:
        assert command().exit_code in (1, 2)
