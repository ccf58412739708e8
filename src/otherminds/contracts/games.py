"""What a game is: the contract that native games and games written in Python share.

A `Game` makes states; a `State` is the whole truth about one game in progress; a `View` is what one
seat may know of it; a `Belief` is the only thing that turns views back into possible states.

Actions are dense ids ``0 .. game.action_count - 1``; chance outcomes have their own ids,
``0 .. game.outcome_count - 1``. Seats are ``0 .. game.seats - 1``; `CHANCE` and `NOBODY` stand in
for a seat where chance acts or the game is over.

``otherminds.load`` gives games by name. To write your own, subclass `PythonGame` and
`PythonState`.

Examples:
    >>> import otherminds
    >>> game = otherminds.load("othello", size=4)
    >>> state = game.initial_state()
    >>> [game.action_text(action) for action in state.legal_actions()]
    ['b1', 'a2', 'd3', 'c4']
    >>> state.apply_action(game.parse_action("b1"))
    >>> state.actor()
    1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from otherminds._core import CHANCE, NOBODY, Observation, Rng, Stream
from otherminds.contracts.errors import OptionError

__all__ = ["CHANCE", "NOBODY", "Belief", "Game", "Observation", "State", "View", "known_game"]


class View(Protocol):
    """What one seat may know of a state. A view does not lead back to its state."""

    @property
    def game(self) -> Game:
        """The game it belongs to."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    def actor(self) -> int:
        """Who acts: a seat, CHANCE or NOBODY."""

    def legal_actions(self) -> list[int]:
        """The seat's legal actions, ascending; empty unless the seat acts."""

    def key(self) -> int:
        """64 bits that are equal for equal views."""

    def tensor(self) -> npt.NDArray[np.float32]:
        """The view as numbers of the shape ``game.tensor_shape``."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """The view as named plain values (numbers, texts, lists), ready for JSON."""

    def to_json(self) -> str:
        """The facts as JSON."""


class State(Protocol):
    """The whole truth about one game in progress. Agents never see one."""

    @property
    def game(self) -> Game:
        """The game it belongs to."""

    def actor(self) -> int:
        """Who acts: a seat, CHANCE or NOBODY."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def legal_actions(self) -> list[int]:
        """Ascending; at least one when a seat acts, empty otherwise."""

    def legal_types(self) -> list[int]:
        """The action types that have a legal action, ascending."""

    def actions_of_type(self, action_type: int, /) -> list[int]:
        """The legal actions of one type, ascending."""

    def apply_action(self, action: int, /) -> None:
        """Apply a legal action, or an outcome where chance acts.

        Raises:
            IllegalActionError: it is not possible here; the state is unchanged.
        """

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and their probabilities, ascending, summing to 1; empty unless chance acts."""

    def sample_outcome(self, rng: Rng, /) -> int:
        """Draw one of the outcomes by their probabilities."""

    def returns(self) -> list[float]:
        """The return of each seat; only when the game is over."""

    def observation(self, action: int, seat: int, /) -> Observation:
        """What a seat would witness if this action or outcome were applied now."""

    def view(self, seat: int, /) -> View:
        """What the seat may know."""

    def copy(self) -> State:
        """An independent copy."""

    def key(self) -> int:
        """64 bits that are equal for equal states."""

    def to_bytes(self) -> bytes:
        """The state with a header and a checksum; see ``game.state_from_bytes``."""

    def to_dict(self) -> dict[str, Any]:
        """The state as named plain values, ready for JSON."""

    def to_json(self) -> str:
        """The same as JSON text; see ``game.state_from_json``."""


class Belief(Protocol):
    """A seat's distribution over the states that its views allow; only a belief draws worlds."""

    def update(self, observation: Observation, view: Any, /) -> None:
        """Fold in what the seat witnessed and its view afterwards (a `View`)."""

    def sample(self, rng: Rng, /) -> State:
        """A `State` that the belief holds possible."""

    def copy(self) -> Belief:
        """An independent copy."""


class Game(Protocol):
    """The rules for one set of options; never changes."""

    @property
    def name(self) -> str:
        """What ``load`` calls it."""

    @property
    def version(self) -> int:
        """Raised when old bytes no longer mean the same state."""

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""

    @property
    def seats(self) -> int:
        """How many seats, 1 to 6."""

    @property
    def perfect_information(self) -> bool:
        """Whether every view shows the whole state."""

    @property
    def return_range(self) -> tuple[float, float]:
        """The least and the greatest return that a seat can get."""

    @property
    def action_count(self) -> int:
        """Action ids are below this."""

    @property
    def outcome_count(self) -> int:
        """Outcome ids of chance are below this."""

    @property
    def action_types(self) -> Sequence[str]:
        """The names of the action types."""

    @property
    def tensor_shape(self) -> tuple[int, ...]:
        """The shape of ``view.tensor()``."""

    def type_of(self, action: int, /) -> int:
        """The index in ``action_types`` of an action's type."""

    def action_text(self, action: int, /) -> str:
        """An action as a person reads it."""

    def parse_action(self, text: str, /) -> int:
        """The action that a text names, whatever its case."""

    def action_parts(self, action: int, /) -> dict[str, Any]:
        """What an action consists of, as named plain values that are ready for JSON.

        ``"type"`` is the name of its type, in ``action_types``; what else there is depends on the
        type and has the same names in all actions of it: ``{"type": "trade", "give": {"wheat": 1},
        "get": {"ore": 1}, "to": 2}``. A seat is given by its number. No two actions have equal
        parts.
        """

    def action_from_parts(self, parts: dict[str, Any], /) -> int:
        """The action that has these parts, whatever their order: the inverse of ``action_parts``.

        Raises:
            FormatError: no action has them; the sentence names the type, part or value at fault
                and those that are accepted.
        """

    def action_schema(self) -> dict[str, dict[str, list[Any]]]:
        """Every value that each part can have, by type and by part: what a form or a prompt needs.

        In the order of ``action_types`` and of the actions. A type that has no action with the
        options of this game is left out. Not every combination of values is an action.
        """

    def outcome_text(self, outcome: int, /) -> str:
        """A chance outcome as a person reads it."""

    def parse_outcome(self, text: str, /) -> int:
        """The outcome that a text names, whatever its case."""

    def initial_state(self, seed: int | Stream = 0, /) -> State:
        """A fresh `State`; what is dealt beforehand follows from the seed."""

    def state_from_bytes(self, data: bytes, /) -> State:
        """The `State` that ``to_bytes`` wrote; FormatError for anything else."""

    def state_from_dict(self, values: dict[str, Any], /) -> State:
        """The `State` that ``to_dict`` gave; FormatError for anything else."""

    def state_from_json(self, text: str, /) -> State:
        """The `State` that ``to_json`` wrote; FormatError for anything else."""

    def belief(self, view: Any, /) -> Belief:
        """The `Belief` of the view's seat at the start of a match."""


def known_game(given: Game) -> Game:
    """The game that is given; a sentence for anything else, texts included."""
    if not callable(getattr(given, "initial_state", None)):
        raise OptionError(f"{given!r} is not a game: a game is what load('othello') gives.")
    return given
