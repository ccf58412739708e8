"""Rolling-horizon evolution: plans are bred instead of a tree being grown."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds.search.hidden import Hidden
from otherminds.search.others import Others, Themselves
from otherminds.search.planner import Planner
from otherminds.search.quirks import Quirks
from otherminds.search.rollouts import Rollout, Uniform

__all__ = ["Evolve"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Evolve(Planner):
    """Rolling-horizon evolution (Perez, Samothrakis, Lucas and Rohlfshagen 2013), for every game.

    A plan is a sequence of the seat's own moves. Plans are played against the models of the others,
    judged as a roll-out is, and bred; the first move of the best plan is made. A gene whose action
    is not legal when it is played selects one of the legal actions by its number.

    Attributes:
        hidden: what is hidden from me? Each play draws a world. None follows the game, as in
            `Search`.
        others: what will the others do? Without a model they move at random.
        rollout: how do I judge where the plan ends?
        population: how many plans; 1 is a (1+1) evolution strategy.
        length: genes in a plan.
        macro: turns that a gene is played for.
        turns: a gene may last up to so many times ``macro``.
        varying: plans may be shorter, and mutation inserts and deletes genes.
        elites: the best plans that live on unchanged.
        tournament: a parent is the best of so many.
        distinct: a tournament has no plan twice, and a child has two different parents.
        crossover: ``"uniform"``, ``"one_point"`` or ``"none"``.
        mutation: the chance that a gene is drawn anew.
        samples: plays of a plan for one judgement.
        shift: the next move starts from this one's plans, moved on by one turn.
        commit: a gene is carried out whole before the next plan is made.
        iterations: stop after so many judgements of plans.
        seconds: stop after this time.
        quirks: defects of a published program to repeat; for experiments about it only.

    Examples:
        >>> from otherminds import load
        >>> result = Evolve(iterations=400).run(load("tic_tac_toe").initial_state(), seed=1)
        >>> result.iterations
        400
    """

    hidden: Hidden | None = None
    others: Others = Themselves()
    rollout: Rollout = Uniform()
    population: int = 20
    length: int = 15
    macro: int = 1
    turns: int = 1
    varying: bool = False
    elites: int = 2
    tournament: int = 3
    distinct: bool = False
    crossover: str = "uniform"
    mutation: float = 0.1
    samples: int = 1
    shift: bool = True
    commit: bool = False
    iterations: int | None = None
    seconds: float | None = None
    quirks: Quirks | None = None
