"""The generated parts of the documentation; ``make generate`` writes them anew.

The list of games is read off the games and stands between two marks, ``<!-- generated: games -->``
and ``<!-- end of generated -->``. The first page of the site is the README with its links
rewritten. As a hook of mkdocs this module fills the list of games in the navigation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from os.path import relpath
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README, FRONT_PAGE = ROOT / "README.md", DOCS / "index.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(
    r"(?P<begin><!-- generated: (?P<kind>\w+) -->\n).*?(?P<end><!-- end of generated -->)", re.S
)
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<target>[^):]+)\)")


def title_of(page: Path) -> str:
    """The heading of a page."""
    return page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")


def _seats(name: str) -> str:
    """How many seats a game can have by its option ``players``, or has."""
    from otherminds import OptionError, load

    game = load(name)
    possible = []
    for players in range(1, 7) if "players" in game.options else ():
        try:
            possible.append(load(name, players=players).seats)
        except OptionError:
            continue
    return f"{possible[0]} to {possible[-1]}" if possible else str(game.seats)


def games(page: Path) -> Iterator[str]:
    """A table of all games, those with a page of their own linked."""
    from otherminds import _core, game_names, load
    from otherminds.games.registry import module_of

    yield "| game | what it is | seats | hides facts | written in |"
    yield "|---|---|---|---|---|"
    for name in game_names():
        game, own = load(name), DOCS / "games" / f"{name}.md"
        module = module_of(game)
        first = str(module.__doc__).split("\n")[0] if module else name
        sentence = first.partition(": ")[2] or first
        shown = f"[{title_of(own)}]({relpath(own, page.parent)})" if own.exists() else f"`{name}`"
        hides = "no" if game.perfect_information else "yes"
        language = "C++" if isinstance(game, _core.Game) else "Python"
        what = sentence[0].upper() + sentence[1:]
        yield f"| {shown} | {what} | {_seats(name)} | {hides} | {language} |"


KINDS: dict[str, Callable[[Path], Iterator[str]]] = {"games": games}


def front_page(readme: str) -> str:
    """The README as a page of the site; a file outside ``docs/`` is named, not linked."""

    def link(match: re.Match[str]) -> str:
        text, target = match["text"], match["target"]
        inside = target.removeprefix("docs/")
        return f"{text} (`{target}`)" if inside == target else f"[{text}]({inside})"

    mark = "<!-- Generated from README.md by make generate. -->\n"
    return mark + LINK.sub(link, readme)


def generated(page: Path) -> str:
    """The text of a page with its generated parts made anew."""
    if page == FRONT_PAGE:
        return front_page(generated(README))

    def made(block: re.Match[str]) -> str:
        lines = "".join(f"{line}\n" for line in KINDS[block["kind"]](page))
        return f"{block['begin']}\n{lines}\n{block['end']}"

    return BLOCK.sub(made, page.read_text(encoding="utf-8"))


def on_config(config: Any) -> Any:
    """List the pages of the games in the navigation, where it says ``games/``."""
    pages = sorted((DOCS / "games").glob("*.md"), key=title_of)
    listed = [{title_of(page): f"games/{page.name}"} for page in pages]
    config.nav = [
        {"Games": listed} if entry == {"Games": "games/"} else entry for entry in config.nav
    ]
    return config


def main() -> None:
    """Write the generated parts of all pages."""
    for page in PAGES:
        text = generated(page)
        if text != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8")
            print(page.relative_to(ROOT))


if __name__ == "__main__":
    main()
