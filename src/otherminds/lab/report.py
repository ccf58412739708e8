"""Findings for people: a table for the terminal, Markdown, and a page with plots.

A Markdown file that already has a block between the marks ``<!-- findings -->`` and
``<!-- /findings -->`` keeps everything around it: only the block is written anew. That is how the
page of a source stays what its command found.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from otherminds import __version__
from otherminds.arena.pages import figure, page, prose
from otherminds.arena.plan import Tournament
from otherminds.arena.report import markdown_table
from otherminds.contracts import OptionError
from otherminds.contracts.tables import html_table
from otherminds.lab.claims import Finding, Rung, contents_of, number_text
from otherminds.lab.running import Run

__all__ = [
    "Figure",
    "Table",
    "between",
    "games_text",
    "html_text",
    "markdown_text",
    "marks",
    "signs",
    "write_report",
]

HEAD = ("claim", "what it says", "verdict", "source", "ours [95 %]", "games", "p (Holm)")
_WIDTHS = """
body { max-width: 76rem; } .name { min-width: 6.5rem; }
.name:first-child { min-width: 3.5rem; } .name:nth-child(2) { min-width: 18rem; }
"""
START, END = "<!-- findings -->", "<!-- /findings -->"


@dataclass(frozen=True)
class Figure:
    """A plot of a source's package: a heading, SVG text, and what is to be seen."""

    title: str
    svg: str
    caption: str


@dataclass(frozen=True)
class Table:
    """A table of a source's package, below its findings."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str


def p_text(p_value: float | None) -> str:
    """``0.012``, ``< 0.001``, or a dash where nothing was tested."""
    if p_value is None:
        return "-"
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def row(finding: Finding) -> list[str]:
    """One line of the table of findings."""
    return [
        finding.claim.id,
        finding.claim.text,
        finding.verdict,
        finding.source,
        finding.ours,
        games_text(finding.judged),
        p_text(finding.p_value),
    ]


_SIGNS = {"earlier": "†", "measured": "‡"}
_OLDER, _TIMED = "*", "§"
_MEANING = {
    "†": "figures of games that were played before results were kept, so that no rows bear them "
    "out; they give way as soon as as many games are kept",
    "‡": "measured on the spot or in games of people: no rows, and no two runs give the same",
    _OLDER: "some of the games were played by an older build, which plays otherwise than this one",
    _TIMED: "some of the games had a budget in seconds and cannot be replayed",
}


def signs(rung: Rung) -> str:
    """The marks of an estimate."""
    older, timed = _OLDER * bool(rung.older), _TIMED * rung.timed
    return _SIGNS.get(rung.mark, "") + older + timed


def games_text(rung: Rung) -> str:
    """How many games an estimate rests on, with its marks."""
    return " ".join(filter(None, (f"{rung.games:,}", signs(rung))))


def marks(findings: Sequence[Finding]) -> list[str]:
    """What the marks in a table mean, with how many claims carry each."""
    counts = Counter(sign for finding in findings for sign in signs(finding.judged))
    return [
        f"{sign} ({counts[sign]}): {meaning}." for sign, meaning in _MEANING.items() if counts[sign]
    ]


def summary(findings: Sequence[Finding]) -> str:
    """How often each verdict was given, family by family."""
    parts = []
    for family in dict.fromkeys(finding.claim.family for finding in findings):
        own = [finding for finding in findings if finding.claim.family == family]
        counts = Counter(finding.verdict for finding in own)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        parts.append(f"{family}: {told}")
    return "; ".join(parts) + "."


def beside(findings: Sequence[Finding]) -> list[list[str]]:
    """Where the claim holds at other settings, and what else was measured."""
    rows = []
    for finding in findings:
        detail = finding.judged.estimate.detail
        if finding.beside or detail:
            setting = finding.judged.setting
            rows.append([finding.claim.id, setting, finding.beside or "-", detail or "-"])
    return rows


BESIDE_HEAD = ("claim", "judged at", "at other settings", "details")


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings with several settings, those that share some together."""
    groups: list[tuple[set[str], list[Finding]]] = []
    for finding in findings:
        if len(finding.rungs) < 2:
            continue
        settings = {rung.setting for rung in finding.rungs}
        for known, members in groups:
            if known & settings:
                known |= settings
                members.append(finding)
                break
        else:
            groups.append((settings, [finding]))
    return [members for _, members in groups]


def rungs(findings: Sequence[Finding]) -> list[tuple[list[str], list[list[str]]]]:
    """Every estimate at every setting that claims share, one table for claims that share some.

    A line is a claim, or a setting where there are more settings than claims.
    """
    tables = []
    for group in _alike(findings):
        counts = Counter(rung.setting for finding in group for rung in finding.rungs)
        shared = [setting for setting, count in counts.items() if count > 1]
        cells = []
        for finding in group:
            found = {
                rung.setting: number_text(rung.estimate.value, finding.claim.unit)
                for rung in finding.rungs
            }
            line = [found.get(setting, "") for setting in shared]
            if set(line) - {"", "-"}:
                cells.append([finding.claim.id, *line])
        table = [["claim", *shared], *cells]
        if len(shared) > len(group):
            table = [list(column) for column in zip(*table, strict=True)]
            table[0][0] = "setting"
        if shared and cells:
            tables.append((table[0], table[1:]))
    return tables


