"""Who meets whom: tournaments, line-ups, blocks and the matches that follow from them.

A `Tournament` is a value. Everything that can change a result is in it and makes up its key, so
results of different tournaments never mix; how many blocks of it are played is not.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from otherminds import __version__
from otherminds.agents import player_options, player_text, recipes_behind
from otherminds.agents.code import code_of, paths_behind, programs_behind
from otherminds.contracts import (
    Agent,
    Game,
    NativeAgent,
    OptionError,
    Player,
    PlayerLike,
    State,
    player_of,
)
from otherminds.contracts.streams import (
    MATCHES_OF_LINE_UP,
    STREAMS,
    MatchStreams,
    stream_place,
)
from otherminds.games import game_parts, load

__all__ = [
    "PlannedMatch",
    "Tournament",
    "against_copies",
    "plan_tournament",
    "round_robin",
    "teams",
]


def round_robin(players: int, seats: int) -> list[tuple[int, ...]]:
    """Everybody meets everybody: each set of players that fills the table.

    With fewer players than seats every table that all of them share is a line-up.

    Examples:
        >>> round_robin(3, 2)
        [(0, 1), (0, 2), (1, 2)]
        >>> round_robin(2, 3)
        [(0, 0, 1), (0, 1, 1)]
    """
    if players >= seats:
        return list(itertools.combinations(range(players), seats))
    full = itertools.combinations_with_replacement(range(players), seats)
    return [line_up for line_up in full if len(set(line_up)) == players]


def against_copies(players: int, seats: int) -> list[tuple[int, ...]]:
    """For every two players, one of the first against copies of the second, and the reverse.

    Examples:
        >>> against_copies(2, 4)
        [(0, 1, 1, 1), (1, 0, 0, 0)]
    """
    pairs = itertools.permutations(range(players), 2)
    return sorted(
        {(one, *[other] * (seats - 1)) for one, other in pairs if seats > 2 or one < other}
    )


def teams(players: int, seats: int) -> list[tuple[int, ...]]:
    """Every team that can be formed, mirror teams included: cross-play of co-operative games.

    Examples:
        >>> teams(2, 2)
        [(0, 0), (0, 1), (1, 1)]
    """
    return list(itertools.combinations_with_replacement(range(players), seats))


DESIGNS = {"round_robin": round_robin, "against_copies": against_copies, "teams": teams}

MOST_LINE_UPS = 1_000_000
"""Of a design; more would take gigabytes to list."""

MOST_GAMES = 10**12
"""Of a tournament: what a lifetime of the fastest machine plays."""


def _rotations(line_up: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different seatings that rotating the players gives."""
    turned = [line_up[i:] + line_up[:i] for i in range(len(line_up))]
    return list(dict.fromkeys(turned))


