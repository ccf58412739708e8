"""What every game written in Python gets: types of fields from outside, options, small changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Optional

import pytest

from otherminds import NOBODY, FormatError, OptionError
from otherminds.games.python import PythonGame, PythonState, replaced

Pair = tuple[int, str]


@dataclass(eq=False)
class ShelfState(PythonState):
    """One field of every sort; nobody ever acts."""

    game: Shelf
    number: int = 0
    part: float = 0.5
    text: str = ""
    flag: bool = False
    maybe: int | None = None
    perhaps: Optional[str] = None  # noqa: UP045
    nothing: None = None
    colour: Literal["red", 3] = "red"
    pair: Pair = (1, "a")
    many: tuple[tuple[int, ...], ...] = ()
    loose: tuple = ()  # type: ignore[type-arg]
    anything: Any = 0

    def actor(self) -> int:
        return NOBODY

    def legal_actions(self) -> list[int]:
        return []

    def _returns(self) -> list[float]:
        return [0.0]


class Shelf(PythonGame):
    name = "shelf"
    seats = 1
    action_names = ("none",)
    state_class = ShelfState
    defaults: ClassVar = {"size": 3, "colour": "red", "free": 0}
    choices: ClassVar = {"size": range(1, 7), "colour": ("red", "blue")}


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ("number", [0, -5, 10**30], [True, 0.0, "0", None, []]),
        ("part", [0.25, 3], [True, "0.5", None, [0.5]]),
        ("text", ["", "abc"], [1, None, ["a"]]),
        ("flag", [True, False], [0, 1, "true", None]),
        ("maybe", [None, 5], [True, 5.0, "5", [5]]),
        ("perhaps", [None, "x"], [5, ["x"]]),
        ("nothing", [None], [0, False, []]),
        ("colour", ["red", 3], ["blue", 3.0, 4, True]),
        ("pair", [[1, "a"], (2, "b")], [[], [1], ["a", 1], [1, "a", 1], [True, "a"], 1]),
        ("many", [[], [[]], [[1, 2], [3]]], [[1], [[True]], [["1"]], [None], {"a": 1}, 0]),
        ("loose", [[], [None, [1]]], [0, "text"]),
        ("anything", [None, 1, "x", [True]], []),
    ],
)
def test_fields_from_outside_have_their_annotated_types(
    field: str, right: list[Any], wrong: list[Any]
) -> None:
    game = Shelf()
    plain = game.initial_state().to_dict()
    for value in right:
        state = game.state_from_dict({**plain, field: value})
        assert game.state_from_json(state.to_json()) == state
    for value in wrong:
        with pytest.raises(FormatError, match=rf"^{field} of a state of shelf is .*, not .*\.$"):
            game.state_from_dict({**plain, field: value})


def test_a_subclass_keeps_the_types_of_its_base() -> None:
    @dataclass(eq=False)
    class Longer(ShelfState):
        more: tuple[int, int] = (0, 0)

    game = type("LongShelf", (Shelf,), {"state_class": Longer})()
    plain = game.initial_state().to_dict()
    assert game.state_from_dict({**plain, "more": [1, 2]}).to_dict()["more"] == (1, 2)
    for wrong in ({"more": [1]}, {"number": True}):
        with pytest.raises(FormatError):
            game.state_from_dict({**plain, **wrong})


def test_a_type_without_a_meaning_here_allows_anything() -> None:
    """A name that only a type checker imports is no mistake of the game."""

    @dataclass(eq=False)
    class Odd(ShelfState):
        odd: Oddity = 0  # type: ignore[name-defined]  # noqa: F821

    game = type("OddShelf", (Shelf,), {"state_class": Odd})()
    plain = game.initial_state().to_dict()
    assert game.state_from_dict({**plain, "odd": "anything"}).to_dict()["odd"] == "anything"


def test_an_annotated_type_is_its_type() -> None:
    @dataclass(eq=False)
    class Bounded(ShelfState):
        bounded: Annotated[int, "at most six"] = 0

    game = type("BoundedShelf", (Shelf,), {"state_class": Bounded})()
    plain = game.initial_state().to_dict()
    assert game.state_from_dict({**plain, "bounded": 3}).to_dict()["bounded"] == 3
    with pytest.raises(FormatError):
        game.state_from_dict({**plain, "bounded": "3"})


def test_options_are_chosen_from_what_is_possible() -> None:
    game = Shelf(size=6, colour="blue", free=None)
    assert game.options == {"size": 6, "colour": "blue", "free": None}
    for size in (0, 7, 3.0, True, "3", None, [3]):
        with pytest.raises(OptionError, match="The option size of shelf is 1 to 6, not "):
            Shelf(size=size)
    with pytest.raises(OptionError, match="is one of 'red', 'blue', not 'green'"):
        Shelf(colour="green")
    with pytest.raises(OptionError, match="length"):
        Shelf(length=1)


def test_one_item_is_replaced() -> None:
    items = (1, 2, 3)
    assert replaced(items, 0, 9) == (9, 2, 3)
    assert replaced(items, 2, 9) == (1, 2, 9)
    assert replaced([1, 2], 1, 0) == (1, 0)
    assert items == (1, 2, 3)
