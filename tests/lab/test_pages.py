"""The laboratory's pages: every figure is one that the kept games give."""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from otherminds.arena.statistics import Interval
from otherminds.contracts import OptionError
from otherminds.lab.claims import SOURCES, VERDICTS, Claim, Estimate, Finding, Rung, claims_of
from otherminds.lab.estimates import EARLIER, Estimates
from otherminds.lab.kept import Kept
from otherminds.lab.pages import PAGES, found_text, written
from otherminds.lab.signature import signature

ROOT = Path(__file__).parents[2]
KEPT = Kept(ROOT / "results")

pytestmark = pytest.mark.slow  # Python only: the sanitizers have nothing to find here


def _out_of_date() -> list[str]:
    pages = written(KEPT, ROOT / "docs").items()
    return [path.name for path, text in pages if path.read_text(encoding="utf-8") != text]


def test_pages_say_what_the_kept_games_give() -> None:
    """After games were added: python tools/claims_pages.py writes the pages anew.

    In a process of its own, as that tool is: other tests measure here what tables would show.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_out_of_date).result() == []


def test_the_build_of_record_is_this_one() -> None:
    """A change of play makes the kept rows older ones: write the pages anew and say why."""
    for game, build in KEPT.builds().items():
        assert signature(game) == build, game


def test_every_claim_stands_once_on_the_opening_page() -> None:
    text = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]\d+[a-z]?) \|.*?\| ([a-z ]+) \|", text, re.M)
    ids = [claim.id for source in SOURCES for claim in claims_of(source)]
    assert sorted(id_ for id_, _ in rows) == sorted(ids)
    assert {verdict for _, verdict in rows} <= set(VERDICTS)


def test_marked_figures_belong_to_claims_that_there_are() -> None:
    for page in PAGES:
        known = {claim.id: claim for claim in claims_of(page.source)}
        earlier = Estimates(KEPT.folder, EARLIER, page.source)
        assert len(earlier) == sum(
            earlier.of(claim.id, setting) is not None
            for claim in known.values()
            for setting in claim.settings
        )


def test_a_line_whose_verdict_is_no_longer_so_is_refused() -> None:
    claims = claims_of("dobre")
    (page,) = [page for page in PAGES if page.name == "dobre-strength"]

    def finding(claim: Claim) -> Finding:
        rung = Rung("x", Estimate(reports_interval()), "refuted", meets_figure=False, games=1)
        return Finding(claim, (rung,), None, "refuted")

    with pytest.raises(OptionError, match="says of S1 that it is direction only; it is refuted"):
        found_text(page, [finding(claim) for claim in claims])


def reports_interval() -> Interval:
    return Interval(0.5, 0.4, 0.6)
