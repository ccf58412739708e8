"""Numbers of a match that its returns do not tell, by game: discs, lives, turns, lengths.

They are computed by replaying the moves, and kept with the row, so that a published figure does not
depend on the moves being there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache

from otherminds.arena.metrics import measured, replayed
from otherminds.arena.plan import Tournament
from otherminds.arena.rows import Row
from otherminds.lab.kept_rows import KeptRow
from otherminds.lab.replays import final_state

__all__ = ["OWN", "computed_numbers", "numbers_of"]

Numbers = Mapping[str, float]


def _othello(tournament: Tournament, row: Row) -> Numbers:
    """Discs of both colours at the end."""
    values = final_state(tournament, row).to_dict()
    mover, other = (int(values[name], 16).bit_count() for name in ("own", "opponent"))
    black, white = (mover, other) if values["to_move"] == 0 else (other, mover)
    return {"black": black, "white": white}


def _hanabi(tournament: Tournament, row: Row) -> Numbers:
    """Lives that are left, and moves of all players."""
    return {
        "lives": float(final_state(tournament, row).view(0).facts["lives"]),
        "moves": float(sum(row.acts)),
    }


def _cluedo(tournament: Tournament, row: Row) -> Numbers:
    """Turns of the match."""
    return {"turns": float(final_state(tournament, row).view(0).facts["table"]["turn"])}


def _catan(tournament: Tournament, row: Row) -> Numbers:
    """How long it was, in several ways to count; who had what at the end; what player 0 did."""
    from otherminds.lab.dobre.lengths import length  # with all its claims it takes time to import

    measures = measured(replayed(tournament, row))
    seats = range(len(row.seats))
    first = row.seats.index(0)
    return (
        asdict(length(tournament, row))
        | {f"points {seat}": measures["points"][seat] for seat in seats}
        | {
            award: next((float(seat) for seat in seats if measures[f"holds {award}"][seat]), -1.0)
            for award in ("largest army", "longest road")
        }
        | {f"own {name}": round(measures[name][first], 6) for name in OWN}
    )


OWN = (
    "actions",
    "share of roads",
    "share of settlements",
    "share of cities",
    "share of cards played",
    "largest army gained",
    "longest road gained",
    "resources from dice",
    "offers",
    "offers that were accepted",
    "sites settled",
    "sites left",
    "sites taken",
    "decisions",
    "uncertain decisions",
    "uncertain hands",
    "possible hands",
    "most possible hands",
    "entropy of hands",
)
"""Measures of the player that a claim is about."""


_BY_GAME: Mapping[str, Callable[[Tournament, Row], Numbers]] = {
    "catan": _catan,
    "cluedo": _cluedo,
    "hanabi": _hanabi,
    "othello": _othello,
}


def computed_numbers(tournament: Tournament, row: Row) -> tuple[tuple[str, float], ...]:
    """The numbers of a match, from its moves; none for a game that claims ask nothing of."""
    compute = _BY_GAME.get(tournament.game)
    if compute is None or row.forfeit is not None:
        return ()
    return tuple(compute(tournament, row).items())


@lru_cache(maxsize=500_000)
def _computed(tournament: Tournament, row: Row) -> Numbers:
    return dict(computed_numbers(tournament, row))


def numbers_of(tournament: Tournament, row: Row) -> Numbers:
    """The numbers of a match: those that were kept, or else from its moves."""
    if isinstance(row, KeptRow):
        return dict(row.numbers)
    return _computed(tournament, row)
