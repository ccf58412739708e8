"""Bazaar in Python: a template for games that hide something, with chance, offers and a belief.

The rules are those of the native game, move for move; docs/games/bazaar.md explains them.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from typing import ClassVar

from otherminds import CHANCE, NOBODY, Observation, OptionError, Rng
from otherminds.games.python import PythonGame, PythonState, PythonView

KINDS = ("silk", "spice", "tea")
NONE = -1
REVEAL, BIDDING, TRADE, THEFT, ANSWER, OVER = range(6)
PUBLIC = ("round", "phase", "auction", "target", "give", "want")

PASS, FIRST_STEAL, FIRST_OFFER, ACCEPT, REJECT = 3, 4, 7, 25, 26
SWAPS = [(give, want) for give in range(3) for want in range(3) if give != want]
OFFERS = dict(enumerate(((seat, *swap) for seat in range(3) for swap in SWAPS), FIRST_OFFER))
FIRST_STOLEN = 3

Goods = tuple[tuple[int, ...], ...]


def changed(goods: Goods, *changes: tuple[int, int, int]) -> Goods:
    """The goods after changes, each of a seat, a kind and an amount."""
    hands = [list(hand) for hand in goods]
    for seat, kind, amount in changes:
        hands[seat][kind] += amount
    return tuple(map(tuple, hands))


def swapped(goods: Goods, merchant: int, target: int, give: int, want: int) -> Goods:
    """The goods after an accepted offer."""
    given = (merchant, give, -1), (target, give, 1)
    return changed(goods, *given, (target, want, -1), (merchant, want, 1))


def winner_of(bids: tuple[int, ...]) -> int:
    """The seat with the single highest bid above 0, or NONE."""
    highest = max(bids)
    return bids.index(highest) if highest > 0 and bids.count(highest) == 1 else NONE


@dataclass(eq=False)
class BazaarState(PythonState):
    """Everybody's goods, coins and bids, and where the round stands; NONE where not in use."""

    game: BazaarPython
    goods: Goods
    coins: tuple[int, ...] = (3, 3, 3)
    bids: tuple[int, ...] = (NONE, NONE, NONE)
    round: int = 0
    phase: int = REVEAL
    auction: int = NONE
    target: int = NONE
    give: int = NONE
    want: int = NONE

    def actor(self) -> int:
        """Bidders in turn, then the merchant, perhaps its target, and chance before and between."""
        if self.phase == BIDDING:
            return self.bids.index(NONE)
        seats = {TRADE: self.round % 3, ANSWER: self.target, OVER: NOBODY}
        return seats.get(self.phase, CHANCE)

    def legal_actions(self) -> list[int]:
        """Bids that the seat can pay; goods and coins that it has; answers."""
        me = self.actor()
        if me < 0:
            return []
        if self.phase == BIDDING:
            return list(range(min(2, self.coins[me]) + 1))
        if self.phase == ANSWER:
            return [ACCEPT, REJECT] if self.goods[me][self.want] else [REJECT]
        others = [seat for seat in range(3) if seat != me]
        victims = [seat for seat in others if self.coins[me] and any(self.goods[seat])]
        steals = [FIRST_STEAL + victim for victim in victims]
        offers = [n for n, (to, give, _) in OFFERS.items() if to != me and self.goods[me][give]]
        return [PASS, *steals, *offers]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kind for auction, or the kind that is stolen."""
        if self.phase == REVEAL:
            return [(0, 1 / 2), (1, 1 / 3), (2, 1 / 6)]
        if self.phase != THEFT:
            return []
        hand = self.goods[self.target]
        return [(FIRST_STOLEN + kind, n / sum(hand)) for kind, n in enumerate(hand) if n]

    def _apply_action(self, action: int) -> None:
        merchant = self.round % 3
        if self.phase == REVEAL:
            self.auction, self.phase = action, BIDDING
        elif self.phase == BIDDING:
            bidder = self.actor()
            self.bids = (*self.bids[:bidder], action, *self.bids[bidder + 1 :])
            if bidder == 2:
                self._settle()
        elif self.phase == TRADE and action in OFFERS:
            self.target, self.give, self.want = OFFERS[action]
            self.phase = ANSWER
        elif self.phase == TRADE and action != PASS:
            self._pay(merchant, 1)
            self.target, self.phase = action - FIRST_STEAL, THEFT
        else:
            self._end_round(action, merchant)

    def _settle(self) -> None:
        winner = winner_of(self.bids)
        if winner != NONE:
            self._pay(winner, self.bids[winner])
            self.goods = changed(self.goods, (winner, self.auction, 1))
        self.bids, self.auction, self.phase = (NONE, NONE, NONE), NONE, TRADE

    def _pay(self, payer: int, price: int) -> None:
        self.coins = tuple(n - price * (seat == payer) for seat, n in enumerate(self.coins))

    def _end_round(self, action: int, merchant: int) -> None:
        if self.phase == THEFT:
            kind = action - FIRST_STOLEN
            self.goods = changed(self.goods, (self.target, kind, -1), (merchant, kind, 1))
        elif action == ACCEPT:
            self.goods = swapped(self.goods, merchant, self.target, self.give, self.want)
        self.target = self.give = self.want = NONE
        self.round += 1
        self.phase = OVER if self.round == self.game.options["rounds"] else REVEAL

    def _returns(self) -> list[float]:
        hands = zip(self.goods, self.coins, strict=True)
        return [float(coins + sum(hand) + 2 * min(hand)) for hand, coins in hands]

    def _facts(self, seat: int) -> dict[str, object]:
        return {
            "seat": seat,
            "actor": self.actor(),
            "goods": self.goods[seat],
            "hand_sizes": tuple(map(sum, self.goods)),
            "coins": self.coins,
            "bid": self.bids[seat],
            **{name: getattr(self, name) for name in PUBLIC},
        }

    def _observation(self, action: int, seat: int) -> Observation:
        actor = self.actor()
        if self.phase == BIDDING and actor == 2:  # the last bid reveals all
            return Observation(actor, action, (1, *self.bids[:2], action))
        secret = self.phase == BIDDING and seat != actor
        unseen = self.phase == THEFT and seat not in (self.round % 3, self.target)
        return Observation(actor, None if secret or unseen else action)

    def _problem(self) -> str:
        if _types(self.to_dict()) != _types(self.game.initial_state().to_dict()):
            return (
                "goods are three lists of three whole numbers, coins and bids one, the rest none."
            )
        rounds, merchant, phase = self.game.options["rounds"], self.round % 3, self.phase
        over = phase == OVER
        if phase not in range(6) or self.round not in ([rounds] if over else range(rounds)):
            return "the round does not fit the phase."
        for seat, hand in enumerate(self.goods):
            coins = self.coins[seat] + (phase == THEFT and seat == merchant)
            robbed = sum(earlier % 3 != seat for earlier in range(self.round))
            least, most = 5 - (coins < 2) - robbed, 5
            if min(*hand, self.coins[seat]) < 0 or coins > 3:
                return "a seat has coins or goods that it cannot have."
            if not least <= coins + sum(hand) <= most:
                return "a seat's coins and goods do not add up to what it can have by now."
        auctions = self.round + (phase in (TRADE, THEFT, ANSWER))
        if not 6 <= sum(map(sum, self.goods)) <= 6 + auctions:
            return "the goods are not those dealt and at most one of each auction."
        bids = [range(min(2, coins) + 1) for coins in self.coins]
        chosen = (*self.bids, NONE).index(NONE) if phase == BIDDING else 0
        if chosen == 3 or {*self.bids[chosen:]} != {NONE}:
            return "bids are out of turn."
        if any(self.bids[seat] not in bids[seat] for seat in range(chosen)):
            return "a bid is not one that the seat can pay."
        kinds = range(3) if phase == BIDDING else [NONE]
        others = [seat for seat in range(3) if seat != merchant]
        targets = {THEFT: [seat for seat in others if any(self.goods[seat])], ANSWER: others}
        swaps = [swap for swap in SWAPS if self.goods[merchant][swap[0]]]
        if self.auction not in kinds or self.target not in targets.get(phase, [NONE]):
            return "the good for auction or the target does not fit the phase."
        if (self.give, self.want) not in (swaps if phase == ANSWER else [(NONE, NONE)]):
            return "the offer does not fit the phase or the merchant's goods."
        return ""


def _types(value: object) -> object:
    if isinstance(value, dict):
        value = tuple(value.values())
    return tuple(map(_types, value)) if isinstance(value, tuple) else type(value)


class BazaarBelief:
    """The exact distribution over everybody's goods; chance and legality are the evidence."""

    def __init__(self, view: PythonView) -> None:
        """From the first view; from a later one, goods are held for freshly dealt."""
        hands = [_dealt(size) for size in view.facts["hand_sizes"]]
        hands[view.seat] = {view.facts["goods"]: 1}
        weights = {
            goods: Fraction(prod(ways[hand] for ways, hand in zip(hands, goods, strict=True)))
            for goods in product(*hands)
        }
        self._keep(weights, view)

    def update(self, observation: Observation, view: PythonView, /) -> None:
        """Move goods as witnessed, in each way that they can have moved."""
        same_seat = (view.game, view.seat) == (self.view.game, self.view.seat)
        if not same_seat or observation.actor != self.view.actor():
            raise OptionError(CONTRADICTION)
        weights: defaultdict[Goods, Fraction] = defaultdict(Fraction)
        for goods, weight in self.weights.items():
            for after, likelihood in self._after(goods, observation):
                weights[after] += weight * likelihood
        self._keep(weights, view)

    def _after(self, goods: Goods, seen: Observation) -> list[tuple[Goods, Fraction]]:
        """What the goods can have become, with the probability of what was witnessed."""
        facts, phase = self.view.facts, self.view.facts["phase"]
        merchant, target = facts["round"] % 3, facts["target"]
        if phase == THEFT:
            hand = goods[target]
            kinds = [k for k in range(3) if seen.action in (None, FIRST_STOLEN + k) and hand[k]]
            stolen = [changed(goods, (target, k, -1), (merchant, k, 1)) for k in kinds]
            return [(s, Fraction(hand[k], sum(hand))) for s, k in zip(stolen, kinds, strict=True)]
        if phase == ANSWER and seen.action == ACCEPT:
            if not goods[target][facts["want"]]:
                return []
            goods = swapped(goods, merchant, target, facts["give"], facts["want"])
        elif phase == BIDDING and seen.facts[0] and (winner := winner_of(seen.facts[1:4])) != NONE:
            goods = changed(goods, (winner, facts["auction"], 1))
        return [(goods, Fraction(1))]

    def _keep(self, weights: Mapping[Goods, Fraction], view: PythonView) -> None:
        """Keep what the view allows: own goods, sizes of hands, the good that is on offer."""
        facts, merchant = view.facts, view.facts["round"] % 3
        kept = {
            goods: weight
            for goods, weight in weights.items()
            if goods[view.seat] == facts["goods"]
            and tuple(map(sum, goods)) == facts["hand_sizes"]
            and (facts["phase"] != ANSWER or goods[merchant][facts["give"]])
        }
        if not kept:
            raise OptionError(CONTRADICTION)
        total = sum(kept.values())
        self.weights = {goods: weight / total for goods, weight in kept.items()}
        self.view = view

    def sample(self, rng: Rng, /) -> BazaarState:
        """Goods by their weights; hidden bids uniformly from those that a seat can pay."""
        facts, seat = self.view.facts, self.view.seat
        ends = list(accumulate(map(float, self.weights.values())))
        goods = list(self.weights)[min(bisect(ends, rng.unit()), len(ends) - 1)]
        chosen = range(self.view.actor() if facts["phase"] == BIDDING else 0)
        bids = [
            rng.below(min(2, facts["coins"][bidder]) + 1) for bidder in chosen if bidder != seat
        ]
        if seat in chosen:
            bids.insert(seat, facts["bid"])
        public = {name: facts[name] for name in PUBLIC}
        bids += [NONE] * (3 - len(bids))
        return BazaarState(self.view.game, goods, facts["coins"], tuple(bids), **public)

    def copy(self) -> BazaarBelief:
        """An independent copy: updates replace the weights, they do not alter them."""
        return copy(self)


