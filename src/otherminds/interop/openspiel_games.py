"""OpenSpiel's games here: under our search, in tournaments, at the browser table.

A position is the history of actions that led to it, so everything that a game of ours can do
(copies, JSON, pickles) follows from it. What a seat knows is OpenSpiel's information state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from otherminds._core import CHANCE, NOBODY, Observation, Rng, Stream, hash_text
from otherminds.contracts import LimitError, OptionError
from otherminds.games.exact import ExactBelief
from otherminds.games.python import PerfectBelief, PythonGame, PythonState, PythonView
from otherminds.interop.extras import needs

with needs("OpenSpiel", "openspiel"):
    import pyspiel

__all__ = ["SpielGame", "SpielState"]

MOST_SEATS = 6
MOST_NAMES = 100_000
"""Actions of a game whose texts are made beforehand."""

MOST_HISTORIES = 20_000
"""Of which a belief by enumeration keeps account."""


class SpielGame(PythonGame):
    """A game of OpenSpiel, by the text that ``pyspiel.load_game`` takes.

    Examples:
        >>> game = SpielGame(game="kuhn_poker")
        >>> game.seats, game.perfect_information, game.return_range
        (2, False, (-2.0, 2.0))
        >>> from otherminds import Search
        >>> state = SpielGame(game="tic_tac_toe").initial_state()
        >>> Search(iterations=200).run(state, seed=1).action
        4
    """

    name: ClassVar[str] = "openspiel"
    defaults: ClassVar[Mapping[str, Any]] = {"game": "tic_tac_toe"}

    def __init__(self, **options: Any) -> None:
        """Load the game; one with simultaneous moves in its turn-based form.

        Raises:
            OptionError: there is no such game, or it is of a kind that cannot be played here.
        """
        super().__init__(**options)
        try:
            self._spiel = pyspiel.load_game(self.options["game"])
            kind = self._spiel.get_type()
            if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
                self._spiel = pyspiel.convert_to_turn_based(self._spiel)
                kind = self._spiel.get_type()
        except (pyspiel.SpielError, TypeError) as error:
            reason = str(error).splitlines()[0][:200]
            given = self.options["game"]
            raise OptionError(f"OpenSpiel cannot load {given!r:.80}: {reason}") from error
        self._refuse_what_cannot_be_played(kind)
        self.seats = self._spiel.num_players()
        self.perfect_information = (
            kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        )
        self.return_range = (self._spiel.min_utility(), self._spiel.max_utility())
        self._knows = (
            "information_state" if kind.provides_information_state_string else ("observation")
        )
        self._has_tensor = (
            kind.provides_information_state_tensor
            if self._knows == "information_state"
            else kind.provides_observation_tensor
        )
        self.outcome_names = [f"outcome {n}" for n in range(self._spiel.max_chance_outcomes())]
        self.action_names = self._action_texts()
        self.state_class = SpielState  # type: ignore[misc]

    def _refuse_what_cannot_be_played(self, kind: Any) -> None:
        types = pyspiel.GameType
        name, seats = self.options["game"], self._spiel.num_players()
        if kind.dynamics != types.Dynamics.SEQUENTIAL:
            raise OptionError(f"{name} is a mean-field game, which has no seats to play.")
        if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
            raise OptionError(
                f"{name} draws its chance outcomes in secret; OpenSpiel has to list them."
            )
        if not 1 <= seats <= MOST_SEATS:
            raise OptionError(f"{name} has {seats} seats; a game here has 1 to {MOST_SEATS}.")
        if self._spiel.num_distinct_actions() > MOST_NAMES:
            raise OptionError(f"{name} has more than {MOST_NAMES:,} actions.")
        perfect = kind.information == types.Information.PERFECT_INFORMATION
        told = kind.provides_information_state_string or kind.provides_observation_string
        if not perfect and not told:
            raise OptionError(f"{name} does not tell what a seat knows.")

    def _action_texts(self) -> list[str]:
        """OpenSpiel's texts, numbered where they would not tell actions apart."""
        texts = []
        for action in range(self._spiel.num_distinct_actions()):
            try:
                text = " ".join(str(self._spiel.action_to_string(0, action)).split())
            except Exception:  # games need not be able to without a state
                text = ""
            texts.append(text or f"action {action}")
        times = Counter(text.casefold() for text in texts)
        return [
            f"{text} #{action}" if times[text.casefold()] > 1 else text
            for action, text in enumerate(texts)
        ]

    @cached_property
    def tensor_shape(self) -> tuple[int, ...]:
        """The shape of OpenSpiel's tensor; of the length of the history where it has none."""
        if not self._has_tensor:
            return (1,)
        return (getattr(self._spiel, f"{self._knows}_tensor_size")(),)

    def _tensor(self, view: PythonView) -> npt.NDArray[np.float32]:
        if not self.perfect_information:
            return np.array(view.facts["numbers"], np.float32)
        at = SpielState(self, tuple(view.facts["history"]))
        return np.array(at.numbers(view.seat), np.float32)

    def _belief(self, view: PythonView) -> Any:
        if self.perfect_information:
            return PerfectBelief(view)
        if self._can_resample:
            return ResampledBelief(view)
        return HistoriesBelief(view, [(SpielState(self), 1)])

    @cached_property
    def _can_resample(self) -> bool:
        """Whether OpenSpiel itself can draw what a seat holds possible."""
        state = self._spiel.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        try:
            state.resample_from_infostate(max(state.current_player(), 0), lambda: 0.5)
        except Exception:
            return False
        return True

    def __getstate__(self) -> dict[str, Any]:
        """The text of the game, from which it is loaded again."""
        return {"options": self.options}

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Load it again."""
        self.__init__(**values["options"])  # type: ignore[misc]


@dataclass(eq=False)
class SpielState(PythonState):
    """A position of a game of OpenSpiel: the actions and outcomes that led to it."""

    game: SpielGame
    history: tuple[int, ...] = ()

    @property
    def spiel(self) -> Any:
        """The position as OpenSpiel has it; never changed, only replaced."""
        at = self.__dict__.get("_spiel")
        if at is None:
            at = self.game._spiel.new_initial_state()
            for action in self.history:
                at.apply_action(action)
            self.__dict__["_spiel"] = at
        return at

    def actor(self) -> int:
        """OpenSpiel's player, by our words."""
        player: int = self.spiel.current_player()
        if player == pyspiel.PlayerId.TERMINAL:
            return NOBODY
        return CHANCE if player == pyspiel.PlayerId.CHANCE else player

    def legal_actions(self) -> list[int]:
        """Ascending; empty where no seat acts."""
        return list(self.spiel.legal_actions()) if self.actor() >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """As OpenSpiel lists them, ascending."""
        return sorted(self.spiel.chance_outcomes()) if self.actor() == CHANCE else []

    def _apply_action(self, action: int) -> None:
        self.__dict__["_spiel"] = self.spiel.child(action)
        self.history = (*self.history, action)

    def _returns(self) -> list[float]:
        return [float(value) for value in self.spiel.returns()]

    def knows(self, seat: int) -> str:
        """What a seat knows, as OpenSpiel writes it."""
        text: str = getattr(self.spiel, f"{self.game._knows}_string")(seat)
        return text

    def numbers(self, seat: int) -> list[float]:
        """The same as OpenSpiel's tensor; the length of the history where it has none."""
        if not self.game._has_tensor:
            return [float(len(self.history))]
        return list(map(float, getattr(self.spiel, f"{self.game._knows}_tensor")(seat)))

    def _facts(self, seat: int) -> dict[str, Any]:
        if self.game.perfect_information:
            return self.to_dict()
        return {
            "seat": seat,
            "actor": self.actor(),
            "knows": self.knows(seat),
            "numbers": tuple(self.numbers(seat)),
        }

    def _observation(self, action: int, seat: int) -> Observation:
        actor = self.actor()
        if self.game.perfect_information:
            return Observation(actor, action)
        after = self.copy()
        after._apply_action(action)
        known = hash_text(after.knows(seat))
        return Observation(actor, action if seat == actor else None, (known & 0x7FFFFFFF,))

    def _problem(self) -> str:
        at = self.game._spiel.new_initial_state()
        for number, action in enumerate(self.history):
            possible = (
                [outcome for outcome, _ in at.chance_outcomes()]
                if at.is_chance_node()
                else at.legal_actions()
            )
            if action not in possible:
                return f"Move {number} of its history, {action}, is not possible there."
            at.apply_action(action)
        return ""

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        """The same as a copy: nothing inside ever changes."""
        del memo
        return self.copy()

    def __str__(self) -> str:
        """As OpenSpiel shows it."""
        return str(self.spiel) or "Nothing has happened."


