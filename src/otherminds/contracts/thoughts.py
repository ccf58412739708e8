"""What an agent can tell about one decision, as a value that becomes JSON and back.

A `Thought` has the moves that were considered, with visits or probabilities, what they are worth to
every seat and how it would go on after them; what the seat believes about hidden facts, in the
words of the game; who it takes the others for. It never contains anything that the seat does not
know.
"""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from otherminds.contracts.errors import FormatError
from otherminds.contracts.tables import html_table

__all__ = [
    "BelievedFact",
    "BelievedWorld",
    "ConsideredMove",
    "LineMove",
    "Thought",
    "TypeBelief",
    "interval_of_mean",
]

T = TypeVar("T")


def interval_of_mean(
    mean: float, samples: int, limits: tuple[float, float]
) -> tuple[float, float] | None:
    """A 95 % interval for a mean of values within limits: Wilson's, on the scale from 0 to 1.

    It takes the variance for the largest that values with this mean can have, so it is rather too
    wide than too narrow.

    Examples:
        >>> low, high = interval_of_mean(0.5, 100, (0.0, 1.0))
        >>> round(low, 3), round(high, 3)
        (0.404, 0.596)
    """
    least, most = limits
    if samples < 1 or not least < most:
        return None
    share = min(max((mean - least) / (most - least), 0.0), 1.0)
    z = 1.959963984540054
    middle = (share + z * z / (2 * samples)) / (1 + z * z / samples)
    spread = math.sqrt(share * (1 - share) / samples + (z / (2 * samples)) ** 2)
    half = z * spread / (1 + z * z / samples)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return least + low * (most - least), least + high * (most - least)


class _Reader:
    """Plain values that should be a certain thing; says what is wrong with them."""

    def __init__(self, values: Any, what: str, known: type[Any]) -> None:
        self._what = what
        if not isinstance(values, Mapping):
            raise FormatError(f"{what} is an object with names, not {values!r:.60}.")
        names = [option.name for option in fields(known)]
        for name in values:
            if name not in names:
                raise FormatError(f"{what} has no {name!r:.60}; it has {', '.join(names)}.")
        self._values = values

    def _given(self, name: str, default: Any) -> Any:
        if name in self._values:
            return self._values[name]
        if default is _NEEDED:
            raise FormatError(f"{self._what} needs {name}.")
        return default

    def _refuse(self, name: str, wanted: str, given: Any) -> FormatError:
        return FormatError(f"{name} of {self._what.lower()} is {wanted}, not {given!r:.60}.")

    def whole(self, name: str, default: Any) -> Any:
        given = self._given(name, default)
        if given is None and default is None:
            return None
        if type(given) is not int:
            raise self._refuse(name, "a whole number", given)
        return given

    def number(self, name: str, default: Any) -> Any:
        given = self._given(name, default)
        return None if given is None and default is None else self._number(name, given)

    def _number(self, name: str, given: Any) -> float:
        try:
            number = float(given) if type(given) in (int, float) else math.nan
        except OverflowError:  # a whole number of hundreds of digits
            number = math.nan
        if not math.isfinite(number):
            raise self._refuse(name, "a number", given)
        return number

    def numbers(self, name: str) -> tuple[float, ...]:
        return self.list(name, lambda each: self._number(name, each))

    def text(self, name: str) -> str:
        given = self._given(name, _NEEDED)
        if not isinstance(given, str):
            raise self._refuse(name, "a text", given)
        return given

    def flag(self, name: str, default: bool) -> bool:
        given = self._given(name, default)
        if not isinstance(given, bool):
            raise self._refuse(name, "true or false", given)
        return given

    def list(self, name: str, read: Callable[[Any], T], *, needed: bool = False) -> tuple[T, ...]:
        given = self._given(name, _NEEDED if needed else [])
        if not isinstance(given, list | tuple):
            raise self._refuse(name, "a list", given)
        return tuple(map(read, given))

    def object(self, name: str) -> dict[str, Any]:
        given = self._given(name, _NEEDED)
        if not isinstance(given, Mapping):
            raise self._refuse(name, "an object with names", given)
        return dict(given)


_NEEDED = object()
_SHOWN = 10  # moves in a table


def _plain(value: Any) -> Any:
    """A part of a thought as plain values; what is as it is by default is left out."""
    if isinstance(value, _Part):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


