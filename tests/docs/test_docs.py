"""The documentation cannot rot: its code runs, its output is right, its files and commands exist.

The Python blocks of a page run one after another in one namespace. A ``text`` block right after one
is what it prints.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import click
import pytest

from otherminds import cli
from otherminds.games import registry

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [
    *(page for name in ("README", "CONTRIBUTING") if (page := ROOT / f"{name}.md").exists()),
    *sorted((ROOT / "docs").rglob("*.md")),
]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```\n(?:\n\1```text\n(.*?)^\1```\n)?", re.S | re.M)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# A path in a page, unless it stands for many: core/games/<game>/<game>.hpp.
PATH = re.compile(r"`((?:\.ci|benchmarks|bindings|core|docs|examples|src|tests|tools)/[\w./-]*)`")


@dataclass(frozen=True)
class Block:
    """A piece of code of a page, and what it prints where the page says so."""

    line: int
    language: str
    code: str
    output: str | None


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for match in FENCE.finditer(text):
        _, language, code, output = match.groups()
        yield Block(text.count("\n", 0, match.start()) + 1, language, code, output)


def commands(page: Path) -> list[list[str]]:
    lines = "".join(block.code for block in blocks(page) if block.language == "console")
    typed = re.findall(r"^\$ (.*)$", lines, re.M)
    return [shlex.split(line, comments=True) for line in typed]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def wthor_file() -> bytes:
    """The smallest file of one tournament game, for the pages that read one."""
    header = bytes([20, 15, 9, 30, 1, 0, 0, 0, 0, 0, 220, 7, 8, 0, 24, 0])
    return header + bytes([3, 0, 1, 0, 2, 0, 33, 31, 56, 64, 33]).ljust(68, b"\0")


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of a user who sits in a folder with the files that pages mention."""
    (tmp_path / "WTH_2012.wtb").write_bytes(wthor_file())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # dataclasses and pickles look it up
    return module


def run_session(block: Block, module: ModuleType, page: Path) -> None:
    """Run a block that is written with prompts."""
    session = doctest.DocTestParser().get_doctest(
        block.code, module.__dict__, name_of(page), str(page), block.line
    )
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    runner.run(session, out=report.write, clear_globs=False)
    module.__dict__.update(session.globs)
    assert not runner.failures, report.getvalue()


def run_block(block: Block, module: ModuleType, page: Path) -> None:
    where = f"{name_of(page)}, line {block.line}"
    printed = io.StringIO()
    # Line numbers of the page in tracebacks.
    code = compile("\n" * block.line + block.code, str(page), "exec", dont_inherit=True)
    with contextlib.redirect_stdout(printed):
        exec(code, module.__dict__)
    if block.output is not None:
        same = doctest.OutputChecker().check_output(block.output, printed.getvalue(), FLAGS)
        assert same, f"{where} prints\n{printed.getvalue()}but says\n{block.output}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_code_of_a_page_runs(page: Path, user: ModuleType) -> None:
    for block in blocks(page):
        if block.language not in ("python", "pycon"):
            continue
        if block.code.lstrip().startswith(">>>"):
            run_session(block, user, page)
        else:
            run_block(block, user, page)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_of_a_page_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for words in commands(page):
        if words[0] == "otherminds" and not words[1].startswith("-"):
            command = cli.cli.get_command(click.Context(cli.cli), words[1])
            assert command is not None, words[1]
            command.make_context(words[1], words[2:], resilient_parsing=False)
        elif words[0] == "make":
            for target in (word for word in words[1:] if "=" not in word):
                assert f"\n{target}:" in makefile, f"make has no target {target}."


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_a_page_mentions_exist(page: Path) -> None:
    missing = [path for path in PATH.findall(page.read_text()) if not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("script", EXAMPLES, ids=name_of)
def test_examples_run(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script)])
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out


def test_the_pages_are_found() -> None:
    """Else a moved folder would silently test nothing."""
    assert len(PAGES) > 15
    assert len(EXAMPLES) == 3
    assert sum(block.output is not None for page in PAGES for block in blocks(page)) > 30
