"""A whole game of each kind, as people play it: by clicks, by keys alone, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow


def test_othello_by_clicks(table: TablePage) -> None:
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent max_disk"}, seed="3")
    assert table.wait_for_turn()
    expect(table.page.locator(".status")).to_contain_text("your turn")
    table.click_part()
    table.play_on(most=12)
    expect(table.ending).to_contain_text("You")
    expect(table.page.locator(".seats .return")).to_have_count(2)


def test_hanabi_by_clicks_on_cards(table: TablePage) -> None:
    rules = {"colours": "2", "ranks": "2", "hand": "2"}
    table.new_table("Hanabi", rules, opponents={1: "agent random"}, seed="4")
    assert table.wait_for_turn()
    # The card of the other stands for two hints, which a menu offers.
    turn = table.turn()
    table.page.locator(".board [role='button'][aria-label*='hint']").first.dispatch_event("click")
    menu = table.page.locator(".part-menu button")
    expect(menu).to_have_count(2)
    expect(menu.first).to_be_focused()
    menu.nth(1).click()
    table.moved_on(turn)
    expect(table.log.first).to_contain_text("hint")
    table.play_on(most=20)
    expect(table.ending).not_to_be_empty()


def test_tiny_coop_by_keys_alone(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    _tab_to(table, ".game:has(strong:text-is('Tiny Co-Op'))")
    table.press("Enter")
    expect(page.locator(".setup h2")).to_have_text("Tiny Co-Op")
    expect(page.locator("[name='seat 1']")).to_be_visible()
    _tab_to(table, "[name='seat 1']")
    page.keyboard.type("random")
    expect(page.locator("[name='seat 1']")).to_have_value("agent random")
    _tab_to(table, "details.rules > summary:has-text('Rules')")
    table.press("Enter")
    _tab_to(table, "[name='ticks']")
    page.keyboard.type("6")
    _tab_to(table, ".setup button.main")
    expect(page.locator(".setup button.main")).to_be_enabled()
    table.press("Enter")
    table.arrive()
    for move in range(12):
        if not table.wait_for_turn():
            break
        turn = table.turn()
        if move % 2:
            table.press("b")
            expect(page.locator(".board [role='button']:focus")).to_have_count(1)
            table.press("ArrowDown")
        else:
            table.press("/")
            expect(page.locator(".moves :focus")).to_have_count(1)
        table.press("Enter")
        table.moved_on(turn)
    expect(table.ending).to_be_visible()
    table.press("?")
    expect(page.locator("dialog .keys")).to_contain_text("look at the turn before")
    table.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def _tab_to(table: TablePage, selector: str) -> None:
    target = table.page.locator(selector)
    for _ in range(120):
        if target.evaluate("element => element === document.activeElement"):
            return
        table.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab.")


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_cluedo_on_a_phone(table: TablePage) -> None:
    page = table.page
    cards = "Scarlett, Plum, White; rope, dagger, spanner; hall, study, library"
    table.new_table(
        "Cluedo", {"players": "2", "cards": cards}, opponents={1: "agent random"}, seed="5"
    )
    assert table.wait_for_turn()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 380
    # An accusation is composed of its parts; a wrong one ends the game for a table of two.
    form = page.locator(".compose").last
    expect(form.locator("button")).to_be_disabled()
    turn = table.turn()
    for part, value in (("suspect", "Plum"), ("weapon", "rope"), ("room", "hall")):
        form.locator(f"select[name='accuse: {part}']").select_option(value)
    expect(form.locator("button")).to_contain_text("Plum")
    form.locator("button").tap()
    table.moved_on(turn)
    table.play_on(most=60)
    expect(table.ending).not_to_be_empty()


def test_catan_by_clicks_and_forms(table: TablePage) -> None:
    page = table.page
    rules = {"players": "2", "points": "3", "turns": "6"}
    table.new_table("Catan", rules, opponents={1: "agent random"}, seed="6")
    offered = False
    for _ in range(80):
        if not table.wait_for_turn():
            break
        form = page.locator(".compose").filter(has_text="trade")
        if not offered and form.count():
            table.compose()
            offered = True
        elif page.locator(".moves button.move:text-is('end turn')").count():
            table.click_move("end turn")
        elif page.locator(".board [role='button']").count():
            table.click_part()
        else:
            table.click_move()
    expect(table.ending).to_be_visible()
    expect(table.log.filter(has_text="settlement").first).to_be_visible()
