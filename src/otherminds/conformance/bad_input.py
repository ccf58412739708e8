"""Promises about bad input: the documented exception, and nothing changes."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from otherminds._core import Rng, Stream, pack_state, unpack_state
from otherminds.conformance.random_games import (
    HUGE,
    Place,
    dealt,
    play_on,
    playthroughs,
    possible_moves,
    short,
)
from otherminds.conformance.views import check_view
from otherminds.contracts import NOBODY, FormatError, Game, IllegalActionError, OptionError, State
from otherminds.games import load
from otherminds.games.registry import game_names

_NO_ACTIONS: tuple[Any, ...] = (None, "0", 0.0, [], 1.5)


def check_bad_actions(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """What is not possible raises IllegalActionError and leaves the state as it was."""
    for played in playthroughs(game, games, seed):
        for place, state in played.sample(8):
            before, actor = state.to_bytes(), state.actor()
            possible = set(possible_moves(state, place)) if actor != NOBODY else set()
            count = max(game.action_count, game.outcome_count)
            for action in {*range(-2, count + 2), 2**31, -(2**31) - 1, 2**63, HUGE, -HUGE}:
                if action in possible:
                    continue
                what = f"the impossible action {action}"
                place.raises(IllegalActionError, f"applying {what}", state.apply_action, action)
                place.raises(IllegalActionError, f"observing {what}", state.observation, action, 0)
            for nonsense in _NO_ACTIONS:
                place.raises(
                    (TypeError, IllegalActionError),
                    f"applying {nonsense!r}",
                    state.apply_action,
                    nonsense,
                )
            place.require(state.to_bytes() == before, "an impossible action changed the state.")


def check_bad_seats(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Seats and types that do not exist raise OptionError and leave the state as it was."""
    types = len(game.action_types)
    for played in playthroughs(game, games, seed):
        for place, state in played.sample(4):
            before = state.to_bytes()
            action = 0 if state.is_terminal() else possible_moves(state, place)[0]
            for seat in (-1, game.seats, 1000):
                what = f"seat {seat}"
                place.raises(OptionError, f"the view of {what}", state.view, seat)
                place.raises(
                    OptionError, f"an observation of {what}", state.observation, action, seat
                )
            for kind in (-1, types, 1000):
                place.raises(
                    OptionError, f"the actions of type {kind}", state.actions_of_type, kind
                )
            # Too large for a machine word: native code may call it a wrong type.
            for question in (state.view, state.actions_of_type):
                place.raises((OptionError, TypeError), f"the number {HUGE}", question, HUGE)
            place.require(state.to_bytes() == before, "a bad question changed the state.")