@dataclass(frozen=True)
class PlannedMatch:
    """One match of a tournament."""

    line_up: int
    block: int
    index: int
    """Its place in the block: the rotation, or the match of a series."""
    seats: tuple[int, ...]
    """Which player sits where."""


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A tournament before it is played.

    Attributes:
        game: the name of the game.
        players: as objects or texts, see `otherminds.agents.player_texts`; kept as texts.
        options: options of the game.
        line_ups: which players sit together, as indices of ``players``; or the name of a design:
            ``round_robin``, ``against_copies``, ``teams``.
        seed: decides every match.
        series: 0 for fresh agents in each match; otherwise the number of consecutive matches that
            the same living agents play, turning the table after each.
        move_seconds: an agent that takes longer for a move forfeits; None for no limit. Agents
            written in Python are interrupted, in every method; native ones end their move first.
    """

    game: str
    players: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    line_ups: str | tuple[tuple[int, ...], ...] = "round_robin"
    seed: int = 0
    series: int = 0
    move_seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        self._check_numbers()
        object.__setattr__(self, "players", tuple(map(player_text, self.recipes)))
        self._check_seatings()
        texts = [json.dumps(player_options(player), sort_keys=True) for player in self.recipes]
        if len(set(texts)) < len(texts):
            raise OptionError("Two players of a tournament are the same; make them differ.")

    def _check_numbers(self) -> None:
        if not self.players:
            raise OptionError("A tournament needs players.")
        if not 0 <= self.series < MATCHES_OF_LINE_UP:
            raise OptionError(f"The length of a series is from 0 to {MATCHES_OF_LINE_UP - 1:,}.")
        if type(self.seed) is not int:
            raise OptionError(f"The seed of a tournament is a whole number, not {self.seed!r}.")
        if self.move_seconds is not None and not 0 < self.move_seconds < math.inf:
            raise OptionError("The time for a move must be above 0 seconds; None is no limit.")

    def _check_seatings(self) -> None:
        seats = self.loaded_game.seats
        for line_up in self.seatings:
            if len(line_up) != seats:
                raise OptionError(f"{self.game} has {seats} seats; the line-up {line_up} does not.")
            if not all(0 <= player < len(self.players) for player in line_up):
                raise OptionError(f"The line-up {line_up} names a player that is not there.")
        if not self.seatings:
            raise OptionError(f"{len(self.players)} players do not make a single line-up.")

    @cached_property
    def loaded_game(self) -> Game:
        """The game itself."""
        return load(self.game, **dict(self.options))

    @cached_property
    def recipes(self) -> tuple[Player, ...]:
        """The players themselves."""
        return tuple(_recipe(player, self.loaded_game) for player in self.players)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The line-ups, designs spelled out."""
        if not isinstance(self.line_ups, str):
            return self.line_ups
        if self.line_ups not in DESIGNS:
            accepted = ", ".join(DESIGNS)
            raise OptionError(f"{self.line_ups!r} is not a design; accepted: {accepted}.")
        players, seats = len(self.players), self.loaded_game.seats
        # As many as any of the designs makes: sets of players, with repetition.
        if math.comb(players + seats - 1, seats) > MOST_LINE_UPS:
            raise OptionError(
                f"{players:,} players at a table of {seats} make too many line-ups; a tournament "
                f"has at most {MOST_LINE_UPS:,}."
            )
        return tuple(DESIGNS[self.line_ups](players, seats))

    def paths(self) -> set[str]:
        """The paths of everything in the game and its players that is imported from others."""
        own = {self.game} if "." in self.game and not self.game.startswith("otherminds.") else set()
        return own.union(*(paths_behind(player, self.loaded_game) for player in self.recipes))

    def description(self) -> dict[str, Any]:
        """Everything that can change a result, as plain values.

        ``recipes`` are those behind the names of a catalogue that stand in the players' texts,
        ``code`` has the hashes of the modules that game and players are imported from, and of the
        programs that play, None where the source of one cannot be had.
        """
        game = self.loaded_game
        name = self.game if "." in self.game else game.name  # paths tell classes of one name apart
        code = code_of(self.paths())
        for player in self.recipes:
            code |= programs_behind(player, game)
        return {
            "otherminds": __version__,
            "game": {"name": name, "version": game.version, "options": game.options},
            "players": [player_options(player) for player in self.recipes],
            "line_ups": [list(line_up) for line_up in self.seatings],
            "seed": self.seed,
            "streams": STREAMS,
            "series": self.series,
            "move_seconds": self.move_seconds,
            "recipes": {
                name: {"text": player_text(recipe), "options": player_options(recipe)}
                for player in self.recipes
                for name, recipe in recipes_behind(player, game).items()
            },
            **({"code": code} if code else {}),
        }

    @cached_property
    def key(self) -> str:
        """The same for tournaments that must give the same results."""
        return key_of(self.description())

    def block(self, line_up: int, block: int) -> list[PlannedMatch]:
        """The matches of one block: every rotation of one deal, or one series."""
        seatings = _rotations(self.seatings[line_up])
        if self.series:
            seatings = list(itertools.islice(itertools.cycle(seatings), self.series))
        return [PlannedMatch(line_up, block, index, seats) for index, seats in enumerate(seatings)]

    def seats_of(self, line_up: int, match: int) -> tuple[int, ...] | None:
        """Which player sits where in a match of any block; None where there is no such match."""
        if not 0 <= line_up < len(self.seatings):
            return None
        turned = _rotations(self.seatings[line_up])
        return turned[match % len(turned)] if 0 <= match < (self.series or len(turned)) else None

    def streams(self, line_up: int, block: int, match: int) -> tuple[int, int]:
        """The block and index by which ``play_match`` plays the same match again.

        Matches of one block share the deal in every line-up; those of a series do not.
        """
        return stream_place(line_up, block, match, self.series)

    def initial_state(self, line_up: int, block: int, match: int) -> State:
        """Where a match began."""
        streams = MatchStreams(self.seed, *self.streams(line_up, block, match))
        return self.loaded_game.initial_state(streams.deal)

    def games_in_round(self) -> int:
        """Matches in one block of every line-up."""
        return sum(len(self.block(line_up, 0)) for line_up in range(len(self.seatings)))


def key_of(description: Mapping[str, Any]) -> str:
    """The key of a tournament with this description.

    A name of a catalogue stands for itself: under a changed recipe the key is the same, and the
    store refuses to continue.
    """
    named = {part: value for part, value in description.items() if part != "recipes"}
    text = json.dumps(named, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _recipe(player: PlayerLike, game: Game) -> Player:
    """A player of a tournament, whose text is all that other processes get to know of it."""
    given = player_of(player, game)
    if isinstance(given, Agent | NativeAgent):
        raise OptionError(
            f"{given!r} is a living agent; a tournament makes its agents anew in every match, so "
            "give a player such as Search(iterations=500), or the text of one."
        )
    if isinstance(player, str):
        return given
    again = player_of(player_text(given), game)
    assert not isinstance(again, Agent | NativeAgent), "texts name recipes"
    return again


def plan_tournament(
    game: str | Game,
    players: Sequence[PlayerLike],
    *,
    options: dict[str, Any] | None = None,
    line_ups: str | Sequence[Sequence[int]] = "round_robin",
    seed: int = 0,
    series: int = 0,
    move_seconds: float | None = None,
) -> Tournament:
    """A tournament from lists and dicts; the game is a text such as ``othello(size=6)``, or a game.

    Examples:
        >>> from otherminds import Search
        >>> plan_tournament("othello(size=6)", ["max_value", Search(iterations=5)]).players
        ('max_value', 'search(iterations=5)')
    """
    chosen = line_ups if isinstance(line_ups, str) else tuple(tuple(seats) for seats in line_ups)
    name, own = game_parts(game)
    return Tournament(
        game=name,
        players=tuple(players),  # type: ignore[arg-type]  # kept as texts
        options=tuple(sorted({**own, **(options or {})}.items())),
        line_ups=chosen,
        seed=seed,
        series=series,
        move_seconds=move_seconds,
    )
