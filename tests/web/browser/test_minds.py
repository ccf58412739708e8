"""Looking into minds: of agents at an open table, one's own, and none at a closed one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow


def test_an_open_mind_tells_its_candidates(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Othello")
    table.seat(1, "text", text="search(iterations=200)")
    table.set_table(minds="open", seed="3")
    table.open_table()
    assert table.wait_for_turn()
    table.click_part()
    assert table.wait_for_turn()
    mind = page.locator(".minds article", has_text="The mind of")
    expect(mind.locator("tbody tr")).not_to_have_count(0)
    expect(mind.locator(".interval svg").first).to_be_visible()
    expect(page.locator(".seats .value")).to_have_count(2)
    second = mind.locator("tbody tr").nth(1)
    words = second.locator("td").first.inner_text().strip()
    second.focus()
    expect(mind.locator(".line")).to_contain_text(words)
    table.press("m")
    expect(page.locator(".minds")).to_have_count(0)
    expect(page.locator(".seats .value")).to_have_count(0)
    table.press("m")
    expect(mind).to_be_visible()


def test_advice_is_drawn_on_the_board(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    assert table.wait_for_turn()
    page.locator(".game-actions button", has_text="Advice").click()
    expect(page.locator(".advice")).not_to_be_empty()
    expect(page.locator(".candidates .candidate")).not_to_have_count(0)
    table.click_part()
    expect(page.locator(".advice")).to_have_count(0)


def test_ones_own_mind_is_what_one_could_know(table: TablePage) -> None:
    page = table.page
    cards = "Scarlett, Plum, White; rope, dagger, spanner; hall, study, library"
    rules = {"players": "2", "cards": cards}
    table.new_table("Cluedo", rules, opponents={1: "agent random"}, seed="5")
    own = page.locator(".minds .own")
    expect(own.locator("th", has_text="envelope")).to_be_visible()
    expect(own).to_contain_text("%")
    expect(own.locator(".reasons li").first).to_contain_text("hold")


def test_a_closed_table_has_no_minds_until_the_end(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, minds="none", seed="3")
    assert table.wait_for_turn()
    expect(page.locator(".minds")).to_have_count(0)
    expect(page.locator(".game-actions button", has_text="Advice")).to_have_count(0)


def test_moves_are_taken_back(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    assert table.wait_for_turn()
    table.click_part()
    assert table.wait_for_turn()
    expect(table.log).to_have_count(2)
    table.press("u")
    expect(table.log).to_have_count(0)
    expect(page.locator(".status .turn")).to_have_text("It is your turn.")


def test_agents_are_watched_step_by_step(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Othello")
    table.set_rules({"size": "4"})
    table.seat(0, "agent random")
    table.seat(1, "agent random")
    expect(page.locator(".setup button.main")).to_have_text("Watch")
    table.open_table()
    page.locator(".pace select").select_option("step")
    expect(page.locator(".pace button")).to_be_enabled()
    told = table.log.count()
    page.locator(".pace button").click()
    expect(table.log.nth(told)).to_be_visible()
    page.locator(".pace select").select_option("0")
    expect(table.ending).to_be_visible()
