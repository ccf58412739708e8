"""Players of Kuhn poker: a template for policies that know the game and give probabilities."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from otherminds import Agent, Game, IllegalActionError, OptionError, Player, Policy, View
from otherminds.agents import recipe
from otherminds.search import PythonPolicy

__all__ = ["CATALOGUE", "Equilibrium", "Honest", "KuhnPlayer"]

PASS, BET = range(2)

Bets = dict[tuple[int, ...], tuple[float, float, float]]
"""How likely each card is bet after what was done before; a bet after a bet is a call."""


class KuhnPlayer(PythonPolicy):
    """A player that bets by a table, whatever happened in other games: a subclass says which."""

    @abstractmethod
    def bets(self) -> Bets:
        """The probabilities of a bet with a jack, a queen and a king, by history."""

    def chances(self, view: View) -> dict[int, float]:
        """The probability of each legal action."""
        if not view.legal_actions():
            raise IllegalActionError("It is not this seat's turn: no action is legal.")
        history = tuple(action for action in view.facts["history"] if action >= 0)
        bet = float(self.bets()[history][view.facts["card"]])
        return {PASS: 1 - bet, BET: bet}

    def probabilities(self, view: View, legal: Sequence[int]) -> list[float]:
        """The same as a search asks for it."""
        chances = self.chances(view)
        return [chances[action] for action in legal]

    def agent(self, game: Game) -> Agent:
        """A new agent that draws its actions by these probabilities."""
        if game.name != "kuhn_poker":
            raise OptionError(f"{self!r} plays kuhn_poker, not {game.name}.")
        return super().agent(game)


@dataclass(frozen=True)
class Equilibrium(KuhnPlayer):
    """One of Kuhn's equilibria: nobody gains against it, and the first seat expects -1/18.

    Seat 0 bluffs with a jack with the probability ``alpha``, from 0 to 1/3; there is a different
    equilibrium for each. Seat 1 plays the same in all of them.
    """

    alpha: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no equilibrium."""
        if type(self.alpha) not in (int, float) or not 0 <= self.alpha <= 1 / 3:
            raise OptionError(f"alpha is a number from 0 to 1/3, not {self.alpha!r}.")

    def bets(self) -> Bets:
        """The probabilities of a bet with a jack, a queen and a king, by history."""
        return {
            (): (self.alpha, 0, 3 * self.alpha),
            (PASS, BET): (0, self.alpha + 1 / 3, 1),
            (PASS,): (1 / 3, 0, 1),
            (BET,): (0, 1 / 3, 1),
        }


@dataclass(frozen=True)
class Honest(KuhnPlayer):
    """Never bluffs and folds nothing but a jack: bets a king, calls with a queen or a king."""

    def bets(self) -> Bets:
        """The probabilities of a bet with a jack, a queen and a king, by history."""
        open_pot, after_bet = (0, 0, 1), (0, 1, 1)
        return {(): open_pot, (PASS,): open_pot, (BET,): after_bet, (PASS, BET): after_bet}


def best() -> Player:
    """An honest agent for play, at about a second per move or less: one of Kuhn's equilibria."""
    return Policy("equilibrium")


def equilibrium(alpha: float = 0.0) -> Player:
    """One of Kuhn's equilibria: nobody gains against it; alpha is how often it bluffs a jack."""
    return Equilibrium(alpha)


def honest() -> Player:
    """Never bluffs and folds nothing but a jack: bets a king, calls with a queen or a king."""
    return Honest()


CATALOGUE = (recipe(best), recipe(equilibrium, source="Kuhn"), recipe(honest))
"""Joins the catalogue of Kuhn poker by an entry point in the group ``otherminds.agents``."""
