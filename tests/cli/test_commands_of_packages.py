"""Commands that other packages add, and the library without its laboratory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import otherminds.cli
from otherminds.cli import cli, main

SOURCES = Path(otherminds.cli.__file__).parent.parent


@click.command()
def greet() -> None:
    """Say something friendly."""
    click.echo("hello")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three packages: one that works, one that is not there, one that is no command."""
    places = {
        "greet": f"{__name__}:greet",
        "gone": "no_such_package:command",
        "odd": "math:pi",
        "games": f"{__name__}:greet",  # a name of ours
    }
    group = "otherminds.commands"
    found = [EntryPoint(name, place, group) for name, place in places.items()]
    monkeypatch.setattr(otherminds.cli, "entry_points", lambda group: found)
    otherminds.cli._added.cache_clear()
    yield
    otherminds.cli._added.cache_clear()


@pytest.mark.usefixtures("added")
def test_a_package_adds_a_command() -> None:
    assert CliRunner().invoke(cli, ["greet"]).output == "hello\n"
    listed = CliRunner().invoke(cli, ["--help"]).output
    assert "Say something friendly." in listed


@pytest.mark.usefixtures("added")
def test_a_package_cannot_replace_a_command() -> None:
    assert "othello" in CliRunner().invoke(cli, ["games"]).output


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(
    ("name", "reason"),
    [("gone", "No module named 'no_such_package'"), ("odd", "math:pi is not a click.Command")],
)
def test_a_broken_command_is_a_sentence_and_the_others_work(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["otherminds", name, "argument", "--option"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    sentence = f"otherminds: The command {name} cannot be loaded: {reason}.\n"
    assert capsys.readouterr() == ("", sentence)
    listed = CliRunner().invoke(cli, ["--help"])
    assert listed.exit_code == 0
    assert "Cannot be loaded." in listed.output
    assert CliRunner().invoke(cli, ["greet"]).output == "hello\n"


WITHOUT_LABORATORY = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name == "otherminds.lab" or name.startswith("otherminds.lab."):
            raise ModuleNotFoundError(f"{name} is not installed")

sys.meta_path.insert(0, Blocked())
import otherminds
for module in pkgutil.walk_packages(otherminds.__path__, "otherminds."):
    if not module.name.startswith("otherminds.lab"):
        importlib.import_module(module.name)
from click.testing import CliRunner
from otherminds.cli import cli
demo = CliRunner().invoke(cli, ["demo", "--games", "42"], catch_exceptions=False)
print(demo.exit_code, "Plots and pairings" in demo.output)
print(CliRunner().invoke(cli, ["reproduce", "stevinson"]).output)
"""


def test_the_library_works_without_the_laboratory(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_LABORATORY],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[0] == "0 True"
    assert "The command reproduce of the package otherminds cannot be loaded" in ran.stdout


def test_nothing_in_the_library_names_the_laboratory() -> None:
    naming = [
        path.relative_to(SOURCES)
        for path in SOURCES.rglob("*.py")
        if "otherminds.lab" in path.read_text() and "lab" not in path.relative_to(SOURCES).parts
    ]
    assert naming == []
