"""A game of Catan that somebody else referees, as one of its seats knows it.

The referee is another program: a server, or a simulator with players of its own. It tells what
happens; `RefereedSeat` follows with our rules, hands an agent of ours the views and observations of
its seat, and asks it for moves. It is told only what the seat may know, so the agent can know no
more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from otherminds._core import Observation, Stream
from otherminds.contracts import (
    CHANCE,
    Agent,
    Belief,
    Game,
    OptionError,
    PlayerLike,
    State,
    make_agent,
    peeks,
)
from otherminds.games.catan import CARDS, RESOURCES
from otherminds.interop.catan_worlds import (
    COSTS,
    POINT,
    Misfit,
    changed,
    deal_cards,
    deal_hands,
    move_cards,
)

__all__ = ["Misfit", "RefereedSeat"]

_PHASES = {"beginning": 2, "discarding": 4, "robbing": 6, "playing": 8, "answering": 11}
_KIND, _KNOWN = 4, 1
"""Of the facts of an observation: what the first four say, and that they are changes of hands."""

_PLAYED_CARDS = {
    "play knight": "knight",
    "play monopoly": "monopoly",
    "year of plenty": "year of plenty",
    "road building": "road building",
}
_FIRST_STOLEN, _FIRST_DRAWN = 11, 21


class RefereedSeat:
    """One of our agents in a seat of a game that is refereed elsewhere.

    Args:
        player: who decides: a recipe, a text, or a living agent, which must not peek.
        game: our rules, with the layout of the board and as many seats as there are players.
        seat: which seat it is.
        seed: decides what the agent draws.
        cards_at_once: whether development cards may be played in the turn in which they are bought.

    Raises:
        OptionError: the agent would look at what its seat may not know.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan", board="beginner", players=2)
        >>> follows = RefereedSeat("jsettlers_fast", game, 1, seed=3)
        >>> for move in ("build settlement at 17", "build road 17-23"):
        ...     follows.moved(0, game.parse_action(move))
        >>> game.action_text(follows.decision())
        'build settlement at 44'
    """

    def __init__(
        self,
        player: PlayerLike,
        game: Game,
        seat: int,
        *,
        seed: int | Stream = 0,
        cards_at_once: bool = False,
    ) -> None:
        agent = make_agent(player, game)
        if peeks(agent) or (isinstance(agent, Agent) and agent.informed):
            raise OptionError(f"{player!r} looks at what its seat may not know.")
        if game.options["hidden"] != "cards":
            raise OptionError("A game that is refereed elsewhere is one with hidden='cards'.")
        self.game, self.seat = game, seat
        self._agent, self._cards_at_once = agent, cards_at_once
        self._state: State = game.initial_state()
        self._discards: dict[int, list[str | None]] = {}
        self._offer: Mapping[str, Any] = {}
        view = self._state.view(seat)
        self.belief: Belief = game.belief(view)
        """What the seat believes; the agent has its own."""
        stream = Stream(seed) if isinstance(seed, int) else seed
        agent.begin(seat, view, stream)

    # What the seat knows --------------------------------------------------------------------------

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the seat sees, as named plain values."""
        return self._state.view(self.seat).facts

    @property
    def actor(self) -> int:
        """Who acts next: a seat, CHANCE or NOBODY."""
        return self._state.actor()

    def legal(self) -> set[int]:
        """What the seat may do now."""
        return set(self._state.view(self.seat).legal_actions())

    def decision(self) -> int:
        """What the agent does; it counts once the referee has told of it, by `moved`.

        Raises:
            Misfit: by our rules the seat has nothing to decide now.
        """
        if self.actor != self.seat:
            raise Misfit("By our rules it is not this seat's move.")
        return self._agent.act(self._state.view(self.seat))

    def ended(self, winner: int | None) -> None:
        """The referee says that the game is over, and who has won."""
        self._agent.end([float(seat == winner) for seat in range(self.game.seats)])

    # What the referee tells -----------------------------------------------------------------------

    def moved(self, seat: int, action: int, *, lost: Mapping[int, int] | None = None) -> None:
        """A seat did what everybody sees.

        Args:
            seat: who.
            action: what, all discards excepted.
            lost: of a monopoly, how many cards each other seat lost.

        Raises:
            Misfit: that cannot be by our rules.
        """
        if self.actor != seat:
            raise Misfit(f"By our rules it is not the move of seat {seat}.")
        parts = self.game.action_parts(action)
        if seat != self.seat:
            self._give_what_shows(seat, parts)
        if parts["type"] == "play monopoly" and lost is not None:
            counts = {other: n for other, n in lost.items() if other not in (self.seat, seat)}
            if seat != self.seat:
                counts[seat] = self._rest(parts["resource"], counts)
            self._state = deal_hands(self._state, self.seat, {}, (parts["resource"], counts))
        if action not in self._state.legal_actions():
            raise Misfit(f"By our rules seat {seat} cannot {self.game.action_text(action)}.")
        if parts["type"] == "trade":
            self._offer = parts
        card = _PLAYED_CARDS.get(parts["type"]) if seat != self.seat else None
        self._apply(action, shown=None if card is None else (seat, CARDS.index(card)))

    def rolled(self, number: int, gains: Mapping[int, Mapping[str, int]] | None = None) -> None:
        """The dice fell; ``gains`` are what seats got, where the referee says so.

        Raises:
            Misfit: nobody was to roll.
        """
        self._require_chance(f"roll a {number}")
        before = self._state.copy()
        self._state.apply_action(number - 2)
        seen = before.observation(number - 2, self.seat)
        if gains is not None and gains != self._gains(before):
            self._state, seen = self._corrected(before, gains, number - 2)
        if number == 7:
            self._discards = {}
            self._own_discards_first()
        self._witness(seen)

    def stole(self, card: str | None) -> None:
        """A card was stolen; None if the seat may not see which.

        Raises:
            Misfit: nobody was to steal.
        """
        self._require_chance("steal")
        table = self._table()
        victim = table["victim"]
        if card is not None and victim != self.seat:
            self._state = deal_hands(self._state, self.seat, {victim: {card: 1}})
        card = card or self._any_card(victim)
        self._apply(_FIRST_STOLEN + RESOURCES.index(card))

    def drew(self, card: str | None) -> None:
        """A development card was drawn; None if the seat may not see which.

        Raises:
            Misfit: nobody was to draw, or there is no such card left.
        """
        self._require_chance("draw")
        kinds = self._unseen_kinds() if card is None else [CARDS.index(card)]
        drawn = [found for kind in kinds if (found := self._drawn(kind)) is not None]
        if not drawn:
            raise Misfit(f"There is no {CARDS[kinds[0]]} card to be drawn.")
        # The game goes on, so no card was drawn that ends it, where another one can have been.
        going_on = (pair for pair in drawn if pair[0].to_dict()["table"]["winner"] < 0)
        self._state, seen = next(going_on, drawn[0])
        if self._cards_at_once:
            self._state = changed(self._state, _nothing_new)
        self._witness(seen)

    def _unseen_kinds(self) -> list[int]:
        """The kinds of cards that may have been drawn, victory points last."""
        facts = self._state.to_dict()
        hidden = [facts["deck"], *(h for s, h in enumerate(facts["held"]) if s != self.seat)]
        left = [kind for kind in range(len(CARDS)) if any(held[kind] for held in hidden)]
        return sorted(left, key=lambda kind: kind == POINT) or [0]

    def _drawn(self, kind: int) -> tuple[State, Observation] | None:
        """The position once such a card is drawn, and what the seat sees; None if none can be."""
        try:
            before = deal_cards(self._state, self.seat, in_deck=kind)
        except Misfit:
            return None
        after = before.copy()
        after.apply_action(_FIRST_DRAWN + kind)
        return after, before.observation(_FIRST_DRAWN + kind, self.seat)

    def discarded(self, seat: int, cards: Iterable[str | None], *, shown: bool = False) -> None:
        """A seat discarded cards.

        They may come in any order of seats: each seat's are applied when it is its turn by our
        rules, in which this seat comes first.

        Args:
            seat: who.
            cards: which; of others they count for the bank alone, unless they are shown, and may be
                None where the bank has no limit.
            shown: whether everybody sees which they were.
        """
        self._discards.setdefault(seat, []).extend(cards)
        while self._table()["phase"] == _PHASES["discarding"] and self._discards.get(self.actor):
            actor = self.actor
            card = self._discards[actor].pop(0) or self._any_card(actor)
            if actor != self.seat:
                self._state = deal_hands(self._state, self.seat, {actor: {card: 1}})
            action = self.game.action_from_parts({"type": "discard", "resource": card})
            if action not in self._state.legal_actions():
                raise Misfit(f"By our rules seat {actor} cannot discard {card}.")
            seen = None
            if shown and actor != self.seat:
                facts = [0] * 8
                facts[actor], facts[_KIND] = _packed({card: -1}), _KNOWN
                seen = Observation(actor, action, facts)
            self._apply(action, seen)

    def no_free_road(self) -> None:
        """There are no more free roads, whatever our rules say."""
        if not self._table()["free_roads"]:
            return

        def resume(facts: dict[str, Any]) -> None:
            table = facts["table"]
            table["free_roads"] = 0
            table["phase"] = _PHASES["playing" if table["roll"] else "beginning"]

        self._state = changed(self._state, resume)

    def exchanged(self, action: int, changes: Mapping[int, Mapping[str, int]]) -> None:
        """Hands changed for all to see, in a way that our rules do not know.

        Args:
            action: what the seat that acts did, as far as our rules have it.
            changes: by how much each hand changed; what is missing is with the bank.

        Raises:
            Misfit: the seats cannot have had these cards.
        """
        needs = {
            seat: {name: -n for name, n in change.items() if n < 0}
            for seat, change in changes.items()
            if seat != self.seat
        }
        if any(needs.values()):
            self._state = deal_hands(self._state, self.seat, needs)
        before = self._state
        unlimited = not self.game.options["bank"]
        self._state = changed(before, lambda facts: move_cards(facts, changes, unlimited=unlimited))
        self._witness(self._change_seen(before.actor(), action, changes))

    # How ------------------------------------------------------------------------------------------

    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = self._state.to_dict()["table"]
        return table

    def _require_chance(self, what: str) -> None:
        if self.actor != CHANCE:
            raise Misfit(f"By our rules nobody is to {what} now.")

    def _any_card(self, seat: int) -> str:
        hand = self._state.to_dict()["hands"][seat]
        return next(name for name in RESOURCES if hand[name])

    def _rest(self, resource: str, counts: Mapping[int, int]) -> int:
        """How many cards of a resource are left for the last of the others."""
        if not self.game.options["bank"]:
            return 0
        hands = self._state.to_dict()["hands"]
        held: int = sum(hand[resource] for seat, hand in enumerate(hands) if seat != self.seat)
        return held - sum(counts.values())

    def _give_what_shows(self, seat: int, parts: Mapping[str, Any]) -> None:
        """Deal the seat what its move shows that it has."""
        kind = parts["type"]
        table = self._table()
        if kind in _PLAYED_CARDS:
            shown = (seat, CARDS.index(_PLAYED_CARDS[kind]))
            self._state = deal_cards(self._state, self.seat, shown=shown)
            return
        need: Mapping[str, int] = {}
        needs: dict[int, Mapping[str, int]] = {}
        if table["phase"] == _PHASES["answering"] and table["offerer"] != self.seat:
            needs[table["offerer"]] = self._offer["give"]
        if kind in COSTS and table["phase"] == _PHASES["playing"]:
            need = COSTS[kind]
        elif kind == "bank trade":
            need = {parts["give"]: self.rate(seat, parts["give"])}
        elif kind == "trade":
            need = parts["give"]
        elif kind == "accept":
            need = self._offer["get"]
        if need:
            self._state = deal_hands(self._state, self.seat, {**needs, seat: need})

    def rate(self, seat: int, resource: str) -> int:
        """How many cards of a resource the bank takes from a seat for one."""
        ports: int = self._table()["port_kinds"][seat]
        two_for_one = bool(ports >> RESOURCES.index(resource) & 1)
        three_for_one = bool(ports >> len(RESOURCES) & 1)
        return 2 if two_for_one else 3 if three_for_one else 4

    def _apply(
        self, action: int, seen: Observation | None = None, shown: tuple[int, int] | None = None
    ) -> None:
        """Make a move; ``shown`` is a card that it shows, as `deal_cards` has it."""
        before = self._state.copy()
        self._state.apply_action(action)
        if self._ends_by_cards_dealt() and self._goes_on(before, action, seen, shown):
            return
        self._witness(seen or before.observation(action, self.seat))

    def _goes_on(
        self, before: State, action: int, seen: Observation | None, shown: tuple[int, int] | None
    ) -> bool:
        """Deal the cards so that a move does not end the game; whether that can be believed."""
        over = self._state
        try:
            before = deal_cards(before, self.seat, shown=shown, points=self._table()["points"])
            self._state = before.copy()
            self._state.apply_action(action)
            seen = seen or before.observation(action, self.seat)
            self.belief.update(seen, self._state.view(self.seat))
        except (Misfit, OptionError):  # somebody must have won
            self._state = over
            return False
        self._agent.observe(seen, self._state.view(self.seat))
        return True

    def _ends_by_cards_dealt(self) -> bool:
        """Whether another seat has won by cards of which nobody knows that it has them."""
        table = self._table()
        winner = table["winner"]
        if winner < 0 or winner == self.seat:
            return False
        return bool(table["points"][winner] < self.game.options["points"])

    def _witness(self, seen: Observation) -> None:
        view = self._state.view(self.seat)
        self.belief.update(seen, view)
        self._agent.observe(seen, view)

    def _own_discards_first(self) -> None:
        """The seat discards before the others, because the referee does not wait for them."""
        table = self._table()
        if table["phase"] == _PHASES["discarding"] and table["discards"][self.seat]:

            def first(facts: dict[str, Any]) -> None:
                facts["table"]["acting"] = self.seat

            self._state = changed(self._state, first)

    def _gains(self, before: State) -> dict[int, dict[str, int]]:
        """What seats have got by our rules, those that got nothing left out."""
        pairs = zip(before.to_dict()["hands"], self._state.to_dict()["hands"], strict=True)
        changes = {
            seat: {name: new[name] - old[name] for name in RESOURCES if new[name] != old[name]}
            for seat, (old, new) in enumerate(pairs)
        }
        return {seat: change for seat, change in changes.items() if change}

    def _corrected(
        self, before: State, gains: Mapping[int, Mapping[str, int]], outcome: int
    ) -> tuple[State, Observation]:
        """The position after a roll that yielded something else than by our rules."""
        ours = self._gains(before)
        changes = {
            seat: {
                name: gains.get(seat, {}).get(name, 0) - ours.get(seat, {}).get(name, 0)
                for name in RESOURCES
            }
            for seat in range(self.game.seats)
        }
        unlimited = not self.game.options["bank"]
        after = changed(self._state, lambda facts: move_cards(facts, changes, unlimited=unlimited))
        return after, self._change_seen(CHANCE, outcome, gains)

    @staticmethod
    def _change_seen(
        actor: int, action: int, changes: Mapping[int, Mapping[str, int]]
    ) -> Observation:
        facts = [0] * 8
        for seat, change in changes.items():
            facts[seat] = _packed(change)
        facts[_KIND] = _KNOWN if any(facts) else 0
        return Observation(actor, action, facts)


def _nothing_new(facts: dict[str, Any]) -> None:
    """No development card is too new to be played."""
    facts["fresh"] = [0] * len(CARDS)
    facts["table"]["bought"] = 0


def _packed(change: Mapping[str, int]) -> int:
    """A change of a hand in one number, six bits for each resource."""
    return sum((change.get(name, 0) & 63) << 6 * place for place, name in enumerate(RESOURCES))
