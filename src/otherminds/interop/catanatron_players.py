"""Our agents as players of Catanatron, by its own plug-in.

``catanatron-play --code=FILE`` imports a file that names them::

    from otherminds.interop.catanatron_players import register
    register("OM", "guided(iterations=500)")

and ``--players=OM,F,F,F`` seats them. Catanatron hands its players the whole state. `CatanPlayer`
takes from it what happened, as far as its seat may know it, and follows the game with our rules;
its agent is shown views of that. Where their rules let something happen that ours do not, the game
is counted apart: see `CatanPlayer.parted`.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

from scipy.stats import binomtest

from otherminds._core import Stream
from otherminds.agents.catanatron_boards import (
    THEIR_RESOURCES,
    knight_of,
    layout_of,
    parts_of,
    rules_of,
)
from otherminds.agents.catanatron_package import imported
from otherminds.contracts import OptionError, PlayerLike
from otherminds.interop.catan_seat import Misfit, RefereedSeat
from otherminds.interop.catanatron_ledger import Event, Ledger, events

__all__ = ["CatanPlayer", "Shares", "register"]

_Player: Any = imported().models.player.Player


class CatanPlayer(_Player):  # type: ignore[misc]  # Catanatron ships no types
    """One of our agents as a player of Catanatron.

    Attributes:
        parted: why their game is none by our rules, once it is. The agent decides as long as it can
            be followed by ours all the same, as where only an award differs, and chance from then
            on.

    Examples:
        >>> from catanatron.game import Game
        >>> from catanatron.models.player import Color, RandomPlayer
        >>> ours = CatanPlayer(Color.RED, agent="jsettlers_fast")
        >>> Game([ours, RandomPlayer(Color.BLUE)], seed=2).play()
        <Color.RED: 'RED'>
    """

    agent: PlayerLike = "best"
    """Who decides; `register` makes a class for each agent."""

    def __init__(self, color: Any, *, agent: PlayerLike | None = None, seed: int = 0) -> None:
        super().__init__(color)
        if agent is not None:
            self.agent = agent
        self._seed = seed
        self._games = 0
        self._game_id: str | None = None
        self.parted: str | None = None

    def reset_state(self) -> None:
        """Another game begins."""
        self._game_id = None

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """What the agent does, of what may be done."""
        if self._game_id != game.id:
            self._begin(game)
        actions = list(playable_actions)
        self.catch_up(game)
        if len(actions) == 1:
            return actions[0]
        try:
            if self._follows:
                return self._decision(actions)
        except Misfit as misfit:
            self._lose_track(str(misfit))
        return random.choice(actions)

    # Following ------------------------------------------------------------------------------------

    def _begin(self, game: Any) -> None:
        colours = game.state.colors
        self._seats = {colour: seat for seat, colour in enumerate(colours)}
        self._seat = self._seats[self.color]
        rules = rules_of(layout_of(game.state.board.map), len(colours), game.vps_to_win)
        older = "P0_KNIGHT_OWNED_AT_START" not in game.state.player_state
        stream = Stream(self._seed).child(self._games)
        self._follower = RefereedSeat(
            self.agent, rules, self._seat, seed=stream, cards_at_once=older
        )
        self._ledger = Ledger(game, poor_lay_none=older)
        self._knight: Event | None = None
        self._robbery: dict[str, Any] | None = None
        self._done = 0
        self._games += 1
        self._game_id, self.parted, self._follows = game.id, None, True

    @property
    def follower(self) -> RefereedSeat:
        """What the seat knows of the game."""
        return self._follower

    def catch_up(self, game: Any) -> None:
        """Follow what has happened since the player was asked last."""
        new = events(game, self._done)
        self._done += len(new)
        for event in new:
            changes = self._ledger.add(event)
            try:
                if self._follows:
                    self._tell(event, changes)
            except Misfit as misfit:
                self._lose_track(str(misfit))
        if self.parted is None:
            self._compare_awards(game)

    def _tell(self, event: Event, changes: dict[int, dict[str, int]]) -> None:
        """Tell the seat what it may know of an event."""
        follower, seat = self._follower, self._seats[event.colour]
        match event.kind:
            case "PLAY_KNIGHT_CARD":
                self._knight = event
                return
            case "DISCARD" | "DISCARD_RESOURCE":
                follower.discarded(seat, event.result)
                return
            case "REJECT_TRADE" | "OFFER_TRADE" | "ACCEPT_TRADE" | "CANCEL_TRADE":
                return  # players of Catanatron that trade: only what is exchanged matters here
            case "CONFIRM_TRADE":
                raise Misfit("Players have exchanged cards, which our agents do not do there.")
        if event.kind == "MOVE_ROBBER" and self._knight is not None:
            parts: dict[str, Any] | None = knight_of(event.value, self._seats)
            self._knight = None
        else:
            parts = parts_of(event.kind, event.value, self._seats)
        if parts is None:
            raise Misfit(f"Our rules have no {event.kind} of {event.value}.")
        lost = {other: sum(cards.values()) for other, cards in changes.items()}
        follower.moved(seat, follower.game.action_from_parts(parts), lost=lost)
        if event.kind == "BUILD_ROAD" and not self._ledger.roads_free:
            follower.no_free_road()
        if event.kind == "ROLL":
            follower.rolled(sum(event.result), changes)
        elif event.kind == "BUY_DEVELOPMENT_CARD":
            follower.drew(event.result if seat == self._seat else None)
        elif event.kind == "MOVE_ROBBER" and event.result is not None:
            seen = self._seat in (seat, self._seats[event.value[1]])
            follower.stole(THEIR_RESOURCES[event.result] if seen else None)

    def _compare_awards(self, game: Any) -> None:
        """The longest road is where the programs differ without a move that tells of it."""
        values, holder = game.state.player_state, self._follower.facts["table"]["longest_road"]
        theirs = [seat for seat in range(len(self._seats)) if values[f"P{seat}_HAS_ROAD"]]
        if theirs != [holder] * (holder >= 0):
            who = {True: "nobody", False: f"seat {holder}"}[holder < 0]
            they = f"seat {theirs[0]}" if theirs else "nobody"
            self._part(f"Catanatron gives the longest road to {they}, our rules to {who}.")

    # Deciding -------------------------------------------------------------------------------------

    def _decision(self, actions: list[Any]) -> Any:
        kinds = {action.action_type.name for action in actions}
        if kinds == {"MOVE_ROBBER"} and self._robbery is not None:
            wanted, self._robbery = self._robbery, None
            return self._pick(actions, wanted)
        if "REJECT_TRADE" in kinds:
            return next(a for a in actions if a.action_type.name == "REJECT_TRADE")
        game = self._follower.game
        wanted = game.action_parts(self._follower.decision())
        if wanted["type"] == "play knight":
            self._robbery = {**wanted, "type": "move robber"}
            wanted = {"type": "play knight"}
        return self._pick(actions, wanted)

    def _pick(self, actions: list[Any], wanted: dict[str, Any]) -> Any:
        """Theirs that is ours."""
        for action in actions:
            kind = action.action_type.name
            if kind == "PLAY_KNIGHT_CARD" and wanted == {"type": "play knight"}:
                return action
            if parts_of(kind, action.value, self._seats) == wanted:
                return action
        # Older versions lay no free roads for the poor: the card is kept.
        if wanted["type"] == "road building":
            kind = "ROLL" if any(a.action_type.name == "ROLL" for a in actions) else "END_TURN"
            return next(a for a in actions if a.action_type.name == kind)
        raise Misfit(f"Catanatron does not allow the move {wanted} there.")

    def see_end(self, game: Any) -> None:
        """The game is over: follow it to its end."""
        if self._game_id != game.id:
            return
        winner = game.winning_color()
        self.catch_up(game)
        if winner not in (None, game.state.colors[game.state.current_turn_index]):
            self._part("Somebody has won in another's turn.")
        self._follower.ended(self._seats.get(winner))

    def _lose_track(self, why: str) -> None:
        self._follows = False
        self._part(why)

    def _part(self, why: str) -> None:
        if self.parted is None:
            self.parted = why
            warnings.warn(
                f"{self!r}: this game of Catanatron is none by our rules and counts apart. {why}",
                stacklevel=2,
            )


class Shares:
    """Who wins how often; games that are none by our rules are counted apart.

    `register` adds it to what ``catanatron-play`` prints.
    """

    def __init__(self, players: Any = (), game_config: Any = None) -> None:
        del game_config
        self._players = list(players)
        self._wins: dict[bool, Counter[Any]] = {False: Counter(), True: Counter()}
        self._games: Counter[bool] = Counter()

    def before_all(self) -> None:
        """Called before all games."""

    def before(self, game: Any) -> None:
        """Called before a game."""

    def step(self, game: Any, action: Any) -> None:
        """Called before an action."""

    def after(self, game: Any) -> None:
        """Called after a game."""
        ours = [player for player in self._players if isinstance(player, CatanPlayer)]
        for player in ours:
            player.see_end(game)
        parted = any(player.parted for player in ours)
        self._games[parted] += 1
        self._wins[parted][game.winning_color()] += 1

    def after_all(self) -> None:
        """Called after all games: print the table."""
        print(self.text())

    def text(self) -> str:
        """The table."""
        count = self._games[False]
        lines = [f"{count} games by rules that both programs share, shares with 95 % intervals:"]
        for player in self._players if count else ():
            wins = self._wins[False][player.color]
            low, high = binomtest(wins, count).proportion_ci(method="wilson")
            share = f"{100 * wins / count:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
            lines.append(f"  {share}  {player!r}")
        if apart := self._games[True]:
            won = ", ".join(
                f"{player!r} {wins}"
                for player in self._players
                if (wins := self._wins[True][player.color])
            )
            lines.append(f"{apart} games parted from our rules and are not among them: {won}")
        return "\n".join(lines)


def register(code: str, agent: PlayerLike) -> type[CatanPlayer]:
    """Give one of our agents a code for ``catanatron-play --players``.

    Args:
        code: what the command line calls it; ``OM:7`` sets the seed to 7.
        agent: who decides: a recipe or its text.

    Raises:
        OptionError: this Catanatron has no command line.
    """
    try:
        from catanatron.cli import SimulationAccumulator, cli_players
    except ModuleNotFoundError as error:
        raise OptionError(
            "This Catanatron has no command line, which its package of PyPI leaves out; it comes "
            "with pip install 'catanatron @ git+https://github.com/bcollazo/catanatron'."
        ) from error

    class Registered(CatanPlayer):
        def __init__(self, color: Any, seed: str = "0") -> None:
            super().__init__(color, agent=agent, seed=int(seed))

        def __repr__(self) -> str:
            return f"{agent}:{self.color.value}"

    Registered.__doc__ = f"{agent} of Otherminds, which sees what its seat may know."
    cli_players.register_cli_player(code, Registered)
    if not any(issubclass(kind, Shares) for kind in cli_players.CUSTOM_ACCUMULATORS):
        printed = type("Shares", (Shares, SimulationAccumulator), {})
        cli_players.register_cli_accumulator(printed)
    return Registered
