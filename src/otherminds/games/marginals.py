"""What a seat believes about hidden facts, in the words of the game.

The module of a game that hides something names what is hidden from a seat in one state:

- ``hidden_facts(state, seat)``: named facts, such as ``{"card of seat 1": "king"}``.
- ``believed(belief, seat)``, where the game can count exactly: for each of the same facts the
  probability of each answer.

Worlds that a seat believes in are all that these functions are ever called with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import Belief, Game, GameError, State
from otherminds.contracts.thoughts import BelievedFact
from otherminds.games.registry import module_of

__all__ = ["WORLDS", "hidden_facts", "marginals"]

WORLDS = 200
"""How many worlds are drawn to count facts over, where a game cannot say exactly."""

Chances = Mapping[str, Mapping[str, float]]


def _offered(game: Game, name: str) -> Callable[..., Any] | None:
    found: Callable[..., Any] | None = getattr(module_of(game), name, None)
    return found if callable(found) else None


def hidden_facts(state: State, seat: int) -> dict[str, str]:
    """What is hidden from a seat in a state; empty where the game has no words for it.

    Examples:
        >>> from otherminds import load
        >>> hidden_facts(load("kuhn_poker").initial_state(1), seat=0)
        {'card of seat 1': 'queen'}
    """
    tell = None if state.game.perfect_information else _offered(state.game, "hidden_facts")
    facts = {} if tell is None else tell(state, seat)
    texts = isinstance(facts, dict) and all(
        isinstance(fact, str) and isinstance(answer, str) for fact, answer in facts.items()
    )
    if not texts:
        raise GameError(
            f"hidden_facts() of {state.game.name} must give texts by texts, not {facts!r:.60}."
        )
    return facts


def marginals(
    game: Game,
    seat: int,
    belief: Belief,
    worlds: Iterable[tuple[State, float]] = (),
) -> tuple[tuple[BelievedFact, ...], int]:
    """What a seat believes about each hidden fact, and over how many worlds that was counted.

    Args:
        game: what is played.
        seat: whose belief it is.
        belief: what it believes.
        worlds: weighted worlds, for who believes in these instead.

    Returns:
        The facts in the order in which the game names them, and 0 where they are exact.

    Examples:
        >>> from otherminds import load
        >>> game = load("kuhn_poker")
        >>> facts, counted = marginals(game, 0, game.belief(game.initial_state(1).view(0)))
        >>> facts, counted
        ((BelievedFact(fact='card of seat 1', chances=(('jack', 0.5), ('queen', 0.5))),), 0)
    """
    if game.perfect_information or _offered(game, "hidden_facts") is None:
        return (), 0
    weighted = list(worlds)
    if weighted:
        return _counted(weighted, seat), len(weighted)
    exact = _offered(game, "believed")
    if exact is not None:
        return _facts(exact(belief, seat)), 0
    listed: Callable[[], list[tuple[State, float]]] | None = getattr(belief, "worlds", None)
    if listed is not None:
        return _counted(listed(), seat), 0
    rng = Stream(0).child("marginals").rng()
    facts = _counted([(belief.sample(rng), 1.0 / WORLDS) for _ in range(WORLDS)], seat)
    return facts, WORLDS if facts else 0


def _counted(worlds: list[tuple[State, float]], seat: int) -> tuple[BelievedFact, ...]:
    chances: dict[str, dict[str, float]] = {}
    for world, weight in worlds:
        for fact, answer in hidden_facts(world, seat).items():
            answers = chances.setdefault(fact, {})
            answers[answer] = answers.get(answer, 0.0) + weight
    return _facts(chances)


def _facts(chances: Chances) -> tuple[BelievedFact, ...]:
    facts = []
    for fact, answers in chances.items():
        total = sum(answers.values())
        possible = [(answer, chance / total) for answer, chance in answers.items() if chance > 0]
        facts.append(BelievedFact(fact, tuple(sorted(possible, key=_place))))
    return tuple(facts)


def _place(chance: tuple[str, float]) -> tuple[float, float, str]:
    """Numbers ascend; of other answers the likeliest comes first."""
    answer, probability = chance
    if answer.isdecimal():
        return float(answer), 0.0, answer
    return 0.0, -round(probability, 9), answer
