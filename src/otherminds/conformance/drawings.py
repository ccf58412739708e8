"""Promises about drawings: complete, honest, and readable by any program that knows SVG."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from otherminds._core import Stream
from otherminds.conformance.random_games import Place, playthrough, short
from otherminds.contracts import Belief, Drawing, Game
from otherminds.games.drawings import drawing

LARGEST = 200_000
"""A drawing of more letters than this is slow to send and to show."""

_POSITIONS = 6


def check_drawings(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """A drawing is SVG, names every legal action and nothing else, and shows what the view tells.

    Worlds that the seat's belief holds possible must be drawn to the seat exactly as the truth is.
    Some positions of one game are looked at, the first and the last among them, because drawings
    take time. Games without a drawing keep the promise.
    """
    del games
    played = playthrough(game, seed)
    start, last = played.positions[0], len(played.moves)
    if drawing(start) is None:
        return
    beliefs: list[Belief] = [game.belief(start.view(seat)) for seat in range(game.seats)]
    rng = Stream(played.seed).child("worlds").rng()
    looked_at = {round(last * step / (_POSITIONS - 1)) for step in range(_POSITIONS)}
    for index, (place, state) in enumerate(played.steps()):
        if index in looked_at:
            check_drawing(place, state)
            for seat, belief in enumerate(beliefs):
                drawn = check_drawing(place, state.view(seat))
                world: Any = belief.sample(rng)
                place.require(
                    drawing(world.view(seat)) == drawn,
                    f"another world that seat {seat} holds possible is drawn to it differently.",
                )
        if index < last:
            after = played.positions[index + 1]
            for seat, belief in enumerate(beliefs):
                belief.update(state.observation(played.moves[index], seat), after.view(seat))


def check_drawing(place: Place, position: Any) -> Drawing:
    """One drawing of a view or a state."""
    drawn = drawing(position)
    if drawn is None:
        place.fail(f"{position!r} has no drawing, although other positions of the game have one.")
    place.require(drawing(position) == drawn, "two drawings of one position differ.")
    place.require(len(drawn.svg) <= LARGEST, f"a drawing has {len(drawn.svg):,} letters.")
    try:
        root = ElementTree.fromstring(drawn.svg)
    except ElementTree.ParseError as error:
        place.fail(f"a drawing is not XML: {error}.")
    place.require(root.tag == "{http://www.w3.org/2000/svg}svg", f"a drawing is a {root.tag}.")
    written = [part.get("data-actions") for part in root.iter()]
    on_parts = {int(action) for ids in written if ids is not None for action in ids.split()}
    listed = {action for actions in drawn.listed.values() for action in actions}
    legal, game = set(position.legal_actions()), place.game
    place.require(
        on_parts <= legal,
        f"parts of a drawing name {short(sorted(on_parts - legal))}, which are not legal.",
    )
    place.require(
        on_parts | listed == legal,
        f"a drawing neither shows nor lists {short(sorted(legal - on_parts - listed))}."
        if listed <= legal
        else f"a drawing lists {short(sorted(listed - legal))}, which are not legal.",
    )
    for kind, actions in drawn.listed.items():
        place.require(
            bool(actions) and all(game.action_types[game.type_of(a)] == kind for a in actions),
            f"a drawing lists {short(actions)} as actions of the type {kind}.",
        )
    return drawn
