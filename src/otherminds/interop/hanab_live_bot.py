"""A player of hanab.live: joins the tables that it is invited to, plays and leaves.

`HanabLiveBot` knows what to answer to each message of the site and nothing of the network;
`otherminds.interop.hanab_live_connection` logs in and carries the messages.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import FormatError, Game, PlayerLike
from otherminds.interop.followed_hanabi import FollowedHanabi
from otherminds.interop.hanab_live_link import SiteAction
from otherminds.interop.hanab_live_table import RANKS, site_game

__all__ = ["Command", "HanabLiveBot", "offered_game"]

Command = tuple[str, dict[str, Any]]
"""What is sent to the site: the name of a command and its data."""

_PLAY, _DISCARD, _COLOUR = 0, 1, 2
_NORMAL, _STRUCK_OUT = 1, 2  # how a game ends by the rules; all else breaks it off

_NO_RULES = {"numPlayers", "variantID", "variantName", "tableName", "maxPlayers"}
"""Of a table's options, what is no rule or stands elsewhere."""

_HELP = "Send me /join or /join PASSWORD while you sit at a table, and /leave to see me off."


def offered_game(players: int, options: Mapping[str, Any]) -> Game:
    """Our game under the options of a table.

    Raises:
        FormatError: our Hanabi does not have these rules.
    """
    rules = {name: value for name, value in options.items() if name not in _NO_RULES}
    return site_game(players, {"variant": options.get("variantName", "No Variant")} | rules)


