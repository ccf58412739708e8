"""Random games to check things on, and sentences that say where a check failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from otherminds._core import Rng, Stream
from otherminds.contracts import CHANCE, Game, State

LONGEST = 100_000
"""A random game with more moves than this counts as one that never ends."""

HUGE = 10**30
"""A number that no machine word holds."""


@dataclass(frozen=True)
class Place:
    """Where something went wrong, for the sentence."""

    game: Game
    seed: int
    move: int
    action: str = ""

    def __str__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.game.options.items())
        action = f" ({self.action})" if self.action else ""
        return f"{self.game.name}{options}, seed {self.seed}, move {self.move}{action}"

    def fail(self, sentence: str) -> NoReturn:
        """Say what went wrong here."""
        raise AssertionError(f"{self}: {sentence}")

    def require(self, kept: bool, sentence: str) -> None:
        """Fail with the sentence unless the promise is kept."""
        if not kept:
            self.fail(sentence)

    def raises(
        self,
        error: type[Exception] | tuple[type[Exception], ...],
        what: str,
        call: Callable[..., object],
        *arguments: object,
    ) -> None:
        """The call must raise exactly what is documented."""
        accepted = error if isinstance(error, tuple) else (error,)
        names = " or ".join(kind.__name__ for kind in accepted)
        try:
            answer = call(*arguments)
        except accepted:
            return
        except Exception as other:
            raise AssertionError(
                f"{self}: {what} raised {type(other).__name__} ({other}), not {names}."
            ) from other
        self.fail(f"{what} gave {short(answer)} instead of raising {names}.")


def short(value: Any) -> str:
    """A value for a sentence."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


@dataclass(frozen=True)
class Playthrough:
    """A random game: ``positions[i]`` is where ``moves[i]`` was made; the last is the end."""

    game: Game
    seed: int
    positions: list[State]
    moves: list[int]

    def place(self, index: int) -> Place:
        """Where the move of that number was made."""
        action = ""
        if index < len(self.moves):
            by_chance = self.positions[index].actor() == CHANCE
            text = self.game.outcome_text if by_chance else self.game.action_text
            action = text(self.moves[index])
        return Place(self.game, self.seed, index, action)

    def steps(self) -> Iterator[tuple[Place, State]]:
        """Every position with its place; states are the playthrough's own: copy before changing."""
        for index, state in enumerate(self.positions):
            yield self.place(index), state

    def sample(self, count: int) -> Iterator[tuple[Place, State]]:
        """The start, the end and some positions evenly between, for checks that cost much."""
        last = len(self.positions) - 1
        for index in sorted({round(last * step / max(count - 1, 1)) for step in range(count)}):
            yield self.place(index), self.positions[index]


def possible_moves(state: State, place: Place) -> list[int]:
    """The actions or outcomes of a position that is not over."""
    if state.actor() == CHANCE:
        possible = [outcome for outcome, _ in state.chance_outcomes()]
        place.require(bool(possible), "chance acts but has no outcome.")
        return possible
    possible = state.legal_actions()
    place.require(bool(possible), f"seat {state.actor()} acts but has no legal action.")
    return possible


def play_on(state: State, place: Place, rng: Rng) -> None:
    """Random moves lead to an end; the state itself is left as it is."""
    state = state.copy()
    moves = 0
    while not state.is_terminal():
        place.require(moves < LONGEST, f"the game did not end in {LONGEST} random moves.")
        state.apply_action(rng.choice(possible_moves(state, place)))
        moves += 1
    check_returns(state, place)


def check_returns(state: State, place: Place) -> None:
    """One return per seat, within the range, in a game that is over."""
    returns, (low, high) = state.returns(), place.game.return_range
    place.require(
        len(returns) == place.game.seats and all(low <= value <= high for value in returns),
        f"the returns {returns} are not one for each of {place.game.seats} seats from {low} to "
        f"{high}.",
    )


def dealt(game: Game, seed: int) -> State:
    """Where the random game of a seed begins."""
    state: State = game.initial_state(Stream(seed).child("deal"))
    return state


def playthrough(game: Game, seed: int) -> Playthrough:
    """The random game of a seed."""
    state = dealt(game, seed)
    rng = Stream(seed).child("moves").rng()
    positions, moves = [state.copy()], list[int]()
    while not state.is_terminal():
        place = Place(game, seed, len(moves))
        place.require(len(moves) < LONGEST, f"the game did not end in {LONGEST} random moves.")
        moves.append(rng.choice(possible_moves(state, place)))
        state.apply_action(moves[-1])
        positions.append(state.copy())
    return Playthrough(game, seed, positions, moves)


def playthroughs(game: Game, games: int, seed: int) -> Iterator[Playthrough]:
    """Random games of successive seeds."""
    for number in range(games):
        yield playthrough(game, seed + number)


def ascending(numbers: Sequence[int], below: int) -> bool:
    """Whether whole numbers rise, each from 0 to below - 1."""
    return all(type(number) is int for number in numbers) and all(
        low < high for low, high in zip([-1, *numbers], [*numbers, below], strict=True)
    )
