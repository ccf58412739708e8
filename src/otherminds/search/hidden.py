"""What is hidden from me? The answers to ``hidden``."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds.contracts import Game, OptionError
from otherminds.search.answers import Answer, later
from otherminds.search.schema import refusals

__all__ = [
    "BeliefGame",
    "BeliefTree",
    "Hidden",
    "InformationSets",
    "Nothing",
    "Particles",
    "Worlds",
]


class Hidden(Answer):
    """An answer to ``hidden``."""


def hides_facts(game: Game) -> OptionError:
    """The refusal of a search that would take a game for one that hides nothing."""
    refusal = next(each for each in refusals() if each.id == "nothing_is_not_all_that_is_hidden")
    return OptionError(refusal.sentence.format(game=game.name))


@dataclass(frozen=True, kw_only=True, repr=False)
class Nothing(Hidden):
    """``hidden``: every iteration starts from the state that is given.

    Right for games of perfect information. In a game that hides facts it would be cheating, so an
    agent must ask for it by ``peek=True``, which shows in its name.
    """

    peek: bool = False


@dataclass(frozen=True, kw_only=True, repr=False)
class Worlds(Hidden):
    """``hidden``: some worlds are drawn from the belief, each searched as if it were true.

    Determinization, also called perfect-information Monte Carlo (Ginsberg 2001; Long, Sturtevant,
    Buro and Furtak 2010): one tree per world, their votes added. Quick and often strong, but it
    plans as if it would know the world later on.

    Attributes:
        count: how many worlds; the iterations are shared out among them in turn.
    """

    count: int = 20


@dataclass(frozen=True, kw_only=True, repr=False)
class InformationSets(Hidden):
    """``hidden``: one tree over what an observer can tell apart, a new world each iteration.

    Information-set search (Cowling, Powley and Whitehouse 2012).

    Attributes:
        observers: ``"one"`` keeps a single tree over what the searching seat witnesses; ``"each"``
            keys the moves of every seat by what that seat itself has witnessed. For moves that are
            made at the same time ``"each"`` is decoupled UCT.
        availability: the bandit counts, for each move, only the visits in which it was legal.
    """

    observers: str = "one"
    availability: bool = True


@dataclass(frozen=True, kw_only=True, repr=False)
class Particles(Hidden):
    """``hidden``: histories of what the seat witnessed, worlds from a set of particles.

    Partially observable Monte Carlo planning (POMCP; Silver and Veness 2010) for games. The
    particles carry weights: an observation multiplies each by how likely it was, models of the
    others included, so a set that holds all possible worlds is the exact posterior. When no
    particle explains an observation, the set is drawn anew from the game's belief: it is never
    empty.

    Attributes:
        count: how many particles at most.
        belief: ``"particles"``; or ``"game"`` to draw worlds from the game's own belief instead;
            or ``"history"`` to draw them there and weigh each by how likely the others, as they
            are modelled, were to do in it what they have done (Hanabi).
        reinvigorate: the share of weight that is drawn anew at each observation.
        attempts: with ``"history"``, up to so many times ``count`` worlds are drawn, until those
            that explain what the others have done are worth ``count`` worlds of equal weight.
    """

    count: int = 1000
    belief: str = "particles"
    reinvigorate: float = 0.0
    attempts: int = later(1)


class BeliefGame(Answer):
    """The options of a game's belief game, which `BeliefTree` can walk instead of worlds.

    A game that has one has a class of these, such as `otherminds.agents.cluedo.Sheets`.
    """


@dataclass(frozen=True, kw_only=True, repr=False)
class BeliefTree(Hidden):
    """``hidden``: the tree walks the belief itself; no world is ever taken for the true one.

    Belief search (Dobre 2018; Ledford 2018). A move of another seat counts by the probability of
    being legal; what will be witnessed is drawn; returns are averages over the belief.

    Attributes:
        count: how many worlds the belief holds at most; more are resampled by weight.
        legality: weigh the others' moves by the probability of being legal.
        temperature: that probability to the power ``1 / temperature``.
        weighted_returns: returns weigh by the legality of the moves below.
        observable: roll-outs start from one world drawn at the leaf instead of the belief.
        light: light determinization: one world drawn at the root decides what is witnessed on the
            way, while positions are still judged by the belief.
        belief_game: plan in the belief game of a game that has one, with these options; its states
            are what is public and what every seat believes. ``count`` has no meaning there, and
            models of the others may have a memory.
    """

    count: int = 100
    legality: bool = True
    temperature: float = 1.0
    weighted_returns: bool = False
    observable: bool = False
    light: bool = False
    belief_game: BeliefGame | None = None
