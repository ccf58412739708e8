"""Numbers that are read off a replayed match, one per seat.

A metric is a function of a `Match`, registered for a game by name. Where one replay gives many
numbers, a function that returns them all by name is registered as a group. Since the store keeps
every move, a new metric can be computed for old matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from otherminds import _core
from otherminds.arena.match import Match
from otherminds.arena.plan import Tournament
from otherminds.arena.rows import Row
from otherminds.contracts import CHANCE, FormatError

__all__ = ["Group", "Metric", "group", "measured", "metric", "metrics_of", "replayed"]

Metric = Callable[[Match], Sequence[float]]
Group = Callable[[Match], Mapping[str, Sequence[float]]]

_metrics: dict[str, dict[str, Metric]] = {}
_groups: dict[str, list[Group]] = {}


def metric(game: str, name: str) -> Callable[[Metric], Metric]:
    """Register a function as a metric of a game; ``"*"`` stands for every game."""

    def add(function: Metric) -> Metric:
        _metrics.setdefault(game, {})[name] = function
        return function

    return add


def group(game: str) -> Callable[[Group], Group]:
    """Register a function that gives many metrics of a game at once, by name."""

    def add(function: Group) -> Group:
        _groups.setdefault(game, []).append(function)
        return function

    return add


def metrics_of(game: str) -> dict[str, Metric]:
    """The single metrics of a game, those of every game included."""
    return {**_metrics.get("*", {}), **_metrics.get(game, {})}


def measured(match: Match) -> dict[str, list[float]]:
    """All metrics of a match, single ones and groups, for each seat.

    Examples:
        >>> from otherminds import load, play_match
        >>> game = load("catan", points=3, players=2)
        >>> numbers = measured(play_match(game, ["stac", "random"], seed=1))
        >>> max(numbers["points"]) >= 3
        True
    """
    name = match.game.name
    numbers = {each: list(function(match)) for each, function in metrics_of(name).items()}
    for function in _groups.get(name, []):
        numbers |= {each: list(values) for each, values in function(match).items()}
    return numbers


def replayed(tournament: Tournament, row: Row) -> Match:
    """The match of a stored row, with who made each move.

    Raises:
        FormatError: these moves cannot be made.
    """
    game = tournament.loaded_game
    streams = tournament.streams(row.line_up, row.block, row.match)
    bare = Match(
        game=game,
        players=tuple(tournament.players[player] for player in row.seats),
        moves=tuple((CHANCE, move) for move in row.moves),
        returns=row.returns,
        seconds=row.seconds,
        seed=tournament.seed,
        block=streams[0],
        index=streams[1],
    )
    try:
        actors = [state.actor() for state in bare.states()]
    except Exception as error:  # of a game written in Python, too
        raise FormatError(
            f"The moves of line-up {row.line_up}, block {row.block}, match {row.match} cannot be "
            f"made: {error}"
        ) from error
    moves = tuple(zip(actors, row.moves, strict=False))
    return Match(**{**bare.__dict__, "moves": moves})


@metric("*", "moves")
def _moves(match: Match) -> list[float]:
    """How many moves each seat made."""
    return [
        float(sum(actor == seat for actor, _ in match.moves)) for seat in range(match.game.seats)
    ]


@metric("othello", "discs")
def _discs(match: Match) -> list[float]:
    """How many discs each seat had at the end."""
    *_, last = match.states()
    values = last.to_dict()
    mover, other = (int(values[name], 16).bit_count() for name in ("own", "opponent"))
    return [float(mover), float(other)] if values["to_move"] == 0 else [float(other), float(mover)]


@metric("othello", "mobility")
def _mobility(match: Match) -> list[float]:
    """How many moves each seat could choose from, on average over its turns."""
    choices: list[list[int]] = [[], []]
    for state in match.states():
        if (actor := state.actor()) >= 0:
            choices[actor].append(len(state.legal_actions()))
    return [sum(counts) / max(len(counts), 1) for counts in choices]


def _of_team(fact: str) -> Metric:
    """A fact of the last position that everybody sees, the same for every seat."""

    def read(match: Match) -> list[float]:
        *_, last = match.states()
        return [float(last.view(0).facts[fact])] * match.game.seats

    return read


metric("hanabi", "lives left")(_of_team("lives"))
metric("hanabi", "clues left")(_of_team("clues"))
metric("hanabi", "cards left in the deck")(_of_team("deck_left"))


@group("catan")
def _of_catan(match: Match) -> Mapping[str, Sequence[float]]:
    """What was built, got and traded, and what was known of the others' hands."""
    start = next(match.states())
    rows, whole = _core.catan_measures(start, [move for _, move in match.moves])
    if not whole:
        raise FormatError("The moves of this match cannot be made.")
    return rows
