"""Bazaar in Python: a template for games that hide something, with chance, offers and a belief.

The rules are those of the native game, move for move; docs/games/bazaar.md explains them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import prod
from operator import getitem
from typing import ClassVar

from otherminds import CHANCE, NOBODY, Observation, Rng
from otherminds.games.exact import ExactBelief
from otherminds.games.python import PythonGame, PythonState, PythonView, replaced

KINDS = ("silk", "spice", "tea")
NONE, UNUSED = -1, (-1, -1, -1)
REVEAL, BIDDING, TRADE, THEFT, ANSWER, OVER = range(6)
PUBLIC = ("round", "phase", "auction", "target", "give", "want")
PASS, FIRST_STEAL, FIRST_OFFER, ACCEPT, REJECT = 3, 4, 7, 25, 26
FIRST_STOLEN = 3
OFFERS = [(seat, give, want) for seat in range(3) for give, want in permutations(range(3), 2)]


@dataclass(eq=False)
class BazaarState(PythonState):
    """Everybody's goods, coins and bids, and where the round stands; NONE where not in use."""

    game: BazaarPython
    goods: tuple[tuple[int, ...], ...]
    coins: tuple[int, ...] = (3, 3, 3)
    bids: tuple[int, ...] = UNUSED
    round: int = 0
    phase: int = REVEAL
    auction: int = NONE
    target: int = NONE
    give: int = NONE
    want: int = NONE

    @property
    def merchant(self) -> int:
        """Who trades in this round."""
        return self.round % 3

    def actor(self) -> int:
        """Bidders in turn, then the merchant, perhaps its target, and chance before and between."""
        seats = {BIDDING: self.bids.index(NONE), TRADE: self.merchant, ANSWER: self.target}
        return NOBODY if self.phase == OVER else seats.get(self.phase, CHANCE)

    def legal_actions(self) -> list[int]:
        """Bids that the seat can pay; goods and coins that it has; answers."""
        me = self.actor()
        if self.phase == BIDDING:
            return [*self._payable(me)]
        if self.phase == ANSWER:
            return [ACCEPT, REJECT] if self.goods[me][self.want] else [REJECT]
        if self.phase == TRADE:
            steals = [FIRST_STEAL + seat for seat in self._victims() if self.coins[me]]
            return [PASS, *steals, *(FIRST_OFFER + OFFERS.index(offer) for offer in self._offers())]
        return []

    def _payable(self, seat: int) -> range:
        return range(min(2, self.coins[seat]) + 1)

    def _victims(self) -> list[int]:
        return [seat for seat in range(3) if seat != self.merchant and any(self.goods[seat])]

    def _offers(self) -> list[tuple[int, int, int]]:
        mine = self.goods[self.merchant]
        return [(to, give, want) for to, give, want in OFFERS if to != self.merchant and mine[give]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kind for auction, or the kind that is stolen."""
        if self.phase == REVEAL:
            return [(0, 1 / 2), (1, 1 / 3), (2, 1 / 6)]
        hand = self.goods[self.target] if self.phase == THEFT else ()
        return [(FIRST_STOLEN + kind, n / sum(hand)) for kind, n in enumerate(hand) if n]

    def _apply_action(self, action: int) -> None:
        if self.phase == REVEAL:
            self.auction, self.phase = action, BIDDING
        elif self.phase == BIDDING:
            self.bids = replaced(self.bids, self.actor(), action)
            if NONE not in self.bids:
                self._settle()
        elif self.phase == TRADE and action >= FIRST_OFFER:
            self.target, self.give, self.want = OFFERS[action - FIRST_OFFER]
            self.phase = ANSWER
        elif self.phase == TRADE and action >= FIRST_STEAL:
            self._pay(self.merchant, 1)
            self.target, self.phase = action - FIRST_STEAL, THEFT
        else:
            self._end_round(action)

    def _settle(self) -> None:
        highest = max(self.bids)
        if highest > 0 and self.bids.count(highest) == 1:
            winner = self.bids.index(highest)
            self._pay(winner, highest)
            self._gain(winner, self.auction)
        self.bids, self.auction, self.phase = UNUSED, NONE, TRADE

    def _end_round(self, action: int) -> None:
        if self.phase == THEFT:
            self._move(action - FIRST_STOLEN, self.target, self.merchant)
        elif action == ACCEPT:
            self._move(self.give, self.merchant, self.target)
            self._move(self.want, self.target, self.merchant)
        self.target, self.give, self.want = UNUSED
        self.round += 1
        self.phase = OVER if self.round == self.game.options["rounds"] else REVEAL

    def _pay(self, seat: int, price: int) -> None:
        self.coins = replaced(self.coins, seat, self.coins[seat] - price)

    def _gain(self, seat: int, kind: int, number: int = 1) -> None:
        hand = self.goods[seat]
        self.goods = replaced(self.goods, seat, replaced(hand, kind, hand[kind] + number))

    def _move(self, kind: int, giver: int, taker: int) -> None:
        self._gain(giver, kind, -1)
        self._gain(taker, kind)

    def _returns(self) -> list[float]:
        hands = zip(self.goods, self.coins, strict=True)
        return [float(coins + sum(hand) + 2 * min(hand)) for hand, coins in hands]

    def _facts(self, seat: int) -> dict[str, object]:
        own = {"seat": seat, "actor": self.actor(), "goods": self.goods[seat]}
        hands = {"hand_sizes": tuple(map(sum, self.goods)), "coins": self.coins}
        public = {name: getattr(self, name) for name in PUBLIC}
        return {**own, **hands, "bid": self.bids[seat], **public}

    def _observation(self, action: int, seat: int) -> Observation:
        actor = self.actor()
        if self.phase == BIDDING and actor == 2:  # the last bid reveals all
            return Observation(actor, action, (1, *self.bids[:2], action))
        secret = self.phase == BIDDING and seat != actor
        unseen = self.phase == THEFT and seat not in (self.merchant, self.target)
        return Observation(actor, None if secret or unseen else action)

    def _problem(self) -> str:
        rounds, phase = self.game.options["rounds"], self.phase
        if any(len(items) != 3 for items in (*self.goods, self.goods, self.coins, self.bids)):
            return "goods are three lists of three numbers, coins and bids one each."
        if self.round not in ([rounds] if phase == OVER else range(rounds)):
            return "the round does not fit the phase."
        for seat, hand in enumerate(self.goods):
            coins = self.coins[seat] + (phase == THEFT and seat == self.merchant)
            least = 5 - (coins < 2) - sum(earlier % 3 != seat for earlier in range(self.round))
            if min(*hand, self.coins[seat]) < 0 or coins > 3 or not least <= coins + sum(hand) <= 5:
                return f"seat {seat} has coins or goods that it cannot have by now."
        held = self.round + (phase in (TRADE, THEFT, ANSWER))
        bids = [b for n in range(3) for b in _bids(map(self._payable, range(n)))]
        pending = {THEFT: [(seat, NONE, NONE) for seat in self._victims()], ANSWER: self._offers()}
        fits = (
            phase in range(6),
            6 <= sum(map(sum, self.goods)) <= 6 + held,
            self.auction in (range(3) if phase == BIDDING else [NONE]),
            self.bids in (bids if phase == BIDDING else [UNUSED]),
            (self.target, self.give, self.want) in pending.get(phase, [UNUSED]),
        )
        return "" if all(fits) else "the goods, bids, target or offer do not fit the phase."


def _hand(deal: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(deal.count, range(3)))


def _bids(choices: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """All bids of the first seats from these choices; the others have not chosen."""
    return [(*bids, *UNUSED)[:3] for bids in product(*choices)]


class BazaarPython(PythonGame):
    """Three seats bid for goods, steal them and swap them; sets of three kinds score."""

    name = "bazaar_python"
    seats = 3
    perfect_information = False
    action_types = ("bid", "pass", "steal", "offer", "answer")
    action_names = (
        *(f"bid {coins}" for coins in range(3)),
        "pass",
        *(f"steal from seat {seat}" for seat in range(3)),
        *(f"offer {KINDS[g]} for {KINDS[w]} to seat {seat}" for seat, g, w in OFFERS),
        "accept",
        "reject",
    )
    outcome_names = tuple(f"{what} {kind}" for what in ("auction", "stolen") for kind in KINDS)
    defaults: ClassVar = {"rounds": 3}
    choices: ClassVar = {"rounds": range(1, 7)}
    state_class = BazaarState

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        rounds = self.options["rounds"]
        self.return_range = (4.0 - rounds + rounds // 3, 7.0)  # proved in docs/games/bazaar.md

    def _deal(self, rng: Rng) -> BazaarState:
        return BazaarState(self, tuple(_hand([rng.below(3), rng.below(3)]) for _ in range(3)))

    def _type_of(self, action: int) -> int:
        return sum(action >= first for first in (PASS, FIRST_STEAL, FIRST_OFFER, ACCEPT))

    def _action_parts(self, action: int) -> dict[str, object]:
        if action < PASS:
            return {"coins": action}
        if action == PASS:
            return {}
        if action < FIRST_OFFER:
            return {"from": action - FIRST_STEAL}
        if action >= ACCEPT:
            return {"accept": action == ACCEPT}
        seat, give, want = OFFERS[action - FIRST_OFFER]
        return {"give": KINDS[give], "get": KINDS[want], "to": seat}

    def _belief(self, view: PythonView) -> ExactBelief:
        """Hands count as often as they can be dealt good by good; hidden bids are all alike."""
        facts = view.facts
        hands = [Counter(map(_hand, product(range(3), repeat=n))) for n in facts["hand_sizes"]]
        hands[view.seat] = Counter([facts["goods"]])
        chosen = range(view.actor() if facts["phase"] == BIDDING else 0)
        choices = [[facts["bid"]] if seat == view.seat else range(3) for seat in chosen]
        public = {name: facts[name] for name in ("coins", *PUBLIC)}
        states = (
            (BazaarState(self, goods, bids=bids, **public), prod(map(getitem, hands, goods)))
            for goods in product(*hands)
            for bids in _bids(choices)
        )
        return ExactBelief(view, states)


def hidden_facts(state: BazaarState, seat: int) -> dict[str, str]:
    """What thoughts say about hidden things: the goods of others, and bids until all lie open."""
    others = [other for other in range(3) if other != seat]
    facts = {
        f"{kind} of seat {other}": str(state.goods[other][place])
        for other in others
        for place, kind in enumerate(KINDS)
    }
    return facts | {
        f"bid of seat {other}": str(state.bids[other])
        for other in others
        if state.bids[other] != NONE
    }


make = BazaarPython