def check_bad_bytes(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Bytes that were cut, altered or extended raise FormatError.

    Bytes whose checksum was made to fit the damage must be refused as well, or be a state that can
    be played to its end.
    """
    for played in playthroughs(game, min(games, 3), seed):
        for place, state in played.sample(3):
            data = state.to_bytes()
            rng = Stream(played.seed).child("bytes").rng()
            for length in range(len(data)):
                _refuse_bytes(place, data[:length], f"{length} of {len(data)} bytes")
            _refuse_bytes(place, data + b"\0", "bytes with one more at the end")
            _refuse_bytes(place, b"\0" + data, "bytes with one more at the start")
            for position in _places(0, len(data), 1500):
                _refuse_bytes(place, _flip(data, position), f"bytes with bit {position} flipped")
            _refuse_bytes(place, rng.bits().to_bytes(8, "little") * 10, "random bytes")
            _check_forged(place, data, rng)
            place.require(state.to_bytes() == data, "reading other bytes changed the state.")


def _places(start: int, length: int, most: int) -> range:
    """Bits of so many bytes: all, or about so many, of which every bit of a byte has its share."""
    step = 8 * length // most
    return range(8 * start, 8 * (start + length), step + (1 - step % 2))


def _flip(data: bytes, position: int) -> bytes:
    altered = bytearray(data)
    altered[position // 8] ^= 1 << position % 8
    return bytes(altered)


def _refuse_bytes(place: Place, data: bytes, what: str) -> None:
    place.raises(FormatError, f"reading {what}", place.game.state_from_bytes, data)


def _check_forged(place: Place, data: bytes, rng: Rng) -> None:
    """Damage behind a valid checksum, which only the game itself can notice."""
    game = place.game
    # The header: a mark of 5 bytes, then numbers of 8 bytes: length of the name, the name,
    # version, key of the options.
    at = 5 + 8 + len(game.name.encode()) + 8
    options_key = int.from_bytes(data[at : at + 8], "little")
    payload = unpack_state(game.name, game.version, options_key, data)
    place.require(
        pack_state(game.name, game.version, options_key, payload) == data,
        "to_bytes() does not write the header that all games share.",
    )
    damaged = [_flip(payload, position) for position in _places(0, len(payload), 2500)]
    damaged += [b"", payload[:-1], payload + b"\0", b"\xff" * len(payload), bytes(len(payload))]
    for altered in damaged:
        forged = pack_state(game.name, game.version, options_key, altered)
        _refused_or_sound(place, game.state_from_bytes, forged, rng)


def _refused_or_sound(
    place: Place,
    read: Callable[[Any], State],
    given: Any,
    rng: Rng,
    original: State | None = None,
) -> None:
    """Reading raises FormatError or gives a state as good as any."""
    try:
        state = read(given)
    except FormatError:
        return
    except Exception as error:
        raise AssertionError(
            f"{place}: reading {short(given)} raised {type(error).__name__} ({error}), not "
            "FormatError."
        ) from error
    try:
        twin = place.game.state_from_bytes(state.to_bytes())
        place.require(
            twin == state and twin.key() == state.key(),
            f"reading {short(given)} gave a state that its own bytes do not restore.",
        )
        if original is not None and state == original:
            place.require(
                state.key() == original.key(),
                f"reading {short(given)} gave a state equal to the true one with another key.",
            )
        for seat in range(place.game.seats):
            check_view(place, state, state.view(seat), seat)
        play_on(state, place, rng)
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{place}: reading {short(given)} gave a state that breaks down: "
            f"{type(error).__name__} ({error})."
        ) from error


_JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 127, -128, 2**31, 2**63, -(2**63) - 1, HUGE),
    *(0.0, 1.0, 0.5, -0.5, math.inf, math.nan, "", "0", "0x", "0x1", "-0x1", "x" * 1000, "\ud800"),
    *([], [0], [[]], [None], [-1] * 9, [1] * 1000, {}, {"": 0}, {"a": {}}),
)


def altered(value: Any) -> Iterator[Any]:
    """A plain value with one thing in it replaced, removed, added or repeated."""
    yield from _JUNK
    if isinstance(value, list):
        yield value[:-1]
        yield [*value, *value[-1:]]
        yield value[::-1]
        # The items of a long list are alike.
        places = range(len(value)) if len(value) <= 6 else (0, len(value) // 2, len(value) - 1)
        for index in places:
            for other in altered(value[index]):
                yield [*value[:index], other, *value[index + 1 :]]
    elif isinstance(value, dict):
        for name, item in value.items():
            yield {key: kept for key, kept in value.items() if key != name}
            yield {**{k: v for k, v in value.items() if k != name}, name.upper() + "_": item}
            for other in altered(item):
                yield {**value, name: other}
        for name in ("", "more", "\0", "\ud800", "game"):
            yield {**value, name: 0}
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value - 1, value + 1, -value, float(value))
    elif isinstance(value, str):
        yield from (value + " ", value[:-1], value.upper(), value[::-1])


def check_bad_values(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Values and JSON with wrong, missing or extra parts are refused, or are sound states."""
    for played in playthroughs(game, min(games, 3), seed):
        rng = Stream(played.seed).child("values").rng()
        for place, state in played.sample(3):
            before = state.to_bytes()
            for values in altered(json.loads(state.to_json())):
                if isinstance(values, dict):
                    _refused_or_sound(place, game.state_from_dict, values, rng, state)
                _refused_or_sound(place, game.state_from_json, json.dumps(values), rng, state)
            text = state.to_json()
            broken = [text[:length] for length in range(len(text))]
            for given in (*broken, "[" * 100_000, text + "}", "\0", "nonsense", "{" + text):
                place.raises(
                    FormatError, f"reading {short(given)} as JSON", game.state_from_json, given
                )
            place.require(state.to_bytes() == before, "reading other values changed the state.")


def check_bad_pickles(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """A pickle whose bytes of the state were altered raises FormatError."""
    for played in playthroughs(game, min(games, 3), seed):
        for place, state in played.sample(3):
            pickled, data = pickle.dumps(state), state.to_bytes()
            start = pickled.find(data)
            place.require(start >= 0, "the pickle of a state does not go through to_bytes().")
            for position in _places(start, len(data), 300):
                place.raises(
                    FormatError,
                    f"a pickle with bit {position} flipped",
                    pickle.loads,
                    _flip(pickled, position),
                )
            place.require(state.to_bytes() == data, "reading other pickles changed the state.")


def check_bad_options(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Options that the game does not have raise OptionError; the game has those it says it has."""
    del games
    place = Place(game, seed, 0)
    # A game that is not registered is made by its class.
    make = partial(load, game.name) if game.name in game_names() else type(game)
    place.require(make(**game.options) == game, "its options do not make the same game again.")
    for name in ("no_such_option", "", "Size"):
        place.raises(
            OptionError,
            f"the option {name!r}",
            partial(make, **{**game.options, name: 1}),
        )


def check_foreign_states(
    game: Game, *, games: int = 20, seed: int = 0, others: Sequence[Game] | None = None
) -> None:
    """What belongs to another game, or to the same one with other options, is refused.

    Args:
        game: the game to check.
        games: how many games each other game plays.
        seed: of those games.
        others: the strangers; small games of the package unless given.
    """
    if others is None:
        known = [load("tic_tac_toe"), load("othello", size=4), load("othello", size=6)]
        others = [other for other in known if other != game]
    own = dealt(game, seed)
    before = own.to_bytes()
    for other in others:
        for played in playthroughs(other, min(games, 2), seed):
            for place, state in played.sample(3):
                place = Place(game, played.seed, place.move, f"of {other!r}")
                _refuse_bytes(place, state.to_bytes(), f"the bytes of {other!r}")
                place.require(own != state and game != other, f"it is equal to {other!r}.")
                place.require(own.view(0) != state.view(0), f"its view equals one of {other!r}.")
                place.raises(
                    (OptionError, TypeError),
                    f"a belief from a view of {other!r}",
                    game.belief,
                    state.view(0),
                )
    Place(game, seed, 0).require(own.to_bytes() == before, "foreign states changed the state.")
