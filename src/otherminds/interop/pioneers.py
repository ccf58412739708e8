"""A client of Pioneers servers: one of our agents as a player.

The server speaks lines of text. It tells all clients what happens, with ``player N`` before what
another player did, and answers a command by telling of it or by ``ERR``. `PioneersPlayer` follows
the game as its seat sees it and carries out what the agent decides.
"""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from otherminds._core import Stream
from otherminds.contracts import AgentError, FormatError, PlayerLike
from otherminds.games import load
from otherminds.games.catan import counts
from otherminds.interop.catan_seat import Misfit, RefereedSeat
from otherminds.interop.pioneers_board import PIONEERS_RESOURCES, PioneersBoard

__all__ = ["PioneersPlayer"]

_RESOURCES = {"brick": "clay", "grain": "wheat", "ore": "ore", "wool": "sheep", "lumber": "wood"}
_THEIRS = {ours: theirs for theirs, ours in _RESOURCES.items()}
_CARDS = ("road building", "monopoly", "year of plenty", *["victory point"] * 5, "knight")
_PORT = 5556
_LONGEST_LINE = 100_000


def _counts(words: Iterable[str]) -> dict[str, int]:
    """A list of five counts, without the zeros."""
    counts = zip(PIONEERS_RESOURCES, map(int, words), strict=True)
    return {name: count for name, count in counts if count}


def _list(cards: Mapping[str, int]) -> str:
    return " ".join(str(cards.get(name, 0)) for name in PIONEERS_RESOURCES)


