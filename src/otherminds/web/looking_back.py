"""A game looked at again: positions, what-if, reviews, analyses, downloads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from otherminds.agents import parse_player
from otherminds.arena.advice import lived_through, think
from otherminds.arena.hindsight import lessons
from otherminds.arena.match import Match
from otherminds.arena.metrics import metrics_of
from otherminds.arena.review import blunder_of, judge_of, judged, moments
from otherminds.contracts import CHANCE, OptionError, State, Thought
from otherminds.contracts.players import peeks
from otherminds.games.drawings import drawing
from otherminds.interop.ggf import GgfGame, GgfMove, standard_start, write_ggf
from otherminds.interop.hanab_live import HanabLiveGame, share_link, write_hanab_live
from otherminds.interop.played import PlayedGame
from otherminds.web.replies import AnalysisUpdate, File, History, PositionShown, Review
from otherminds.web.requests import Analyse, Download, LookAt
from otherminds.web.shown import JudgedMove, MoveSeen, TurnSummary, TypeShare
from otherminds.web.sight import position, seen_by
from otherminds.web.store import Keeper, player_name
from otherminds.web.table import Table

__all__ = ["analyse", "download", "history", "look_at", "match_of", "review", "so_far", "what_if"]

Going = Callable[[], bool]
"""Whether somebody still waits for it."""


def match_of(table: Table, keeper: Keeper) -> Match:
    """The game of a table as a match."""
    settings, moves = table.settings, tuple(table.moves)
    thoughts = keeper.thoughts(settings.id, table.number)
    seconds = [0.0] * settings.seats
    for (actor, _), spent in zip(moves, table.spent, strict=True):
        if actor != CHANCE:
            seconds[actor] += spent
    return Match(
        game=table.game,
        players=tuple(
            player_name(settings, settings.place(seat, table.number))
            for seat in range(settings.seats)
        ),
        moves=moves,
        returns=table.result[0] if table.result else (0.0,) * settings.seats,
        seconds=tuple(round(spent, 3) for spent in seconds),
        seed=settings.seed,
        block=table.block,
        index=table.index,
        thoughts=tuple(thoughts.get(turn) for turn in range(len(moves))),
    )


def so_far(table: Table) -> Match:
    """The game of a table as a match without its thoughts."""
    return Match(**_bare(table), moves=tuple(table.moves))


def what_if(table: Table, turn: int, line: Sequence[int]) -> tuple[State, list[tuple[int, int]]]:
    """The position after a turn and other moves, with all moves that led to it.

    Raises:
        OptionError: a move cannot be made.
    """
    state = table.state_at(turn)
    moves = list(table.moves[:turn])
    for action in line:
        actor = state.actor()
        possible = (
            [outcome for outcome, _ in state.chance_outcomes()]
            if actor == CHANCE
            else state.legal_actions()
        )
        if action not in possible:
            raise OptionError(f"Action {action} is not possible after {len(moves)} moves.")
        moves.append((actor, action))
        state.apply_action(action)
    return state, moves


def look_at(table: Table, asked: LookAt, own: int | None, keeper: Keeper) -> PositionShown:
    """A position that may be seen: one's own view of any turn, everything once the game is over.

    Raises:
        OptionError: it may not be seen, or there is no such turn.
    """
    free = table.over or not table.settings.has_people
    _check_viewpoint(table, asked.viewpoint)
    if not free and (asked.viewpoint is None or asked.viewpoint != own):
        raise OptionError("Other seats and the whole truth can be looked at when the game is over.")
    if not free and asked.moves:
        raise OptionError("What if can be asked when the game is over.")
    if asked.moves and table.settings.study:
        raise OptionError("A study has no what if.")
    state, moves = what_if(table, asked.turn, asked.moves)
    seen: list[MoveSeen] = []
    if asked.moves:
        seen = seen_by(asked.viewpoint, table.start(), moves).moves[asked.turn :]
    told = None
    if not asked.moves and (table.over or table.settings.minds == "open"):
        told = keeper.thought(table.settings.id, table.number, asked.turn)
    shown = position(state, len(moves), asked.viewpoint, free=table.over)
    return PositionShown(
        request=asked.request,
        position=shown,
        moves=seen,
        thought=None if told is None else told.to_dict(),
    )


def _check_viewpoint(table: Table, viewpoint: int | None) -> None:
    if viewpoint is not None and viewpoint >= table.game.seats:
        raise OptionError(
            f"{table.game.name} has no seat {viewpoint}; seats are 0 to {table.game.seats - 1}."
        )


def history(table: Table, keeper: Keeper) -> History:
    """What agents expected and believed at each turn where they told.

    Raises:
        OptionError: minds are closed here until the game is over.
    """
    if not table.over and table.settings.minds != "open":
        raise OptionError("What agents thought can be seen when the game is over.")
    told = keeper.thoughts(table.settings.id, table.number)
    return History(
        turns=[
            TurnSummary(
                turn=turn,
                seat=each.seat,
                values=list(each.values),
                types=[
                    TypeShare(seat=t.seat, type=t.type, probability=t.probability)
                    for t in each.types
                ],
            )
            for turn, each in sorted(told.items())
        ]
    )


def review(
    match: Match, seats: Sequence[int], going: Going, tell: Callable[[Review], object]
) -> Review:
    """Judge the decisions of these seats; told several times with more each time.

    Args:
        match: the game.
        seats: whose decisions.
        going: asked before each decision.
        tell: gets what has been judged so far.
    """
    found: list[JudgedMove] = []
    costs: dict[int, float] = {}
    done, of = [0] * len(seats), [0] * len(seats)
    told: list[str] = []

    def so_far(finished: bool) -> Review:
        return Review(
            done=sum(done),
            of=max(sum(of), sum(done)),
            judged=sorted(found, key=lambda move: move.turn),
            mistakes=sorted(costs, key=lambda turn: -costs[turn]),
            lessons=told if finished else [],
            finished=finished,
        )

    for place, seat in enumerate(seats):

        def watch(count: int, whole: int, place: int = place) -> None:
            done[place], of[place] = count, whole

        for moment, about in judged(match, seat, watch=watch):
            if not going():
                return so_far(True)
            found.append(_judged(moment.number - 1, seat, moment.action, about))
            if blunder := blunder_of(moment, about):
                costs[moment.number - 1] = blunder.cost
            tell(so_far(False))
    if len(seats) == 1:
        told = lessons(match.game, list(moments(match, seats[0])), seats[0])
    return so_far(True)


def _judged(turn: int, seat: int, action: int, told: Thought) -> JudgedMove:
    considered = {move.action: move for move in told.moves}
    better, played = considered[told.action], considered.get(action)
    values = better.value, None if played is None else played.value
    cost = 0.0 if values[0] is None or values[1] is None else max(0.0, values[0] - values[1])
    return JudgedMove(
        turn=turn,
        seat=seat,
        played="" if played is None else played.text,
        value=values[1],
        better=better.text,
        better_value=values[0],
        cost=cost,
        tries=told.iterations,
        line=[move.text for move in better.line[1:]],
    )


def analyse(
    table: Table,
    asked: Analyse,
    player: str,
    seconds: float,
    going: Going,
    tell: Callable[[AnalysisUpdate], object],
) -> None:
    """Let an agent think about a position, from what the seat that acts could know there.

    Args:
        table: whose game is over.
        asked: which position.
        player: who thinks; empty for the best agent that searches.
        seconds: the longest that it may think.
        going: asked about ten times per second.
        tell: gets each thought.

    Raises:
        OptionError: nobody acts there, or the agent looks at what is hidden.
    """
    state, moves = what_if(table, asked.turn, asked.moves)
    seat = state.actor()
    if seat < 0:
        raise OptionError("No seat acts in this position, so there is nothing to think about.")
    bare = Match(**_bare(table), moves=tuple(moves))
    whole = list(moments(bare, seat))
    first = whole[0].before if whole else state.view(seat)
    recipe = parse_player(player, table.game) if player else judge_of(table.game)
    agent = lived_through(
        table.game, seat, first, [(moment.seen, moment.after) for moment in whole], recipe
    )
    if peeks(agent):
        raise OptionError("An agent that looks at what is hidden cannot be asked for an analysis.")

    def hear(told: Thought) -> None:
        tell(
            AnalysisUpdate(
                request=asked.request, turn=asked.turn, moves=asked.moves, thought=told.to_dict()
            )
        )

    hear(think(agent, state.view(seat), seconds=seconds, going=going, hear=hear))


def _bare(table: Table) -> dict[str, Any]:
    """What a match of a table has whatever its moves are."""
    settings = table.settings
    return {
        "game": table.game,
        "players": ("",) * settings.seats,
        "returns": (0.0,) * settings.seats,
        "seconds": (0.0,) * settings.seats,
        "seed": settings.seed,
        "block": table.block,
        "index": table.index,
    }


def download(table: Table, asked: Download, own: int | None, keeper: Keeper) -> File:
    """A file of a game: before the end only pictures of one's own views.

    Raises:
        OptionError: there is no such file of this game, or not yet.
    """
    stem = f"{table.game.name}-{table.number + 1}"
    if asked.format == "svg":
        return _picture(table, asked, own, stem)
    if not table.over:
        raise OptionError("Records can be downloaded when the game is over.")
    if asked.format == "record":
        return _record(table, own, keeper, stem, asked.request)
    if asked.format == "ggf":
        return _ggf(table, stem, asked.request)
    if table.game.name != "hanabi":
        raise OptionError(f"hanab.live shows games of hanabi, not of {table.game.name}.")
    played = HanabLiveGame.of(
        table.start(), [action for _, action in table.moves], players=_names(table)
    )
    if asked.format == "hanab_live":
        return File(
            request=asked.request,
            name=f"{stem}.json",
            media_type="application/json",
            content=write_hanab_live(played),
        )
    return File(
        request=asked.request,
        name=f"{stem}.txt",
        media_type="text/uri-list",
        content=share_link(played),
    )


def _names(table: Table) -> list[str]:
    settings = table.settings
    return [
        settings.people[settings.place(seat, table.number)].name for seat in range(settings.seats)
    ]


def _picture(table: Table, asked: Download, own: int | None, stem: str) -> File:
    _check_viewpoint(table, asked.viewpoint)
    free = table.over or not table.settings.has_people
    if not free and (asked.viewpoint is None or asked.viewpoint != own):
        raise OptionError("Other seats and the whole truth can be seen when the game is over.")
    state = table.state_at(asked.turn)
    drawn = drawing(state if asked.viewpoint is None else state.view(asked.viewpoint))
    if drawn is None:
        raise OptionError(f"{table.game.name} has no drawing.")
    return File(
        request=asked.request,
        name=f"{stem}-{asked.turn}.svg",
        media_type="image/svg+xml",
        content=drawn.svg,
    )


def _record(table: Table, own: int | None, keeper: Keeper, stem: str, request: int | None) -> File:
    """Our record: a line as ``otherminds play --record`` writes it where people played."""
    match = match_of(table, keeper)
    settings = table.settings
    if not settings.has_people:
        return File(
            request=request,
            name=f"{stem}.json",
            media_type="application/json",
            content=match.to_json(),
        )
    people = [settings.people[settings.place(s, table.number)] for s in range(settings.seats)]
    person = own if own is not None else [each.kind for each in people].index("person")
    forfeited = table.result is not None and table.result[1] is not None
    played = PlayedGame(
        game=table.game,
        person=person,
        players=tuple(each.player for each in people),
        seed=settings.seed,
        moves=match.moves,
        beliefs=tuple(_beliefs(told) for told in match.thoughts),
        thoughts=match.thoughts,
        returns=None if forfeited else match.returns,
        block=table.block,
        index=table.index,
    )
    return File(
        request=request,
        name=f"{stem}.jsonl",
        media_type="application/jsonl",
        content=played.to_json() + "\n",
    )


def _beliefs(told: Thought | None) -> dict[int, dict[int, dict[str, float]]]:
    """What an agent with types thought the others to be."""
    if told is None or not told.types:
        return {}
    posterior: dict[int, dict[str, float]] = {}
    for share in told.types:
        posterior.setdefault(share.seat, {})[share.type] = share.probability
    return {told.seat: posterior}


def _ggf(table: Table, stem: str, request: int | None) -> File:
    if table.game.name != "othello":
        raise OptionError(f"GGF has games of othello, not of {table.game.name}.")
    black, white = _names(table)
    size = table.game.options["size"]
    game = GgfGame(
        black=black,
        white=white,
        place="otherminds",
        board_type=str(size),
        start=standard_start(size),
        result=_lead(table),
        moves=tuple(GgfMove(action) for _, action in table.moves),
    )
    return File(
        request=request, name=f"{stem}.ggf", media_type="text/plain", content=write_ggf([game])
    )


def _lead(table: Table) -> str:
    """Black's lead in discs; of a game that was given up, who won."""
    assert table.result is not None, "the game is over"
    _, forfeit, _ = table.result
    if forfeit is not None:
        return "-64.00:r" if forfeit == 0 else "+64.00:r"
    black, white = metrics_of("othello")["discs"](so_far(table))
    return f"{black - white:+.2f}"
