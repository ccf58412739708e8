"""The pages of the sources and the page that opens the laboratory, written from what is kept.

Every number on them comes from the folder of results. Between ``<!-- findings -->`` and
``<!-- /findings -->`` of a source's page stand its tables, between ``<!-- found -->`` and
``<!-- /found -->`` the ten lines with which it opens. Those are written by hand, in ``found.txt``
of the source's package: each line names the claims that it rests on with the verdict that it
takes for granted, and has ``{S2}`` where a number belongs. A line whose verdict is no longer so
stops the writing: a page says no more than its table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from otherminds.arena.report import markdown_table
from otherminds.contracts import OptionError
from otherminds.lab import report as reports
from otherminds.lab.claims import VERDICTS, Finding, choose_claims, claims_of, package_of
from otherminds.lab.kept import Kept
from otherminds.lab.running import Run, judge_kept

__all__ = ["OVERVIEW", "PAGES", "Page", "found_text", "overview_text", "written"]


@dataclass(frozen=True)
class Page:
    """A page of a source.

    Attributes:
        name: of the file, without its ending.
        source: whose claims.
        claims: which of them, as ``--claims`` takes it.
        families: what the letters of the ids stand for, with whether the source itself claims it.
    """

    name: str
    source: str
    claims: str
    families: Mapping[str, tuple[str, bool]] = field(hash=False)


PAGES = (
    Page(
        "stevinson",
        "stevinson",
        "",
        {
            "S": ("Stevinson, Othello", True),
            "C": ("controls beside Stevinson", False),
            "L": ("Stevinson's claims with the program's defects", False),
            "R": ("types that survive being wrong, Othello", False),
        },
    ),
    Page(
        "walton-rivers",
        "walton-rivers",
        "W1-W24,C1-C5",
        {
            "W": ("Walton-Rivers, Tiny Co-Op", True),
            "C": ("controls beside Walton-Rivers", False),
        },
    ),
    Page(
        "walton-rivers-hanabi",
        "walton-rivers",
        "W25-W47,M1-M8,B1-B6",
        {
            "W": ("Walton-Rivers, Hanabi", True),
            "M": ("rule agents against the author's program", False),
            "B": ("partners of one of seven types, Hanabi", False),
        },
    ),
    Page(
        "ledford",
        "ledford",
        "",
        {"L": ("Ledford, Cluedo", True), "B": ("beyond Ledford", False)},
    ),
    Page(
        "dobre",
        "dobre",
        "D1-D81,P1-P5",
        {
            "D": ("Dobre, Catan", True),
            "P": ("planners against Stac", True),
        },
    ),
    Page(
        "dobre-strength",
        "dobre",
        "S1-S7",
        {"S": ("strength of Stac and the planners, Catan", True)},
    ),
    Page("karamalegkos", "karamalegkos", "", {"K": ("Karamalegkos, Catan", True)}),
)

OVERVIEW = "claims"
"""The page that opens the laboratory."""

_LINE = re.compile(r"(?P<rests>[^|]*)\|(?P<text>.*)")


def found_text(page: Page, findings: Sequence[Finding]) -> str:
    """The lines with which a page opens, numbers and all.

    Raises:
        OptionError: a line takes a verdict for granted that is not given, or names no claim.
    """
    place = resources.files(package_of(page.source)).joinpath(
        f"found_{page.name.replace('-', '_')}.txt"
    )
    known = {finding.claim.id: finding for finding in findings}
    lines = []
    for line in place.read_text(encoding="utf-8").splitlines():
        shape = _LINE.fullmatch(line)
        if shape is None:
            raise OptionError(f"{place.name}: {line!r} has no claims before a bar.")
        for part in filter(None, map(str.strip, shape["rests"].split(","))):
            claim, _, verdict = part.partition("=")
            if claim not in known or known[claim].verdict != verdict:
                given = known[claim].verdict if claim in known else "not among them"
                raise OptionError(
                    f"{place.name} says of {claim} that it is {verdict}; it is {given}. Write "
                    "that line anew."
                )
        lines.append(
            "- " + re.sub(r"\{(\w+)\}", lambda m: _number(known, m[1]), shape["text"].strip())
        )
    return "\n".join(lines)


def _number(known: Mapping[str, Finding], claim: str) -> str:
    finding = known[claim]
    mark = reports.signs(finding.judged)
    return f"{finding.ours}{mark and ' ' + mark} ({claim})"


def _family(page: Page, finding: Finding) -> tuple[str, bool]:
    return page.families[finding.claim.family]


def _counts(runs: Mapping[Page, Run]) -> str:
    """How often each verdict was given, family by family; the sources' own claims first."""
    rows: list[tuple[bool, list[str]]] = []
    totals: Counter[tuple[bool, str]] = Counter()
    for page, run in runs.items():
        groups: dict[tuple[str, bool], list[Finding]] = {}
        for finding in run.findings:
            groups.setdefault(_family(page, finding), []).append(finding)
        for (name, own), findings in groups.items():
            counts = Counter(finding.verdict for finding in findings)
            counts["earlier"] = sum(f.judged.mark == "earlier" for f in findings)
            totals.update({(own, verdict): count for verdict, count in counts.items()})
            link = f"[{name}](sources/{page.name}.md)"
            rows.append((own, [link, str(len(findings)), *_cells(counts)]))
    lines = []
    for own, title in ((True, "**claims of the sources**"), (False, "**controls and additions**")):
        total = Counter(
            {verdict: count for (whose, verdict), count in totals.items() if whose == own}
        )
        number = sum(total[verdict] for verdict in VERDICTS)
        lines += [row for whose, row in rows if whose == own]
        lines.append([title, str(number), *_cells(total)])
    return markdown_table(("family", "claims", *VERDICTS, "figures †"), lines)


def _cells(counts: Counter[str]) -> list[str]:
    return [str(counts[verdict] or "") for verdict in (*VERDICTS, "earlier")]


def overview_text(runs: Mapping[Page, Run]) -> str:
    """The generated part of the page that opens the laboratory."""
    findings = [finding for run in runs.values() for finding in run.findings]
    parts = ["## Counts", _counts(runs), *reports.marks(findings)]
    for page, run in runs.items():
        names = ", ".join(dict.fromkeys(_family(page, finding)[0] for finding in run.findings))
        rows = [
            [f.claim.id, f.claim.text, f.verdict, f.source, f.ours, reports.games_text(f.judged)]
            for f in run.findings
        ]
        parts += [
            f"## {names[0].upper()}{names[1:]}",
            f"[The page](sources/{page.name}.md) has how each is read, and "
            f"[all numbers](sources/{page.name}.md#all-numbers).",
            markdown_table(
                ("claim", "what it says", "verdict", "source", "ours [95 %]", "N"), rows
            ),
        ]
    return "\n\n".join(parts) + "\n"


def written(kept: Kept, docs: Path) -> dict[Path, str]:
    """Every page as it has to be by what is kept."""
    runs: dict[Page, Run] = {}
    texts: dict[Path, str] = {}
    for page in PAGES:
        claims = choose_claims(claims_of(page.source), page.claims)
        runs[page] = run = judge_kept(page.source, claims, kept)
        path = docs / "sources" / f"{page.name}.md"
        text = path.read_text(encoding="utf-8")
        text = reports.between(text, "found", found_text(page, run.findings))
        texts[path] = reports.between(
            text, "findings", reports.markdown_text(page.source, "kept", run)
        )
    path = docs / f"{OVERVIEW}.md"
    texts[path] = reports.between(path.read_text(encoding="utf-8"), "claims", overview_text(runs))
    return texts
