"""A server that is killed comes back, and with it the table where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import TableServer
from tests.web.browser.table_page import TablePage

pytestmark = pytest.mark.slow


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[TableServer]:
    server = TableServer(tmp_path)
    server.start()
    yield server
    server.kill()


def test_a_killed_server_comes_back_with_the_table(page: Page, own_server: TableServer) -> None:
    table = TablePage(page, own_server.address)
    table.new_table("Othello", {"size": "4"}, opponents={1: "agent random"}, seed="3")
    assert table.wait_for_turn()
    table.click_part()
    assert table.wait_for_turn()
    told = table.log.all_inner_texts()
    own_server.kill()
    expect(page.locator(".lost")).to_contain_text("lost")
    # A move that nobody hears is said to be lost, and the board stays as it is.
    page.locator(".board [role='button']").first.dispatch_event("click")
    expect(page.locator(".notice")).to_contain_text("connection was lost")
    own_server.start()
    expect(page.locator(".lost")).to_have_count(0)
    assert table.log.all_inner_texts() == told
    assert table.wait_for_turn()
    table.click_part()
    table.play_on(most=12)
    expect(table.ending).to_be_visible()
