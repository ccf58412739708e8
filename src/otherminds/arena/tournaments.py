"""A tournament in one call: plan it, play it, and say what came out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from os import PathLike
from pathlib import Path

from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.results import Results
from otherminds.arena.running import Status, parse_until
from otherminds.arena.store import Store
from otherminds.contracts import Game, PlayerLike

__all__ = ["tournament"]


def tournament(
    game: Game | str,
    players: Sequence[PlayerLike],
    *,
    games: int = 200,
    seed: int = 0,
    line_ups: str | Sequence[Sequence[int]] = "round_robin",
    series: int = 0,
    move_seconds: float | None = None,
    until: str | None = None,
    store: str | PathLike[str] | None = None,
    workers: int = 0,
    watch: Callable[[Status], None] | None = None,
) -> Results:
    """Let players meet in many matches; the results have standings with intervals and a report.

    Every deal is played in all seatings. With a store, what it has of this tournament is not played
    again, so that a tournament can be interrupted and gone on with.

    Args:
        game: an object or a text such as ``othello(size=6)``.
        players: recipes or their texts; a tournament makes its agents anew in every match.
        games: matches in all, rounded up to whole deals.
        seed: decides every match.
        line_ups: who meets whom: ``round_robin``, ``against_copies``, ``teams``, or the players of
            each line-up by their places.
        series: how many matches in a row the same living agents play; 0 for fresh agents.
        move_seconds: who takes longer for a move forfeits.
        until: stop once it is known whether one player beats another: ``"a > b"``.
        store: a results file; without one the results live as long as what is returned.
        workers: processes to play in; 0 plays in this one. With more, a script has to be guarded
            by ``if __name__ == "__main__":``.
        watch: called several times a second with how far it is.

    Examples:
        >>> results = tournament("othello(size=4)", ["random", "mobility"], games=20, seed=1)
        >>> [(standing.player, standing.games) for standing in results.standings]
        [('mobility', 20), ('random', 20)]
        >>> print(results.report().splitlines()[0])
        # othello, size=4: 20 games, 10 deals in all seatings, seed 1
    """
    planned = plan_tournament(
        game, players, line_ups=line_ups, seed=seed, series=series, move_seconds=move_seconds
    )
    question = None if until is None else parse_until(until, planned)
    with ExitStack() as stack:
        if store is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            store = Path(folder) / "results.db"
        opened = stack.enter_context(Store(Path(store)))
        running.run(planned, opened, games=games, workers=workers, until=question, watch=watch)
        return running.results(planned, opened)
