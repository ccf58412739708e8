"""What each request is answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod
from typing import Any

from otherminds.agents.catalogue import agents
from otherminds.arena.advice import in_words, lived_through, think
from otherminds.arena.review import moments
from otherminds.contracts import NOBODY, OptionError
from otherminds.web import lobby, looking_back
from otherminds.web import requests as ask
from otherminds.web.replies import Accepted, Advice, Pong, Reply, TableCreated, Why
from otherminds.web.server import Server
from otherminds.web.settings import TableSettings, new_token
from otherminds.web.shown import SeatLink
from otherminds.web.sitting import Sitting
from otherminds.web.table import Table

__all__ = ["Answers"]

_LONG = (ask.AskReview, ask.Analyse, ask.AskAdvice)
_WAIT = 30.0
"""Seconds until a move that was taken is kept; it is milliseconds."""


class Answers:
    """Answers the requests of one connection, in a thread.

    Args:
        server: what the connection belongs to.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._tables = server.tables
        self._keeper = server.keeper

    def takes_long(self, asked: Any) -> bool:
        """Whether the answer is `long_answer`'s."""
        return isinstance(asked, _LONG)

    def answer(
        self, asked: Any, sitting: Sitting | None, listener: Callable[[], None]
    ) -> tuple[list[Reply], Sitting | None]:
        """The replies, and where the connection sits afterwards.

        Raises:
            OthermindsError: it is refused.
        """
        if isinstance(asked, ask.Join):
            table, place = self._tables.join(asked.token, listener)
            return [], Sitting(self._tables, table, place, listener)
        if sitting is None:
            return [self._in_lobby(asked)], None
        return [self._anywhere(asked, sitting)], sitting

    def stopped(self, asked: ask.Stop) -> Reply:
        """An analysis is not wanted any more."""
        return Accepted(request=asked.request, turn=0)

    def _anywhere(self, asked: Any, sitting: Sitting) -> Reply:
        try:
            handler = _AT_TABLE[type(asked)]
        except KeyError:
            return self._in_lobby(asked)
        return handler(self, asked, sitting)

    # The lobby ---------------------------------------------------------------------------------

    @singledispatchmethod
    def _in_lobby(self, asked: Any) -> Reply:
        raise OptionError(f"Join a table before {asked.type}.")

    @_in_lobby.register
    def _(self, asked: ask.OpenLobby) -> Reply:
        return lobby.lobby(self._tables).model_copy(update={"request": asked.request})

    @_in_lobby.register
    def _(self, asked: ask.LookUpGame) -> Reply:
        return lobby.game_details(self._tables, asked)

    @_in_lobby.register
    def _(self, asked: ask.CreateTable) -> Reply:
        settings = self._tables.create(asked)
        own = next((p for p, choice in enumerate(asked.seats) if choice.kind == "me"), None)
        return _links(settings, own, asked.request)

    @_in_lobby.register
    def _(self, asked: ask.ListStored) -> Reply:
        return lobby.stored(self._server.options, asked.request)

    @_in_lobby.register
    def _(self, asked: ask.ListMatches) -> Reply:
        return lobby.stored_matches(self._server.options, asked)

    @_in_lobby.register
    def _(self, asked: ask.OpenMatch) -> Reply:
        return _links(lobby.open_match(self._tables, asked), None, asked.request)

    @_in_lobby.register
    def _(self, asked: ask.OpenStudy) -> Reply:
        study = self._server.studies.open(asked)
        return study.model_copy(update={"request": asked.request})

    @_in_lobby.register
    def _(self, asked: ask.StudyNext) -> Reply:
        study = self._server.studies.go_on(asked)
        return study.model_copy(update={"request": asked.request})

    @_in_lobby.register
    def _(self, asked: ask.Ping) -> Reply:
        return Pong(request=asked.request)

    # A table -----------------------------------------------------------------------------------

    def _act(self, asked: ask.Act, sitting: Sitting) -> Reply:
        made = sitting.table.act(_seat(sitting), asked.turn, asked.action)
        return Accepted(request=asked.request, turn=made.result(timeout=_WAIT))

    def _take_back(self, asked: ask.TakeBack, sitting: Sitting) -> Reply:
        sitting.table.take_back(_seat(sitting), asked.turn)
        return _done(asked, sitting.table)

    def _resign(self, asked: ask.Resign, sitting: Sitting) -> Reply:
        sitting.table.resign(_seat(sitting))
        return _done(asked, sitting.table)

    def _rematch(self, asked: ask.Rematch, sitting: Sitting) -> Reply:
        _may_direct(sitting)
        sitting.table.rematch(asked.swap)
        return _done(asked, sitting.table)

    def _rename(self, asked: ask.Rename, sitting: Sitting) -> Reply:
        _seat(sitting)
        name = asked.name.strip()
        if not name or not name.isprintable():
            raise OptionError("A name is a text that can be printed, of 1 to 80 letters.")
        assert sitting.place is not None
        sitting.table.rename(sitting.place, name)
        return _done(asked, sitting.table)

    def _set_minds(self, asked: ask.SetMinds, sitting: Sitting) -> Reply:
        sitting.minds = asked.on
        return _done(asked, sitting.table)

    def _set_pace(self, asked: ask.SetPace, sitting: Sitting) -> Reply:
        _watched(sitting.table).set_pace(asked.seconds)
        return _done(asked, sitting.table)

    def _step(self, asked: ask.Step, sitting: Sitting) -> Reply:
        _watched(sitting.table).step()
        return _done(asked, sitting.table)

    def _why(self, asked: ask.AskWhy, sitting: Sitting) -> Reply:
        table, seat = sitting.table, _seat(sitting)
        if table.settings.minds == "none":
            raise OptionError("This table shows no minds, and gives no help.")
        return Why(request=asked.request, text=table.why(seat, asked.text))

    def _history(self, asked: ask.AskHistory, sitting: Sitting) -> Reply:
        told = looking_back.history(sitting.table, self._keeper)
        return told.model_copy(update={"request": asked.request})

    def _look_at(self, asked: ask.LookAt, sitting: Sitting) -> Reply:
        return looking_back.look_at(sitting.table, asked, sitting.seat, self._keeper)

    def _download(self, asked: ask.Download, sitting: Sitting) -> Reply:
        return looking_back.download(sitting.table, asked, sitting.seat, self._keeper)

    def _play_from(self, asked: ask.PlayFrom, sitting: Sitting) -> Reply:
        table = _free(sitting.table)
        state, moves = looking_back.what_if(table, asked.turn, asked.moves)
        if state.actor() == NOBODY:
            raise OptionError("The game is over there; go back to an earlier turn.")
        old = table.settings
        if old.streams is not None:
            raise OptionError("A stored match is looked at, not played on.")
        settings = self._tables.open(
            old.model_copy(
                update={
                    "id": new_token(),
                    "tokens": [token and new_token() for token in old.tokens],
                    "watch": new_token(),
                    "blocks": [old.blocks[table.number]],
                    "turned": [old.turned[table.number]],
                    "opening": moves,
                }
            )
        )
        return _links(settings, sitting.place, asked.request)

    # What takes long ---------------------------------------------------------------------------

    def long_answer(
        self,
        asked: Any,
        sitting: Sitting | None,
        going: Callable[[], bool],
        tell: Callable[[Reply], object],
    ) -> None:
        """Tell more and more, until it is not wanted any more.

        Raises:
            OthermindsError: it is refused.
        """
        if sitting is None:
            raise OptionError(f"Join a table before {asked.type}.")
        if isinstance(asked, ask.AskAdvice):
            tell(self._advice(asked, sitting, going))
            return
        table = _free(sitting.table)
        if isinstance(asked, ask.Analyse):
            player = asked.player
            if player:
                player = self._tables.player_text(player, table.game)
            seconds = self._server.options.seconds
            with self._tables.room:
                looking_back.analyse(table, asked, player, seconds, going, tell)
            return
        seat = sitting.seat
        seats = list(range(table.game.seats)) if seat is None else [seat]
        match = looking_back.match_of(table, self._keeper)

        def judged(so_far: Any) -> None:
            tell(so_far.model_copy(update={"request": asked.request}))

        with self._tables.room:
            judged(looking_back.review(match, seats, going, judged))

    def _advice(self, asked: ask.AskAdvice, sitting: Sitting, going: Callable[[], bool]) -> Advice:
        table, seat = sitting.table, _seat(sitting)
        if table.settings.minds == "none":
            raise OptionError("This table shows no minds, and gives no help.")
        match = looking_back.so_far(table)
        state = table.state_at(len(match.moves))
        if state.actor() != seat:
            raise OptionError("Advice is for who has to move.")
        whole = list(moments(match, seat))
        first = whole[0].before if whole else state.view(seat)
        seen = [(moment.seen, moment.after) for moment in whole]
        with self._tables.room:
            agent = lived_through(
                table.game, seat, first, seen, agents(table.game)["best"].player()
            )
            seconds = self._server.options.seconds
            told = think(agent, state.view(seat), seconds=seconds, going=going, hear=lambda _: None)
        return Advice(
            request=asked.request,
            turn=len(match.moves),
            action=told.action,
            sentence=in_words(table.game, seat, told.action, told, table.belief(seat)),
            thought=told.to_dict(),
        )


