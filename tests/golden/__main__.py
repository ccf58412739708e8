"""Write the golden files, and the tables of the documentation that follow from the code, anew."""

from __future__ import annotations

from tests.docs import tables
from tests.golden import FOLDER, files, stored

made = files()
for stale in stored():
    if stale.name not in made:
        stale.unlink()
for name, make in made.items():
    (FOLDER / name).write_text(make(), encoding="utf-8")
    print(f"tests/golden/{name}")
tables.write()
