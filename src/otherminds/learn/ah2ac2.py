"""Games of people in the format of the Ad-Hoc Human-AI Coordination Challenge (AH2AC2).

A safetensors file: eight bytes with the length of a JSON header, the header, the numbers. Of its
tensors ``decks`` has the cards in the order of drawing as colour and rank, ``actions`` one number
per turn and seat, the highest of which says that it is not this seat's turn, ``num_actions`` how
many turns were taken, ``num_players`` and ``scores`` what they say. Moves are numbered for the seat
that moves: discard card 1 to the last, play card 1 to the last, the colours told to each later seat
in turn, then the ranks told to each of them. Cards count from the oldest.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds.contracts import FormatError, IllegalActionError, OptionError
from otherminds.interop.hanab_live import HanabLiveGame
from otherminds.interop.hanab_live_link import SiteAction
from otherminds.interop.hanab_live_table import RANKS, SiteTable, variant_game

__all__ = ["read_ah2ac2_games"]

_COLOURS = 5
_PLAY, _DISCARD, _COLOUR, _RANK = range(4)
_LARGEST = 1 << 30
_TYPES: dict[str, Any] = {"I32": np.dtype("<i4"), "I64": np.dtype("<i8")}

Numbers = npt.NDArray[np.integer[Any]]


def read_ah2ac2_games(path: str | Path) -> Iterator[HanabLiveGame | FormatError]:
    """The games of a file, and in place of one that cannot be replayed the reason.

    Raises:
        FormatError: the file is of another kind, or damaged.
        OSError: the file cannot be opened.
    """
    tensors = _tensors(Path(path))
    try:
        decks, actions = tensors["decks"], tensors["actions"]
        turns, players, scores = (
            tensors["num_actions"],
            tensors["num_players"],
            tensors["scores"],
        )
    except KeyError as error:
        raise FormatError(f"{path} has no tensor {error.args[0]}.") from None
    games = len(decks) if decks.ndim else 0
    shapes = decks.ndim == 3 and decks.shape[2] == 2 and actions.ndim == 3
    if not shapes or len(actions) != games or {turns.shape, scores.shape} != {(games,)}:
        raise FormatError(f"{path} has tensors whose shapes do not fit together.")
    seats = np.broadcast_to(players, (games,)) if players.ndim == 0 else players
    if seats.shape != (games,):
        raise FormatError(f"{path} does not say how many played.")
    return _games(decks, actions, turns, seats, scores)


def _games(
    decks: Numbers, actions: Numbers, turns: Numbers, seats: Numbers, scores: Numbers
) -> Iterator[HanabLiveGame | FormatError]:
    for number, deck in enumerate(decks):
        try:
            yield _game(
                deck, actions[number], int(turns[number]), int(seats[number]), int(scores[number])
            )
        except FormatError as error:
            yield error
        except (OptionError, IllegalActionError) as error:
            yield FormatError(str(error))


def _game(deck: Numbers, actions: Numbers, turns: int, seats: int, score: int) -> HanabLiveGame:
    if not 0 <= turns <= len(actions) or actions.shape[1] < seats:
        raise FormatError(f"{turns} turns of {seats} seats do not stand there.")
    fits = (deck >= 0).all() and (deck[:, 0] < _COLOURS).all() and (deck[:, 1] < RANKS).all()
    if not fits:
        raise FormatError("A card of the deck does not exist.")
    game = variant_game(seats, _COLOURS, {})
    cards = [int(colour) * RANKS + int(rank) for colour, rank in deck]
    table = SiteTable(game, cards)
    nothing = 2 * table.hand + (seats - 1) * (_COLOURS + RANKS)
    done = []
    for turn in range(turns):
        actor = table.state.actor()
        if actor < 0:
            raise FormatError(f"Turn {turn + 1} comes after the end of the game.")
        chosen = [int(move) for move in actions[turn, :seats]]
        if not 0 <= chosen[actor] < nothing or any(
            move != nothing for seat, move in enumerate(chosen) if seat != actor
        ):
            raise FormatError(f"In turn {turn + 1} it is the move of seat {actor} alone.")
        action = table.action(_said(chosen[actor], actor, table))
        try:
            table.apply(action)
        except IllegalActionError:
            raise FormatError(
                f"Turn {turn + 1} ({game.action_text(action)}) breaks the rules."
            ) from None
        done.append(action)
    reached = sum(table.state.to_dict()["stacks"])
    if reached != score:
        raise FormatError(f"The moves lead to {reached} points; {score} stand there.")
    return HanabLiveGame(game=game, deck=tuple(cards), actions=tuple(done))


def _said(move: int, actor: int, table: SiteTable) -> SiteAction:
    """A move as hanab.live says it, which names cards by their place in the deck."""
    hand, seats = table.hand, table.game.seats
    if move < 2 * hand:
        held = sorted(order for order in table.orders[actor] if order < table.drawn)
        place = move % hand
        if place >= len(held):
            raise FormatError(f"Seat {actor} has no card {place + 1}.")
        return SiteAction(_DISCARD if move < hand else _PLAY, held[place], None)
    hint = move - 2 * hand
    ranks = (seats - 1) * _COLOURS  # where they begin
    if hint < ranks:
        later, colour = divmod(hint, _COLOURS)
        return SiteAction(_COLOUR, (actor + 1 + later) % seats, colour)
    later, rank = divmod(hint - ranks, RANKS)
    return SiteAction(_RANK, (actor + 1 + later) % seats, rank + 1)


def _tensors(path: Path) -> dict[str, Numbers]:
    """The whole numbers of a safetensors file; sizes are checked before anything is read."""
    data = path.read_bytes()
    if len(data) < 8 or len(data) > _LARGEST:
        raise FormatError(f"{path} is no safetensors file.")
    (length,) = struct.unpack("<Q", data[:8])
    if length > len(data) - 8:
        raise FormatError(f"{path} is no safetensors file, or it is cut short.")
    try:
        header = json.loads(data[8 : 8 + length])
    except (ValueError, RecursionError):
        raise FormatError(f"{path} is no safetensors file: its header is not JSON.") from None
    if not isinstance(header, dict):
        raise FormatError(f"{path} is no safetensors file: its header names no tensors.")
    body = data[8 + length :]
    found = {}
    for name, told in header.items():
        if name == "__metadata__":
            continue
        try:
            kind, shape = _TYPES[told["dtype"]], tuple(map(int, told["shape"]))
            first, last = map(int, told["data_offsets"])
            size = math.prod(shape) * kind.itemsize
            if min((*shape, 0)) < 0 or not 0 <= first <= last <= len(body) or last - first != size:
                raise ValueError
            found[name] = np.frombuffer(body[first:last], dtype=kind).reshape(shape)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
            raise FormatError(f"The tensor {name!r} of {path} is not sound.") from None
    return found
