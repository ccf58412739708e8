"""Accessibility: what axe finds, in light and dark, and what a screen reader is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check(page: Page, axe_source: str) -> None:
    """No violation, each of which would be told with the elements that it concerns."""
    page.evaluate(axe_source)
    found = page.evaluate(
        """async rules => {
            const result = await axe.run(document, {
                runOnly: { type: 'tag', values: rules },
                // Letters in the picture of a card are not the name of what a click on it does.
                rules: { 'label-content-name-mismatch': { enabled: false } },
            });
            return result.violations.map(each =>
                `${each.id}: ${each.help}; ${each.nodes.map(node => node.html).join(' | ')}`);
        }""",
        RULES,
    )
    assert found == []


@pytest.mark.parametrize("page", ["", "dark", "phone"], indirect=True)
def test_axe_finds_nothing(table: TablePage, axe_source: str) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Hanabi")
    table.set_rules({"colours": "2", "ranks": "2", "hand": "2"})
    check(page, axe_source)
    table.seat(1, "text", text="search(iterations=30)")
    table.set_table(minds="open", seed="8")
    table.open_table()
    assert table.wait_for_turn()
    table.click_part()
    table.wait_for_turn()
    expect(page.locator(".minds article").first).to_be_visible()
    check(page, axe_source)
    table.press("?")
    check(page, axe_source)
    table.press("Escape")
    table.play_on(most=20)
    table.press("Home")
    expect(page.locator(".looking")).to_be_visible()
    expect(page.locator(".graph")).to_be_visible()
    check(page, axe_source)


def test_moves_and_turns_are_announced(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    assert table.wait_for_turn()
    voice = page.locator("[role='status'][aria-live='polite']")
    expect(voice).to_contain_text("your turn")
    table.click_part()
    assert table.wait_for_turn()
    expect(voice).to_contain_text("White")
    expect(voice).to_contain_text("your turn")


def test_preferences_are_kept(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_label("Preferences").click()
    page.get_by_label("Light or dark").select_option("dark")
    page.get_by_label("Colours of candidates").select_option("safe")
    assert page.evaluate(ground) != light
    page.reload()
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    expect(page.locator(":root")).to_have_attribute("data-colours", "safe")
