"""The golden files are what the package does now; ``make golden`` writes them anew."""

from __future__ import annotations

import pytest

from tests import golden

FILES = golden.files()  # before any test registers a game of its own


@pytest.mark.parametrize("name", FILES)
def test_nothing_changed(name: str) -> None:
    path = golden.FOLDER / name
    assert path.exists(), f"{name} is missing: run make golden."
    assert FILES[name]() == path.read_text(encoding="utf-8"), (
        f"{name} changed: run make golden, look at the difference, and explain it in the commit."
    )


def test_there_are_no_stale_files() -> None:
    assert {path.name for path in golden.stored()} == set(FILES)
