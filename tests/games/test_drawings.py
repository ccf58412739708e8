"""Drawings: complete, honest, escaped; which games have one is written here."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pytest

import otherminds as om
from otherminds.conformance import check_drawings
from otherminds.contracts import Drawing
from otherminds.examples.kuhn_poker import KuhnPoker
from otherminds.examples.tic_tac_toe import TicTacToe
from otherminds.games import hanabi
from otherminds.games.drawings import drawing
from otherminds.games.svg import PALETTE, Sketch, group, shape, shortened, text, title

LISTED = {
    "catan": {
        *("accept", "bank trade", "buy card", "end turn", "play monopoly", "reject", "roll"),
        *("road building", "trade", "year of plenty"),
    },
    "cluedo": {"accuse", "no card", "roll", "suggest", "wait"},
    "hanabi": set(),
    "kuhn_poker": {"bet", "pass"},
    "leduc": {"call", "fold", "raise"},
    "othello": {"pass"},
    "tic_tac_toe": set(),
    "tiny_coop": set(),
}
"""Games with a drawing, and the types of actions that no part of theirs stands for."""


def positions(game: Any, seed: int = 1, most: int = 400) -> Iterator[Any]:
    """Positions of a random game, the last among them."""
    state, rng = game.initial_state(seed), om.Stream(seed).rng()
    for _ in range(most):
        yield state.copy()
        if state.is_terminal():
            return
        chance = state.actor() == om.CHANCE
        state.apply_action(
            state.sample_outcome(rng) if chance else rng.choice(state.legal_actions())
        )
    yield state


def ids_on_parts(drawn: Drawing) -> set[int]:
    return {
        int(one) for ids in re.findall('data-actions="([^"]*)"', drawn.svg) for one in ids.split()
    }


@pytest.mark.parametrize("name", om.game_names())
def test_a_notebook_gets_a_drawing_where_there_is_one(name: str) -> None:
    state: Any = om.load(name).initial_state(1)
    for position in (state, state.view(0)):
        drawn = drawing(position)
        assert (drawn is not None) == (name in LISTED)
        assert position._repr_svg_() == (drawn.svg if drawn else None)
        assert drawn is None or drawn._repr_svg_() == drawn.svg


@pytest.mark.parametrize("name", LISTED)
def test_parts_stand_for_every_action_but_those_of_these_types(name: str) -> None:
    game: Any = om.load(name)
    listed: set[str] = set()
    for number, state in enumerate(positions(game)):
        if state.actor() < 0 or number % 4:
            continue
        drawn = drawing(state.view(state.actor()))
        assert drawn is not None
        listed.update(drawn.listed)
        assert ids_on_parts(drawn).isdisjoint(i for ids in drawn.listed.values() for i in ids)
        idle = drawing(state.view((state.actor() + 1) % game.seats))
        assert idle is not None
        assert not idle.listed
        assert "data-actions" not in idle.svg
    assert listed <= LISTED[name]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("othello", {"size": 6}),
        ("hanabi", {"players": 5}),
        ("hanabi", {"empty_clues": True, "open_hand": True, "colours": 3, "ranks": 3}),
        ("cluedo", {"players": 6, "rules": "ledford"}),
        ("cluedo", {"cards": "Green, Plum, White; rope, dagger; hall, study", "players": 2}),
        ("catan", {"rules": "dobre", "hidden": "points shown", "offers": 3, "players": 2}),
        ("tiny_coop", {"actions": "full", "ticks": 12}),
        ("tiny_coop", {"actions": "relative", "ticks": 12}),
    ],
)
def test_games_with_other_options_are_drawn_too(name: str, options: dict[str, Any]) -> None:
    check_drawings(om.load(name, **options))


def test_hidden_cards_are_not_in_the_drawing_of_a_view() -> None:
    game = hanabi.make(colours=2, ranks=2, hand=1)
    state = hanabi.deal(game, "r2 y1 r1 r1 r1 y1 y1 y2")
    other = hanabi.deal(game, "y2 y1 r1 r1 r1 y1 y1 r2")
    assert drawing(state) != drawing(other)
    assert drawing(state.view(0)) == drawing(other.view(0))
    assert drawing(state.view(1)) != drawing(other.view(1))


def test_a_robber_goes_to_hexes_and_cards_are_discarded_from_the_hand() -> None:
    game: Any = om.load("catan", trades="none")
    seen: set[str] = set()
    for seed in range(1, 20):
        for state in positions(game, seed, 3000):
            kinds = {game.action_types[game.type_of(action)] for action in state.legal_actions()}
            if new := (kinds & {"discard", "move robber", "build city"}) - seen:
                drawn = drawing(state)
                assert drawn is not None
                assert not new & set(drawn.listed)
                seen |= new
        if len(seen) == 3:
            return
    pytest.fail(f"only {seen} happened in these games")


# Texts from outside ------------------------------------------------------------------------------

HOSTILE = """</text><script>alert("x")</script>&lt;'\x00\x1b\ud800"""