CONTRADICTION = (
    "No deal fits both what this belief has witnessed and the observation and view given; "
    "a belief takes each observation of its own seat once, in the order of play."
)


def _dealt(size: int) -> dict[tuple[int, ...], int]:
    """The hands of a size, each with the number of ways to deal it good by good."""
    return Counter(tuple(map(deal.count, range(3))) for deal in product(range(3), repeat=size))


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
        *(f"offer {KINDS[g]} for {KINDS[w]} to seat {seat}" for seat, g, w in OFFERS.values()),
        "accept",
        "reject",
    )
    outcome_names = (*(f"auction {kind}" for kind in KINDS), *(f"stolen {kind}" for kind in KINDS))
    defaults: ClassVar[dict[str, int]] = {"rounds": 3}
    state_class = BazaarState

    def __init__(self, **options: object) -> None:
        """The option ``rounds``, 1 to 6."""
        super().__init__(**options)
        rounds = self.options["rounds"]
        if type(rounds) is not int or rounds not in range(1, 7):
            raise OptionError(f"The rounds of a bazaar are 1 to 6, not {rounds!r}.")
        # The native return_range has the proof of these bounds.
        self.return_range = (4.0 - rounds + rounds // 3, 7.0)

    def _deal(self, rng: Rng) -> BazaarState:
        deals = [[rng.below(3), rng.below(3)] for _ in range(3)]
        return BazaarState(self, tuple(tuple(map(deal.count, range(3))) for deal in deals))

    def _type_of(self, action: int) -> int:
        return sum(action >= first for first in (PASS, FIRST_STEAL, FIRST_OFFER, ACCEPT))

    def _belief(self, view: PythonView) -> BazaarBelief:
        return BazaarBelief(view)


def make(**options: object) -> BazaarPython:
    """Bazaar in Python; the option is ``rounds``, 1 to 6."""
    return BazaarPython(**options)
