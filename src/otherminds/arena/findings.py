"""What a tournament found, in a sentence or two that open its reports."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from otherminds.arena.cross_play import CrossPlay
from otherminds.arena.results import Results
from otherminds.arena.rows import Damaged, Row
from otherminds.arena.statistics import Interval
from otherminds.contracts import Game, OthermindsError
from otherminds.contracts.grammar import text_of
from otherminds.games import load

__all__ = ["Forfeits", "forfeits", "found_text", "game_words", "interval_text", "percent"]

_LEVEL = 0.05
"""Of p-values, adjusted by Holm's method."""

_NAMED = 3
"""So many players are named one by one."""


def interval_text(value: Interval | None, spec: str) -> str:
    """``17.3 [16.9, 17.7]``; a dash for nothing, a question mark for an interval without limits."""
    if value is None or math.isnan(value.estimate):
        return "-"
    if not (math.isfinite(value.low) and math.isfinite(value.high)):
        return f"{value.estimate:{spec}} [?]"  # blocks without a spread, of a number without limits
    return f"{value:{spec}}"


def percent(value: Interval) -> str:
    """``61.0 [51.2, 70.0]`` for a share of 0.61."""
    return interval_text(Interval(100 * value.estimate, 100 * value.low, 100 * value.high), ".1f")


def game_words(game: Game) -> str:
    """The game, and those of its options that are not as they are by default.

    Examples:
        >>> game_words(load("othello", size=6)), game_words(load("othello"))
        ('othello, size=6', 'othello')
    """
    try:
        usual = load(game.name).options
    except OthermindsError:  # a game of somebody else, which has no name of its own
        usual = {}
    chosen = {name: value for name, value in game.options.items() if usual.get(name) != value}
    return ", ".join([game.name, *(f"{name}={text_of(value)}" for name, value in chosen.items())])


def found_text(results: Results) -> str:
    """What was found: who leads, by how much, and whether that is more than chance."""
    if not results.rows:
        return "No game has been finished yet."
    if results.cross_play is not None:
        return _of_teams(results, results.cross_play)
    return _of_rivals(results)


def _of_rivals(results: Results) -> str:
    leader = results.standings[0]
    place = results.players.index(leader.player)
    low, high = results.tournament.loaded_game.return_range
    met = [pair for pair in results.pairings if place in (pair.first, pair.second)]
    if not met:
        mean = interval_text(leader.mean_return, ".2f")
        return f"{leader.player} gets {mean} per game, of {low:g} to {high:g}."
    share = percent(leader.share)
    open_ = [
        results.players[pair.second if pair.first == place else pair.first]
        for pair in met
        if pair.p_value > _LEVEL
        or (pair.share.estimate > 0.5) != (pair.first == place)  # the other one is ahead
    ]
    open_.sort(key=[standing.player for standing in results.standings].index)
    return (
        f"{leader.player} wins most: a share of {share} % of its games. "
        f"{_told_apart(len(met), open_, 'It finishes above')}"
    )


def _of_teams(results: Results, played: CrossPlay) -> str:
    most = results.tournament.loaded_game.return_range[1]
    parts = []
    for mirror, words in ((False, "With strangers"), (True, "With itself")):
        leader = played.leader(mirror=mirror)
        if leader is None:
            continue
        own = next(s for s in played.standings if s.player == results.players[leader])
        score = interval_text(own.mirror if mirror else own.strangers, ".2f")
        others = sum(bool(played.deals(p, mirror=mirror)) for p in range(len(results.players))) - 1
        if not others:
            parts.append(f"{words} {own.player} scores {score} of {most:g}.")
            continue
        if not mirror and len(results.players) == 2:  # who have met nobody else
            parts.append(f"{_listed(results.players)} together score {score} of {most:g}.")
            continue
        alike = {results.players[p] for p in played.not_told_apart(leader, mirror=mirror)}
        open_ = [s.player for s in played.standings if s.player in alike]
        parts.append(
            f"{words} {own.player} scores most: {score} of {most:g}. "
            f"{_told_apart(others, open_, 'That is more than')}"
        )
    return " ".join(parts)


def _told_apart(others: int, open_: Sequence[str], above: str) -> str:
    """Whom a leader is told apart from."""
    if not open_:
        who = "the other player's" if others == 1 else "every other player's"
        who = who if above.startswith("That") else who.removesuffix("'s")
        return f"{above} {who} (p < 0.05)."
    if len(open_) > _NAMED:
        return f"It is not told apart from {len(open_)} of the {others} others."
    return f"It is not told apart from {_listed(open_)}."


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True)
class Forfeits:
    """Matches that one player forfeited for one reason.

    Attributes:
        player: its text.
        reason: what went wrong.
        games: how many matches.
        match: the first of them, by its number in ``otherminds replay``.
    """

    player: str
    reason: str
    games: int
    match: int


def forfeits(results: Results) -> list[Forfeits]:
    """Who forfeited and why, the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], int] = {}
    every: list[Row | Damaged] = [*results.rows, *results.damaged]
    places = sorted((row.line_up, row.block, row.match) for row in every)
    numbers = {place: number for number, place in enumerate(places)}
    for row in results.rows:
        if row.forfeit is not None:
            what = results.players[row.seats[row.forfeit]], row.reason or ""
            counts[what] += 1
            number = numbers[row.line_up, row.block, row.match]
            first[what] = min(first.get(what, number), number)
    return [Forfeits(*what, games, first[what]) for what, games in counts.most_common()]
