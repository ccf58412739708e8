"""The generated parts of the documentation; ``make generate`` writes them anew.

What pages say about games and agents is read off them and stands between two marks,
``<!-- generated: games -->`` and ``<!-- end of generated -->``; what some kinds are about stands
behind them, ``options stac``. The first page of the site is the README with its links rewritten. As
a hook of mkdocs this module fills the list of games in the navigation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from os.path import relpath
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README, FRONT_PAGE = ROOT / "README.md", DOCS / "index.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(
    r"(?P<begin><!-- generated: (?P<kind>\w+)(?: (?P<of>\w+))? -->\n)"
    r".*?(?P<end><!-- end of generated -->)",
    re.S,
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


def games(page: Path, _: str) -> Iterator[str]:
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


def _cell(text: str) -> str:
    """A text inside a table."""
    return text.replace("|", "\\|")


def agents(page: Path, of: str) -> Iterator[str]:
    """The catalogue of a game, by default of the one that the page is about."""
    from otherminds.agents.catalogue import agents as catalogue_of

    game = of or page.stem
    catalogue = catalogue_of(game)
    yield "| agent | what it does | source | sees | a move costs |"
    yield "|---|---|---|---|---|"
    for entry in catalogue.values():
        source = f"{entry.source}; {entry.added_by}" if entry.added_by else entry.source
        cost = entry.cost_text.removesuffix(" per move").removeprefix("cost ")
        cells = [f"`{entry.head}`", entry.summary, source, entry.honesty, cost]
        yield f"| {' | '.join(map(_cell, cells))} |"
    yield ""
    yield f"Behind `best` stands `{catalogue.best}`. All options of an agent with a sentence each:"
    yield f"`otherminds agents {game} NAME`. Costs are the median processor time of up to 15 moves"
    yield "at the default options, on one core of one machine; they are left out where they have"
    yield "not been measured since the agent changed."


def options(page: Path, of: str) -> Iterator[str]:
    """The options of an agent of the game that a page is about."""
    from otherminds.agents.catalogue import agents as catalogue_of

    yield "| option | default | what it is | what it does |"
    yield "|---|---|---|---|"
    for option in catalogue_of(page.stem)[of].options:
        cells = [f"`{option.name}`", f"`{option.default_text}`", option.accepted, option.summary]
        yield f"| {' | '.join(map(_cell, cells))} |"


MEASURES = {
    "share of wins": "the share of games won, ties divided",
    "return": "the mean return",
    "score": "half the mean score with itself, half the mean score with each of {partners}",
}


def best(page: Path, of: str) -> Iterator[str]:
    """The tournament by which ``best`` of a game was chosen, by default of the page's game."""
    game = of or page.stem
    found = json.loads((DOCS / "best" / f"{game}.json").read_text(encoding="utf-8"))
    first, last = found["stages"]
    partners = ", ".join(f"`{partner}`" for partner in found["partners"])
    leader = last["standings"][0]["player"]
    equals = [each["player"] for each in last["standings"][1:] if not each["told_apart"]]
    alike = " and ".join(f"`{each}`" for each in equals)
    yield f"The leader is `{leader}`" + (f", not distinguished from {alike}." if alike else ".")
    yield f"The number is {MEASURES[found['measure']].format(partners=partners)}, with its 95 %"
    yield "interval over deals. Everybody plays the same deals; *told apart* says that the leader's"
    yield "lead over this agent is above 0 with a confidence of 99 %."
    digits = 3 if found["measure"] == "share of wins" else 2
    for words, stage in (("All candidates", first), ("The leaders", last)):
        yield ""
        yield (
            f"{words}, {stage['seconds']:g} s per move on one core: {stage['games']:,} games, "
            f"{stage['deals']:,} deals."
        )
        yield ""
        yield "| agent | number | 95 % | told apart |"
        yield "|---|---|---|---|"
        for place, each in enumerate(stage["standings"]):
            shown = [f"{each[key]:.{digits}f}" for key in ("estimate", "low", "high")]
            apart = "leader" if place == 0 else "yes" if each["told_apart"] else "no"
            yield (
                f"| `{_cell(each['player'])}` | {shown[0]} | {shown[1]} to {shown[2]} | {apart} |"
            )
    yield ""
    yield f"Played at commit {found['commit']}; again: `python tools/choose_best.py {game}`."


def _by_blocks(cells: Sequence[Any], shown: Callable[[list[Any], int], str]) -> Iterator[str]:
    """A line for each kind of blocks, a column for each number of them."""
    numbers = sorted({cell[-3] for cell in cells})
    yield f"| | {' | '.join(map(str, numbers))} |"
    yield "|---|" + "---:|" * len(numbers)
    lines: dict[str, list[str]] = {}
    for *names, _, runs, counts in cells:
        name = ", mean ".join(f"{part:g}" if isinstance(part, float) else part for part in names)
        lines.setdefault(name, []).append(shown(counts, runs))
    for name, line in lines.items():
        yield f"| {name} | {' | '.join(line)} |"


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:.1f}" if of else "-"


def _rating(counts: list[Any], runs: int) -> str:
    """Of the player whose intervals cover least; how many have one, where not all."""
    given, covered = min(counts, key=lambda player: player[1] / max(player[0], 1))
    return _percent(covered, given) + (f" ({_percent(given, runs)})" if given < runs else "")


