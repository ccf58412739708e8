"""Promises about the parts of actions: they are plain and regular, and the way back is exact."""

from __future__ import annotations

import json
from typing import Any

from otherminds.conformance.bad_input import altered
from otherminds.conformance.random_games import HUGE, Place, short
from otherminds.contracts import FormatError, Game, IllegalActionError

_MOST = 20_000
"""Of a game with more actions than this, so many are looked at, evenly."""

_NO_PARTS: tuple[Any, ...] = (
    *(None, True, 0, HUGE, 1.5, "", "type", b"type", object(), {"type"}, [], ["type"], {}),
    *({"text": "x"}, {0: 1}, {"type": None}, {"type": 0}, {"type": ""}, {"type": object()}),
    *({"type": ["x"]}, {"type": "no such type"}, {"type": "\ud800"}, {"type": "x" * 10_000}),
)


def check_action_parts(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Parts and actions are inverse, JSON keeps them, and actions of one type have the same names.

    Parts that no action has raise FormatError and change nothing.
    """
    del games
    place = Place(game, seed, 0)
    actions = range(0, game.action_count, 1 + game.action_count // _MOST)
    known = {action: _check_action(game, place, action) for action in actions}
    _check_schema(game, place, known, whole=len(actions) == game.action_count)
    for action in (-1, game.action_count, 2**31, -HUGE, HUGE):
        place.raises(IllegalActionError, f"the parts of action {action}", game.action_parts, action)
    schema = game.action_schema()
    _check_bad_parts(game, place, known)
    place.require(game.action_schema() == schema, "reading bad parts changed the schema.")
    for action, parts in known.items():
        place.require(game.action_parts(action) == parts, f"the parts of {action} have changed.")


def _check_action(game: Game, place: Place, action: int) -> dict[str, Any]:
    parts = game.action_parts(action)
    what = f"the parts {short(parts)} of action {action}"
    kind = game.action_types[game.type_of(action)]
    place.require(
        type(parts) is dict and parts.get("type") == kind, f"{what} do not name its type, {kind!r}."
    )
    try:
        plain = json.loads(json.dumps(parts, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{place}: {what} cannot be written as JSON: {error}.") from error
    place.require(_same(plain, parts), f"JSON gives {what} back as {short(plain)}.")
    for given in (parts, plain, dict(reversed(parts.items()))):
        found = game.action_from_parts(given)
        place.require(found == action, f"{what} lead back to action {found}.")
    parts.clear()
    place.require(game.action_parts(action) == plain, f"{what} are not the caller's own.")
    return dict(plain)


def _same(one: Any, other: Any) -> bool:
    """Whether plain values are equal with their types: True is not 1, a list is not a tuple."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _check_schema(
    game: Game, place: Place, known: dict[int, dict[str, Any]], *, whole: bool
) -> None:
    """The schema lists what the actions have, in their order, and every type is regular."""
    listed: dict[str, dict[str, list[Any]]] = {}
    seen: set[str] = set()
    for kind in sorted({game.type_of(action) for action in known}):
        listed[game.action_types[kind]] = {}
    for action, parts in known.items():
        others = {name: value for name, value in parts.items() if name != "type"}
        values = listed[parts["type"]]
        if not values:
            values.update({name: [] for name in others})
        place.require(
            list(values) == list(others),
            f"the parts {short(parts)} of action {action} are named otherwise than those of other "
            f"actions of its type: {', '.join(values) or 'none'}.",
        )
        for name, value in others.items():
            key = _text([parts["type"], name, value])
            if key not in seen:
                seen.add(key)
                values[name].append(value)
    schema = game.action_schema()
    if whole:
        place.require(
            _same(schema, listed),
            f"the schema {short(schema)} is not what the actions consist of, {short(listed)}.",
        )


def _check_bad_parts(game: Game, place: Place, known: dict[int, dict[str, Any]]) -> None:
    """What is not exactly the parts of an action raises FormatError."""
    examples: dict[str, list[dict[str, Any]]] = {}
    for parts in known.values():
        examples.setdefault(parts["type"], []).append(parts)
    texts = {_text(parts) for parts in known.values()}
    for given in _NO_PARTS:
        place.raises(FormatError, f"the parts {short(given)}", game.action_from_parts, given)
    for listed in examples.values():
        for parts in (listed[0], listed[-1]):
            for given in altered(parts):
                what = f"the parts {short(given)}"
                try:
                    action = game.action_from_parts(given)
                except FormatError:
                    place.require(_text(given) not in texts, f"{what} of an action were refused.")
                except Exception as error:
                    raise AssertionError(
                        f"{place}: {what} raised {type(error).__name__} ({error}), not FormatError."
                    ) from error
                else:
                    place.require(
                        _text(game.action_parts(action)) == _text(given),
                        f"{what} gave action {action}, whose parts are others.",
                    )


def _text(parts: Any) -> str:
    """The same for equal plain values, whatever the order of names; different for 1 and True."""
    return json.dumps(parts, sort_keys=True)