_AT_TABLE: dict[type, Callable[[Answers, Any, Sitting], Reply]] = {
    ask.Act: Answers._act,
    ask.TakeBack: Answers._take_back,
    ask.Resign: Answers._resign,
    ask.Rematch: Answers._rematch,
    ask.Rename: Answers._rename,
    ask.SetMinds: Answers._set_minds,
    ask.SetPace: Answers._set_pace,
    ask.Step: Answers._step,
    ask.AskWhy: Answers._why,
    ask.AskHistory: Answers._history,
    ask.LookAt: Answers._look_at,
    ask.Download: Answers._download,
    ask.PlayFrom: Answers._play_from,
}


def _links(settings: TableSettings, own: int | None, request: int | None) -> TableCreated:
    """The ways to a table for who made it."""
    return TableCreated(
        request=request,
        mine=None if own is None else settings.tokens[own],
        others=[
            SeatLink(seat=settings.seat(place, 0), token=token, name=settings.people[place].name)
            for place, token in enumerate(settings.tokens)
            if token and place != own
        ],
        watch=settings.watch,
    )


def _done(asked: Any, table: Table) -> Accepted:
    return Accepted(request=asked.request, turn=len(table.moves))


def _seat(sitting: Sitting) -> int:
    seat = sitting.seat
    if seat is None:
        raise OptionError("You look on; only who sits at the table may do this.")
    return seat


def _may_direct(sitting: Sitting) -> None:
    """Who plays may begin another game, and who watches agents."""
    if sitting.table.settings.has_people:
        _seat(sitting)
    if sitting.table.settings.streams is not None:
        raise OptionError("A stored match is looked at, not played again.")


def _watched(table: Table) -> Table:
    if table.settings.has_people:
        raise OptionError("Only agents that play among themselves have a pace.")
    return table


def _free(table: Table) -> Table:
    """A table whose game may be taken apart."""
    if not table.over:
        raise OptionError("This can be asked when the game is over.")
    if table.settings.study:
        raise OptionError("The games of a study are not taken apart.")
    return table
