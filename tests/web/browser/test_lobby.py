"""The lobby: rules as a form, who sits where, and links for others."""

from __future__ import annotations

import time
from collections import deque

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.web.browser.conftest import TableServer, open_page
from tests.web.browser.table_page import PATIENCE, TablePage

pytestmark = pytest.mark.slow


def test_rules_change_the_seats_and_mistakes_are_sentences(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Hanabi")
    expect(page.locator(".seat-plan")).to_have_count(2)
    table.set_rules({"players": "4"})
    expect(page.locator(".seat-plan")).to_have_count(4)
    expect(page.locator("details.rules > summary", has_text="Rules")).to_contain_text("1 changed")
    page.locator("[name='players']").fill("9")
    page.locator("[name='players']").press("Tab")
    expect(page.locator(".setup .problem")).to_contain_text("players")
    expect(page.locator(".setup button.main")).to_be_disabled()
    page.locator("[name='players']").fill("3")
    page.locator("[name='players']").press("Tab")
    expect(page.locator(".seat-plan")).to_have_count(3)
    expect(page.locator(".setup .problem")).to_have_count(0)


def test_what_is_typed_stays_when_an_answer_arrives(table: TablePage) -> None:
    page = table.page
    held: list[str | bytes] = []
    slow = False

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(words: str | bytes) -> None:
            if slow:
                held.append(words)
            else:
                socket.send(words)

        server.on_message(pass_on)
        page.expose_function("releaseHeld", lambda: deque(map(socket.send, held), maxlen=0))

    page.route_web_socket(lambda address: True, route)
    table.go_to_lobby()
    table.choose_game("Hanabi")
    expect(page.locator(".seat-plan")).to_have_count(2)
    slow = True
    table.set_rules({"players": "3"})
    page.locator("[name='hand']").fill("2")
    end = time.monotonic() + PATIENCE / 1000
    while not any('"type":"game"' in str(words) for words in held):
        assert time.monotonic() < end, "the server never answered"
        page.wait_for_timeout(20)
    page.evaluate("() => window.releaseHeld()")
    # The answer has arrived: there are three seats. The other field is still being typed into.
    expect(page.locator(".seat-plan")).to_have_count(3)
    expect(page.locator("[name='hand']")).to_have_value("2")
    slow = False
    page.locator("[name='hand']").press("Tab")
    expect(page.locator("details.rules > summary", has_text="Rules")).to_contain_text("2 changed")


def test_agents_have_options_and_may_be_given_as_text(table: TablePage) -> None:
    page = table.page
    table.go_to_lobby()
    table.choose_game("Othello")
    table.set_rules({"size": "4"})
    table.seat(1, "text", text="search(iterations=-5)")
    page.locator(".setup button.main").click()
    expect(page.locator(".setup .problem")).to_contain_text("iterations")
    table.seat(1, "text", text="search(iterations=20)")
    table.open_table()
    expect(page.locator(".seats")).to_contain_text("search(iterations=20)")


def test_two_people_play_by_links(table: TablePage, chromium: Browser, server: TableServer) -> None:
    table.go_to_lobby()
    table.choose_game("Othello")
    table.set_rules({"size": "4"})
    table.set_table(name="Ann")
    table.seat(1, "person")
    table.page.get_by_label("Name of the person").fill("Bo <b>")
    table.page.locator(".setup button.main").click()
    link = table.page.locator(".link input").input_value()
    table.page.locator("a.button.main").click()
    table.arrive()
    expect(table.page.locator(".seats")).to_contain_text("not here")

    other = TablePage(
        open_page(chromium, width=800, height=700, dark=True, touch=False), server.address
    )
    other.page.goto(link)
    other.arrive()
    expect(table.page.locator(".seats")).not_to_contain_text("not here")
    expect(table.page.locator(".seats")).to_contain_text("Bo <b>")
    expect(other.page.locator(".seats")).to_contain_text("Ann")
    expect(other.page.locator(".status .turn")).to_contain_text("Waiting for")
    table.click_part()
    expect(other.page.locator(".status .turn")).to_have_text("It is your turn.")
    other.click_part()
    expect(table.page.locator(".status .turn")).to_have_text("It is your turn.")
    other.page.locator(".game-actions button", has_text="Resign").click()
    other.page.locator("dialog button", has_text="Resign").click()
    expect(table.ending).to_be_visible()
    expect(other.ending).to_be_visible()
    table.page.locator(".game-actions button", has_text="Swap seats").click()
    expect(table.page.locator(".status.over")).to_have_count(0)
    expect(table.page.locator(".status .turn")).to_contain_text("Waiting for")
    other.page.context.close()
