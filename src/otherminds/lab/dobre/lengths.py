"""How long games of Catan are, in ways to count.

A ply is a choice with more than one option; of a negotiation only the exchange that came out of it
counts, as in the source.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

from otherminds.arena.plan import Tournament
from otherminds.arena.store import Row
from otherminds.contracts import CHANCE
from otherminds.lab.kept_rows import KeptRow

__all__ = ["Length", "length"]


@dataclass(frozen=True)
class Length:
    """Numbers of one game, in ways to count.

    Attributes:
        plies: choices with more than one option; of a negotiation the exchange, if there was one.
        options: summed over them.
        decisions: the same with forced choices.
        moves: all choices, each offer and answer and each card that is given up.
        events: throws of chance.
        offers: made by anybody.
        exchanges: between players.
        turns: that were ended.
    """

    plies: int
    options: int
    decisions: int
    moves: int
    events: int
    offers: int
    exchanges: int
    turns: int


def _replayed(tournament: Tournament, row: Row) -> Length:
    state = tournament.initial_state(row.line_up, row.block, row.match)
    game = tournament.loaded_game
    offer, accept, reject, discard, end = (
        game.action_types.index(name)
        for name in ("trade", "accept", "reject", "discard", "end turn")
    )
    plies = options = decisions = made = events = offers = exchanges = turns = 0
    choice_before_offer = 1
    discarding: int | None = None
    for move in row.moves:
        actor = state.actor()
        if actor == CHANCE:
            events += 1
            state.apply_action(move)
            continue
        kind = game.type_of(move)
        made += 1
        legal = len(state.legal_actions())
        if kind == offer:
            offers += 1
            if reject not in state.legal_types():  # else it is a counter-offer
                choice_before_offer = legal
        counts = kind not in (offer, reject) and not (kind == discard and discarding == actor)
        discarding = actor if kind == discard else None
        if counts:
            number = choice_before_offer if kind == accept else legal
            decisions += 1
            plies += number > 1
            options += number if number > 1 else 0
        exchanges += kind == accept
        turns += kind == end
        state.apply_action(move)
    return Length(plies, options, decisions, made, events, offers, exchanges, turns)


@lru_cache(maxsize=20_000)
def length(tournament: Tournament, row: Row) -> Length:
    """The numbers of a stored game."""
    if isinstance(row, KeptRow):
        numbers = dict(row.numbers)
        return Length(**{each.name: int(numbers[each.name]) for each in fields(Length)})
    return _replayed(tournament, row)