def _questions(cells: Sequence[Any]) -> Iterator[str]:
    """Wrong decisions in both directions, and how long it took."""
    yield "| blocks | margin | wrong if even | wrong if better | blocks if even | if better |"
    yield "|---|---:|---:|---:|---:|---:|"
    for even, better in zip(cells[::2], cells[1::2], strict=True):
        name, margin, _, runs, (wrong, _, took) = even
        *_, (_, also_wrong, also_took) = better
        rates = f"{_percent(wrong, runs)} | {_percent(also_wrong, runs)}"
        yield f"| {name} | {margin:g} | {rates} | {took / runs:.0f} | {also_took / runs:.0f} |"


def simulations(page: Path, of: str) -> Iterator[str]:
    """What simulations have found about the statistic that a part of the page is about."""
    results = page.with_suffix(".json")
    found = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    if of not in found:
        yield "Not simulated yet; the command above does it."
        return
    cells = found[of]
    yield f"Runs for each number: {cells[0][-2]:,}."
    yield ""
    if of == "questions":
        yield from _questions(cells)
    elif of == "ratings":
        yield from _by_blocks(cells, _rating)
    elif of == "means":
        yield from _by_blocks(cells, lambda counts, _: _percent(counts[1], counts[0]))
    else:
        yield from _by_blocks(cells, lambda counts, runs: _percent(counts[0], runs))


def levels(page: Path, of: str) -> Iterator[str]:
    """The levels of a game, by default of the page's game, with the tournament behind them."""
    from otherminds.agents.levels import FILE

    game = of or page.stem
    stored = json.loads(FILE.read_text(encoding="utf-8")).get(game)
    command = f"`python tools/calibrate_levels.py {game}`"
    if stored is None:
        yield "This game has no levels, as their strength has not been measured. Choose an opponent"
        yield f"from the table of agents; {command} measures levels."
        return
    yield f"`otherminds play {game} --level 3` and the player `level(3)` are opponents whose"
    yield "strength rises evenly from 1 to 10:"
    yield ""
    yield f"| level | player | {stored['measure']} | 95 % | games |"
    yield "|---|---|---|---|---|"
    for number, each in enumerate(stored["levels"], start=1):
        interval = f"{each['low']:g} to {each['high']:g}"
        shown = f"`{_cell(each['player'])}` | {each['strength']:g} | {interval} | {each['games']:,}"
        yield f"| {number} | {shown} |"
    yield ""
    yield f"{stored['games']:,} games at commit {stored['commit']}, when `best` was"
    yield f"`{stored['best']}`; again: {command}."


def _whole(number: float) -> str:
    """A number with two digits that count, and the rest of it in zeros."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def cluster(page: Path, of: str) -> Iterator[str]:
    """What a driver costs as measured, or how far it goes in simulation."""
    results = page.with_suffix(".json")
    if not results.exists():
        yield "Not measured yet; the command above does it."
        return
    found = json.loads(results.read_text(encoding="utf-8"))
    told = found["tournaments"]
    if of == "costs":
        yield "| tournament | tasks | matches per task | task | its results | writing them |"
        yield "|---|---:|---:|---:|---:|---:|"
        for each in told:
            cells = [
                f"{each['tasks']}",
                _whole(each["matches"] / each["tasks"]),
                f"{each['task_seconds']:.2f} s",
                f"{each['bytes'] / 1024:,.1f} KiB",
                f"{1000 * each['write_seconds']:.1f} ms",
            ]
            yield f"| {each['tournament']} | {' | '.join(cells)} |"
        yield ""
        yield "| Ray tasks under way | the driver's processor time per task |"
        yield "|---:|---:|"
        for number, seconds in found["ray"]:
            yield f"| {number:,} | {1000 * seconds:.1f} ms |"
        return
    yield f"| workers | {' | '.join(each['tournament'] for each in told)} |"
    yield "|---:|" + "---:|" * len(told)
    for runs in zip(*(each["runs"] for each in told), strict=True):
        shown = [f"{100 * play:.0f} % ({100 * drives:.0f} %)" for _, play, drives in runs]
        yield f"| {runs[0][0]:,} | {' | '.join(shown)} |"
    yield ""
    yield "| tournament | one driver feeds | of its time Ray takes | writing alone would feed |"
    yield "|---|---:|---:|---:|"
    for each in told:
        ray, write = each["ray_seconds_there"], each["write_seconds"]
        cells = [
            f"{each['fed']:,} workers",
            f"{100 * ray / (ray + write):.0f} %",
            f"{_whole(each['fed_by_writing_alone'])} workers",
        ]
        yield f"| {each['tournament']} | {' | '.join(cells)} |"


KINDS: dict[str, Callable[[Path, str], Iterator[str]]] = {
    "agents": agents,
    "best": best,
    "cluster": cluster,
    "games": games,
    "levels": levels,
    "options": options,
    "simulations": simulations,
}


def front_page(readme: str) -> str:
    """The README as a page of the site; a file outside ``docs/`` is named, not linked."""

    def link(match: re.Match[str]) -> str:
        text, target = match["text"], match["target"]
        inside = target.removeprefix("docs/")
        return f"{text} (`{target}`)" if inside == target else f"[{text}]({inside})"

    mark = "<!-- Generated from README.md by make generate. -->\n"
    return mark + LINK.sub(link, readme).replace('src="docs/', 'src="')


def generated(page: Path) -> str:
    """The text of a page with its generated parts made anew."""
    if page == FRONT_PAGE:
        return front_page(generated(README))

    def made(block: re.Match[str]) -> str:
        lines = "".join(f"{line}\n" for line in KINDS[block["kind"]](page, block["of"] or ""))
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
