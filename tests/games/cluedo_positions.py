"""Positions of Cluedo by name, and random games that last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import otherminds
from otherminds import NOBODY, Stream

PHASES = ("rolling", "beginning", "moving", "suggesting", "answering", "finishing", "over")
FIRST_DOORS = {
    "study": 0,
    "hall": 1,
    "lounge": 4,
    "dining room": 5,
    "kitchen": 7,
    "ballroom": 8,
    "conservatory": 12,
    "billiard room": 13,
    "library": 15,
}
ROOMS = list(FIRST_DOORS)
SUSPECTS = ("Scarlett", "Mustard", "White", "Green", "Peacock", "Plum")
NO_DOOR = 255
FIRST_ROOM = 188

# Who holds what in most tests; Ledford's game has the last two open.
ENVELOPE = "Plum, rope, hall"
HANDS = (
    "Scarlett, dagger, study, lounge",
    "Mustard, candlestick, dining room, kitchen",
    "White, revolver, ballroom, conservatory",
    "Green, lead piping, billiard room, library",
)
LEFT_OVER = ("Peacock", "spanner")


def load(**options: Any) -> Any:
    return otherminds.load("cluedo", **options)


def card_names(game: Any) -> list[str]:
    """In the order of their numbers, which is that of the actions that show them."""
    texts = map(game.action_text, range(game.action_count))
    return [text.removeprefix("show ") for text in texts if text.startswith("show ")]


def bits(game: Any, names: str) -> int:
    """A set of cards."""
    cards = card_names(game)
    return sum(1 << cards.index(name) for name in names.split(", ") if name)


def square(x: int, y: int) -> int:
    """The number of a corridor square: they are counted by rows, and so are moves to them."""
    game = load()
    first = next(
        action for action in range(game.action_count) if game.action_text(action).startswith("go ")
    )
    number: int = game.parse_action(f"go to {x},{y}") - first
    return number


def position(game: Any, places: dict[str, str | int] | None = None, **table: Any) -> Any:
    """A state with the usual deal and pawns where they are told to be.

    A place is the name of a room or the number of a square. ``phase`` is given by its name.
    """
    facts = game.initial_state(0).to_dict()
    opened = game.options["leftovers"] == "open"
    hands = list(HANDS)
    if not opened:
        hands[0] += f", {LEFT_OVER[0]}"
        hands[1] += f", {LEFT_OVER[1]}"
    facts["hands"] = [*(bits(game, hand) for hand in hands), 0, 0]
    facts["envelope"] = bits(game, ENVELOPE)
    rows = facts["table"]
    rows["open"] = bits(game, ", ".join(LEFT_OVER)) if opened else 0
    for suspect, place in (places or {}).items():
        number = FIRST_ROOM + ROOMS.index(place) if isinstance(place, str) else place
        rows["places"][SUSPECTS.index(suspect)] = number
        if isinstance(place, str) and game.options["exits"] == "entry":
            rows["doors"][SUSPECTS.index(suspect)] = FIRST_DOORS[place]
    if "phase" in table:
        table["phase"] = PHASES.index(table["phase"])
    rows.update(table)
    return game.state_from_dict(facts)


def play(state: Any, *texts: str | int) -> Any:
    """The state after these actions, by their texts; a number is a roll."""
    state = state.copy()
    for text in texts:
        state.apply_action(text if isinstance(text, int) else state.game.parse_action(text))
    return state


def texts(state: Any) -> list[str]:
    return [state.game.action_text(action) for action in state.legal_actions()]


def of_type(state: Any, name: str) -> list[str]:
    actions = state.actions_of_type(state.game.action_types.index(name))
    return [state.game.action_text(action) for action in actions]


def table(state: Any) -> dict[str, Any]:
    facts: dict[str, Any] = state.to_dict()["table"]
    return facts | {"phase": PHASES[facts["phase"]]}


def room_of(state: Any, suspect: str) -> str | None:
    place = table(state)["places"][SUSPECTS.index(suspect)]
    return None if place < FIRST_ROOM else ROOMS[place - FIRST_ROOM]


def steps(game: Any, seed: int, accuse: float = 0.01) -> Iterator[tuple[Any, int, Any]]:
    """A random game by types in which few accuse: each state, what is done, the state after it."""
    rng = Stream(seed).child("moves").rng()
    state = game.initial_state(seed)
    accusing = game.action_types.index("accuse")
    while state.actor() != NOBODY:
        if state.actor() < 0:
            action = state.sample_outcome(rng)
        else:
            types = state.legal_types()
            others = [kind for kind in types if kind != accusing]
            if accusing in types and others and rng.unit() > accuse:
                types = others
            action = rng.choice(state.actions_of_type(rng.choice(types)))
        after = state.copy()
        after.apply_action(action)
        yield state, action, after
        state = after


def state_after(game: Any, seed: int, moves: int) -> Any:
    """A state of such a game after so many moves, or its last."""
    for number, (_, _, state) in enumerate(steps(game, seed), 1):
        if number >= moves:
            return state
    return state


def beliefs_after(game: Any, played: Iterable[tuple[Any, int, Any]], seat: int) -> Iterator[Any]:
    """The seat's belief after each step, one that grows."""
    belief = None
    for before, action, after in played:
        if belief is None:
            belief = game.belief(before.view(seat))
        belief.update(before.observation(action, seat), after.view(seat))
        yield belief