class _Part:
    """A frozen dataclass that becomes plain values."""

    def to_dict(self) -> dict[str, Any]:
        """It as named plain values, ready for JSON; what is as it is by default is left out."""
        return {
            name: _plain(value)
            for name, default in _defaults(type(self))  # type: ignore[arg-type]  # classes hash
            if (value := getattr(self, name)) != default
        }


@cache  # a thought has hundreds of parts
def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The names of what a part consists of, and what each is by default."""
    return tuple((option.name, option.default) for option in fields(kind))


@dataclass(frozen=True)
class LineMove(_Part):
    """One move of a line.

    Attributes:
        actor: the seat that acts, or CHANCE.
        action: its id, or that of the outcome.
        text: as a person reads it.
    """

    actor: int
    action: int
    text: str

    @classmethod
    def from_dict(cls, values: Any) -> LineMove:
        """What ``to_dict`` gave."""
        read = _Reader(values, "A move of a line", cls)
        return cls(read.whole("actor", _NEEDED), read.whole("action", _NEEDED), read.text("text"))


@dataclass(frozen=True, kw_only=True)
class ConsideredMove(_Part):
    """What an agent thinks of one legal action.

    Attributes:
        action: its id.
        text: as a person reads it.
        visits: how many iterations of a search went through it; None for a policy.
        probability: how likely a policy was to take it; None for a search.
        value: mean return of the seat that thinks, in the game's units; None if it is not known.
        values: mean return of every seat; empty where that is not known.
        interval: a 95 % interval of ``value``; None where nothing was sampled. It counts visits as
            independent samples, which those of a search are not: it is about noise, not about what
            a deeper search would find.
        prior: what the prior of a search gave it, where there is one.
        line: this move and how it would go on, as far as a search has looked; not for every move.
    """

    action: int
    text: str
    visits: int | None = None
    probability: float | None = None
    value: float | None = None
    values: tuple[float, ...] = ()
    interval: tuple[float, float] | None = None
    prior: float = 0.0
    line: tuple[LineMove, ...] = ()

    @classmethod
    def from_dict(cls, values: Any) -> ConsideredMove:
        """What ``to_dict`` gave."""
        read = _Reader(values, "A considered move", cls)
        interval = read.numbers("interval")
        if len(interval) not in (0, 2):
            raise FormatError("interval of a considered move is two numbers.")
        return cls(
            action=read.whole("action", _NEEDED),
            text=read.text("text"),
            visits=read.whole("visits", None),
            probability=read.number("probability", None),
            value=read.number("value", None),
            values=read.numbers("values"),
            interval=(interval[0], interval[1]) if interval else None,
            prior=read.number("prior", 0.0),
            line=read.list("line", LineMove.from_dict),
        )


@dataclass(frozen=True)
class TypeBelief(_Part):
    """How likely the thinking seat holds another seat to be of a type."""

    seat: int
    type: str
    probability: float

    @classmethod
    def from_dict(cls, values: Any) -> TypeBelief:
        """What ``to_dict`` gave."""
        read = _Reader(values, "A belief about a type", cls)
        return cls(
            read.whole("seat", _NEEDED), read.text("type"), read.number("probability", _NEEDED)
        )


@dataclass(frozen=True)
class BelievedFact(_Part):
    """What a seat believes about one thing that is hidden from it.

    Attributes:
        fact: what it is about, in the words of the game.
        chances: each answer that is possible with its probability; they add up to 1.
    """

    fact: str
    chances: tuple[tuple[str, float], ...]

    def to_dict(self) -> dict[str, Any]:
        """It as named plain values, ready for JSON; answers keep their order."""
        return {"fact": self.fact, "chances": [list(chance) for chance in self.chances]}

    @classmethod
    def from_dict(cls, values: Any) -> BelievedFact:
        """What ``to_dict`` gave."""
        read = _Reader(values, "A believed fact", cls)

        def chance(given: Any) -> tuple[str, float]:
            pair = isinstance(given, list | tuple) and len(given) == 2
            if not pair or not isinstance(given[0], str):
                raise FormatError(f"A chance is an answer and a number, not {given!r:.60}.")
            return given[0], read._number("chances", given[1])

        return cls(read.text("fact"), read.list("chances", chance, needed=True))


@dataclass(frozen=True)
class BelievedWorld(_Part):
    """A world that a seat holds possible.

    Attributes:
        probability: its share among the worlds of the thought.
        state: the state as named plain values; ``game.state_from_dict`` reads it.
    """

    probability: float
    state: dict[str, Any] = field(hash=False)

    @classmethod
    def from_dict(cls, values: Any) -> BelievedWorld:
        """What ``to_dict`` gave."""
        read = _Reader(values, "A believed world", cls)
        return cls(read.number("probability", _NEEDED), read.object("state"))


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _shares(chances: Any, most: int | None = None) -> str:
    """Answers with their percentages, the likeliest first."""
    ranked = sorted(chances, key=lambda chance: -chance[1])
    shown = ", ".join(f"{answer} {100 * share:.0f} %" for answer, share in ranked[:most])
    left = len(ranked) - len(ranked[:most])
    return f"{shown}, {left} more" if left else shown


@dataclass(frozen=True, kw_only=True)
class Thought(_Part):
    """What an agent can tell about one decision. It holds nothing that its seat does not know.

    Attributes:
        game: the text of the game, as ``parse_game`` reads it.
        seat: who thinks.
        action: the move that it makes, or would make by now.
        text: that move as a person reads it.
        moves: every legal action: that move first, then the most visited or most probable.
        line: how a search expects it to go on, its move first, chance outcomes included. Where
            facts are hidden it ends where it would depend on them.
        values: mean return of every seat that a search expects; empty for a policy.
        types: beliefs over the types of other seats, where it has some.
        beliefs: what the seat believes about hidden facts, where the game has words for them.
        counted: how many worlds ``beliefs`` were counted over; 0 if they are exact.
        worlds: some worlds that the seat holds possible, where they were asked for.
        iterations: how many a search has made.
        nodes: how many its tree has.
        depth: moves from the root to its deepest node.
        reused: visits that came from the search before.
        seconds: how long it has taken; thoughts are compared without it.
        finished: False for what a search thinks while it runs.

    Examples:
        >>> from otherminds import Search, load
        >>> result = Search(iterations=200).run(load("tic_tac_toe").initial_state(), seed=1)
        >>> thought = result.thought()
        >>> thought.text, thought.moves[0].visits
        ('b2', 33)
        >>> Thought.from_json(thought.to_json()) == thought
        True
    """

    game: str
    seat: int
    action: int
    text: str
    moves: tuple[ConsideredMove, ...]
    line: tuple[LineMove, ...] = ()
    values: tuple[float, ...] = ()
    types: tuple[TypeBelief, ...] = ()
    beliefs: tuple[BelievedFact, ...] = ()
    counted: int = 0
    worlds: tuple[BelievedWorld, ...] = ()
    iterations: int = 0
    nodes: int = 0
    depth: int = 0
    reused: int = 0
    seconds: float = field(default=0.0, compare=False)
    finished: bool = True

    def to_json(self) -> str:
        """The thought as JSON text; see `from_json`."""
        return json.dumps(self.to_dict(), allow_nan=False)

    @classmethod
    def from_dict(cls, values: Any) -> Thought:
        """The thought that ``to_dict`` gave.

        Raises:
            FormatError: these are other values.
        """
        read = _Reader(values, "A thought", cls)
        return cls(
            game=read.text("game"),
            seat=read.whole("seat", _NEEDED),
            action=read.whole("action", _NEEDED),
            text=read.text("text"),
            moves=read.list("moves", ConsideredMove.from_dict, needed=True),
            line=read.list("line", LineMove.from_dict),
            values=read.numbers("values"),
            types=read.list("types", TypeBelief.from_dict),
            beliefs=read.list("beliefs", BelievedFact.from_dict),
            counted=read.whole("counted", 0),
            worlds=read.list("worlds", BelievedWorld.from_dict),
            iterations=read.whole("iterations", 0),
            nodes=read.whole("nodes", 0),
            depth=read.whole("depth", 0),
            reused=read.whole("reused", 0),
            seconds=read.number("seconds", 0.0),
            finished=read.flag("finished", True),
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> Thought:
        """The thought that ``to_json`` wrote.

        Raises:
            FormatError: this is no JSON, or that of something else.
        """
        try:
            values = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise FormatError(f"This is not the JSON of a thought: {error}.") from error
        return cls.from_dict(values)

    def explain(self, *, actions: int = 5, facts: int = 12) -> str:
        """Why this move, in sentences for people.

        Args:
            actions: how many moves to tell of.
            facts: how many beliefs about hidden facts.

        Examples:
            >>> from otherminds import Policy, load
            >>> agent = Policy("max_disk").agent(load("othello", size=4))
            >>> from otherminds import Stream
            >>> from otherminds.search import thought
            >>> view = load("othello", size=4).initial_state().view(0)
            >>> agent.begin(0, view, Stream(1))
            >>> _ = agent.act(view)
            >>> print(thought(agent).explain(actions=2))
            Seat 0 plays c4.
            c4: 25 %.
            b1: 25 %.
            2 more moves have 50 %.
        """
        lines = [self._decision()]
        all_visits = max(1, sum(move.visits or 0 for move in self.moves))
        lines += [self._told(move, all_visits) for move in self.moves[:actions]]
        if rest := self.moves[actions:]:
            lines.append(self._rest(rest))
        return "\n".join([*lines, *self._conclusions(facts)])

    def _decision(self) -> str:
        """What it plays, and how much work that was."""
        so_far = "plays" if self.finished else "would play"
        effort = [_many(self.iterations, "iteration")] if self.iterations else []
        effort += [_many(self.nodes, "node")] if self.nodes else []
        effort += [f"{_many(self.depth, 'move')} deep"] if self.depth else []
        how = f": {', '.join(effort)}" if effort else ""
        return f"Seat {self.seat} {so_far} {self.text}{how}."

    def _conclusions(self, facts: int) -> list[str]:
        """What it expects and believes, a sentence each."""
        lines = []
        if len(self.line) > 1:
            lines.append(f"Expected line: {', '.join(move.text for move in self.line)}.")
        if self.values:
            returns = ", ".join(f"seat {seat} {v:+.3f}" for seat, v in enumerate(self.values))
            lines.append(f"Expected returns: {returns}.")
        for seat in sorted({belief.seat for belief in self.types}):
            types = [(b.type, b.probability) for b in self.types if b.seat == seat]
            lines.append(f"Seat {seat} is taken for {_shares(types)}.")
        lines += [f"{fact.fact}: {_shares(fact.chances, 4)}." for fact in self.beliefs[:facts]]
        if left := len(self.beliefs) - facts:
            lines += [f"{_many(left, 'more fact')} hidden."] if left > 0 else []
        return lines

    def _repr_html_(self) -> str:
        """The sentences and a table of the moves, for notebooks."""
        listed, rest = self.moves[:_SHOWN], self.moves[_SHOWN:]
        if listed and listed[0].visits is not None:
            head = ["move", "visits", "value", "95 %"]
            rows = [
                [
                    move.text,
                    f"{move.visits or 0:,}",
                    "" if move.value is None else f"{move.value:+.3f}",
                    "" if move.interval is None else "{:+.3f} to {:+.3f}".format(*move.interval),
                ]
                for move in listed
            ]
        else:
            head = ["move", "probability"]
            rows = [[move.text, f"{100 * (move.probability or 0):.0f} %"] for move in listed]
        below = [*([self._rest(rest)] if rest else []), *self._conclusions(facts=12)]
        said = "".join(f"<p>{html.escape(line)}</p>" for line in below)
        return f"<p>{html.escape(self._decision())}</p>{html_table(head, rows)}{said}"

    @staticmethod
    def _told(move: ConsideredMove, all_visits: int) -> str:
        if move.visits is None:
            return f"{move.text}: {100 * (move.probability or 0):.0f} %."
        share = f"{_many(move.visits, 'visit')} ({100 * move.visits / all_visits:.0f} %)"
        worth = "" if move.value is None else f", worth {move.value:+.3f}"
        if move.interval is not None:
            worth += f" [{move.interval[0]:+.3f}, {move.interval[1]:+.3f}]"
        prior = f", prior {move.prior:.3f}" if move.prior else ""
        return f"{move.text}: {share}{worth}{prior}."

    @staticmethod
    def _rest(moves: tuple[ConsideredMove, ...]) -> str:
        if moves[0].visits is None:
            share = sum(move.probability or 0 for move in moves)
            verb = "has" if len(moves) == 1 else "have"
            return f"{_many(len(moves), 'more move')} {verb} {100 * share:.0f} %."
        visits = sum(move.visits or 0 for move in moves)
        return f"{_many(len(moves), 'more action')} had {_many(visits, 'visit')}."
