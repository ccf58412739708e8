"""A study from consent to thanks, and stored matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import otherminds as om
from tests.web.browser.conftest import TableServer
from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow

PROTOCOL = """
title = "A short study"
summary = "One game of Othello on a small board."
game = "othello"
options = { size = 4 }
consent = "You will play one game.\\n\\nYour moves are recorded under a code."
thanks = "Thank you very much."

[[steps]]
kind = "questions"
title = "Before"
questions = [
  { id = "skill", text = "How well do you play?", kind = "choice", choices = ["badly", "well"] },
  { id = "mood", text = "How are you?", kind = "scale", least = 1, most = 5 },
]

[[steps]]
kind = "games"
title = "One game"
companies = [{ agents = ["random"], games = 1 }]

[[steps]]
kind = "questions"
title = "After"
questions = [{ id = "why", text = "Why?", kind = "text", required = false }]
"""


@pytest.fixture
def study_server(tmp_path: Path) -> Iterator[TableServer]:
    (tmp_path / "short.toml").write_text(PROTOCOL, encoding="utf-8")
    results = str(tmp_path / "results.db")
    om.tournament("othello(size=4)", ["random", "max_disk"], games=4, seed=1, store=results)
    made = TableServer(tmp_path, "--study", str(tmp_path / "short.toml"), "--results", results)
    made.start()
    yield made
    made.kill()


def test_a_study_is_done_from_consent_to_thanks(page: Page, study_server: TableServer) -> None:
    table = TablePage(page, study_server.address)
    table.go_to_lobby()
    page.locator(".game", has_text="A short study").click()
    expect(page.locator(".study")).to_contain_text("recorded under a code")
    page.locator("button", has_text="I agree").click()
    # Questions that need an answer hold one back.
    page.locator("button", has_text="Go on").click()
    expect(page.locator(".study h2")).to_have_text("Before")
    page.get_by_label("well").check()
    page.get_by_label("4").check()
    page.locator("button", has_text="Go on").click()
    expect(page.locator(".banner")).to_contain_text("game 1 of 1")
    expect(page.locator(".banner button")).to_be_disabled()
    code = page.locator(".banner code").inner_text()
    table.arrive()
    assert table.wait_for_turn()
    table.click_part()
    # One comes back to the same game by the same address.
    page.reload()
    table.arrive()
    expect(page.locator(".banner code")).to_have_text(code)
    table.play_on(most=12)
    expect(page.locator(".game-actions button", has_text="Rematch")).to_have_count(0)
    page.locator(".banner button", has_text="Go on").click()
    page.get_by_label("Why?").fill("It was short.")
    page.locator("button", has_text="Go on").click()
    expect(page.locator(".study")).to_contain_text("Thank you very much.")


def test_stored_matches_are_opened(page: Page, study_server: TableServer) -> None:
    table = TablePage(page, study_server.address)
    table.go_to_lobby()
    page.locator("a", has_text="stored tournament").click()
    page.locator(".tournaments .game").first.click()
    page.get_by_label("Open match").first.click()
    table.arrive()
    expect(table.ending).to_be_visible()
    table.press("Home")
    expect(page.locator(".looking")).to_contain_text("Turn 0")
    expect(page.locator(".stepper output")).to_contain_text("0 /")
