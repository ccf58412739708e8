"""Reading somebody's results file runs none of their code, and creates nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from otherminds import FormatError, OptionError
from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.store import Store, StoreError
from otherminds.cli import cli
from otherminds.contracts.importing import ImportRefusedError, import_path, only_imports
from otherminds.interop.played import read_played
from tests.arena.runs import AGENTS, facts

pytestmark = pytest.mark.slow

MODULE = "somebodys_module"
CODE = """
from pathlib import Path
from otherminds import Agent
from otherminds.examples.tic_tac_toe import TicTacToe
from otherminds.search import PythonPolicy

Path({marker!r}).touch()

class First(Agent):
    def act(self, view):
        return view.legal_actions()[0]

class Even(PythonPolicy):
    def probabilities(self, view, legal):
        return [1.0] * len(legal)

class Mine(TicTacToe):
    pass

def even(state):
    return [0.0] * state.game.seats
"""


@pytest.fixture
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module beside the results file, which leaves a mark when it is imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    marker = tmp_path / "imported"
    (tmp_path / f"{MODULE}.py").write_text(CODE.format(marker=str(marker)))
    yield marker
    sys.modules.pop(MODULE, None)


def forget(marker: Path) -> None:
    sys.modules.pop(MODULE)
    marker.unlink()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


PLAYERS = {
    "a player": f"{MODULE}.First",
    "an evaluation": f"search(rollout=evaluated('{MODULE}.even'), iterations=2)",
    "a type": f"search(others=types([{MODULE}.Even]), iterations=2)",
    "a part": f"delegate(by_type={{'place': {MODULE}.First}}, otherwise=random)",
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_reading_imports_nothing(player: str, marker: Path) -> None:
    planned = plan_tournament("othello", [player, "random"], options={"size": 4})
    with Store("r.db") as store:
        running.run(planned, store, games=4, workers=0)
    forget(marker)
    for command in (
        ["report", "r.db"],
        ["report", "r.db", "--to", "report.md"],
        ["replay", "r.db", "--all"],
        ["analyse", "--store", "r.db", "--ply", "3", "--agent", "search(iterations=5)"],
        ["check", "r.db"],
    ):
        assert run(*command).exit_code == 0, command
        assert not marker.exists(), command
    assert MODULE in Path("report.md").read_text()
    refused = run("learn", "hanabi", "--from", "r.db", "--player", "iggi")
    assert isinstance(refused.exception, OptionError)
    with Store("r.db", reading=True) as store:
        (stored,) = store.tournaments()
        with pytest.raises(ImportRefusedError, match="--allow-imports"):
            stored.tournament.planned()
        assert not marker.exists()
        assert stored.tournament.planned(allow_imports=True) == planned
    assert marker.exists()


def test_a_game_of_somebody_needs_a_word(marker: Path) -> None:
    planned = plan_tournament(f"{MODULE}.Mine", ["random", "search(iterations=2)"])
    with Store("r.db") as store:
        running.run(planned, store, games=4, workers=0)
    forget(marker)
    refused = run("report", "r.db")
    assert "allow it by --allow-imports" in " ".join(refused.output.casefold().split())
    for command in (["replay", "r.db", "--all"], ["analyse", "--store", "r.db"]):
        assert isinstance(run(*command).exception, StoreError)
    assert not marker.exists()
    assert "4 games" in run("report", "r.db", "--allow-imports").output
    assert marker.exists()
    assert run("replay", "r.db", "--all").exit_code == 0  # it is imported already


def test_a_recorded_game_imports_nothing(marker: Path) -> None:
    Path("games.jsonl").write_text(f'{{"game": "{MODULE}.Mine", "options": {{}}}}\n')
    with pytest.raises(FormatError, match="does not import"):
        read_played("games.jsonl")
    assert not marker.exists()


def test_modules_that_are_allowed_are_imported(marker: Path) -> None:
    with only_imports():
        assert import_path("otherminds.examples.tic_tac_toe.TicTacToe", "game")
        with pytest.raises(ImportRefusedError):
            import_path("otherminds.__main__.x", "game")
        with pytest.raises(ImportRefusedError):
            import_path(f"{MODULE}.First", "player")
        with only_imports([MODULE]):
            assert import_path(f"{MODULE}.First", "player")
    assert marker.exists()
    assert import_path(f"{MODULE}.even", "evaluation")


# Paths and media ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ("report", "no.db"),
        ("replay", "no.db"),
        ("analyse", "--store", "no.db"),
        ("check", "no.db"),
        ("check", "no.db", "--repair"),
        ("learn", "--from", "no.db", "--player", "iggi"),
    ],
)
def test_a_missing_file_is_not_created(command: tuple[str, ...], marker: Path) -> None:
    result = run(*command)
    assert isinstance(result.exception, StoreError | OptionError)
    assert "There is no file no.db" in str(result.exception)
    assert not Path("no.db").exists()


def test_files_that_are_no_stores_are_refused_and_stay(marker: Path) -> None:
    Path("empty.db").touch()
    Path("text.db").write_text("Dear diary, " * 100)
    for path in ("empty.db", "text.db", "."):
        before = Path(path).stat().st_size
        for command in ("report", "replay", "check"):
            assert isinstance(run(command, path).exception, StoreError)
        assert Path(path).stat().st_size == before


def test_an_empty_database_of_somebody_is_not_taken_over(marker: Path) -> None:
    with sqlite3.connect("theirs.db") as connection:
        connection.execute("CREATE TABLE soon (value TEXT)")
        connection.execute("DROP TABLE soon")
    connection.close()
    before = Path("theirs.db").read_bytes()
    for reading in (True, False):
        with pytest.raises(StoreError, match="not a store of otherminds"):
            Store("theirs.db", reading=reading)
    assert Path("theirs.db").read_bytes() == before


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_store_on_a_read_only_medium_can_be_read() -> None:
    """Also when a kill has left rows that are not yet in the file itself."""
    planned = plan_tournament("othello", ["max_value", "random"], options={"size": 4})
    folder = Path(tempfile.mkdtemp())
    try:
        with Store(folder / "clean.db") as store:
            running.run(planned, store, games=4, workers=0)
            rows = running.results(planned, store).rows
        pid = os.fork()
        if pid == 0:  # leaves without closing
            killed = Store(folder / "killed.db")
            running.run(planned, killed, games=4, workers=0)
            os._exit(0)
        os.waitpid(pid, 0)
        assert (folder / "killed.db-wal").stat().st_size
        (folder / "killed.db-shm").unlink()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        for name in ("clean.db", "killed.db"):
            assert _as_nobody(folder / name) == repr(facts(rows))
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def _as_nobody(path: Path) -> str:
    """What somebody reads who may not write: for root no folder is read-only."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            with Store(path, reading=True) as store:
                told = repr(facts(store.read(1)[0]))
        except BaseException as error:
            told = repr(error)
        with os.fdopen(writer, "w") as pipe:
            pipe.write(told)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(pid, 0)
    return told


