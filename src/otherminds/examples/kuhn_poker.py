"""Kuhn poker: the smallest game of bluff, a template for games that hide a deal.

Two seats, three cards, one bet (Kuhn 1950). Its value is known: -1/18 for the first seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from otherminds import (
    NOBODY,
    Agent,
    Game,
    IllegalActionError,
    Observation,
    OptionError,
    PythonPolicy,
    Rng,
    View,
)
from otherminds.games.python import PythonGame, PythonState, PythonView

JACK, QUEEN, KING = range(3)
PASS, BET = range(2)
UNSEEN = -1
ENDS = ((PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET))


@dataclass(eq=False)
class KuhnState(PythonState):
    """The card of each seat and what has been done."""

    game: KuhnPoker
    cards: tuple[int, ...]
    history: tuple[int, ...] = ()

    def actor(self) -> int:
        """The seats in turn until a bet is answered or both have passed."""
        return NOBODY if self.history in ENDS else len(self.history) % 2

    def legal_actions(self) -> list[int]:
        """Always both: a pass after a bet folds, a bet after a bet calls."""
        return [] if self.history in ENDS else [PASS, BET]

    def _apply_action(self, action: int) -> None:
        self.history = (*self.history, action)

    def _shown(self) -> bool:
        """Whether the cards lie open: the game is over and nobody has folded."""
        return self.history in ENDS and self.history[-2:] != (BET, PASS)

    def _returns(self) -> list[float]:
        if self._shown():
            winner, stake = int(self.cards[1] > self.cards[0]), 1 + (self.history[-1] == BET)
        else:
            winner, stake = len(self.history) % 2, 1  # the seat after the one that folded
        return [float(stake), float(-stake)] if winner == 0 else [float(-stake), float(stake)]

    def _facts(self, seat: int) -> dict[str, object]:
        unused = [UNSEEN] * (3 - len(self.history))
        other = self.cards[1 - seat] if self._shown() else UNSEEN
        return {"card": self.cards[seat], "other_card": other, "history": (*self.history, *unused)}

    def _problem(self) -> str:
        if self.cards not in self.game.deals or not all(type(card) is int for card in self.cards):
            return "the cards are two different ones of 0, 1 and 2."
        beginnings = [end[:length] for end in ENDS for length in range(4)]
        if self.history not in beginnings or not all(
            type(action) is int for action in self.history
        ):
            return "the history is none of this game."
        return ""


class KuhnBelief:
    """The other card is each of the two that the seat does not hold, until it lies open."""

    def __init__(self, view: PythonView) -> None:
        """From any view: in this game a view holds all that its seat has witnessed."""
        self.view = view

    def update(self, observation: Observation, view: PythonView, /) -> None:
        """The newest view is all there is to know; why somebody bets is not evidence here."""
        actions = [action for action in self.view.facts["history"] if action != UNSEEN]
        expected = (*actions, observation.action, UNSEEN, UNSEEN)[:3]
        if (view.game, view.seat) != (self.view.game, self.view.seat) or (
            (view.facts["card"], view.facts["history"]) != (self.view.facts["card"], expected)
        ):
            raise OptionError("The observation and the view do not follow from this belief.")
        self.view = view

    def cards(self) -> list[int]:
        """What the other card can be; each is as likely as the others."""
        facts = self.view.facts
        if facts["other_card"] != UNSEEN:
            return [facts["other_card"]]
        return [card for card in (JACK, QUEEN, KING) if card != facts["card"]]

    def _world(self, other: int) -> KuhnState:
        mine = self.view.facts["card"]
        cards = (mine, other) if self.view.seat == 0 else (other, mine)
        history = tuple(action for action in self.view.facts["history"] if action != UNSEEN)
        return KuhnState(self.view.game, cards, history)

    def sample(self, rng: Rng, /) -> KuhnState:
        """A state with one of those cards."""
        return self._world(rng.choice(self.cards()))

    def worlds(self) -> list[tuple[KuhnState, float]]:
        """Every possible state with its weight; a search uses them instead of samples."""
        return [(self._world(card), 1.0) for card in self.cards()]

    def copy(self) -> KuhnBelief:
        """An independent copy."""
        return KuhnBelief(self.view)


class KuhnPoker(PythonGame):
    """Each seat antes 1 and gets a card; one bet of 1 is possible; the higher card wins."""

    name = "kuhn_poker"
    seats = 2
    perfect_information = False
    return_range = (-2.0, 2.0)
    action_names = ("pass", "bet")
    action_types = ("pass", "bet")
    state_class = KuhnState
    deals = tuple(permutations((JACK, QUEEN, KING), 2))

    def _deal(self, rng: Rng) -> KuhnState:
        return KuhnState(self, rng.choice(self.deals))

    def _type_of(self, action: int) -> int:
        return action

    def _belief(self, view: PythonView) -> KuhnBelief:
        return KuhnBelief(view)


Bets = dict[tuple[int, ...], tuple[float, float, float]]
"""How likely each card is bet after what was done before; a bet after a bet is a call."""


class KuhnPlayer(PythonPolicy):
    """A player that bets by a table, whatever happened in other games: a subclass says which."""

    def bets(self) -> Bets:
        """The probabilities of a bet with a jack, a queen and a king, by history."""
        raise NotImplementedError

    def chances(self, view: View) -> dict[int, float]:
        """The probability of each legal action."""
        if not view.legal_actions():
            raise IllegalActionError("It is not this seat's turn: no action is legal.")
        history = tuple(action for action in view.facts["history"] if action != UNSEEN)
        bet = float(self.bets()[history][view.facts["card"]])
        return {PASS: 1 - bet, BET: bet}

    def probabilities(self, view: View, legal: Sequence[int]) -> list[float]:
        """The same as a search asks for it."""
        chances = self.chances(view)
        return [chances[action] for action in legal]

    def agent(self, game: Game) -> Agent:
        """A new agent that draws its actions by these probabilities."""
        if not isinstance(game, KuhnPoker):
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


def make(**options: object) -> KuhnPoker:
    """Kuhn poker has no options."""
    return KuhnPoker(**options)
