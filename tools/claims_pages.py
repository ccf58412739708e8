"""Writes the generated parts of the laboratory's pages from the folder of results; plays nothing.

``python tools/claims_pages.py`` after games were added, or after a change of how they are judged.
"""

from __future__ import annotations

from pathlib import Path

from otherminds.lab.kept import Kept
from otherminds.lab.pages import written
from otherminds.lab.signature import signature

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Note the build of record, then write every page."""
    kept = Kept(ROOT / "results")
    games = ("catan", "cluedo", "hanabi", "othello", "tiny_coop")
    kept.note_builds({game: signature(game) for game in games})
    for path, text in written(kept, ROOT / "docs").items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
