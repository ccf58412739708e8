"""A client of JSettlers servers, version 2.5 or newer: one of our agents as a robot.

A message is a text with a number before it, ``1009|game,3,1,84``. The client introduces itself as a
robot of its own kind; the server invites it into games, and it sits down where it is told.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import AgentError, FormatError, PlayerLike
from otherminds.games import load
from otherminds.games.catan import RESOURCES
from otherminds.interop.catan_seat import Misfit, RefereedSeat
from otherminds.interop.jsettlers_board import JSettlersBoard

__all__ = ["JSettlersPlayer"]

_VERSION = "9998|2500,2.5.00,OM2500,\t,en_US"
_PUT, _LEAVE, _SIT, _JOIN, _LAYOUT, _START = 1009, 1011, 1012, 1013, 1014, 1018
_ROBOT, _INVITED, _AUTHORIZED = 1022, 1023, 1021
_ROLL, _END, _DISCARD, _ROBBER, _CHOOSE = 1031, 1032, 1033, 1034, 1035
_REJECT, _CLEAR, _ACCEPT, _BANK, _OFFER = 1037, 1038, 1039, 1040, 1041
_CANCEL, _BUY, _CARD, _PLAY, _PICK, _NAME = 1044, 1045, 1046, 1049, 1052, 1053
_PING = 9999
_ROAD, _SETTLEMENT, _CITY = 0, 1, 2
_SETTING, _ROLL_OR_CARD, _PLAYING, _OVER = (5, 10), 15, 20, 1000
_FREE_ROADS = (40, 41)
_CARDS = {1: "road building", 2: "year of plenty", 3: "monopoly", 9: "knight"}
_NUMBERS = {name: number for number, name in _CARDS.items()}
_ANSWER_SECONDS = 10.0


def _hand(counts: Sequence[str]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(RESOURCES, counts, strict=False) if int(n)}


def _list(cards: Mapping[str, int]) -> str:
    return ",".join(str(cards.get(name, 0)) for name in RESOURCES)


class _Silence(Exception):  # noqa: N818  nobody has answered in time
    pass


class JSettlersPlayer:
    """One of our agents as a robot on a server.

    Args:
        player: who decides.
        name: what the server calls it.
        cookie: what the server wants of robots, its property ``jsettlers.bots.cookie``.
        host: where the server is.
        port: where it listens.
        seed: decides what the agent draws.
        seconds: how long the server may be silent.
        watch: called before each message is followed, with the player and the message.

    Attributes:
        follower: what the seat knows, in our order of seats: who begins is 0.
        number: its seat at the server.
        winner: who has won, by the server's number, once somebody has.
        spoken: how many messages it has sent.
        traded: how many exchanges with other players it made.
        late: how many offers were gone when it accepted them.

    Raises:
        AgentError: the server cannot be reached or falls silent.
        FormatError: it declines a request, or says what cannot be understood.
    """

    def __init__(
        self,
        player: PlayerLike,
        name: str,
        *,
        cookie: str,
        host: str = "127.0.0.1",
        port: int = 8880,
        seed: int | Stream = 0,
        seconds: float = 120.0,
        watch: Callable[[JSettlersPlayer, str], object] | None = None,
    ) -> None:
        self._player, self.name, self._seed, self._watch = player, name, seed, watch
        self._seconds = seconds
        try:
            self._socket = socket.create_connection((host, port), timeout=seconds)
        except OSError as error:
            raise AgentError(f"No JSettlers server answers at {host}:{port}: {error}.") from error
        self._unread = b""
        self._game = ""
        self.number = self._first = self.spoken = self.traded = self.late = 0
        self.winner: int | None = None
        self.over = False
        self._state = self._dice = 0
        self._turn = -1
        self._players = 0
        self._robbery: tuple[int, dict[str, Any]] | None = None
        self._knight = False
        self._lost: dict[int, int] = {}
        self._started = False
        self._offered: dict[int, tuple[dict[str, int], dict[str, int]]] = {}
        self._answers: dict[int, str] = {}
        self._board: JSettlersBoard | None = None
        self.follower: RefereedSeat
        self._send(_VERSION)
        self._send(f"{_ROBOT}|{name},{cookie},otherminds.Robot")

    # Messages -------------------------------------------------------------------------------------

    def _send(self, text: str) -> None:
        self.spoken += 1
        data = text.encode()
        try:
            self._socket.sendall(struct.pack(">H", len(data)) + data)
        except OSError as error:
            raise AgentError(f"The JSettlers server has gone: {error}.") from error

    def _say(self, kind: int, *fields: object) -> None:
        self._send(f"{kind}|{','.join(map(str, (self._game, *fields)))}")

    def _read(self, seconds: float | None = None) -> str:
        """The next message; `_Silence` if there is none for so long."""
        self._socket.settimeout(seconds or self._seconds)
        while len(self._unread) < 2 or len(self._unread) < 2 + self._length():
            try:
                data = self._socket.recv(65_536)
            except TimeoutError as error:
                if seconds is not None:
                    raise _Silence from error
                raise AgentError("The JSettlers server is silent.") from error
            except OSError as error:
                raise AgentError(f"The JSettlers server has gone: {error}.") from error
            if not data:
                raise AgentError("The JSettlers server has closed the connection.")
            self._unread += data
        end = 2 + self._length()
        text, self._unread = self._unread[2:end].decode(errors="replace"), self._unread[end:]
        return text

    def _length(self) -> int:
        length: int = struct.unpack(">H", self._unread[:2])[0]
        return length

    def close(self) -> None:
        """Leave the server."""
        self._socket.close()

    def play(self) -> int | None:
        """Wait for an invitation, and play until the game is over.

        Returns:
            The server's number of the seat that has won.
        """
        try:
            while not self.over:
                self._hear()
            self._say(_LEAVE, self.name, "-", self._game)
        finally:
            self.close()
        return self.winner

    def _hear(self, seconds: float | None = None) -> None:
        """Follow the next message; messages that ask for something are answered."""
        text = self._read(seconds)
        if self._watch is not None:
            self._watch(self, text)
        kind, _, data = text.partition("|")
        if kind == str(_PING):
            self._send(text)
            return
        if kind == "1059":
            raise FormatError(f"The JSettlers server does not let this robot in: {data:.100}")
        handle = getattr(self, f"_on_{kind}", None)
        if handle is None:
            return
        if self._has_ended and kind not in ("1025", "1026", "1096"):
            return  # by our rules a game ends at once, here after a robbery that goes with it
        game, *fields = data.replace("|", ",").split(",")
        if kind == str(_INVITED) or game == self._game:
            if kind == str(_INVITED):
                self._game = game
            handle(fields)

    def _until(self, *states: int) -> None:
        """Follow the game until the server says that it is in such a state."""
        self._state = -1
        while self._state not in states and not self.over:
            self._hear()

    def _seat(self, theirs: int | str) -> int:
        return (int(theirs) - self._first) % self._players

    def _their_seat(self, ours: int) -> int:
        return (ours + self._first) % self._players

    @property
    def _has_ended(self) -> bool:
        """Whether by our rules somebody has won."""
        return self._started and bool(self._table["winner"] >= 0)

    @property
    def _me(self) -> int:
        return self._seat(self.number)

    @property
    def _places(self) -> JSettlersBoard:
        if self._board is None:
            raise FormatError("The JSettlers server has not sent its board.")
        return self._board

    @property
    def _table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.follower.facts["table"]
        return table

    def _moved(
        self, seat: int, parts: Mapping[str, Any], lost: Mapping[int, int] | None = None
    ) -> None:
        self.follower.moved(seat, self.follower.game.action_from_parts(dict(parts)), lost=lost)

    # Before the game ------------------------------------------------------------------------------

    def _on_1023(self, fields: list[str]) -> None:
        """An invitation into a game, with a seat."""
        self.number = int(fields[0])
        self._send(f"{_JOIN}|{self.name},\t,\t,{self._game}")

    def _on_1021(self, fields: list[str]) -> None:
        """The server lets the robot into the game."""
        del fields
        self._say(_SIT, self.name, self.number, "true")

    def _on_1012(self, fields: list[str]) -> None:
        """Somebody sits down."""
        self._players = max(self._players, int(fields[1]) + 1)

    def _on_1014(self, fields: list[str]) -> None:
        """The board; before the game begins it is empty."""
        values = list(map(int, fields))
        half = (len(values) - 1) // 2
        if 0 in values[:half]:  # there is a desert
            self._board = JSettlersBoard(values[:half], values[half : 2 * half])

    def _begin(self, first: int) -> None:
        self._first, self._started = first, True
        game = load("catan", board=self._places.layout, players=self._players, bank=0)
        self.follower = RefereedSeat(self._player, game, self._me, seed=self._seed)

    # What the server tells ------------------------------------------------------------------------

    def _on_1026(self, fields: list[str]) -> None:
        """A turn begins, in the set-up or after it."""
        theirs, self._state = int(fields[0]), int(fields[1])
        if not self._started:
            self._begin(theirs)
        elif (self._table["turn"] or self._table["roll"]) and not self._has_ended:
            self.follower.no_free_road()
            self._moved(self._table["current"], {"type": "end turn"})
        self._turn, self._offered = theirs, {}
        if self._state == _OVER:
            self._finish()
        elif theirs == self.number and self._state in _SETTING:
            self._settle()

    def _on_1072(self, fields: list[str]) -> None:
        """A seat may roll or play a card."""
        if int(fields[0]) == self.number and self._table["roll"] == 0 and not self._taking:
            self._take_turn()

    _taking = False

    def _on_1025(self, fields: list[str]) -> None:
        """What the game waits for."""
        self._state = int(fields[0])
        if not self._started:
            return
        if self._state in (_ROLL_OR_CARD, _PLAYING, _OVER) and not self._has_ended:
            self._end_robbery()
            self.follower.no_free_road()
        if self._state == _OVER:
            self._finish()

    def _on_1096(self, fields: list[str]) -> None:
        """Elements of the game, of which only whose turn it is matters."""
        if fields[0] == "4" and int(fields[1]) >= 0:
            self._turn = int(fields[1])

    def _finish(self) -> None:
        self.winner, self.over = self._turn, True
        self.follower.ended(self._seat(self._turn))

    def _on_1009(self, fields: list[str]) -> None:
        """A piece is built."""
        seat, piece, where = self._seat(fields[0]), int(fields[1]), int(fields[2])
        if piece == _ROAD:
            self._moved(seat, {"type": "build road", "edge": self._places.edge(where)})
        else:
            kind = "build settlement" if piece == _SETTLEMENT else "build city"
            self._moved(seat, {"type": kind, "vertex": self._places.vertex(where)})

    def _on_1028(self, fields: list[str]) -> None:
        """The dice fell."""
        number = int(fields[0])
        if self._started and number > 0:
            self._moved(self._seat(self._turn), {"type": "roll"})
            self.follower.rolled(number)

    def _on_1086(self, fields: list[str]) -> None:
        """What somebody holds; of the seat itself all of it, after a roll."""
        seat, action, *pairs = map(int, fields)
        if not self._started or seat != self.number or action != 100:
            return
        told = dict(zip(pairs[::2], pairs[1::2], strict=True))
        own = self.follower.facts["hands"][self._me]
        wrong = {
            name: told[place]
            for place, name in enumerate(RESOURCES, start=1)
            if told.get(place, own[name]) != own[name]
        }
        if wrong:
            raise FormatError(f"The JSettlers server deals {wrong} where our rules have {own}.")

    def _on_1029(self, fields: list[str]) -> None:
        """The seat has to discard."""
        given: dict[str, int] = {}
        for _ in range(int(fields[0])):
            card = self._decision()["resource"]
            given[card] = given.get(card, 0) + 1
            self.follower.discarded(self._me, [card])
        self._say(_DISCARD, _list(given), 0)

    def _on_1033(self, fields: list[str]) -> None:
        """Somebody has discarded; the cards of others are unknown."""
        seat = self._seat(fields[0].removeprefix("p"))
        known = [card for card, n in _hand(fields[1:6]).items() for _ in range(n)]
        if seat != self._me:
            self.follower.discarded(seat, [*known, *[None] * int(fields[6])])

    def _on_1034(self, fields: list[str]) -> None:
        """The robber moves; whom it robs is told later, if it robs anybody."""
        kind = "play knight" if self._knight else "move robber"
        self._knight = False
        parts = {"type": kind, "hex": self._places.hex(int(fields[1])), "from": "nobody"}
        self._robbery = (self._seat(fields[0]), parts)

    def _end_robbery(self) -> None:
        """Nobody is robbed."""
        if self._robbery is not None:
            seat, parts = self._robbery
            self._robbery = None
            self._moved(seat, parts)

    def _on_1102(self, fields: list[str]) -> None:
        """Somebody is robbed."""
        victim, card = self._seat(fields[1]), int(fields[3])
        if self._robbery is None:
            raise FormatError("A JSettlers server tells of a robbery without a robber.")
        seat, parts = self._robbery
        self._robbery = None
        self._moved(seat, {**parts, "from": victim})
        if self._has_ended:
            return  # by the largest army: our rules end the game before the robbery
        self.follower.stole(RESOURCES[card - 1] if card <= len(RESOURCES) else None)

    def _on_1046(self, fields: list[str]) -> None:
        """A development card is drawn or played."""
        theirs, action, card = map(int, fields[:3])
        if action == 4:
            raise FormatError("The JSettlers server declined to play a card.")
        if not self._started or self.over or self._state == _OVER or action > 1:
            return
        seat = self._seat(theirs)
        if action == 0:
            self._moved(seat, {"type": "buy card"})
            drawn = _CARDS.get(card, "victory point") if theirs == self.number else None
            self.follower.drew(drawn)
        elif card == _NUMBERS["knight"]:
            self._knight = True
        elif card == _NUMBERS["road building"]:
            self._moved(seat, {"type": "road building"})
        elif card == _NUMBERS["monopoly"]:
            self._lost = {}

    def _on_1052(self, fields: list[str]) -> None:
        """Somebody takes two cards."""
        self._moved(self._seat(fields[-2]), {"type": "year of plenty", "get": _hand(fields[:5])})

    def _on_1063(self, fields: list[str]) -> None:
        """How many cards somebody has left after a monopoly."""
        if self._started:
            seat = self._seat(fields[0])
            self._lost[seat] = self.follower.facts["hand_sizes"][seat] - int(fields[1])

    def _on_1090(self, fields: list[str]) -> None:
        """Something is over; of these messages only a monopoly's matters."""
        if fields[1] == "3":
            lost = {seat: self._lost.get(seat, 0) for seat in range(self._players)}
            name = RESOURCES[int(fields[3]) - 1]
            self._moved(
                self._seat(fields[0]), {"type": "play monopoly", "resource": name}, lost=lost
            )

    def _on_1040(self, fields: list[str]) -> None:
        """Somebody trades with the bank."""
        seat, give, get = self._seat(fields[10]), _hand(fields[:5]), _hand(fields[5:10])
        given = [
            name for name, n in give.items() for _ in range(n // self.follower.rate(seat, name))
        ]
        got = [name for name, n in get.items() for _ in range(n)]
        for one, other in zip(given, got, strict=True):
            self._moved(seat, {"type": "bank trade", "give": one, "get": other})

    def _on_1104(self, fields: list[str]) -> None:
        raise FormatError(f"The JSettlers server declined a request: {','.join(fields):.100}.")

    # Trades ---------------------------------------------------------------------------------------

    def _on_1041(self, fields: list[str]) -> None:
        """Somebody offers an exchange to some of the others."""
        theirs, to = int(fields[0]), fields[1 : 1 + self._players]
        give, get = _hand(fields[-10:-5]), _hand(fields[-5:])
        self._offered[theirs] = (give, get)
        if theirs != self.number and to[self.number] == "true":
            self._answers[theirs] = "offer"
            if self._turn != self.number:
                self._answer(theirs, give, get)

    def _answer(self, theirs: int, give: dict[str, int], get: dict[str, int]) -> None:
        """Put an offer to the agent, and say what it answers."""
        seat = self._seat(theirs)
        try:
            offer = {"type": "trade", "give": give, "get": get, "to": self._me}
            self._moved(seat, offer)
        except (FormatError, Misfit):  # more cards, or more offers, than our rules have
            self._say(_REJECT, self.number)
            return
        parts = self._decision() if self._holds(get) else {"type": "reject"}
        if parts["type"] == "accept":
            self._moved(self._me, {"type": "reject"})  # until the server has made the exchange
            self._take(theirs)
        elif parts["type"] == "trade":
            self._moved(self._me, {"type": "reject"})
            self._say(_OFFER, self._offer_text(parts, theirs))
        else:
            self._moved(self._me, {"type": "reject"})
            self._say(_REJECT, self.number)

    def _holds(self, cards: Mapping[str, int]) -> bool:
        own = self.follower.facts["hands"][self._me]
        return all(own[name] >= count for name, count in cards.items())

    def _take(self, theirs: int) -> None:
        """Accept an offer, which others may have taken in the meantime."""
        self._say(_ACCEPT, self.number, theirs)

    def _on_1039(self, fields: list[str]) -> None:
        """Somebody has accepted an offer."""
        taker, giver = int(fields[0]), int(fields[1])
        to_taker, to_giver = _hand(fields[2:7]), _hand(fields[7:12])
        if self.number in (taker, giver):
            self.traded += 1
        current, other = self._seat(giver), self._seat(taker)
        give, get = to_taker, to_giver
        if self._seat(self._turn) != current:  # a counter-offer was taken by whose turn it is
            current, other, give, get = other, current, get, give
        if giver == self._turn or taker == self._turn:
            self._exchange(current, other, give, get)
        self._answers[giver if taker == self.number else taker] = "accept"

    def _exchange(
        self, seat: int, other: int, give: Mapping[str, int], get: Mapping[str, int]
    ) -> None:
        game = self.follower.game
        try:
            self._moved(seat, {"type": "trade", "give": give, "get": get, "to": other})
        except (FormatError, Misfit):
            gain = {name: get.get(name, 0) - give.get(name, 0) for name in RESOURCES}
            loss = {name: -count for name, count in gain.items()}
            end = game.action_from_parts({"type": "end turn"})
            self.follower.exchanged(end, {seat: gain, other: loss})
            return
        self._moved(other, {"type": "accept"})

    def _on_1037(self, fields: list[str]) -> None:
        """Somebody rejects an offer, or the server does so with what is gone."""
        if int(fields[0]) == self.number and len(fields) > 1:
            self.late += 1
        self._answers.setdefault(int(fields[0]), "reject")

    def _offer_text(self, parts: Mapping[str, Any], theirs: int) -> str:
        to = ",".join(str(seat == theirs).lower() for seat in range(max(4, self._players)))
        return f"{self.number},{to},{_list(parts['give'])},{_list(parts['get'])}"

    def _offer(self, parts: Mapping[str, Any]) -> None:
        """Offer an exchange to one seat, and wait for its answer."""
        theirs = self._their_seat(parts["to"])
        self._answers = {}
        self._say(_OFFER, self._offer_text(parts, theirs))
        try:
            while theirs not in self._answers and not self.over:
                self._hear(_ANSWER_SECONDS)
        except _Silence:
            self._answers[theirs] = "reject"
        if self.over or self._answers[theirs] == "accept":
            return
        self._moved(self._me, parts)
        if self._answers[theirs] == "offer":
            self._answer_counter(theirs)
        else:
            self._moved(parts["to"], {"type": "reject"})
        self._say(_CLEAR, 0)

    def _answer_counter(self, theirs: int) -> None:
        give, get = self._offered[theirs]
        seat = self._seat(theirs)
        counter = {"type": "trade", "give": give, "get": get, "to": self._me}
        try:
            self._moved(seat, counter)
        except (FormatError, Misfit):
            self._moved(seat, {"type": "reject"})
            self._say(_REJECT, self.number)
            return
        accepts = self._decision()["type"] == "accept"
        self._moved(self._me, {"type": "reject"})  # until the server has made the exchange
        self._answers = {}
        if not accepts:
            self._say(_REJECT, self.number)
            return
        self._take(theirs)
        while not self._answers and not self.over:
            self._hear()

    # What the agent does --------------------------------------------------------------------------

    def _decision(self) -> dict[str, Any]:
        return self.follower.game.action_parts(self.follower.decision())

    def _settle(self) -> None:
        settlement = self._decision()
        self._say(_PUT, self.number, _SETTLEMENT, self._places.their_vertex(settlement["vertex"]))
        self._until(6, 11)
        self._say(_PUT, self.number, _ROAD, self._places.their_edge(self._decision()["edge"]))

    def _take_turn(self) -> None:
        self._taking = True
        while not self.over:
            if self._has_ended:
                self._hear()
                continue
            parts = self._decision()
            if parts["type"] == "end turn":
                self._taking = False
                self._say(_END)
                return
            self._carry_out(parts)
        self._taking = False

    def _carry_out(self, parts: Mapping[str, Any]) -> None:
        """Do it, and follow until the server has told of it."""
        match parts["type"]:
            case "build road":
                self._place(_ROAD, self._places.their_edge(parts["edge"]))
            case "build settlement":
                self._place(_SETTLEMENT, self._places.their_vertex(parts["vertex"]))
            case "build city":
                self._place(_CITY, self._places.their_vertex(parts["vertex"]))
            case "buy card":
                self._say(_BUY)
                self._until(_PLAYING)
            case "bank trade":
                self._trade_with_bank(parts)
            case "roll":
                self._say(_ROLL)
                self._until(_PLAYING, 33)
            case "move robber":
                self._rob(parts)
            case "trade":
                self._offer(parts)
            case _:
                self._play_card(parts)

    def _place(self, piece: int, where: int) -> None:
        self._say(_PUT, self.number, piece, where)
        self._until(_PLAYING, _ROLL_OR_CARD, *_FREE_ROADS)
        self._skip_free_roads()

    def _skip_free_roads(self) -> None:
        """There may be no place for another free road."""
        if self._state in _FREE_ROADS and not self._table["free_roads"]:
            self._say(_CANCEL, _ROAD)
            self._until(_PLAYING, _ROLL_OR_CARD)

    def _trade_with_bank(self, parts: Mapping[str, Any]) -> None:
        rate = self.follower.rate(self._me, parts["give"])
        hand = self.follower.facts["hands"][self._me]
        self._say(_BANK, _list({parts["give"]: rate}), _list({parts["get"]: 1}))
        while self.follower.facts["hands"][self._me] == hand and not self.over:
            self._hear()

    def _rob(self, parts: Mapping[str, Any]) -> None:
        self._victim = parts["from"]
        self._say(_ROBBER, self.number, self._places.their_hex(parts["hex"]))
        self._until(_PLAYING, _ROLL_OR_CARD)

    def _on_1036(self, fields: list[str]) -> None:
        """Whom to rob."""
        del fields
        self._say(_CHOOSE, self._their_seat(self._victim))

    def _play_card(self, parts: Mapping[str, Any]) -> None:
        card = {"play knight": "knight", "play monopoly": "monopoly"}.get(
            parts["type"], parts["type"]
        )
        self._say(_PLAY, _NUMBERS[card])
        match card:
            case "knight":
                self._until(33)
                self._rob(parts)
                return
            case "monopoly":
                self._until(53)
                self._say(_NAME, RESOURCES.index(parts["resource"]) + 1)
            case "year of plenty":
                self._until(52)
                self._say(_PICK, _list(parts["get"]))
            case _:
                self._until(*_FREE_ROADS)
                self._skip_free_roads()
                return
        self._until(_PLAYING, _ROLL_OR_CARD)