class HistoriesBelief(ExactBelief):
    """All histories that fit what a seat has witnessed; refuses games that hide too much."""

    def _keep(self, states: Iterable[tuple[PythonState, Fraction]]) -> None:
        super()._keep(states)
        if len(self.states) > MOST_HISTORIES:
            raise LimitError(
                f"More than {MOST_HISTORIES:,} histories fit what the seat has witnessed, and "
                "OpenSpiel cannot draw one: this game hides too much to be searched here."
            )


class ResampledBelief:
    """Some histories that fit what a seat has witnessed, from which OpenSpiel draws others."""

    _MOST = 100
    """Histories that are kept, so that one is left when a card turns up."""
    _TRIES = 1_000

    def __init__(self, view: PythonView) -> None:
        """Begin with the first view of a match."""
        self._view = view
        self._like: tuple[SpielState, ...] = (SpielState(view.game),)
        if not ExactBelief._fits(self._like[0], view):
            raise OptionError("A belief begins with the first view of a match.")

    @property
    def game(self) -> Any:
        """The game it belongs to."""
        return self._view.game

    def update(self, observation: Observation, view: PythonView, /) -> None:
        """Find histories that go on as the seat has witnessed."""
        if (view.game, view.seat) != (self._view.game, self._view.seat):
            raise OptionError("A belief takes views of its own game and seat.")
        del observation  # what is witnessed is what the view knows afterwards
        rng = Stream(view.key() >> 1).rng()  # a belief follows from what was witnessed alone
        candidates = self._like
        for _ in range(self._TRIES):
            fitting = (
                after
                for before in candidates
                for after in _nexts(before)
                if ExactBelief._fits(after, view)
            )
            if found := tuple(islice(fitting, self._MOST)):
                self._like, self._view = found, view
                return
            if self._like[0].actor() < 0:
                break  # nobody decides here, so there is nothing to draw
            candidates = (self._drawn(rng),)
        raise OptionError(
            "No history was found that fits the observation and view given; a belief takes each "
            "observation of its own seat once, in order of play."
        )

    def _drawn(self, rng: Rng) -> SpielState:
        drawn = self._like[0].spiel.resample_from_infostate(self._view.seat, rng.unit)
        return SpielState(self._view.game, tuple(drawn.history()))

    def sample(self, rng: Rng, /) -> Any:
        """A history that OpenSpiel draws; one of those known where no seat decides."""
        return rng.choice(self._like).copy() if self._like[0].actor() < 0 else self._drawn(rng)

    def copy(self) -> ResampledBelief:
        """An independent copy."""
        return copy(self)


def _nexts(state: SpielState) -> Iterable[SpielState]:
    possible = [outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions()
    for action in possible:
        after = state.copy()
        after._apply_action(action)
        yield after