def test_an_earlier_report_survives_a_full_disk(
    marker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan_tournament("othello", ["max_value", "random"], options={"size": 4})
    with Store("r.db") as store:
        running.run(planned, store, games=4, workers=0)
    Path("report.md").write_text("earlier")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert isinstance(run("report", "r.db", "--to", "report.md").exception, OSError)
    assert Path("report.md").read_text() == "earlier"
    assert not list(Path().glob(".report*"))
    monkeypatch.undo()
    folder = marker.parent
    run("report", str(folder / "r.db"), "--to", str(folder / "report.md"))
    assert "# othello" in (folder / "report.md").read_text()


# Whose code it was --------------------------------------------------------------------------------


def test_edited_code_is_another_tournament(marker: Path) -> None:
    module = Path(f"{MODULE}.py")

    def keys() -> list[str]:
        sys.modules.pop(MODULE, None)
        players = [*PLAYERS.values(), f"{AGENTS}.Chooser"]
        return [plan_tournament("othello", [player, "random"]).key for player in players]

    before = keys()
    assert keys() == before
    module.write_text(module.read_text() + "\n# better now\n")
    after = keys()
    assert not set(before[:-1]) & set(after[:-1])
    assert before[-1] == after[-1]


def test_code_that_cannot_be_read_is_said(marker: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan_tournament("othello", [f"{MODULE}.First", "random"], options={"size": 4})
    Path(f"{MODULE}.py").unlink()
    assert planned.description()["code"] == {MODULE: None}
    with Store("r.db") as store:
        running.run(planned, store, games=2, workers=0)
    told = " ".join(run("report", "r.db").output.split())
    assert f"The source of {MODULE} cannot be read" in told
