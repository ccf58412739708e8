"""Games written in Python: subclass `PythonGame` and `PythonState`.

A state is a dataclass whose fields hold values that never change (numbers, texts, tuples): a move
replaces a field, it does not alter what is inside. Copies, equality, keys, JSON, bytes and pickles
follow from the fields; what is read back has the types that the fields are annotated with. You
write four methods: ``actor``, ``legal_actions``, ``_apply_action`` and ``_returns``; games with
chance add ``chance_outcomes`` and those that hide something add ``_facts``, ``_observation`` and
``_belief``. Such a game runs in matches, in the search and in the conformance tests like a native
one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from inspect import formatannotation
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin

import numpy as np
import numpy.typing as npt

from otherminds._core import (
    CHANCE,
    NOBODY,
    ActionParts,
    Observation,
    Rng,
    Stream,
    hash_text,
    pack_state,
    sample_outcome,
    unknown_name,
    unpack_state,
)
from otherminds.contracts import Drawing, FormatError, GameError, IllegalActionError, OptionError
from otherminds.games.showing import drawing, state_line, view_line

__all__ = ["PerfectBelief", "PythonGame", "PythonState", "PythonView", "replaced"]

_Item = TypeVar("_Item")


def replaced(items: Sequence[_Item], place: int, item: _Item) -> tuple[_Item, ...]:
    """A tuple with one item replaced: what a move does to a field.

    Examples:
        >>> replaced((3, 3, 3), 1, 2)
        (3, 2, 3)
    """
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def _canonical(values: Any) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


def _frozen(value: Any, depth: int = 0) -> Any:
    """JSON lists back to tuples, all the way down."""
    if depth > 32:
        raise FormatError("The values are nested too deeply.")
    if isinstance(value, list | tuple):
        return tuple(_frozen(item, depth + 1) for item in value)
    return value


def _numbers(value: Any) -> list[float]:
    """All numbers in a value, in order; texts and None carry none."""
    if isinstance(value, bool | int | float):
        return [float(value)]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [number for item in value for number in _numbers(item)]
    return []


@lru_cache(maxsize=256)
def _field_types(state_class: type[Any]) -> dict[str, Any]:
    """What the annotations of a state's fields mean in the modules of its classes.

    One that cannot be read there, such as a name that only a type checker imports, allows anything.
    """
    known: dict[str, Any] = {}
    for base in reversed(state_class.__mro__):
        known.update(vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {})
    types = {}
    for field in state_class.stored_fields():
        try:
            types[field.name] = eval(field.type, known) if type(field.type) is str else field.type
        except Exception:
            types[field.name] = Any
    return types


def _is_a(value: Any, kind: Any) -> bool:
    """Whether a value is of an annotated type, tuples item by item; True is not a whole number."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _is_a(value, parts[0])
    if origin in (Union, UnionType):
        return any(_is_a(value, part) for part in parts)
    if origin is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    if origin is tuple and type(value) is tuple:
        if parts[1:] == (...,):
            return all(_is_a(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(_is_a, value, parts))
    if kind in (int, float):
        return type(value) in (int, kind)
    if kind is None or kind is Any:
        return kind is Any or value is None
    plain = origin or kind
    return not isinstance(plain, type) or isinstance(value, plain)


def _listed(choices: Sequence[Any]) -> str:
    if isinstance(choices, range) and choices.step == 1:
        return f"{choices[0]} to {choices[-1]}"
    return f"one of {', '.join(map(repr, choices))}"


class PythonGame:
    """The rules of a game written in Python; see `Game`.

    Class attributes say what the game is. Options arrive in ``options``: list their defaults in
    ``defaults`` and, where only some values are possible, those in ``choices``.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    seats: int
    perfect_information: bool = True
    return_range: tuple[float, float] = (-1.0, 1.0)
    action_names: Sequence[str]
    outcome_names: Sequence[str] = ()
    action_types: Sequence[str] = ("move",)
    defaults: ClassVar[Mapping[str, Any]] = {}
    choices: ClassVar[Mapping[str, Sequence[Any]]] = {}
    state_class: ClassVar[type[PythonState]]

    def __init__(self, **options: Any) -> None:
        """Take options by name; what is not given keeps its default."""
        for name in options:
            if name not in self.defaults:
                raise OptionError(unknown_name(f"{self.name} option", name, list(self.defaults)))
        self.options: dict[str, Any] = {**self.defaults, **options}
        for name, accepted in self.choices.items():
            value = self.options[name]
            if type(value) is not type(self.defaults[name]) or value not in accepted:
                raise OptionError(
                    f"The option {name} of {self.name} is {_listed(accepted)}, not {value!r:.60}."
                )

    def initial_state(self, seed: int | Stream = 0, /) -> Any:
        """A fresh state; games that deal beforehand override ``_deal``."""
        stream = seed if isinstance(seed, Stream) else Stream(seed)
        return self._deal(stream.rng())

    def _deal(self, rng: Rng) -> PythonState:
        """The start of a game; everything random in it comes from ``rng``."""
        del rng
        return self.state_class(self)

    @property
    def action_count(self) -> int:
        """Action ids are below this."""
        return len(self.action_names)

    @property
    def outcome_count(self) -> int:
        """Outcome ids of chance are below this."""
        return len(self.outcome_names)

    def type_of(self, action: int, /) -> int:
        """The type of an action; games with several types override ``_type_of``."""
        self.action_text(action)
        return self._type_of(action)

    def _type_of(self, action: int) -> int:
        del action
        return 0

    def action_text(self, action: int, /) -> str:
        """An action as a person reads it."""
        return self._text(action, self.action_names, "action")

    def action_parts(self, action: int, /) -> dict[str, Any]:
        """What an action consists of: its type and what ``_action_parts`` says."""
        kind = self.action_types[self.type_of(action)]
        return {"type": kind, **self._action_parts(action)}

    def _action_parts(self, action: int) -> dict[str, Any]:
        """What an action consists of besides its type; its text unless overridden.

        Plain values for JSON, with the same names for all actions of one type.
        """
        return {"text": self.action_text(action)}

    @cached_property
    def _all_parts(self) -> ActionParts:
        listed = [self.action_parts(action) for action in range(self.action_count)]
        return ActionParts(self.name, list(self.action_types), listed)

    def action_from_parts(self, parts: dict[str, Any], /) -> int:
        """The action that has these parts, whatever their order."""
        return self._all_parts.find(parts)

    def action_schema(self) -> dict[str, dict[str, list[Any]]]:
        """Every value that each part can have, by type and by part."""
        return self._all_parts.schema()

    def outcome_text(self, outcome: int, /) -> str:
        """A chance outcome as a person reads it."""
        return self._text(outcome, self.outcome_names, "outcome")

    def parse_action(self, text: str, /) -> int:
        """The action that a text names, whatever its case."""
        return self._parse(text, self.action_names, "action")

    def parse_outcome(self, text: str, /) -> int:
        """The outcome that a text names, whatever its case."""
        return self._parse(text, self.outcome_names, "outcome")

    def _text(self, number: int, names: Sequence[str], kind: str) -> str:
        if not 0 <= number < len(names):
            known = f"ids are 0 to {len(names) - 1}" if names else "it has none"
            raise IllegalActionError(f"The {kind} {number} does not exist in {self.name}; {known}.")
        return names[number]

    def _parse(self, text: str, names: Sequence[str], kind: str) -> int:
        folded = [name.lower() for name in names]
        if text.lower() not in folded:
            raise FormatError(unknown_name(f"{kind} of {self.name}", text, list(names)))
        return folded.index(text.lower())

    @cached_property
    def tensor_shape(self) -> tuple[int, ...]:
        """The shape of ``view.tensor()``: as many numbers as the facts hold."""
        return (len(_numbers(dict(self.initial_state().view(0).facts))),)

    def _tensor(self, view: PythonView) -> npt.NDArray[np.float32]:
        """A view as numbers; override together with ``tensor_shape`` for another layout."""
        return np.array(_numbers(dict(view.facts)), dtype=np.float32)

    def text(self, view: PythonView, /) -> str:
        """A view as a person reads it in a terminal: ``str(view)``; its facts unless overridden."""
        return "\n".join(f"{name}: {value}" for name, value in view.facts.items())

    def drawing(self, position: Any, /) -> Drawing | None:
        """A view, or a whole state, as a picture; None for a game that is shown as text.

        `otherminds.games.svg` has what such a picture is built of.
        """
        del position
        return None

    def belief(self, view: Any, /) -> Any:
        """The belief of the view's seat at the start of a match."""
        if getattr(view, "game", None) != self:
            raise OptionError(f"{view!r} is not a view of {self!r}.")
        return self._belief(view)

    def _belief(self, view: PythonView) -> Any:
        """A new belief from a seat's first view; games that hide something override this."""
        if not self.perfect_information:
            raise GameError(f"{self.name} hides facts but has no belief.")
        return PerfectBelief(view)

    def _options_key(self) -> int:
        return hash_text(_canonical(self.options))

    def state_from_dict(self, values: Any, /) -> Any:
        """The state that ``to_dict`` gave."""
        state_class: Any = self.state_class
        names = [field.name for field in state_class.stored_fields()]
        if not isinstance(values, dict) or sorted(values) != sorted(names):
            raise FormatError(f"A state of {self.name} needs each of {', '.join(names)} once.")
        values = {name: _frozen(values[name]) for name in names}
        for name, kind in _field_types(state_class).items():
            if not _is_a(values[name], kind):
                raise FormatError(
                    f"{name} of a state of {self.name} is {formatannotation(kind)}, "
                    f"not {values[name]!r:.60}."
                )
        state = state_class(self, **values)
        problem = state._problem()
        if problem:
            raise FormatError(f"This is not a possible state of {self.name}: {problem}")
        return state

    def state_from_json(self, text: str, /) -> Any:
        """The state that ``to_json`` wrote."""
        try:
            values = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise FormatError(f"This is not JSON of a state of {self.name}: {error}.") from error
        return self.state_from_dict(values)

    def state_from_bytes(self, data: bytes, /) -> Any:
        """The state that ``to_bytes`` wrote."""
        payload = unpack_state(self.name, self.version, self._options_key(), data)
        try:
            text = payload.decode()
        except UnicodeDecodeError as error:
            raise FormatError(f"The bytes of a state of {self.name} are not text.") from error
        return self.state_from_json(text)

    def __getstate__(self) -> dict[str, Any]:
        """All but the parts of the actions, which can be listed again."""
        return {name: value for name, value in vars(self).items() if name != "_all_parts"}

    def __eq__(self, other: object) -> bool:
        """Games are equal when they are of one class and have equal options."""
        return type(self) is type(other) and self.options == getattr(other, "options", None)

    def __hash__(self) -> int:
        """Equal games have equal hashes."""
        return hash((type(self), _canonical(self.options)))

    def __repr__(self) -> str:
        """The call that loads it."""
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"load({self.name!r}{options})"


class PythonState:
    """A state of a game written in Python; see `State`.

    Subclasses are dataclasses whose first field is ``game``; the others are the state.
    """

    game: Any

    def __init__(self, game: Any, **values: Any) -> None:
        """Subclasses are dataclasses, which write this."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Show states by one line: a dataclass would list every field, hidden ones too."""
        super().__init_subclass__(**options)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = PythonState.__repr__  # type: ignore[method-assign]

    # What a game writes ------------------------------------------------------------------------

    def actor(self) -> int:
        """Who acts: a seat, CHANCE or NOBODY."""
        raise GameError(f"{type(self).__name__} has no method actor.")

    def legal_actions(self) -> list[int]:
        """Ascending; at least one when a seat acts, empty otherwise."""
        raise GameError(f"{type(self).__name__} has no method legal_actions.")

    def _apply_action(self, action: int) -> None:
        """Apply an action or outcome that is known to be possible."""
        raise GameError(f"{type(self).__name__} has no method _apply_action.")

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and probabilities where chance acts; empty otherwise."""
        return []

    def _returns(self) -> list[float]:
        """The return of each seat, in a game that is over."""
        raise GameError(f"{type(self).__name__} has no method _returns.")

    def _facts(self, seat: int) -> dict[str, Any]:
        """What the seat may know, as named plain values; everything unless overridden."""
        del seat
        return self.to_dict()

    def _observation(self, action: int, seat: int) -> Observation:
        """What the seat witnesses of a possible action; who did what unless overridden."""
        del seat
        return Observation(self.actor(), action)

    def _problem(self) -> str:
        """A sentence when the fields make no possible state; asked of states from outside.

        Their types are right by then: they have been compared with the annotations.
        """
        return ""

    # What follows from it ----------------------------------------------------------------------

    @classmethod
    def stored_fields(cls) -> list[Any]:
        """The dataclass fields that make up the state."""
        return [field for field in fields(cls) if field.name != "game"]  # type: ignore[arg-type]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.actor() == NOBODY

    def returns(self) -> list[float]:
        """The return of each seat; only when the game is over."""
        if self.actor() != NOBODY:
            raise IllegalActionError("The game is not over: there are no returns yet.")
        return self._returns()

    def legal_types(self) -> list[int]:
        """The action types that have a legal action, ascending."""
        return sorted({self.game.type_of(action) for action in self.legal_actions()})

    def actions_of_type(self, action_type: int, /) -> list[int]:
        """The legal actions of one type, ascending."""
        if not 0 <= action_type < len(self.game.action_types):
            raise OptionError(
                f"Action type {action_type} does not exist; "
                f"types are 0 to {len(self.game.action_types) - 1}."
            )
        return [a for a in self.legal_actions() if self.game.type_of(a) == action_type]

    def apply_action(self, action: int, /) -> None:
        """Apply a legal action, or an outcome where chance acts."""
        self._check_possible(action)
        self._apply_action(action)

    def _check_possible(self, action: int) -> None:
        actor = self.actor()
        if actor == NOBODY:
            raise IllegalActionError("The game is over: no action can be applied.")
        if actor == CHANCE:
            possible = [outcome for outcome, _ in self.chance_outcomes()]
            text, kind = self.game.outcome_text, "outcome"
        else:
            possible = self.legal_actions()
            text, kind = self.game.action_text, "action"
        if isinstance(action, bool) or not isinstance(action, int):
            raise TypeError(f"An action is a whole number, not {action!r}.")
        if action not in possible:
            raise IllegalActionError(f"The {kind} {action} ({text(action)}) is not possible here.")

    def sample_outcome(self, rng: Rng, /) -> int:
        """Draw one of the outcomes by their probabilities."""
        if self.actor() != CHANCE:
            raise IllegalActionError("Chance does not act here: there is no outcome to draw.")
        return sample_outcome(self.chance_outcomes(), rng)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise TypeError(f"A seat is a whole number, not {seat!r}.")
        if not 0 <= seat < self.game.seats:
            raise OptionError(f"Seat {seat} does not exist; seats are 0 to {self.game.seats - 1}.")

    def observation(self, action: int, seat: int, /) -> Observation:
        """What a seat would witness if this action or outcome were applied now."""
        self._check_seat(seat)
        self._check_possible(action)
        return self._observation(action, seat)

    def view(self, seat: int, /) -> PythonView:
        """What the seat may know."""
        self._check_seat(seat)
        actor = self.actor()
        legal = self.legal_actions() if actor == seat else []
        return PythonView(self.game, seat, actor, tuple(legal), self._facts(seat))

    def copy(self) -> Self:
        """An independent copy; fields are shared because they never change."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same as a copy: nothing inside ever changes."""
        del memo
        return self.copy()

    def to_dict(self) -> dict[str, Any]:
        """The state as named plain values."""
        return {field.name: getattr(self, field.name) for field in self.stored_fields()}

    def to_json(self) -> str:
        """The state as JSON; see ``game.state_from_json``."""
        return json.dumps(self.to_dict())

    def to_bytes(self) -> bytes:
        """The state with a header and a checksum; see ``game.state_from_bytes``."""
        game = self.game
        payload = self.to_json().encode()
        return pack_state(game.name, game.version, game._options_key(), payload)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles go through bytes, so that another version is refused."""
        return _restore, (type(self.game), self.game.options, self.to_bytes())

    def key(self) -> int:
        """64 bits that are equal for equal states."""
        return hash_text(_canonical(self.to_dict()))

    def __eq__(self, other: object) -> bool:
        """Equal games, equal fields."""
        return (
            isinstance(other, PythonState)
            and self.game == other.game
            and self.to_dict() == other.to_dict()
        )

    def __hash__(self) -> int:
        """A state changes, so it has a ``key`` instead."""
        raise TypeError("A state changes and cannot be hashed; use its key().")

    def __repr__(self) -> str:
        """One line: the game and who acts."""
        return state_line(self)

    def _repr_svg_(self) -> str | None:
        """The drawing in a notebook, where the game has one."""
        return drawing(self)

    def __str__(self) -> str:
        """For people; games may draw something nicer."""
        return "\n".join(f"{name}: {value}" for name, value in self.to_dict().items())


def _restore(game_class: type[PythonGame], options: dict[str, Any], data: bytes) -> Any:
    return game_class(**options).state_from_bytes(data)


class PythonView:
    """What one seat may know of a state; see `View`."""

    __slots__ = ("_actor", "_legal", "facts", "game", "seat")

    def __init__(
        self, game: Any, seat: int, actor: int, legal: tuple[int, ...], facts: Mapping[str, Any]
    ) -> None:
        """Made by ``state.view``."""
        self.game = game
        self.seat = seat
        self._actor = actor
        self._legal = legal
        self.facts = facts

    def actor(self) -> int:
        """Who acts: a seat, CHANCE or NOBODY."""
        return self._actor

    def legal_actions(self) -> list[int]:
        """The seat's legal actions, ascending; empty unless the seat acts."""
        return list(self._legal)

    def to_json(self) -> str:
        """The facts as JSON."""
        return json.dumps(self.facts)

    def _identity(self) -> str:
        return _canonical([self.seat, self._actor, self._legal, self.facts])

    def key(self) -> int:
        """64 bits that are equal for equal views."""
        return hash_text(self._identity())

    def tensor(self) -> npt.NDArray[np.float32]:
        """The view as numbers of the shape ``game.tensor_shape``."""
        tensor: npt.NDArray[np.float32] = self.game._tensor(self)
        return tensor

    def __eq__(self, other: object) -> bool:
        """Views of equal games are equal when they know the same."""
        return (
            isinstance(other, PythonView)
            and self.game == other.game
            and self._identity() == other._identity()
        )

    def __hash__(self) -> int:
        """Equal views have equal hashes."""
        return self.key()

    def __repr__(self) -> str:
        """One line: the game, the seat and who acts."""
        return view_line(self)

    def __str__(self) -> str:
        """What ``game.text`` makes of it: the facts, one per line, unless the game overrides it."""
        text: str = self.game.text(self)
        return text

    def _repr_svg_(self) -> str | None:
        """The drawing in a notebook, where the game has one."""
        return drawing(self)


class PerfectBelief:
    """The belief in a game that hides nothing: the state is what the view shows."""

    def __init__(self, view: PythonView) -> None:
        """Start from the first view."""
        self._view = view

    @property
    def game(self) -> Any:
        """The game it belongs to; a search that starts from the belief asks for it."""
        return self._view.game

    def update(self, observation: Observation, view: PythonView, /) -> None:
        """The newest view is all there is to know."""
        del observation
        if view.game != self._view.game or view.seat != self._view.seat:
            raise OptionError("A belief takes views of its own game and seat.")
        self._view = view

    def sample(self, rng: Rng, /) -> Any:
        """The one possible state."""
        del rng
        return self._view.game.state_from_dict(dict(self._view.facts))

    def copy(self) -> PerfectBelief:
        """An independent copy."""
        return PerfectBelief(self._view)
