"""After the game: other turns and viewpoints, what if, mistakes, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow


def test_a_finished_game_is_looked_at_from_every_side(table: TablePage, tmp_path: Path) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Hanabi")
    table.set_rules({"colours": "2", "ranks": "2", "hand": "2"})
    table.seat(1, "text", text="search(iterations=30)")
    table.set_table(seed="8")
    table.open_table()
    table.play_on(most=20)
    turns = int(page.locator(".stepper input[type=range]").get_attribute("max") or 0)
    assert turns > 4

    # One's own cards are hidden until one looks at the whole truth.
    table.press("Home")
    expect(page.locator(".looking")).to_contain_text("Turn 0")
    hidden = page.locator(".board-drawing text", has_text="?")
    expect(hidden).to_have_count(2)
    page.locator(".stepper select").select_option("truth")
    expect(hidden).to_have_count(0)
    page.locator(".stepper select").select_option("1")
    expect(hidden).to_have_count(2)

    # The graph and the keys go to turns; a thought is shown where one was told.
    expect(page.locator(".graph polyline")).not_to_have_count(0)
    table.press("ArrowRight")
    expect(page.locator(".looking")).to_contain_text("Turn 1 ")
    expect(page.locator(".minds")).to_contain_text("thought here")
    expect(page.locator(".minds tbody tr")).not_to_have_count(0)
    expect(page.locator(".candidates .candidate")).not_to_have_count(0)

    # What if: another move, from the seat that moves, and back.
    table.press("Home")
    page.locator("button", has_text="look as").click()
    expect(page.locator(".looking")).to_contain_text("Turn 0 of")
    expect(page.locator(".looking")).to_contain_text("you")
    page.locator(".moves button.move:visible").last.click()
    expect(page.locator(".what-if")).to_be_visible()
    page.locator(".what-if button", has_text="Rewind").click()
    expect(page.locator(".what-if")).to_have_count(0)
    page.locator(".stepper button", has_text="Analyse").click()
    expect(page.locator(".minds h2").first).to_contain_text("Analysis")

    # Mistakes are found and gone to.
    page.locator(".review button", has_text="mistakes").click()
    expect(page.locator(".mistakes button, .judgement > p").first).to_be_visible()
    expect(page.locator(".judgement progress")).to_have_count(0)

    assert '"hanabi' in table.download("Record", tmp_path).casefold()
    assert table.download("Picture", tmp_path).startswith("<svg")


def test_a_new_table_goes_on_from_any_turn(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    table.play_on(most=12)
    address = page.url
    table.press("Home")
    table.press("ArrowRight")
    table.press("ArrowRight")
    expect(page.locator(".looking")).to_contain_text("Turn 2 ")
    page.locator(".stepper button", has_text="Play on").click()
    page.wait_for_url(lambda url: url != address)
    table.arrive()
    expect(page.locator(".status.over")).to_have_count(0)
    expect(table.log).to_have_count(2)
    assert table.wait_for_turn()
    table.click_part()
    expect(table.log.nth(2)).to_be_visible()


def test_a_link_shows_a_turn(table: TablePage) -> None:
    page = table.page
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    table.play_on(most=12)
    table.press("Home")
    table.press("ArrowRight")
    expect(page.locator(".looking")).to_contain_text("Turn 1 ")
    page.locator(".game-actions button", has_text="Share").click()
    link = page.locator("dialog .link input").last.input_value()
    assert link.endswith("/turn/1")
    assert page.url.rpartition("/")[2] not in link, "one's own token stays one's own"
    table.press("Escape")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".looking")).to_contain_text("Turn 1 ")
