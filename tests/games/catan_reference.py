"""Catan once more, slowly: its board by trigonometry, its legal moves by plain enumeration.

Written from the rules and from how positions and moves are numbered, not from the package's code,
so that both can be held against each other. Moves are tuples such as ``("road", 12)``.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

RESOURCES = ("clay", "ore", "sheep", "wheat", "wood")
DESERT = ANY = 5
COSTS = {
    "road": Counter(clay=1, wood=1),
    "settlement": Counter(clay=1, wood=1, sheep=1, wheat=1),
    "city": Counter(ore=3, wheat=2),
    "buy": Counter(ore=1, sheep=1, wheat=1),
}
PIECES = {"road": 15, "settlement": 5, "city": 4}
CARDS = ("knight", "victory point", "road building", "year of plenty", "monopoly")
PHASES = (
    "setting settlement",
    "setting road",
    "beginning",
    "rolling",
    "discarding",
    "losing",
    "robbing",
    "stealing",
    "playing",
    "drawing",
    "free road",
    "answering",
    "exchanging",
    "over",
)
PAIRS = tuple(itertools.combinations_with_replacement(range(5), 2))

Move = tuple[Any, ...]
Facts = Mapping[str, Any]


# The board ----------------------------------------------------------------------------------------

_Point = tuple[float, float]


def _corners(row: int, place: int, length: int) -> list[_Point]:
    """The corners of a hex, clockwise from the top; y grows downwards."""
    x, y = math.sqrt(3) * (place - (length - 1) / 2), 1.5 * (row - 2)
    turns = [math.radians(60 * k - 90) for k in range(6)]
    return [(round(x + math.cos(a), 6), round(y + math.sin(a), 6)) for a in turns]


class Board:
    """Hexes, vertices and edges in reading order, and the coast clockwise from the upper left."""

    def __init__(self) -> None:
        hexes = [
            _corners(row, place, length)
            for row, length in enumerate((3, 4, 5, 4, 3))
            for place in range(length)
        ]
        points = sorted({point for hex_ in hexes for point in hex_}, key=lambda p: (p[1], p[0]))
        number = {point: index for index, point in enumerate(points)}
        self.hexes = [tuple(number[point] for point in hex_) for hex_ in hexes]
        sides = Counter(
            tuple(sorted((hex_[k], hex_[(k + 1) % 6]))) for hex_ in self.hexes for k in range(6)
        )
        self.edges = sorted(sides)
        self.vertices = len(points)

        def angle(edge: tuple[int, ...]) -> float:
            x, y = (sum(points[v][axis] for v in edge) / 2 for axis in (0, 1))
            return math.atan2(y, x)

        round_ = sorted((edge for edge, hexes in sides.items() if hexes == 1), key=angle)
        first = round_.index(tuple(sorted((self.hexes[0][5], self.hexes[0][0]))))
        coast = round_[first:] + round_[:first]
        self.ports = [coast[place] for place in (0, 3, 7, 10, 13, 17, 20, 23, 27)]
        self.beside: dict[int, set[int]] = {v: set() for v in range(self.vertices)}
        for a, b in self.edges:
            self.beside[a].add(b)
            self.beside[b].add(a)


@cache
def board() -> Board:
    """The one board there is."""
    return Board()


# Reading a position -------------------------------------------------------------------------------


def _bits(words: Sequence[str]) -> set[int]:
    return {
        64 * half + place
        for half, word in enumerate(words)
        for place in range(64)
        if int(word, 16) >> place & 1
    }


class Position:
    """A position as sets and counters."""

    def __init__(self, facts: Facts, options: Facts) -> None:
        self.facts, self.options = facts, options
        self.table = table = facts["table"]
        self.players: int = options["players"]
        seats = range(self.players)
        self.phase = PHASES[table["phase"]]
        self.current: int = table["current"]
        self.acting: int = table["acting"]
        self.roads = [_bits(table["roads"][seat]["words"]) for seat in seats]
        self.settlements = [_bits([table["settlements"][seat]]) for seat in seats]
        self.cities = [_bits([table["cities"][seat]]) for seat in seats]
        self.hands: list[Counter[str]] = [Counter(facts["hands"][seat]) for seat in seats]
        self.bank: Counter[str] = Counter(facts["bank"])
        if options["bank"] == 0:
            self.bank = Counter(dict.fromkeys(RESOURCES, 10_000))
        self.held = [dict(zip(CARDS, facts["held"][seat], strict=True)) for seat in seats]
        self.fresh = dict(zip(CARDS, facts["fresh"], strict=True))
        self.terrain: list[int] = table["layout"]["terrain"]
        self.numbers: list[int] = table["layout"]["numbers"]
        self.ports: list[int] = table["layout"]["ports"]
        self.robber: int = table["robber"]

    def buildings(self, seat: int) -> set[int]:
        return self.settlements[seat] | self.cities[seat]

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.players) if other != seat]

    def can_pay(self, seat: int, what: str) -> bool:
        return self.hands[seat] >= COSTS[what]

    def left(self, seat: int, piece: str) -> int:
        used = {"road": self.roads, "settlement": self.settlements, "city": self.cities}[piece]
        return PIECES[piece] - len(used[seat])

    def free_vertices(self) -> set[int]:
        """Where a settlement would keep its distance."""
        taken = set().union(*(self.buildings(seat) for seat in range(self.players)))
        return {v for v in range(board().vertices) if not ({v} | board().beside[v]) & taken}

    def road_ends(self, seat: int) -> set[int]:
        return {end for edge in self.roads[seat] for end in board().edges[edge]}

    def road_sites(self, seat: int) -> set[int]:
        """Free edges at a building of one's own, or at a road's end where no other has built."""
        taken = set().union(*self.roads)
        foreign = set().union(*(self.buildings(other) for other in self.others(seat)))
        reached = (self.road_ends(seat) - foreign) | self.buildings(seat)
        return {e for e, ends in enumerate(board().edges) if e not in taken and reached & {*ends}}

    def rate(self, seat: int, resource: int) -> int:
        kinds = {
            self.ports[port]
            for port, ends in enumerate(board().ports)
            if self.buildings(seat) & {*ends}
        }
        return 2 if resource in kinds else 3 if ANY in kinds else 4

    def playable(self, seat: int, card: str) -> bool:
        fresh = self.fresh[card] if seat == self.current else 0
        return not self.table["card_played"] and self.held[seat][card] > fresh


# Legal moves --------------------------------------------------------------------------------------


def _robberies(at: Position, word: str) -> Iterator[Move]:
    for hex_, corners in enumerate(board().hexes):
        if hex_ == at.robber:
            continue
        victims: list[int | None] = [
            seat
            for seat in at.others(at.acting)
            if at.buildings(seat) & {*corners} and at.hands[seat].total() > 0
        ]
        yield from ((word, hex_, victim) for victim in victims or [None])


def _roads(at: Position) -> Iterator[Move]:
    return (("road", edge) for edge in at.road_sites(at.acting))


def _card_plays(at: Position) -> Iterator[Move]:
    seat = at.acting
    if at.playable(seat, "knight"):
        yield from _robberies(at, "knight")
    if at.phase == "beginning" and at.options["before_roll"] == "knight":
        return
    if at.playable(seat, "monopoly"):
        yield from (("monopoly", resource) for resource in range(5))
    if at.playable(seat, "year of plenty"):
        for pair in PAIRS:
            if at.bank >= Counter(RESOURCES[resource] for resource in pair):
                yield ("plenty", *pair)
    if at.playable(seat, "road building") and at.left(seat, "road") and at.road_sites(seat):
        yield ("road building",)


def _building(at: Position) -> Iterator[Move]:
    seat = at.acting
    if at.can_pay(seat, "road") and at.left(seat, "road"):
        yield from _roads(at)
    if at.can_pay(seat, "settlement") and at.left(seat, "settlement"):
        yield from (("settlement", v) for v in at.free_vertices() & at.road_ends(seat))
    if at.can_pay(seat, "city") and at.left(seat, "city"):
        yield from (("city", vertex) for vertex in at.settlements[seat])
    if at.can_pay(seat, "buy") and at.table["deck_size"]:
        yield ("buy",)


def _bank_trades(at: Position) -> Iterator[Move]:
    for give, take in itertools.permutations(range(5), 2):
        enough = at.hands[at.acting][RESOURCES[give]] >= at.rate(at.acting, give)
        if enough and at.bank[RESOURCES[take]]:
            yield ("bank", give, take)


@cache
def exchanges(kind: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """What may be given for what: sorted names of resources, none on both sides."""
    if kind == "none":
        return ()
    most = {"1:1": 1, "pairs": 2, "2:1": 2, "2:2": 2, "3:3": 3}[kind]
    sides = [
        side
        for number in range(1, most + 1)
        for side in itertools.combinations_with_replacement(RESOURCES, number)
    ]
    found = []
    for give, want in itertools.product(sides, repeat=2):
        if {*give} & {*want}:
            continue
        if kind in ("pairs", "2:1") and len(give) + len(want) > 3:
            continue
        if kind == "pairs" and (len({*give}) > 1 or len({*want}) > 1):
            continue
        found.append((give, want))
    return tuple(found)


def _offers(at: Position, recipients: Sequence[int]) -> Iterator[Move]:
    for seat in recipients:
        for give, want in exchanges(at.options["trades"]):
            if not at.hands[at.acting] >= Counter(give):
                continue
            if at.options["hidden"] == "nothing":
                possible = at.hands[seat] >= Counter(want)
            else:
                possible = at.hands[seat].total() >= len(want)
            if possible:
                yield ("offer", seat, give, want)


def _trades(at: Position) -> Iterator[Move]:
    cap = at.options["offers"]
    if at.options["trades"] == "none" or (cap and at.table["offers"] >= cap):
        return
    others = at.others(at.acting)
    if at.options["exchange"] == "drawn":
        if at.hands[at.acting].total() and any(at.hands[seat].total() for seat in others):
            yield ("exchange",)
        return
    yield from _offers(at, others)


def _setting_road(at: Position) -> Iterator[Move]:
    placed = at.table["placed"]
    return (("road", edge) for edge, ends in enumerate(board().edges) if placed in ends)


def _playing(at: Position) -> Iterator[Move]:
    yield ("end",)
    yield from _building(at)
    yield from _bank_trades(at)
    yield from _card_plays(at)
    yield from _trades(at)


def _beginning(at: Position) -> Iterator[Move]:
    yield ("roll",)
    yield from _card_plays(at)


def _discards(at: Position) -> Iterator[Move]:
    hand = at.hands[at.acting]
    return (("discard", place) for place, name in enumerate(RESOURCES) if hand[name])


def legal_moves(at: Position, pending: tuple[Sequence[str], Sequence[str]] | None) -> set[Move]:
    """All legal moves of who acts; ``pending`` is what the offer on the table gives and wants."""
    match at.phase:
        case "setting settlement":
            return {("settlement", vertex) for vertex in at.free_vertices()}
        case "setting road":
            return set(_setting_road(at))
        case "beginning":
            return set(_beginning(at))
        case "discarding":
            return set(_discards(at))
        case "robbing":
            return set(_robberies(at, "robber"))
        case "free road":
            return set(_roads(at))
        case "playing":
            return set(_playing(at))
        case "answering":
            assert pending is not None
            moves: set[Move] = {("reject",)}
            if at.hands[at.acting] >= Counter(pending[1]):
                moves.add(("accept",))
            if at.table["counters"] < at.options["counters"]:
                moves |= set(_offers(at, [at.table["offerer"]]))
            return moves
    raise AssertionError(f"nobody chooses while {at.phase}")


# What follows from a position ---------------------------------------------------------------------


def longest_road(at: Position, seat: int) -> int:
    """The longest of all trails, each walked edge by edge."""
    foreign = set().union(*(at.buildings(other) for other in at.others(seat)))
    own = [board().edges[edge] for edge in at.roads[seat]]

    def walk(vertex: int, used: frozenset[int], begun: bool) -> int:
        if begun and vertex in foreign:
            return 0
        return max(
            (
                1 + walk(a + b - vertex, used | {index}, True)
                for index, (a, b) in enumerate(own)
                if index not in used and vertex in (a, b)
            ),
            default=0,
        )

    return max((walk(vertex, frozenset(), False) for vertex in at.road_ends(seat)), default=0)


def visible_points(at: Position, seat: int) -> int:
    """Points that all see."""
    awards = (at.table["longest_road"], at.table["largest_army"])
    return len(at.settlements[seat]) + 2 * len(at.cities[seat]) + 2 * awards.count(seat)


def payout(at: Position, roll: int) -> list[Counter[str]]:
    """What each seat gets for a roll: if the bank is short, nobody, unless only one seat is due."""
    due: list[Counter[str]] = [Counter() for _ in range(at.players)]
    for hex_, corners in enumerate(board().hexes):
        if at.numbers[hex_] != roll or hex_ == at.robber:
            continue
        name = RESOURCES[at.terrain[hex_]]
        for seat in range(at.players):
            due[seat][name] += len(at.settlements[seat] & {*corners})
            due[seat][name] += 2 * len(at.cities[seat] & {*corners})
    for name in RESOURCES:
        if sum(each[name] for each in due) <= at.bank[name]:
            continue
        seats = [each for each in due if each[name]]
        for each in seats:
            each[name] = at.bank[name] if len(seats) == 1 else 0
    return due


# Texts --------------------------------------------------------------------------------------------

_TEXTS: dict[str, Callable[..., Move]] = {
    r"roll": lambda: ("roll",),
    r"end turn": lambda: ("end",),
    r"buy card": lambda: ("buy",),
    r"accept": lambda: ("accept",),
    r"reject": lambda: ("reject",),
    r"play road building": lambda: ("road building",),
    r"draw an exchange as seat \d": lambda: ("exchange",),
    r"play monopoly on (\w+)": lambda name: ("monopoly", RESOURCES.index(name)),
    r"play year of plenty for (.+)": lambda cards: ("plenty", *map(RESOURCES.index, names(cards))),
    r"trade (\w+) with the bank for (\w+)": lambda give, take: (
        "bank",
        RESOURCES.index(give),
        RESOURCES.index(take),
    ),
    r"discard (\w+)": lambda name: ("discard", RESOURCES.index(name)),
    r"build road (\d+)-(\d+)(?: from its other end)?": lambda a, b: (
        "road",
        board().edges.index((int(a), int(b))),
    ),
    r"build (settlement|city) at (\d+)": lambda what, vertex: (what, int(vertex)),
    r"move robber to hex (\d+)(?: and steal from seat (\d))?": lambda hex_, seat: (
        "robber",
        int(hex_),
        seat and int(seat),
    ),
    r"play knight to hex (\d+)(?: and steal from seat (\d))?": lambda hex_, seat: (
        "knight",
        int(hex_),
        seat and int(seat),
    ),
    r"offer (.+) to seat (\d) for (.+)": lambda give, seat, want: (
        "offer",
        int(seat),
        names(give),
        names(want),
    ),
}


def names(cards: str) -> tuple[str, ...]:
    """The cards of a text such as ``2 clay + ore``, in the order of the resources.

    Examples:
        >>> names("wood + 2 ore")
        ('ore', 'ore', 'wood')
    """
    found: list[str] = []
    for part in cards.split(" + "):
        *number, name = part.split()
        found += [name] * int(number[0] if number else 1)
    return tuple(sorted(found, key=RESOURCES.index))


@cache
def move_of(text: str) -> Move:
    """A move from the text of an action."""
    for pattern, make in _TEXTS.items():
        if found := re.fullmatch(pattern, text):
            return make(*found.groups())
    raise AssertionError(f"{text!r} is the text of no move")
