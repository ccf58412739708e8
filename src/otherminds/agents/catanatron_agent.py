"""The agent that asks a bot of Catanatron for moves."""

from __future__ import annotations

from typing import Any

from otherminds._core import Observation, Stream
from otherminds.agents.catanatron_boards import THEIR_RESOURCES, knight_of, parts_of
from otherminds.agents.catanatron_games import colours, game_of_state, playable, set_playable
from otherminds.agents.catanatron_package import imported, own_randomness
from otherminds.contracts import Agent, AgentError, Belief, Game, State, View

__all__ = ["CatanatronAgent"]

_REJECT = {"type": "reject"}


class CatanatronAgent(Agent):
    """A bot that is shown worlds of its seat's belief.

    Args:
        game: the rules of our table.
        player_class: the bot's class in Catanatron.
        depth: how many moves it looks ahead; None for its own default.
    """

    def __init__(self, game: Game, player_class: type[Any], depth: int | None) -> None:
        self._class, self._depth = player_class, depth
        self._seats = {colour: seat for seat, colour in enumerate(colours(game.seats))}
        self._idle = [imported().models.player.Player(colour) for colour in self._seats]
        self._belief: Belief
        self._bot: Any = None
        self._decisions = 0

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """A bot for this seat."""
        super().begin(seat, view, stream)
        options = {} if self._depth is None else {"depth": self._depth}
        self._bot = self._class(list(self._seats)[seat], **options)
        self._belief = view.game.belief(view)
        self._decisions = 0

    def observe(self, observation: Observation, view: View) -> None:
        """Remember what can be known."""
        self._belief.update(observation, view)

    def act(self, view: View) -> int:
        """Ask the bot, in a world that the seat holds possible."""
        game, legal = view.game, view.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if (reject := game.action_from_parts(_REJECT)) in legal:
            return reject
        self._decisions += 1
        rng = self.stream.child(self._decisions).rng()
        world = self._belief.sample(rng)
        with own_randomness(rng.bits()):
            return self._choose(game, world, set(legal), rng)

    def _choose(self, game: Game, world: State, legal: set[int], rng: Any) -> int:
        players = [*self._idle]
        players[self.seat] = self._bot
        theirs = game_of_state(world, players, rng)
        knights = {action: action for action in legal if self._type(game, action) == "play knight"}
        ours: dict[Any, int | None] = {}
        for action in playable(theirs):
            kind = action.action_type.name
            if kind == "DISCARD":  # versions that draw what is discarded
                return self._drawn_discard(game, world, rng)
            if kind == "PLAY_KNIGHT_CARD" and knights:
                ours[action] = None
            elif parts := parts_of(kind, action.value, self._seats):
                try:
                    number = game.action_from_parts(parts)
                except ValueError:
                    continue
                if number in legal:
                    ours[action] = number
        if not ours:
            raise AgentError("Catanatron finds nothing to do where our rules have something.")
        set_playable(theirs, list(ours))
        chosen = self._bot.decide(theirs, list(ours))
        if chosen not in ours:
            raise AgentError(f"Catanatron chose {chosen!r:.80}, which it was not offered.")
        if (action := ours[chosen]) is not None:
            return action
        theirs.execute(chosen)
        robbery = self._bot.decide(theirs, playable(theirs))
        return game.action_from_parts(knight_of(robbery.value, self._seats))

    @staticmethod
    def _type(game: Game, action: int) -> str:
        return game.action_types[game.type_of(action)]

    def _drawn_discard(self, game: Game, world: State, rng: Any) -> int:
        hand = world.to_dict()["hands"][self.seat]
        cards = [name for name in THEIR_RESOURCES.values() for _ in range(hand[name])]
        return game.action_from_parts({"type": "discard", "resource": rng.choice(cards)})
