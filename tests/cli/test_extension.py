"""The example package joins the games, the players and the commands once it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # Python only

SOURCE = Path(__file__).parents[2] / "examples" / "extension"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as an installer leaves it: its modules and its entry points."""
    folder = tmp_path_factory.mktemp("site")
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    shutil.copytree(SOURCE / project["name"], folder / project["name"])
    facts = folder / f"{project['name']}-{project['version']}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (facts / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


def run(installed: Path, *line: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from otherminds.cli import main; main()", *line],
        env={**os.environ, "PYTHONPATH": str(installed), "COLUMNS": "200"},
        cwd=installed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_game_is_there(installed: Path) -> None:
    assert "nim" in run(installed, "games")
    agents = "parlour.players.Bouton, search(iterations=20)"
    printed = run(installed, "match", "nim", "--agents", agents)
    assert "seat 0 parlour.players.Bouton: 1" in printed, "who begins can win"


def test_its_players_meet_in_tournaments(installed: Path) -> None:
    agents = "parlour.players.Bouton, random"
    line = ("tournament", "nim", "--agents", agents, "--games", "20", "--workers", "2")
    assert "parlour.players.Bouton" in run(installed, *line)


def test_its_command_is_there(installed: Path) -> None:
    assert "nim-sum" in run(installed, "--help")
    assert run(installed, "nim-sum", "3", "4", "5").strip() == "2"


def test_it_keeps_the_promises_of_a_game(installed: Path) -> None:
    check = "from otherminds.conformance import check_game; check_game('nim', games=3)"
    done = subprocess.run(
        [sys.executable, "-c", check],
        env={**os.environ, "PYTHONPATH": str(installed), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
