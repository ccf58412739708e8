"""Rule lists for Hanabi that decide as a recorded player did (Walton-Rivers 2022, 3.11).

A list is judged by its agreement: the mean probability that it does what was done. The source asked
a list five times at each decision and counted; here the probability is computed, which is what
those counts estimate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds._core import Memory, Stream
from otherminds.agents import hanabi as hanabi_agents
from otherminds.contracts import OptionError, Policy, player_of
from otherminds.games import hanabi
from otherminds.learn.records import Record
from otherminds.search import Quirks

__all__ = ["Decisions", "LearnedRules", "ceiling", "decisions_of", "learn_rules"]


@dataclass(frozen=True)
class Decisions:
    """What each rule would have done at each recorded decision.

    Attributes:
        rules: the rules that were asked.
        fires: decisions by rules: whether the rule has a move.
        chances: decisions by rules: the probability that it does what was done.
        games: the number of the game that each decision comes from.
        published: how the rules were read, see `otherminds.agents.hanabi.rules`.
    """

    rules: tuple[str, ...]
    fires: npt.NDArray[np.bool_]
    chances: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]
    published: bool = False

    def __len__(self) -> int:
        """How many there are."""
        return len(self.games)

    def part(self, chosen: npt.NDArray[np.bool_]) -> Decisions:
        """Some of them."""
        return replace(
            self,
            fires=self.fires[chosen],
            chances=self.chances[chosen],
            games=self.games[chosen],
        )

    def split(self, share: float = 0.8) -> tuple[Decisions, Decisions]:
        """By whole games: the first ones to learn from, the rest to judge by."""
        last = self.games.max(initial=0)
        early = self.games < round(share * (last + 1))
        return self.part(early), self.part(~early)

    def agreement(self, order: Sequence[int]) -> float:
        """The mean probability that the first rule of a list that has a move does what was done.

        Where no rule has a move, the list disagrees.
        """
        open_ = np.arange(len(self.games))
        total = 0.0
        for rule in order:
            if not len(open_):
                break
            fires = self.fires[open_, rule]
            total += float(self.chances[open_[fires], rule].sum())
            open_ = open_[~fires]
        return total / max(len(self.games), 1)

    def useful(self, order: Sequence[int]) -> list[int]:
        """The rules of a list that decide something; the others never get their turn."""
        open_ = np.ones(len(self.games), dtype=bool)
        kept = []
        for rule in order:
            decides = open_ & self.fires[:, rule]
            if decides.any():
                kept.append(rule)
                open_ &= ~decides
        return kept


def _single_hint(state: Any, action: int, seat: int) -> hanabi_agents.Hint | None:
    """The hint that an action gives to a seat, if it points at one card only."""
    words = state.game.action_text(action).split()
    if words[0] != "hint" or int(words[-1]) != seat:
        return None
    slots = state.observation(action, seat).facts[3]
    if slots == 0 or slots & (slots - 1):
        return None
    is_rank = words[1].isdigit()
    value = int(words[1]) if is_rank else hanabi.COLOURS.index(words[1])
    return slots.bit_length() - 1, is_rank, value, False


def decisions_of(
    records: Iterable[Record],
    rules: Sequence[str] = hanabi_agents.MASTER_LIST,
    *,
    published: bool = False,
) -> Decisions:
    """Ask every rule at every decision of some games.

    Args:
        records: games of Hanabi.
        rules: which ones; those of the source by default.
        published: see `otherminds.agents.hanabi.answers`.
    """
    fires, chances, games = [], [], []
    for number, record in enumerate(records):
        state = record.start.copy()
        if state.game.name != "hanabi":
            raise OptionError(f"Rules are learned from games of hanabi, not of {state.game.name}.")
        hints: dict[int, list[hanabi_agents.Hint]] = {seat: [] for seat in record.seats}
        for action in record.actions:
            actor = state.actor()
            if actor in record.seats:
                found = hanabi_agents.answers(
                    state, *rules, published=published, hints=hints[actor]
                )
                fires.append([bool(each) for each in found])
                chances.append([each.get(action, 0.0) for each in found])
                games.append(number)
                words = state.game.action_text(action).split()
                if words[0] != "hint":
                    hints[actor] = [
                        (slot, is_rank, value, gone or slot == int(words[-1]))
                        for slot, is_rank, value, gone in hints[actor]
                    ]
            for seat, own in hints.items():
                given = _single_hint(state, action, seat)
                if given is not None:
                    own.append(given)
            state.apply_action(action)
    if not games:
        raise OptionError("There is no decision to learn from.")
    return Decisions(tuple(rules), np.array(fires), np.array(chances), np.array(games), published)


def ceiling(records: Iterable[Record], policy: Policy | str) -> float:
    """How often a policy agrees with itself: no model of it can do better.

    A player that draws its moves at random does not repeat them; this is the mean probability of
    what it did.
    """
    chances = []
    named = player_of(policy)
    if not isinstance(named, Policy):
        raise OptionError(f"{named!r} is not a policy of a game, which has probabilities.")
    for record in records:
        state: Any = record.start.copy()  # a native one, like its policy
        native = named.native(state.game)
        memories = {seat: Memory() for seat in record.seats}
        for seat, memory in memories.items():
            native.begin(memory, seat, Stream(0).rng())
        for action in record.actions:
            actor = state.actor()
            if actor in memories:
                chances.append(native.probabilities(state.view(actor), memories[actor])[action])
            seen = {seat: state.observation(action, seat) for seat in memories}
            state.apply_action(action)
            for seat, memory in memories.items():
                native.observe(memory, seen[seat], state.view(seat))
    if not chances:
        raise OptionError("There is no decision to judge by.")
    return float(np.mean(chances))


@dataclass(frozen=True)
class LearnedRules:
    """A list that was learned.

    Attributes:
        rules: in order.
        agreement: on the decisions it was learned from.
        held_out: on those it was not, or None if there were none.
        policy: a player that follows the list, to sit in a seat or to model one.
    """

    rules: tuple[str, ...]
    agreement: float
    held_out: float | None
    policy: Policy


_STOP = -1


def _decoded(genome: Sequence[int]) -> tuple[int, ...]:
    """The rules before the first stop."""
    genome = list(genome)
    return tuple(genome[: genome.index(_STOP)])


def _matched(
    one: list[int], other: list[int], rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Partially matched crossover: a segment changes places, duplicates outside are mapped away."""
    first, last = sorted(rng.choice(len(one) + 1, size=2, replace=False))
    return _received(one, other[first:last], first), _received(other, one[first:last], first)


