"""Checks that the rooms of the core include each other in one direction only.

    engine <- games        a game knows the engine and itself; its instantiate.cpp knows all below
    engine <- search
    engine, search <- dynamic
    all of these <- bindings, tests

Prints a sentence for each include that breaks the order and ends with 1 if there is one.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<own>[^"]+)"|<(?P<system>[^>]+)>)', re.M)
PYTHON = re.compile(r"(?:nanobind/.*|Python\.h)")
# The only files of a game that know the search: they compile it for the game.
INSTANTIATING = "instantiate.cpp"
# Written by the build.
GENERATED = {"otherminds_games.inc"}

MAY_INCLUDE = {
    "engine": {"engine"},
    "search": {"engine", "search"},
    "dynamic": {"engine", "search", "dynamic"},
}


def room_of(path: str) -> str:
    """The room of a file, given by its path below core/; a game is a room of its own."""
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "games" else parts[0]


def allowed(path: str) -> set[str] | None:
    """The rooms that a file below core/ may include; None: all."""
    room = room_of(path)
    if room == "tests":
        return None
    if not room.startswith("games/"):
        return MAY_INCLUDE.get(room, set())
    more = {"search", "dynamic"} if path.endswith(f"/{INSTANTIATING}") else set()
    return {"engine", room} | more


def faults(root: Path) -> Iterator[str]:
    """A sentence for each include below root/core and root/bindings that breaks the order."""
    core, bindings = root / "core", root / "bindings"
    files = [
        path
        for room in (core, bindings)
        for path in room.rglob("*")
        if path.suffix in {".hpp", ".cpp"}
    ]
    for file in sorted(files):
        of_core = file.is_relative_to(core)
        path = file.relative_to(core if of_core else bindings).as_posix()
        for found in INCLUDE.finditer(file.read_text(encoding="utf-8")):
            where = f"{file.relative_to(root).as_posix()} includes {found[0].split(maxsplit=1)[1]}"
            if found["system"]:
                if of_core and PYTHON.fullmatch(found["system"]):
                    yield f"{where}, but there is no Python in the core."
                continue
            included = found["own"]
            if (core / included).is_file():
                rooms = allowed(path) if of_core else None
                room = room_of(included)
                if rooms is not None and room not in rooms:
                    own = room_of(path)
                    yield f"{where}, but {own} may include {', '.join(sorted(rooms))} only."
                elif room == "tests" and room_of(path) != "tests":
                    yield f"{where}, but only tests may include tests."
            elif of_core or not ((bindings / included).is_file() or included in GENERATED):
                yield f"{where}, but there is no such file."


def main() -> int:
    """Checks the repository, or the folder that is given."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    sentences = list(faults(root))
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
