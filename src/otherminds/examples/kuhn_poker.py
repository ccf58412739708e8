"""Kuhn poker: the smallest game of bluff, a template for games that hide a deal.

Two seats, three cards, one bet (Kuhn 1950). Its value is known: -1/18 for the first seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from otherminds import NOBODY, Rng
from otherminds.contracts import Drawing
from otherminds.examples.kuhn_players import Equilibrium, Honest, KuhnPlayer
from otherminds.games.exact import ExactBelief
from otherminds.games.python import PythonGame, PythonState, PythonView
from otherminds.games.svg import Sketch, group, placard, playing_card, seat_badge, text, turn_of

__all__ = ["Equilibrium", "Honest", "KuhnPlayer", "KuhnPoker", "KuhnState", "make"]

JACK, QUEEN, KING = range(3)
PASS, BET = range(2)
UNSEEN = -1
NAMES = ("jack", "queen", "king")
ENDS = ((PASS, PASS), (PASS, BET, PASS), (PASS, BET, BET), (BET, PASS), (BET, BET))


@dataclass(eq=False)
class KuhnState(PythonState):
    """The card of each seat and what has been done."""

    game: KuhnPoker
    cards: tuple[int, int]
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
        if self.cards not in self.game.deals:
            return "the cards are two different ones of 0, 1 and 2."
        if not any(self.history == end[: len(self.history)] for end in ENDS):
            return "the history is none of this game."
        return ""


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

    def _action_parts(self, action: int) -> dict[str, object]:
        return {}  # the type says it all

    def text(self, view: PythonView) -> str:
        """The cards that the seat sees, and what has been done."""
        facts = view.facts
        done = ", ".join(self.action_names[action] for action in facts["history"] if action >= 0)
        other = "is hidden" if facts["other_card"] == UNSEEN else f"is {NAMES[facts['other_card']]}"
        lines = [f"you are seat {view.seat} and hold the {NAMES[facts['card']]}"]
        lines += [f"the other card {other}", f"done so far: {done or 'nothing'}", turn_of(view)]
        return "\n".join(lines)

    def drawing(self, position: Any) -> Drawing:
        """Both cards, those that are not seen from behind; the two actions are listed."""
        sketch = Sketch(position)
        facts, seat = sketch.facts, getattr(position, "seat", 0)
        own, other = facts["cards"] if "cards" in facts else (facts["card"], facts["other_card"])
        parts = []
        for place, (who, card) in enumerate(((seat, own), (1 - seat, other))):
            face = (NAMES[card][0].upper(), "♠") if card != UNSEEN else None
            badge = seat_badge(who, x=24, y=24)
            shown = placard(0, 0, 150, 140) + badge + playing_card(face, x=45, y=48)
            parts.append(group(shown, x=14 + 162 * place, y=14))
        done = [self.action_names[action] for action in facts["history"] if action >= 0]
        words = [", ".join(done) or "nothing done yet", turn_of(position)]
        parts += [text(170, 176 + 24 * row, line, size=15) for row, line in enumerate(words)]
        return sketch.drawing(340, 220, f"Kuhn poker: {'; '.join(words)}", *parts)

    def _belief(self, view: PythonView) -> ExactBelief:
        """All deals that fit the view are equally likely; why somebody bets is not evidence."""
        history = tuple(action for action in view.facts["history"] if action != UNSEEN)
        return ExactBelief(view, [(KuhnState(self, cards, history), 1) for cards in self.deals])


def hidden_facts(state: KuhnState, seat: int) -> dict[str, str]:
    """What thoughts say about hidden things: the other's card, until it is shown."""
    card = NAMES[state.cards[1 - seat]]
    return {} if state._shown() else {f"card of seat {1 - seat}": card}


make = KuhnPoker
