"""The page about writing a game, followed to the letter: its native game is built and played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

# Compiles; the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.S | re.M)

PLAYED = """
import otherminds as om
from otherminds.conformance import check_game

game = om.load("sticks", sticks=10)
check_game(game)
answers = [om.Nothing(), om.Worlds(count=2), om.InformationSets(), om.Particles(), om.BeliefTree()]
for hidden in answers:
    search = om.Search(hidden=hidden, iterations=4000)
    match = om.play_match(game, [search, om.Policy("random")], seed=1)
    assert match.returns == (1.0, -1.0), (hidden, match.text())
print("sticks" in om.game_names())
"""


def _files() -> dict[str, str]:
    page = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
    return dict(FILE.findall(page))


def test_the_page_names_a_folder_a_binding_and_a_module() -> None:
    assert sorted(_files()) == [
        "bindings/games/sticks.cpp",
        "core/games/sticks/instantiate.cpp",
        "core/games/sticks/sticks.hpp",
        "src/otherminds/games/sticks.py",
    ]


def test_its_native_game_is_built_and_played(tmp_path: Path) -> None:
    """In a copy of the sources, without most other games: they would take minutes to compile."""
    for folder in ("core", "bindings", "src"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=_other_games)
    shutil.copy2(ROOT / "CMakeLists.txt", tmp_path)
    for name, text in _files().items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    build = tmp_path / "build"
    tools = Path(sys.executable).parent
    nanobind = _run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()
    _run(
        tools / "cmake",
        *("-S", tmp_path, "-B", build, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"),
        *("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"),
        *(f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"),
    )
    _run(tools / "cmake", "--build", build)
    for module in (build / "bindings").glob("_core*.so"):
        shutil.copy2(module, tmp_path / "src" / "otherminds")
    printed = _run(
        sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {_path(tmp_path)!r}\n{PLAYED}"
    )
    assert printed.strip() == "True"


def _other_games(folder: str, names: list[str]) -> list[str]:
    """What is not copied: most games of the core with their bindings, and compiled things."""
    native = Path(folder) in (ROOT / "core" / "games", ROOT / "bindings" / "games")
    kept = ("othello", "othello.cpp")  # which the conformance checks compare with
    return [
        name for name in names if (native and name not in kept) or name in ("tests", "__pycache__")
    ]


def _path(copy: Path) -> list[str]:
    """The copy, then what is installed, without the hook of the editable install."""
    return [str(copy / "src"), sysconfig.get_path("platlib"), sysconfig.get_path("purelib")]


def _run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout
