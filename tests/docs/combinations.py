"""The tables of refused combinations in the documentation: ``make golden`` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

from otherminds.search.schema import Refusal, refusals

PAGE = Path(__file__).parents[2] / "docs" / "questions" / "combinations.md"
BLOCK = re.compile(r"(<!-- refusals: .*? -->\n).*?(<!-- end of refusals -->\n)", re.S)


def _sentence(refusal: Refusal) -> str:
    """The sentence about any game; the name of an option keeps its spelling at the beginning."""
    text = refusal.sentence.replace("{game}", "the game")
    return f"T{text[1:]}" if refusal.sentence.startswith("{game}") else text


def _rows(chosen: list[Refusal]) -> list[str]:
    lines = ["| options | what is refused, and why | for example |", "|---|---|---|"]
    for refusal in chosen:
        options = ", ".join(f"`{option}`" for option in refusal.options)
        lines.append(f"| {options} | {_sentence(refusal)} | `{refusal.example}` |")
    return lines


def tables() -> str:
    """All refusals but those of quirks, which are the laboratory's."""
    shown = [each for each in refusals() if not any("Quirks" in name for name in each.options)]
    everywhere = [refusal for refusal in shown if not refusal.game]
    in_games = [refusal for refusal in shown if refusal.game]
    parts = ["", "## In every game", "", *_rows(everywhere)]
    parts += ["", "## Where the game decides", "", *_rows(in_games), "", ""]
    return "\n".join(parts)


def page() -> str:
    """The page as it should be."""
    return BLOCK.sub(lambda found: found[1] + tables() + found[2], PAGE.read_text())


if __name__ == "__main__":
    PAGE.write_text(page())