def provenance(source: str, scale: str, run: Run) -> str:
    """What the numbers rest on, so that the same numbers can be had again."""
    distinct: dict[Tournament, int] = {}
    for results in (each for played in run.played.values() for each in played if each.rows):
        known = distinct.get(results.tournament, 0)  # arms look at different numbers of games
        distinct[results.tournament] = max(known, len(results.rows))
    seeds = ", ".join(sorted({f"seed {tournament.seed}" for tournament in distinct}))
    text = f"`otherminds reproduce {source} --scale {scale}`, otherminds {__version__}"
    if distinct:
        games = f"{sum(distinct.values()):,} games in {len(distinct):,} tournaments"
        text += f", {seeds}: {games}"
    if run.records:
        text += f", {len(run.records):,} recorded games of people (--games)"
    return text + "."


Extras = Callable[[Run], Sequence[Figure | Table]]


def extras_of(source: str, run: Run) -> Sequence[Figure | Table]:
    """The figures and tables of a source."""
    make: Extras = contents_of(source).figures
    return make(run)


def markdown_text(source: str, scale: str, run: Run) -> str:
    """Findings, budgets and the source's tables; plots are for the page."""
    parts = [
        provenance(source, scale, run),
        f"Verdicts: {summary(run.findings)}",
        markdown_table(HEAD, [row(finding) for finding in run.findings]),
        *marks(run.findings),
        "At other settings, p-values not adjusted, and what else was measured:",
        markdown_table(BESIDE_HEAD, beside(run.findings)),
    ]
    for head, lines in rungs(run.findings):
        parts += ["Estimates at every setting:", markdown_table(head, lines)]
    for extra in extras_of(source, run):
        if isinstance(extra, Table):
            parts += [f"{extra.title}. {extra.caption}", markdown_table(extra.head, extra.rows)]
    return "\n\n".join(parts) + "\n"


def html_text(source: str, scale: str, run: Run) -> str:
    """One page that needs nothing else: verdicts, plots, and every number."""
    title = f"{source}, scale {scale}"
    findings = [row(finding) for finding in run.findings]
    parts = [
        f"<h1>{html.escape(title)}</h1>",
        f"<p class='found'>Verdicts: {html.escape(summary(run.findings))}</p>",
        html_table(HEAD, findings, names=4),
        *(f"<p class='note'>{html.escape(mark)}</p>" for mark in marks(run.findings)),
        *map(_part, extras_of(source, run)),
    ]
    if lines := beside(run.findings):
        parts.append(
            "<h2>At other settings</h2><p class='note'>P-values are not adjusted here.</p>"
        )
        parts.append(html_table(BESIDE_HEAD, lines, names=4))
    if tables := rungs(run.findings):
        parts.append("<h2>Estimates at every setting</h2>")
        parts += [html_table(head, lines) for head, lines in tables]
    parts.append(f"<p class='note'>{prose(provenance(source, scale, run))}</p>")
    return page(title, "".join(parts), style=_WIDTHS)


def _part(extra: Figure | Table) -> str:
    """A figure or a table with its heading; empty where it has nothing to show."""
    if isinstance(extra, Figure):
        return figure(extra.title, extra.svg, extra.caption)
    if not extra.rows:
        return ""
    heading, note = html.escape(extra.title), prose(extra.caption)
    return f"<h2>{heading}</h2><p class='note'>{note}</p>{html_table(extra.head, extra.rows)}"


def check_report(path: str) -> None:
    """Refuse a file whose ending says nothing, before hours are spent."""
    if Path(path).suffix not in (".html", ".md"):
        raise OptionError(f"{path} must end in .html or .md.")


def write_report(path: str, source: str, scale: str, run: Run) -> None:
    """Write the report; of a Markdown page with marks only the block between them."""
    check_report(path)
    place = Path(path)
    if place.suffix == ".html":
        place.write_text(html_text(source, scale, run), encoding="utf-8")
        return
    text = markdown_text(source, scale, run)
    page = place.read_text(encoding="utf-8") if place.exists() else ""
    marked = START in page and END in page
    whole = between(page, "findings", text) if marked else f"# {source}, scale {scale}\n\n{text}"
    place.write_text(whole, encoding="utf-8")


def between(page: str, mark: str, text: str) -> str:
    """The page with a text between ``<!-- mark -->`` and ``<!-- /mark -->``.

    Raises:
        OptionError: the page has no such marks.
    """
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    block = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.S)
    if not block.search(page):
        raise OptionError(f"The page has no {start} and {end}.")
    return block.sub(lambda _: f"{start}\n\n{text.strip()}\n\n{end}", page, count=1)