def _received(own: list[int], segment: list[int], first: int) -> list[int]:
    last = first + len(segment)
    becomes = dict(zip(segment, own[first:last], strict=True))
    child = [*own[:first], *segment, *own[last:]]
    for place in (*range(first), *range(last, len(own))):
        while child[place] in becomes:
            child[place] = becomes[child[place]]
    return child


def _evolved(
    decisions: Decisions, generations: int, patience: int, rng: np.random.Generator
) -> tuple[float, tuple[int, ...]]:
    """One run of the source's genetic algorithm: the best agreement and its list."""
    population_size, offspring, crossing, swapping = 30, 21, 0.2, 0.15
    agreement = lru_cache(maxsize=None)(decisions.agreement)
    alphabet = [_STOP, *range(len(decisions.rules))]

    def fitness(genome: list[int]) -> float:
        return agreement(_decoded(genome))

    population = [list(map(int, rng.permutation(alphabet))) for _ in range(population_size)]
    best = max(population, key=fitness)
    idle = 0
    for _ in range(generations):
        scores = np.array([fitness(genome) for genome in population])
        shares = scores / scores.sum() if scores.sum() > 0 else None
        kept = rng.choice(len(population), size=population_size - offspring, p=shares)
        rivals = rng.integers(len(population), size=(offspring, 2))
        parents = [list(population[max(pair, key=lambda i: scores[i])]) for pair in rivals]
        for place in range(0, offspring - 1, 2):
            if rng.random() < crossing:
                parents[place : place + 2] = _matched(parents[place], parents[place + 1], rng)
        for genome in parents:
            if rng.random() < swapping:
                i, j = rng.integers(len(genome), size=2)
                genome[i], genome[j] = genome[j], genome[i]
        population = [population[i] for i in kept] + parents
        challenger = max(population, key=fitness)
        idle = 0 if fitness(challenger) > fitness(best) else idle + 1
        best = max(best, challenger, key=fitness)
        if idle >= patience:
            break
    return fitness(best), _decoded(best)


def learn_rules(
    decisions: Decisions,
    *,
    restarts: int = 10,
    generations: int = 200,
    patience: int = 50,
    seed: int = 0,
) -> LearnedRules:
    """Order rules so that they decide as the recorded player did.

    The source's genetic algorithm: 30 permutations of the rules and a stop; 21 children per
    generation by tournaments of two, partially matched crossover and swaps; the rest survives by
    roulette. Four fifths of the games are learned from, the others judge.

    Args:
        decisions: what was done, and what each rule would have done.
        restarts: runs; the best list is kept.
        generations: of a run at most.
        patience: generations without a better list that end a run.
        seed: decides everything.
    """
    if restarts < 1:
        raise OptionError("At least one run has to be made.")
    if not decisions.fires.any():
        raise OptionError("None of these rules ever has a move in these games.")
    learned, held_out = decisions.split()
    if not len(learned):
        learned, held_out = held_out, learned
    runs = [
        _evolved(learned, generations, patience, np.random.default_rng([seed, run]))
        for run in range(restarts)
    ]
    agreement, order = max(runs)
    order = tuple(learned.useful(order))
    names = tuple(decisions.rules[rule] for rule in order)
    return LearnedRules(
        rules=names,
        agreement=agreement,
        held_out=held_out.agreement(order) if len(held_out) else None,
        policy=hanabi_agents.rules(
            *names, quirks=Quirks(published=True) if decisions.published else None
        ),
    )
