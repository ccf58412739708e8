"""The table as a person uses it: what the tests of the page click, press and read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

PATIENCE = 120_000
"""Milliseconds that anything may take on a slow machine; nothing waits for longer than it must."""


class TablePage:
    """A tab of the browser at a table server."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def go_to_lobby(self) -> None:
        self.page.goto(self.address)
        expect(self.page.locator(".setup select").first).to_be_visible()

    def choose_game(self, title: str) -> None:
        game = self.page.locator(".games .game").filter(
            has=self.page.locator("strong", has_text=title)
        )
        game.first.click()
        expect(game.first).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator(".seat-plan select").first).to_be_visible()

    def set_rules(self, values: Mapping[str, str]) -> None:
        """Fill in options of the game, as the form offers them."""
        rules = self.page.locator("details.rules").filter(
            has=self.page.locator("> summary", has_text="Rules")
        )
        rules.locator("> summary").click()
        for name, value in values.items():
            field = rules.locator(f"[name='{name}']")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.press("Tab")

    def set_table(self, **values: str) -> None:
        """Fill in what else belongs to a table: minds, clock, seed, name."""
        self.page.locator("details.rules > summary", has_text="Table").click()
        for name, value in values.items():
            field = self.page.locator(f".setup [name='{name}']")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)

    def seat(self, number: int, who: str, *, text: str = "") -> None:
        """Put somebody on a seat: ``me``, ``level 3``, ``agent random``, ``text`` ..."""
        self.page.locator(f"[name='seat {number}']").select_option(who)
        if text:
            self.page.get_by_label(", as text").nth(0).fill(text)

    def open_table(self) -> None:
        self.page.locator(".setup button.main").click()
        self.arrive()

    def arrive(self) -> None:
        expect(self.page.locator(".status .turn")).to_be_visible()

    def new_table(
        self,
        title: str,
        rules: Mapping[str, str],
        *,
        opponents: Mapping[int, str],
        **table: str,
    ) -> None:
        """From the lobby to a table."""
        self.go_to_lobby()
        self.choose_game(title)
        if rules:
            self.set_rules(rules)
        seats = self.page.locator(".seat-plan")
        expect(seats).to_have_count(1 + len(opponents))
        for number, who in opponents.items():
            self.seat(number, who)
        if table:
            self.set_table(**table)
        self.open_table()

    @property
    def board(self) -> Locator:
        return self.page.locator(".board-drawing > svg")

    @property
    def log(self) -> Locator:
        return self.page.locator(".log li")

    @property
    def ending(self) -> Locator:
        return self.page.locator(".status.over .turn")

    def wait_for_turn(self) -> bool:
        """Until it is one's turn and a move can be made, or the game is over: False."""
        ready = ".status.over, .board [role='button'], .moves button:not(:disabled), .compose"
        # A straight road has no area, which counts as not visible: that it is there must do.
        self.page.wait_for_selector(ready, state="attached")
        return not self.ending.is_visible()

    def turn(self) -> int:
        """How many moves were made, as the board says."""
        label = self.page.locator(".board-drawing > svg").get_attribute("aria-label") or ""
        return int(label.split("turn ")[1].split(".")[0])

    def moved_on(self, turn: int) -> None:
        """Until the position is another than at that turn."""
        self.page.wait_for_function(
            """turn => {
                const board = document.querySelector('.board-drawing > svg');
                const label = board?.getAttribute('aria-label') ?? '';
                return document.querySelector('.status.over')
                    || Number(label.split('turn ')[1]?.split('.')[0]) !== turn;
            }""",
            arg=turn,
        )

    def click_part(self, place: int = 0) -> None:
        """Click a part of the board; where it stands for several moves, take the first."""
        turn = self.turn()
        part = self.page.locator(".board [role='button']").nth(place)
        part.dispatch_event("click")
        self.take_from_menu()
        self.moved_on(turn)

    def take_from_menu(self) -> None:
        menu = self.page.locator(".part-menu button")
        if menu.count():
            menu.first.click()

    def click_move(self, words: str = "") -> None:
        """Click a move of the list."""
        turn = self.turn()
        moves = self.page.locator(".moves button.move:not(:disabled):visible")
        (moves.filter(has_text=words) if words else moves).first.click()
        self.moved_on(turn)

    def play_on(self, *, most: int) -> None:
        """Make any moves until the game is over: on the board where it has parts."""
        for _ in range(most):
            if not self.wait_for_turn():
                return
            if self.page.locator(".board [role='button']").count():
                self.click_part()
            elif self.page.locator(".moves button.move:not(:disabled):visible").count():
                self.click_move()
            else:
                self.compose()
        raise AssertionError(f"The game is not over after {most} moves.")

    def compose(self, form: int = 0) -> None:
        """Fill in a form for a move, each part with its first value, and make the move."""
        turn = self.turn()
        compose = self.page.locator(".compose").nth(form)
        for select in compose.locator("select").all():
            if select.input_value() == "":
                select.select_option(index=1)
        compose.locator("button").click()
        self.moved_on(turn)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def download(self, button: str, folder: Path) -> str:
        """What a file contains that one saves."""
        self.page.locator(".game-actions button", has_text="Save").click()
        with self.page.expect_download() as started:
            self.page.locator("dialog button", has_text=button).click()
        target = folder / started.value.suggested_filename
        started.value.save_as(target)
        self.page.keyboard.press("Escape")
        return target.read_text(encoding="utf-8")