class PioneersPlayer:
    """One of our agents, logged in to a server.

    Args:
        player: who decides.
        name: what the server calls it.
        host: where the server is.
        port: where it listens.
        seed: decides what the agent draws.
        seconds: how long the server may be silent.
        watch: called before each message is followed, with the player and the message.

    Attributes:
        follower: what the seat knows.
        number: its number at the table.
        winner: who has won, once somebody has.
        spoken: how many lines it has sent.
        traded: how many exchanges with other players it made.

    Raises:
        AgentError: the server cannot be reached or falls silent.
        FormatError: it declines a command, or says what cannot be understood.
        OptionError: its game has other rules than ours.
    """

    def __init__(
        self,
        player: PlayerLike,
        name: str,
        *,
        host: str = "127.0.0.1",
        port: int = _PORT,
        seed: int | Stream = 0,
        seconds: float = 120.0,
        watch: Callable[[PioneersPlayer, str], object] | None = None,
    ) -> None:
        self._player, self.name, self._seed = player, name, seed
        self._watch = watch
        try:
            self._socket = socket.create_connection((host, port), timeout=seconds)
        except OSError as error:
            raise AgentError(f"No Pioneers server answers at {host}:{port}: {error}.") from error
        self._lines = self._socket.makefile("rb")
        self._seconds, self._heard = seconds, time.monotonic()
        self.number, self.spoken, self.traded = -1, 0, 0
        self.winner: int | None = None
        self.over = False
        self._gains: dict[int, dict[str, int]] = {}
        self._roll = 0
        self._knight: int | None = None
        self._robbery: dict[str, Any] = {}
        self._monopoly: tuple[int, dict[int, int], str | None] | None = None
        self._settles_twice = -1
        self._set_up: list[tuple[str, list[int]]] = []
        self._quotes: dict[int, tuple[int, dict[str, int], dict[str, int]] | None] = {}
        self._hand: list[str] = []  # own development cards, in the order of the server
        try:
            self._log_in()
        except BaseException:
            self.close()
            raise

    # Lines ----------------------------------------------------------------------------------------

    def _say(self, line: str) -> None:
        self.spoken += 1
        try:
            self._socket.sendall(f"{line}\n".encode())
        except OSError as error:
            raise AgentError(f"The Pioneers server has gone: {error}.") from error

    def _read(self) -> str:
        """The next line that says something; a server may live on and yet wait for ever."""
        while True:
            try:
                line = self._lines.readline(_LONGEST_LINE)
            except (OSError, ValueError) as error:  # the second after close() by another thread
                raise AgentError(f"The Pioneers server is silent: {error}.") from error
            if not line.endswith(b"\n"):
                raise AgentError("The Pioneers server has closed the connection.")
            words = line.decode(errors="replace").rstrip("\r\n")
            if words != "hello":
                self._heard = time.monotonic()
                return words
            # It only wants to know whether anybody is there.
            if time.monotonic() > self._heard + self._seconds:
                raise AgentError(f"Nothing happened in this game for {self._seconds:g} seconds.")
            self._say("yes")

    def _log_in(self) -> None:
        self._expect("version report")
        self._say("version 15")
        self._expect("status report")
        self._say(f"status reconnect {self.name}")
        welcome = re.fullmatch(
            r"player (\d+) of (\d+), welcome to pioneers server .*", self._read()
        )
        if welcome is None:
            raise FormatError("The Pioneers server does not let this player in: the game is full.")
        self.number = int(welcome[1])
        for command, end in (("players", "."), ("game", "end"), ("gameinfo", "end")):
            self._say(command)
            lines = []
            while (line := self._read()) != end:
                lines.append(line)
            if command == "game":
                self.board = PioneersBoard(lines[lines.index("game") + 1 :])
        game = load(
            "catan",
            board=self.board.layout,
            players=self.board.players,
            points=self.board.points,
        )
        self.follower = RefereedSeat(self._player, game, self.number, seed=self._seed)
        self._say("start")

    def _expect(self, line: str) -> None:
        if (said := self._read()) != line:
            raise FormatError(f"A Pioneers server says {line!r} here, not {said!r:.80}.")

    def close(self) -> None:
        """Leave the table; a thread that waits for a line of it stops waiting."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    # The game -------------------------------------------------------------------------------------

    def play(self) -> int | None:
        """Play until the game is over.

        Returns:
            Who has won.
        """
        try:
            while not self.over:
                self._hear()
        finally:
            self.close()
        return self.winner

    def _hear(self) -> str:
        """Follow the next message; messages that ask for something are answered."""
        line = self._read()
        if self._watch is not None:
            self._watch(self, line)
        found = re.match(r"player (-?\d+) (.*)", line)
        seat, words = (int(found[1]), found[2]) if found else (self.number, line)
        kind, *rest = words.split()
        if kind == "ERR":
            raise FormatError(f"The Pioneers server declined a command: {line!r:.100}.")
        if kind not in ("monopoly", "chat", "NOTE", "is", "style"):
            self._end_monopoly()
        if self._has_ended and kind not in ("play-develop", "won"):
            return words  # by our rules a game ends at once, here after a robbery that goes with it
        handle = getattr(self, f"_on_{kind.replace('-', '_')}", None)
        if handle is not None and seat >= 0:
            handle(seat, rest)
        return words

    def _until(self, *kinds: str) -> str:
        """Follow the game up to a message that begins so, or to its end."""
        while not self.over:
            words = self._hear()
            if any(re.match(rf"{kind}\b", words) for kind in kinds):
                return words
        return ""

    def _moved(self, seat: int, lost: Mapping[int, int] | None = None, **parts: Any) -> None:
        parts["type"] = parts.pop("kind")
        self.follower.moved(seat, self.follower.game.action_from_parts(parts), lost=lost)

    @property
    def _has_ended(self) -> bool:
        """Whether by our rules somebody has won."""
        return bool(self._table["winner"] >= 0)

    @property
    def _table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.follower.facts["table"]
        return table

    # What the server tells ------------------------------------------------------------------------

    def _on_setup(self, seat: int, rest: list[str]) -> None:
        del rest
        if seat == self.number:
            self._settle(1)

    def _on_setup_double(self, seat: int, rest: list[str]) -> None:
        del rest
        if seat == self.number:
            self._settle(2)
        else:
            self._settles_twice = seat

    def _on_built(self, seat: int, rest: list[str]) -> None:
        kind, (x, y, place) = rest[0], map(int, rest[1:])
        where = self.board.edge(x, y, place) if kind == "road" else [self.board.vertex(x, y, place)]
        setting_up = self._table["phase"] <= 1
        if not setting_up and kind != "road":
            self._end_free_roads(seat)
        if not setting_up or seat != self._settles_twice:
            self._build(seat, kind, where)
            return
        # It may build in any order.
        self._set_up.append((kind, where))
        settled = [at for built, at in self._set_up if built == "settlement"]
        roads = [at for built, at in self._set_up if built == "road"]
        while settled and (road := next((r for r in roads if settled[0][0] in r), None)):
            self._build(seat, "settlement", settled[0])
            self._build(seat, "road", road)
            self._set_up.remove(("settlement", settled.pop(0)))
            self._set_up.remove(("road", road))
            roads.remove(road)

    def _build(self, seat: int, kind: str, where: list[int]) -> None:
        if kind == "road":
            self._moved(seat, kind="build road", edge=where)
        else:
            self._moved(seat, kind=f"build {kind}", vertex=where[0])

    def _on_turn(self, seat: int, rest: list[str]) -> None:
        del rest
        if self._table["turn"] or self._table["roll"]:
            self._end_free_roads(self._table["current"])
            self._moved(self._table["current"], kind="end turn")
        if seat == self.number:
            self._take_turn()

    def _on_rolled(self, seat: int, rest: list[str]) -> None:
        self._moved(seat, kind="roll")
        self._roll, self._gains = sum(map(int, rest)), {}
        if self._roll == 7:
            self.follower.rolled(7)
            self._roll = 0

    def _on_receives(self, seat: int, rest: list[str]) -> None:
        if got := _counts(rest[:5]):
            self._gains[seat] = got

    def _on_done_resources(self, seat: int, rest: list[str]) -> None:
        del seat, rest
        if self._roll:
            self.follower.rolled(self._roll, self._gains)
        self._roll, self._gains = 0, {}

    def _on_must_discard(self, seat: int, rest: list[str]) -> None:
        if seat != self.number:
            return
        given: Counter[str] = Counter()
        for _ in range(int(rest[0])):
            card = self._decision()["resource"]
            given[card] += 1
            self.follower.discarded(seat, [card])
        self._say(f"discard {_list(given)}")

    def _on_discarded(self, seat: int, rest: list[str]) -> None:
        if seat != self.number:
            self.follower.discarded(seat, Counter(_counts(rest)).elements(), shown=True)

    def _on_play_develop(self, seat: int, rest: list[str]) -> None:
        index, card = int(rest[0]), _CARDS[int(rest[1])]
        if seat == self.number:
            self._hand.pop(index)
        if card == "knight":
            self._knight = seat
        elif card == "monopoly":
            self._monopoly = (seat, {}, None)
        elif card == "road building" and not self._has_ended:
            self._moved(seat, kind="road building")

    def _on_plenty(self, seat: int, rest: list[str]) -> None:
        """What somebody took; what is said to this player alone is what there is."""
        if sum(map(int, rest)) == 2:
            self._moved(seat, kind="year of plenty", get=_counts(rest))

    def _on_monopoly(self, seat: int, rest: list[str]) -> None:
        taken, name, _, other = rest
        lost = self._monopoly[1] if self._monopoly else {}
        self._monopoly = (seat, {**lost, int(other): int(taken)}, _RESOURCES[name])

    def _end_monopoly(self) -> None:
        """All losses have been told of, once something else is."""
        if self._monopoly is None or (self._monopoly[0] == self.number and not self._monopoly[1]):
            return
        seat, lost, name = self._monopoly
        self._monopoly = None
        self._monopolize(seat, lost, name or self._nobodys())

    def _monopolize(self, seat: int, lost: Mapping[int, int], name: str) -> None:
        everybody = {other: lost.get(other, 0) for other in range(self.board.players)}
        self._moved(seat, lost=everybody, kind="play monopoly", resource=name)

    def _nobodys(self) -> str:
        """A resource that nobody has: the server does not say which one was named in vain."""
        held = counts(self.follower.belief)
        return max(PIONEERS_RESOURCES, key=lambda name: sum(of[name][0] for of in held))

    def _on_moved_robber(self, seat: int, rest: list[str]) -> None:
        kind = "move robber" if self._knight is None else "play knight"
        self._knight = None
        self._robbery = {"type": kind, "hex": self.board.hex(*map(int, rest)), "from": "nobody"}
        if not self._may_rob(seat, self._robbery["hex"]):
            self.follower.moved(seat, self.follower.game.action_from_parts(self._robbery))

    def _may_rob(self, seat: int, hex_: int) -> bool:
        """Whether anybody else with cards has a building there."""
        facts = self.follower.facts
        here = self.board.corners(hex_)
        for other in range(self.board.players):
            word = int(facts["table"]["settlements"][other], 16)
            word |= int(facts["table"]["cities"][other], 16)
            if other != seat and facts["hand_sizes"][other] and any(word >> v & 1 for v in here):
                return True
        return False

    def _on_stole(self, seat: int, rest: list[str]) -> None:
        self._robbery["from"] = int(rest[-1])
        self.follower.moved(seat, self.follower.game.action_from_parts(self._robbery))
        if self._has_ended:
            return  # by the largest army: our rules end the game before the robbery
        self.follower.stole(_RESOURCES[rest[0]] if rest[0] != "from" else None)

    def _on_bought_develop(self, seat: int, rest: list[str]) -> None:
        self._end_free_roads(seat)
        self._moved(seat, kind="buy card")
        card = _CARDS[int(rest[0])] if rest else None
        if card is not None:
            self._hand.append(card)
        self.follower.drew(card)

    def _on_maritime_trade(self, seat: int, rest: list[str]) -> None:
        self._end_free_roads(seat)
        give, get = _RESOURCES[rest[2]], _RESOURCES[rest[4]]
        self._moved(seat, kind="bank trade", give=give, get=get)

    def _on_won(self, seat: int, rest: list[str]) -> None:
        del rest
        self.winner, self.over = seat, True
        self.follower.ended(seat)

    def _on_remove(self, seat: int, rest: list[str]) -> None:
        raise FormatError(f"Player {seat} took back {rest}, which this client cannot follow.")

    def _end_free_roads(self, seat: int) -> None:
        """A road building card is spent once its player does something else."""
        if self._table["current"] == seat:
            self.follower.no_free_road()

    # Trades ---------------------------------------------------------------------------------------

    def _on_domestic_trade(self, seat: int, rest: list[str]) -> None:
        if rest[0] == "call" and seat != self.number:
            self._answer_call(seat, _counts(rest[2:7]), _counts(rest[8:13]))
        elif rest[0] == "accept":
            partner, supply, receive = int(rest[2]), _counts(rest[6:11]), _counts(rest[12:17])
            self._exchange(seat, partner, supply, receive)

    def _exchange(
        self, seat: int, partner: int, supply: Mapping[str, int], receive: Mapping[str, int]
    ) -> None:
        """A player took what a partner supplies for what that one receives."""
        if self.number in (seat, partner):
            self.traded += 1
        parts = {"type": "trade", "give": receive, "get": supply, "to": partner}
        try:
            self.follower.moved(seat, self.follower.game.action_from_parts(parts))
        except (FormatError, Misfit):  # more cards, or more offers, than our rules have
            self._exchange_by_hand(seat, partner, supply, receive)
            return
        self._moved(partner, kind="accept")

    def _exchange_by_hand(
        self, seat: int, partner: int, supply: Mapping[str, int], receive: Mapping[str, int]
    ) -> None:
        """Cards change hands for all to see, in a way that our offers cannot say."""
        names = {*supply, *receive}
        gain = {name: supply.get(name, 0) - receive.get(name, 0) for name in names}
        loss = {name: -count for name, count in gain.items()}
        end = self.follower.game.action_from_parts({"type": "end turn"})
        self.follower.exchanged(end, {seat: gain, partner: loss})

    def _answer_call(
        self, seat: int, offered: Mapping[str, int], wanted: Mapping[str, int]
    ) -> None:
        """Somebody names what it would give and take; we answer as to offers of one for one."""
        own = self.follower.facts["hands"][self.number]
        offers: list[dict[str, Any]] = [
            {"type": "trade", "give": {give: 1}, "get": {get: 1}, "to": self.number}
            for give in offered
            for get in wanted
            if give != get and own[get]
        ]
        for number, parts in enumerate(offers):
            try:
                self.follower.moved(seat, self.follower.game.action_from_parts(parts))
            except Misfit:  # a call is several of our offers, of which a turn has only so many
                break
            if self._decision()["type"] == "accept":
                quote = f"supply {_list(parts['get'])} receive {_list(parts['give'])}"
                self._moved(self.number, kind="reject")  # until the other one takes it
                self._say(f"domestic-quote quote {number} {quote}")
                return
            self._moved(self.number, kind="reject")
        self._say("domestic-quote finish")

    def _on_domestic_quote(self, seat: int, rest: list[str]) -> None:
        if seat == self.number:
            return
        if rest[0] == "quote":
            self._quotes[seat] = (int(rest[1]), _counts(rest[3:8]), _counts(rest[9:14]))
        else:
            self._quotes[seat] = None

    def _offer(self, parts: Mapping[str, Any]) -> None:
        """Call for quotes, and take one that is as good as what the agent offers."""
        give, get, asked = parts["give"], parts["get"], parts["to"]
        self._quotes = {}
        flags = [_list(dict.fromkeys(cards, 1)) for cards in (give, get)]
        self._say(f"domestic-trade call supply {flags[0]} receive {flags[1]}")
        self._until("domestic-trade call")
        while len(self._quotes) < self.board.players - 1 and not self.over:
            self._hear()
        for seat in sorted(self._quotes, key=lambda seat: seat != asked):
            quote = self._quotes[seat]
            if quote and Counter(quote[1]) >= Counter(get) and Counter(quote[2]) <= Counter(give):
                number, supply, receive = quote
                terms = f"supply {_list(supply)} receive {_list(receive)}"
                self._say(f"domestic-trade accept player {seat} quote {number} {terms}")
                self._until("domestic-trade accept")
                break
        else:
            self.follower.moved(self.number, self.follower.game.action_from_parts(dict(parts)))
            self._moved(asked, kind="reject")
        self._say("domestic-trade finish")
        self._until("domestic-trade finish")

    # What the agent does --------------------------------------------------------------------------

    def _decision(self) -> dict[str, Any]:
        return self.follower.game.action_parts(self.follower.decision())

    def _settle(self, times: int) -> None:
        for _ in range(times):
            for _ in range(2):
                self._carry_out(self._decision())
        self._say("done")
        self._until("OK")

    def _take_turn(self) -> None:
        while not self.over:
            if self._table["winner"] == self.number:
                self._show_points()
                return
            parts = self._decision()
            if parts["type"] == "end turn":
                self._say("done")
                self._until("OK")
                return
            self._carry_out(parts)

    def _show_points(self) -> None:
        """Victory points count here once they are played."""
        while not self.over and "victory point" in self._hand:
            self._say(f"play-develop {self._hand.index('victory point')}")
            self._until("play-develop")
        self._until("won")

    def _carry_out(self, parts: Mapping[str, Any]) -> None:
        """Do it, and follow until the server has told of it."""
        match parts["type"]:
            case "build road":
                self._place("road", self.board.their_edge(parts["edge"]))
            case "build settlement":
                self._place("settlement", self.board.their_vertex(parts["vertex"]))
            case "build city":
                self._place("city", self.board.their_vertex(parts["vertex"]))
            case "buy card":
                self._say("buy-develop")
                self._until("bought-develop")
            case "bank trade":
                rate = self.follower.rate(self.number, parts["give"])
                give, get = _THEIRS[parts["give"]], _THEIRS[parts["get"]]
                self._say(f"maritime-trade {rate} supply {give} receive {get}")
                self._until("maritime-trade")
            case "roll":
                self._say("roll")
                self._until("done-resources", "you-are-robber")
            case "move robber":
                self._rob(parts)
            case "trade":
                self._offer(parts)
            case _:
                self._play_card(parts)

    def _place(self, piece: str, where: str) -> None:
        free = self._table["free_roads"]
        self._say(f"build {piece} {where}")
        self._until("built")
        if free and not self._table["free_roads"]:
            self._say("done")
            self._until("OK")

    def _rob(self, parts: Mapping[str, Any]) -> None:
        self._say(f"move-robber {self.board.their_hex(parts['hex'])}")
        while self._until("robber-done", "rob").startswith("rob "):
            self._say(f"rob {parts['from']}")

    def _play_card(self, parts: Mapping[str, Any]) -> None:
        card = {"play knight": "knight", "play monopoly": "monopoly"}.get(
            parts["type"], parts["type"]
        )
        self._say(f"play-develop {self._hand.index(card)}")
        match card:
            case "knight":
                self._until("you-are-robber")
                self._rob(parts)
            case "monopoly":
                self._until("play-develop")
                self._say(f"monopoly {_THEIRS[parts['resource']]}")
                self._until("OK")
                if self._monopoly is not None:
                    self._monopoly = None
                    self._monopolize(self.number, {}, parts["resource"])
            case "year of plenty":
                self._until("plenty")
                self._say(f"plenty {_list(parts['get'])}")
                self._until("OK")
            case _:
                self._until("play-develop")