def test_texts_from_outside_are_escaped() -> None:
    for made in (
        text(0, 0, HOSTILE),
        title(HOSTILE),
        shape("g", data_name=HOSTILE),
        group(text(0, 0, shortened(HOSTILE, 12))),
    ):
        root = ElementTree.fromstring(made)
        assert [element.tag for element in root.iter() if element.tag == "script"] == []
        assert "\x00" not in made


def test_names_of_cards_are_escaped() -> None:
    names = "<b>G & co, </text>; rope, <script>; hall, a &amp b ' c"
    game: Any = om.load("cluedo", cards=names, players=2)
    check_drawings(game)
    for state in positions(game):
        drawn = drawing(state.view(0))
        assert drawn is not None
        assert "<script" not in drawn.svg
        tags = {
            element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn.svg).iter()
        }
        assert tags <= {"svg", "style", "title", "g", "rect", "circle", "path", "polygon", "text"}


class Loud(TicTacToe):
    """Names of actions reach the tooltips."""

    action_names = tuple(f"<script>{name}" for name in TicTacToe.action_names)


def test_names_of_actions_are_escaped() -> None:
    drawn = drawing(Loud().initial_state())
    assert drawn is not None
    assert "<script" not in drawn.svg
    ElementTree.fromstring(drawn.svg)


# Light and dark ----------------------------------------------------------------------------------


def test_colours_have_a_light_and_a_dark_value() -> None:
    drawn = drawing(om.load("othello").initial_state())
    assert drawn is not None
    style = re.search("<style>(.*?)</style>", drawn.svg)
    assert style is not None
    used = set(re.findall(r"om-[fs]-\w+", drawn.svg.replace(style[0], "")))
    assert used == set(re.findall(r"om-[fs]-\w+", style[1]))
    light, dark = PALETTE["paper"]
    assert f".om-f-paper{{fill:light-dark({light},{dark})}}" in style[1]


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("name", ["ink", "soft", "mark", "good", "bad"])
def test_texts_stand_out_from_their_ground(name: str) -> None:
    for scheme in (0, 1):
        for ground in ("paper", "panel"):
            pair = sorted(_luminance(PALETTE[each][scheme]) for each in (name, ground))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5  # as WCAG asks of small texts


# Checks that catch what is wrong -----------------------------------------------------------------


@dataclass
class Wrong:
    """A game whose drawing is changed."""

    change: Any

    def game(self) -> Any:
        change = self.change

        class Drawn(KuhnPoker):
            def drawing(self, position: Any) -> Drawing:
                drawn: Drawing = change(super().drawing(position), position)
                return drawn

        return Drawn()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda drawn, _: Drawing(svg=drawn.svg), "neither shows nor lists"),
        (lambda drawn, _: Drawing(svg=drawn.svg + "<", listed=drawn.listed), "is not XML"),
        (lambda drawn, _: Drawing(svg="<p/>", listed=drawn.listed), "is a p"),
        (
            lambda drawn, _: Drawing(svg=drawn.svg, listed={"bet": (0, 1)} if drawn.listed else {}),
            "of the type bet",
        ),
        (lambda drawn, _: Drawing(svg=drawn.svg, listed={"pass": (7,)}), "which are not legal"),
    ],
)
def test_wrong_drawings_are_caught(change: Any, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_drawings(Wrong(change).game())


def test_drawings_of_one_view_that_differ_are_caught() -> None:
    drawn_so_far = itertools.count()
    numbers: dict[int, tuple[int, Any]] = {}

    def numbered(drawn: Drawing, position: Any) -> Drawing:
        """Equal for one object, different for equal ones; objects are kept, so no id returns."""
        number, _ = numbers.setdefault(id(position), (next(drawn_so_far), position))
        return Drawing(
            svg=drawn.svg.replace("<rect", f'<rect id="r{number}"', 1), listed=drawn.listed
        )

    with pytest.raises(AssertionError, match="drawn to it differently"):
        check_drawings(Wrong(numbered).game())


def test_a_sketch_lists_what_no_part_stands_for() -> None:
    state: Any = om.load("othello", size=4).initial_state()
    legal = state.legal_actions()
    sketch = Sketch(state)
    part = sketch.part([legal[0], 99], shape("circle", r=1))
    assert f'data-actions="{legal[0]}"' in part
    assert sketch.part([99], "<g/>") == "<g/>"
    drawn = sketch.drawing(10, 10, "x", part)
    assert drawn.listed == {"place": tuple(legal[1:])}