class HanabLiveBot:
    """An account of the site, played by an agent.

    Attributes:
        games: how many have been finished.
        table: where it sits; None in the lobby.
    """

    def __init__(
        self,
        player: PlayerLike,
        *,
        seed: int = 0,
        table: int | None = None,
        password: str = "",
        tell: Callable[[str], None] = print,
    ) -> None:
        """Wait for an invitation.

        Args:
            player: who plays; must not peek.
            seed: decides what the agent draws, game after game.
            table: join this one at once.
            password: of that table.
            tell: is given sentences about what happens.
        """
        self.games = 0
        self.table: int | None = None
        self._player = player
        self._seed = seed
        self._begun = 0
        self._wanted = table
        self._password = password
        self._tell = tell
        self._name = ""
        self._tables: dict[int, dict[str, Any]] = {}
        self._playing = False
        self._followed: FollowedHanabi | None = None
        self._over = False
        self._handlers: dict[str, Callable[[Any], Iterable[Command]]] = {
            "welcome": self._welcome,
            "tableList": self._table_list,
            "table": self._table_news,
            "tableGone": self._table_gone,
            "chat": self._chat,
            "joined": self._joined,
            "left": self._seen_off,
            "boot": self._seen_off,
            "tableStart": self._table_start,
            "init": self._init,
            "gameActionList": self._action_list,
            "gameAction": self._action,
            "finishOngoingGame": self._finished,
            "warning": self._warning,
            "error": self._error,
        }

    def hear(self, name: str, data: Any) -> Iterator[Command]:
        """What to send in answer to a message; messages that mean nothing here are ignored.

        Raises:
            AgentError: the agent broke its contract.
            FormatError: the site says what our rules do not allow, or ends the session.
        """
        handler = self._handlers.get(name)
        if handler is None:
            return
        try:
            yield from handler(data)
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise FormatError(
                f"The message {name} of the site cannot be read: {error!r}."
            ) from error

    def leave(self) -> Iterator[Command]:
        """What to send to leave the table; a game in progress goes on without us."""
        if self.table is not None:
            yield "tableUnattend" if self._playing else "tableLeave", {"tableID": self.table}
        self._alone()

    def _alone(self) -> None:
        self.table, self._playing, self._followed, self._over = None, False, None, False

    def _welcome(self, data: Any) -> Iterator[Command]:
        self._name = data["username"]
        self._tell(f"Logged in as {self._name}.")
        for table in data["playingAtTables"] or ():
            self.table, self._wanted = table, None
            self._tell(f"Going back to table {table}.")
            yield "tableReattend", {"tableID": table}
            return

    def _table_list(self, data: Any) -> Iterator[Command]:
        self._tables = {table["id"]: table for table in data}
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            yield from self._join(wanted, self._password)

    def _table_news(self, data: Any) -> Iterable[Command]:
        self._tables[data["id"]] = data
        return ()

    def _table_gone(self, data: Any) -> Iterable[Command]:
        self._tables.pop(data["tableID"], None)
        return ()

    def _chat(self, data: Any) -> Iterator[Command]:
        """Private messages to us are orders."""
        who = data["who"]
        if not self._name or data["recipient"] != self._name or who in ("", self._name):
            return
        order, _, password = html.unescape(data["msg"]).strip().partition(" ")
        try:
            if order == "/join":
                yield from self._join(self._table_of(who), password.strip())
            elif order == "/leave":
                if self.table is None or self.table != self._table_of(who):
                    raise FormatError("We sit at no table together.")
                yield from self.leave()
            else:
                raise FormatError(_HELP)
        except FormatError as error:
            yield "chatPM", {"msg": str(error), "recipient": who, "room": "lobby"}

    def _table_of(self, who: str) -> int:
        """The newest table at which somebody sits."""
        tables = [
            number
            for number, table in self._tables.items()
            if who in table["players"] and not table["sharedReplay"]
        ]
        if not tables:
            raise FormatError("You sit at no table that I can see.")
        return max(tables)

    def _join(self, number: int, password: str) -> Iterator[Command]:
        if self.table is not None:
            raise FormatError(f"I sit at table {self.table} already.")
        table = self._tables.get(number)
        if table is None:
            raise FormatError(f"There is no table {number}.")
        if table["running"]:
            raise FormatError("That game has begun.")
        # Whether hands of another size are ours depends on the players, whom nobody knows yet.
        offered_game(4, table["options"])
        yield "tableJoin", {"tableID": number} | ({"password": password} if password else {})

    def _joined(self, data: Any) -> Iterable[Command]:
        self.table = data["tableID"]
        self._tell(f"Joined table {self.table}.")
        return ()

    def _seen_off(self, data: Any) -> Iterable[Command]:
        del data
        if self.table is not None:
            self._tell(f"Left table {self.table}.")
        self._alone()
        return ()

    def _table_start(self, data: Any) -> Iterator[Command]:
        self.table, self._playing, self._over = data["tableID"], True, False
        yield "getGameInfo1", {"tableID": self.table}

    def _init(self, data: Any) -> Iterator[Command]:
        if data["replay"] or data["spectating"]:
            yield from self.leave()
            return
        try:
            game = offered_game(len(data["playerNames"]), data["options"])
        except FormatError as error:
            yield "chat", {"msg": str(error), "room": f"table{self.table}"}
            yield from self.leave()
            return
        self._others = [name for name in data["playerNames"] if name != self._name]
        stream = Stream(self._seed).child(self._begun)
        self._begun += 1
        self._followed = FollowedHanabi(game, data["ourPlayerIndex"], self._player, stream)
        self._dealt = self._told = False
        self._move: tuple[SiteAction, Sequence[int]] | None = None
        # The site tells moves to those who have loaded. In this order none falls between the record
        # that it sends and the first move that it tells.
        yield "loaded", {"tableID": self.table}
        yield "getGameInfo2", {"tableID": self.table}

    def _action_list(self, data: Any) -> Iterator[Command]:
        if self._followed is None:
            return
        self._told = True
        for action in data["list"]:
            self._follow(self._followed, action)
        yield from self._answer(self._followed)

    def _action(self, data: Any) -> Iterator[Command]:
        if self._followed is None or not self._told:  # the record has it as well
            return
        self._follow(self._followed, data["action"])
        if data["action"]["type"] == "turn":
            yield from self._answer(self._followed)

    def _follow(self, followed: FollowedHanabi, action: Mapping[str, Any]) -> None:
        """One line of the site's record.

        A turn is told in several: what somebody did, the card that they drew, the clues and points
        that there are now. It is complete, and made in our game, with the last of these.
        """
        kind = action["type"]
        if kind == "draw":
            self._draw(followed, action)
        elif kind == "clue":
            clue = action["clue"]
            said = SiteAction(_COLOUR + clue["type"], action["target"], clue["value"])
            self._move = said, action["list"]
        elif kind in ("play", "discard"):
            followed.see(action["order"], RANKS * action["suitIndex"] + action["rank"] - 1)
            played = kind == "play" or action["failed"]
            self._move = SiteAction(_PLAY if played else _DISCARD, action["order"], None), ()
        elif kind == "status" and self._move is not None:
            followed.follow(*self._move)
            self._move = None
            if (followed.clues, followed.points) != (action["clues"], action["score"]):
                raise FormatError(
                    f"The site counts {action['clues']} clues and {action['score']} points, our "
                    f"game {followed.clues} and {followed.points}."
                )
        elif kind == "turn" and action["currentPlayerIndex"] not in (-1, followed.actor):
            raise FormatError(
                f"The site waits for seat {action['currentPlayerIndex']}, our game for "
                f"{followed.actor}."
            )
        elif kind == "gameOver":
            self._end(followed, action["endCondition"])

    def _draw(self, followed: FollowedHanabi, action: Mapping[str, Any]) -> None:
        if action["playerIndex"] != followed.seat:
            followed.see(action["order"], RANKS * action["suitIndex"] + action["rank"] - 1)
        if not self._dealt and action["order"] == followed.dealt - 1:
            self._dealt = True
            followed.begin()

    def _answer(self, followed: FollowedHanabi) -> Iterator[Command]:
        if self._over or followed.actor != followed.seat:
            return
        said = followed.answer()
        value = {} if said.value is None else {"value": said.value}
        yield "action", {"tableID": self.table, "type": said.type, "target": said.target} | value

    def _end(self, followed: FollowedHanabi, condition: int) -> None:
        self._over = True
        points = followed.points if condition == _NORMAL else 0
        followed.end(points)
        self.games += 1
        how = "" if condition in (_NORMAL, _STRUCK_OUT) else " (broken off)"
        self._tell(f"Table {self.table}: {points} points with {', '.join(self._others)}{how}.")

    def _finished(self, data: Any) -> Iterator[Command]:
        """The table has become a replay, which everybody looks at."""
        if data["tableID"] == self.table:
            yield from self.leave()

    def _warning(self, data: Any) -> Iterable[Command]:
        self._tell(f"hanab.live says: {html.unescape(data['warning'])}")
        return ()

    def _error(self, data: Any) -> Iterable[Command]:
        raise FormatError(f"hanab.live says: {html.unescape(data['error'])}")
