"""The notebook among the docs, executed: ``make generate`` writes it and its page anew.

Cells run one after another in one namespace, and what a cell ends with is stored as a notebook
would store it: its picture, its table, its text. The page shows the same cells; its code also runs
with that of all other pages.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"

CELLS: tuple[tuple[str, str], ...] = (
    (
        "markdown",
        "# A first look\n\n"
        "Positions, thoughts and matches as a notebook shows them. Run this page yourself:\n"
        "[first-look.ipynb](first-look.ipynb) is the same as a notebook.",
    ),
    (
        "markdown",
        "## A game and a position\n\n"
        "A state is the whole truth about a game in progress. A notebook draws it.",
    ),
    (
        "code",
        "import otherminds as om\n\n"
        'game = om.load("othello", size=6)\n'
        "state = game.initial_state()\n"
        'for move in ("b3", "b2", "c2"):\n'
        "    state.apply_action(game.parse_action(move))\n"
        "state",
    ),
    (
        "markdown",
        "## A search and what it found\n\nThe result of a search is a table of the moves, and says "
        "what it expects.",
    ),
    ("code", "om.Search(iterations=2000).run(state, seed=1)"),
    (
        "markdown",
        "## What one seat sees\n\nIn Hanabi a seat does not see its own cards. Its view is drawn "
        "with what hints have told it; below each of its cards stands what the card most probably "
        "is.",
    ),
    (
        "code",
        "from otherminds.games import hanabi\n\n"
        'small = om.load("hanabi", colours=3, ranks=3, hand=3)\n'
        'deck = "r1 y2 g3 r2 y1 g1 r1 r1 r2 r3 y1 y1 y2 y3 g1 g1 g2 g2"\n'
        "table = hanabi.deal(small, deck)\n"
        'for move in ("hint 1 to seat 1", "hint red to seat 0"):\n'
        "    table.apply_action(small.parse_action(move))\n"
        "table.view(0)",
    ),
    (
        "markdown",
        "An agent that plans from this view tells what it believes about its own cards.",
    ),
    ("code", "om.Search(iterations=3000).run(small.belief(table.view(0)), seed=1).thought()"),
    (
        "markdown",
        "## A match\n\nA finished match shows who got what and where it ended; its moves unfold.",
    ),
    (
        "code",
        'om.play_match("tic_tac_toe", ["search(iterations=200)", "random"], seed=1)',
    ),
)
"""Markdown and code, in order."""


def _executed(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """What a cell prints, and the value that it ends with."""
    tree = ast.parse(source)
    last = tree.body[-1]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if not isinstance(last, ast.Expr):
            exec(compile(tree, "cell", "exec"), names)
            return printed.getvalue(), None
        exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def _shown(value: Any) -> dict[str, str]:
    """A value in every form that a notebook asks it for.

    Next to a picture or a table the text is only the name of the class: some have times in them,
    which are never the same twice.
    """
    forms = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
    asked = {kind: getattr(value, name, lambda: None)() for kind, name in forms.items()}
    found = {kind: text for kind, text in asked.items() if text}
    return {**found, "text/plain": f"<{type(value).__name__}>" if found else repr(value)}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def made() -> tuple[str, str]:
    """The notebook and its page."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells: list[dict[str, Any]] = []
    page: list[str] = []
    for number, (kind, source) in enumerate(CELLS):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}}
        cell["source"] = _lines(source)
        page.append(source if kind == "markdown" else f"```python\n{source}\n```")
        if kind == "code":
            printed, value = _executed(source, names)
            count = 1 + sum(each["cell_type"] == "code" for each in cells)
            cell["execution_count"], cell["outputs"] = count, []
            if printed:
                stream = {"output_type": "stream", "name": "stdout", "text": _lines(printed)}
                cell["outputs"].append(stream)
                page.append(f"```text\n{printed}```")
            if value is not None:
                forms = _shown(value)
                data = {form: _lines(text) for form, text in forms.items()}
                result = {"output_type": "execute_result", "execution_count": count}
                cell["outputs"].append({**result, "data": data, "metadata": {}})
                shown = forms.get("image/svg+xml") or forms.get("text/html")
                page.append(f"<div>{shown}</div>" if shown else f"```text\n{value!r}\n```")
        cells.append(cell)
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    mark = "<!-- Generated by tools/notebook.py: make generate. -->\n"
    written = json.dumps(notebook, indent=1, ensure_ascii=False)
    return f"{written}\n", mark + "\n\n".join(page) + "\n"


def files() -> dict[Path, str]:
    """The notebook and its page, by where they are stored."""
    notebook, page = made()
    return {FOLDER / "first-look.ipynb": notebook, FOLDER / "first-look.md": page}


def main() -> None:
    """Write the files that have changed."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
