"""Decisions as arrays: what networks are taught with, and what other people's tools read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds import _core
from otherminds.contracts import Game, OptionError
from otherminds.interop.extras import needs
from otherminds.learn.records import Record

__all__ = ["Positions", "export_decisions", "positions_of"]

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Positions:
    """Decisions of one game as arrays.

    Attributes:
        game: what was played.
        inputs: decisions by numbers: the tensor of the view, then one number per seat that is 1
            for the seat that decides. Half precision is enough for counts and cards.
        starts: where the legal actions of each decision begin in `legal`, and one more for the end.
        legal: the legal actions of all decisions, one after the other.
        chosen: the place of what was done among the legal actions of each decision.
        seats: who decided.
        matches: the number of the game that each decision comes from.
        returns: decisions by seats: what the game brought, the deciding seat first, as a share of
            the game's range; not a number where the game was broken off.
        names: of the games, by number.
    """

    game: Game
    inputs: npt.NDArray[np.float16]
    starts: npt.NDArray[np.int64]
    legal: Whole
    chosen: Whole
    seats: Whole
    matches: Whole
    returns: Floats
    names: tuple[str, ...]

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self.chosen)

    def legal_of(self, decision: int) -> Whole:
        """The legal actions of one decision."""
        legal: Whole = self.legal[self.starts[decision] : self.starts[decision + 1]]
        return legal

    @property
    def actions(self) -> Whole:
        """What was done."""
        done: Whole = self.legal[self.starts[:-1] + self.chosen]
        return done

    def part(self, wanted: npt.NDArray[np.bool_]) -> Positions:
        """Some of the decisions."""
        sizes = np.diff(self.starts)
        return replace(
            self,
            inputs=self.inputs[wanted],
            starts=np.concatenate([[0], np.cumsum(sizes[wanted])]).astype(np.int64),
            legal=self.legal[np.repeat(wanted, sizes)],
            chosen=self.chosen[wanted],
            seats=self.seats[wanted],
            matches=self.matches[wanted],
            returns=self.returns[wanted],
        )

    def of_matches(self, numbers: Iterable[int]) -> Positions:
        """The decisions of some games."""
        return self.part(np.isin(self.matches, np.fromiter(numbers, dtype=np.int64)))


def positions_of(records: Sequence[Record], *, forced: bool = False) -> Positions:
    """Every decision of some games.

    Args:
        records: games, all of one game with the same options.
        forced: whether decisions with a single legal action count, which teach nothing of a player.

    Raises:
        OptionError: there is no decision, or the games differ in their options.
    """
    if not records:
        raise OptionError("There is no game to learn from.")
    game = records[0].start.game
    if not isinstance(game, _core.Game):
        raise OptionError(f"Networks learn native games; {game.name} is written in Python.")
    if any(record.start.game != game for record in records):
        raise OptionError(f"The games of {game.name} differ in their options; give those of one.")
    low, high = game.return_range
    inputs: list[npt.NDArray[np.float16]] = []
    sizes, chosen, seats, matches = [], [], [], []
    legal: list[int] = []
    returns: list[list[float]] = []
    for number, record in enumerate(records):
        ended = record.returns()
        shares = [np.nan] * game.seats
        if ended is not None:
            shares = [(got - low) / (high - low) if high > low else 0.5 for got in ended]
        for state, action in record.decisions():
            actions = state.legal_actions()
            if len(actions) < 2 and not forced:
                continue
            seat = state.actor()
            own = np.zeros(game.seats, dtype=np.float16)
            own[seat] = 1
            inputs.append(np.concatenate([state.view(seat).tensor().ravel(), own], dtype="f2"))
            sizes.append(len(actions))
            legal += actions
            chosen.append(actions.index(action))
            seats.append(seat)
            matches.append(number)
            returns.append(shares[seat:] + shares[:seat])
    if not chosen:
        raise OptionError("There is no decision to learn from.")
    return Positions(
        game=game,
        inputs=np.stack(inputs),
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        legal=np.array(legal, dtype=np.int32),
        chosen=np.array(chosen, dtype=np.int32),
        seats=np.array(seats, dtype=np.int32),
        matches=np.array(matches, dtype=np.int32),
        returns=np.array(returns, dtype=np.float32),
        names=tuple(record.match for record in records),
    )


def export_decisions(records: Sequence[Record], path: str | Path) -> int:
    """Write every decision of some games for other people's tools; says how many there are.

    Args:
        records: games, all of one game with the same options.
        path: of a ``.npz`` of NumPy, which needs nothing more, or a ``.parquet`` file. Its columns
            are ``view`` (the tensor, then which seat decides), ``legal``, ``action``, ``seat``,
            ``player``, ``match`` and ``returns`` (shares of the game's range, the deciding seat
            first). In a ``.npz``, where rows have one length, the legal actions of decision ``i``
            are ``legal[starts[i]:starts[i + 1]]``, and ``player`` and ``match`` are numbers into
            ``players`` and ``names``.

    Raises:
        OptionError: the file is to be of another kind, or pyarrow is not installed.
    """
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in (".npz", ".parquet"):
        raise OptionError(f"Decisions are written as .npz or .parquet, not as {target.name}.")
    found = positions_of(records, forced=True)
    players = [
        records[match].players[seat] if records[match].players else ""
        for match, seat in zip(found.matches.tolist(), found.seats.tolist(), strict=True)
    ]
    told = {"game": found.game.name, "options": dict(found.game.options)}
    if kind == ".npz":
        names, numbers = np.unique(np.array(players, dtype=str), return_inverse=True)
        np.savez_compressed(
            target,
            view=found.inputs,
            starts=found.starts,
            legal=found.legal,
            action=found.actions,
            seat=found.seats,
            player=numbers.astype(np.int32),
            players=names,
            match=found.matches,
            names=np.array(found.names, dtype=str),
            returns=found.returns,
            game=np.array(json.dumps(told)),
        )
    else:
        _write_parquet(target, found, players, told)
    return len(found)


def _write_parquet(path: Path, found: Positions, players: list[str], told: dict[str, Any]) -> None:
    with needs("pyarrow", "parquet"):
        import pyarrow
        import pyarrow.parquet

    legal = pyarrow.ListArray.from_arrays(pyarrow.array(found.starts, pyarrow.int32()), found.legal)
    table = pyarrow.table(
        {
            "view": pyarrow.FixedSizeListArray.from_arrays(
                pyarrow.array(found.inputs.astype(np.float32).ravel()), found.inputs.shape[1]
            ),
            "legal": legal,
            "action": found.actions,
            "seat": found.seats,
            "player": players,
            "match": [found.names[match] for match in found.matches.tolist()],
            "returns": pyarrow.FixedSizeListArray.from_arrays(
                pyarrow.array(found.returns.ravel()), found.returns.shape[1]
            ),
        }
    )
    metadata = {b"otherminds": json.dumps(told).encode()}
    pyarrow.parquet.write_table(table.replace_schema_metadata(metadata), path)
