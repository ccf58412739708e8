"""Tables in the documentation that follow from the code; ``make golden`` writes them anew.

A page holds a table between two marks. The first names the game, and its options as JSON where they
are not the defaults:

    <!-- parts: tiny_coop {"actions": "relative"} -->
    <!-- end of parts -->
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import otherminds
from otherminds.contracts import Game

PAGES = Path(__file__).parents[2] / "docs" / "games"
BLOCK = re.compile(r"(<!-- parts: (\w+)( \{.*\})? -->\n).*?(<!-- end of parts -->)", re.S)


def parts_table(game: Game) -> str:
    """Each type of action, what its actions consist of besides it, and the first of them."""
    rows = ["| type | parts | example |", "|---|---|---|"]
    examples: dict[str, str] = {}
    for action in range(game.action_count):
        parts = game.action_parts(action)
        examples.setdefault(parts["type"], json.dumps(parts))
    for kind, parts in game.action_schema().items():
        listed = "; ".join(f"`{name}`: {_values(values)}" for name, values in parts.items())
        rows.append(f"| `{kind}` | {listed or 'none'} | `{examples[kind]}` |")
    return "\n".join(rows) + "\n"


def _values(values: list[Any]) -> str:
    """Numbers without a gap as a range, and otherwise the values, the first ones of many."""
    numbers = sorted(value for value in values if type(value) is int)
    ranged = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    shown = [f"{numbers[0]} to {numbers[-1]}"] if ranged else []
    others = [f"`{json.dumps(v)}`" for v in values if not ranged or type(v) is not int]
    if len(others) > 6:
        return ", ".join([*shown, *others[:2]]) + f" and {len(others) - 2} others"
    return ", ".join([*shown, *others])


def written(page: Path) -> str:
    """The text of a page with its tables as they should be."""

    def table(block: re.Match[str]) -> str:
        options = json.loads(block[3] or "{}")
        # Blank lines: else Markdown takes the table for HTML.
        return f"{block[1]}\n{parts_table(otherminds.load(block[2], **options))}\n{block[4]}"

    return BLOCK.sub(table, page.read_text(encoding="utf-8"))


def write() -> None:
    """Write the tables of all pages anew."""
    for page in sorted(PAGES.glob("*.md")):
        page.write_text(written(page), encoding="utf-8")
