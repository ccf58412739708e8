"""How a table stands, as it is told to one seat or an onlooker."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import NOBODY
from otherminds.games.words import ending, goal, seat_name
from otherminds.web.replies import Joined, StateUpdate
from otherminds.web.shown import Position, SeatInfo
from otherminds.web.sight import Onlooker, SeatSight, position
from otherminds.web.table import Table
from otherminds.web.titles import title_of

__all__ = ["joined", "state_for"]


def joined(table: Table, place: int | None) -> Joined:
    """The table for somebody at a place, or an onlooker."""
    settings, game = table.settings, table.game
    with table.lock:
        you = None if place is None else settings.seat(place, table.number)
        sight = table.sight(you)
        return Joined(
            game=settings.game_text,
            name=game.name,
            title=title_of(settings.game),
            seats=[_seat_info(table, seat) for seat in range(settings.seats)],
            you=you,
            goal="" if you is None else goal(game, you),
            returns=game.return_range,
            watch=settings.watch,
            number=table.number + 1,
            minds=settings.minds,
            take_back=settings.take_back,
            clock=settings.clock,
            explains=isinstance(sight, SeatSight) and sight.explains,
            watched=not settings.has_people,
            pace=table.pace,
            downloads=_downloads(game.name),
            study=bool(settings.study),
        )


def _seat_info(table: Table, seat: int) -> SeatInfo:
    place = table.settings.place(seat, table.number)
    person = table.settings.people[place]
    blind = bool(table.settings.study)  # who takes part is not told which program it is
    return SeatInfo(
        seat=seat,
        seat_name=seat_name(table.game, seat),
        kind=person.kind,
        name=person.name,
        player="" if blind else person.player,
        level=0 if blind else person.level,
        peeks=not blind and person.kind == "agent" and table.peeks(person.player),
        present=person.kind == "agent" or bool(table.present.get(place)),
    )


def _downloads(game: str) -> list[Any]:
    """What there is to download of a game."""
    formats: list[Any] = ["record", "svg"]
    if game == "hanabi":
        formats += ["hanab_live", "hanab_live_link"]
    if game == "othello":
        formats.append("ggf")
    return formats


def state_for(table: Table, viewpoint: int | None, since: int) -> StateUpdate:
    """How the game stands for a seat, or an onlooker, with the moves from a turn on.

    An onlooker of people sees the game when it is over.
    """
    with table.lock:
        sight = table.sight(viewpoint)
        if viewpoint is None and sight is None and table.over:
            sight = table.sights[None] = _all_seen(table)
        turn = 0 if sight is None else len(table.moves)
        state, over, result = table.state.copy(), table.over, table.result
        moves = [] if sight is None else sight.moves[min(since, turn) :]
        takes = viewpoint is not None and table.may_take_back(viewpoint)
        clocks, told = table.clocks(), _ending(table, viewpoint)
        thinking = not over and _thinking(table)
    shown = _NOTHING if sight is None else position(state, turn, viewpoint)
    if result is not None:
        changes = {"returns": list(result[0]), "actor": NOBODY, "actions": [], "listed": {}}
        shown = shown.model_copy(update=changes)
    elif len(shown.actions) == 1 and viewpoint is not None:  # it is made without asking
        shown = shown.model_copy(update={"actions": [], "listed": {}})
    return StateUpdate(
        position=shown,
        since=min(since, turn),
        moves=moves,
        can_take_back=takes,
        thinking=thinking,
        clocks=clocks,
        over=over,
        ending=told,
        seed=table.settings.seed if over else None,
    )


def _all_seen(table: Table) -> Onlooker:
    state = table.start()
    seen = Onlooker(state)
    for actor, action in table.moves:
        seen.witness(state, actor, action, state)
    return seen


def _thinking(table: Table) -> bool:
    actor = table.state.actor()
    if actor < 0:
        return False
    return table.settings.people[table.settings.place(actor, table.number)].kind == "agent"


def _ending(table: Table, viewpoint: int | None) -> str:
    if table.result is None:
        return ""
    _, forfeit, reason = table.result
    if forfeit is not None:
        name = seat_name(table.game, forfeit)
        return f"{name[0].upper()}{name[1:]} forfeited: {reason}."
    return ending(table.state, viewpoint)


_NOTHING = Position(
    turn=0,
    viewpoint=None,
    actor=NOBODY,
    svg=None,
    text="People play here. You can look on when the game is over.",
    listed={},
    actions=[],
)
"""What onlookers see before a game of people is over."""
