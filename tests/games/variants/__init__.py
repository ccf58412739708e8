"""Options of games that tests for every game run with: a file for each game that needs some."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def _read(game: str) -> dict[str, Any]:
    path = FOLDER / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def variants(game: str) -> list[dict[str, Any]]:
    """The options worth a run; the defaults where nothing is written down."""
    found: list[dict[str, Any]] = _read(game).get("variants", [{}])
    return found


def playthrough(game: str) -> tuple[dict[str, Any], str]:
    """Options and player of the golden playthrough; the defaults and random play otherwise."""
    found = _read(game).get("playthrough", {})
    return found.get("options", {}), found.get("player", "random")
