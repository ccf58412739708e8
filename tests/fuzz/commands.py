"""Command lines and lines typed at a prompt: each ends with results, a sentence, or by Ctrl-C."""

from __future__ import annotations

import contextlib
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from otherminds.agents import agents
from otherminds.cli import cli
from otherminds.contracts import OthermindsError
from tests.fuzz.recipes import draw_text
from tests.fuzz.stores import sound_stores

FULL = 5_000

PATIENCE = 1.5
"""Seconds until Ctrl-C."""

DEAF = 60.0
"""Seconds within which a command has to end after it, on whatever machine."""

Rng = random.Random

GAMES = ["othello(size=4)", "othello", "hanabi", "tic_tac_toe", "kuhn_poker", "leduc", "tiger"]
GAMES += ["catan(points=3)", "cluedo", "tiny_coop", "bazaar", "nothing", "othello(size=5)", "[/b]"]
NUMBERS = ["0", "1", "2", "3", "-1", "x", "", "1e9", "9" * 30, "0.5", "nan", "7", "\udc80"]
FILES = ["r.db", "missing.db", "text", ".", "", "out.html", "out.md", "out.json", "-", "\udc80"]
MOVES = ["d3", "c4,e3", "f5", "play slot 0", "", ",", "[/b]", "0", "d3" * 900]
LINES = [*MOVES, "help", "?", "moves", "moves d", "advice", "hint", "news", "undo", "take back"]
LINES += [
    "why rope",
    "sheet",
    "save s.jsonl",
    "page down",
    "review",
    "rematch",
    "swap",
    "quit",
    "1",
]
LEFT_OUT = ("reproduce", "measuring")
"""A command that plays a source's games for minutes, and an option that writes into the package."""


def _game(rng: Rng) -> str:
    return rng.choice(GAMES) if rng.random() < 0.9 else draw_text(rng)


def _player(rng: Rng, game: str) -> str:
    if rng.random() < 0.3:
        return draw_text(rng)
    with contextlib.suppress(OthermindsError):
        known = ["random", "random", "search(iterations=3)", *agents(game)]
        return str(rng.choice(known))
    return "random"


def _value(rng: Rng, option: click.Parameter, game: str) -> str:
    if isinstance(option.type, click.Choice):
        return str(rng.choice([*option.type.choices, "x"]))
    if option.type.name in ("integer", "float", "count"):
        return rng.choice(NUMBERS)
    name = option.name or ""
    if name in ("agents", "against", "agent", "player", "types_text", "controls_text", "name"):
        return ", ".join(_player(rng, game) for _ in range(rng.choice([1, 2, 2, 2, 3])))
    if "path" in name or name in ("stored", "files", "state"):
        return rng.choice(FILES)
    if name == "moves":
        return rng.choice(MOVES)
    return rng.choice([*NUMBERS, *FILES, draw_text(rng)])


def _line(rng: Rng) -> list[str]:
    """A command with some of its options, seldom one that it does not have."""
    context = click.Context(cli)
    name = rng.choice([each for each in cli.list_commands(context) if each not in LEFT_OUT])
    command: Any = cli.get_command(context, name)
    game, line = _game(rng), [name]
    for option in command.params:
        if option.name in LEFT_OUT:
            continue
        if option.name == "game_text":
            line.append(game)
        elif isinstance(option, click.Argument):
            line += [rng.choice(FILES)] if rng.random() < 0.8 else []
        elif option.name == "workers":
            line += ["--workers", rng.choice(["0", "0", "0", "-1", "x", "9" * 9])]
        elif option.name == "agents" or rng.random() < 0.3:
            flag = getattr(option, "is_flag", False)
            line += [option.opts[-1], *([] if flag else [_value(rng, option, game)])]
    if rng.random() < 0.05:
        line.insert(rng.randrange(len(line) + 1), rng.choice(["--x", "--", "-", "--seed"]))
    return line


def _run(line: list[str], typed: str) -> str:
    """How it ended; whatever is neither a result nor a sentence is raised."""
    started = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        error = CliRunner().invoke(cli, line, input=typed, standalone_mode=False).exception
    except KeyboardInterrupt as interrupt:
        error = interrupt
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    took = time.monotonic() - started
    assert took < DEAF, f"{took:.0f} seconds"
    if error is None:
        return "results"
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return "Ctrl-C"
    if isinstance(error, OthermindsError | click.ClickException | OSError | SystemExit):
        return "sentences"
    raise error


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def fuzz(count: int, seed: int) -> str:
    ends: Counter[str] = Counter()
    before = signal.signal(signal.SIGALRM, _interrupt)
    try:
        with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
            sound = sound_stores(Path())[0]
            for number in range(count):
                rng = random.Random(f"{seed} {number}")
                Path("r.db").write_bytes(sound)
                Path("text").write_text("no such thing", encoding="utf-8")
                line = _line(rng)
                typed = "\n".join(rng.choices(LINES, k=rng.randrange(12)))
                try:
                    ends[_run(line, typed)] += 1
                except BaseException as error:
                    told = f"seed {seed}, input {number}: {line}, typed {typed!r}"
                    raise AssertionError(told) from error
    finally:
        signal.signal(signal.SIGALRM, before)
    return ", ".join(f"{number:,} {end}" for end, number in sorted(ends.items()))
